package minimax

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games"
)

// forced tells by trying everything whether a player can win within so many plies.
func forced(s game.State, p game.Player, plies int) bool {
	switch {
	case s.Turn() == game.Over:
		return s.Score(p) == 1
	case plies == 0:
		return false
	}
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		if forced(next, p, plies-1) == (s.Turn() == p) {
			return s.Turn() == p
		}
	}
	return s.Turn() != p
}

// TestPlies compares how far away wins and losses are with the least number of plies
// in which they can be forced, and what no proof was found of with none.
func TestPlies(t *testing.T) {
	for _, c := range []struct {
		game         string
		skip, depth  int
		wins, losses int // that must be seen at least
	}{
		{"tictactoe", 2, 6, 300, 500}, {"connect4:4x4", 8, 6, 30, 5}, {"connect4:5x4", 8, 5, 40, 50},
		{"breakthrough:4x4", 6, 5, 300, 900}, {"knight-fight", 30, 3, 0, 400},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(14, 14))
		wins, losses := 0, 0
		for i := range 12 {
			s := positionAfter(g, r, c.skip+r.IntN(3))
			for _, a := range Algorithms {
				search, err := New(g, Params{Algorithm: a.Search, Depth: c.depth, Deepen: true, Evaluate: noise, Order: i%2 == 0, TableBits: i % 3 * 8})
				if err != nil {
					t.Fatal(err)
				}
				if a.Name == "bstar" {
					search.Limit(3, 0, 0)
				}
				for _, lines := range []int{1, 2, 100} {
					found, err := search.RunLines(context.Background(), s, lines, nil)
					if err != nil {
						t.Fatal(err)
					}
					if run, err := search.Run(context.Background(), s); lines == 1 && (err != nil || run.Plies != found.Plies) {
						t.Errorf("%s on %s %s: %d plies, with a line %d, %v", a.Name, c.game, g.FormatPosition(s), run.Plies, found.Plies, err)
					}
					known := lines == 100 && !slices.Contains(knowsBounds, a.Name)
					w, l, err := rightPlies(s, found, known)
					if err != nil {
						t.Errorf("%s on %s %s, %d lines: %v", a.Name, c.game, g.FormatPosition(s), lines, err)
					}
					wins, losses = wins+w, losses+l
				}
			}
		}
		if wins < c.wins || losses < c.losses {
			t.Errorf("%s: only %d wins and %d losses were seen", c.game, wins, losses)
		}
	}
}

// rightPlies checks the distances of all lines and counts them; if known, all there
// are must be told.
func rightPlies(s game.State, r Result, known bool) (wins, losses int, err error) {
	if r.Plies != r.Lines[0].Plies && (known || r.Plies != 0) {
		return 0, 0, fmt.Errorf("%d plies, but %d in the first line", r.Plies, r.Lines[0].Plies)
	}
	winner := s.Turn()
	if r.Value < 0 {
		winner ^= 1
	}
	if r.Plies > 0 && (!forced(s, winner, r.Plies) || forced(s, winner, r.Plies-1)) {
		return 0, 0, fmt.Errorf("not in so many plies: %+v", r)
	}
	for _, l := range r.Lines {
		next := s.Clone()
		next.Play(l.Move)
		winner = s.Turn()
		switch {
		case l.Value >= Win && l.Bound == Exactly:
			wins++
		case l.Value <= -Win && l.Bound == Exactly:
			winner ^= 1
			losses++
		case l.Plies != 0:
			return 0, 0, fmt.Errorf("nothing is proved: %+v", l)
		default:
			continue
		}
		if l.Plies == 0 && known {
			return 0, 0, fmt.Errorf("not told in how many plies: %+v", l)
		}
		if l.Plies > 0 && (!forced(next, winner, l.Plies-1) || l.Plies > 1 && forced(next, winner, l.Plies-2)) {
			return 0, 0, fmt.Errorf("not in so many plies: %+v", l)
		}
	}
	return wins, losses, nil
}

// positionAfter plays so many random moves without ending the game.
func positionAfter(g game.Game, r *rand.Rand, plies int) game.State {
	for {
		s := g.New()
		for range plies {
			if m, ok := game.RandomMove(s, r, nil); ok {
				s.Play(m)
			}
		}
		if s.Turn() != game.Over {
			return s
		}
	}
}

// TestPliesUnknown: one search to the last depth, or one whose leaves see further,
// does not know how far away a win is.
func TestPliesUnknown(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "4433"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p     Params
		plies int
	}{
		{Params{Algorithm: PVS, Depth: 5, Deepen: true}, 3},
		{Params{Algorithm: PVS, Depth: 5}, 0},
		{Params{Algorithm: PVS, Depth: 5, Deepen: true, Quiesce: true}, 0},
		{Params{Pruning: Star1, Depth: 5, Deepen: true}, 3},
	} {
		search, err := New(g, c.p)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := search.RunLines(context.Background(), s, 3, nil); err != nil || r.Value != Win || r.Plies != c.plies {
			t.Errorf("%+v: value %g in %d plies, not %d, %v", c.p, r.Value, r.Plies, c.plies, err)
		}
	}
}
