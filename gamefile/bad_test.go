package gamefile

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/arena"
)

const ggfHead = "(;GM[Othello]PB[a]PW[b]TY[8]"

// header is that of a WTHOR file of so many games.
func header(count uint32) string {
	return string(binary.LittleEndian.AppendUint32([]byte{20, 26, 1, 31}, count)) + "\x00\x00\xe8\x07\x08\x00\x18\x00"
}

func TestBadFiles(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a", "", "a: it is no file of games that gambito reads: those are .ggf, .json, .jsonl, .mat, .txt, .wtb"},
		{"a.bin", "\x00\x01\x02", "it is no file of games"},
		{"a.txt", "", "a.txt: there is no game in it"},
		{"a.txt", "f5d6c3\nf5d6a1\n", "a.txt: line 2: move 3: a1 turns no disc over (legal are "},
		{"a.txt", "f5d6x9", `line 1: move 3: "x9"`},
		{"a.txt", "f5f5", "move 2: f5 is taken"},
		{"a.txt", "f5pass", "move 2: pass: white has a move and may not pass"},
		{"a.txt", "hello", `line 1: move 1: "hello"`},
		{"a.json", "{", "a.json: line 1: it is not a game record: it ends too early"},
		{"a.json", `{"a":1}`, `it does not say of which "game"`},
		{"a.json", `{"game":"chess"}`, "line 1: unknown game \"chess\""},
		{"a.json", `{"game":"connect4","agents":["a","b"],"moves":"48","reason":"unfinished"}`, `line 1: move 2: "8" is not a column`},
		{"a.json", `{"game":"connect4","agents":["a"]}`, "it names 1 agents, not 2"},
		{"a.json", `{"game":"connect4","agents":["a","b"],"moves":"44","reason":"rules","result":[1,-1]}`, "its reason is"},
		{"a.json", `{"game":"connect4","agents":["a","b"],"moves":["44"]}`, "it is not a game record: moves cannot be a list"},
		{"a.json", "{\"game\":\"connect4\",\"agents\":[\"a\",\"b\"],\"reason\":\"unfinished\"}\n\n{\"game\": 7}", "line 3: it is not a game record"},
		{"a.json", "not json", "line 1: it is not a game record"},
		{"a.ggf", ggfHead, "a.ggf: line 1: the game does not end with ;)"},
		{"a.ggf", ggfHead + "B[f5", "B[ has no end, ]"},
		{"a.ggf", ggfHead + "B[f5]W[a1];)", "line 1: move 2: a1 turns no disc over (legal are"},
		{"a.ggf", ggfHead + "\n\nB[f5]B[d6];)", "line 3: move 2, d6: it is white to move"},
		{"a.ggf", ggfHead + "B[f5d6];)", "is not one move"},
		{"a.ggf", ggfHead + "BO[10 ---];)", `its board is of "10" rows`},
		{"a.ggf", ggfHead + "BO[8 ---*];)", "its board has 4 signs"},
		{"a.ggf", ggfHead + "B[f5]BO[8 ---*];)", "the board stands behind moves"},
		{"a.ggf", ggfHead + "RE[white];)", `its result is "white"`},
		{"a.ggf", "(;PB[a];)", "it does not say of which game it is"},
		{"a.ggf", "(;GM[Amazons];)", "it is a game of \"Amazons\""},
		{"a.ggf", "(;GM[Othello]TY[8a];)", "its type is \"8a\""},
		{"a.ggf", ggfHead + ";)\nrubbish", `line 2: "rubbish" stands where a game should begin`},
		{"a.ggf", "rubbish", "stands where a game should begin"},
		{"a.ggf", ggfHead + "what is this;)", "is neither a property"},
		{"a.mat", "", "a.mat: no match is there"},
		{"a.mat", " 5 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/4 6/5\n", "a.mat: line 5: "},
		{"a.mat", " 0 point match\n Game 1\n a : 0   b : 0\n  1) 33: 8/5(2) 6/3(2)\n", "game 1: turn 1: \"33\": the first roll of a game is no double"},
		{"a.mat", " 5 point match\n" + strings.Repeat("x", 70_000), "a.mat: line 2: it is longer than"},
		{"a.wtb", "", "a.wtb: it has 0 bytes, less than the header"},
		{"a.wtb", header(4_000_000_000), "it says that it holds 4000000000 games"},
		{"a.wtb", header(1) + strings.Repeat("\x00", 60), "which take 68 bytes behind its header: there are 60"},
		{"a.wtb", header(1) + "\x00\x00\x00\x00\x00\x00\x20\x20\x0b" + strings.Repeat("\x00", 59), "game 1: move 1: a1 turns no disc over"},
		{"a.wtb", header(1) + "\x00\x00\x00\x00\x00\x00\x20\x20\x5f" + strings.Repeat("\x00", 59), "game 1: move 1: 95 is no cell"},
		{"a.wtb", header(1) + "\x00\x00\x00\x00\x00\x00\x20\x20\x00\x38" + strings.Repeat("\x00", 58), "moves behind its last"},
	} {
		list, err := Parse(c.name, []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.ContainsAny(err.Error(), "\n\r") || !strings.HasPrefix(err.Error(), c.name+": ") {
			t.Errorf("%s, %q is read as %+v, %v", c.name, c.text, list, err)
		}
	}
}

// TestCutOff cuts samples everywhere: what is read of them is whole games, or the
// error is one line.
func TestCutOff(t *testing.T) {
	for _, name := range []string{"sample.ggf", "sample.txt", "money.mat", "sample.wtb", "sample.json"} {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for length := range content {
			if _, err := Parse(name, content[:length]); err != nil && strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%s, the first %d bytes: %q", name, length, err)
			}
		}
	}
}

// TestHostileNames: what a terminal would obey is not shown.
func TestHostileNames(t *testing.T) {
	text := `{"game":"connect4","names":["a\u001b[2J\nb","` + strings.Repeat("x", 9999) + `"],"agents":["human","human"],"moves":"4","reason":"unfinished","event":"\u0007"}`
	list, err := Parse("x.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if r := list[0].Record; r.Names[0] != "a [2J b" || len([]rune(r.Names[1])) != maxText || r.Event != "" {
		t.Errorf("it is read as %+v", r)
	}
	shown := Game{Record: arena.Record{Agents: []string{"a\n", "b"}}}
	if names := shown.Players(); names[0] != "a" {
		t.Errorf("shown as %q", names)
	}
}

func TestBadNames(t *testing.T) {
	folder := t.TempDir()
	content, err := os.ReadFile("testdata/sample.wtb")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "WTH_2024.wtb")
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := Read(name)
	if err != nil || list[0].Record.Names[1] != "player 2" {
		t.Errorf("without names it is read as %+v, %v", list, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "WTHOR.JOU"), []byte("too short"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(name); err == nil || !strings.Contains(err.Error(), "its names: ") {
		t.Errorf("with bad names: %v", err)
	}
}

// FuzzParse feeds every parser. What is read can be written and read again.
func FuzzParse(f *testing.F) {
	samples, _ := filepath.Glob("testdata/*.*")
	for _, name := range samples {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content, filepath.Ext(name))
	}
	f.Add([]byte(ggfHead+"B[f5/1/2]W[pa];)"), ".ggf")
	f.Add([]byte(header(1)), ".wtb")
	f.Add([]byte(`{"game":"connect4","names":[],"agents":["",""],"moves":"7161445","result":[1,-1],"reason":"rules"}`), ".json")
	f.Add([]byte("0 point match\nGame 1\ne : 0 Zo\xe9 : 0\n1)64:8/2 6/2"), ".mat")
	f.Fuzz(func(t *testing.T, content []byte, ending string) {
		if strings.Contains(string(content), "gdl:") {
			t.Skip() // rulesheets are fuzzed where they are read
		}
		if f := Of("x" + ending); f != nil {
			ending = f.Endings[0]
		} else {
			ending = ""
		}
		list, err := Parse("x"+ending, content)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error %q is not one line", err)
			}
			return
		}
		back, err := Format("x.jsonl", list)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("x.jsonl", back)
		if err == nil {
			err = same(list, again)
		}
		if err != nil {
			t.Fatalf("%v of %s", err, back)
		}
	})
}

// FuzzGGF writes what it reads.
func FuzzGGF(f *testing.F) {
	sample, err := os.ReadFile("testdata/sample.ggf")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(sample))
	f.Add(ggfHead + "RE[-64:t]B[f5/1/2]W[d6];)")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse("x.ggf", []byte("(;GM[Othello]"+text))
		if err != nil {
			return
		}
		for i := range list { // signs that names cannot have are written as others
			list[i].Record.Seconds, list[i].Record.Faults, list[i].Record.Names, list[i].Record.Date, list[i].Record.Event = nil, nil, []string{"a", "b"}, "", "x"
		}
		written, err := Format("x.ggf", list)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse("x.ggf", written)
		if err != nil {
			t.Fatalf("%v in %s", err, written)
		}
		for i := range back {
			back[i].Record.Faults = nil
		}
		if err := same(list, back); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzMat reads matches into records, which are written and read again.
func FuzzMat(f *testing.F) {
	const head = "3 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5"
	f.Add(head + "\n      Wins 2 points\n Game 2\n a : 2   b : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n")
	f.Add(head + "\n                                  Wins 1 point\n Game 2\n a : 0   b : 1\n  1) 31: 8/5 6/5\n")
	f.Add("0 point match\n Game 1\n a : 0   b : 0\n  1)                             31: 8/5 6/5\n  2)  Doubles => 2                Drops\n      Wins 1 point\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse("x.mat", []byte(text))
		if err != nil || list[0].Game.Info().Name != "Backgammon" {
			return
		}
		for i := range list { // a match that had to be told in several records is written so
			list[i].Record.Names = []string{"a", "b"}
			written, err := Format("x.mat", list[i:i+1])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Parse("x.mat", written); err != nil && len(list[i].Moves) > 0 {
				t.Fatalf("%v in\n%s", err, written)
			}
		}
	})
}

// FuzzWTHOR reads games of the database.
func FuzzWTHOR(f *testing.F) {
	sample, err := os.ReadFile("testdata/sample.wtb")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sample[wthorHeader:][:wthorGame], uint32(1))
	f.Add(sample[wthorHeader:], uint32(2))
	f.Fuzz(func(t *testing.T, games []byte, count uint32) {
		list, err := Parse("x.wtb", append([]byte(header(count)), games...))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error %q is not one line", err)
			}
			return
		}
		if len(list) != int(count) {
			t.Fatalf("%d games of %d", len(list), count)
		}
		for _, ending := range []string{".ggf", ".txt"} {
			if _, err := Format("x"+ending, list); err != nil {
				t.Fatal(err)
			}
		}
	})
}
