package agents

import (
	"context"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/pubeval"
	"gambito/spec"
)

var pubevalEntry = agent.Entry{
	Schema: spec.Schema{ID: "pubeval", Name: "Pubeval", About: "Backgammon by Tesauro's public linear evaluation of 1993: the turn with the highest score, of equal ones the first."},
	Make: agent.Maker{New: func(o agent.Order) (agent.Agent, error) {
		return &pubevalAgent{}, onlyBackgammon(o.Game)
	}},
}

type pubevalAgent struct {
	moves  []game.Move
	scores []float64 // in their order
}

// NewGame implements Agent.
func (a *pubevalAgent) NewGame(game.Player, uint64) {}

// Choose implements Agent.
func (a *pubevalAgent) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	a.moves = s.Moves(a.moves[:0])
	return pubeval.Best(s.(*backgammon.State).Board(), s.Turn(), a.moves), agent.Info{}, nil
}

// Rank implements Ranker.
func (a *pubevalAgent) Rank(s game.State, buf []game.Move) []game.Move {
	a.moves, a.scores = s.Moves(a.moves[:0]), a.scores[:0]
	board, player := s.(*backgammon.State).Board(), s.Turn()
	race := board.Race()
	for _, m := range a.moves {
		after := *board
		after.Play(player, m)
		a.scores = append(a.scores, pubeval.Score(&after, player, race))
	}
	return rankBy(buf, a.moves, a.scores)
}
