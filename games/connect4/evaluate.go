package connect4

import (
	"fmt"
	"math/bits"
	"strings"

	"gambito/game"
)

// Evaluations implements game.Evaluated.
func (*shape) Evaluations() []game.EvaluationInfo {
	return []game.EvaluationInfo{
		{Name: "h2", Help: "lines that can still be won through every cell up to the highest stone, and column weights", Scale: 48, Leaf: true},
		{Name: "h1", Help: "pairs and triples of adjacent stones, and column weights; h1:V1/V2 sets their worth, 5/41 by default", Scale: 470},
	}
}

// Evaluation implements game.Evaluated.
func (g *Game) Evaluation(name string) (func(game.State) int, error) {
	kind, numbers, err := g.parseEvaluation(name)
	switch {
	case err != nil:
		return nil, err
	case kind == "h1":
		return g.groups(numbers[0], numbers[1], [3]int(numbers[2:])), nil
	}
	return g.openLines([3]int(numbers), [3]int(numbers[3:])), nil
}

// parseEvaluation reads the name of an evaluation: which it is, and its weights.
func (g *shape) parseEvaluation(name string) (kind string, numbers []int, err error) {
	kind, text, given := game.CutWeights(name)
	if kind == "" && !given {
		kind = "h2"
	}
	list := g.Weights(kind)
	if list == nil {
		return "", nil, fmt.Errorf("unknown evaluation %q: there are h2, h1 and h1:V1/V2", name)
	}
	numbers = game.Defaults(list)
	if given {
		if kind == "h1" && strings.Count(text, "/") == 1 { // the columns are as they were
			list = list[:2]
		}
		own, err := game.ParseWeights(list, text)
		if err != nil {
			return "", nil, fmt.Errorf("evaluation %q: %w", name, err)
		}
		copy(numbers, own)
	}
	return kind, numbers, nil
}

// Weights implements game.Weighted.
func (*shape) Weights(name string) []game.Weight {
	columns := []game.Weight{
		{Name: "a stone in the centre", High: mostWeight, Default: 5},
		{Name: "a stone next to the centre", High: mostWeight, Default: 3},
		{Name: "a stone two columns from the centre", High: mostWeight, Default: 1},
	}
	switch name {
	case "h1":
		return append([]game.Weight{
			{Name: "two stones together", High: mostGroup, Default: 5},
			{Name: "three stones together", High: mostGroup, Default: 41},
		}, columns...)
	case "h2":
		return append([]game.Weight{
			{Name: "a cell of an open column", High: mostWeight, Default: 1},
			{Name: "a cell of an open row", High: mostWeight, Default: 1},
			{Name: "a cell of an open diagonal", High: mostWeight, Default: 1},
		}, columns...)
	}
	return nil
}

// What the weights may be: so that no position is worth as much as a game that is won.
const (
	mostGroup  = 9999
	mostWeight = 999
)

// shifts are the four directions of lines.
func (g *shape) shifts() [4]uint { return [4]uint{1, g.stride, g.stride + 1, g.stride - 1} }

// groups is heuristic H1: stones of one's own that stand together count pair
// for two, triple for three and 10,000 for four or more, less the opponent's.
// A group is as long as it can be: a triple is not two pairs as well.
func (g *Game) groups(pair, triple int, columns [3]int) func(game.State) int {
	count := func(stones uint64) (sum int) {
		for _, d := range g.shifts() {
			first := stones &^ (stones << d) // where groups begin
			two := first & (stones >> d)
			three := two & (stones >> (2 * d))
			four := three & (stones >> (3 * d))
			sum += pair*bits.OnesCount64(two&^three) + triple*bits.OnesCount64(three&^four) + 10_000*bits.OnesCount64(four)
		}
		return sum
	}
	return func(s game.State) int {
		own, mask := Stones(s)
		return count(own) - count(own^mask) + g.inColumns(own, &columns) - g.inColumns(own^mask, &columns)
	}
}

// openLines is heuristic H2: for every cell up to the highest row with a
// stone, in how many of the four directions a line of the run's length through
// it holds no stone of the opponent's; one's own number less the opponent's. Lines
// weigh by their direction: up, along a row, diagonally.
func (g *Game) openLines(lines, columns [3]int) func(game.State) int {
	weights := [4]int{lines[0], lines[1], lines[2], lines[2]} // as shifts has them
	count := func(enemy, rows uint64) (sum int) {
		free := g.board &^ enemy
		for i, d := range g.shifts() {
			begins := free // where lines without the enemy begin
			for i := 1; i < g.run; i++ {
				begins &= free >> (uint(i) * d)
			}
			cells := begins
			for i := 1; i < g.run; i++ {
				cells |= begins << (uint(i) * d)
			}
			sum += weights[i] * bits.OnesCount64(cells&rows)
		}
		return sum
	}
	return func(s game.State) int {
		own, mask := Stones(s)
		var rows uint64 // the cells up to the highest stone
		for row := g.bottom; mask&row != 0; row <<= 1 {
			rows |= row
		}
		return count(own^mask, rows) - count(own, rows) + g.inColumns(own, &columns) - g.inColumns(own^mask, &columns)
	}
}

// inColumns adds up what stones are worth by their columns: in the centre, next to
// it, next to that; nothing further out.
func (g *Game) inColumns(stones uint64, worth *[3]int) (sum int) {
	for c := range g.columns {
		if off := g.offCentre(c); off < len(worth) {
			sum += worth[off] * bits.OnesCount64(stones&g.column(c))
		}
	}
	return sum
}

// offCentre is how many whole columns a column is from the centre.
func (g *shape) offCentre(c int) int { return max(2*c-(g.columns-1), g.columns-1-2*c) / 2 }
