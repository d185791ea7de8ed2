package games

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// TestSheets plays our games and their rulesheets in lock-step: who is to move,
// the legal moves, the end and the scores are the same at every step.
func TestSheets(t *testing.T) {
	for _, trace := range traces {
		t.Run(trace.file, func(t *testing.T) {
			native, err := Parse(trace.game)
			if err != nil {
				t.Fatal(err)
			}
			sheet, err := Parse("gdl:" + gametest.Reference(t, "gdl/"+trace.file+".kif"))
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			for range 30 {
				if err := playBoth(native, sheet, trace.move, r); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// playBoth plays one random game by both; move translates a move's words.
func playBoth(native, sheet game.Game, move func([]string) string, r *rand.Rand) error {
	a, b := native.New(), sheet.New()
	for {
		if a.Turn() != b.Turn() {
			return fmt.Errorf("%s: the turn is %d, by the sheet %d", native.FormatPosition(a), a.Turn(), b.Turn())
		}
		var names, sheetNames []string
		for _, m := range a.Moves(nil) {
			names = append(names, native.FormatMove(a, m))
		}
		texts := map[string]game.Move{}
		for _, m := range b.Moves(nil) {
			name := move(strings.Fields(strings.Trim(sheet.FormatMove(b, m), "()")))
			texts[name] = m
			sheetNames = append(sheetNames, name)
		}
		slices.Sort(names)
		slices.Sort(sheetNames)
		if !slices.Equal(names, sheetNames) {
			return fmt.Errorf("%s: the moves are %v, by the sheet %v", native.FormatPosition(a), names, sheetNames)
		}
		m, ok := game.RandomMove(a, r, nil)
		if !ok {
			break
		}
		b.Play(texts[native.FormatMove(a, m)])
		a.Play(m)
	}
	for p := range game.Player(2) {
		if a.Score(p) != b.Score(p) {
			return fmt.Errorf("%s: player %d has %g, by the sheet %g", native.FormatPosition(a), p, a.Score(p), b.Score(p))
		}
	}
	return nil
}

// TestTronSheet compares the simultaneous game with its rulesheet.
func TestTronSheet(t *testing.T) {
	native, err := Parse("tron:10x10")
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := Parse("gdl:" + gametest.Reference(t, "gdl/tron_10x10.kif"))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		a, b := native.New(), sheet.New()
		for a.Turn() == game.Together && b.Turn() == game.Together {
			moves := make([]game.Move, 2)
			text := make([]string, 2)
			for p := range game.Player(2) {
				legal := b.(game.Simultaneous).MovesOf(p, nil)
				moves[p] = legal[r.IntN(len(legal))]
				text[p] = sheet.(game.SimultaneousGame).FormatMoveOf(b, p, moves[p])
			}
			m, err := native.ParseMove(a, strings.Join(text, ","))
			if err != nil {
				t.Fatal(err)
			}
			a.Play(m)
			b.Play(b.(game.Simultaneous).Join(moves))
		}
		if a.Turn() != b.Turn() || a.Score(0) != b.Score(0) || a.Score(1) != b.Score(1) {
			t.Fatalf("%s: the scores are %g and %g, by the sheet %g and %g", native.FormatPosition(a), a.Score(0), a.Score(1), b.Score(0), b.Score(1))
		}
	}
}
