package agent

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"gambito/game"
)

// Ranker is an Agent that can put the moves of a position in order.
type Ranker interface {
	Agent

	// Rank appends the legal moves of s, the best first; of equal ones the
	// lower comes first.
	Rank(s game.State, buf []game.Move) []game.Move
}

// Rank appends the moves of s to buf in the order in which an agent, who must be
// a Ranker or an Analyst, prefers them. An analyst may leave out moves.
func Rank(ctx context.Context, a Agent, s game.State, buf []game.Move) ([]game.Move, error) {
	switch a := a.(type) {
	case Ranker:
		return a.Rank(s, buf), nil
	case Analyst:
		_, analysis, err := a.Analyze(ctx, s, Limits{})
		for _, m := range analysis.Moves {
			buf = append(buf, m.Move)
		}
		return buf, err
	}
	return buf, errors.New("it does not tell what it thinks of moves but the one it chooses")
}

// rankBy appends moves in descending order of their scores.
func rankBy[T cmp.Ordered](buf, moves []game.Move, scores []T) []game.Move {
	type scored struct {
		move  game.Move
		score T
	}
	all := make([]scored, len(moves))
	for i, m := range moves {
		all[i] = scored{m, scores[i]}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for _, one := range all {
		buf = append(buf, one.move)
	}
	return buf
}
