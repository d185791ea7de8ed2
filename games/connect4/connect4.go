// Package connect4 is Connect 4 on any board that fits 64 bits: players drop
// stones into columns, and the first with a run of its own in a row, column or
// diagonal wins. A full board is a draw.
package connect4

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"gambito/game"
	"gambito/game/grid"
)

// Game is the rules on one board.
type Game struct {
	columns, rows, run int
	stride             uint   // bits a column, one more than its cells
	bottom             uint64 // the lowest cell of every column
	board              uint64 // every cell
	grid               grid.Grid
	info               game.Info
}

// New returns the game on a board of columns × rows on which a line of run
// stones wins.
func New(columns, rows, run int) (*Game, error) {
	switch {
	case columns < 1 || rows < 1 || columns*(rows+1) > 64:
		return nil, fmt.Errorf("a board of %d columns and %d rows does not fit: columns × (rows + 1) may be at most 64", columns, rows)
	case run < 2 || run > max(columns, rows):
		return nil, fmt.Errorf("a run of %d cannot be made: on %d columns and %d rows it may be 2 to %d", run, columns, rows, max(2, columns, rows))
	}
	g := &Game{
		columns: columns, rows: rows, run: run,
		stride: uint(rows + 1),
		grid:   grid.Grid{Columns: columns, Rows: rows},
	}
	for c := range columns {
		g.bottom |= 1 << (uint(c) * g.stride)
	}
	g.board = g.bottom * (1<<rows - 1)
	g.info = game.Info{
		ID:       id(columns, rows, run),
		Name:     "Connect 4",
		Roles:    []string{"red", "yellow"},
		MaxMoves: columns,
		MaxPlies: columns * rows,
	}
	return g, nil
}

func id(columns, rows, run int) string {
	var options []string
	if columns != 7 || rows != 6 {
		options = append(options, fmt.Sprintf("%dx%d", columns, rows))
	}
	if run != 4 {
		options = append(options, fmt.Sprintf("run=%d", run))
	}
	if options == nil {
		return "connect4"
	}
	return "connect4:" + strings.Join(options, ",")
}

// Size returns the columns and rows of the board and the run that wins.
func (g *Game) Size() (columns, rows, run int) { return g.columns, g.rows, g.run }

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game.
func (g *Game) New() game.State { return &state{g: g, winner: game.Nobody} }

// column returns the cells of column c.
func (g *Game) column(c int) uint64 {
	return (1<<g.rows - 1) << (uint(c) * g.stride)
}

// cellBit returns the bit of a cell numbered as package grid does.
func (g *Game) cellBit(cell int) uint64 {
	column, height := cell%g.columns, g.rows-1-cell/g.columns
	return 1 << (uint(column)*g.stride + uint(height))
}

// hasRun reports whether stones contain a winning line. A line of n that
// starts at a cell is the meeting of two shorter ones, so each direction takes
// about log₂ run steps. The empty sentinel row keeps lines from running over
// the edge into the next column.
func (g *Game) hasRun(stones uint64) bool {
	h := g.stride
	if g.run == 4 {
		a := stones & (stones >> 1)
		b := stones & (stones >> h)
		c := stones & (stones >> (h + 1))
		d := stones & (stones >> (h - 1))
		return a&(a>>2)|b&(b>>(2*h))|c&(c>>(2*h+2))|d&(d>>(2*h-2)) != 0
	}
	for _, shift := range [4]uint{1, h, h + 1, h - 1} {
		lines, length := stones, 1
		for length < g.run {
			step := min(length, g.run-length)
			lines &= lines >> (uint(step) * shift)
			length += step
		}
		if lines != 0 {
			return true
		}
	}
	return false
}

// FormatMove implements game.Game: a move is its column, counted from 1.
func (g *Game) FormatMove(_ game.State, m game.Move) string {
	return strconv.Itoa(int(m) + 1)
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	column, err := strconv.ParseUint(text, 10, 8)
	if err != nil || column < 1 || column > uint64(g.columns) {
		return 0, fmt.Errorf("%q is not a column: columns are 1 to %d", text, g.columns)
	}
	st := s.(*state)
	switch {
	case st.Turn() == game.Over:
		return 0, fmt.Errorf("column %d: the game is over", column)
	case st.mask&g.column(int(column)-1) == g.column(int(column)-1):
		return 0, fmt.Errorf("column %d is full", column)
	}
	return game.Move(column - 1), nil
}

// JoinMoves implements game.MoveLister: where every column is one digit,
// moves need no space between them.
func (g *Game) JoinMoves(texts []string) string {
	if g.columns > 9 {
		return strings.Join(texts, " ")
	}
	return strings.Join(texts, "")
}

// SplitMoves implements game.MoveLister. Spaces and commas are welcome in any case.
func (g *Game) SplitMoves(line string) []string {
	words := strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	if g.columns > 9 {
		return words
	}
	return strings.Split(strings.Join(words, ""), "")
}

const symbols = ".XO"

// FormatPosition implements game.Game: rows from the top separated by "/",
// X the first player's stones and O the second's. Whose turn it is follows
// from their number.
func (g *Game) FormatPosition(s game.State) string {
	st := s.(*state)
	first, second := st.stones()
	return g.grid.FormatRows(func(cell int) byte {
		switch bit := g.cellBit(cell); {
		case first&bit != 0:
			return 'X'
		case second&bit != 0:
			return 'O'
		}
		return '.'
	}, "/")
}

// ParsePosition implements game.Game. It refuses what no game can lead to, as
// far as the stones themselves show it: hanging stones, wrong numbers, both
// players or the wrong one with a run, play going on after a win.
func (g *Game) ParsePosition(text string) (game.State, error) {
	cells, err := g.grid.ParseRows(text, symbols, "/")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	var stones [3]uint64
	count := [3]int{}
	for cell, symbol := range cells {
		stones[symbol] |= g.cellBit(cell)
		count[symbol]++
	}
	st, err := g.place(stones[1], stones[2], count[1], count[2])
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return st, nil
}

func (g *Game) place(first, second uint64, firstCount, secondCount int) (*state, error) {
	mask := first | second
	if hanging := mask &^ g.bottom &^ (mask << 1); hanging != 0 {
		return nil, errors.New("a stone hangs in the air")
	}
	if ahead := firstCount - secondCount; ahead != 0 && ahead != 1 {
		return nil, fmt.Errorf("%d X and %d O: X moves first, so there must be as many X as O or one more", firstCount, secondCount)
	}
	st := &state{g: g, own: first, mask: mask, plies: uint8(firstCount + secondCount), winner: game.Nobody}
	last, lastName, other := second, "O", first
	if firstCount > secondCount {
		st.own = second
		last, lastName, other = first, "X", second
	}
	if g.hasRun(other) {
		return nil, fmt.Errorf("there is a line of %d, but %s moved after it", g.run, lastName)
	}
	if g.hasRun(last) {
		tops := mask & (^mask >> 1)
		if !g.someRemovalBreaks(last, last&tops) {
			return nil, fmt.Errorf("%s has lines of %d that no single last stone makes", lastName, g.run)
		}
		st.winner = st.mover()
	}
	return st, nil
}

// someRemovalBreaks reports whether taking away one of the candidates leaves
// stones without a run.
func (g *Game) someRemovalBreaks(stones, candidates uint64) bool {
	for ; candidates != 0; candidates &= candidates - 1 {
		if !g.hasRun(stones &^ (candidates & -candidates)) {
			return true
		}
	}
	return false
}

// Symmetries implements game.Symmetric: the identity and the mirror image.
func (g *Game) Symmetries() int { return 2 }

// Transform implements game.Symmetric.
func (g *Game) Transform(dst, src game.State, k int) {
	d := dst.(*state)
	d.CopyFrom(src)
	if k == 1 {
		d.own, d.mask = g.mirror(d.own), g.mirror(d.mask)
	}
}

// TransformMove implements game.Symmetric.
func (g *Game) TransformMove(m game.Move, k int) game.Move {
	if k == 1 {
		return game.Move(g.columns-1) - m
	}
	return m
}

func (g *Game) mirror(stones uint64) uint64 {
	var image uint64
	for range g.columns {
		image = image<<g.stride | stones&g.column(0)
		stones >>= g.stride
	}
	return image
}
