package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gambito/api"
	"gambito/files"
	"gambito/game"
	"gambito/progress"
	"gambito/table"
	"gambito/theory/extensive"
	"gambito/theory/induction"
)

// inducedPositions is how many positions are kept of games solved by backward induction.
const inducedPositions = 20_000_000

// Games of more moves than the one have more positions than that; rules that set no bound, as
// those of rulesheets, give the other.
const (
	longestInduced = 24
	endless        = 4000
)

// onlyEquilibrium refuses what has no meaning where there is no single best move.
func (c solveCmd) onlyEquilibrium() error {
	if c.File != "" || c.Book != "" || c.NoBook || c.Threads > 1 {
		return fmt.Errorf("%s is solved for equilibria: --file, --book, --no-book and --threads are for games without secrets whose players move in turn", c.Game)
	}
	return nil
}

// secrets solves a game in which players do not see everything, from its start.
func (c solveCmd) secrets(s *session, g game.Game) error {
	if err := c.onlyEquilibrium(); err != nil {
		return err
	}
	if c.Moves != "" || c.Position != "" {
		return fmt.Errorf("%s is solved as a whole: what is best later depends on what players believe by then", c.Game)
	}
	tree, err := extensive.New(g)
	if err != nil {
		return err
	}
	begin := time.Now()
	bar := c.bar()
	bar.Begin(progress.Step{What: "pivots"})
	q, err := tree.Equilibrium(s.ctx, func(pivots int) { bar.Show(progress.Step{What: "pivots", Done: pivots}) })
	bar.Clear()
	if s.ctx.Err() != nil {
		return failure{fmt.Errorf("solve stopped after %.1f s: the game is not solved", time.Since(begin).Seconds())}
	}
	if err != nil {
		return failure{err}
	}
	if c.Out != "" {
		data, err := tree.Encode(q.Floats())
		if err == nil {
			err = files.ReplaceSealed(c.Out, data)
		}
		if err != nil {
			return failure{fmt.Errorf("--out: %w", err)}
		}
	}
	return c.showEquilibrium(s, api.NewEquilibrium(tree, q, time.Since(begin)))
}

// atOnce solves a position in which players move at once, or of a game of general sum.
func (c solveCmd) atOnce(s *session, at chosen) error {
	if err := c.onlyEquilibrium(); err != nil {
		return err
	}
	if info := at.game.Info(); !c.Force && info.MaxPlies > longestInduced && info.MaxPlies < endless {
		return fmt.Errorf("a game of %s may take %d moves: it has more positions than anybody waits for; with --force it is tried nevertheless", info.ID, info.MaxPlies)
	}
	bar := c.bar()
	bar.Begin(progress.Step{What: "positions"})
	solver, err := induction.New(at.game, inducedPositions, bar.Show)
	if err != nil {
		return err
	}
	begin := time.Now()
	r, err := solver.Solve(s.ctx, at.state)
	bar.Clear()
	if s.ctx.Err() != nil {
		return failure{fmt.Errorf("solve stopped after %.1f s and %d positions: the position is not solved", time.Since(begin).Seconds(), solver.Nodes())}
	}
	if err != nil {
		return failure{fmt.Errorf("%s: %w", at.game.Info().ID, err)}
	}
	return c.showEquilibrium(s, api.NewInduction(at.game, at.state, solver, r, time.Since(begin)))
}

// byInduction reports whether positions of a game are solved by atOnce.
func byInduction(g game.Game) bool {
	_, joint := g.New().(game.Simultaneous)
	return g.Info().Players() == 2 && (joint || g.Info().GeneralSum && !game.OfChance(g))
}

// mostSets is how many information sets are listed; all are in JSON.
const mostSets = 60

// showEquilibrium prints a solution.
func (c solveCmd) showEquilibrium(s *session, e api.Equilibrium) error {
	if c.JSON {
		return s.printJSON(e)
	}
	fmt.Fprintf(s.stdout, "value %s (%.6f) for the first player", e.Worth[0], e.Numbers[0])
	if e.Numbers[0] != -e.Numbers[1] {
		fmt.Fprintf(s.stdout, ", %s (%.6f) for the second", e.Worth[1], e.Numbers[1])
	}
	fmt.Fprintf(s.stdout, "\n\n")
	var rows [][]string
	for _, m := range e.Strategies[:min(len(e.Strategies), mostSets)] {
		var parts []string
		for i, p := range m.Probabilities {
			if p != "0" {
				parts = append(parts, m.Moves[i]+" "+brief(p, m.Numbers[i]))
			}
		}
		row := []string{m.Role}
		if e.Sets > 0 {
			row = append(row, m.Sees)
		}
		rows = append(rows, append(row, strings.Join(parts, ", ")))
	}
	table.Style{Text: []int{1, 2}}.Write(s.stdout, rows)
	if more := len(e.Strategies) - mostSets; more > 0 {
		fmt.Fprintf(s.stdout, "and %d more, which --json has\n", more)
	}
	if !c.Quiet {
		what := fmt.Sprintf("%d positions", e.Positions)
		if e.Sets > 0 {
			what += fmt.Sprintf(", %d information sets, %d subgames", e.Sets, e.Subgames)
		}
		fmt.Fprintf(os.Stderr, "by %s, %s, %.3f s\n", e.Method, what, e.Ms/1000)
	}
	return nil
}

// brief is a fraction, or a number if that is much shorter.
func brief(fraction string, number float64) string {
	if len(fraction) > 12 {
		return fmt.Sprintf("%.6f", number)
	}
	return fraction
}

// errOut says where --out belongs.
var errOut = errors.New("--out keeps the strategy of a game with secrets, such as kuhn; no other is a file")
