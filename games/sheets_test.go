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

// ownSheets names, for every rulesheet that comes with gambito and has a game of
// its own here, that game and how moves are written there.
var ownSheets = []struct {
	id, game string
	move     func(args []string) string // from the words of a GDL move
}{
	{"connect4", "connect4", second},
	{"connect4-8x6", "connect4:8x6", second},
	{"tictactoe", "tictactoe", point},
	{"tictactoe-5x5", "tictactoe:5x5", point},
	{"othello", "othello", func(args []string) string {
		if args[0] == "pass" {
			return "pass"
		}
		return point(args)
	}},
	{"breakthrough", "breakthrough", step},
	{"breakthrough-holes", "breakthrough-holes", step},
	{"breakthrough-suicide", "breakthrough-suicide", step},
	{"knightthrough", "knightthrough", step},
	{"atari-go", "atari-go", point},
	{"sheep-and-wolf", "sheep-and-wolf", step},
	{"free-for-all", "free-for-all", step},
	{"knight-fight", "knight-fight", func(args []string) string {
		switch args[1] {
		case "orthogonal":
			return "ortho"
		case "diagonal":
			return "diag"
		}
		return point(args)
	}},
	{"tron-10x10", "tron:10x10", together},
	{"einstein", "einstein", func(args []string) string {
		if args[0] == "roll" {
			return args[1]
		}
		return args[1] + "-" + cell(args[2], args[3])
	}},
}

// second is ( drop x ); together the moves of all players.
func second(args []string) string   { return args[1] }
func together(args []string) string { return strings.Join(args, ",") }

// TestOwnSheets plays our games and our rulesheets of them in lock-step.
func TestOwnSheets(t *testing.T) {
	for _, s := range ownSheets {
		if sheet := SheetOf(s.game); sheet != "gdl:"+s.id {
			t.Errorf("the sheet of %s is looked for at %s", s.game, sheet)
		}
		t.Run(s.id, func(t *testing.T) { lockStep(t, s.game, "gdl:"+s.id, s.move) })
	}
}

// TestSheets plays our games and their reference rulesheets in lock-step.
func TestSheets(t *testing.T) {
	for _, trace := range traces {
		t.Run(trace.file, func(t *testing.T) {
			lockStep(t, trace.game, "gdl:"+gametest.Reference(t, "gdl/"+trace.file+".kif"), trace.move)
		})
	}
	t.Run("ticTacToe", func(t *testing.T) {
		lockStep(t, "tictactoe", "gdl:"+gametest.Reference(t, "gdl/ticTacToe.kif"), point)
	})
	t.Run("tron_10x10", func(t *testing.T) {
		lockStep(t, "tron:10x10", "gdl:"+gametest.Reference(t, "gdl/tron_10x10.kif"), together)
	})
}

// lockStep plays random games by a game and by a rulesheet of it: who is to
// move, the legal moves, the end and the scores are the same at every step.
func lockStep(t *testing.T, game, sheet string, move func([]string) string) {
	t.Helper()
	native, err := Parse(game)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Parse(sheet)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		if err := playBoth(native, other, move, r); err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzOwnSheets plays our games and our rulesheets of them in lock-step, by moves that the
// input chooses: its first byte the game, each of the others a move by its place among the
// legal ones. Where it ends, positions are compared all the same.
func FuzzOwnSheets(f *testing.F) {
	type both struct{ native, sheet game.Game }
	pairs := make([]both, len(ownSheets))
	for i, s := range ownSheets {
		native, err := Parse(s.game)
		if err != nil {
			f.Fatal(err)
		}
		sheet, err := Parse("gdl:" + s.id)
		if err != nil {
			f.Fatal(err)
		}
		pairs[i] = both{native, sheet}
		f.Add([]byte{byte(i), 0, 1, 2, 3, 4, 5, 6, 7})
		f.Add([]byte{byte(i), 255, 17, 130, 9, 61, 200, 33, 5, 90, 11, 250, 4})
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) == 0 {
			return
		}
		i, rest := int(input[0])%len(pairs), input[1:]
		err := playTogether(pairs[i].native, pairs[i].sheet, ownSheets[i].move, func(_ game.State, moves []game.Move) (game.Move, bool) {
			if len(rest) == 0 || len(moves) == 0 {
				return 0, false
			}
			m := moves[int(rest[0])%len(moves)]
			rest = rest[1:]
			return m, true
		})
		if err != nil {
			t.Fatalf("%s: %v", ownSheets[i].id, err)
		}
	})
}

// playBoth plays one random game by both; move translates a move's words.
func playBoth(native, sheet game.Game, move func([]string) string, r *rand.Rand) error {
	return playTogether(native, sheet, move, func(s game.State, _ []game.Move) (game.Move, bool) { return game.RandomMove(s, r, nil) })
}

// playTogether plays a game by both as far as choose chooses moves.
func playTogether(native, sheet game.Game, move func([]string) string, choose func(s game.State, moves []game.Move) (game.Move, bool)) error {
	a, b := native.New(), sheet.New()
	for {
		if a.Turn() != b.Turn() {
			return fmt.Errorf("%s: the turn is %d, by the sheet %d", native.FormatPosition(a), a.Turn(), b.Turn())
		}
		var names, sheetNames []string
		moves := a.Moves(nil)
		for _, m := range moves {
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
		m, ok := choose(a, moves)
		if !ok {
			break
		}
		b.Play(texts[native.FormatMove(a, m)])
		a.Play(m)
	}
	for p := range game.Player(2) {
		if a.Turn() != game.Over {
			break
		}
		if a.Score(p) != b.Score(p) {
			return fmt.Errorf("%s: player %d has %g, by the sheet %g", native.FormatPosition(a), p, a.Score(p), b.Score(p))
		}
	}
	return nil
}
