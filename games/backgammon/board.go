package backgammon

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"gambito/game"
)

// Men is how many each side has.
const Men = 15

// The places of a side beside its points 1 to 24.
const (
	Off = 0
	Bar = 25
)

// Board is where the men are: by player, and by point as that player counts.
// A player's men go from 24 down to 1 and then off, which is 0; 25 is the bar.
// Point k of one player is point 25−k of the other.
type Board [2][26]uint8

// Start is the usual set-up.
var Start = Board{start, start}

var start = [26]uint8{6: 5, 8: 3, 13: 5, 24: 2}

// NewBoard checks a board whose men off are still to be counted.
func NewBoard(men [2][26]uint8) (Board, error) {
	b := Board(men)
	for p := range b {
		b[p][Off] = 0
		sum := 0
		for _, n := range b[p] {
			sum += int(n)
		}
		if sum > Men {
			return Board{}, fmt.Errorf("%s has %d men, more than %d", roles[p], sum, Men)
		}
		b[p][Off] = uint8(Men - sum)
	}
	for k := 1; k < Bar; k++ {
		if b[0][k] > 0 && b[1][Bar-k] > 0 {
			return Board{}, fmt.Errorf("both sides have men on white's point %d", k)
		}
	}
	if b[0][Off] == Men && b[1][Off] == Men {
		return Board{}, errors.New("neither side has a man left")
	}
	if b.dead() {
		return Board{}, errors.New("both sides are shut out by a closed board, so that nobody can ever move")
	}
	return b, nil
}

// dead reports whether each side has a man on the bar and a closed home board
// before it. No game comes to that: who closes a board has no man on the bar
// and must let the other in before being hit.
func (b *Board) dead() bool {
	for p := range b {
		_, block, _ := b.view(game.Player(p))
		if b[p][Bar] == 0 || block>>19&63 != 63 {
			return false
		}
	}
	return true
}

// Pips is how far a player's men have to go.
func (b *Board) Pips(p game.Player) int {
	pips := 0
	for k, n := range b[p] {
		pips += k * int(n)
	}
	return pips
}

// Winner is who has borne off every man, or Nobody.
func (b *Board) Winner() game.Player {
	switch {
	case b[0][Off] == Men:
		return 0
	case b[1][Off] == Men:
		return 1
	}
	return game.Nobody
}

// Points is what the game is worth to p, who has won: 2 if the other side has
// borne off no man, 3 if one of those is also on the bar or in p's home board.
func (b *Board) Points(p game.Player) int {
	loser := &b[p^1]
	if loser[Off] > 0 {
		return 1
	}
	for k := 19; k <= Bar; k++ {
		if loser[k] > 0 {
			return 3
		}
	}
	return 2
}

// Race reports whether the sides have passed each other, so that nobody can be
// hit any more.
func (b *Board) Race() bool {
	return back(&b[0])+back(&b[1]) < Bar
}

// back is the point of a side's rearmost man.
func back(men *[26]uint8) int {
	for k := Bar; k > 0; k-- {
		if men[k] > 0 {
			return k
		}
	}
	return 0
}

// step moves a man and hits what stands there alone.
func (b *Board) step(p game.Player, from, to int) {
	b[p][from]--
	b[p][to]++
	if other := &b[p^1]; to > 0 && other[Bar-to] == 1 {
		other[Bar-to] = 0
		other[Bar]++
	}
}

// view returns sets of points as p counts them, bit k for point k: where p has
// men, where the other side has two or more, and where it has one alone.
func (b *Board) view(p game.Player) (own, block, blots uint32) {
	own, _ = Occupied(&b[p])
	if b[p][Bar] > 0 {
		own |= 1 << Bar
	}
	some, many := Occupied(&b[p^1])
	// Reversing a word takes bit k to 31−k, and the other side's point k is 25−k.
	return own, bits.Reverse32(many) >> 6, bits.Reverse32(some&^many) >> 6
}

// Occupied finds the points 1 to 24 with one man or more and with two or more.
// It works on eight counts at once: as they are small, adding 127 or 126 sets
// the highest bit of those that are large enough, and a multiplication gathers
// these bits in the highest byte.
func Occupied(men *[26]uint8) (some, many uint32) {
	const every, gather = 0x0101010101010101, 0x0102040810204080
	for i := 0; i < 24; i += 8 {
		w := binary.LittleEndian.Uint64(men[1+i : 9+i])
		some |= uint32((w+127*every)>>7&every*gather>>56) << (i + 1)
		many |= uint32((w+126*every)>>7&every*gather>>56) << (i + 1)
	}
	return some, many
}
