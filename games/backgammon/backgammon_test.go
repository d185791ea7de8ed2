package backgammon

import (
	"bufio"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

var facts = gametest.Facts{
	Perft:    []uint64{1, 15, 190, 190 * 21, 89_153},
	BadMoves: []string{"8/5 6/5", "pass", "11", "66", "07", "3", "312", "3--1", "31x"},
	BadPositions: []string{
		"4HPwATDgc/ABM",         // too short
		"4HPwATDgc/ABMA W 31 -", // too long
		"4HPwATDgc/ABMA X 31",   // nobody's turn
		"4HPwATDgc/ABMA W 70",   // no such dice
		"4HPwATDgc/ABMA B first",
		"////////////// W -",                               // 80 men
		"/38AAAAAAAAAAA W -",                               // 16 men
		"4HPwATDgc/ABMB W -",                               // a base64 rest
		"AAAAAAAAAAAAAA W -",                               // no man at all
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", // a number is missing
		"XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10",
		"XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10", // 16 men
		"XGID=Ab----E-C---eE---c-e----A-:0:0:1:00:0:0:0:0:10", // on the other's bar
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10",  // a double is offered
		"board:you:opp:0",
	},
}

func TestConformance(t *testing.T) { gametest.Run(t, New(), facts) }

func FuzzParsers(f *testing.F) { gametest.Fuzz(f, New(), facts) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, New()) }

// TestStartCounts compares with the reference file of all rolls.
func TestStartCounts(t *testing.T) {
	file, err := os.Open(gametest.Reference(t, "backgammon/start_legal_counts.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Scan()
	lines, sum := 0, 0
	for ; scanner.Scan(); lines++ {
		roll, count, _ := strings.Cut(scanner.Text(), ",")
		want, err := strconv.Atoi(count)
		if err != nil {
			t.Fatal(err)
		}
		dice, err := ParseDice(roll)
		if err != nil {
			t.Fatal(err)
		}
		board := Start
		if n := len(board.AppendMoves(nil, 0, dice)); n != want {
			t.Errorf("%s has %d turns, not %d", roll, n, want)
		}
		sum += want
	}
	if lines != 21 || sum != 447 {
		t.Errorf("%d rolls with %d turns", lines, sum)
	}
}

func TestPerftInTurns(t *testing.T) {
	g := New()
	for turns, want := range []uint64{1, 447, 202_782} {
		from, plies := g.CountTurns(g.New(), turns)
		if got, err := game.Perft(context.Background(), from, plies, 2, nil); err != nil || got != want {
			t.Errorf("%d turns have %d leaves, %v, not %d", turns, got, err, want)
		}
	}
	s, err := g.ParsePosition("4HPwATDgc/ABMA 31")
	if err != nil {
		t.Fatal(err)
	}
	if from, plies := g.CountTurns(s, 1); plies != 1 || len(from.Moves(nil)) != 16 {
		t.Errorf("a rolled turn has %d plies", plies)
	}
}

func TestMoveTexts(t *testing.T) {
	g := New()
	for _, c := range []struct{ position, typed, written string }{
		{"4HPwATDgc/ABMA 31", "6/5 8/5", "8/5 6/5"},
		{"4HPwATDgc/ABMA 31", "8-5,6-5", "8/5 6/5"},
		{"4HPwATDgc/ABMA 31", "24/23 23/20", "24/20"},
		{"4HPwATDgc/ABMA 31", "24/21/20", "24/20"},
		{"4HPwATDgc/ABMA 55", "13/8 8/3 13/8 8/3", "13/3(2)"},
		{"4HPwATDgc/ABMA 55", "13/8/3(2)", "13/3(2)"},
		{"4HPwATDgc/ABMA 66", "24/18(2) 13/7(2)", "24/18(2) 13/7(2)"},
		{"4HPwATDgc/ABMA 11", "6/5(2) 8/7(2)", "8/7(2) 6/5(2)"},
		// White on the bar, black alone on white's 20 and 21.
		{"XGID=-a----E-C---eE---c-caa--AA:0:0:1:54:0:0:0:0:10", "6/2 6/1", ""}, // the bar comes first
		{"XGID=-a----E-C---eE---c-caa--AA:0:0:1:54:0:0:0:0:10", "25/20 24/20", "bar/20* 24/20"},
		{"XGID=-a----E-C---eE---c-caa--AA:0:0:1:54:0:0:0:0:10", "BAR/21* 6/1*", "bar/21* 6/1*"},
		{"XGID=-a----E-C---eE---c-caa--AA:0:0:1:54:0:0:0:0:10", "b/20*/16", "bar/20*/16"},
		{"XGID=-a----E-C---eE---c-caa--AA:0:0:1:54:0:0:0:0:10", "bar/21/16", "bar/21*/16"},
		{"XGID=-a----E-C---eE---c-caa--AA:0:0:1:54:0:0:0:0:10", "bar/16", ""}, // either hits
		// Bearing off.
		{"XGID=-CCC--C-----------------e-:0:0:1:65:0:0:0:0:10", "6/0 6/1", "6/1 6/off"},
		{"XGID=-CCC--C-----------------e-:0:0:1:66:0:0:0:0:10", "6/off(3) 3/off", "6/off(3) 3/off"},
		{"XGID=eA------------------------:0:0:1:65:0:0:0:0:10", "1/o", "1/off"},
		{"XwdAYA5fGAAAAA W 31", "1/off", "1/off"}, // only the smaller die can be played
		// Closed out.
		{"XGID=--A----------------bbbbbbA:0:0:1:65:0:0:0:0:10", "pass", "pass"},
	} {
		s, err := g.ParsePosition(c.position)
		if err != nil {
			t.Error(err)
			continue
		}
		m, err := g.ParseMove(s, c.typed)
		if (err != nil) != (c.written == "") {
			t.Errorf("%s: %q is read as %d, %v", c.position, c.typed, m, err)
			continue
		}
		if err == nil && g.FormatMove(s, m) != c.written {
			t.Errorf("%s: %q is written %q, not %q", c.position, c.typed, g.FormatMove(s, m), c.written)
		}
	}
}

// TestWordsOfTheCube: who types them where a turn is to be made is told why not.
func TestWordsOfTheCube(t *testing.T) {
	g := New()
	s, err := g.ParsePosition("4HPwATDgc/ABMA 31")
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]error{"roll": errRolled, "Double": errCube, "take": errCube, "drop": errCube} {
		if _, err := g.ParseMove(s, typed); !errors.Is(err, want) {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

// TestMoveTextsOfRandomBoards writes and reads the turns of boards that games
// seldom come to. No two are written alike.
func TestMoveTextsOfRandomBoards(t *testing.T) {
	g, r := New(), rand.New(rand.NewPCG(9, 9))
	for range 2000 {
		s := &State{position: position{board: randomBoard(r), side: game.Player(r.IntN(2)), dice: outcomes[r.IntN(36)]}}
		seen := map[string]bool{}
		for _, m := range s.Moves(nil) {
			text := g.FormatMove(s, m)
			if back, err := g.ParseMove(s, text); err != nil || back != m || seen[text] {
				t.Fatalf("%s: %x is written %q and read as %x, %v", g.FormatPosition(s), m, text, back, err)
			}
			seen[text] = true
		}
	}
}

func TestScores(t *testing.T) {
	g := New()
	for text, want := range map[string]float64{
		"XGID=-----------------------c--:0:0:-1:00:0:0:0:0:10": 1,
		"XGID=------------o-------------:0:0:-1:00:0:0:0:0:10": 2,
		"XGID=-a----------n-------------:0:0:-1:00:0:0:0:0:10": 3,
		"XGID=a-----------n-------------:0:0:-1:00:0:0:0:0:10": 3,
		"XGID=------a-----n-------------:0:0:-1:00:0:0:0:0:10": 3,
		"XGID=-------a----n-------------:0:0:-1:00:0:0:0:0:10": 2,
		"XGID=------------O-------------:0:0:1:00:0:0:0:0:10":  -2,
		"XGID=------------N-----------A-:0:0:1:00:0:0:0:0:10":  -3,
		"XGID=------------M-----------A-:0:0:1:00:0:0:0:0:10":  -1,
	} {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Turn() != game.Over || s.Score(0) != want || s.Score(1) != -want {
			t.Errorf("%s: turn %d, score %g, not %g", text, s.Turn(), s.Score(0), want)
		}
	}
}
