package dossier

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	shipped "gambito/docs/results"
	"gambito/drawing"
	"gambito/papers"
)

// all is a dossier of what comes with gambito.
func all(t *testing.T) Dossier {
	t.Helper()
	studies, err := papers.All()
	if err != nil {
		t.Fatal(err)
	}
	d := Dossier{Title: "All of it", Command: "gambito reproduce all", Made: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), Words: shipped.Words, Left: []string{"a/b, which failed"}}
	for _, s := range studies {
		if page, there, err := shipped.Of(s.ID); err != nil {
			t.Fatal(err)
		} else if there {
			d.Pages = append(d.Pages, page)
		}
	}
	return d
}

// TestHTML: every finding has a cell with its verdict, every study its place in the
// contents, every source its citation.
func TestHTML(t *testing.T) {
	d := all(t)
	var b bytes.Buffer
	d.HTML(&b)
	text := b.String()
	cells := 0
	for _, page := range d.Pages {
		cells += len(page.Findings)
		if !strings.Contains(text, `href="#`+strings.ReplaceAll(page.Study.ID, "/", "-")+`"`) {
			t.Errorf("%s is not in the contents", page.Study.ID)
		}
		if !strings.Contains(text, "<code>"+page.Command()) {
			t.Errorf("the command of %s is missing", page.Study.ID)
		}
	}
	if n := strings.Count(text, `<span class="sign`); n != cells {
		t.Errorf("%d cells of %d findings", n, cells)
	}
	for _, want := range []string{"Iván Francisco Valencia", "Table 4.37, page 91", "a/b, which failed", "2026-01-02", `class="doubt"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if n := strings.Count(text, "thesis of 2006 bred 16 numbers"); n != 1 {
		t.Errorf("what is said of all studies of backgammon is said %d times", n)
	}
	if !strings.Contains(text, `see <a href="#backgammon-agreement">backgammon/agreement</a>`) {
		t.Error("nothing says where it is said")
	}
	if strings.Contains(text, "ZgotmplZ") {
		t.Error("the template refused something")
	}
}

func TestWords(t *testing.T) {
	list := blocks("## [a/b](a-b.md): what\n\n**Yes.** It is `so`, see\n[here](x.md) & there.\n")
	if len(list) != 1 || list[0].Text != "Yes. It is so, see here & there." || list[0].HTML != "<b>Yes.</b> It is <code>so</code>, see here &amp; there." {
		t.Errorf("%+v", list)
	}
}

// TestPDF: as many pages as it says, and every row of every table on one.
func TestPDF(t *testing.T) {
	var b bytes.Buffer
	d := all(t)
	d.PDF(&b)
	pages := bytes.Count(b.Bytes(), []byte("/Type /Page "))
	if !bytes.HasPrefix(b.Bytes(), []byte("%PDF-1.4\n")) || pages < 20 || !bytes.Contains(b.Bytes(), fmt.Appendf(nil, "/Count %d >>", pages)) {
		t.Errorf("%d bytes, %d pages", b.Len(), pages)
	}
}

// TestGrid: a table that is too wide is cut between columns, none is left out and none
// leaves the paper.
func TestGrid(t *testing.T) {
	wide := part{Rows: []row{{Title: "a row"}}}
	for k := range 60 {
		wide.Columns = append(wide.Columns, fmt.Sprintf("column %d", k))
		wide.Rows[0].Cells = append(wide.Rows[0].Cells, cell{Class: "agrees", Measured: "12.3", Published: "45.6"})
	}
	blocks, next := 0, 0
	for next < len(wide.Columns) {
		g := fit(wide, next)
		used := g.title
		for _, w := range g.widths {
			used += w
		}
		if g.from != next || used > inner || g.size < leastSize {
			t.Errorf("%+v is %g wide", g, used)
		}
		next = g.to
		blocks++
	}
	if blocks < 3 {
		t.Errorf("60 columns stand in %d blocks", blocks)
	}
}

// TestHeadings: a heading over one narrow column has room.
func TestHeadings(t *testing.T) {
	narrow := part{Groups: []heading{{"100 simulations", 1}, {"1000 simulations", 2}}, Columns: []string{"ETC", "UCB", "ETC"}, Rows: []row{{Title: "UCB", Cells: make([]cell, 3)}}}
	g := fit(narrow, 0)
	if len(g.widths) != 3 || g.widths[0] < drawing.Width("100 simulations", g.size) || g.widths[1]+g.widths[2] < drawing.Width("1000 simulations", g.size) {
		t.Errorf("%+v", g.widths)
	}
}
