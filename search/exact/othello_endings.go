package exact

import "math/bits"

// The last four empty cells are played without a list of moves or a hash
// table, each number of cells by a function of its own that is given the cells
// in the order to try them (Andersson's solver, Edax). A cell with no opposing
// disc next to it is skipped at once.

// othelloNone is below every score.
const othelloNone = -128

// othelloFinal is the score of a finished game: the winner gets the empties.
func othelloFinal(own, opp uint64) int {
	n, m := bits.OnesCount64(own), bits.OnesCount64(opp)
	switch {
	case n > m:
		return 64 - 2*m
	case n < m:
		return 2*n - 64
	}
	return 0
}

// othelloLines are the two diagonals through a cell.
type othelloLines struct {
	rising, falling uint64
}

var (
	othelloDiagonals  [64]othelloLines
	othelloNeighbours [64]uint64
)

func init() {
	for cell := range 64 {
		othelloDiagonals[cell] = othelloLines{
			rising:  othelloWalk(cell, 1, -1) | othelloWalk(cell, -1, 1) | 1<<cell,
			falling: othelloWalk(cell, 1, 1) | othelloWalk(cell, -1, -1) | 1<<cell,
		}
		for other := range 64 {
			if column, row := other%8-cell%8, other/8-cell/8; max(column, -column, row, -row) == 1 {
				othelloNeighbours[cell] |= 1 << other
			}
		}
	}
}

// othelloCountLast counts what turns over when own fills the last empty cell,
// by one lookup a line. A multiplication gathers a line's cells in the top
// byte; cells that a short diagonal lacks read as opposing discs with nothing
// behind them, which never turn.
func othelloCountLast(own uint64, cell int) int {
	const file, gatherFile = 0x0101010101010101, 0x0102040810204080
	row, column := cell>>3&7, cell&7
	lines := &othelloDiagonals[cell&63]
	byColumn := &othelloLastFlips[column]
	return int(byColumn[own>>(uint(row)*8)&255]) +
		int(byColumn[own&lines.rising*file>>56]) +
		int(byColumn[own&lines.falling*file>>56]) +
		int(othelloLastFlips[row][own>>uint(column)&file*gatherFile>>56])
}

// last1 is the exact score with one empty cell.
func (o *Othello) last1(own uint64, cell int) int {
	o.nodes++
	discs := bits.OnesCount64(own)
	if n := othelloCountLast(own, cell); n != 0 {
		return 2*(discs+n) - 62
	}
	if n := othelloCountLast(^own, cell); n != 0 {
		return 2*(discs-n) - 64
	}
	if discs > 31 {
		return 2*discs - 62
	}
	return 2*discs - 64
}

func (o *Othello) last2(own, opp uint64, alpha, a, b int) int {
	o.nodes++
	best := othelloNone
	if othelloNeighbours[a&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, a); flipped != 0 {
			if best = -o.last1(opp^flipped, b); best > alpha {
				return best
			}
		}
	}
	if othelloNeighbours[b&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, b); flipped != 0 {
			return max(best, -o.last1(opp^flipped, a))
		}
	}
	if best != othelloNone {
		return best
	}
	// The other side, whose score is to be low.
	best = -othelloNone
	if flipped := othelloFlips(opp, own, a); flipped != 0 {
		if best = o.last1(own^flipped, b); best <= alpha {
			return best
		}
	}
	if flipped := othelloFlips(opp, own, b); flipped != 0 {
		return min(best, o.last1(own^flipped, a))
	}
	if best != -othelloNone {
		return best
	}
	return othelloFinal(own, opp)
}

func (o *Othello) last3(own, opp uint64, alpha, a, b, c int) int {
	o.nodes++
	best := othelloNone
	if othelloNeighbours[a&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, a); flipped != 0 {
			if best = -o.last2(opp^flipped, own|flipped|1<<uint(a&63), -alpha-1, b, c); best > alpha {
				return best
			}
		}
	}
	if othelloNeighbours[b&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, b); flipped != 0 {
			if best = max(best, -o.last2(opp^flipped, own|flipped|1<<uint(b&63), -alpha-1, a, c)); best > alpha {
				return best
			}
		}
	}
	if othelloNeighbours[c&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, c); flipped != 0 {
			return max(best, -o.last2(opp^flipped, own|flipped|1<<uint(c&63), -alpha-1, a, b))
		}
	}
	if best != othelloNone {
		return best
	}
	if othelloFlips(opp, own, a)|othelloFlips(opp, own, b)|othelloFlips(opp, own, c) == 0 {
		return othelloFinal(own, opp)
	}
	return -o.last3(opp, own, -alpha-1, a, b, c)
}

func (o *Othello) last4(own, opp uint64, alpha, a, b, c, d int) int {
	o.nodes++
	best := othelloNone
	if othelloNeighbours[a&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, a); flipped != 0 {
			if best = -o.ordered3(opp^flipped, own|flipped|1<<uint(a&63), -alpha-1, b, c, d); best > alpha {
				return best
			}
		}
	}
	if othelloNeighbours[b&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, b); flipped != 0 {
			if best = max(best, -o.ordered3(opp^flipped, own|flipped|1<<uint(b&63), -alpha-1, a, c, d)); best > alpha {
				return best
			}
		}
	}
	if othelloNeighbours[c&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, c); flipped != 0 {
			if best = max(best, -o.ordered3(opp^flipped, own|flipped|1<<uint(c&63), -alpha-1, a, b, d)); best > alpha {
				return best
			}
		}
	}
	if othelloNeighbours[d&63]&opp != 0 {
		if flipped := othelloFlips(own, opp, d); flipped != 0 {
			return max(best, -o.ordered3(opp^flipped, own|flipped|1<<uint(d&63), -alpha-1, a, b, c))
		}
	}
	if best != othelloNone {
		return best
	}
	if othelloFlips(opp, own, a)|othelloFlips(opp, own, b)|othelloFlips(opp, own, c)|othelloFlips(opp, own, d) == 0 {
		return othelloFinal(own, opp)
	}
	return -o.last4(opp, own, -alpha-1, a, b, c, d)
}

// ordered3 tries a cell first that is alone in its quadrant when the other
// two share one.
func (o *Othello) ordered3(own, opp uint64, alpha, a, b, c int) int {
	qa, qb, qc := othelloQuadrant[a&63], othelloQuadrant[b&63], othelloQuadrant[c&63]
	if qa == qb {
		a, c = c, a
	} else if qa == qc {
		a, b = b, a
	}
	return o.last3(own, opp, alpha, a, b, c)
}

// ordered4 hands the last four cells on, those of odd quadrants first. If all
// quadrants are alike the order is left to ordered3.
func (o *Othello) ordered4(own, opp uint64, alpha int, parity uint8) int {
	free := ^(own | opp)
	first, second := free&othelloOdd[parity&15], free&^othelloOdd[parity&15]
	if first == 0 || second == 0 {
		// Any two and the other two.
		second = free & (free - 1)
		second &= second - 1
		first = free ^ second
	}
	a, b := bits.TrailingZeros64(first), bits.TrailingZeros64(first&(first-1))
	c, d := bits.TrailingZeros64(second), bits.TrailingZeros64(second&(second-1))
	return o.last4(own, opp, alpha, a, b, c, d)
}

// ending searches positions with at most four empties in any order.
func (o *Othello) ending(own, opp uint64, alpha, empties int) int {
	free := ^(own | opp)
	a := bits.TrailingZeros64(free)
	free &= free - 1
	b := bits.TrailingZeros64(free)
	free &= free - 1
	c := bits.TrailingZeros64(free)
	switch empties {
	case 4:
		return o.ordered4(own, opp, alpha, othelloParity(^(own | opp)))
	case 3:
		return o.ordered3(own, opp, alpha, a, b, c)
	case 2:
		return o.last2(own, opp, alpha, a, b)
	case 1:
		return o.last1(own, a)
	}
	return othelloFinal(own, opp)
}
