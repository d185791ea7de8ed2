// Package breakthrough is Breakthrough and the games of its family, in which
// two rows of pieces a side march at each other and never turn back:
//
//   - breakthrough: one step forward, straight to an empty cell or diagonally
//     to an empty or enemy one; whoever reaches the far rank or takes every
//     enemy piece wins;
//   - breakthrough-holes: four cells nobody may enter; reaching the far rank
//     wins, and so does leaving the enemy without a move;
//   - breakthrough-suicide: the moves of breakthrough, the goals swapped;
//   - knightthrough: the pieces are knights that only jump forward and take
//     what they land on.
package breakthrough

import (
	"fmt"
	"slices"
	"strings"

	"gambito/game"
	"gambito/game/grid"
)

// stride is the number of bits a row, whatever the number of columns.
const stride = 8

// Game is the rules of one game of the family.
type Game struct {
	grid    grid.Grid
	info    game.Info
	suicide bool
	holes   uint64
	board   uint64     // every cell that may be entered
	far     [2]uint64  // for each player, the rank to reach
	home    [2]uint64  // for each player, where the pieces start
	jumps   [2][]jump  // for each player, the ways to move, by their distance
	piece   [2][2]rune // for each player, its symbol and its glyph
}

// jump is one way to move: by so many bits, up or down.
type jump struct {
	up, down uint   // one of them is 0
	from     uint64 // cells from which it does not leave the board sideways
	straight bool   // it may only go to an empty cell
}

// shift moves every piece of b by the jump.
func (j *jump) shift(b uint64) uint64 { return (b & j.from) << j.up >> j.down }

// back moves every piece of b against the jump.
func (j *jump) back(b uint64) uint64 { return b >> j.up << j.down }

// distance is how many bits the jump goes.
func (j *jump) distance() int { return int(j.up) - int(j.down) }

// How pieces move for the first player, in columns and rows, by the number of
// bits that makes.
var (
	steps   = [][2]int{{-1, 1}, {0, 1}, {1, 1}}
	knights = [][2]int{{-2, 1}, {2, 1}, {-1, 2}, {1, 2}}
)

// New returns Breakthrough on a board of columns × rows.
func New(columns, rows int) (game.Symmetric, error) {
	if columns < 2 || columns > 8 || rows < 4 || rows > 8 {
		return nil, fmt.Errorf("a board of %d columns and %d rows does not fit: it may have 2 to 8 columns and 4 to 8 rows", columns, rows)
	}
	id := "breakthrough"
	if columns != 6 || rows != 6 {
		id = fmt.Sprintf("breakthrough:%dx%d", columns, rows)
	}
	return mirrored{newGame(id, "Breakthrough", columns, rows, steps)}, nil
}

// NewSuicide returns Breakthrough Suicide on 6×6.
func NewSuicide() game.Symmetric {
	g := newGame("breakthrough-suicide", "Breakthrough Suicide", 6, 6, steps)
	g.suicide = true
	return mirrored{g}
}

// NewHoles returns Breakthrough with Holes on 6×6. Its holes, at b3, c4, d3
// and e4, have no mirror image.
func NewHoles() *Game {
	g := newGame("breakthrough-holes", "Breakthrough with Holes", 6, 6, steps)
	for _, hole := range [][2]int{{1, 2}, {2, 3}, {3, 2}, {4, 3}} { // column and row from 0
		g.holes |= 1 << (hole[1]*stride + hole[0])
	}
	g.board &^= g.holes
	return g
}

// NewKnightthrough returns Knightthrough on 8×8.
func NewKnightthrough() game.Symmetric {
	g := newGame("knightthrough", "Knightthrough", 8, 8, knights)
	g.piece = [2][2]rune{{'W', '♞'}, {'B', '♞'}}
	return mirrored{g}
}

func newGame(id, name string, columns, rows int, ways [][2]int) *Game {
	g := &Game{
		grid:  grid.Grid{Columns: columns, Rows: rows},
		piece: [2][2]rune{{'W', '♟'}, {'B', '♟'}},
	}
	for cell := range g.grid.Size() {
		g.board |= 1 << g.bit(cell)
	}
	rank := g.board & 0xff // the lowest
	top := uint(rows-1) * stride
	g.far = [2]uint64{rank << top, rank}
	g.home = [2]uint64{rank | rank<<stride, rank<<top | rank<<(top-stride)}
	for _, way := range ways {
		from := g.leaving(way[0])
		step := way[1]*stride + way[0]
		straight := way[0] == 0
		g.jumps[0] = append(g.jumps[0], jump{up: uint(step), from: from, straight: straight})
		// The second player's are the same seen from the other side.
		g.jumps[1] = append(g.jumps[1], jump{down: uint(step), from: g.leaving(-way[0]), straight: straight})
	}
	slices.Reverse(g.jumps[1])
	// Every move takes a piece at least a rank further.
	longest := columns * (rows - 1 + rows - 2)
	g.info = game.Info{
		ID:       id,
		Name:     name,
		Roles:    []string{"white", "black"},
		MaxMoves: 2 * columns * len(ways),
		MaxPlies: 2 * longest,
	}
	return g
}

// leaving returns the cells from which a step of so many columns stays on the
// board.
func (g *Game) leaving(columns int) uint64 {
	var from uint64
	for cell := range g.grid.Size() {
		if to := cell%g.grid.Columns + columns; to >= 0 && to < g.grid.Columns {
			from |= 1 << g.bit(cell)
		}
	}
	return from
}

// bit returns the bit of a cell numbered as package grid does: a1 is bit 0, a2
// bit 8.
func (g *Game) bit(cell int) int {
	return (g.grid.Rows-1-cell/g.grid.Columns)*stride + cell%g.grid.Columns
}

// cell is the inverse of bit.
func (g *Game) cell(bit int) int {
	return (g.grid.Rows-1-bit/stride)*g.grid.Columns + bit%stride
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game.
func (g *Game) New() game.State {
	return &state{position: position{g: g, own: g.home[0], opp: g.home[1]}}
}

// A move is the bit of the cell it leaves and, in the lower six bits, that of
// the cell it goes to.

func makeMove(from, to int) game.Move { return game.Move(from<<6 | to) }

func parts(m game.Move) (from, to uint64) { return 1 << (m >> 6), 1 << (m & 63) }

// FormatMove implements game.Game, as in "b2-c3".
func (g *Game) FormatMove(_ game.State, m game.Move) string {
	return g.grid.FormatStep(g.cell(int(m>>6)), g.cell(int(m&63)))
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	fromCell, toCell, err := g.grid.ParseStep(text)
	if err != nil {
		return 0, err
	}
	st, from, to := s.(*state), g.bit(fromCell), g.bit(toCell)
	switch {
	case st.Turn() == game.Over:
		return 0, fmt.Errorf("%s: the game is over", text)
	case st.own>>from&1 == 0:
		return 0, fmt.Errorf("%s: %s has no piece on %s", text, g.info.Roles[st.side], g.grid.FormatCell(fromCell))
	}
	for i := range g.jumps[st.side] {
		j := &g.jumps[st.side][i]
		if from+j.distance() == to && st.targets(j)>>to&1 != 0 {
			return makeMove(from, to), nil
		}
	}
	return 0, fmt.Errorf("%s: the piece on %s cannot go there", text, g.grid.FormatCell(fromCell))
}

const symbols = ".WB#"

// FormatPosition implements game.Game: rows from the top separated by "/", W
// white, B black, # a hole, then the side to move.
func (g *Game) FormatPosition(s game.State) string {
	st := s.(*state)
	pieces := st.pieces()
	rows := g.grid.FormatRows(func(cell int) byte {
		bit := g.bit(cell)
		return symbols[pieces[0]>>bit&1+2*(pieces[1]>>bit&1)+3*(g.holes>>bit&1)]
	}, "/")
	return rows + " " + symbols[1+st.side:2+st.side]
}

// ParsePosition implements game.Game. It refuses positions that no game leads
// to as far as the numbers of pieces and the far ranks show it.
func (g *Game) ParsePosition(text string) (game.State, error) {
	st, err := g.parsePosition(text)
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return st, nil
}

func (g *Game) parsePosition(text string) (*state, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 || fields[1] != "W" && fields[1] != "B" {
		return nil, fmt.Errorf("it must be the rows, a space and the side to move, W or B")
	}
	cells, err := g.grid.ParseRows(fields[0], symbols, "/")
	if err != nil {
		return nil, err
	}
	var pieces [4]uint64
	for cell, symbol := range cells {
		pieces[symbol] |= 1 << g.bit(cell)
	}
	if pieces[3] != g.holes {
		return nil, fmt.Errorf("the holes are not where %s has them", g.info.Name)
	}
	st := &state{position: position{g: g, own: pieces[1], opp: pieces[2]}}
	if fields[1] == "B" {
		st.own, st.opp, st.side = st.opp, st.own, 1
	}
	if err := st.possible(); err != nil {
		return nil, err
	}
	st.over = st.lost()
	return st, nil
}

// mirrored is a game of the family with left and right alike.
type mirrored struct{ *Game }

// Symmetries implements game.Symmetric: the identity and the mirror image.
func (mirrored) Symmetries() int { return 2 }

// Transform implements game.Symmetric.
func (g mirrored) Transform(dst, src game.State, k int) {
	d := dst.(*state)
	d.CopyFrom(src)
	if k == 1 {
		d.own, d.opp = g.mirror(d.own), g.mirror(d.opp)
	}
}

// TransformMove implements game.Symmetric.
func (g mirrored) TransformMove(m game.Move, k int) game.Move {
	if k == 0 {
		return m
	}
	last := g.grid.Columns - 1
	mirror := func(bit int) int { return bit&^7 | (last - bit&7) }
	return makeMove(mirror(int(m>>6)), mirror(int(m&63)))
}

// mirror reverses the columns in every row: all eight by swapping ever larger
// blocks, and then those the board does not have are shifted out.
func (g mirrored) mirror(b uint64) uint64 {
	b = b>>1&0x5555555555555555 | b&0x5555555555555555<<1
	b = b>>2&0x3333333333333333 | b&0x3333333333333333<<2
	b = b>>4&0x0f0f0f0f0f0f0f0f | b&0x0f0f0f0f0f0f0f0f<<4
	return b >> (stride - g.grid.Columns)
}
