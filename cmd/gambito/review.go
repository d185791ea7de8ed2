package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"gambito/api"
	"gambito/arena"
	"gambito/files"
	"gambito/gamefile"
	"gambito/review"
	"gambito/review/page"
	"gambito/terminal"
	"gambito/words"
)

type reviewCmd struct {
	File       string    `arg:"" name:"file" complete:"gamefile" help:"File of a game (.json, .mat, .ggf, .txt, .wtb; #3 behind it chooses the third game), or a game that is kept, such as othello-3 or last."`
	Agent      string    `help:"Agent spec of who judges (default: ${judge})."`
	Inaccuracy *float64  `placeholder:"N" help:"Loss that is an inaccuracy, in percent of the points (default: 5), in backgammon in points of equity (default: 0.03)."`
	Mistake    *float64  `placeholder:"N" help:"Loss that is a mistake (default: 10, in backgammon 0.06)."`
	Blunder    *float64  `placeholder:"N" help:"Loss that is a blunder (default: 20, in backgammon 0.12)."`
	Discs      []float64 `placeholder:"N,N,N" help:"Othello: the same three in discs, where the end is exact (default: 2,4,8)."`
	All        bool      `help:"List all moves, not only those that lost something."`
	SVG        string    `name:"svg" type:"output" placeholder:"FILE" help:"Draw the course of the game into this SVG file."`
	HTML       string    `name:"html" type:"output" placeholder:"FILE" help:"Write a page to step through the game with a browser; it needs no other file."`
	langFlag
	dataFlag
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (reviewCmd) Help() string {
	return `Tells of every move of a game, finished or broken off, what it has cost, in the
game's own unit, what was best, and how good it was: best, good, an inaccuracy (?!),
a mistake (?) or a blunder (??). Accuracy is the mean over a player's decisions of
103.17·exp(−0.0435·loss) − 3.17, where the loss is in percent of the points: 100 if
nothing was lost, 80 at 5 %, 40 at 20 %. Forced moves and given openings count
nowhere.

Of backgammon it tells error rates, thousandths of a point lost a decision, and luck:
what rolls were worth beside the mean of all. docs/review.md tells how all that is
found.

Examples:

  gambito review last
  gambito review game.json --all
  gambito review game.ggf --html game.html
  gambito review match.mat --agent td:plies=2
  gambito review games.jsonl#3 --agent alphazero:sims=5000 --blunder 25`
}

// Validate is called by the command-line parser.
func (c reviewCmd) Validate() error { return cmp.Or(c.jobsFlag.Validate(), c.langFlag.Validate()) }

// thresholds are the defaults, but for what was given.
func (c reviewCmd) thresholds(g review.Game) (review.Thresholds, error) {
	t := review.Defaults
	steps := t.StepsFor(g.Rules)
	for _, given := range []struct{ from, to *float64 }{{c.Inaccuracy, &steps.Inaccuracy}, {c.Mistake, &steps.Mistake}, {c.Blunder, &steps.Blunder}} {
		if given.from != nil {
			*given.to = *given.from
		}
	}
	if err := steps.Check(); err != nil {
		return t, fmt.Errorf("--inaccuracy, --mistake, --blunder: %w", err)
	}
	if c.Discs == nil {
		return t, nil
	}
	if len(c.Discs) != 3 {
		return t, fmt.Errorf("--discs: it needs three numbers, as 2,4,8, not %d", len(c.Discs))
	}
	t.Discs = review.Steps{Inaccuracy: c.Discs[0], Mistake: c.Discs[1], Blunder: c.Discs[2]}
	if err := t.Discs.Check(); err != nil {
		return t, fmt.Errorf("--discs: %w", err)
	}
	return t, nil
}

// Run reviews a game.
func (c reviewCmd) Run(s *session) error {
	folder, err := c.keptGames()
	if err != nil {
		return err
	}
	found, _, err := folder.FindOne(c.File)
	if err != nil {
		return err
	}
	g := toReview(found)
	noteFallback(g.Rules)
	limits, err := c.thresholds(g)
	if err != nil {
		return err
	}
	bar := c.bar()
	r, err := review.Run(s.ctx, g, review.Settings{
		Agents: s.agents, Judge: c.Agent, Thresholds: limits, Seed: c.Seed, Jobs: c.Jobs, Tell: bar.Show,
	})
	bar.Clear()
	if r == nil {
		return c.refused(s, err)
	}
	w, _ := c.words() // it was read before
	if err := errors.Join(c.write(w, r), c.show(s, w, r)); err != nil {
		return err
	}
	if err != nil {
		return failure{fmt.Errorf("review stopped: %w", err)}
	}
	return nil
}

// toReview is a game of a file.
func toReview(g gamefile.Game) review.Game {
	return review.Game{Rules: g.Game, Start: g.Start, Moves: g.Moves, Names: g.Players(), Opening: g.Record.Opening, Record: g.Record}
}

// reviewRecord shows a review of a game at the table: as far as it came, if it is
// stopped.
func (s *session) reviewRecord(ctx context.Context, record arena.Record, screen *terminal.Screen) error {
	rules, err := parseGame(ctx, record.Game)
	if err != nil {
		return err
	}
	g, err := gamefile.From(rules, record)
	if err != nil {
		return err
	}
	bar := terminal.NewProgress(os.Stderr)
	r, err := review.Run(ctx, toReview(g), review.Settings{Agents: s.agents, Seed: 1, Jobs: runtime.NumCPU(), Tell: bar.Show})
	bar.Clear()
	if r != nil && len(r.Verdicts) > 0 {
		screen.Review(r, false)
		return nil
	}
	return err
}

// refused tells bad input from work that failed.
func (c reviewCmd) refused(s *session, err error) error {
	if s.ctx.Err() != nil {
		return failure{fmt.Errorf("review stopped: %w", err)}
	}
	return fmt.Errorf("%s: %w", c.File, err)
}

// write writes the files that were asked for, and says so.
func (c reviewCmd) write(w words.Words, r *review.Review) error {
	for _, file := range []struct {
		name string
		make func() ([]byte, error)
	}{
		{c.SVG, func() ([]byte, error) {
			var out bytes.Buffer
			err := r.Chart(w).SVG(&out)
			return out.Bytes(), err
		}},
		{c.HTML, func() ([]byte, error) { return page.Write(w, r) }},
	} {
		if file.name == "" {
			continue
		}
		content, err := file.make()
		if err == nil {
			err = files.Replace(file.name, content)
		}
		if err != nil {
			return failure{err}
		}
		if !c.Quiet {
			fmt.Fprintf(os.Stderr, "gambito: %s\n", w.Say("written to %s", file.name))
		}
	}
	return nil
}

// show prints the review.
func (c reviewCmd) show(s *session, w words.Words, r *review.Review) error {
	if c.JSON {
		return s.printJSON(api.NewReview(w, c.File, r))
	}
	s.stdout.Words = w
	s.stdout.Review(r, c.All)
	return nil
}
