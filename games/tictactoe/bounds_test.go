package tictactoe

import (
	"testing"

	"gambito/game"
)

// Bounds hold for the value of every position that can be reached, and tell draws
// before the board is full.
func TestBounds(t *testing.T) {
	g, err := New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	early, values := 0, map[uint64]float64{}
	var value func(s *state) float64
	value = func(s *state) float64 {
		if v, ok := values[s.Hash()]; ok {
			return v
		}
		v := -1.0
		if s.Turn() == game.Over {
			v = s.Score(game.Player(s.plies & 1))
		}
		for _, m := range s.Moves(nil) {
			after := s.Clone().(*state)
			after.Play(m)
			v = max(v, -value(after))
		}
		values[s.Hash()] = v
		low, high := s.Bounds()
		if v < low || v > high {
			t.Fatalf("%s: the value is %v, the bounds are %v and %v", g.FormatPosition(s), v, low, high)
		}
		if low == 0 && high == 0 && s.free() != 0 {
			early++
		}
		return v
	}
	value(g.New().(*state))
	if early == 0 {
		t.Error("no draw is told early")
	}
}
