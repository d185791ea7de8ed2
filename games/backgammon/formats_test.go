package backgammon

import (
	"bufio"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

const (
	startID   = "4HPwATDgc/ABMA"
	startXGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
	startFIBS = "board:you:opponent:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
)

func TestKnownTexts(t *testing.T) {
	if id := Start.PositionID(0); id != startID {
		t.Errorf("the start is %s", id)
	}
	if b, err := ParsePositionID(startID, 1); err != nil || b != Start {
		t.Errorf("the start is read as %v, %v", b, err)
	}
	money := Match{Owner: game.Nobody, Roller: 1, Turn: 1, Stage: Playing, Jacoby: true}
	if m, err := ParseMatchID("cAkAAAAAAAAA"); err != nil || m != money || m.ID() != "cAkAAAAAAAAA" {
		t.Errorf("the money session is read as %+v, %v and written %s", m, err, m.ID())
	}
	x, err := ParseXGID(startXGID)
	if err != nil || x.Board != Start || x.XGID() != startXGID || x.Match.Roller != 0 || x.Match.MaxCube != 10 {
		t.Errorf("the start is read as %+v, %v and written %s", x, err, x.XGID())
	}
	f, err := ParseFIBS(startFIBS)
	if err != nil || f.Board != Start || f.FIBS() != startFIBS || f.Match.Owner != game.Nobody || f.Match.Length != 0 {
		t.Errorf("the start is read as %+v, %v and written %s", f, err, f.FIBS())
	}
}

// TestMatchIDsOfGNU reads and writes match IDs that GNU Backgammon 1.07 shows.
func TestMatchIDsOfGNU(t *testing.T) {
	for id, want := range map[string]Match{
		"cInlAAAAAAAE": {Owner: game.Nobody, Roller: 1, Turn: 1, Stage: Playing, Dice: Dice{3, 1}, Length: 7},
		"UQngACAAGAAE": {CubeLog: 1, Owner: 1, Roller: 1, Turn: 1, Stage: Playing, Length: 7, Score: [2]int{2, 3}},
		"UYnqADAAMAAE": {CubeLog: 1, Owner: 1, Roller: 1, Turn: 1, Stage: Playing, Dice: Dice{5, 2}, Length: 7, Score: [2]int{3, 6}},
		"8AngAGAAEAAE": {Owner: game.Nobody, Roller: 1, Turn: 1, Crawford: true, Stage: Playing, Length: 7, Score: [2]int{6, 2}},
		"QgkAAAAAAAAA": {CubeLog: 2, Owner: 0, Roller: 1, Turn: 1, Stage: Playing, Jacoby: true},
		"UgkbAAAAAAAE": {CubeLog: 2, Owner: 1, Roller: 1, Turn: 1, Stage: Playing, Dice: Dice{6, 6}},
	} {
		if m, err := ParseMatchID(id); err != nil || m != want || m.ID() != id {
			t.Errorf("%s is read as %+v, %v and written %s", id, m, err, m.ID())
		}
	}
}

// TestFIBSFromTheOtherSide reads the start as a server shows it to the player
// whose men are negative and go upwards.
func TestFIBSFromTheOtherSide(t *testing.T) {
	text := "board:me:them:5:1:2:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-2:0:-1:3:1:0:0:2:0:1:0:-1:-1:0:25:0:0:0:0:0:0:0:0"
	f, err := ParseFIBS(text)
	if err != nil || f.Board != Start || f.Match.Roller != 0 || f.Match.Dice != (Dice{3, 1}) || f.Match.Owner != 1 || f.Match.CubeLog != 1 {
		t.Errorf("it is read as %+v, %v", f, err)
	}
	mirrored := "board:me:them:5:1:4:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:3:1:1:0:0:0:-1:1:25:0:0:0:0:0:0:0:0:0"
	f, err = ParseFIBS(mirrored)
	if err != nil || f.Board != Start || f.Match.Roller != 1 || f.Match.Dice != (Dice{3, 1}) || !f.Match.Crawford {
		t.Errorf("it is read as %+v, %v", f, err)
	}
}

// TestTextsOfRandomTables writes tables in every format and reads them back.
func TestTextsOfRandomTables(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 5000 {
		table := randomTable(r)
		x, err := ParseXGID(table.XGID())
		if err != nil || x != table {
			t.Fatalf("%s is read as %+v, %v, not %+v", table.XGID(), x, err, table)
		}
		bare := table
		bare.Match.Beavers, bare.Match.MaxCube = false, 0
		if ids, err := ParseIDs(table.IDs()); err != nil || ids != bare {
			t.Fatalf("%s is read as %+v, %v, not %+v", table.IDs(), ids, err, bare)
		}
		bare.Names, bare.Match.Jacoby = [2]string{"you", "opponent"}, false
		if f, err := ParseFIBS(table.FIBS()); err != nil || f != bare {
			t.Fatalf("%s is read as %+v, %v, not %+v", table.FIBS(), f, err, bare)
		}
	}
}

func randomTable(r *rand.Rand) Table {
	m := Match{Owner: game.Nobody, Roller: game.Player(r.IntN(2)), Stage: Playing, MaxCube: r.IntN(16), Length: r.IntN(20)}
	if m.Length > 0 {
		m.Score = [2]int{r.IntN(m.Length), r.IntN(m.Length)}
		m.Crawford = r.IntN(2) == 0 && m.onTheBrink()
	} else {
		m.Jacoby, m.Beavers = r.IntN(2) == 0, r.IntN(2) == 0
	}
	if !m.Crawford && r.IntN(2) == 0 {
		m.CubeLog, m.Owner = 1+r.IntN(10), game.Player(r.IntN(2))
	}
	m.Turn = m.Roller
	switch r.IntN(3) {
	case 0:
		m.Dice = outcomes[r.IntN(36)]
	case 1:
		m.Doubled, m.Turn = true, m.Roller^1
	}
	return Table{Board: randomBoard(r), Match: m}
}

// TestPositionTexts reads one position from all formats.
func TestPositionTexts(t *testing.T) {
	g := New()
	for text, want := range map[string]string{
		startID:                      startID + " W -",
		startID + " B":               startID + " B -",
		startID + " 13":              startID + " W 31",
		startID + " W first":         startID + " W first",
		startID + ":cAkAAAAAAAAA":    startID + " B -",
		startID + ":cAkAAAAAAAAA 52": startID + " B 52",
		startXGID:                    startID + " W -",
		startXGID + " 66":            startID + " W 66",
		startFIBS:                    startID + " W -",
	} {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Error(err)
		} else if got := g.FormatPosition(s); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
}

// FuzzTexts reads anything; what can be read must be written and read again
// to the same.
func FuzzTexts(f *testing.F) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 20 {
		table := randomTable(r)
		f.Add(table.XGID())
		f.Add(table.FIBS())
		f.Add(table.IDs())
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []struct {
			parse func(string) (Table, error)
			write func(Table) string
		}{{ParseXGID, Table.XGID}, {ParseFIBS, Table.FIBS}, {ParseIDs, Table.IDs}} {
			table, err := format.parse(text)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\r") {
					t.Fatalf("the error %q is not one line", err)
				}
				continue
			}
			if again, err := format.parse(format.write(table)); err != nil || again != table {
				t.Fatalf("%q is read as %+v, written %q and read as %+v, %v", text, table, format.write(table), again, err)
			}
		}
	})
}

// TestOpeningMoves reads the opening moves that another program likes and
// compares how it writes them.
func TestOpeningMoves(t *testing.T) {
	file, err := os.Open(gametest.Reference(t, "backgammon/opening_moves_gnubg_2ply.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	g := New()
	scanner := bufio.NewScanner(file)
	scanner.Scan()
	for scanner.Scan() {
		fields := strings.Split(scanner.Text(), ",")
		s := g.New()
		if err := g.SetDice(s, fields[0]); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{fields[1], fields[3]} {
			m, err := g.ParseMove(s, text)
			if err != nil || g.FormatMove(s, m) != text {
				t.Errorf("%s: %q is read as %d, %v", fields[0], text, m, err)
			}
		}
	}
}

// TestSampleMatch replays a game that another program has played.
func TestSampleMatch(t *testing.T) {
	data, err := os.ReadFile(gametest.Reference(t, "backgammon/sample.mat"))
	if err != nil {
		t.Fatal(err)
	}
	g := New()
	s, turns := g.New(), 0
	for _, line := range strings.Split(string(data), "\n") {
		_, row, ok := strings.Cut(line, ") ")
		if !ok {
			continue
		}
		for _, half := range []string{row[:min(len(row), 27)], row[min(len(row), 27):]} {
			dice, move, ok := strings.Cut(half, ":")
			if !ok {
				continue
			}
			if strings.TrimSpace(move) == "" {
				move = pass
			}
			for _, text := range []string{strings.TrimSpace(dice), strings.TrimSpace(move)} {
				m, err := g.ParseMove(s, text)
				if err != nil {
					t.Fatalf("%s: %v", g.FormatPosition(s), err)
				}
				s.Play(m)
			}
			turns++
		}
	}
	// Black has given up the gammon by then.
	if turns != 43 || s.Turn() != game.Chance || s.(*State).board[0][Off] != 11 || s.(*State).board[1][Off] != 0 {
		t.Errorf("after %d turns the game is at %s", turns, g.FormatPosition(s))
	}
}
