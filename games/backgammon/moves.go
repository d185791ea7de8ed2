package backgammon

import (
	"math/bits"

	"gambito/game"
)

// Dice is a roll, the larger number first, or zeros before it.
type Dice [2]uint8

// Rolled reports whether the dice show anything.
func (d Dice) Rolled() bool { return d[0] != 0 }

// A roll is numbered by its dice, a turn by its dice and where its men start.
//
//	bit   25-23   22-20    19-15  14-10  9-5    4-0
//	roll                                 larger and smaller die in bits 5-3 and 2-0
//	turn  larger  smaller  first  second third  fourth point, 25 for the bar, 0 for none
//
// Of a double the points are in descending order, each as often as a man leaves
// it; no two such lists lead to one position. Of other rolls the first is where
// the larger die is played, the second where the smaller is. Several of these
// may lead to one position, which makes them one move with one number:
//   - If one man goes both ways and hits nothing between, the second is goesOn.
//     So it is if another man stood between and goes on instead.
//   - If two men are borne off, the first is the farther of the two.
const (
	pointBits = 5
	pointMask = 1<<pointBits - 1
	goesOn    = 31

	firstShift  = 3 * pointBits
	secondShift = 2 * pointBits
	smallShift  = 4 * pointBits
	largeShift  = smallShift + 3
)

// maxMoves bounds the moves of a position: a turn is settled by how many of the
// four parts of a double each of 15 men makes, for which there are C(18, 4) ways.
const maxMoves = 3060

// RollMove is the move of chance that shows these dice.
func RollMove(d Dice) game.Move { return game.Move(d[0])<<3 | game.Move(d[1]) }

// IsRoll reports whether a move is one of chance.
func IsRoll(m game.Move) bool { return m < 1<<6 }

// RollDice is what the dice show by a move of chance.
func RollDice(m game.Move) Dice { return Dice{uint8(m >> 3 & 7), uint8(m & 7)} }

// turn is the number of a turn that moves nothing yet.
func turn(d Dice) game.Move {
	return game.Move(d[0])<<largeShift | game.Move(d[1])<<smallShift
}

func turnDice(m game.Move) Dice { return Dice{uint8(m >> largeShift & 7), uint8(m >> smallShift & 7)} }

// sources are the four points of a turn.
func sources(m game.Move) [4]int {
	return [4]int{
		int(m >> firstShift & pointMask), int(m >> secondShift & pointMask),
		int(m >> pointBits & pointMask), int(m & pointMask),
	}
}

// Play makes p's turn m, which is legal on b.
func (b *Board) Play(p game.Player, m game.Move) {
	dice := turnDice(m)
	large, small := int(dice[0]), int(dice[1])
	if large == small {
		for _, from := range sources(m) {
			if from == 0 {
				return
			}
			b.step(p, from, max(from-large, Off))
		}
		return
	}
	first, second := int(m>>firstShift&pointMask), int(m>>secondShift&pointMask)
	if second == goesOn {
		b.step(p, first, max(first-large-small, Off))
		return
	}
	if first != 0 {
		b.step(p, first, max(first-large, Off))
	}
	if second != 0 {
		b.step(p, second, max(second-small, Off))
	}
}

// AppendMoves appends p's legal turns, ascending; a pass is one.
func (b *Board) AppendMoves(buf []game.Move, p game.Player, dice Dice) []game.Move {
	own, block, blots := b.view(p)
	if dice[0] == dice[1] {
		d := doubles{men: b[p], block: block, die: int(dice[0]), base: len(buf), moves: buf}
		d.extend(own, Bar, 0, turn(dice))
		return d.moves
	}
	t := pairs{men: &b[p], own: own, block: block, blots: blots, large: int(dice[0]), small: int(dice[1])}
	t.find()
	base := turn(dice)
	for first := range t.second {
		for rest := t.second[first]; rest != 0; rest &= rest - 1 {
			buf = append(buf, base|game.Move(first)<<firstShift|game.Move(bits.TrailingZeros32(rest))<<secondShift)
		}
	}
	return buf
}

// movable is where a man may start with a die: from the bar if one is there,
// else to any point that is not blocked, and off once all men are home and the
// die fits exactly or no man is farther away.
func movable(own, block uint32, die int) uint32 {
	if own>>Bar != 0 {
		return 1 << Bar &^ (block << die)
	}
	from := own &^ (block << die) & (^uint32(1) << die)
	if own>>7 == 0 {
		if farther := own >> die; farther == 0 && own != 0 {
			from |= 1 << (bits.Len32(own) - 1)
		} else {
			from |= own & (1 << die)
		}
	}
	return from
}

// pairs finds the turns of a roll that is no double: for every point where the
// larger die is played the set of those for the smaller one.
type pairs struct {
	men               *[26]uint8
	own, block, blots uint32
	large, small      int
	second            [26]uint32
}

// after is where the side has men when one has gone from a point to another.
func (t *pairs) after(from, to int) uint32 {
	own := t.own
	if t.men[from] == 1 {
		own &^= 1 << from
	}
	return own | 1<<to&^1
}

// find tries both orders of the dice. If no two parts can be made it finds
// those with the larger die, else those with the smaller, else the pass.
func (t *pairs) find() {
	begin := movable(t.own, t.block, t.large)
	found := false
	for s := begin; s != 0; s &= s - 1 {
		found = t.largeFirst(bits.TrailingZeros32(s)) || found
	}
	other := movable(t.own, t.block, t.small)
	for s := other; s != 0; s &= s - 1 {
		found = t.smallFirst(bits.TrailingZeros32(s)) || found
	}
	switch {
	case found:
	case begin != 0:
		for s := begin; s != 0; s &= s - 1 {
			t.second[bits.TrailingZeros32(s)] = 1
		}
	case other != 0:
		t.second[0] = other
	default:
		t.second[0] = 1
	}
}

func (t *pairs) largeFirst(from int) bool {
	to := max(from-t.large, Off)
	then := movable(t.after(from, to), t.block, t.small)
	if then == 0 {
		return false
	}
	if between := uint32(1) << to; to > 0 && then&between != 0 && t.blots&between == 0 {
		then &^= between
		t.second[from] |= 1 << goesOn
	}
	if behind := from + t.small; behind <= Bar && then>>behind&1 != 0 {
		then &^= 1 << behind
		t.second[behind] |= 1 << goesOn
	}
	if to == Off {
		near := then & (2<<t.small - 1)
		then &^= near
		for ; near != 0; near &= near - 1 {
			t.bothOff(from, bits.TrailingZeros32(near))
		}
	}
	t.second[from] |= then
	return true
}

func (t *pairs) smallFirst(from int) bool {
	to := max(from-t.small, Off)
	then := movable(t.after(from, to), t.block, t.large)
	if then == 0 {
		return false
	}
	if between := uint32(1) << to; to > 0 && then&between != 0 && t.blots&between == 0 {
		then &^= between
		t.second[from] |= 1 << goesOn
	}
	if behind := from + t.large; behind <= Bar && then>>behind&1 != 0 {
		then &^= 1 << behind
		t.second[behind] |= 1 << goesOn
	}
	for ; then != 0; then &= then - 1 {
		first := bits.TrailingZeros32(then)
		if to == Off && first <= t.large {
			t.bothOff(first, from)
		} else {
			t.second[first] |= 1 << from
		}
	}
	return true
}

func (t *pairs) bothOff(a, b int) { t.second[max(a, b)] |= 1 << min(a, b) }

// doubles finds the turns of a double. It looks at men in descending order of
// where they start: a legal list of parts stays legal when sorted so, because
// men farther away never stand in the way of nearer ones. Turns that use less
// of the double than others do are dropped.
type doubles struct {
	men   [26]uint8
	block uint32
	die   int
	base  int // where the moves begin
	parts int // of the moves found
	moves []game.Move
}

// extend goes on with a turn that has so many parts, the last from a point.
func (d *doubles) extend(own uint32, last, parts int, m game.Move) {
	from := movable(own, d.block, d.die) & (2<<last - 1)
	if from == 0 {
		d.note(parts, m)
		return
	}
	shift := firstShift - parts*pointBits
	for ; from != 0; from &= from - 1 {
		k := bits.TrailingZeros32(from)
		longer := m | game.Move(k)<<shift
		if parts == 3 {
			d.note(4, longer)
			continue
		}
		to := max(k-d.die, Off)
		d.men[k]--
		d.men[to]++
		then := own | 1<<to&^1
		if d.men[k] == 0 {
			then &^= 1 << k
		}
		d.extend(then, k, parts+1, longer)
		d.men[k]++
		d.men[to]--
	}
}

func (d *doubles) note(parts int, m game.Move) {
	if parts < d.parts {
		return
	}
	if parts > d.parts {
		d.parts, d.moves = parts, d.moves[:d.base]
	}
	d.moves = append(d.moves, m)
}
