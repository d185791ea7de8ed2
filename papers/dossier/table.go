package dossier

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gambito/papers"
)

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
// none. A deviation may stand in the cell of its mean, after a ±.
type cell struct {
	Class, Sign, Measured, Published, Detail string

	Deviation *cell
}

// looks are the verdicts for eyes: a word for style sheets and a sign, so that colours are
// not all that tells them.
var looks = map[papers.Verdict][2]string{
	papers.Agrees: {"agrees", "✓"}, papers.InDoubt: {"doubt", "?"}, papers.Differs: {"differs", "✗"},
	papers.TooFew: {"few", "…"}, papers.NotComparable: {"other", "–"}, papers.NotMeasured: {"none", "∅"},
}

// newTable fills the published shape.
func newTable(page papers.Page, from papers.PublishedTable, id string) table {
	t := table{ID: id, Cited: page.Study.Cited(from.Table), Title: from.Title}
	var notes []string
	many := map[string]int{}
	note := func(text string) {
		if many[text]++; many[text] == 1 {
			notes = append(notes, text)
		}
	}
	for _, p := range from.Parts {
		t.Parts = append(t.Parts, newPart(page.Findings, p))
		for _, r := range p.Rows {
			for _, k := range r.Cells {
				if k < 0 {
					continue
				}
				f := page.Findings[k]
				t.Counts = t.Counts.Plus(papers.CountVerdicts([]papers.Finding{f}))
				if f.Note != "" {
					note(f.Note)
				}
				if f.Games > 0 && r.Counts.Games > 0 && r.Counts.Decimals == 0 && f.Games != r.Counts.Games {
					note("fewer games were played than published: measured counts are shares of as many as were published")
				}
			}
		}
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

// newPart fills a block of a table: counts where counts were printed, and mean and deviation
// in one cell where they were printed so.
func newPart(findings []papers.Finding, p papers.PublishedPart) part {
	filled := part{Title: p.Title, Groups: groupsOf(p.Columns)}
	for _, c := range p.Columns {
		filled.Columns = append(filled.Columns, c.Title)
	}
	units := map[string]bool{}
	for _, r := range p.Rows {
		if !slices.ContainsFunc(p.Rows, func(o papers.PublishedRow) bool { return o.Mean == r.Title && o.Counts == r.Counts }) {
			filled.Rows = append(filled.Rows, newRow(findings, p, r))
		}
		for _, k := range r.Cells {
			switch {
			case k >= 0 && r.Counts.Games > 100:
				units["games"] = true
			case k >= 0 && r.Mean == "":
				units[findings[k].Unit] = true
			}
		}
	}
	if len(units) == 1 && !units["%"] {
		for unit := range units {
			filled.Unit = unit
		}
	}
	return filled
}

// newRow fills a row, with the values before a ± if there are such.
func newRow(findings []papers.Finding, p papers.PublishedPart, r papers.PublishedRow) row {
	line := row{Title: r.Title}
	var means []int
	if i := slices.IndexFunc(p.Rows, func(m papers.PublishedRow) bool { return m.Title == r.Mean }); i >= 0 {
		means = p.Rows[i].Cells
		line.Title = "mean ± " + r.Title
		if p.Rows[i].Counts == r.Counts { // it has no row of its own
			line.Title = r.Mean
		}
	}
	for i, k := range r.Cells {
		var c cell
		if k >= 0 {
			c = newCell(findings[k], r.Counts)
		}
		if means != nil && means[i] >= 0 {
			c = c.after(newCell(findings[means[i]], r.Counts), line.Title == r.Mean)
		}
		line.Cells = append(line.Cells, c)
	}
	return line
}

// after is a deviation in the cell of its mean. A mean that has a row of its own elsewhere
// is told without its verdict.
func (c cell) after(mean cell, own bool) cell {
	joined := mean
	joined.Measured, joined.Published = plusMinus(mean.Measured, c.Measured), plusMinus(mean.Published, c.Published)
	switch {
	case c.Class == "" && own:
	case c.Class == "":
		return cell{}
	case own:
		joined.Deviation, joined.Detail = &c, mean.Detail+"; deviation: "+c.Detail
	default:
		joined.Class, joined.Sign, joined.Detail = c.Class, c.Sign, c.Detail
	}
	return joined
}

func plusMinus(mean, deviation string) string {
	if mean == "" || deviation == "" {
		return mean
	}
	return mean + " ± " + deviation
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

// newCell shows a finding, as a count where counts were printed.
func newCell(f papers.Finding, counts papers.Counts) cell {
	look := looks[f.Verdict]
	c := cell{Class: look[0], Sign: look[1], Measured: Value(f.Measured, f.Unit), Published: Value(f.Published, f.Unit)}
	parts := []string{string(f.Verdict)}
	if counts.Games > 0 {
		for _, of := range []struct {
			value *float64
			word  string
			text  *string
		}{{f.Measured, "measured ", &c.Measured}, {f.Published, "published ", &c.Published}} {
			if of.value != nil {
				parts = append(parts, of.word+*of.text+" "+f.Unit)
				*of.text = counts.Text(*of.value)
			}
		}
	}
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
