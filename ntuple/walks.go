package ntuple

import (
	"math/rand/v2"

	"gambito/game"
)

// Walks returns sets of cells that random walks over the board come through, from cell
// to neighbouring cell in all eight directions, as Lucas (2008) and Thill, Koch and Konen
// (2012) choose them. No set is an image of another. On a board that has fewer than count
// such sets there are as many as were found.
func Walks(cells game.Cells, count, length int, r *rand.Rand) (sets [][]uint8) {
	if length > cells.Count() {
		return nil
	}
	seen := map[string]bool{}
	for tries := 0; len(sets) < count && tries < walkTries*count; tries++ {
		set := walk(cells, length, r)
		if seen[cellsKey(set)] {
			continue
		}
		seen[cellsKey(set)] = true
		for _, image := range cells.Images {
			turned := make([]uint8, len(set))
			for i, c := range set {
				turned[i] = image[c]
			}
			seen[cellsKey(turned)] = true
		}
		sets = append(sets, set)
	}
	return sets
}

// walkTries is how many walks are tried for one that is new.
const walkTries = 100

// walk goes on until it has come through so many cells.
func walk(cells game.Cells, length int, r *rand.Rand) []uint8 {
	at := r.IntN(cells.Count())
	set, inside := make([]uint8, 0, length), make([]bool, cells.Count())
	for {
		if !inside[at] {
			inside[at] = true
			if set = append(set, uint8(at)); len(set) == length {
				return set
			}
		}
		at = neighbour(cells, at, r)
	}
}

// neighbour is one of the cells around a cell.
func neighbour(cells game.Cells, at int, r *rand.Rand) int {
	for {
		column, row := at%cells.Columns+r.IntN(3)-1, at/cells.Columns+r.IntN(3)-1
		if column >= 0 && column < cells.Columns && row >= 0 && row < cells.Rows && row*cells.Columns+column != at {
			return row*cells.Columns + column
		}
	}
}
