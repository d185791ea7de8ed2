// Package freeforall is Two-Player Free-For-All, the zero-sum version: on a
// board of 5×5 between two spawn cells, each of which always holds a piece of
// its owner. A piece jumps like a knight to an empty cell of the board, or
// steps like a king onto an enemy on the board and captures it. Spawn cells
// can be neither entered nor captured. Who cannot move says noop. After 30
// plies more captures win, equal captures are a draw.
package freeforall

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/game/bitboard"
	"gambito/game/grid"
)

const (
	maxPlies = 30
	noop     = game.Move(64 * 64)
	noopText = "noop"
)

// The whole is 7×7 with the board b2 to f6 in the middle and the spawn cells
// a4 and g4 at its sides. A row is eight bits, a7 is bit 0; no jump from a
// spawn cell wraps around onto the board.
const (
	stride = 8
	middle = 0x3e3e3e3e3e00 // b6 … f2
)

var (
	whole  = grid.Grid{Columns: 7, Rows: 7}
	inner  = grid.Grid{Columns: 5, Rows: 5}
	spawns = [2]uint64{1 << (3 * stride), 1 << (3*stride + 6)}
)

// Distances in bits, ascending.
var (
	knightJumps = [8]int{-17, -15, -10, -6, 6, 10, 15, 17}
	kingSteps   = [8]int{-9, -8, -7, -1, 1, 7, 8, 9}
)

// shift moves every piece by a distance.
func shift(b uint64, distance int) uint64 {
	if distance < 0 {
		return b >> -distance
	}
	return b << distance
}

// Game is the rules.
type Game struct{}

// New returns the game.
func New() Game { return Game{} }

// Info implements game.Game. A player's pieces are at most one a move and the
// spawn cell.
func (Game) Info() game.Info {
	return game.Info{
		ID:       "free-for-all",
		Name:     "Free-For-All",
		Roles:    []string{"red", "blue"},
		MaxMoves: 16 * 16,
		MaxPlies: maxPlies,
	}
}

// New implements game.Game.
func (Game) New() game.State { return &state{} }

// bit and cell translate between bits and cells of the whole.
func bit(cell int) int { return cell/7*stride + cell%7 }
func cell(bit int) int { return bit/stride*7 + bit%stride }

// innerBit returns the bit of a cell of the board proper.
func innerBit(cell int) int { return (cell/5+1)*stride + cell%5 + 1 }

func makeMove(from, to int) game.Move { return game.Move(from<<6 | to) }

// FormatMove implements game.Game, as in "a4-c5" or "noop".
func (Game) FormatMove(_ game.State, m game.Move) string {
	if m == noop {
		return noopText
	}
	return whole.FormatStep(cell(int(m>>6)), cell(int(m&63)))
}

// ParseMove implements game.Game.
func (Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*state)
	if st.Turn() == game.Over {
		return 0, fmt.Errorf("%q: the game is over", text)
	}
	var buf [256]game.Move
	legal := st.Moves(buf[:0])
	m := noop
	if !strings.EqualFold(text, noopText) {
		from, to, err := whole.ParseStep(text)
		if err != nil {
			return 0, fmt.Errorf("%w, or %s", err, noopText)
		}
		m = makeMove(bit(from), bit(to))
	}
	for _, l := range legal {
		if l == m {
			return m, nil
		}
	}
	if m == noop {
		return 0, fmt.Errorf("noop: %s has a move and must make it", Game{}.Info().Roles[st.Turn()])
	}
	return 0, fmt.Errorf("%s: only a knight's jump of one's own piece to an empty cell of b2 to f6, or a king's step onto an enemy there", text)
}

const symbols = ".RB"

// FormatPosition implements game.Game: the rows of b2 to f6 from the top
// separated by "/", R red and B blue, then the plies played and the captures
// of red and of blue. Red moves at even plies.
func (Game) FormatPosition(s game.State) string {
	st := s.(*state)
	rows := inner.FormatRows(func(cell int) byte {
		b := innerBit(cell)
		return symbols[st.pieces[0]>>b&1+2*(st.pieces[1]>>b&1)]
	}, "/")
	return fmt.Sprintf("%s %d %d %d", rows, st.plies, st.captures[0], st.captures[1])
}

// ParsePosition implements game.Game.
func (Game) ParsePosition(text string) (game.State, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 4 {
		return nil, fmt.Errorf("position %q: it must be the rows, the plies and the captures of red and blue", text)
	}
	cells, err := inner.ParseRows(fields[0], symbols, "/")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	st := &state{}
	for cell, symbol := range cells {
		if symbol > 0 {
			st.pieces[symbol-1] |= 1 << innerBit(cell)
		}
	}
	if st.plies, err = parseCount(fields[1], maxPlies); err != nil {
		return nil, fmt.Errorf("position %q: plies: %w", text, err)
	}
	for p := range st.captures {
		moves := (st.plies + 1 - uint8(p)) / 2 // of this player so far
		if st.captures[p], err = parseCount(fields[2+p], int(moves)); err != nil {
			return nil, fmt.Errorf("position %q: captures: %w", text, err)
		}
		taken, err := parseCount(fields[3-p], maxPlies)
		if n := bits.OnesCount64(st.pieces[p]); err == nil && n+int(taken) > int(moves) {
			return nil, fmt.Errorf("position %q: %d pieces on the board and %d taken are more than the %d moves that could have brought them", text, n, taken, moves)
		}
	}
	return st, nil
}

func parseCount(text string, most int) (uint8, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n > uint64(most) || strconv.Itoa(int(n)) != text {
		return 0, fmt.Errorf("%q must be a number from 0 to %d", text, most)
	}
	return uint8(n), nil
}

// Symmetries implements game.Symmetric: the identity and top and bottom
// swapped.
func (Game) Symmetries() int { return 2 }

// Transform implements game.Symmetric.
func (Game) Transform(dst, src game.State, k int) {
	d := dst.(*state)
	d.CopyFrom(src)
	if k == 1 {
		for p := range d.pieces { // row 0 of seven becomes row 6
			d.pieces[p] = bits.ReverseBytes64(d.pieces[p]) >> stride
		}
	}
}

// TransformMove implements game.Symmetric.
func (Game) TransformMove(m game.Move, k int) game.Move {
	if k == 0 || m == noop {
		return m
	}
	flip := func(b int) int { return (6-b/stride)*stride + b%stride }
	return makeMove(flip(int(m>>6)), flip(int(m&63)))
}

// state is a position.
type state struct {
	pieces   [2]uint64 // on the board; the spawn cells are always held
	captures [2]uint8
	plies    uint8
	history  []bool // for every move played, whether it was a capture
}

// targets fills in, for the eight jumps and the eight steps, the cells to
// which the player to move can go, and returns their number.
func (s *state) targets(t *[16]uint64) int {
	player := s.plies & 1
	own, enemy := s.pieces[player]|spawns[player], s.pieces[player^1]
	empty := middle &^ (own | enemy)
	n := 0
	for i, d := range knightJumps {
		t[i] = shift(own, d) & empty
		n += bits.OnesCount64(t[i])
	}
	if enemy == 0 {
		clear(t[8:])
		return n
	}
	for i, d := range kingSteps {
		t[8+i] = shift(own, d) & enemy
		n += bits.OnesCount64(t[8+i])
	}
	return n
}

// distance is how many bits the moves to target set i go.
func distance(i int) int {
	if i < 8 {
		return knightJumps[i]
	}
	return kingSteps[i-8]
}

// order lists the target sets by their distance.
var order = [16]int{0, 1, 2, 8, 9, 10, 3, 11, 12, 4, 13, 14, 15, 5, 6, 7}

// Turn implements game.State.
func (s *state) Turn() game.Player {
	if s.plies == maxPlies {
		return game.Over
	}
	return game.Player(s.plies & 1)
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	if s.plies == maxPlies {
		return buf
	}
	var t [16]uint64
	if s.targets(&t) == 0 {
		return append(buf, noop)
	}
	player := s.plies & 1
	for own := s.pieces[player] | spawns[player]; own != 0; own &= own - 1 {
		from := bits.TrailingZeros64(own)
		for _, i := range order {
			to := from + distance(i)
			if to >= 0 && to < 64 && t[i]>>to&1 != 0 {
				buf = append(buf, makeMove(from, to))
			}
		}
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	capture := false
	if m == noop {
		s.plies++
	} else {
		capture = s.move(1<<(m>>6), 1<<(m&63))
	}
	s.history = append(s.history, capture)
}

// move makes a move that need not be taken back and reports a capture.
func (s *state) move(from, to uint64) bool {
	player := s.plies & 1
	capture := s.pieces[player^1]&to != 0
	s.pieces[player] = s.pieces[player]&^from | to // a spawn cell is no bit of pieces
	s.pieces[player^1] &^= to
	if capture {
		s.captures[player]++
	}
	s.plies++
	return capture
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	s.plies--
	last := len(s.history) - 1
	capture := s.history[last]
	s.history = s.history[:last]
	if m == noop {
		return
	}
	player := s.plies & 1
	from, to := uint64(1)<<(m>>6), uint64(1)<<(m&63)
	s.pieces[player] = s.pieces[player]&^to | from&middle
	if capture {
		s.pieces[player^1] |= to
		s.captures[player]--
	}
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	var t [16]uint64
	for pick := game.NewPicker(r); s.plies < maxPlies; {
		n := s.targets(&t)
		if n == 0 {
			s.plies++
			continue
		}
		k, i := pick.Below(n), 0
		for {
			count := bits.OnesCount64(t[i&15])
			if k < count {
				break
			}
			k -= count
			i++
		}
		to := uint64(1) << bitboard.Select(t[i&15], k)
		s.move(shift(to, -distance(i&15)), to)
	}
	s.history = s.history[:0]
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	difference := int(s.captures[p]) - int(s.captures[p^1])
	return float64(min(max(difference, -1), 1))
}

// Hash implements game.State. The counts fit the bits that no piece uses.
func (s *state) Hash() uint64 {
	counts := uint64(s.captures[0])<<56 | uint64(s.captures[1])<<48
	return bitboard.Hash(s.pieces[0]|counts, s.pieces[1]|uint64(s.plies)<<56)
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	o, history := src.(*state), s.history[:0]
	*s = *o
	s.history = history
}

// Clone implements game.State.
func (s *state) Clone() game.State {
	c := &state{}
	c.CopyFrom(s)
	return c
}

// Marks implements game.Marked.
func (Game) Marks() []game.Mark {
	return game.NewMarks(game.Paper, "RB", "●●", game.Red, game.Blue)
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	b := whole.Board(game.Paper, game.Red, game.Blue)
	b.Caption = fmt.Sprintf("captures: red %d, blue %d; ply %d of %d", s.captures[0], s.captures[1], s.plies, maxPlies)
	var t [16]uint64
	var targets uint64
	if s.plies < maxPlies {
		s.targets(&t)
		for _, cells := range t {
			targets |= cells
		}
	}
	for c := range b.Cells {
		at := bit(c)
		b.Cells[c].Target = targets>>at&1 != 0
		switch {
		case (s.pieces[0]|spawns[0])>>at&1 != 0:
			b.Cells[c].Symbol, b.Cells[c].Glyph, b.Cells[c].Owner = 'R', '●', 0
		case (s.pieces[1]|spawns[1])>>at&1 != 0:
			b.Cells[c].Symbol, b.Cells[c].Glyph, b.Cells[c].Owner = 'B', '●', 1
		case uint64(middle)>>at&1 == 0:
			b.Cells[c].Symbol, b.Cells[c].Glyph, b.Cells[c].Owner = '#', '▓', game.Nobody
		}
	}
	return b
}
