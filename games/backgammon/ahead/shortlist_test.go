package ahead_test

import (
	"cmp"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/pubeval"
)

func TestShortlist(t *testing.T) {
	for _, width := range []int{0, 1, 3, 8} {
		list := ahead.NewShortlist(width, pubeval.Score)
		for _, s := range positions(100) {
			turns := s.Moves(nil)
			want := slices.Clone(turns)
			if width > 0 && len(turns) > width {
				score := func(m game.Move) float64 {
					after := *s.Board()
					after.Play(s.Side(), m)
					return pubeval.Score(&after, s.Side(), s.Board().Race())
				}
				slices.SortStableFunc(want, func(a, b game.Move) int { return cmp.Compare(score(b), score(a)) })
				want = want[:width]
			}
			if got := list.Choose(s.Board(), s.Side(), turns); !slices.Equal(got, want) {
				t.Fatalf("%d of %d turns: %v, not %v", width, len(turns), got, want)
			}
		}
	}
}
