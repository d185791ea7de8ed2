package ismcts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games/kuhn"
	"gambito/games/leduc"
)

func position(t *testing.T, g game.Game, text string) game.Veiled {
	t.Helper()
	s, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(game.Veiled)
}

// TestObvious: nobody calls a bet with the lowest card or folds the highest, by any
// search.
func TestObvious(t *testing.T) {
	g := kuhn.New()
	for text, want := range map[string]int{"Q J bet": 0, "Q K bet": 1, "J Q pass bet": 0, "K J pass bet": 1} {
		s := position(t, g, text)
		p := s.Turn()
		for name, shares := range map[string][]float64{
			"multiple":     Search(t.Context(), g, s, p, Options{Simulations: 2000, Explore: 0.7}, rand.New(rand.NewPCG(1, 1))).Shares,
			"single":       Search(t.Context(), g, s, p, Options{Simulations: 2000, Explore: 0.7, Single: true}, rand.New(rand.NewPCG(1, 1))).Shares,
			"searched":     Determinised(t.Context(), g, s, p, Determinisation{Worlds: 50, Simulations: 100, Explore: 0.7}, rand.New(rand.NewPCG(1, 1))).Shares,
			"determinised": Determinised(t.Context(), g, s, p, Determinisation{Worlds: 50, Nodes: 1000}, rand.New(rand.NewPCG(1, 1))).Shares,
		} {
			if shares[want] < 0.9 {
				t.Errorf("%s, %s: %v", text, name, shares)
			}
		}
	}
}

// TestNoLeak: what a player cannot see changes nothing, to the bit.
func TestNoLeak(t *testing.T) {
	g := leduc.New()
	for _, pair := range [][2]string{{"J Q raise call Q", "J K raise call Q"}, {"Q J call raise", "Q K call raise"}} {
		a, b := position(t, g, pair[0]), position(t, g, pair[1])
		for _, single := range []bool{true, false} {
			o := Options{Simulations: 300, Explore: 0.7, Single: single}
			one := Search(t.Context(), g, a, 0, o, rand.New(rand.NewPCG(2, 2))).Shares
			two := Search(t.Context(), g, b, 0, o, rand.New(rand.NewPCG(2, 2))).Shares
			if !slices.Equal(one, two) {
				t.Errorf("%v: %v and %v", pair, one, two)
			}
		}
		one, two := Determinised(t.Context(), g, a, 0, Determinisation{Worlds: 20, Nodes: 1000}, rand.New(rand.NewPCG(2, 2))).Shares, Determinised(t.Context(), g, b, 0, Determinisation{Worlds: 20, Nodes: 1000}, rand.New(rand.NewPCG(2, 2))).Shares
		if !slices.Equal(one, two) {
			t.Errorf("%v: determinised, %v and %v", pair, one, two)
		}
	}
}
