package kept

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gambito/arena"
	"gambito/gamefile"
	"gambito/games/connect4"
)

var rules = must(connect4.New(7, 6, 4))

// record is a game of Connect 4 that goes on.
func record(moves string) arena.Record {
	return arena.Record{Game: "connect4", Agents: []string{"human", "random"}, Seats: []int{0, 1}, Seed: 7, Moves: moves, Reason: arena.Unfinished}
}

func keep(t *testing.T, k *Keeper, moves string) {
	t.Helper()
	if err := k.Keep(record(moves)); err != nil {
		t.Fatal(err)
	}
}

func TestKeep(t *testing.T) {
	f := In(t.TempDir())
	if list, problems, err := f.List(); len(list) != 0 || problems != nil || err != nil {
		t.Fatalf("there are %v, %v, %v", list, problems, err)
	}
	first, second := f.Begin(rules), f.Begin(rules)
	keep(t, first, "")
	if _, err := os.Stat(f.Path()); err == nil {
		t.Error("a game without moves is kept")
	}
	keep(t, first, "4")
	keep(t, second, "33")
	age(t, f, second.ID())
	keep(t, first, "44")
	list, problems, err := f.List()
	if err != nil || problems != nil || len(list) != 2 || list[0].ID != "connect4-1" || list[1].ID != "connect4-2" {
		t.Fatalf("there are %v, %v, %v", list, problems, err)
	}
	if e := list[0]; e.Made != 2 || e.Record.Moves != "44" || e.Record.Date == "" || time.Since(e.Changed) > time.Minute {
		t.Errorf("the first is %+v", e)
	}
	if last, err := f.Entry(Last); err != nil || last.ID != "connect4-1" {
		t.Errorf("the last is %v, %v", last.ID, err)
	}
	if err := f.Delete("connect4-1"); err != nil {
		t.Error(err)
	}
	for _, id := range []string{"connect4-1", "../x-1", "", "connect4"} {
		if err := f.Delete(id); err == nil || !strings.Contains(err.Error(), "is kept") {
			t.Errorf("%q is deleted: %v", id, err)
		}
	}
}

// age makes a game an hour older.
func age(t *testing.T, f Folder, id string) {
	t.Helper()
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(f.file(id, false), before, before); err != nil {
		t.Fatal(err)
	}
}

func TestIDs(t *testing.T) {
	for spec, want := range map[string]string{
		"othello": "othello", "connect4:8x6": "connect4", "backgammon:match=3": "backgammon", "sheep-and-wolf": "sheep-and-wolf",
		"gdl:hex": "hex", "gdl:/some/My Game.kif": "my-game", "gdl:": "game", "": "game", "gdl:" + strings.Repeat("x", 99): strings.Repeat("x", 40),
	} {
		if got := stem(spec); got != want || !idPattern.MatchString(got+"-1") {
			t.Errorf("%s becomes %q, not %q", spec, got, want)
		}
	}
}

// TestDamaged finds that a file cut off hides no other.
func TestDamaged(t *testing.T) {
	f := In(t.TempDir())
	whole, cut := f.Begin(rules), f.Begin(rules)
	keep(t, whole, "4")
	keep(t, cut, "33")
	text, _ := os.ReadFile(f.file(cut.ID(), false))
	if err := os.WriteFile(f.file(cut.ID(), false), text[:len(text)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"othello-4.json": "", "notes.txt": "hello", "x.json": "{}", ".lock": ""} {
		if err := os.WriteFile(filepath.Join(f.Path(), name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, problems, err := f.List()
	if err != nil || len(list) != 1 || list[0].ID != whole.ID() || len(problems) != 1 || !strings.Contains(problems[0].Error(), "connect4-2.json is not a kept game") {
		t.Fatalf("there are %v, %v, %v", list, problems, err)
	}
	if _, err := f.Find(cut.ID()); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("the damaged one is found: %v", err)
	}
	if err := f.Delete(cut.ID()); err != nil {
		t.Error(err)
	}
}

// TestTwoOfAGame has two terminals go on with one game.
func TestTwoOfAGame(t *testing.T) {
	f := In(t.TempDir())
	k := f.Begin(rules)
	keep(t, k, "4")
	_, a, err := f.FindOne(k.ID())
	if err != nil {
		t.Fatal(err)
	}
	_, b, err := f.FindOne(Last)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, a, "44")
	keep(t, b, "43")
	keep(t, a, "444")
	keep(t, b, "433")
	if a.ID() != k.ID() || b.ID() == k.ID() {
		t.Fatalf("they go on as %s and %s", a.ID(), b.ID())
	}
	for id, want := range map[string]string{a.ID(): "444", b.ID(): "433"} {
		if e, err := f.Entry(id); err != nil || e.Record.Moves != want {
			t.Errorf("%s is %q, %v", id, e.Record.Moves, err)
		}
	}
	if err := f.Delete(a.ID()); err != nil {
		t.Fatal(err)
	}
	keep(t, a, "4441")
	if e, err := f.Entry(a.ID()); err != nil || e.Record.Moves != "4441" {
		t.Errorf("a game deleted while it is played is lost: %v", err)
	}
}

// TestEnded: a game that was given up stays so when it is looked at again, and what is
// tried from it is another game.
func TestEnded(t *testing.T) {
	f := In(t.TempDir())
	k := f.Begin(rules)
	r := record("44")
	r.Reason, r.Result, r.Faults = arena.Resignation, []float64{-1, 1}, []arena.Fault{{Reason: arena.Resignation}}
	if err := k.Keep(r); err != nil {
		t.Fatal(err)
	}
	_, again, err := f.FindOne(k.ID())
	if err != nil {
		t.Fatal(err)
	}
	keep(t, again, "44")
	if again.ID() != "" {
		t.Errorf("it is kept twice, as %s", again.ID())
	}
	keep(t, again, "443")
	if again.ID() == "" || again.ID() == k.ID() {
		t.Errorf("it goes on as %q", again.ID())
	}
	if e, err := f.Entry(k.ID()); err != nil || e.Record.Reason != arena.Resignation || e.Record.Moves != "44" {
		t.Errorf("the game that was given up is %+v, %v", e.Record, err)
	}
}

// TestAdd: nobody knows when a game of a file was played that does not say.
func TestAdd(t *testing.T) {
	f := In(t.TempDir())
	id, err := f.Add(rules, record("44"))
	if err != nil {
		t.Fatal(err)
	}
	if e, err := f.Entry(id); err != nil || e.Record.Date != "" || e.Made != 2 {
		t.Errorf("it is %+v, %v", e.Record, err)
	}
}

// TestFolderOfThatName: a folder called like a game does not hide it.
func TestFolderOfThatName(t *testing.T) {
	f := In(t.TempDir())
	keep(t, f.Begin(rules), "4")
	t.Chdir(t.TempDir())
	if err := os.Mkdir(Last, 0o755); err != nil {
		t.Fatal(err)
	}
	if list, err := f.Find(Last); err != nil || len(list) != 1 {
		t.Errorf("the last is %v, %v", list, err)
	}
}

// keeping makes this test's program one of several that keep games.
const keeping = "GAMBITO_TEST_KEEP"

// TestProcesses has several processes keep games at once: none is lost.
func TestProcesses(t *testing.T) {
	const processes, games = 4, 8
	if folder := os.Getenv(keeping); folder != "" {
		var wait sync.WaitGroup
		for range games {
			wait.Go(func() {
				k := In(folder).Begin(rules)
				for n := 1; n <= 5; n++ {
					keep(t, k, strings.Repeat("4", n))
				}
			})
		}
		wait.Wait()
		return
	}
	data := t.TempDir()
	var wait sync.WaitGroup
	for range processes {
		wait.Go(func() {
			c := exec.Command(os.Args[0], "-test.run=^TestProcesses$")
			c.Env = append(os.Environ(), keeping+"="+data)
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wait.Wait()
	list, problems, err := In(data).List()
	if err != nil || problems != nil || len(list) != processes*games {
		t.Fatalf("%d games are kept, %v, %v", len(list), problems, err)
	}
	for _, e := range list {
		if e.Record.Moves != "44444" {
			t.Errorf("%s is %q", e.ID, e.Record.Moves)
		}
	}
}

func TestFind(t *testing.T) {
	f := In(t.TempDir())
	if _, err := f.Find(Last); err == nil || !strings.Contains(err.Error(), "no game is kept yet") {
		t.Errorf("the last of none: %v", err)
	}
	k := f.Begin(rules)
	keep(t, k, "44")
	g, err := gamefile.From(rules, record("4433"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "two.jsonl")
	if err := gamefile.Save(file, []gamefile.Game{g, g}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{Last: 1, "connect4-1": 1, file: 2, file + "#2": 1} {
		if list, err := f.Find(text); err != nil || len(list) != want {
			t.Errorf("%s is %d games, %v", text, len(list), err)
		}
	}
	for text, want := range map[string]string{
		file + "#3": "the file holds 2 games", file + "#x": "the number of a game", "connect4-2": `neither a file nor a game that is kept (did you mean "connect4-1"?)`,
		"none.ggf": "there is no file none.ggf", "what": "neither a file nor a game that is kept",
	} {
		if _, err := f.Find(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, _, err := f.FindOne(file); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s#1 names the first, %s#2 the last", file, file)) {
		t.Errorf("one of two: %v", err)
	}
	if _, k, err := f.FindOne(file + "#1"); err != nil || k.ID() != "" {
		t.Errorf("the game of a file is kept as %q, %v", k.ID(), err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func FuzzRead(f *testing.F) {
	whole, _ := json.Marshal(content{record("44"), 2, 0})
	f.Add(string(whole))
	f.Add(string(whole[:40]))
	f.Add(`{"made":"x"}`)
	folder := In(f.TempDir())
	if err := os.MkdirAll(folder.Path(), 0o755); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(folder.file("x-1", false), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := folder.List(); err != nil {
			t.Fatalf("one file hides all: %v", err)
		}
		if strings.Contains(text, "gdl:") {
			return // rulesheets are fuzzed where they are read
		}
		if _, err := folder.Find("x-1"); err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("the error %q is not one line", err)
		}
	})
}

// TestReserve: a game in which nobody has moved is there under its ID and in no list;
// with its first move it is listed under the same.
func TestReserve(t *testing.T) {
	f := In(t.TempDir())
	k := f.Begin(rules)
	k.Pace = 150 * time.Millisecond
	if err := k.Reserve(record("")); err != nil || k.ID() != "connect4-1" {
		t.Fatal(k.ID(), err)
	}
	other := f.Begin(rules)
	if keep(t, other, "4"); other.ID() != "connect4-2" {
		t.Errorf("another game is %s", other.ID())
	}
	if list, _, err := f.List(); err != nil || len(list) != 1 || len(f.Names()) != 2 {
		t.Errorf("there are %v, %v, %v", list, f.Names(), err)
	}
	if _, err := f.Entry("connect4-1"); err == nil {
		t.Error("a game without moves is found among those that are listed")
	}
	e, err := f.Open("connect4-1")
	if err != nil || e.Record.Moves != "" || e.Pace != k.Pace {
		t.Fatalf("it is %+v, %v", e, err)
	}
	k = f.GoOn(e, rules)
	keep(t, k, "")
	keep(t, k, "4")
	keep(t, k, "44")
	if e, err = f.Open("connect4-1"); k.ID() != "connect4-1" || err != nil || e.Record.Moves != "44" || e.Made != 2 {
		t.Errorf("%s is %+v, %v", k.ID(), e, err)
	}
	if list, _, err := f.List(); err != nil || len(list) != 2 {
		t.Errorf("there are %v, %v", list, err)
	}
	for _, id := range []string{"connect4-9", "../x-1", "", Last} {
		if _, err := f.Open(id); err == nil {
			t.Errorf("%q is a game", id)
		}
	}
	if left, err := filepath.Glob(filepath.Join(f.Path(), "*"+begunEnding)); err != nil || left != nil {
		t.Errorf("there is %v, %v", left, err)
	}
}

// TestOvertaken: a keeper knows when another has gone on with its game.
func TestOvertaken(t *testing.T) {
	f := In(t.TempDir())
	k := f.Begin(rules)
	if keep(t, k, "4"); k.Overtaken() || f.Begin(rules).Overtaken() {
		t.Error("nobody has gone on with it")
	}
	e, err := f.Open(k.ID())
	if err != nil {
		t.Fatal(err)
	}
	other := f.GoOn(e, rules)
	if keep(t, other, "44"); !k.Overtaken() || other.Overtaken() {
		t.Error("another has gone on with it")
	}
}

// TestSweep forgets old games without moves, and no others.
func TestSweep(t *testing.T) {
	f := In(t.TempDir())
	old, young, played := f.Begin(rules), f.Begin(rules), f.Begin(rules)
	for _, k := range []*Keeper{old, young} {
		if err := k.Reserve(record("")); err != nil {
			t.Fatal(err)
		}
	}
	keep(t, played, "4")
	before := time.Now().Add(-time.Hour)
	for _, file := range []string{f.file(old.ID(), true), f.file(played.ID(), false)} {
		if err := os.Chtimes(file, before, before); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Sweep(time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[*Keeper]bool{old: false, young: true, played: true} {
		if _, err := f.Open(k.ID()); (err == nil) != want {
			t.Errorf("%s: %v", k.ID(), err)
		}
	}
	if err := f.Delete(young.ID()); err != nil {
		t.Error(err)
	}
	if err := f.Delete(young.ID()); err == nil {
		t.Error("it is deleted twice")
	}
}

// TestManyAtOnce: of many games that are begun and go on at the same time each has an ID
// of its own, and all are kept.
func TestManyAtOnce(t *testing.T) {
	folder := In(t.TempDir())
	const many = 100
	ids := make(chan string, many)
	var wait sync.WaitGroup
	for range many {
		wait.Go(func() {
			k := folder.Begin(rules)
			for _, moves := range []string{"", "4", "44"} {
				if err := k.Reserve(record(moves)); err != nil {
					t.Error(err)
				}
			}
			ids <- k.ID()
		})
	}
	wait.Wait()
	close(ids)
	seen := map[string]bool{}
	for id := range ids {
		e, err := folder.Entry(id)
		if err != nil || e.Record.Moves != "44" || seen[id] {
			t.Errorf("%s (seen: %t) is kept as %+v, %v", id, seen[id], e, err)
		}
		seen[id] = true
	}
	left, err := filepath.Glob(filepath.Join(folder.Path(), "*"))
	if err != nil || len(left) != many+1 { // and the lock
		t.Errorf("%d files are there: %v", len(left), left)
	}
}

// TestNumbersOfOthers: an ID that another process has given meanwhile is not given again,
// be it to a game in which nobody has moved yet.
func TestNumbersOfOthers(t *testing.T) {
	f := In(t.TempDir())
	add := func(want string) {
		t.Helper()
		if id, err := f.Add(rules, record("4")); err != nil || id != want {
			t.Errorf("%s, %v: it must be %s", id, err, want)
		}
	}
	add("connect4-1")
	for _, others := range []string{"connect4-2.json", "connect4-3.begun", "connect4-5.json", "othello-9.json"} {
		if err := os.WriteFile(filepath.Join(f.Path(), others), []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	add("connect4-4")
	add("connect4-6")
}
