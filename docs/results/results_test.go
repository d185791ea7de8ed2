package results

import (
	"bytes"
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/papers"
)

// own are pages of experiments that nobody has published.
var own = []string{"README.md", "cells.md", "mcts-moves.md", "mcts-options.md", "tuning-study.md"}

// TestEveryPageIsRead: every page of a study is read, and its table counts what it
// says itself, or reading it fails. Every finding has a place of its own in a table.
func TestEveryPageIsRead(t *testing.T) {
	studies, err := papers.All()
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for _, s := range studies {
		page, there, err := Of(s.ID)
		if err != nil || !there {
			t.Errorf("%s: there %v, %v", s.ID, there, err)
			continue
		}
		read = append(read, strings.ReplaceAll(s.ID, "/", "-")+".md")
		places := map[papers.PublishedPlace]string{}
		cells := 0
		for _, table := range s.Tables(page.Findings) {
			for _, part := range table.Parts {
				for _, row := range part.Rows {
					for _, k := range row.Cells {
						if k >= 0 {
							cells++
						}
					}
				}
			}
			if table.Title == "" {
				t.Errorf("%s: table %s has no title", s.ID, table.Table)
			}
		}
		for _, f := range page.Findings {
			if other := places[f.Place]; other != "" {
				t.Errorf("%s and %s both stand at %+v", other, f.ID, f.Place)
			}
			if places[f.Place] = f.ID; f.Place.Column == "value" || f.Place.Row == "" || f.Place.Column == "" {
				t.Errorf("%s of %q has no place: %+v", f.ID, f.Source, f.Place)
			}
		}
		if cells != len(page.Findings) {
			t.Errorf("%s: %d findings, %d in tables", s.ID, len(page.Findings), cells)
		}
		if words := Words(s.ID); !strings.HasPrefix(words, "## ") {
			t.Errorf("README.md says nothing of %s", s.ID)
		}
	}
	all, err := fs.Glob(pages, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		if !slices.Contains(own, name) && !slices.Contains(read, name) {
			t.Errorf("%s is the page of no study", name)
		}
	}
}

// TestCitations: pages name author, title, year, tables and pages as far as they are known.
func TestCitations(t *testing.T) {
	studies, err := papers.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range studies {
		text, err := pages.ReadFile(strings.ReplaceAll(s.ID, "/", "-") + ".md")
		if want := "Published: " + s.Citation() + ". Made by "; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %q, %v", s.ID, want, err)
		}
	}
}

// TestOf looks at known values.
func TestOf(t *testing.T) {
	page, _, err := Of("ggp/proposed")
	if err != nil {
		t.Fatal(err)
	}
	if c := papers.CountVerdicts(page.Findings); c != (papers.VerdictCounts{Agrees: 146, InDoubt: 50, Differs: 36}) {
		t.Errorf("counts %+v", c)
	}
	f := page.Findings[2]
	if f.ID != "ggp/proposed/sims100/atari-go/UCB-Tuned" || *f.Published != 41.7 || *f.Measured != 54.4 || *f.Low != 51.6 || *f.High != 57.2 || f.Unit != "%" || f.Verdict != papers.Differs {
		t.Errorf("%+v", f)
	}
	if want := (papers.PublishedPlace{Table: "4.37", Part: "100 simulations", Row: "Atari Go", Column: "UCB-Tuned"}); f.Place != want {
		t.Errorf("it stands at %+v", f.Place)
	}
	if page.Scale != papers.Full || page.Command() != "gambito reproduce ggp/proposed --scale full" {
		t.Errorf("made by %s", page.Command())
	}
	if _, there, err := Of("ggp/none"); there || err != nil {
		t.Errorf("there is a page of no study, %v", err)
	}
	if words := Words("ggp/none"); words != "" {
		t.Errorf("words of no study: %s", words)
	}
	if words := Words("connect4/mcts"); !strings.Contains(words, "60 % against H2") {
		t.Errorf("words: %s", words)
	}
}

// TestEqualNumbers: a published value that is the end of the interval too is read as
// both.
func TestEqualNumbers(t *testing.T) {
	page, _, err := Of("ggp/alpha")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range page.Findings {
		if f.Published == nil || f.Measured == nil || f.Low == nil || f.High == nil {
			t.Errorf("%+v", f)
		}
	}
}

// TestCells: every published cell has a finding of its value or a reason, and cells.md
// says so.
func TestCells(t *testing.T) {
	counts, err := Cells(context.Background(), agents.New(agent.NewEnvironment("")))
	if err != nil {
		t.Fatal(err)
	}
	cells := 0
	for _, c := range counts {
		cells += c.Cells
		if c.Open != nil {
			t.Errorf("%s, table %s: %d cells without a finding or a reason: %s", c.Document, c.Table, len(c.Open), c.Open[0])
		}
	}
	if cells < 1000 {
		t.Errorf("%d cells", cells)
	}
	for table, want := range map[[2]string][3]int{ // cells, with a finding, measured
		{"connect4", "2"}:          {20, 20, 20},
		{"connect4", "5"}:          {16, 16, 16},
		{"connect4", "in words"}:   {20, 20, 19}, // AlphaZero at the scale smoke is not measured
		{"backgammon", "6.7"}:      {6, 3, 3},
		{"backgammon", "§1.1"}:     {4, 3, 3},
		{"backgammon", "in words"}: {22, 19, 6}, // of 15 ensembles two are on the page
		{"ggp", "4.22"}:            {32, 24, 16},
		{"ggp", "4.1"}:             {36, 36, 12},
		{"othello", "C"}:           {7, 7, 0},
		{"tron", "in words"}:       {17, 17, 6},
	} {
		i := slices.IndexFunc(counts, func(c papers.CellCount) bool { return c.Document == table[0] && c.Table == table[1] })
		if i < 0 || [3]int{counts[i].Cells, counts[i].Found, counts[i].Measured} != want {
			t.Errorf("%s: %v, wanted are %v", table, counts[max(i, 0)], want)
		}
	}
	var b bytes.Buffer
	papers.CellsMarkdown(&b, counts)
	if text, err := pages.ReadFile("cells.md"); err != nil || string(text) != b.String() {
		t.Errorf("cells.md is not what gambito reproduce cells --md docs/results/cells.md writes: %v", err)
	}
	// A finding of another value is none.
	counts, err = papers.CheckCells(func(id string) (papers.Listed, error) {
		page, _, err := Of(id)
		changed := slices.Clone(page.Findings)
		for i := range changed {
			changed[i].Published = nil
		}
		return papers.Listed{Compared: changed}, err
	})
	if err != nil || counts[0].Found != 0 {
		t.Errorf("%+v, %v", counts[0], err)
	}
}
