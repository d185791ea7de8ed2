package agents

import (
	"cmp"
	"slices"

	"gambito/game"
)

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
