package agent

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gambito/files"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/rules"
	"gambito/spec"
)

var rulesEntry = Entry{
	Schema: spec.Schema{
		ID: "rules", Name: "Rules", About: "Backgammon by 16 rules of thumb, weighted; among equal turns any.",
		Options: []spec.Option{
			{Name: "weights", Type: spec.Text, Help: "16 numbers from 1 to 100 separated by slashes, the 4th from 0 to 36, the 9th from 3 to 15 (default: " + rules.Default.String() + ")"},
			{Name: "file", Type: spec.Text, Help: "a file with these numbers instead, separated by spaces or line ends"},
		},
	},
	Make: Maker{New: newRules},
}

func newRules(g game.Game, v spec.Values) (Agent, error) {
	if _, ok := g.(*backgammon.Game); !ok {
		return nil, fmt.Errorf("it plays backgammon, not %s", g.Info().ID)
	}
	vector := rules.Default
	var err error
	switch {
	case v.Has("weights") && v.Has("file"):
		return nil, errors.New("weights and file exclude each other")
	case v.Has("weights"):
		if vector, err = rules.Parse(v.Text("weights")); err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
	case v.Has("file"):
		name := v.Text("file")
		text, err := files.Read(name)
		if err != nil {
			return nil, err
		}
		if vector, err = rules.Parse(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	a := &rulesAgent{evaluator: vector.Evaluator()}
	a.r = rand.New(&a.source)
	return a, nil
}

type rulesAgent struct {
	evaluator   *rules.Evaluator
	source      rand.PCG
	r           *rand.Rand
	moves, best []game.Move
}

// NewGame implements Agent.
func (a *rulesAgent) NewGame(_ game.Player, seed uint64) { a.source.Seed(seed, 0) }

// Choose implements Agent.
func (a *rulesAgent) Choose(_ context.Context, s game.State, _ Limits) (game.Move, Info, error) {
	a.moves, a.best = s.Moves(a.moves[:0]), a.best[:0]
	if len(a.moves) == 1 {
		return a.moves[0], Info{}, nil
	}
	board, player := s.(*backgammon.State).Board(), s.Turn()
	scorer := a.evaluator.Scorer(board, player)
	highest := 0
	for _, m := range a.moves {
		after := *board
		after.Play(player, m)
		score := scorer.Score(&after)
		if len(a.best) == 0 || score > highest {
			highest, a.best = score, a.best[:0]
		}
		if score == highest {
			a.best = append(a.best, m)
		}
	}
	return a.best[a.r.IntN(len(a.best))], Info{}, nil
}
