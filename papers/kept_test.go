package papers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/arena"
)

// found is a small result.
func found(t testing.TB, scale Scale, seed uint64) Result {
	study, err := Find("othello/uct-random")
	if err != nil {
		t.Fatal(err)
	}
	f := Finding{
		ID: study.ID + "/random/othello/UCT-500/vs random", Source: "table A", Published: number(60.8), Measured: number(99.8),
		Low: number(98.9), High: number(100), Verdict: Differs, Unit: "%", Games: 500, Played: &Played{Run: "reproduce-othello-uct-random-random-full"},
	}
	f.Place = study.place(f)
	w := Workshop{Scale: scale, Seed: seed}
	r := w.result(study)
	r.Findings, r.Finished, r.Seconds = []Finding{f}, time.Now().UTC().Truncate(time.Second), 1.5
	return r
}

// TestKeptResults: what is kept is there again, a result of every scale and seed.
func TestKeptResults(t *testing.T) {
	shelf := ShelfIn(t.TempDir())
	if results, broken := shelf.Results(); results != nil || broken != nil {
		t.Errorf("on an empty shelf are %v, %v", results, broken)
	}
	for _, r := range []Result{found(t, Smoke, 1), found(t, Full, 1), found(t, Full, 7), found(t, Full, 1)} {
		if err := shelf.keep(r); err != nil {
			t.Fatal(err)
		}
	}
	results, broken := shelf.Results()
	var names []string
	for _, r := range results {
		names = append(names, r.Name())
		want, got := found(t, r.Scale, r.Seed), r
		want.Finished = got.Finished
		a, _ := json.Marshal(want)
		if b, _ := json.Marshal(got); !bytes.Equal(a, b) {
			t.Errorf("%s is read back as %s", a, b)
		}
	}
	slices.Sort(names)
	if want := []string{"othello-uct-random-full", "othello-uct-random-full-seed7", "othello-uct-random-smoke"}; !slices.Equal(names, want) || broken != nil {
		t.Errorf("%v, %v", names, broken)
	}
}

// TestBrokenResults are told in one line and stay as they are.
func TestBrokenResults(t *testing.T) {
	r := found(t, Full, 1)
	whole, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	other := found(t, Quick, 1)
	foreign, _ := json.Marshal(other)
	for name, content := range map[string]string{
		"empty": "", "cut off": string(whole[:len(whole)/2]), "something else": "[1]", "nothing in it": "{}",
		"newer": strings.Replace(string(whole), `"format":1`, `"format":2`, 1), "of another scale": string(foreign),
		"of another study":  strings.ReplaceAll(string(whole), "uct-random", "none"),
		"a strange verdict": strings.Replace(string(whole), `"verdict":"differs"`, `"verdict":"<b>"`, 1),
	} {
		shelf := ShelfIn(t.TempDir())
		if err := os.MkdirAll(string(shelf), 0o777); err != nil {
			t.Fatal(err)
		}
		file := shelf.file(r)
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := shelf.keep(r); err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: keeping says %v", name, err)
		}
		if now, err := os.ReadFile(file); string(now) != content || err != nil {
			t.Errorf("%s: it has become %q, %v", name, now, err)
		}
		if err := os.WriteFile(filepath.Join(string(shelf), "reproduce-x.json"), nil, 0o666); err != nil { // what studies keep on their way
			t.Fatal(err)
		}
		if results, broken := shelf.Results(); len(results) != 0 || len(broken) != 1 {
			t.Errorf("%s: %v, %v", name, results, broken)
		}
	}
}

// TestRepeat: a result is kept with the findings of the run, and a broken file is told
// before anything is played.
func TestRepeat(t *testing.T) {
	study, err := Find("othello/uct-random")
	if err != nil {
		t.Fatal(err)
	}
	w := workshop(Smoke)
	w.Folder = string(ShelfIn(t.TempDir()))
	r, err := study.Repeat(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	kept, broken := Shelf(w.Folder).Results()
	if len(kept) != 1 || broken != nil {
		t.Fatalf("%v, %v", kept, broken)
	}
	a, _ := json.Marshal(r)
	if b, _ := json.Marshal(kept[0]); !bytes.Equal(a, b) || len(r.Findings) != 2 || r.Page(study).Command() != "gambito reproduce othello/uct-random --scale smoke" {
		t.Errorf("%s is kept as %s", a, b)
	}
	if err := os.WriteFile(Shelf(w.Folder).file(r), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	w.Play = func(context.Context, *arena.Experiment) (*arena.Standings, error) {
		t.Error("it is played")
		return nil, errors.New("no")
	}
	if _, err := study.Repeat(t.Context(), w); err == nil || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("%v", err)
	}
}

// TestReadMarkdown reads back what is written for readers.
func TestReadMarkdown(t *testing.T) {
	r := found(t, Full, 7)
	study, err := Find(r.Study)
	if err != nil {
		t.Fatal(err)
	}
	page := Page{Study: study, Scale: Full, Seed: 7, Build: "commit 123", Findings: r.Findings}
	var text bytes.Buffer
	page.Markdown(&text)
	read, err := ReadMarkdown(text.String())
	if err != nil {
		t.Fatal(err)
	}
	page.Findings[0].Played = nil
	a, _ := json.Marshal(page.Findings)
	if b, _ := json.Marshal(read.Findings); !bytes.Equal(a, b) || read.By() != page.By() {
		t.Errorf("%s by %s is read back as %s by %s", a, page.By(), b, read.By())
	}
	for name, wrong := range map[string]string{
		"another count": strings.Replace(text.String(), "1 differ", "2 differ", 1),
		"no command":    strings.Replace(text.String(), "Made by", "Made with", 1),
		"no study":      strings.Replace(text.String(), "# othello/", "# chess/", 1),
		"no number":     strings.Replace(text.String(), "99.8 %", "many", 1),
		"a cell less":   strings.Replace(text.String(), "| 500 |", "|", 1),
	} {
		if _, err := ReadMarkdown(wrong); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
}

// TestTables: tables are in the order of their numbers, columns under their headings,
// rows as they were printed.
func TestTables(t *testing.T) {
	study := Study{ID: "ggp/first"}
	var findings []Finding
	for _, what := range []string{
		"sims100/knightthrough/ETC", "sims1000/knightthrough/ETC", "sims100/knightthrough/UCB", "sims1000/knightthrough/UCB", "sims1000/breakthrough/UCB",
	} {
		f := Finding{ID: "ggp/first/" + what, Source: "table 4.1-4.15"}
		f.Place = study.place(f)
		findings = append(findings, f)
	}
	findings = append(findings, Finding{ID: "ggp/first/x", Source: "in words", Place: study.place(Finding{ID: "ggp/first/x", Source: "in words"})})
	tables := study.Tables(findings)
	var names []string
	for _, table := range tables {
		names = append(names, table.Table)
	}
	if !slices.Equal(names, []string{"4.3", "4.9", "in words"}) {
		t.Fatalf("tables %v", names)
	}
	part := tables[1].Parts[0]
	want := []PublishedColumn{{"100 simulations", "UCB"}, {"100 simulations", "ETC"}, {"1000 simulations", "UCB"}, {"1000 simulations", "ETC"}}
	if !slices.Equal(part.Columns, want) || len(part.Rows) != 1 {
		t.Errorf("columns %v, %d rows", part.Columns, len(part.Rows))
	}
	if !slices.Equal(part.Rows[0].Cells, []int{2, 0, 3, 1}) {
		t.Errorf("cells %v", part.Rows[0].Cells)
	}
	if compareNumbers("4.10", "4.9") <= 0 || compareNumbers("A", "4.9") <= 0 {
		t.Error("tables are not ordered by their numbers")
	}
}

func FuzzParseResult(f *testing.F) {
	whole, err := json.Marshal(found(f, Full, 1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, content []byte) {
		r, err := parseResult(content)
		if err != nil {
			return
		}
		study, err := Find(r.Study)
		if err != nil {
			t.Fatal(err)
		}
		study.Tables(r.Findings)
		CountVerdicts(r.Findings)
	})
}

func FuzzReadMarkdown(f *testing.F) {
	r := found(f, Full, 1)
	study, err := Find(r.Study)
	if err != nil {
		f.Fatal(err)
	}
	var text bytes.Buffer
	Page{Study: study, Scale: Full, Seed: 1, Findings: r.Findings}.Markdown(&text)
	f.Add(text.String())
	f.Add("# ggp/first\n| a |\n")
	f.Fuzz(func(t *testing.T, text string) {
		page, err := ReadMarkdown(text)
		if err == nil {
			page.Study.Tables(page.Findings)
		}
	})
}

// TestEpochCurves: the studies of the Othello report keep how its network learnt.
func TestEpochCurves(t *testing.T) {
	for id, want := range map[string]int{"othello/value-net": 2, "othello/end-to-end": 1} {
		study, err := Find(id)
		if err != nil {
			t.Fatal(err)
		}
		w := workshop(Smoke)
		w.Folder = t.TempDir()
		r, err := study.Repeat(context.Background(), w)
		if err != nil {
			t.Fatal(err)
		}
		kept, there := Shelf(w.Folder).Done(study, Smoke, 1, false)
		if !there || len(r.Figures) != want || len(kept.Page(study).Figures) != want {
			t.Fatalf("%s: %d figures, %d kept", id, len(r.Figures), len(kept.Figures))
		}
		if s := kept.Figures[0].Chart.Series; len(s) < 1 || len(s[0].Y) == 0 {
			t.Errorf("%s: %+v", id, kept.Figures[0])
		}
	}
}
