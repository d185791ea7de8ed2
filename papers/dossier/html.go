package dossier

import (
	"bytes"
	_ "embed" // for the page
	"html/template"
	"strings"
	"time"

	"gambito/papers"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// HTML writes the dossier as one file that needs no other.
func (d Dossier) HTML(b *bytes.Buffer) {
	data := struct {
		Dossier
		Date     string
		Rule     string
		Sections []section
		Counts   papers.VerdictCounts
		Legend   []legend
	}{Dossier: d, Date: d.date(), Rule: strings.Join(strings.Fields(papers.Rule), " "), Sections: d.sections(), Legend: legends()}
	for _, s := range data.Sections {
		data.Counts = data.Counts.Plus(s.Counts)
	}
	if err := pageTemplate.Execute(b, data); err != nil {
		panic(err) // neither the template nor a buffer can fail
	}
}

// date is when it was made, "" if that is not to be told.
func (d Dossier) date() string {
	if d.Made.IsZero() {
		return ""
	}
	return d.Made.Format(time.DateOnly)
}

// legend is a verdict in the key to the tables.
type legend struct{ Class, Sign, Word string }

func legends() (list []legend) {
	for _, v := range papers.Verdicts {
		list = append(list, legend{looks[v][0], looks[v][1], string(v)})
	}
	return list
}
