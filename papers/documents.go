package papers

import (
	"bytes"
	_ "embed" // for the documents
	"encoding/csv"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
)

// Document is what studies are published in.
type Document struct {
	ID, Author, Title, Kind, Year string

	studies string // a pattern for the IDs of its studies; a name goes before a pattern
	pages   map[string]string
}

// documents.csv has the documents in the order in which readers get them, pages.csv
// the page of each of their tables and figures, as far as they are numbered.
//
//go:embed documents.csv
var documentsFile []byte

//go:embed pages.csv
var pagesFile []byte

var documents = sync.OnceValues(func() ([]Document, error) {
	lines, err := csv.NewReader(bytes.NewReader(documentsFile)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("documents.csv: %w", err)
	}
	pages, err := csv.NewReader(bytes.NewReader(pagesFile)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("pages.csv: %w", err)
	}
	var list []Document
	for _, f := range lines[1:] {
		d := Document{ID: f[0], studies: f[1], Author: f[2], Title: f[3], Kind: f[4], Year: f[5], pages: map[string]string{}}
		for _, p := range pages[1:] {
			if p[0] == d.ID {
				d.pages[p[1]] = p[2]
			}
		}
		list = append(list, d)
	}
	return list, nil
})

// Documents are all, in the order in which readers get them.
func Documents() []Document {
	list, _ := documents() // All has told the error
	return list
}

// Document is what the study is published in.
func (s Study) Document() (found Document) {
	for _, d := range Documents() {
		if d.studies == s.ID {
			return d
		}
		if ok, _ := path.Match(d.studies, s.ID); ok && found.ID == "" {
			found = d
		}
	}
	return found
}

// Citation names author, title, kind and year.
func (d Document) Citation() string {
	text := d.Title + ", " + d.Kind
	if d.Author != "" {
		text = d.Author + ": " + text
	}
	if d.Year != "" {
		text += ", " + d.Year
	}
	return text
}

// Page is where a table, or a figure with that word before its number, is printed; "" if that is
// not known.
func (d Document) Page(what string) string { return d.pages[what] }

var (
	citedPart   = regexp.MustCompile(`((?:tables?|figures?|sections?) [\dIVX.]+.*|§.*|experiments? [A-Z].*|an earlier paper.*)$`)
	citedNumber = regexp.MustCompile(`\d+\.\d+`)
	citedYear   = regexp.MustCompile(`^\d{4}, `)
)

// Citation is that of the document with the tables and pages that the study is about.
func (s Study) Citation() string {
	text := s.Document().Citation()
	if where := s.Where(); where != "" {
		text += ", " + where
	}
	return text
}

// Where is which part of its document the study is about, with pages; "" if it is not
// told.
func (s Study) Where() string {
	d, where := s.Document(), citedPart.FindString(s.Source)
	numbers := citedNumber.FindAllString(where, -1)
	if len(numbers) == 0 {
		return where
	}
	kind := ""
	if strings.HasPrefix(where, "figure") {
		kind = "figure "
	}
	first, last := d.Page(kind+numbers[0]), d.Page(kind+numbers[len(numbers)-1])
	switch {
	case first == "" || last == "":
		return where
	case first == last:
		return where + ", page " + first
	}
	return where + ", pages " + first + " to " + last
}

// Cited is a table of the study with its page, for readers.
func (s Study) Cited(table string) string {
	switch {
	case table == "in words":
		return "Told in words"
	case table == "own":
		return "Not published"
	case strings.HasPrefix(table, "§"):
		return table
	case strings.HasPrefix(table, "figure ") || citedYear.MatchString(table):
		table = strings.ToUpper(table[:1]) + table[1:]
	case len(table) == 1 && table >= "A" && table <= "Z":
		table = "Experiment " + table
	default:
		table = "Table " + table
	}
	number := citedNumber.FindString(table)
	if strings.HasPrefix(table, "Figure ") {
		number = "figure " + number
	}
	if page := s.Document().Page(number); page != "" {
		return table + ", page " + page
	}
	return table
}
