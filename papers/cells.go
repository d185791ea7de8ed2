package papers

import (
	"bytes"
	"context"
	_ "embed" // for the cells
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/table"
)

// cells.csv has every cell of the documents' tables, and what they tell in words:
//
//	document, table, what   where it stands
//	printed                 as it is printed
//	value                   in the unit of its finding, "" if no number is printed
//	finding, source         the finding that it is compared with
//	reason                  why there is none
//
//go:embed cells.csv
var cellsFile []byte

// CellCount is how many cells of a table have a finding.
type CellCount struct {
	Document, Table string
	Cells, Found    int
	Measured        int      // of those found
	Reasons         []Reason // of the others
	Open            []string // cells with neither
}

// Listed are the findings of a study: all that it compares, and those that were measured.
type Listed struct{ Compared, Measured []Finding }

// Reason is why so many cells have no finding.
type Reason struct {
	Text  string
	Cells int
}

// CheckCells counts the published cells that are among findings, which are given by
// study, with the value that is printed.
func CheckCells(findings func(study string) (Listed, error)) (counts []CellCount, err error) {
	lines, err := csv.NewReader(bytes.NewReader(cellsFile)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("cells.csv: %w", err)
	}
	studies, err := All()
	if err != nil {
		return nil, err
	}
	compared, measured := findingsByID{}, findingsByID{}
	for _, s := range studies {
		list, err := findings(s.ID)
		if err != nil {
			return nil, err
		}
		compared.add(list.Compared)
		measured.add(list.Measured)
	}
	for _, line := range lines[1:] {
		document, number, what, value, id, source, reason := line[0], line[1], line[2], line[4], line[5], line[6], line[7]
		c := entry(&counts, func(c CellCount) bool { return c.Document == document && c.Table == number }, CellCount{Document: document, Table: number})
		c.Cells++
		switch {
		case compared.has(id, source, value):
			c.Found++
			if measured.has(id, source, value) {
				c.Measured++
			}
		case reason != "":
			entry(&c.Reasons, func(r Reason) bool { return r.Text == reason }, Reason{Text: reason}).Cells++
		default:
			c.Open = append(c.Open, what)
		}
	}
	return counts, nil
}

type findingsByID map[string][]Finding

func (known findingsByID) add(list []Finding) {
	for _, f := range list {
		known[f.ID] = append(known[f.ID], f)
	}
}

// has reports whether there is a finding of a cell.
func (known findingsByID) has(id, source, value string) bool {
	return slices.ContainsFunc(known[id], func(f Finding) bool { return (source == "" || f.Source == source) && printed(value, f.Published) })
}

// printed reports whether a finding has the value of a cell, as far as four digits tell.
func printed(value string, published *float64) bool {
	if value == "" || published == nil {
		return value == "" && published == nil
	}
	x, err := strconv.ParseFloat(value, 64)
	return err == nil && math.Abs(x-*published) <= max(0.051*math.Min(1, math.Abs(x)/10), 6e-4*math.Abs(x))
}

// Compared are the findings of a study that plays games, as if none had been played, and of
// others those that have no number to compare: what it would compare.
func (s Study) Compared(ctx context.Context, agents *agent.Registry) ([]Finding, error) {
	if !s.played {
		if s.told == nil {
			return nil, nil
		}
		return s.placed(s.told()), nil
	}
	return s.Run(ctx, Workshop{Agents: agents, Scale: Full, Seed: 1, Play: func(_ context.Context, e *arena.Experiment) (*arena.Standings, error) {
		return arena.NewStandings(e.Settings()), nil
	}})
}

var cellsHead = []string{"document", "table", "cells", "with a finding", "measured", "with a reason", "open"}

// numbers are the counts under the head.
func (c CellCount) numbers() [5]int {
	return [5]int{c.Cells, c.Found, c.Measured, c.Cells - c.Found - len(c.Open), len(c.Open)}
}

// cellsRows are the counts with their sum, as texts.
func cellsRows(counts []CellCount) [][]string {
	rows := [][]string{cellsHead}
	var sum [5]int
	line := func(document, table string, numbers [5]int) {
		texts := []string{document, table}
		for _, x := range numbers {
			texts = append(texts, strconv.Itoa(x))
		}
		rows = append(rows, texts)
	}
	for _, c := range counts {
		numbers := c.numbers()
		for i, x := range numbers {
			sum[i] += x
		}
		line(c.Document, c.Table, numbers)
	}
	line("all", "", sum)
	return rows
}

// CellsText writes counts for a terminal.
func CellsText(out io.Writer, counts []CellCount) {
	table.Style{Text: []int{0, 1}}.Write(out, cellsRows(counts))
}

// CellsMarkdown writes counts and reasons.
func CellsMarkdown(b *bytes.Buffer, counts []CellCount) {
	b.WriteString("# Published cells and their findings\n\nEvery cell of the documents' tables, and every number that they tell in words, has a finding\nthat it is compared with, or a reason why not. Measured is what stands on a page of this folder, of\nthe scale quick or full. Made by `gambito reproduce cells`.\n\n")
	for i, row := range cellsRows(counts) {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(b, "|%s\n", strings.Repeat(" --- |", len(row)))
		}
	}
	b.WriteString("\n## Reasons\n\n")
	for _, c := range counts {
		for _, r := range c.Reasons {
			cells := "cells"
			if r.Cells == 1 {
				cells = "cell"
			}
			fmt.Fprintf(b, "- %s, %s, %d %s: %s.\n", c.Document, c.Table, r.Cells, cells, r.Text)
		}
	}
}
