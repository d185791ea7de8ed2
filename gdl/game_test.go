package gdl

import (
	"math/rand/v2"
	"os"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// compiledGames keeps what tests compile more than once.
var compiledGames = map[string]*Game{}

func gameOf(t testing.TB, name string, limits Limits) *Game {
	t.Helper()
	if g := compiledGames[name]; g != nil && limits == DefaultLimits {
		return g
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(text, Options{ID: "gdl:" + name, Name: "Test", Limits: limits})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if limits == DefaultLimits {
		compiledGames[name] = g
	}
	return g
}

// ownFacts is what the conformance suite cannot know of our own sheets.
var ownFacts = map[string]gametest.Facts{
	"testdata/tictactoe.kif": {Perft: []uint64{1, 9, 72, 504, 3024}, BadMoves: []string{"wait", "(put (at 4 4))", "(put", "put)"}, BadPositions: []string{"(turn cross) (turn", "(turn cross) (turn cross)", "(mark 1 1)"}},
	"testdata/mixed.kif":     {Perft: []uint64{1, 2, 8, 16}, BadMoves: []string{"x", "(x x)", "(wait x)"}},
	"testdata/rooms.kif":     {Perft: []uint64{1, 3, 9, 23}, BadMoves: []string{"(go cd d)"}},
	"sheets/prisoners.kif":   {Perft: []uint64{1, 4, 16, 64, 256}, BadMoves: []string{"cooperate", "(cooperate talk)"}},
	"testdata/dice.kif":      {Perft: []uint64{1, 27, 54, 1458}, BadMoves: []string{"((bid 1) (bid 2))", "((bid 1) (bid 2) (bid 4))"}, BadPositions: []string{"(round 1) chosen: (- - - -)"}},
}

func TestGame(t *testing.T) {
	for _, name := range append(ownSheets(t), "sheets/prisoners.kif") {
		t.Run(name, func(t *testing.T) { gametest.Run(t, gameOf(t, name, DefaultLimits), ownFacts[name]) })
	}
}

// TestFallback checks that a sheet that may not be compiled is played all the
// same, and the same game.
func TestFallback(t *testing.T) {
	for _, name := range ownSheets(t) {
		fast, slow := gameOf(t, name, DefaultLimits), gameOf(t, name, Limits{})
		if fast.Fallback() != nil || slow.Fallback() == nil {
			t.Fatalf("%s: the reasons are %v and %v", name, fast.Fallback(), slow.Fallback())
		}
		r := rand.New(rand.NewPCG(3, 4))
		a, b := fast.New(), slow.New()
		for {
			if fast.FormatPosition(a) != slow.FormatPosition(b) || a.Turn() != b.Turn() || len(a.Moves(nil)) != len(b.Moves(nil)) {
				t.Fatalf("%s: %s, turn %d, against %s, turn %d", name, fast.FormatPosition(a), a.Turn(), slow.FormatPosition(b), b.Turn())
			}
			m, ok := game.RandomMove(a, r, nil)
			if !ok {
				break
			}
			n, err := slow.ParseMove(b, fast.FormatMove(a, m))
			if err != nil {
				t.Fatal(err)
			}
			before := slow.FormatPosition(b)
			b.Play(n)
			if b.(game.Undoer).Undo(n); slow.FormatPosition(b) != before {
				t.Fatalf("%s: %s and its undo lead from %s to %s", name, fast.FormatMove(a, m), before, slow.FormatPosition(b))
			}
			a.Play(m)
			b.Play(n)
		}
		for p := range game.Player(fast.Info().Players()) {
			if a.Score(p) != b.Score(p) {
				t.Errorf("%s: player %d has %g against %g", name, p, a.Score(p), b.Score(p))
			}
		}
	}
}

func FuzzGame(f *testing.F) {
	gametest.Fuzz(f, gameOf(f, "testdata/dice.kif", DefaultLimits), ownFacts["testdata/dice.kif"])
}
