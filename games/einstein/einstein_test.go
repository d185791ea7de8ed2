package einstein

import (
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

func must(setup string) *Game {
	g, err := New(setup)
	if err != nil {
		panic(err)
	}
	return g
}

var facts = gametest.Facts{
	Perft:    []uint64{1, 6, 18, 108, 324, 1944, 6162, 36972, 117369},
	BadMoves: []string{"0", "7", "11", "1-b2", "a1-b2", "x"},
	BadPositions: []string{
		"123../45.../6...F/...ED/..CBA R",         // no die
		"123../45.../6...F/...ED/..CBA X -",       // nobody's turn
		"123../45.../6...F/...ED/..CBA R 0",       // no such roll
		"123../45.../6...F/...ED/..CBA R 7",       //
		"123../45.../61..F/...ED/..CBA R -",       // a cube twice
		"123../45.../6...F/...ED/..CB2 R -",       // likewise
		"...../...../6...F/...ED/..CB1 R -",       // red has won and is to move
		"A..../...../6...F/...ED/..CB. B -",       // blue has
		"A..../...../6...F/...ED/..CB1 R -",       // both have
		"...../...../...../...EF/..CB. B -",       // blue has taken every cube and is to move
		"...../...../...../...../..... R -",       // no cube
		"...../...../6...F/...ED/..CB1 B 3",       // a roll after the end
		"123../45.../6...F/...ED/..CBA\nR -\n- -", //
	},
}

func TestConformance(t *testing.T) {
	gametest.Run(t, must(Setup), facts)
	t.Run("setup", func(t *testing.T) { gametest.Run(t, must("613254"), gametest.Facts{Perft: facts.Perft[:4]}) })
}

func TestAgainstSlowBoard(t *testing.T) {
	gametest.Compare(t, must(Setup), newSlow(Setup), 2_600_000)
	gametest.Compare(t, must("162534"), newSlow("162534"), 50_000)
}

// TestLaterPositions compares from positions with few cubes left, which random
// games from the start reach seldom.
func TestLaterPositions(t *testing.T) {
	g, r := must(Setup), rand.New(rand.NewPCG(3, 3))
	for range 400 {
		slow := newSlow(Setup)
		for who := range slow.cells {
			for number := range slow.cells[who] {
				if r.IntN(3) > 0 {
					delete(slow.cells[who], number)
				}
			}
		}
		if len(slow.cells[0]) == 0 || len(slow.cells[1]) == 0 {
			continue
		}
		s, err := g.ParsePosition(slow.text())
		if err != nil {
			t.Fatal(err)
		}
		for {
			if s.Turn() != slow.Turn() || !sameMoves(g, s, slow) {
				t.Fatalf("%s: turn %d, by the slow version %d with %v", g.FormatPosition(s), s.Turn(), slow.Turn(), slow.Moves())
			}
			m, ok := game.RandomMove(s, r, nil)
			if !ok {
				break
			}
			slow = slow.Play(g.FormatMove(s, m)).(slowBoard)
			s.Play(m)
		}
		if s.Score(0) != slow.Score(0) {
			t.Fatalf("%s: red has %g", g.FormatPosition(s), s.Score(0))
		}
	}
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, must(Setup), facts) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, must(Setup)) }

func TestNewRefuses(t *testing.T) {
	for _, setup := range []string{"", "12345", "1234567", "123455", "023456", "12345a", "123 56"} {
		if g, err := New(setup); err == nil {
			t.Errorf("the set-up %q gives %s", setup, g.Info().ID)
		}
	}
	if id := must("654321").Info().ID; id != "einstein:setup=654321" {
		t.Errorf("the ID is %s", id)
	}
	if text, want := must("654321").FormatPosition(must("654321").New()), "654../32.../1...A/...BC/..DEF R -"; text != want {
		t.Errorf("the start is %s, not %s", text, want)
	}
}

// TestRules checks single moves: which cubes a roll lets move, what they take
// and how games end.
func TestRules(t *testing.T) {
	g := must(Setup)
	for _, c := range []struct {
		what, position, moves string
		move                  string
		red                   float64 // its score after the move, 0 if the game goes on
	}{
		{"the cube of the roll", "123../45.../6...F/...ED/..CBA R 5", "5-c2 5-b3 5-c3", "5-c3", 0},
		{"one's own is taken", "123../45.../6...F/...ED/..CBA R 1", "1-b1 1-a2 1-b2", "1-b2", 0},
		{"blue goes up and left", "123../45.../6...F/...ED/..CBA B 4", "4-d3 4-e3 4-d4", "4-d3", 0},
		{"the neighbours of a cube that is gone", "1...6/...../...../...../....A R 3", "1-b1 1-a2 1-b2 6-e2", "6-e2", 0},
		{"only the next higher one is left", "....6/...../...../...../....A R 3", "6-e2", "6-e2", 0},
		{"only the next lower one is left", "1..../...../...../...../....A R 6", "1-b1 1-a2 1-b2", "1-a2", 0},
		{"red reaches e5", "...../...../...../...1./2...A R 1", "1-e4 1-d5 1-e5", "1-e5", 1},
		{"blue reaches a1", ".B.../A..../...../...../.2... B 2", "2-a1", "2-a1", -1},
		{"the last cube is taken", "1..../.A.../...../...../..... R 4", "1-b1 1-a2 1-b2", "1-b2", 1},
		{"the last but one is not the last", "1..../.A.../...../...../.B... R 4", "1-b1 1-a2 1-b2", "1-b2", 0},
		{"blue takes the last cube", "...../.1.../..A../...../..... B 4", "1-b2 1-c2 1-b3", "1-b2", -1},
		{"taking one's own last companion loses nothing", "12.../...../...../...../....A R 1", "1-b1 1-a2 1-b2", "1-b1", 0},
	} {
		s, err := g.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		list := ""
		for _, m := range s.Moves(nil) {
			list += " " + g.FormatMove(s, m)
		}
		if list != " "+c.moves {
			t.Errorf("%s: the moves are%s", c.what, list)
		}
		m, err := g.ParseMove(s, c.move)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m)
		red := 0.0
		if s.Turn() == game.Over {
			red = s.Score(0)
		} else if s.Turn() != game.Chance {
			t.Errorf("%s: after a move the turn is %d", c.what, s.Turn())
		}
		if red != c.red {
			t.Errorf("%s: red has %g, not %g", c.what, red, c.red)
		}
	}
}

func TestMoveTexts(t *testing.T) {
	g := must(Setup)
	s := g.New()
	s.Play(5)
	for _, text := range []string{"5-c3", "5c3", "5-C3", "5xc3", "b2-c3", "B2c3", "b2xc3"} {
		if m, err := g.ParseMove(s, text); err != nil || g.FormatMove(s, m) != "5-c3" {
			t.Errorf("%q is read as %d, %v", text, m, err)
		}
	}
	for text, want := range map[string]string{
		"4-b3":  `"4-b3": the die shows 5, so cube 4 may not move`,
		"5-a1":  `"5-a1": cube 5 cannot go there`,
		"c3-d4": `"c3-d4": red has no cube on c3`,
		"e5-d4": `"e5-d4": red has no cube on e5`,
		"5--c3": `"5--c3" is no move of a cube, such as 3-c4 or b2-c3`,
		"5":     `"5" is no move of a cube, such as 3-c4 or b2-c3`,
	} {
		if _, err := g.ParseMove(s, text); err == nil || err.Error() != want {
			t.Errorf("%q: the error is %v, not %s", text, err, want)
		}
	}
}

// TestEvaluation checks whose the values are, and that nearer is better.
func TestEvaluation(t *testing.T) {
	g := must(Setup)
	evaluate, err := g.Evaluation("")
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) int {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		return evaluate(s)
	}
	near := at("...../...../...../...1./C.... R 1") // red needs a step, blue four
	if near <= 900_000 || near >= 1_000_000 {
		t.Errorf("a step from the corner is worth %d", near)
	}
	if v := at("...../...../...../...1./C.... R -"); v != near {
		t.Errorf("red before its roll has %d, after it %d", v, near)
	}
	blue := at("...../...../...../...1./C.... B 3")
	if before := at("...../...../...../...1./C.... B -"); before != -blue || blue >= 0 {
		t.Errorf("blue has %d, and red %d before blue's roll", blue, before)
	}
	if even := at("123../45.../6...F/...ED/..CBA R -"); even <= 0 || at("123../45.../6...F/...ED/..CBA B -") != -even {
		t.Errorf("the one who moves has %d at the start", even)
	}
}
