package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/table"
	"gambito/theory/extensive"
	"gambito/theory/strategist"
)

// What looking at a whole game may cost if nobody asks for it: the positions of the tree,
// and the time in which both agents say what they do.
const (
	momentNodes = 500_000
	moment      = time.Second
)

// exactFlag says whether agents are judged without playing, too.
type exactFlag struct {
	Exploitability string `enum:"auto,on,off" default:"auto" help:"Whether to tell what the agents give away and win from each other exactly, in games with secrets: auto, where it takes about a second at most, on or off (default: ${default})."`
}

// exact judges the agents of a match; nil where there is nothing to judge. With on it is an
// error if somebody cannot be judged.
func (c matchCmd) exact(s *session, m arena.Match) (*api.MatchExact, error) {
	forced := c.Exploitability == "on"
	if c.Exploitability == "off" || !forced && !game.OfSecrets(m.Game) {
		return nil, nil
	}
	most := momentNodes
	if forced {
		most = extensive.MaxNodes
	}
	tree, err := extensive.Within(m.Game, most)
	switch {
	case err != nil && forced:
		return nil, fmt.Errorf("--exploitability on: %w", err)
	case err != nil:
		why, _, _ := strings.Cut(err.Error(), ": ")
		return &api.MatchExact{Why: why}, nil
	}
	ctx, bar := s.ctx, c.bar()
	if !forced {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, moment)
		defer cancel()
	}
	var strategies [2]extensive.Strategy
	var why [2]string
	for i, spec := range m.Agents {
		strategies[i], err = strategist.Asked(ctx, tree, spec, m.Seed, bar.Show)
		bar.Clear()
		switch {
		case s.ctx.Err() != nil:
			return nil, failure{fmt.Errorf("stopped while %s was asked", spec)}
		case errors.Is(err, context.DeadlineExceeded):
			why[i] = fmt.Sprintf("asking it at %d information sets takes more than a second: --exploitability on waits for it", len(tree.Sets))
		case err != nil && forced:
			return nil, fmt.Errorf("--exploitability on: %w", err)
		case err != nil:
			why[i] = strings.TrimPrefix(err.Error(), fmt.Sprintf("agent %q: ", spec))
		}
	}
	return api.NewMatchExact(tree, strategies, why), nil
}

// showExact says what is known without playing.
func showExact(s *session, r api.Match) {
	e, unit := r.Exact, ""
	if e == nil {
		return
	}
	if r.Unit != "" {
		unit = " " + r.Unit
	}
	var told []string
	if e.Why != "" {
		told = append(told, "not told, because "+e.Why)
	}
	for i, a := range e.Agents {
		if a.Exploitability == nil {
			told = append(told, fmt.Sprintf("of %d not told: %s", i+1, a.Why))
			continue
		}
		told = append(told, fmt.Sprintf("%d gives away %.4f%s a game to a best reply", i+1, *a.Exploitability, unit))
	}
	fmt.Fprintln(s.stdout)
	table.Paragraph(s.stdout, "", "exploitability: "+strings.Join(told, "; "))
	if e.PerGame != nil {
		table.Paragraph(s.stdout, "", fmt.Sprintf("exactly, 1 wins %+.4f%s a game from 2: %+.4f as first player, %+.4f as second", rounded(*e.PerGame), unit, rounded(e.Wins[0]), rounded(e.Wins[1])))
	}
}

// rounded has four decimals, and 0 no sign of its own.
func rounded(x float64) float64 { return math.Round(x*1e4)/1e4 + 0 }
