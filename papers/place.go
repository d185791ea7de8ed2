package papers

import (
	"bytes"
	_ "embed" // for the shapes of the tables
	"encoding/csv"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// PublishedPlace is where a value stands in the published table. A table that was printed in
// several blocks, each with a head of its own, has parts; columns may stand under a
// heading together.
type PublishedPlace struct {
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
//	of              of how many games counts were printed in place of percentages,
//	                with as many decimals as they were printed with; 100.00 is
//	                percentages with two
//	mean            the row whose value, of as many games, was printed before a ± and
//	                theirs in one cell
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
	of            Counts
	mean          string
}

// shapes are the lines of tables.csv by study.
var shapes = sync.OnceValues(func() (map[string][]shape, error) {
	lines, err := csv.NewReader(bytes.NewReader(tablesFile)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("tables.csv: %w", err)
	}
	all := map[string][]shape{}
	for i, f := range lines[1:] {
		s := shape{study: f[0], source: f[1], table: f[3], title: f[4], part: f[5], row: f[6], group: f[7], column: f[8], unit: f[9], mean: f[12]}
		if s.id, err = regexp.Compile("^(?:" + f[2] + ")$"); err != nil {
			return nil, fmt.Errorf("tables.csv: line %d: %w", i+2, err)
		}
		if f[10] != "" {
			s.order = strings.Split(f[10], "; ")
		}
		if f[11] != "" {
			games, decimals, _ := strings.Cut(f[11], ".")
			s.of.Decimals = len(decimals)
			if s.of.Games, err = strconv.Atoi(games); err != nil {
				return nil, fmt.Errorf("tables.csv: line %d: %w", i+2, err)
			}
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
func (s Study) place(f Finding) PublishedPlace {
	line, filled := s.find(f)
	return PublishedPlace{Table: filled(line.table), Part: filled(line.part), Row: filled(line.row), Group: filled(line.group), Column: filled(line.column)}
}

// PublishedTable is a table as it was published, whose cells are findings of a study.
type PublishedTable struct {
	Table string          `json:"table" doc:"Its number; 'in words' if it was told, 'own' if nothing was published."`
	Title string          `json:"title" doc:"What it shows."`
	Parts []PublishedPart `json:"parts" doc:"The blocks it was printed in."`
}

// PublishedPart is a block of a table, with a head of its own.
type PublishedPart struct {
	Title   string            `json:"title" doc:"What it is of; empty if the table has one part."`
	Columns []PublishedColumn `json:"columns" doc:"Its columns, without that of the rows' labels."`
	Rows    []PublishedRow    `json:"rows" doc:"Its rows."`
}

// PublishedColumn is the head of a column.
type PublishedColumn struct {
	Group string `json:"group" doc:"The heading over it and its neighbours, if there is one."`
	Title string `json:"title" doc:"What it holds."`
}

// PublishedRow is a row of a part of a table.
type PublishedRow struct {
	Title string `json:"title" doc:"What it is of."`
	Cells []int  `json:"cells" doc:"Which finding stands under each column, counted from 0; -1 where there is none."`

	Counts Counts `json:"-"` // in which it was printed
	Mean   string `json:"-"` // the row whose values were printed before a ± and its own in one cell
}

// Counts says that games won were printed as counts where findings have percentages.
type Counts struct {
	Games    int // of how many; 0 if it is not told, 100 if percentages were printed
	Decimals int
}

// Text is a percentage as it was printed. What ends in 5 was rounded up, though the percentage,
// rounded itself, may be a little less.
func (c Counts) Text(percent float64) string {
	digits := math.Pow10(c.Decimals)
	const up = 0.505
	text := strconv.FormatFloat(math.Floor(percent*float64(c.Games)/100*digits+up)/digits, 'f', c.Decimals, 64)
	if c.Decimals > 0 {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Tables puts findings of the study into the tables they were published in.
func (s Study) Tables(findings []Finding) []PublishedTable {
	order := map[string][]string{} // of labels, by table
	var tables []PublishedTable
	for i, f := range findings {
		line, filled := s.find(f)
		place, column := f.Place, PublishedColumn{f.Place.Group, f.Place.Column}
		table := entry(&tables, func(t PublishedTable) bool { return t.Table == place.Table }, PublishedTable{Table: place.Table, Title: filled(line.title)})
		part := entry(&table.Parts, func(p PublishedPart) bool { return p.Title == place.Part }, PublishedPart{Title: place.Part})
		entry(&part.Columns, func(c PublishedColumn) bool { return c == column }, column)
		row := entry(&part.Rows, func(r PublishedRow) bool { return r.Title == place.Row }, PublishedRow{Title: place.Row, Counts: line.of, Mean: filled(line.mean)})
		row.Cells = append(row.Cells, i) // they are put under their columns below
		if line.order != nil {
			order[table.Table] = line.order
		}
	}
	for _, table := range tables {
		for _, part := range table.Parts {
			part.arrange(findings, order[table.Table])
		}
	}
	slices.SortStableFunc(tables, func(a, b PublishedTable) int { return compareNumbers(a.Table, b.Table) })
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
func (p *PublishedPart) arrange(findings []Finding, order []string) {
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
	slices.SortStableFunc(p.Columns, func(a, b PublishedColumn) int {
		if a.Group != b.Group {
			return slices.Index(groups, a.Group) - slices.Index(groups, b.Group)
		}
		return rank(a.Title) - rank(b.Title)
	})
	slices.SortStableFunc(p.Rows, func(a, b PublishedRow) int { return rank(a.Title) - rank(b.Title) })
	for i, row := range p.Rows {
		cells := slices.Repeat([]int{-1}, len(p.Columns))
		for _, k := range row.Cells {
			cells[slices.Index(p.Columns, PublishedColumn{findings[k].Place.Group, findings[k].Place.Column})] = k
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
