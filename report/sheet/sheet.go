// Package sheet is tables as plain values, which can be sent as JSON: what the page
// shows, a terminal prints and a paper takes over is one description. From it come
// text, CSV, Markdown and LaTeX.
package sheet

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Sheet is a table. All rows have as many cells as there are columns.
type Sheet struct {
	Name    string   `json:"name"` // of its file, without ending
	Title   string   `json:"title"`
	Columns []Column `json:"columns"`
	Rows    [][]Cell `json:"rows"`
	Note    string   `json:"note,omitempty"` // how it is to be read
}

// Column is what the cells below each other have in common.
type Column struct {
	Title string `json:"title"`
	Align Align  `json:"align,omitempty"`
	Group string `json:"group,omitempty"` // neighbours of one group have a head in common
	Key   string `json:"key,omitempty"`   // its name in CSV, if that is not its title
}

// Align is the side to which a column is set.
type Align string

// The sides.
const (
	Right Align = "" // as numbers are
	Left  Align = "left"
)

// Cell is what people read and, where that is a number or a range, which.
type Cell struct {
	Text  string   `json:"text"`
	Value *float64 `json:"value,omitempty"`

	// Low and High are the ends of an interval, both or none.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`

	Mark   Mark   `json:"mark,omitempty"`
	Detail string `json:"detail,omitempty"` // told when pointed at, and not in files
}

// Mark is what a cell is to be seen as.
type Mark string

// The marks. Strong is bold on paper too, the others are colours of screens.
const (
	Plain  Mark = ""
	Strong Mark = "strong"
	Good   Mark = "good"
	Fair   Mark = "fair"
	Bad    Mark = "bad"
)

// Text is a cell of words.
func Text(text string) Cell { return Cell{Text: text} }

// Count is a cell of a whole number.
func Count(n int) Cell {
	x := float64(n)
	return Cell{Text: strconv.Itoa(n), Value: &x}
}

// Number is a cell of a number that is written in some way.
func Number(x float64, text string) Cell { return Cell{Text: text, Value: &x} }

// Between is a cell of an interval that is written in some way.
func Between(low, high float64, text string) Cell {
	return Cell{Text: text, Low: &low, High: &high}
}

// Check refuses a sheet that is no table.
func (s Sheet) Check() error {
	if len(s.Columns) == 0 {
		return errors.New("a table needs columns")
	}
	for i, row := range s.Rows {
		if len(row) != len(s.Columns) {
			return fmt.Errorf("row %d of the table has %d cells for %d columns", i+1, len(row), len(s.Columns))
		}
		for _, c := range row {
			if (c.Low == nil) != (c.High == nil) {
				return fmt.Errorf("row %d of the table has an interval with one end", i+1)
			}
		}
	}
	return nil
}

// Grid is the table as rows of text, its head first.
func (s Sheet) Grid() [][]string {
	head := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		head[i] = c.head()
	}
	grid := [][]string{head}
	for _, row := range s.Rows {
		texts := make([]string, len(row))
		for i, c := range row {
			texts[i] = c.Text
		}
		grid = append(grid, texts)
	}
	return grid
}

// head is the title where there is one line for it.
func (c Column) head() string {
	if c.Group == "" {
		return c.Title
	}
	return strings.TrimSpace(c.Group + " " + c.Title)
}
