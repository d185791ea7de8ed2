package tron

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"gambito/game"
	"gambito/game/bitboard"
)

// point is a cell by column and row from 1 at the bottom left; the border is
// at 0 and size + 1.
type point struct{ x, y int }

// String writes the point as x,y.
func (p point) String() string { return fmt.Sprintf("%d,%d", p.x, p.y) }

// A row of a set is 32 bits, border included, so that a step up is 32 bits.
const stride = 32

func (p point) index() uint16    { return uint16(p.y*stride + p.x) }
func pointAt(index uint16) point { return point{int(index % stride), int(index / stride)} }

// steps are how far the directions go: up, right, down, left. Unsigned numbers
// wrap around.
var steps = [4]uint16{stride, 1, 1<<16 - stride, 1<<16 - 1}

// set is a set of points.
type set [maxSize + 2]uint32

func (s *set) add(index uint16)      { s[index/stride%(maxSize+2)] |= 1 << (index % stride) }
func (s *set) remove(index uint16)   { s[index/stride%(maxSize+2)] &^= 1 << (index % stride) }
func (s *set) has(index uint16) bool { return s[index/stride%(maxSize+2)]>>(index%stride)&1 != 0 }

// state is a position. The cells where players are become walls when they
// leave them.
type state struct {
	g     *Game
	walls set // with the border
	heads [2]uint16
}

// over reports whether somebody has hit something.
func (s *state) over() bool {
	return s.walls.has(s.heads[0]) || s.walls.has(s.heads[1]) || s.heads[0] == s.heads[1]
}

// Turn implements game.State.
func (s *state) Turn() game.Player {
	if s.over() {
		return game.Over
	}
	return game.Together
}

// Moves implements game.State: all pairs of directions.
func (s *state) Moves(buf []game.Move) []game.Move {
	if s.over() {
		return buf
	}
	for m := range game.Move(len(steps) * len(steps)) {
		buf = append(buf, m)
	}
	return buf
}

// MovesOf implements game.Simultaneous: all directions, the fatal ones too.
func (s *state) MovesOf(_ game.Player, buf []game.Move) []game.Move {
	if s.over() {
		return buf
	}
	return append(buf, 0, 1, 2, 3)
}

// Join implements game.Simultaneous.
func (s *state) Join(moves []game.Move) game.Move { return moves[0]<<2 | moves[1] }

// Play implements game.State.
func (s *state) Play(m game.Move) {
	s.walls.add(s.heads[0])
	s.walls.add(s.heads[1])
	s.heads[0] += steps[m>>2&3]
	s.heads[1] += steps[m&3]
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	s.heads[0] -= steps[m>>2&3]
	s.heads[1] -= steps[m&3]
	s.walls.remove(s.heads[0])
	s.walls.remove(s.heads[1])
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	for pick := game.NewPicker(r); !s.over(); {
		s.Play(game.Move(pick.Below(len(steps) * len(steps))))
	}
}

// WeightedPlayout implements game.WeightedPlayouter: nobody moves into a wall or to where
// the other is while there is another way, and to go on straight is twice as likely as
// each turn.
func (s *state) WeightedPlayout(r *rand.Rand) {
	last := [2]int{-1, -1} // no position knows where its players come from
	for pick := game.NewPicker(r); !s.over(); {
		red, blue := s.steer(0, last[0], &pick), s.steer(1, last[1], &pick)
		last = [2]int{red, blue}
		s.Play(game.Move(red<<2 | blue))
	}
}

// steer draws the direction of a player who went the last way.
func (s *state) steer(player, last int, pick *game.Picker) int {
	var ways [len(steps) + 1]int
	n := 0
	for way, step := range steps {
		at := s.heads[player] + step
		if s.walls.has(at) || at == s.heads[player^1] {
			continue
		}
		ways[n] = way
		n++
		if way == last {
			ways[n] = way
			n++
		}
	}
	if n == 0 {
		return pick.Below(len(steps))
	}
	return ways[pick.Below(n)]
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	own, other := s.walls.has(s.heads[p]), s.walls.has(s.heads[p^1])
	switch {
	case own == other:
		return 0
	case own:
		return -1
	}
	return 1
}

// Hash implements game.State.
func (s *state) Hash() uint64 {
	h := uint64(s.heads[0])<<16 | uint64(s.heads[1])
	for i := 0; i < len(s.walls); i += 2 {
		h = bitboard.Hash(uint64(s.walls[i])<<32|uint64(s.walls[i+1]), h)
	}
	return h
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) { *s = *src.(*state) }

// Clone implements game.State.
func (s *state) Clone() game.State {
	c := *s
	return &c
}

// Marks implements game.Marked.
func (*Game) Marks() []game.Mark {
	return game.NewMarks(game.Paper, "RB", "◆◆", game.Red, game.Blue)
}

// Draw implements game.Drawer. A player who has left the board is shown where
// it left.
func (s *state) Draw() game.Board {
	g := s.g
	b := game.Board{
		Columns: g.size, Rows: g.size,
		Cells:   make([]game.Cell, g.grid.Size()),
		Surface: game.Paper,
		Pieces:  []game.Colour{game.Red, game.Blue},
		Caption: fmt.Sprintf("red at %s, blue at %s", pointAt(s.heads[0]), pointAt(s.heads[1])),
	}
	for i := range g.size {
		b.ColumnLabels = append(b.ColumnLabels, strconv.Itoa(i+1))
		b.RowLabels = append(b.RowLabels, strconv.Itoa(g.size-i))
	}
	for p, head := range s.heads {
		if s.walls.has(head) {
			b.Caption += "; " + g.info.Roles[p] + " has crashed"
		}
	}
	for cell := range b.Cells {
		at := g.point(cell).index()
		if s.walls.has(at) {
			b.Cells[cell] = game.Cell{Symbol: '#', Glyph: '▓', Owner: game.Nobody}
		}
		for p, head := range s.heads {
			if head == at {
				b.Cells[cell] = game.Cell{Symbol: rune("RB"[p]), Glyph: '◆', Owner: game.Player(p)}
			}
		}
	}
	return b
}
