package papers

import (
	"bytes"
	_ "embed" // for the shapes of the tables
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Place is where a value stands in the published table. A table that was printed in
// several blocks, each with a head of its own, has parts; columns may stand under a
// heading together.
type Place struct {
	Table  string `json:"table"` // its number, or "in words"
	Part   string `json:"part,omitempty"`
	Row    string `json:"row"`
	Group  string `json:"group,omitempty"` // the heading over several columns
	Column string `json:"column"`
}

// tables.csv says how the published tables look, a line for values that stand in one
// in the same way:
//
//	study, source   of the findings; a source of * is any
//	id              an expression for what their IDs say after the study's
//	table, title    the table they stand in, and what it shows
//	part, row, group, column
//	unit            of the values, if it is not %
//	order           labels of rows and columns as they were printed, if the
//	                findings come in another order
//
// In all from the table on $1 and so on are what the expression's groups have found.
//
//go:embed tables.csv
var tablesFile []byte

// shape is a line of tables.csv.
type shape struct {
	study, source string
	id            *regexp.Regexp
	table, title  string
	part, row     string
	group, column string
	unit          string
	order         []string
}

// shapes are the lines of tables.csv by study.
var shapes = sync.OnceValues(func() (map[string][]shape, error) {
	lines, err := csv.NewReader(bytes.NewReader(tablesFile)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("tables.csv: %w", err)
	}
	all := map[string][]shape{}
	for i, f := range lines[1:] {
		s := shape{study: f[0], source: f[1], table: f[3], title: f[4], part: f[5], row: f[6], group: f[7], column: f[8], unit: f[9]}
		if s.id, err = regexp.Compile("^(?:" + f[2] + ")$"); err != nil {
			return nil, fmt.Errorf("tables.csv: line %d: %w", i+2, err)
		}
		if f[10] != "" {
			s.order = strings.Split(f[10], "; ")
		}
		all[s.study] = append(all[s.study], s)
	}
	return all, nil
})

// find is the shape of a finding and what its ID says. A study may lack one: its
// findings are then a table of a column.
func (s Study) find(f Finding) (shape, func(template string) string) {
	what := strings.TrimPrefix(f.ID, s.ID+"/")
	known, _ := shapes() // All has told the error
	for _, line := range known[s.ID] {
		if line.source != "*" && line.source != f.Source {
			continue
		}
		if groups := line.id.FindStringSubmatchIndex(what); groups != nil {
			return line, func(template string) string {
				return string(line.id.ExpandString(nil, template, what, groups))
			}
		}
	}
	line := shape{table: strings.TrimPrefix(f.Source, "table "), row: what, column: "value"}
	return line, func(template string) string { return template }
}

// place is where a finding stands in what was published.
func (s Study) place(f Finding) Place {
	line, filled := s.find(f)
	return Place{Table: filled(line.table), Part: filled(line.part), Row: filled(line.row), Group: filled(line.group), Column: filled(line.column)}
}

// Table is a published table, with what came out here in its cells.
type Table struct {
	Table string `json:"table" doc:"Its number, or that it was told in words."`
	Title string `json:"title" doc:"What it shows."`
	Parts []Part `json:"parts" doc:"The blocks it was printed in."`
}

// Part is a block of a table, with a head of its own.
type Part struct {
	Title   string   `json:"title" doc:"What it is of; empty if the table has one part."`
	Columns []Column `json:"columns" doc:"Its columns, without that of the rows' labels."`
	Rows    []Row    `json:"rows" doc:"Its rows."`
}

// Column is the head of a column.
type Column struct {
	Group string `json:"group" doc:"The heading over it and its neighbours, if there is one."`
	Title string `json:"title" doc:"What it holds."`
}

// Row is a row of a part of a table.
type Row struct {
	Title string     `json:"title" doc:"What it is of."`
	Cells []*Finding `json:"cells" doc:"A finding for every column, null where nothing is known."`
}

// Findings are all in the cells of the table.
func (t Table) Findings() (all []Finding) {
	for _, part := range t.Parts {
		for _, row := range part.Rows {
			for _, cell := range row.Cells {
				if cell != nil {
					all = append(all, *cell)
				}
			}
		}
	}
	return all
}

// Tables puts findings of the study into the tables they were published in.
func (s Study) Tables(findings []Finding) []Table {
	order := map[string][]string{} // of labels, by table
	var tables []Table
	for i := range findings {
		f := &findings[i]
		line, filled := s.find(*f)
		table := entry(&tables, func(t Table) bool { return t.Table == f.Place.Table }, Table{Table: f.Place.Table, Title: filled(line.title)})
		part := entry(&table.Parts, func(p Part) bool { return p.Title == f.Place.Part }, Part{Title: f.Place.Part})
		entry(&part.Columns, func(c Column) bool { return c == Column{f.Place.Group, f.Place.Column} }, Column{f.Place.Group, f.Place.Column})
		row := entry(&part.Rows, func(r Row) bool { return r.Title == f.Place.Row }, Row{Title: f.Place.Row})
		row.Cells = append(row.Cells, f) // they are put under their columns below
		if line.order != nil {
			order[table.Table] = line.order
		}
	}
	for _, table := range tables {
		for _, part := range table.Parts {
			part.arrange(order[table.Table])
		}
	}
	slices.SortStableFunc(tables, func(a, b Table) int { return compareNumbers(a.Table, b.Table) })
	return tables
}

// entry is the first of a list that fits; if there is none, a new one at its end.
func entry[T any](list *[]T, fits func(T) bool, fresh T) *T {
	i := slices.IndexFunc(*list, fits)
	if i < 0 {
		i = len(*list)
		*list = append(*list, fresh)
	}
	return &(*list)[i]
}

// arrange puts columns that share a heading beside each other, rows and columns into
// the order in which they were printed, and the cells under their columns.
func (p *Part) arrange(order []string) {
	rank := func(label string) int {
		if i := slices.Index(order, label); i >= 0 {
			return i
		}
		return len(order)
	}
	var groups []string
	for _, c := range p.Columns {
		groups = append(groups, c.Group)
	}
	slices.SortStableFunc(p.Columns, func(a, b Column) int {
		if a.Group != b.Group {
			return slices.Index(groups, a.Group) - slices.Index(groups, b.Group)
		}
		return rank(a.Title) - rank(b.Title)
	})
	slices.SortStableFunc(p.Rows, func(a, b Row) int { return rank(a.Title) - rank(b.Title) })
	for i, row := range p.Rows {
		cells := make([]*Finding, len(p.Columns))
		for _, f := range row.Cells {
			cells[slices.Index(p.Columns, Column{f.Place.Group, f.Place.Column})] = f
		}
		p.Rows[i].Cells = cells
	}
}

var digits = regexp.MustCompile(`\d+`)

// compareNumbers orders tables as they are numbered, 4.9 before 4.10; those without a
// number come last.
func compareNumbers(a, b string) int {
	padded := func(name string) string {
		return digits.ReplaceAllStringFunc(name, func(number string) string { return fmt.Sprintf("%08s", number) })
	}
	return strings.Compare(padded(a), padded(b))
}
