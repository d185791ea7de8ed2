package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"gambito/arena"
	"gambito/report/sheet"
	"gambito/stats"
	"gambito/table"
)

// Machine is one of those that played a run, and how far its games came out otherwise
// than those of the others.
type Machine struct {
	Name       string  `json:"name"`        // "" for games that no fleet has played
	Games      int     `json:"games"`       // it played
	Compared   int     `json:"compared"`    // of these, with those of others
	ChiSquared float64 `json:"chi_squared"` // Pearson's
	DF         int     `json:"df"`          // its degrees of freedom
	Residual   float64 `json:"residual"`    // the standardized one farthest from 0
	P          float64 `json:"p"`
	Holm       float64 `json:"holm"`
}

// Deviates reports whether chance alone is not plausible.
func (m Machine) Deviates() bool { return m.Holm < significance }

// machinesOf compares the machines of a run, those first that deviate most; nil if
// there are not several.
func machinesOf(tallies []arena.MachineTally) (list []Machine) {
	if len(tallies) < 2 {
		return nil
	}
	place := map[arena.Sides]int{}
	var strata [][]stats.Results
	for i, t := range tallies {
		for sides, r := range t.Sides {
			at, ok := place[sides]
			if !ok {
				at = len(strata)
				place[sides] = at
				strata = append(strata, make([]stats.Results, len(tallies)))
			}
			strata[at][i] = r
		}
	}
	// Sums of floating-point numbers depend on the order.
	order := make([]arena.Sides, 0, len(place))
	for sides := range place {
		order = append(order, sides)
	}
	slices.SortFunc(order, func(a, b arena.Sides) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	sorted := make([][]stats.Results, len(order))
	for i, sides := range order {
		sorted[i] = strata[place[sides]]
	}
	for i, d := range stats.Deviations(sorted) {
		list = append(list, Machine{tallies[i].Machine, tallies[i].Games(), d.Games, d.ChiSquared, d.DF, d.Residual, d.P, d.Adjusted})
	}
	slices.SortFunc(list, func(a, b Machine) int {
		return cmp.Or(cmp.Compare(a.Holm, b.Holm), cmp.Compare(a.P, b.P), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// machines is the table of the machines, of the first so many; nil if there are not
// several.
func (s Summary) machines(most int) *sheet.Sheet {
	if len(s.Machines) == 0 {
		return nil
	}
	t := sheet.Sheet{Title: "Machines", Columns: []sheet.Column{
		{Title: "machine", Align: sheet.Left}, {Title: "games"}, {Title: "compared"}, {Title: "χ²", Key: "chi_squared"}, {Title: "df"}, {Title: "residual"},
		{Title: "p"}, {Title: "p (Holm)", Key: "p_holm"}, {Title: "deviates at 5 %", Key: "deviates"}}}
	for _, m := range s.Machines[:min(most, len(s.Machines))] {
		name, deviates := m.Name, sheet.Text("no")
		if name == "" {
			name = "(no fleet)"
		}
		if m.Deviates() {
			deviates = sheet.Cell{Text: "yes", Mark: sheet.Strong}
		}
		cells := []sheet.Cell{sheet.Text(name), sheet.Count(m.Games), sheet.Count(m.Compared)}
		if m.DF == 0 {
			cells = append(cells, sheet.Text("–"), sheet.Count(0), sheet.Text("–"), sheet.Text("–"), sheet.Text("–"), sheet.Text("–"))
		} else {
			cells = append(cells, sheet.Number(m.ChiSquared, fmt.Sprintf("%.1f", m.ChiSquared)), sheet.Count(m.DF), sheet.Number(m.Residual, fmt.Sprintf("%+.2f", m.Residual)),
				sheet.Number(m.P, pValue(m.P)), sheet.Number(m.Holm, pValue(m.Holm)), deviates)
		}
		t.Rows = append(t.Rows, cells)
	}
	return &t
}

// MachinesNote says how machines are compared; "" if there are not several.
func (s Summary) MachinesNote() string {
	if len(s.Machines) == 0 {
		return ""
	}
	return fmt.Sprintf("Pearson's χ² test of the wins, draws and losses of every machine against those of all machines, within games between the same two agents in the same order, as fishtest tests its workers. The residual is the standardized one farthest from 0; Holm's adjustment is for the %d machines. Rare outcomes are taken together, and games that always end alike are not compared.", len(s.Machines))
}

// shownMachines is how many a terminal shows.
const shownMachines = 20

// MachinesText writes how the machines compare, for a terminal.
func (s Summary) MachinesText(out io.Writer) {
	note := s.MachinesNote()
	if note == "" {
		return
	}
	if more := len(s.Machines) - shownMachines; more > 0 {
		note += fmt.Sprintf(" The %d that deviate most are shown.", shownMachines)
	}
	fmt.Fprintln(out)
	table.Paragraph(out, "", "Does a machine deviate? "+note)
	fmt.Fprintln(out)
	s.machines(shownMachines).Text(out)
}

// machinesMarkdown is the same as Markdown.
func (s Summary) machinesMarkdown(b *bytes.Buffer) {
	if note := s.MachinesNote(); note != "" {
		fmt.Fprintf(b, "\n## Does a machine deviate?\n\n%s\n\n", sheet.MarkdownText(note))
		s.machines(len(s.Machines)).MarkdownTable(b)
	}
}
