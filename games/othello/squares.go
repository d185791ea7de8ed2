package othello

import "math/bits"

// squareWorths are the worths of the cells of a quarter of the board, in hundredths, by row
// and column from a corner: the weighted piece counter of Yoshioka, Ishii and Ito (1999),
// against which learners of Othello have been measured since.
var squareWorths = [4][4]int{
	{100, -25, 10, 5},
	{-25, -25, 1, 1},
	{10, 1, 5, 2},
	{5, 1, 2, 1},
}

// worthGroup is cells of one worth.
type worthGroup struct {
	cells uint64
	worth int
}

// worthGroups are all cells by their worth.
var worthGroups = func() (groups []worthGroup) {
	at := map[int]int{}
	for cell := range 64 {
		row, column := cell/8, cell%8
		worth := squareWorths[min(row, 7-row)][min(column, 7-column)]
		i, ok := at[worth]
		if !ok {
			i = len(groups)
			at[worth] = i
			groups = append(groups, worthGroup{worth: worth})
		}
		groups[i].cells |= 1 << cell
	}
	return groups
}()

// squares is what the cells of own's discs are worth, less those of opp's.
func squares(own, opp uint64) (value int) {
	for _, g := range worthGroups {
		value += g.worth * (bits.OnesCount64(own&g.cells) - bits.OnesCount64(opp&g.cells))
	}
	return value
}
