package tree

import (
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

func shaped(t testing.TB, change func(*Shape)) *Game {
	s := Usual
	if change != nil {
		change(&s)
	}
	g, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var usual = gametest.Facts{
	Perft:    []uint64{1, 4, 16, 64, 256, 1024},
	BadMoves: []string{"0", "5", "01", "+1", "a"}, BadPositions: []string{"5", "1.", "1.2.0", "root.1", "1.1.1.1.1.1.1.1.1"},
	NoTranspositions: true,
}

func TestConformance(t *testing.T) {
	for _, c := range []struct {
		change func(*Shape)
		facts  gametest.Facts
	}{
		{nil, usual},
		{func(s *Shape) { s.Law, s.Branching, s.Depth = Independent, 2, 6 }, gametest.Facts{Perft: []uint64{1, 2, 4, 8, 16, 32, 64}, NoTranspositions: true}},
		{func(s *Shape) { s.Law, s.Branching, s.Depth = Prefix, 3, 7 }, gametest.Facts{Perft: []uint64{1, 3, 9, 27}, NoTranspositions: true}},
		{func(s *Shape) { s.Spread, s.Ends, s.Traps = 2, 0.1, 0.2 }, gametest.Facts{Perft: []uint64{1, 2, 7}, NoTranspositions: true}},
	} {
		g := shaped(t, c.change)
		t.Run(g.Info().ID, func(t *testing.T) { gametest.Run(t, g, c.facts) })
	}
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, shaped(f, nil), usual) }

// minimax is the value by its definition.
func minimax(s *State) float64 {
	if s.Turn() == game.Over {
		return s.Score(game.Player(s.depth % 2))
	}
	best := -1.0
	for _, m := range s.Moves(nil) {
		next := *s
		next.Play(m)
		best = max(best, -minimax(&next))
	}
	return best
}

// TestTrue: what is known of values beforehand, and what alpha-beta finds, is what
// minimax finds, in the start position and after every move.
func TestTrue(t *testing.T) {
	wins := map[Law]int{}
	for seed := range 60 {
		for _, law := range []Law{Independent, Incremental, Prefix} {
			g := shaped(t, func(s *Shape) {
				s.Law, s.Branching, s.Depth, s.Seed, s.Spread = law, 3, 5, seed, 1
				if law != Prefix {
					s.Traps = 0.1
				}
				s.Ends = 0.05
			})
			root := g.New().(*State)
			states := []*State{root}
			for _, m := range root.Moves(nil) {
				next := *root
				next.Play(m)
				states = append(states, &next)
			}
			for _, s := range states {
				want := minimax(s)
				if got, ok := s.True(); !ok || got != want {
					t.Errorf("%s at %s is worth %v, not %v", g.id, g.FormatPosition(s), got, want)
				}
			}
			if minimax(root) > 0 {
				wins[law]++
			}
		}
	}
	for law, n := range wins {
		if n == 0 || n == 60 {
			t.Errorf("%s: the first player wins %d of 60 trees", law, n)
		}
	}
}

// TestTrap: who may win at once does.
func TestTrap(t *testing.T) {
	g := shaped(t, func(s *Shape) { s.Traps = 1 })
	s := g.New()
	s.Play(0)
	if v, ok := s.(*State).True(); !ok || v != 1 {
		t.Errorf("a trap is worth %v", v)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, change := range []func(*Shape){
		func(s *Shape) { s.Branching = 1 }, func(s *Shape) { s.Branching = 201 }, func(s *Shape) { s.Spread = 4 },
		func(s *Shape) { s.Depth = 61 }, func(s *Shape) { s.Law = "none" }, func(s *Shape) { s.Ends = 2 }, func(s *Shape) { s.Seed = -1 },
		func(s *Shape) { s.Law, s.Traps = Prefix, 0.5 },
	} {
		s := Usual
		change(&s)
		if _, err := New(s); err == nil {
			t.Errorf("%+v is a tree", s)
		}
	}
}
