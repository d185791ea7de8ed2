// Package bearoff knows the end of backgammon games exactly: for every way to
// place up to 15 men in one's home board the distribution of the number of rolls
// that bear them all off, and for up to 6 men on each side the chance to win.
package bearoff

import (
	"gambito/game"
	"gambito/games/backgammon"
)

const (
	points = 6 // of a home board

	// Positions is how many ways there are to place up to 15 men, C(21, 6).
	Positions = 54_264

	// SmallMen is how many men a side of the two-sided table has at most.
	SmallMen = 6

	// SmallPositions is how many ways there are to place those, C(12, 6).
	SmallPositions = 924
)

// Home is the men of a side on its points 1 to 6, of which the first is Home[0].
type Home [points]uint8

// Men is how many there are.
func (h Home) Men() int {
	men := 0
	for _, n := range h {
		men += int(n)
	}
	return men
}

// HomeOf returns p's men if all that are left are home.
func HomeOf(b *backgammon.Board, p game.Player) (h Home, ok bool) {
	men := int(b[p][backgammon.Off])
	for i := range h {
		h[i] = b[p][1+i]
		men += int(h[i])
	}
	return h, men == backgammon.Men
}

// choose is the binomial coefficients C(n, k).
var choose = func() (c [backgammon.Men + points][points + 1]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= points && n > 0; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// rank numbers the ways to place men: with s(i) the men on the i farthest
// points, the numbers s(i)+i−1 ascend, and the rank is the sum of C(s(i)+i−1, i).
// Moving a man makes some s(i) smaller and none larger, so that a turn always
// leads to a smaller rank; and fewer than 7 men have the ranks below C(12, 6).
func (h Home) rank() int {
	rank, sum := 0, 0
	for i := range points {
		sum += int(h[points-1-i])
		rank += choose[sum+i][i+1]
	}
	return rank
}

// all is every way to place men, by rank.
func all() []Home {
	list := make([]Home, Positions)
	var place func(h Home, point, left int)
	place = func(h Home, point, left int) {
		if point == points {
			list[h.rank()] = h
			return
		}
		for n := range left + 1 {
			h[point] = uint8(n)
			place(h, point+1, left-n)
		}
	}
	place(Home{}, 0, backgammon.Men)
	return list
}

// successors appends the ranks that a roll's turns lead to. buf is for turns.
func (h Home) successors(dice backgammon.Dice, ranks []int32, buf []game.Move) ([]int32, []game.Move) {
	var b backgammon.Board
	copy(b[0][1:], h[:])
	buf = b.AppendMoves(buf[:0], 0, dice)
	for _, m := range buf {
		after := b
		after.Play(0, m)
		next, _ := HomeOf(&after, 0)
		ranks = append(ranks, int32(next.rank()))
	}
	return ranks, buf
}
