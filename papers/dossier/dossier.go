// Package dossier puts what studies came to into one document: by source, every table in
// the shape in which it was published, with what came out here in the same cells, figures,
// words, commands, build and time. As HTML it needs no other file and prints on paper; as
// PDF it is set by gambito itself.
package dossier

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/drawing"
	"gambito/papers"
	"gambito/report/chart"
)

// Dossier is the document.
type Dossier struct {
	Title   string
	Command string // that makes it
	Build   string
	Made    time.Time // zero if it is not to be told
	Pages   []papers.Page

	// Words is what is said of a study, as Markdown; "" if nothing is.
	Words func(study string) string

	// Left are studies that are not in it, and why, a line each.
	Left []string
}

// section is a document and its studies.
type section struct {
	ID, Title string
	Citation  string
	Counts    papers.VerdictCounts
	Chapters  []chapter
}

// chapter is a study.
type chapter struct {
	papers.Page
	ID      string // of its anchor
	Heading string
	Words   []block  // what is said of it and of no chapter before it
	Said    *chapter // the one before it whose words are said of this, too
	Tables  []table
	Figures []figure
}

// figure is a chart with what it is.
type figure struct {
	Title string
	Chart chart.Chart
	Drawn *drawing.Canvas // what is no chart
	SVG   template.HTML
}

func (f figure) draw() (*drawing.Canvas, error) {
	if f.Drawn != nil {
		return f.Drawn, nil
	}
	return f.Chart.Draw()
}

// table is one that was published, with cells of ours.
type table struct {
	ID, Cited, Title string
	Counts           papers.VerdictCounts
	Parts            []part
	Notes            []string
}

// part is a block of a table.
type part struct {
	Title   string
	Groups  []heading // over the columns; nil if there are none
	Columns []string
	Rows    []row
	Unit    string // of all its values, "" if they have several or it is %
}

type heading struct {
	Title string
	Span  int
}

type row struct {
	Title string
	Cells []cell
}

// cell is a value as it came out, with the published one. Class is "" where there is
// none.
type cell struct {
	Class, Sign, Measured, Published, Detail string
}

// looks are the verdicts for eyes: a word for style sheets and a sign, so that colours are
// not all that tells them.
var looks = map[papers.Verdict][2]string{
	papers.Agrees: {"agrees", "✓"}, papers.InDoubt: {"doubt", "?"}, papers.Differs: {"differs", "✗"},
	papers.TooFew: {"few", "…"}, papers.NotComparable: {"other", "–"}, papers.NotMeasured: {"none", "∅"},
}

// sections are those of the documents that there is something of.
func (d Dossier) sections() (list []section) {
	said := map[string]*chapter{}
	for _, document := range papers.Documents() {
		s := section{ID: "source-" + document.ID, Title: document.Title, Citation: document.Citation()}
		for _, page := range d.Pages {
			if page.Study.Document().ID != document.ID {
				continue
			}
			c := d.chapter(page)
			d.say(&c, said)
			s.Chapters = append(s.Chapters, c)
			s.Counts = s.Counts.Plus(papers.CountVerdicts(page.Findings))
		}
		if s.Chapters != nil {
			list = append(list, s)
		}
	}
	return list
}

// say gives a chapter its words. Some are of several studies, and said once.
func (d Dossier) say(c *chapter, said map[string]*chapter) {
	if d.Words == nil {
		return
	}
	words := d.Words(c.Study.ID)
	if first := said[words]; first != nil && words != "" {
		c.Said = first
		return
	}
	c.Words = blocks(words)
	said[words] = &chapter{ID: c.ID, Heading: c.Heading}
}

func (d Dossier) chapter(page papers.Page) chapter {
	c := chapter{Page: page, ID: strings.ReplaceAll(page.Study.ID, "/", "-"), Heading: page.Study.ID}
	for i, t := range page.Study.Tables(page.Findings) {
		c.Tables = append(c.Tables, newTable(page, t, fmt.Sprintf("%s-%d", c.ID, i+1)))
	}
	for _, f := range figuresOf(page) {
		if canvas, err := f.draw(); err == nil { // a chart of nothing is none
			f.SVG = template.HTML(canvas.String())
			c.Figures = append(c.Figures, f)
		}
	}
	return c
}

// newTable fills the published shape.
func newTable(page papers.Page, from papers.PublishedTable, id string) table {
	t := table{ID: id, Cited: page.Study.Cited(from.Table), Title: from.Title}
	var notes []string
	many := map[string]int{}
	for _, p := range from.Parts {
		filled := part{Title: p.Title, Groups: groupsOf(p.Columns)}
		for _, c := range p.Columns {
			filled.Columns = append(filled.Columns, c.Title)
		}
		units := map[string]bool{}
		for _, r := range p.Rows {
			line := row{Title: r.Title}
			for _, k := range r.Cells {
				if k < 0 {
					line.Cells = append(line.Cells, cell{})
					continue
				}
				f := page.Findings[k]
				units[f.Unit] = true
				line.Cells = append(line.Cells, newCell(f))
				t.Counts = t.Counts.Plus(papers.CountVerdicts([]papers.Finding{f}))
				if f.Note != "" {
					if many[f.Note]++; many[f.Note] == 1 {
						notes = append(notes, f.Note)
					}
				}
			}
			filled.Rows = append(filled.Rows, line)
		}
		if len(units) == 1 && !units["%"] {
			for unit := range units {
				filled.Unit = unit
			}
		}
		t.Parts = append(t.Parts, filled)
	}
	for _, note := range notes {
		if n := many[note]; n > 1 {
			note += " (" + strconv.Itoa(n) + " cells)"
		}
		t.Notes = append(t.Notes, note)
	}
	const most = 6 // more are told with their cells
	if len(t.Notes) > most {
		t.Notes = append(t.Notes[:most:most], fmt.Sprintf("and %d more, in the cells' own words", len(notes)-most))
	}
	return t
}

// groupsOf are the headings over columns.
func groupsOf(columns []papers.PublishedColumn) (groups []heading) {
	if !slices.ContainsFunc(columns, func(c papers.PublishedColumn) bool { return c.Group != "" }) {
		return nil
	}
	for _, c := range columns {
		if n := len(groups); n > 0 && groups[n-1].Title == c.Group {
			groups[n-1].Span++
		} else {
			groups = append(groups, heading{c.Group, 1})
		}
	}
	return groups
}

func newCell(f papers.Finding) cell {
	look := looks[f.Verdict]
	c := cell{Class: look[0], Sign: look[1], Measured: Value(f.Measured, f.Unit), Published: Value(f.Published, f.Unit)}
	parts := []string{string(f.Verdict)}
	if f.Low != nil {
		parts = append(parts, "95 % interval "+Value(f.Low, f.Unit)+" to "+Value(f.High, f.Unit))
	}
	if f.Games > 0 {
		parts = append(parts, "of "+strconv.Itoa(f.Games))
	}
	if f.Note != "" {
		parts = append(parts, f.Note)
	}
	c.Detail = strings.Join(parts, "; ")
	return c
}

// Value writes a number in its unit, which is told elsewhere; "" if there is none.
func Value(x *float64, unit string) string {
	switch {
	case x == nil:
		return ""
	case unit == "●/○":
		return map[float64]string{1: "●", -1: "○", 0: "·"}[*x]
	case unit == "%":
		return strconv.FormatFloat(*x, 'f', 1, 64)
	case *x >= 1000 || *x <= -1000:
		return strconv.FormatFloat(*x, 'f', 0, 64)
	}
	text := strconv.FormatFloat(*x, 'g', 4, 64)
	return strings.Replace(text, "e-0", "e-", 1)
}

// duration writes a time as people say it.
func duration(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// Took is how long its findings took, "" if that is not known.
func (c chapter) Took() string {
	if c.Page.Took <= 0 {
		return ""
	}
	return duration(c.Page.Took)
}
