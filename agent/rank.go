package agent

import (
	"context"
	"errors"

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
		analysis, err := a.Analyze(ctx, s, Question{})
		for _, line := range analysis.Lines {
			buf = append(buf, line.Move)
		}
		return buf, err
	}
	return buf, errors.New("it does not tell what it thinks of moves but the one it chooses")
}
