package gamefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/game"
	"gambito/games"
	"gambito/games/backgammon/match"
)

// random plays a game of a spec to its end, or stops before or gives up.
func random(t testing.TB, text string, r *rand.Rand) Game {
	t.Helper()
	g, err := games.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, moves := g.New(), []game.Move{}
	length := g.Info().MaxPlies
	if r.IntN(3) == 0 {
		length = r.IntN(40)
	}
	for s.Turn() != game.Over && len(moves) < length {
		m, _ := game.RandomMove(s, r, nil)
		if m == match.Double && r.IntN(8) > 0 { // else most games end at once
			m = match.Roll
		}
		s.Play(m)
		moves = append(moves, m)
	}
	record := emptyRecord(g)
	record.Names = []string{"Ann Lee", "bob"}
	record.Moves = game.FormatLine(g, g.New(), moves)
	var fault *arena.Fault
	if r.IntN(2) == 0 && s.Turn() >= 0 {
		fault = resigned(s.Turn())
		if text == "othello" && r.IntN(2) == 0 {
			fault.Reason = arena.OutOfTime
		}
		if c, ok := s.(game.Conceder); ok {
			fault.Times, _ = c.Concession(s.Turn())
		}
	}
	finish(&record, s, fault)
	made, err := From(g, record)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// same compares games, but for where they stood.
func same(a, b []Game) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d games became %d", len(a), len(b))
	}
	for i := range a {
		x, errX := json.Marshal(a[i].Record) // to which an empty list and none are the same
		y, errY := json.Marshal(b[i].Record)
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			return fmt.Errorf("game %d, %s became %s, %v, %v", i+1, x, y, errX, errY)
		}
		if !slices.Equal(a[i].Moves, b[i].Moves) {
			return fmt.Errorf("the moves of game %d are others", i+1)
		}
	}
	return nil
}

// again writes games and reads them back.
func again(t *testing.T, name string, list []Game) []Game {
	t.Helper()
	text, err := Format(name, list)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(name, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return back
}

func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for name, specs := range map[string][]string{
		"a.json":  {"othello", "connect4", "tron:8x8", "backgammon", "backgammon:match=3", "gdl:tictactoe"},
		"a.jsonl": {"othello", "breakthrough"},
		"a.GGF":   {"othello"},
	} {
		for i := range 6 {
			var list []Game
			for range 1 + i {
				list = append(list, random(t, specs[r.IntN(len(specs))], r))
			}
			for i := range list {
				if name == "a.GGF" { // where it was played is always said
					list[i].Record.Event = "gambito"
				}
			}
			if err := same(list, again(t, name, list)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestRoundTripMat knows what such a file does not tell: that a player chose to roll
// and what was rolled, where no turn followed.
func TestRoundTripMat(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for _, spec := range []string{"backgammon", "backgammon:cube=on", "backgammon:match=1", "backgammon:match=3", "backgammon:match=5,cube=off"} {
		for range 12 {
			g := random(t, spec, r)
			back := again(t, "a.mat", []Game{g})
			if len(back) != 1 || back[0].Record.Game != spec {
				t.Fatalf("%s is read as %d games of %s", spec, len(back), back[0].Record.Game)
			}
			got := back[0]
			moves, _, _ := strings.Cut(got.Record.Moves, " resign")
			if missing := len(g.Moves) - len(got.Moves); missing > 2 || !strings.HasPrefix(g.Record.Moves, moves) {
				t.Errorf("%s: the moves\n%s\nbecame\n%s", spec, g.Record.Moves, got.Record.Moves)
			}
			if !reflect.DeepEqual(got.Record.Result, g.Record.Result) || !reflect.DeepEqual(got.Record.Names, g.Record.Names) {
				t.Errorf("%s: %+v became %+v", spec, g.Record, got.Record)
			}
		}
	}
}

// TestGivenUp reads matches in which players gave up games, in their own turn or in
// the other's, which makes two records of it.
func TestGivenUp(t *testing.T) {
	const head = " 3 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5"
	for text, want := range map[string][]string{
		head + "\n                                  Wins 1 point\n Game 2\n a : 0   b : 1\n  1) 31: 8/5 6/5\n": {"31: 8/5 6/5", "31: 8/5 6/5"},
		head + "\n      Wins 2 points\n Game 2\n a : 2   b : 0\n  1) 31: 8/5 6/5\n":                            {"31: 8/5 6/5 resign-gammon 31: 8/5 6/5"},
		// The Crawford game has no choice before the roll.
		head + "\n      Wins 2 points\n Game 2\n a : 2   b : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n": {"31: 8/5 6/5 resign-gammon 31: 8/5 6/5 resign"},
	} {
		list, err := Parse("x.mat", []byte(text))
		if err != nil || len(list) != len(want) {
			t.Errorf("%q is read as %d games, %v", text, len(list), err)
			continue
		}
		for i := range list {
			if list[i].Record.Moves != want[i] {
				t.Errorf("%q is read as %q", text, list[i].Record.Moves)
			}
		}
	}
}

// TestSession writes games for money whose players take turns to begin.
func TestSession(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	var list []Game
	for i := range 6 {
		g := random(t, "backgammon:cube=on", r)
		if i%2 == 1 {
			g.Record.Seats, g.Record.Names = []int{1, 0}, []string{"bob", "Ann Lee"}
		}
		if len(g.Moves) > 2 {
			list = append(list, g)
		}
	}
	back := again(t, "a.mat", list)
	if len(back) != len(list) {
		t.Fatalf("%d games became %d", len(list), len(back))
	}
	for i := range list {
		x, y := list[i].Record, back[i].Record
		if !reflect.DeepEqual(x.Seats, y.Seats) || !reflect.DeepEqual(x.Names, y.Names) || !reflect.DeepEqual(x.Result, y.Result) {
			t.Errorf("game %d: %+v became %+v", i+1, x, y)
		}
	}
}

func TestTranscripts(t *testing.T) {
	const line = "f5d6c3d3c4f4f6"
	for _, text := range []string{
		"f5d6c3d3c4f4f6", "F5D6C3D3C4F4F6\n", "f5 d6 c3 d3 c4 f4 f6", "1. f5 d6 2. c3 d3 3. c4 f4 4. f6", "1.f5,d6;c3,d3 ; c4,f4,f6",
		"1 f5 2 d6 3 c3 4 d3 5 c4 6 f4 7 f6", "# a remark\n\n  f5-d6-c3"[:12] + "f5d6c3 d3c4f4f6\r\n", "\ufefff5d6c3d3c4f4f6",
	} {
		list, err := Parse("x", []byte(text))
		if err != nil || len(list) != 1 || len(list[0].Moves) != 7 || list[0].Record.Reason != arena.Unfinished {
			t.Errorf("%q is read as %+v, %v", text, list, err)
			continue
		}
		out, err := Format("x.txt", list)
		if err != nil || string(out) != line+"\n" {
			t.Errorf("%q is written as %q, %v", text, out, err)
		}
	}
	// A game with passes, told with them and without.
	r := rand.New(rand.NewPCG(7, 4))
	passes := 0
	for range 40 {
		g := random(t, "othello", r)
		if len(g.Moves) == 0 {
			continue
		}
		passes += strings.Count(g.Record.Moves, "pass")
		for _, pass := range []string{"pass", "--", "PA", ""} {
			back, err := Parse("x.txt", []byte(strings.ReplaceAll(g.Record.Moves, "pass", pass)))
			if err != nil || len(back) != 1 || pass != "" && back[0].Record.Moves != g.Record.Moves || !strings.HasPrefix(g.Record.Moves, back[0].Record.Moves) {
				t.Fatalf("%q with %q is read as %+v, %v", g.Record.Moves, pass, back, err)
			}
		}
	}
	if passes == 0 {
		t.Error("no game had a pass")
	}
}

func TestSamples(t *testing.T) {
	for name, want := range map[string]int{"sample.ggf": 3, "sample.txt": 2, "sample.mat": 1, "money.mat": 2, "sample.wtb": 2, "sample.json": 1, "sample.jsonl": 3} {
		list, err := Read(filepath.Join("testdata", name))
		if err != nil || len(list) != want {
			t.Errorf("%s: %d games, %v", name, len(list), err)
		}
	}
	list, err := Read("testdata/sample.wtb")
	if err != nil {
		t.Fatal(err)
	}
	if r := list[0].Record; r.Names[0] != "Ann Example" || r.Names[1] != "Zoé Exemple" || r.Event != "Open of Nowhere" || r.Date != "2024" || r.Reason != arena.ByTheRules {
		t.Errorf("the first game of the database is %+v", r)
	}
	if r := list[1].Record; r.Reason != arena.Resignation || r.Result[0] != -1 || r.Names[0] != "player 7" {
		t.Errorf("the second game of the database is %+v", r)
	}
	list, err = Read("testdata/sample.ggf")
	if err != nil {
		t.Fatal(err)
	}
	first, second, third := list[0].Record, list[1].Record, list[2].Record
	if first.Names[0] != "ann" || first.Date != "2026.01.31_22:59:47.UTC" || first.Seconds[0] != 2.75 || first.Reason != arena.Unfinished {
		t.Errorf("the first game is %+v", first)
	}
	if second.Position == "" || second.Result[0] != 1 || second.Reason != arena.Resignation || !strings.Contains(third.Moves, "pass") {
		t.Errorf("the others are %+v and %+v", second, third)
	}
}

// TestGGFDialects reads what boards and servers write differently.
func TestGGFDialects(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[Othello]TY[0]RE[2]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/-1.04/0.01]W[D6//0.01];)": "f5 d6",
		"(;GM[Othello]TY[s8r20]RE[-40.00]B[F5//4.09]W[D6/-48.50]B[c3//5];)":                                                            "f5 d6 c3",
		"12\n(; GM[Othello] TY[8] RE[] B[f5]\n W[d6] ;)\n":                                                                             "f5 d6",
		"(;GM[othello]TY[8k]KM[2.5]RE[-2.5:s]B[f5]W[d6];)\x00\n":                                                                       "f5 d6",
	} {
		if list, err := Parse("x.ggf", []byte(text)); err != nil || len(list) != 1 || list[0].Record.Moves != want {
			t.Errorf("%q is read as %+v, %v", text, list, err)
		}
	}
}

// TestEndingDoesNotMatter reads files whose names tell something else.
func TestEndingDoesNotMatter(t *testing.T) {
	samples, _ := filepath.Glob("testdata/sample.*")
	for _, name := range samples {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if ending := filepath.Ext(name); ending == ".jou" || ending == ".trn" {
			continue
		}
		for _, other := range []string{"x", "x.mat", "x.json"} {
			if list, err := Parse(other, content); err != nil || len(list) == 0 {
				t.Errorf("%s as %s: %v", name, other, err)
			}
		}
	}
}

func TestWrites(t *testing.T) {
	g, _ := games.Parse("connect4")
	for name, want := range map[string]string{
		"a.json": "", "a.ggf": "a.ggf: GGF files are for games of othello, not of connect4: .json takes every game",
		"a.mat": "for games of backgammon", "a.wtb": "only read", "a.pdf": "its ending tells no format: .ggf, .json, .jsonl, .mat, .txt are written", "a": "its ending",
	} {
		if err := Writes(name, g); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWriter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5))
	for _, c := range []struct {
		name, spec string
		files      []string
	}{
		{"a.json", "connect4", []string{"a.json"}},
		{"a.ggf", "othello", []string{"a.ggf"}},
		{"a.mat", "backgammon", []string{"a.mat"}},
		{"a.mat", "backgammon:match=1", []string{"a-1.mat", "a-2.mat", "a-3.mat"}},
	} {
		folder := t.TempDir()
		var list []Game
		for len(list) < 3 {
			if g := random(t, c.spec, r); g.Record.Result != nil && len(g.Moves) > 2 {
				list = append(list, g)
			}
		}
		w, err := Create(filepath.Join(folder, c.name), list[0].Game, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list {
			if err := w.Add(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var back []Game
		for _, name := range c.files {
			games, err := Read(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			back = append(back, games...)
		}
		if len(back) != 3 || !reflect.DeepEqual(back[2].Record.Result, list[2].Record.Result) {
			t.Errorf("%s, %s: %d games", c.name, c.spec, len(back))
		}
		if _, err := Create(filepath.Join(folder, c.name), list[0].Game, 3); err == nil || !strings.HasSuffix(err.Error(), c.files[0]+" exists; choose a new file") {
			t.Errorf("%s: made again: %v", c.name, err)
		}
	}
}

// TestPage reads the examples of docs/formats.md, each in a block named by its ending.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 4 {
		t.Errorf("there are %d examples", len(blocks))
	}
	for _, b := range blocks {
		if list, err := Parse("example."+b[1], []byte(b[2])); err != nil || len(list) == 0 {
			t.Errorf("%v in\n%s", err, b[2])
		}
	}
}
