package einstein

import (
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// cubes is how many a side has. They are numbered 0 to 5 for red's 1 to 6 and
// 6 to 11 for blue's.
const cubes = 6

// placement is where the cubes are: twelve fields of five bits, cube 0 in the
// lowest, each the cell of a cube or, if it is gone, 31. Cells are numbered row
// by row from a1 at the top left. The die fills the bits above them in Hash.
//
//	bit  63   62-60  59-55    …  9-5     4-0
//	     side die    cube 11  …  cube 1  cube 0
type placement struct {
	where   uint64
	onBoard uint16 // a bit for every cube
}

const (
	fieldBits = 5
	gone      = 31
	everyOne  = 1<<0 | 1<<5 | 1<<10 | 1<<15 | 1<<20 | 1<<25 | 1<<30 | 1<<35 | 1<<40 | 1<<45 | 1<<50 | 1<<55 // the lowest bit of every field
	everyLow  = everyOne * 15                                                                               // all but the highest bit
	everyTop  = everyOne * 16                                                                               // the highest bit
)

var emptyPlacement = placement{where: everyOne * gone}

// cell is where a cube is. Precondition: it is on the board.
func (p *placement) cell(cube int) int { return int(p.where >> (cube * fieldBits) & gone) }

// put sets a cube on a cell.
func (p *placement) put(cube, cell int) {
	p.where = p.where&^(gone<<(cube*fieldBits)) | uint64(cell)<<(cube*fieldBits)
	p.onBoard |= 1 << cube
}

// take removes a cube.
func (p *placement) take(cube int) {
	p.where |= gone << (cube * fieldBits)
	p.onBoard &^= 1 << cube
}

// at returns the cube on a cell, or −1. It compares all fields at once: a field
// equal to the cell becomes zero, and only a zero leaves its highest bit clear
// when 15 is added to the lower four.
func (p *placement) at(cell int) int {
	x := p.where ^ everyOne*uint64(cell)
	zero := ^(x&everyLow + everyLow | x) & everyTop
	if zero == 0 {
		return -1
	}
	return bits.TrailingZeros64(zero) / fieldBits
}

// own is the numbers of a side's cubes, a bit for each.
func (p *placement) own(side game.Player) uint16 { return p.onBoard >> (cubes * side) & (1<<cubes - 1) }

// position is the cubes, the die and whose turn it is.
type position struct {
	placement
	die  uint8       // what it shows, 0 if it is to be rolled
	side game.Player // who rolls and moves
	over bool        // side has lost
}

// state is a position and, for every move of a cube, what it changed.
type state struct {
	position
	past []change
}

type change struct {
	placement
	die uint8
}

// goal is the corner that a side wants to reach.
var goal = [2]int{cells - 1, 0}

// way is the cells that a side's cube may step to, ascending.
type way struct {
	to    [3]uint8
	count int
}

var ways = func() (w [2][cells]way) {
	steps := [2][3][2]int{{{1, 0}, {0, 1}, {1, 1}}, {{-1, -1}, {0, -1}, {-1, 0}}} // columns and rows
	for side := range steps {
		for cell := range cells {
			for _, step := range steps[side] {
				column, row := cell%columns+step[0], cell/columns+step[1]
				if column >= 0 && column < columns && row >= 0 && row < columns {
					v := &w[side][cell]
					v.to[v.count] = uint8(row*columns + column)
					v.count++
				}
			}
		}
	}
	return w
}()

// movers is, for the cubes a side has left and what the die shows, those that
// may move: the one of that number, else its neighbours among the others.
var movers = func() (m [1 << cubes][7]uint8) {
	for own := range 1 << cubes {
		for die := 1; die <= 6; die++ {
			bit := 1 << (die - 1)
			below, above := own&(bit-1), own&^(bit-1)
			mask := above & -above
			if mask != bit && below != 0 {
				mask |= 1 << (bits.Len(uint(below)) - 1)
			}
			m[own][die] = uint8(mask)
		}
	}
	return m
}()

// movable is the numbers of the cubes that may move, a bit for each, counted
// from 0. Precondition: the die was rolled.
func (s *position) movable() uint8 { return movers[s.own(s.side)][s.die] }

// won reports whether a side has reached its goal or taken the last cube.
func (s *position) won(side game.Player) bool {
	if s.own(side^1) == 0 {
		return true
	}
	cube := s.at(goal[side])
	return cube >= 0 && cube/cubes == int(side)
}

// A roll is the number that the die shows; the move of a cube is its number
// from 1 and, in the lower five bits, the cell it goes to.

func isRoll(m game.Move) bool { return m < 1<<fieldBits }

func makeMove(number, to int) game.Move { return game.Move((number+1)<<fieldBits | to) }

func parts(m game.Move) (number, to int) { return int(m>>fieldBits) - 1, int(m & gone) }

// Turn implements game.State.
func (s *state) Turn() game.Player {
	switch {
	case s.over:
		return game.Over
	case s.die == 0:
		return game.Chance
	}
	return s.side
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	switch {
	case s.over:
		return buf
	case s.die == 0:
		return append(buf, 1, 2, 3, 4, 5, 6)
	}
	for rest := s.movable(); rest != 0; rest &= rest - 1 {
		number := bits.TrailingZeros8(rest)
		w := &ways[s.side][s.cell(number+cubes*int(s.side))]
		for _, to := range w.to[:w.count] {
			buf = append(buf, makeMove(number, int(to)))
		}
	}
	return buf
}

// Probability implements game.Stochastic: the die is fair.
func (s *state) Probability(game.Move) float64 { return 1.0 / 6 }

// Play implements game.State.
func (s *state) Play(m game.Move) {
	if isRoll(m) {
		s.die = uint8(m)
		return
	}
	s.past = append(s.past, change{s.placement, s.die})
	number, to := parts(m)
	s.move(number+cubes*int(s.side), to)
}

// move makes the move of a cube.
func (s *position) move(cube, to int) {
	if taken := s.at(to); taken >= 0 {
		s.take(taken)
	}
	s.put(cube, to)
	s.over = to == goal[s.side] || s.own(s.side^1) == 0
	s.die, s.side = 0, s.side^1
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	if isRoll(m) {
		s.die = 0
		return
	}
	last := len(s.past) - 1
	s.placement, s.die = s.past[last].placement, s.past[last].die
	s.past = s.past[:last]
	s.side, s.over = s.side^1, false
}

// WinningMoves implements game.WinFinder.
func (s *state) WinningMoves(buf []game.Move) []game.Move {
	if s.over || s.die == 0 {
		return buf
	}
	last := cells // where the other side's only cube is
	if others := s.own(s.side ^ 1); others&(others-1) == 0 {
		last = s.cell(bits.TrailingZeros16(others) + cubes*int(s.side^1))
	}
	for rest := s.movable(); rest != 0; rest &= rest - 1 {
		number := bits.TrailingZeros8(rest)
		w := &ways[s.side][s.cell(number+cubes*int(s.side))]
		for _, to := range w.to[:w.count] {
			if int(to) == goal[s.side] || int(to) == last {
				buf = append(buf, makeMove(number, int(to)))
			}
		}
	}
	return buf
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	p := s.position
	pick := game.NewPicker(r)
	for !p.over {
		if p.die == 0 {
			p.die = uint8(1 + pick.Below(6))
		}
		mask := p.movable()
		first := cubes*int(p.side) + bits.TrailingZeros8(mask)
		cube, w := first, &ways[p.side][p.cell(first)]
		total, second := w.count, mask&(mask-1)
		if second != 0 {
			other := cubes*int(p.side) + bits.TrailingZeros8(second)
			v := &ways[p.side][p.cell(other)]
			if k := pick.Below(total + v.count); k >= total {
				p.move(other, int(v.to[k-total]))
			} else {
				p.move(cube, int(w.to[k]))
			}
			continue
		}
		p.move(cube, int(w.to[pick.Below(total)]))
	}
	s.position, s.past = p, s.past[:0]
}

// Score implements game.State: whoever would be next has lost.
func (s *state) Score(p game.Player) float64 {
	if p == s.side {
		return -1
	}
	return 1
}

// Hash implements game.State. All there is fits one word, so different
// positions never have the same.
func (s *state) Hash() uint64 {
	return bitboard.Hash(s.where|uint64(s.die)<<60|uint64(s.side)<<63, 0)
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	s.position = src.(*state).position
	s.past = s.past[:0]
}

// Clone implements game.State.
func (s *state) Clone() game.State { return &state{position: s.position} }

// Marks implements game.Marked.
func (*Game) Marks() []game.Mark {
	return game.NewMarks(game.Paper, "", "", game.Red, game.Blue)
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	b := board.Board(game.Paper, game.Red, game.Blue)
	for cell := range b.Cells {
		if cube := s.at(cell); cube >= 0 {
			symbol := rune(symbols[cube+1])
			b.Cells[cell] = game.Cell{Symbol: symbol, Glyph: symbol, Owner: game.Player(cube / cubes)}
		}
	}
	b.Caption = "blue's A to F are cubes 1 to 6"
	switch s.Turn() {
	case game.Over:
		return b
	case game.Chance:
		b.Caption += "; " + roleNames[s.side] + " rolls"
		return b
	}
	b.Caption += "; the die shows " + string(rune('0'+s.die))
	for _, m := range s.Moves(nil) {
		_, to := parts(m)
		b.Cells[to].Target = true
	}
	return b
}
