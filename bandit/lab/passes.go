package lab

import (
	"math"

	"gambito/stats"
)

// Pass is one of the two passes of the interval method beside its published table.
type Pass struct {
	Name, Title string
	Of          func(Row) []Cell
	Published   []PublishedRegret // nil if there is nothing to compare with
}

// Passes are those of a study of so many rounds. Only of PublishedRounds there is a
// publication.
func Passes(rounds int) []Pass {
	passes := []Pass{
		{"first", "first pass, beside table 4.18", func(r Row) []Cell { return r.First }, Table418()},
		{"second", "second pass, beside table 4.19", func(r Row) []Cell { return r.Second }, Table419()},
	}
	if rounds != PublishedRounds {
		for i := range passes {
			passes[i].Title, passes[i].Published = passes[i].Name+" pass", nil
		}
	}
	return passes
}

// ComparedCell is a measured regret, with the published one if there is one.
type ComparedCell struct {
	Cell
	Arms      int
	Published float64 // NaN if there is none

	// Verdict says, among the cells of the pass, whether the published regret can be one
	// of the same quantity; "" if there is none.
	Verdict stats.Verdict
}

// Cells lists what the pass measured, beside what was published.
func (p Pass) Cells(rows []Row) (cells []ComparedCell) {
	var family []stats.Agreement
	var at []int
	for _, row := range rows {
		for _, c := range p.Of(row) {
			published, ok := FindRegret(p.Published, row.Arms, c.Alpha)
			if !ok {
				published = math.NaN()
			} else if c.Problems > 1 {
				family, at = append(family, c.Compare(published)), append(at, len(cells))
			}
			cells = append(cells, ComparedCell{Cell: c, Arms: row.Arms, Published: published})
		}
	}
	for i, a := range stats.JudgeTogether(family, 0.05) {
		cells[at[i]].Verdict = a.Verdict
	}
	return cells
}

// BestOf lists the best α of rows by their numbers of arms.
func BestOf(rows []Row) (arms []int, alphas []float64) {
	for _, row := range rows {
		arms, alphas = append(arms, row.Arms), append(alphas, row.Best.Alpha)
	}
	return arms, alphas
}

// BestAnnealed is BestOf for annealing.
func BestAnnealed(rows []Annealed) (arms []int, alphas []float64) {
	for _, row := range rows {
		arms, alphas = append(arms, row.Arms), append(alphas, row.Best.Alpha)
	}
	return arms, alphas
}
