package tree

import (
	"fmt"
	"math"
	"strings"
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
		{func(s *Shape) { s.BranchingLaw, s.Depth, s.DepthSpread = Geometric, 5, 2 }, gametest.Facts{Perft: []uint64{1, 3, 4, 20}, NoTranspositions: true}},
		{func(s *Shape) { s.Profile, s.Traps, s.TrapDepth = "3|2.5|4:0.1", 0.5, 3 }, gametest.Facts{Perft: []uint64{1, 3, 6, 24, 87}, NoTranspositions: true}},
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
// minimax finds, in the start position and after every move, whatever the shape.
func TestTrue(t *testing.T) {
	for name, change := range map[string]func(*Shape){
		"spread":          func(s *Shape) { s.Spread, s.Ends, s.Traps = 1, 0.05, 0.1 },
		"geometric":       func(s *Shape) { s.BranchingLaw, s.Ends, s.DepthSpread = Geometric, 0.05, 2 },
		"profile":         func(s *Shape) { s.Profile, s.Traps = "3|2.5|3.2:0.1|2:0.3|3", 0.1 },
		"tictactoe":       func(s *Shape) { s.Profile, s.ProfileFrom = "tictactoe", 4 },
		"traps somewhere": func(s *Shape) { s.Traps, s.TrapDepth, s.BranchingLaw = 0.5, 2, Geometric },
	} {
		t.Run(name, func(t *testing.T) { testTrue(t, change) })
	}
}

func testTrue(t *testing.T, change func(*Shape)) {
	wins := map[Law]int{}
	for seed := range 60 {
		for _, law := range []Law{Independent, Incremental, Prefix} {
			g := shaped(t, func(s *Shape) {
				s.Law, s.Branching, s.Depth, s.Seed = law, 3, 5, seed
				if change(s); law == Prefix {
					s.Traps, s.TrapDepth = 0, 0
				}
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

// TestLaws: numbers of moves and of ends are as often as the shape says, over many trees.
func TestLaws(t *testing.T) {
	for _, c := range []struct {
		change func(*Shape)
		moves  map[int]float64 // share of the roots that have so many
		mean   float64         // of the moves of roots
		ends   []float64       // share of the positions of a depth that are ends
	}{
		{func(s *Shape) { s.BranchingLaw = Geometric }, map[int]float64{1: 1. / 4, 2: 3. / 16, 3: 9. / 64}, 4, []float64{0, 0, 0}},
		{func(s *Shape) { s.Spread, s.Ends = 1, 0.2 }, map[int]float64{3: 1. / 3, 4: 1. / 3, 5: 1. / 3}, 4, []float64{0, 0.2, 0.2}},
		{func(s *Shape) { s.Depth, s.DepthSpread = 3, 2 }, map[int]float64{4: 1}, 4, []float64{0, 1. / 3, 1. / 2, 1}},
		{func(s *Shape) { s.Profile, s.ProfileFrom = "9|2.25:0.5|3:0.25|1:0.125", 1 }, map[int]float64{2: 0.75, 3: 0.25}, 2.25, []float64{0, 0.25, 0.125}},
	} {
		const trees = 20_000
		moves, sum := map[int]int{}, 0
		ends, seen := make([]int, len(c.ends)), make([]int, len(c.ends))
		for seed := range trees {
			s := shaped(t, func(s *Shape) { c.change(s); s.Seed = seed }).New().(*State)
			moves[s.moves]++
			sum += s.moves
			for depth := range c.ends {
				if seen[depth]++; s.Turn() == game.Over {
					ends[depth]++
					break
				}
				s.Play(game.Move(seed % s.moves))
			}
		}
		id := shaped(t, c.change).id
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 0.02*max(1, want) {
				t.Errorf("%s: %s %v, not %v", id, what, got, want)
			}
		}
		near("mean", float64(sum)/trees, c.mean)
		for n, want := range c.moves {
			near(fmt.Sprint(n, " moves"), float64(moves[n])/trees, want)
		}
		for depth, want := range c.ends {
			near(fmt.Sprint("ends at ", depth), float64(ends[depth])/float64(seen[depth]), want)
		}
	}
}

// TestLeaves: trees have as many ends on average as their shape says.
func TestLeaves(t *testing.T) {
	for _, change := range []func(*Shape){
		func(s *Shape) { s.Depth = 3 },
		func(s *Shape) { s.Depth, s.Ends, s.DepthSpread = 4, 0.1, 1 },
		func(s *Shape) { s.Profile, s.Depth = "3|2.5:0.5|4:0.1", 4 },
	} {
		var count func(s *State) int
		count = func(s *State) (n int) {
			if s.Turn() == game.Over {
				return 1
			}
			for _, m := range s.Moves(nil) {
				next := *s
				next.Play(m)
				n += count(&next)
			}
			return n
		}
		const trees = 2000
		sum := 0
		for seed := range trees {
			sum += count(shaped(t, func(s *Shape) { change(s); s.Seed = seed }).New().(*State))
		}
		g := shaped(t, change)
		if want, err := g.shape.Leaves(); err != nil || math.Abs(float64(sum)/trees/want-1) > 0.03 {
			t.Errorf("%s has %v ends, not %v: %v", g.id, float64(sum)/trees, want, err)
		}
	}
}

// TestProfiles: those that come along are of games as they are, and texts read back.
func TestProfiles(t *testing.T) {
	if got := strings.Join(Profiles(), " "); got != "breakthrough connect4 othello tictactoe" {
		t.Errorf("profiles of %s", got)
	}
	for _, name := range Profiles() {
		p, err := ParseProfile(name)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseProfile(p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%s is read as %s: %v", p, again, err)
		}
	}
	c4, _ := ParseProfile("connect4")
	if c4[0] != (Layer{7, 0}) || c4[6] != (Layer{6.999, 0}) && c4[6].Moves > 7 || c4[7].Ends == 0 || c4.at(42).Ends != 1 {
		t.Errorf("connect4: %v", c4)
	}
	for _, text := range []string{"chess", "", "7|", "0.5", "201", "7:2", "7:0:1", "7:x", "NaN", strings.Repeat("2|", MostDepth) + "2"} {
		if p, err := ParseProfile(text); err == nil {
			t.Errorf("%q is the profile %v", text, p)
		}
	}
	for _, text := range []string{"", "a,b", "g,d,m,e", "g,d,m,e\nx,1,2,0", "g,d,m,e\nx,0,0,0"} {
		if _, err := readProfiles([]byte(text)); err == nil {
			t.Errorf("%q are profiles", text)
		}
	}
}

// TestTrapDepth: traps stand at their depth and nowhere else.
func TestTrapDepth(t *testing.T) {
	g := shaped(t, func(s *Shape) { s.Traps, s.TrapDepth = 1, 3 })
	s := g.New().(*State)
	for depth := range 6 {
		if (s.trap != 0) != (depth == 3) {
			t.Errorf("at depth %d the trap is %d", depth, s.trap)
		}
		s.Play(game.Move(s.trap % 4)) // not into it
	}
	if v, ok := shaped(t, func(s *Shape) { s.Traps, s.TrapDepth = 1, 1 }).New().(*State).True(); !ok || v != -1 {
		t.Errorf("who must leave a trap to the other has %v", v)
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
		func(s *Shape) { s.BranchingLaw = "normal" }, func(s *Shape) { s.BranchingLaw, s.Spread = Geometric, 1 },
		func(s *Shape) { s.DepthSpread = 8 }, func(s *Shape) { s.TrapDepth = 3 }, func(s *Shape) { s.Traps, s.TrapDepth = 0.5, 8 },
		func(s *Shape) { s.Profile, s.Ends = "connect4", 0.1 }, func(s *Shape) { s.Profile, s.Spread = "connect4", 1 },
		func(s *Shape) { s.ProfileFrom = 2 }, func(s *Shape) { s.Profile = "chess" },
	} {
		s := Usual
		change(&s)
		if _, err := New(s); err == nil {
			t.Errorf("%+v is a tree", s)
		}
	}
}
