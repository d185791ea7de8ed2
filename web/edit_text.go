package web

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gambito/board"
)

// draft is the text of a position taken apart.
type draft struct {
	cells []string // what stands on each, as the text writes it
	side  string   // who is to move, and whatever else may be chosen
	rest  []string // what stays as it is
}

// form is a way to write positions.
type form interface {
	// read takes a text apart. Law: write(read(text)) == text if the text is that of
	// a position.
	read(text string) (draft, bool)
	write(d draft) string
}

// rows is the form of most games: a character for each cell, row by row, then a blank
// and who is to move, or nothing.
type rows struct {
	columns   int
	separator string // between rows
	count     int    // of cells
}

// rowsOf is the form of a text that has so many cells in its first word.
func rowsOf(text string, cells int) form {
	first, _, _ := strings.Cut(text, " ")
	if len(first) == cells {
		return rows{columns: cells, count: cells}
	}
	if columns := strings.IndexByte(first, '/'); columns > 0 && len(strings.ReplaceAll(first, "/", "")) == cells {
		return rows{columns: columns, separator: "/", count: cells}
	}
	return nil
}

func (f rows) read(text string) (d draft, ok bool) {
	first, rest, _ := strings.Cut(text, " ")
	d.side = rest
	for row := range strings.SplitSeq(first, "/") {
		if len(row) != f.columns {
			return draft{}, false
		}
		for i, c := range row {
			if c >= utf8.RuneSelf {
				return draft{}, false
			}
			d.cells = append(d.cells, row[i:i+1])
		}
	}
	return d, len(d.cells) == f.count
}

func (f rows) write(d draft) string {
	var b strings.Builder
	for i, cell := range d.cells {
		if i > 0 && i%f.columns == 0 {
			b.WriteString(f.separator)
		}
		b.WriteString(cell)
	}
	if d.side != "" {
		b.WriteString(" " + d.side)
	}
	return b.String()
}

// facts is the form of rulesheets: (cell 1 2 white) for what stands where, and other
// facts such as (control white).
type facts struct {
	name          string // of the facts that say what stands where
	columns, rows []string
}

// control is the fact by which most rulesheets say who is to move.
const control = "(control "

// factsOf is the form of texts that say by facts what stands on a board: of the name
// that most of them have.
func factsOf(samples []sample, b board.Board) form {
	best, most := facts{}, 0
	counts := map[string]int{}
	for _, s := range samples {
		all, ok := splitFacts(s.text)
		if !ok {
			return nil
		}
		for _, fact := range all {
			f := facts{columns: b.ColumnLabels, rows: b.RowLabels}
			if f.name, _, _ = strings.Cut(strings.TrimPrefix(fact, "("), " "); f.name == "" {
				continue
			}
			if _, _, ok := f.cell(fact); !ok {
				continue
			}
			if counts[f.name]++; counts[f.name] > most {
				best, most = f, counts[f.name]
			}
		}
	}
	if most == 0 {
		return nil
	}
	return best
}

// splitFacts takes a text of facts apart, each in brackets that hold no others; words
// without brackets are facts too.
func splitFacts(text string) (list []string, ok bool) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		end := strings.IndexByte(text+" ", ' ')
		if text[0] == '(' {
			end = strings.IndexByte(text, ')') + 1
			if end == 0 || strings.Count(text[:end], "(") != 1 {
				return nil, false
			}
		}
		list, text = append(list, text[:end]), text[end:]
	}
	return list, len(list) > 0
}

// cell is what a fact says of which cell.
func (f facts) cell(fact string) (cell int, what string, ok bool) {
	words := strings.Fields(strings.Trim(fact, "()"))
	if len(words) < 4 || words[0] != f.name {
		return 0, "", false
	}
	column, row := slices.Index(f.columns, words[1]), slices.Index(f.rows, words[2])
	if column < 0 || row < 0 {
		return 0, "", false
	}
	return row*len(f.columns) + column, strings.Join(words[3:], " "), true
}

func (f facts) read(text string) (d draft, ok bool) {
	all, ok := splitFacts(text)
	if !ok {
		return draft{}, false
	}
	d.cells = make([]string, len(f.columns)*len(f.rows))
	for _, fact := range all {
		cell, what, ok := f.cell(fact)
		switch {
		case ok && d.cells[cell] != "":
			return draft{}, false
		case ok:
			d.cells[cell] = what
		case strings.HasPrefix(fact, control) && d.side == "":
			d.side = fact
		default:
			d.rest = append(d.rest, fact)
		}
	}
	return d, true
}

// write puts facts into the order in which positions are written.
func (f facts) write(d draft) string {
	list := slices.Clone(d.rest)
	if d.side != "" {
		list = append(list, d.side)
	}
	for i, what := range d.cells {
		if what != "" {
			list = append(list, "("+f.name+" "+f.columns[i%len(f.columns)]+" "+f.rows[i/len(f.columns)]+" "+what+")")
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}
