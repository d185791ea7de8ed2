// Package sheepwolf is Sheep and Wolf on the dark cells of 8×8: a wolf that
// steps one cell diagonally any way against four sheep that step one cell
// diagonally forward, upwards. Nobody captures. The game ends, whoever is to
// move, when no sheep is below the wolf, when the wolf cannot move, or when no
// sheep can; the wolf wins iff it can move then.
package sheepwolf

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
	"gambito/game/grid"
)

// The players.
const (
	wolf  game.Player = 0
	sheep game.Player = 1
)

var board = grid.Grid{Columns: 8, Rows: 8}

// Bits number the cells row by row from the top left: a8 is bit 0, h1 bit 63.
const (
	dark    = 0x55aa55aa55aa55aa // a1, c1 … h8
	columnA = 0x0101010101010101
	columnH = columnA << 7
)

// Game is the rules.
type Game struct{}

// New returns the game.
func New() Game { return Game{} }

// Info implements game.Game. Four sheep make at most seven moves each, and the
// wolf one more than they.
func (Game) Info() game.Info {
	return game.Info{
		ID:       "sheep-and-wolf",
		Name:     "Sheep and Wolf",
		Roles:    []string{"wolf", "sheep"},
		MaxMoves: 8,
		MaxPlies: 57,
	}
}

// New implements game.Game: the wolf on d8, the sheep on a1, c1, e1 and g1.
func (Game) New() game.State {
	return newState(1<<3, 1<<56|1<<58|1<<60|1<<62)
}

// A move is the cell it leaves and, in the lower six bits, that it goes to.

func makeMove(from, to int) game.Move { return game.Move(from<<6 | to) }

// FormatMove implements game.Game, as in "d8-e7".
func (Game) FormatMove(_ game.State, m game.Move) string {
	return board.FormatStep(int(m>>6), int(m&63))
}

// ParseMove implements game.Game.
func (Game) ParseMove(s game.State, text string) (game.Move, error) {
	from, to, err := board.ParseStep(text)
	if err != nil {
		return 0, err
	}
	st := s.(*state)
	if st.turn == game.Over {
		return 0, fmt.Errorf("%s: the game is over", text)
	}
	own := st.wolf
	if st.turn == sheep {
		own = st.flock
	}
	switch {
	case own>>from&1 == 0:
		return 0, fmt.Errorf("%s: the %s is not on %s", text, Game{}.Info().Roles[st.turn], board.FormatCell(from))
	case st.reach(1<<from)>>to&1 == 0:
		return 0, fmt.Errorf("%s: one diagonal step to an empty cell, the sheep only upwards", text)
	}
	return makeMove(from, to), nil
}

const symbols = ".WS"

// FormatPosition implements game.Game: rows from the top separated by "/", W
// the wolf and S the sheep. Whose turn it is follows: every move of the wolf
// takes it to the next row up or down, and the sheep have made as many moves
// as they are rows from the bottom.
func (Game) FormatPosition(s game.State) string {
	st := s.(*state)
	return board.FormatRows(func(cell int) byte {
		return symbols[st.wolf>>cell&1+2*(st.flock>>cell&1)]
	}, "/")
}

// ParsePosition implements game.Game.
func (Game) ParsePosition(text string) (game.State, error) {
	cells, err := board.ParseRows(text, symbols, "/")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	var animals [3]uint64
	for cell, symbol := range cells {
		animals[symbol] |= 1 << cell
	}
	switch {
	case bits.OnesCount64(animals[1]) != 1 || bits.OnesCount64(animals[2]) != 4:
		return nil, fmt.Errorf("position %q: there must be one W and four S", text)
	case (animals[1]|animals[2])&^dark != 0:
		return nil, fmt.Errorf("position %q: all must stand on cells of the colour of a1", text)
	}
	return newState(animals[1], animals[2]), nil
}

// state is a position.
type state struct {
	wolf  uint64 // one cell
	flock uint64 // four cells
	side  game.Player
	turn  game.Player // side, or game.Over
}

func newState(wolfCell, flock uint64) *state {
	s := &state{wolf: wolfCell, flock: flock}
	rows := bits.TrailingZeros64(wolfCell) / 8 // the wolf is below the top
	for f := flock; f != 0; f &= f - 1 {
		rows += 7 - bits.TrailingZeros64(f)/8 // moves of the sheep
	}
	s.side = game.Player(rows & 1)
	s.settle()
	return s
}

// upwards and downwards return the cells one diagonal step away.
func upwards(b uint64) uint64   { return b&^columnA>>9 | b&^columnH>>7 }
func downwards(b uint64) uint64 { return b&^columnA<<7 | b&^columnH<<9 }

func (s *state) empty() uint64 { return ^(s.wolf | s.flock) }

// wolfSteps returns the cells where the wolf can go.
func (s *state) wolfSteps() uint64 { return (upwards(s.wolf) | downwards(s.wolf)) & s.empty() }

// settle finds out whether the game is over.
func (s *state) settle() {
	s.turn = s.side
	lowest := ^uint64(0) << (bits.TrailingZeros64(s.wolf) &^ 7) << 8 // the rows below the wolf
	if s.flock&lowest == 0 || s.wolfSteps() == 0 || upwards(s.flock)&s.empty() == 0 {
		s.turn = game.Over
	}
}

// reach returns the cells where the animal of the player to move that stands
// on the given cell can go.
func (s *state) reach(from uint64) uint64 {
	if s.turn == wolf {
		return s.wolfSteps()
	}
	return upwards(from) & s.empty()
}

// Turn implements game.State.
func (s *state) Turn() game.Player { return s.turn }

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	var movers uint64
	switch s.turn {
	case wolf:
		movers = s.wolf
	case sheep:
		movers = s.flock
	}
	for ; movers != 0; movers &= movers - 1 {
		from := bits.TrailingZeros64(movers)
		for steps := s.reach(1 << from); steps != 0; steps &= steps - 1 {
			buf = append(buf, makeMove(from, bits.TrailingZeros64(steps)))
		}
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	s.step(m)
	s.settle()
}

// step moves the animal of side and gives the turn to the other.
func (s *state) step(m game.Move) {
	if s.side == wolf {
		s.wolf = 1 << (m & 63)
	} else {
		s.flock = s.flock&^(1<<(m>>6)) | 1<<(m&63)
	}
	s.side ^= 1
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	s.side ^= 1
	s.step(makeMove(int(m&63), int(m>>6)))
	s.side ^= 1
	s.turn = s.side
}

// WinningMoves implements game.WinFinder.
func (s *state) WinningMoves(buf []game.Move) []game.Move {
	all := s.Moves(buf)
	wins := all[:len(buf)]
	for _, m := range all[len(buf):] {
		next := *s
		next.Play(m)
		if next.turn == game.Over && next.Score(s.turn) > 0 {
			wins = append(wins, m)
		}
	}
	return wins
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	for pick := game.NewPicker(r); s.turn != game.Over; s.settle() {
		if s.turn == wolf {
			steps := s.wolfSteps()
			s.wolf = 1 << bitboard.Select(steps, pick.Below(bits.OnesCount64(steps)))
		} else {
			empty := s.empty()
			left, right := s.flock&^columnA>>9&empty, s.flock&^columnH>>7&empty
			n := bits.OnesCount64(left)
			if k := pick.Below(n + bits.OnesCount64(right)); k < n {
				to := uint64(1) << bitboard.Select(left, k)
				s.flock ^= to | to<<9
			} else {
				to := uint64(1) << bitboard.Select(right, k-n)
				s.flock ^= to | to<<7
			}
		}
		s.side ^= 1
	}
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	if (s.wolfSteps() != 0) == (p == wolf) {
		return 1
	}
	return -1
}

// Hash implements game.State. Whose turn it is follows from the cells.
func (s *state) Hash() uint64 { return bitboard.Hash(s.wolf, s.flock) }

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) { *s = *src.(*state) }

// Clone implements game.State.
func (s *state) Clone() game.State {
	c := *s
	return &c
}

// Marks implements game.Marked.
func (Game) Marks() []game.Mark {
	return game.NewMarks(game.Green, "WS", "WS", game.Red, game.White)
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	b := board.Board(game.Green, game.Red, game.White)
	var targets uint64
	switch s.turn {
	case wolf:
		targets = s.wolfSteps()
	case sheep:
		targets = upwards(s.flock) & s.empty()
	}
	for cell := range b.Cells {
		switch {
		case s.wolf>>cell&1 != 0:
			b.Cells[cell] = game.Cell{Symbol: 'W', Glyph: 'W', Owner: wolf}
		case s.flock>>cell&1 != 0:
			b.Cells[cell] = game.Cell{Symbol: 'S', Glyph: 'S', Owner: sheep}
		default:
			b.Cells[cell] = game.Cell{Target: targets>>cell&1 != 0}
		}
	}
	return b
}
