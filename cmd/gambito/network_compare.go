package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"gambito/files"
	"gambito/learn/network"
	"gambito/progress"
	"gambito/table"
)

type networkCompareCmd struct {
	Game      string   `arg:"" help:"Game spec, such as connect4."`
	Networks  []string `arg:"" name:"network" complete:"network" help:"Two networks or more: names as network list shows them, or files."`
	Count     int      `name:"games" short:"n" default:"100" help:"Games of every two (default: ${default}; 0 for none)."`
	Sims      int      `default:"100" help:"Simulations of a move in them (default: ${default})."`
	Positions int      `default:"200" help:"Positions on which each network alone is compared with a solver, where there is one (default: ${default}; 0 for none)."`
	dataFlag
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (networkCompareCmd) Help() string {
	return `Puts networks for one game side by side: how many positions a second each judges
on one core, in how many solved positions its own choice, without search, keeps the
outcome (where the game has a solver; in each of the positions some move loses
something), and what comes of matches of every two, with 95 % intervals. They play
with search (alphazero, or uct-net if a network has no policy; backgammon without)
and begin with four random moves, each such opening from both sides.

Examples:

  gambito network compare connect4 connect4 mine -n 200
  gambito network compare tictactoe one/model.safetensors two/model.safetensors --sims 20
  gambito network compare othello othello mine --json --positions 0`
}

// Validate is called by the command-line parser.
func (c networkCompareCmd) Validate() error {
	switch {
	case c.Count < 0 || c.Positions < 0:
		return errors.New("--games and --positions must not be negative")
	case c.Sims < 1:
		return fmt.Errorf("--sims %d: it must be 1 or more", c.Sims)
	}
	return c.jobsFlag.Validate()
}

// contest is what the flags ask for.
func (c networkCompareCmd) contest(s *session) (network.Contest, error) {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return network.Contest{}, err
	}
	folder, err := c.folder()
	if err != nil {
		return network.Contest{}, failure{err}
	}
	contest := network.Contest{
		Game: g, Names: c.Networks, Games: c.Count, Simulations: c.Sims, Positions: c.Positions, Seed: c.Seed, Jobs: c.Jobs, Agents: s.agents,
	}
	for _, name := range c.Networks {
		n, err := openNetwork(folder, name)
		if err != nil {
			return network.Contest{}, err
		}
		contest.Networks = append(contest.Networks, n)
	}
	return contest, contest.Check()
}

// openNetwork reads a network by its name, or from a file.
func openNetwork(folder, name string) (network.Network, error) {
	content, err := network.Read(folder, name)
	if errors.As(err, new(network.ErrNone)) {
		if file, wrong := files.ReadModel(name); wrong == nil {
			content, err = file, nil
		} else if !errors.Is(wrong, os.ErrNotExist) {
			err = wrong
		}
	}
	if err != nil {
		return network.Network{}, err
	}
	n, err := network.Decode(content)
	if err != nil {
		return n, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// Run compares the networks.
func (c networkCompareCmd) Run(s *session) error {
	contest, err := c.contest(s)
	if err != nil {
		return err
	}
	bar := c.bar()
	pairs := len(c.Networks) * (len(c.Networks) - 1) / 2
	told := progress.Func(bar.Show).Count("games", pairs*c.Count)
	found, err := contest.Run(s.ctx, func(f network.Comparison) {
		games := 0
		for _, m := range f.Matches {
			games += m.Games
		}
		told(games)
	})
	bar.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{errors.New("stopped before the networks were compared")}
	case err != nil:
		return failure{err}
	case c.JSON:
		return s.printJSON(found)
	}
	showComparison(s, found)
	return nil
}

// showComparison prints what was measured of each network, and of every two.
func showComparison(s *session, c network.Comparison) {
	rows := [][]string{{"network", "kind", "parameters", "positions/s", "alone against the solver", "error"}}
	for _, n := range c.Networks {
		accuracy, wrong := "-", "-"
		if n.Truth != nil {
			accuracy = fmt.Sprintf("%.1f%% of %d (%.1f%% to %.1f%%)", 100*n.Accuracy.Estimate, n.Truth.Positions, 100*n.Accuracy.Low, 100*n.Accuracy.High)
			wrong = fmt.Sprintf("%.3f", n.Truth.Error)
		}
		rows = append(rows, []string{n.Name, string(n.Kind), strconv.Itoa(n.Parameters), fmt.Sprintf("%.0f", n.Speed), accuracy, wrong})
	}
	table.Style{Text: []int{1, 4}}.Write(s.stdout, rows)
	if c.Unsolved != "" {
		fmt.Fprintf(s.stdout, "nobody knows the truth: %s\n", strings.TrimSuffix(c.Unsolved, "."))
	}
	if len(c.Matches) == 0 {
		return
	}
	fmt.Fprintln(s.stdout)
	rows = [][]string{{"match", "games", "won", "drawn", "lost", "score", "95 % interval"}}
	for _, m := range c.Matches {
		score, interval := "-", "-"
		if m.Score != nil {
			score, interval = fmt.Sprintf("%.1f%%", 100*m.Score.Estimate), fmt.Sprintf("%.1f%% to %.1f%%", 100*m.Score.Low, 100*m.Score.High)
		}
		rows = append(rows, []string{m.First + " – " + m.Second, strconv.Itoa(m.Games), strconv.Itoa(m.Wins), strconv.Itoa(m.Draws), strconv.Itoa(m.Losses), score, interval})
	}
	table.Style{Text: []int{6}}.Write(s.stdout, rows)
}
