package lab

import "math"

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
}

// Compared reports whether there is a published regret.
func (c ComparedCell) Compared() bool { return !math.IsNaN(c.Published) }

// Agrees reports whether the published regret can be one of the same quantity.
func (c ComparedCell) Agrees() bool { return c.Cell.Agrees(c.Published) }

// Cells lists what the pass measured, beside what was published.
func (p Pass) Cells(rows []Row) (cells []ComparedCell) {
	for _, row := range rows {
		for _, c := range p.Of(row) {
			published, ok := FindRegret(p.Published, row.Arms, c.Alpha)
			if !ok {
				published = math.NaN()
			}
			cells = append(cells, ComparedCell{c, row.Arms, published})
		}
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
