package battleship

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

var facts = gametest.Facts{
	Perft:            []uint64{1, 16, 264},
	BadMoves:         []string{"a1", "a1-a2", "a1-b2", "c1-e1"},
	BadPositions:     []string{"a1-c1 a1-b1", "a1-c1  a2-b2", "begin a1-c1"},
	NoTranspositions: true,
	NoWinningMoves:   true,
}

func small(t testing.TB) *Game {
	t.Helper()
	g, err := New(4, 4, "3-2")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLaws(t *testing.T) { gametest.Run(t, small(t), facts) }

func FuzzParse(f *testing.F) { gametest.Fuzz(f, small(f), facts) }

func TestRefuses(t *testing.T) {
	for _, fleet := range []string{"", "1", "5-", "x", "11", "05", "5-5-5-5-5", "2-2-2-2-2-2-2-2-2"} {
		if _, err := New(5, 5, fleet); err == nil {
			t.Errorf("%q is a fleet", fleet)
		}
	}
	if _, err := New(3, 9, "2"); err == nil {
		t.Error("a sea may be three wide")
	}
}

// TestRedeal: of all fleets that fit what was seen, found by trying all, each is drawn
// equally often.
func TestRedeal(t *testing.T) {
	g, err := New(5, 5, "3-2")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"a1-a3 b1-b2 c1-e1 c3-d3",
		"a1-a3 b1-b2 c1-e1 c3-d3 d1 a1 d2 a2 a5 a3",
		"a1-a3 b1-b2 c1-e1 d2-e2 d1 a1 d2 a5 a5 e5",
	} {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		key, fits := string(s.(game.Veiled).Sees(0, nil)), map[string]float64{}
		for _, long := range g.places[3] {
			for _, short := range g.places[2] {
				other := s.Clone().(*State)
				if long.cells.meets(short.cells) {
					continue
				}
				other.ships[1][0], other.ships[1][1], other.fleets[1] = long.cells, short.cells, long.cells.or(short.cells)
				other.moves[2], other.moves[3] = long.move, short.move
				if string(other.Sees(0, nil)) == key {
					fits[g.FormatPosition(other)] = 0
				}
			}
		}
		r, world := rand.New(rand.NewPCG(1, 1)), s.Clone().(game.Veiled)
		const draws = 20_000
		for range draws {
			world.CopyFrom(s)
			world.Redeal(0, r)
			at := g.FormatPosition(world)
			if _, ok := fits[at]; !ok {
				t.Fatalf("%s: %s does not fit", text, at)
			}
			fits[at]++
		}
		chi, expected := 0.0, draws/float64(len(fits))
		for _, n := range fits {
			chi += (n - expected) * (n - expected) / expected
		}
		if n := float64(len(fits) - 1); len(fits) < 2 || chi > n+5*math.Sqrt(2*n)+5 {
			t.Errorf("%s: chi square is %.0f for %d fleets", text, chi, len(fits))
		}
	}
}

// TestScattered: fleets fit too where hits are scattered over the usual sea.
func TestScattered(t *testing.T) {
	g, err := New(Side, Side, Fleet)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.ParsePosition("a1-e1 a2-d2 a3-c3 a4-c4 a5-b5 b2-f2 h1-h4 b5-d5 f6-f8 i9-j9 c2 a1 h2 a2 c5 a3 f7 a4 i9 a5 a9 b1")
	if err != nil {
		t.Fatal(err)
	}
	key := string(s.(game.Veiled).Sees(0, nil))
	r, world := rand.New(rand.NewPCG(1, 1)), s.Clone().(game.Veiled)
	for range 20 {
		world.CopyFrom(s)
		if world.Redeal(0, r); string(world.Sees(0, nil)) != key {
			t.Fatalf("%s does not fit", g.FormatPosition(world))
		}
	}
	if !world.(*State).draws.many {
		t.Error("there are few covers")
	}
}

// TestSunkShipsThatTouch look different, and shots that were the last ones are told.
func TestSunkShipsThatTouch(t *testing.T) {
	g, err := New(4, 4, "2-2")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.ParsePosition("a1-b1 a2-b2 c3-d3 a1-b1 c3 a1 d3 b1 a1 b2")
	if err != nil {
		t.Fatal(err)
	}
	s.(game.Viewed).LookAs(0)
	b := s.(game.Drawer).Draw()
	at := func(sea, row, column int) game.Cell { return b.Cells[row*b.Columns+sea*5+column] }
	if own, theirs := at(1, 0, 0), at(0, 2, 2); own.Symbol != '#' || theirs.Symbol != '#' || at(1, 0, 1).Symbol != '#' {
		t.Errorf("sunk ships are %c and %c", own.Symbol, theirs.Symbol)
	}
	if !at(0, 0, 0).Latest || !at(1, 1, 1).Latest || at(0, 2, 3).Latest {
		t.Error("the last shots are not told")
	}
	if b.Titles[0].Text != "their sea" || b.Titles[1].Column != 5 {
		t.Errorf("titles are %v", b.Titles)
	}
	s, err = g.ParsePosition("a1-b1 a2-b2 a4-b4 c1-c2 c1 a1 d4 b1 d3 a2 d2 b2")
	if err != nil {
		t.Fatal(err)
	}
	s.(game.Viewed).LookAs(0)
	b = s.(game.Drawer).Draw()
	if first, second := at(1, 0, 0), at(1, 1, 0); first.Symbol == second.Symbol || first.Symbol != at(1, 0, 1).Symbol {
		t.Errorf("ships that touch are %c and %c", first.Symbol, second.Symbol)
	}
}

// TestArrange places what is left of the fleet of the player to move, and nothing later.
func TestArrange(t *testing.T) {
	g, err := New(Side, Side, Fleet)
	if err != nil {
		t.Fatal(err)
	}
	r, s := rand.New(rand.NewPCG(1, 1)), g.New()
	s.Play(s.Moves(nil)[0])
	for _, want := range []int{4, 5, 0} {
		moves := s.(game.Arranger).Arrange(r)
		if len(moves) != want {
			t.Fatalf("%d ships are placed, not %d", len(moves), want)
		}
		for _, m := range moves {
			if !slices.Contains(s.Moves(nil), m) {
				t.Fatalf("%s is no move", g.FormatMove(s, m))
			}
			s.Play(m)
		}
	}
}
