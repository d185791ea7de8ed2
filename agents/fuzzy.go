package agents

import (
	"context"
	"fmt"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/fuzzy"
	"gambito/spec"
)

var fuzzyEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "fuzzy", Name: "Fuzzy controller", About: "Backgammon by a fuzzy controller whose terms adapt to the roll, in the spirit of Fuzzeval, whose rules were never published.",
		Options: append(vectorOptions(fmt.Sprintf("%d numbers separated by slashes: weights of rules, middles of scales, how far these adapt (default: %s)", fuzzy.Size, fuzzy.Default)), bearoffOption),
	},
	Make: agent.Maker{Resolve: resolveFuzzy, New: newFuzzy},
}

func resolveFuzzy(g game.Game, v spec.Values) (spec.Values, error) {
	return resolveVector(g, v, fuzzy.Default, fuzzy.Parse)
}

func newFuzzy(o agent.Order) (agent.Agent, error) {
	vector, err := readVector(o, fuzzy.Parse)
	if err != nil {
		return nil, err
	}
	return &fuzzyAgent{controller: vector.Controller(), tables: bearoffOf(o)}, nil
}

type fuzzyAgent struct {
	controller *fuzzy.Controller
	tables     *bearoff.Tables // or nil
	moves      []game.Move
	scores     []float64 // in their order
}

// NewGame implements Agent.
func (a *fuzzyAgent) NewGame(game.Player, uint64) {}

// Choose implements Agent.
func (a *fuzzyAgent) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	a.score(s)
	best := 0
	for i, score := range a.scores {
		if score > a.scores[best] {
			best = i
		}
	}
	return a.moves[best], agent.Info{}, nil
}

// Rank implements Ranker.
func (a *fuzzyAgent) Rank(s game.State, buf []game.Move) []game.Move {
	a.score(s)
	return rankBy(buf, a.moves, a.scores)
}

// score finds the moves and their scores.
func (a *fuzzyAgent) score(s game.State) {
	a.moves = s.Moves(a.moves[:0])
	board, player := s.(*backgammon.State).Board(), s.Turn()
	var known bool
	if a.scores, known = bearoffScores(a.tables, board, player, a.moves, a.scores[:0]); !known {
		a.scores = a.controller.Scores(board, player, a.moves, a.scores)
	}
}
