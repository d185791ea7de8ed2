package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"gambito/api"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
)

type bearoffCmd struct {
	Men     string `arg:"" optional:"" help:"Men on the points 1 to 6, such as 0,0,0,5,5,5."`
	Against string `help:"Men of the other side: tells the chance to win of the one that is about to roll."`
	dataFlag
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (bearoffCmd) Help() string {
	return fmt.Sprintf(`The tables hold all %d ways to place up to 15 men at home, and the chance to win
with up to %d men on each side. They are made when they are first needed, in a
second or two, and kept. Chances with more men are those of the one-sided table.

Examples:

  gambito bearoff
  gambito bearoff 15,0,0,0,0,0
  gambito bearoff 0,1,0,0,1,0 --against 2,0,0,0,0,0`, bearoff.Positions, bearoff.SmallMen)
}

// Run looks the men up.
func (c bearoffCmd) Run(s *session) error {
	if c.Men == "" && c.Against != "" {
		return errors.New("--against needs the men of the side that is about to roll too")
	}
	own, err := parseHome(c.Men)
	if err != nil {
		return err
	}
	other, err := parseHome(c.Against)
	if err != nil {
		return err
	}
	var result api.Bearoff
	if result.Folder, err = c.folder(); err != nil {
		return failure{err}
	}
	begin := time.Now()
	done := wait("making the tables")
	tables, made, err := bearoff.Open(result.Folder)
	done()
	switch {
	case tables == nil:
		return failure{err}
	case err != nil:
		fmt.Fprintf(os.Stderr, "gambito: the tables could not be kept: %v\n", err)
	}
	result.Made, result.Seconds = made, time.Since(begin).Seconds()
	if c.Men != "" {
		mean := tables.Mean(own)
		result.Mean, result.EPC, result.Rolls = &mean, tables.EPC(own), tables.Rolls(own)
	}
	if c.Against != "" {
		win, exact := tables.Exact(own, other)
		if !exact {
			win = tables.Race(own, other)
		}
		result.Win, result.Exact = &win, exact
	}
	if c.JSON {
		return s.printJSON(result)
	}
	showBearoff(s, result)
	return nil
}

func showBearoff(s *session, r api.Bearoff) {
	if r.Mean == nil {
		from := "read from"
		if r.Made {
			from = "made for"
		}
		fmt.Fprintf(s.stdout, "%d positions of one side, %d × %d of both, %s %s in %.2f s\n",
			bearoff.Positions, bearoff.SmallPositions, bearoff.SmallPositions, from, r.Folder, r.Seconds)
		return
	}
	fmt.Fprintf(s.stdout, "%.6f rolls in the mean, effective pip count %.3f\n", *r.Mean, r.EPC)
	for n, chance := range r.Rolls {
		if chance >= 0.000005 {
			fmt.Fprintf(s.stdout, "%2d rolls %8.3f%%\n", n, 100*chance)
		}
	}
	if r.Win != nil {
		how := "exact"
		if !r.Exact {
			how = "by the one-sided table"
		}
		fmt.Fprintf(s.stdout, "wins %.6f, %s\n", *r.Win, how)
	}
}

// parseHome reads the men on six points; an empty text is none.
func parseHome(text string) (h bearoff.Home, err error) {
	if text == "" {
		return h, nil
	}
	wrong := fmt.Errorf("men %q: they must be six numbers for the points 1 to 6, at most %d together, such as 0,0,0,5,5,5", text, backgammon.Men)
	fields := strings.Split(text, ",")
	if len(fields) != len(h) {
		return h, wrong
	}
	sum := 0
	for i, field := range fields {
		n, err := strconv.ParseUint(field, 10, 8)
		if sum += int(n); err != nil || sum > backgammon.Men {
			return h, wrong
		}
		h[i] = uint8(n)
	}
	return h, nil
}
