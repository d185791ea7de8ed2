package connect4

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"gambito/game"
)

// Evaluations implements game.Evaluated.
func (g *Game) Evaluations() []game.EvaluationInfo {
	return []game.EvaluationInfo{
		{Name: "h2", Help: "lines that can still be won through every cell up to the highest stone, and column weights", Scale: 48, Leaf: true},
		{Name: "h1", Help: "pairs and triples of adjacent stones, and column weights; h1:V1/V2 sets their worth, 5/41 by default", Scale: 470},
	}
}

// Evaluation implements game.Evaluated.
func (g *Game) Evaluation(name string) (func(game.State) int, error) {
	kind, values, hasValues := strings.Cut(name, ":")
	switch {
	case (kind == "h2" || kind == "") && !hasValues:
		return g.openLines, nil
	case kind == "h1" && !hasValues:
		return g.groups(5, 41), nil
	case kind == "h1":
		first, second, _ := strings.Cut(values, "/")
		pair, errPair := strconv.Atoi(first)
		triple, errTriple := strconv.Atoi(second)
		if errPair != nil || errTriple != nil || pair < 0 || triple < 0 || pair > 9999 || triple > 9999 {
			return nil, fmt.Errorf("evaluation %q: it must be h1:V1/V2 with numbers from 0 to 9999, such as h1:10/100", name)
		}
		return g.groups(pair, triple), nil
	}
	return nil, fmt.Errorf("unknown evaluation %q: there are h2, h1 and h1:V1/V2", name)
}

// shifts are the four directions of lines.
func (g *Game) shifts() [4]uint { return [4]uint{1, g.stride, g.stride + 1, g.stride - 1} }

// groups is heuristic H1: stones of one's own that stand together count pair
// for two, triple for three and 10,000 for four or more, less the opponent's.
// A group is as long as it can be: a triple is not two pairs as well.
func (g *Game) groups(pair, triple int) func(game.State) int {
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
		return count(own) - count(own^mask) + g.columnWeights(own) - g.columnWeights(own^mask)
	}
}

// openLines is heuristic H2: for every cell up to the highest row with a
// stone, in how many of the four directions a line of the run's length through
// it holds no stone of the opponent's; one's own number less the opponent's.
func (g *Game) openLines(s game.State) int {
	own, mask := Stones(s)
	var rows uint64 // the cells up to the highest stone
	for row := g.bottom; mask&row != 0; row <<= 1 {
		rows |= row
	}
	count := func(enemy uint64) (sum int) {
		free := g.board &^ enemy
		for _, d := range g.shifts() {
			lines := free // where lines without the enemy begin
			for i := 1; i < g.run; i++ {
				lines &= free >> (uint(i) * d)
			}
			cells := lines
			for i := 1; i < g.run; i++ {
				cells |= lines << (uint(i) * d)
			}
			sum += bits.OnesCount64(cells & rows)
		}
		return sum
	}
	return count(own^mask) - count(own) + g.columnWeights(own) - g.columnWeights(own^mask)
}

// columnWeights adds 5 for every stone in the centre, 3 next to it, 1 next to
// that, and nothing further out.
func (g *Game) columnWeights(stones uint64) (sum int) {
	for c := range g.columns {
		// Twice the distance from the centre, rounded down to whole columns.
		off := max(2*c-(g.columns-1), g.columns-1-2*c) / 2
		sum += max(5-2*off, 0) * bits.OnesCount64(stones&g.column(c))
	}
	return sum
}
