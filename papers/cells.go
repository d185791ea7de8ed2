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
	Reasons         []Reason // of the others
	Open            []string // cells with neither
}

// Reason is why so many cells have no finding.
type Reason struct {
	Text  string
	Cells int
}

// CheckCells counts the published cells that are among findings, which are given by
// study, with the value that is printed.
func CheckCells(findings func(study string) ([]Finding, error)) (counts []CellCount, err error) {
	lines, err := csv.NewReader(bytes.NewReader(cellsFile)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("cells.csv: %w", err)
	}
	studies, err := All()
	if err != nil {
		return nil, err
	}
	known := map[string][]Finding{} // by ID
	for _, s := range studies {
		list, err := findings(s.ID)
		if err != nil {
			return nil, err
		}
		for _, f := range list {
			known[f.ID] = append(known[f.ID], f)
		}
	}
	for _, line := range lines[1:] {
		document, number, what, value, id, source, reason := line[0], line[1], line[2], line[4], line[5], line[6], line[7]
		c := entry(&counts, func(c CellCount) bool { return c.Document == document && c.Table == number }, CellCount{Document: document, Table: number})
		c.Cells++
		switch {
		case id != "" && slices.ContainsFunc(known[id], func(f Finding) bool { return (source == "" || f.Source == source) && printed(value, f.Published) }):
			c.Found++
		case reason != "":
			entry(&c.Reasons, func(r Reason) bool { return r.Text == reason }, Reason{Text: reason}).Cells++
		default:
			c.Open = append(c.Open, what)
		}
	}
	return counts, nil
}

// printed reports whether a finding has the value of a cell, as far as four digits tell.
func printed(value string, published *float64) bool {
	if value == "" || published == nil {
		return value == "" && published == nil
	}
	x, err := strconv.ParseFloat(value, 64)
	return err == nil && math.Abs(x-*published) <= max(0.051*math.Min(1, math.Abs(x)/10), 6e-4*math.Abs(x))
}

// Compared are the findings of a study that plays games, as if none had been played: what
// it would compare.
func (s Study) Compared(ctx context.Context, agents *agent.Registry) ([]Finding, error) {
	return s.Run(ctx, Workshop{Agents: agents, Scale: Full, Seed: 1, Play: func(_ context.Context, e *arena.Experiment) (*arena.Standings, error) {
		return arena.NewStandings(e.Settings()), nil
	}})
}

// CellsText writes counts for a terminal.
func CellsText(out io.Writer, counts []CellCount) {
	rows := [][]string{{"document", "table", "cells", "with a finding", "with a reason", "open"}}
	var sum [4]int
	for _, c := range counts {
		n := [4]int{c.Cells, c.Found, c.Cells - c.Found - len(c.Open), len(c.Open)}
		line := []string{c.Document, c.Table}
		for i, x := range n {
			sum[i] += x
			line = append(line, strconv.Itoa(x))
		}
		rows = append(rows, line)
	}
	total := []string{"all", ""}
	for _, x := range sum {
		total = append(total, strconv.Itoa(x))
	}
	table.Style{Text: []int{0, 1}}.Write(out, append(rows, total))
}

// CellsMarkdown writes counts and reasons.
func CellsMarkdown(b *bytes.Buffer, counts []CellCount) {
	b.WriteString("# Published cells and their findings\n\nEvery cell of the documents' tables, and every number that they tell in words, has a finding\nthat it is compared with, or a reason why not. Made by `gambito reproduce cells`.\n\n| document | table | cells | with a finding | with a reason | open |\n| --- | --- | --- | --- | --- | --- |\n")
	sum := [3]int{}
	for _, c := range counts {
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d |\n", c.Document, c.Table, c.Cells, c.Found, c.Cells-c.Found-len(c.Open), len(c.Open))
		sum = [3]int{sum[0] + c.Cells, sum[1] + c.Found, sum[2] + len(c.Open)}
	}
	fmt.Fprintf(b, "| all | | %d | %d | %d | %d |\n\n## Reasons\n\n", sum[0], sum[1], sum[0]-sum[1]-sum[2], sum[2])
	for _, c := range counts {
		for _, r := range c.Reasons {
			fmt.Fprintf(b, "- %s, %s, %d cells: %s.\n", c.Document, c.Table, r.Cells, r.Text)
		}
	}
}
