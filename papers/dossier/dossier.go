// Package dossier puts what studies came to into one document: by source, every table in
// the shape in which it was published, with what came out here in the same cells, figures,
// words, commands, build and time. As HTML it needs no other file and prints on paper; as
// PDF it is set by gambito itself.
package dossier

import (
	"fmt"
	"html/template"
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
