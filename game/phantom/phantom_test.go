package phantom_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/darkhex"
	"gambito/games/phantomtictactoe"
)

// TestRedealByBayes compares drawn worlds with all that fit, by Bayes' rule: the other
// player tries cells at random, and how often it has come to a world is what worlds are
// drawn by.
func TestRedealByBayes(t *testing.T) {
	three, err := phantomtictactoe.New(3)
	if err != nil {
		t.Fatal(err)
	}
	hex, err := darkhex.New(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		game     game.Game
		position string
	}{
		{three, "b2 b2 a1 a1 c3"},          // both have met a stone
		{three, "b2 a1 a1 c1 c3"},          // cross knows one stone
		{three, "b2 a1 c1 b2 a3 a1 a3 b3"}, // two were met at different times
		{three, "a1 b2 b1 c1 c1"},          // who has a line would have won
		{hex, "a1 b1 b1 c1 c1 c2"},
	} {
		s, err := c.game.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		player := s.Turn()
		want := map[string]float64{}
		sum := worlds(c.game, s.(game.Veiled), player, want)
		const draws = 20_000
		got, r := map[string]float64{}, rand.New(rand.NewPCG(1, 2))
		world := s.Clone().(game.Veiled)
		for range draws {
			world.CopyFrom(s)
			world.Redeal(player, r)
			got[c.game.FormatPosition(world)]++
		}
		chi := 0.0
		for text, weight := range want {
			expected := draws * weight / sum
			chi += (got[text] - expected) * (got[text] - expected) / expected
			delete(got, text)
		}
		if n := float64(len(want) - 1); len(want) < 2 || len(got) > 0 || chi > n+5*math.Sqrt(2*n)+5 {
			t.Errorf("%s: chi square is %.0f for %d worlds, and %d others were drawn", c.position, chi, len(want), len(got))
		}
	}
}

// worlds finds all that fit what p has seen in s, with how likely the other's tries are.
func worlds(g game.Game, s game.Veiled, p game.Player, found map[string]float64) (sum float64) {
	target := string(s.Sees(p, nil))
	var walk func(at game.Veiled, weight float64)
	walk = func(at game.Veiled, weight float64) {
		sees := string(at.Sees(p, nil))
		if len(sees) > len(target) || sees != target[:len(sees)] || at.Turn() == game.Over {
			return
		}
		if sees == target && at.Turn() == p {
			found[g.FormatPosition(at)] += weight
			sum += weight
			return
		}
		moves := at.Moves(nil)
		for _, m := range moves {
			next := at.Clone().(game.Veiled)
			next.Play(m)
			if at.Turn() == p {
				walk(next, weight)
			} else {
				walk(next, weight/float64(len(moves)))
			}
		}
	}
	walk(g.New().(game.Veiled), 1)
	return sum
}
