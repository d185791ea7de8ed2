package gdl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
	"gambito/games/kuhn"
)

func veiledSheet(t testing.TB, name string, limits Limits) *Game {
	t.Helper()
	g, err := Open(name, limits)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := g.New().(game.Veiled); !ok {
		t.Fatalf("%s has no secrets", name)
	}
	return g
}

// TestVeiledLaws: sheets with sees are lawful games with secrets, whichever reasoner plays.
func TestVeiledLaws(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"kuhn-poker": {1, 3, 6, 12, 24, 30}, "monty-hall": {1, 3, 9, 12, 24}, "hide-and-seek": {1, 5, 25}, "auction": {1, 3, 9, 27, 81},
	} {
		t.Run(name, func(t *testing.T) {
			gametest.Run(t, veiledSheet(t, name, DefaultLimits), gametest.Facts{
				Perft: perft, BadMoves: []string{"nonsense"}, BadPositions: []string{"(noop)", "(stage x)", "x"},
				NoTranspositions: true, NoWinningMoves: true,
			})
		})
	}
}

// TestKuhnSheet: the sheet of Kuhn's poker is the game, move by move: turns, moves, what
// each player can tell apart, and what is won.
func TestKuhnSheet(t *testing.T) {
	for _, limits := range []Limits{DefaultLimits, {}} { // of no steps: it is not compiled
		sameAsKuhn(t, veiledSheet(t, "kuhn-poker", limits))
	}
}

func sameAsKuhn(t *testing.T, sheet *Game) {
	own := kuhn.New()
	names := map[string]string{"(deal jack)": "J", "(deal queen)": "Q", "(deal king)": "K", "pass": "pass", "bet": "bet"}
	keys := [2]map[string]string{{}, {}} // what is seen in one by what is seen in the other
	ends := 0
	var walk func(a, b game.State)
	walk = func(a, b game.State) {
		if a.Turn() != b.Turn() {
			t.Fatalf("%s: it is the turn of %d, not %d", sheet.FormatPosition(a), a.Turn(), b.Turn())
		}
		for p := range game.Player(2) {
			if a.Turn() != p { // the sheet tells that the other was dealt a card only by the step
				continue
			}
			mine, theirs := string(a.(game.Veiled).Sees(p, nil)), string(b.(game.Veiled).Sees(p, nil))
			if before, met := keys[p][mine]; met && before != theirs {
				t.Fatalf("player %d sees %q where it sees %q and where it sees %q", p, mine, before, theirs)
			}
			keys[p][mine] = theirs
		}
		if a.Turn() == game.Over {
			ends++
			for p := range game.Player(2) {
				if a.Score(p)*2 != b.Score(p) {
					t.Fatalf("%s: player %d has %g, not %g chips", sheet.FormatPosition(a), p, a.Score(p)*2, b.Score(p))
				}
			}
			return
		}
		moves := a.Moves(nil)
		if len(moves) != len(b.Moves(nil)) {
			t.Fatalf("%s has %d moves", sheet.FormatPosition(a), len(moves))
		}
		for _, m := range moves {
			x, y := a.Clone(), b.Clone()
			name, ok := names[sheet.FormatMove(a, m)]
			if !ok {
				t.Fatalf("%s is a move", sheet.FormatMove(a, m))
			}
			other, err := own.ParseMove(b, name)
			if err != nil {
				t.Fatal(err)
			}
			x.Play(m)
			y.Play(other)
			walk(x, y)
		}
	}
	walk(sheet.New(), own.New())
	if ends != 30 || len(keys[0]) != 6 || len(keys[1]) != 6 {
		t.Errorf("%d ends, %d and %d information sets", ends, len(keys[0]), len(keys[1]))
	}
}

// TestMontyHall: worlds are drawn as likely as they are, so that two of three have the car
// behind the other door.
func TestMontyHall(t *testing.T) {
	g := veiledSheet(t, "monty-hall", DefaultLimits)
	s, err := g.ParsePosition("(noop (hide 1)) ((choose 1) noop) (noop (open 3))")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	switched := 0
	const worlds = 3000
	for range worlds {
		w := s.Clone().(game.Veiled)
		w.Redeal(0, r)
		if !strings.Contains(strings.Join(g.Facts(w), " "), "(car 1)") {
			switched++
		}
	}
	if share := float64(switched) / worlds; share < 0.63 || share > 0.70 {
		t.Errorf("the car is elsewhere in %.3f of the worlds, not in 2/3", share)
	}
	a := string(s.(game.Veiled).Sees(0, nil))
	if a != "noop;(choose 1);noop[(opened 3)];" {
		t.Errorf("the candidate sees %q", a)
	}
}

// TestWorld: a player who knows its moves and percepts alone finds worlds that fit, and is told
// if there is none.
func TestWorld(t *testing.T) {
	g := veiledSheet(t, "hide-and-seek", DefaultLimits)
	r := rand.New(rand.NewPCG(2, 2))
	steps := []Noticed{{Move: "NOOP"}, {Move: "(Look 3)"}, {Move: "noop"}} // capitals do not matter
	for range 20 {
		w, err := g.World(1, steps, r)
		if err != nil {
			t.Fatal(err)
		}
		facts := strings.Join(g.Facts(w), " ")
		if w.Turn() != 1 || strings.Contains(facts, "caught") {
			t.Errorf("a world that does not fit: %s", facts)
		}
	}
	for _, wrong := range [][]Noticed{
		{{Move: "noop", Percepts: []string{"found"}}},
		{{Move: "(look 3)"}},
		{{Move: "noop"}, {Move: "(look 3)", Percepts: []string{"found"}}, {Move: "noop"}},
	} {
		if _, err := g.World(1, wrong, r); err == nil {
			t.Errorf("%v fits", wrong)
		}
	}
}
