package connect4

import (
	"fmt"

	"gambito/game"
)

// Large is the rules on a board of two words, laid out like that of one. What Game
// does in a step takes it several, so that usual boards are left to Game.
type Large struct {
	shape
	bottom words // the lowest cell of every column
	board  words // every cell
}

// NewLarge returns the game on a board of columns × rows that fits two words.
func NewLarge(columns, rows, run int) (*Large, error) {
	shape, err := newShape(columns, rows, run, largeBits)
	if err != nil {
		return nil, err
	}
	g := &Large{shape: shape}
	for c := range columns {
		g.bottom = g.bottom.or(bit(uint(c) * g.stride))
		for r := range rows {
			g.board = g.board.or(bit(uint(c)*g.stride + uint(r)))
		}
	}
	return g, nil
}

// New implements game.Game.
func (g *Large) New() game.State { return &largeState{g: g, winner: game.Nobody} }

// column returns the cells of column c.
func (g *Large) column(c int) words {
	cells := bit(uint(g.rows)).plus(words{^uint64(0), ^uint64(0)}) // less one
	return cells.up(uint(c) * g.stride)
}

// cellBit returns the bit of a cell numbered as package grid does.
func (g *Large) cellBit(cell int) words {
	column, height := cell%g.columns, g.rows-1-cell/g.columns
	return bit(uint(column)*g.stride + uint(height))
}

// hasRun reports whether stones contain a winning line, as Game's does.
func (g *Large) hasRun(stones words) bool {
	for _, shift := range g.shifts() {
		lines, length := stones, 1
		for length < g.run {
			step := min(length, g.run-length)
			lines = lines.and(lines.down(uint(step) * shift))
			length += step
		}
		if !lines.empty() {
			return true
		}
	}
	return false
}

// runs are the stones of lines that win.
func (g *Large) runs(stones words) (all words) {
	for _, shift := range g.shifts() {
		first := stones // where lines begin
		for i := 1; i < g.run; i++ {
			first = first.and(stones.down(uint(i) * shift))
		}
		for i := range g.run {
			all = all.or(first.up(uint(i) * shift))
		}
	}
	return all
}

// ParseMove implements game.Game.
func (g *Large) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*largeState)
	return g.parseMove(text, st.Turn(), func(c int) bool { return g.column(c).minus(st.mask).empty() })
}

// FormatPosition implements game.Game, see shape.formatPosition.
func (g *Large) FormatPosition(s game.State) string { return g.formatPosition(s.(*largeState).owner) }

// ParsePosition implements game.Game. It refuses what Game refuses.
func (g *Large) ParsePosition(text string) (game.State, error) {
	cells, err := g.parseRows(text)
	if err != nil {
		return nil, err
	}
	var stones [3]words
	count := [3]int{}
	for cell, symbol := range cells {
		stones[symbol] = stones[symbol].or(g.cellBit(cell))
		count[symbol]++
	}
	st, err := g.place(stones[1], stones[2], count[1], count[2])
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return st, nil
}

func (g *Large) place(first, second words, firstCount, secondCount int) (*largeState, error) {
	mask := first.or(second)
	if hanging := mask.minus(g.bottom).minus(mask.up(1)); !hanging.empty() {
		return nil, errHanging
	}
	if err := checkCounts(firstCount, secondCount); err != nil {
		return nil, err
	}
	st := &largeState{g: g, own: first, mask: mask, plies: uint8(firstCount + secondCount), winner: game.Nobody}
	last, lastName, other := second, "O", first
	if firstCount > secondCount {
		st.own = second
		last, lastName, other = first, "X", second
	}
	if g.hasRun(other) {
		return nil, g.errMovedOn(lastName)
	}
	if g.hasRun(last) {
		broken := false
		last.minus(mask.down(1)).each(func(top words) { broken = broken || !g.hasRun(last.minus(top)) })
		if !broken {
			return nil, g.errLines(lastName)
		}
		st.winner = st.mover()
	}
	return st, nil
}

// Transform implements game.Symmetric.
func (g *Large) Transform(dst, src game.State, k int) {
	d := dst.(*largeState)
	d.CopyFrom(src)
	if k == 1 {
		d.own, d.mask = g.mirror(d.own), g.mirror(d.mask)
	}
}

func (g *Large) mirror(stones words) (image words) {
	for range g.columns {
		image = image.up(g.stride).or(stones.and(g.column(0)))
		stones = stones.down(g.stride)
	}
	return image
}

// Encode implements game.Encoded.
func (g *Large) Encode(s game.State, planes []float32) {
	st := s.(*largeState)
	cells := g.rows * g.columns
	clear(planes[:4*cells])
	for cell := range cells {
		switch bit := g.cellBit(cell); {
		case st.own.meets(bit):
			planes[cell] = 1
		case st.mask.meets(bit):
			planes[cells+cell] = 1
		default:
			planes[2*cells+cell] = 1
		}
		if st.plies&1 == 0 {
			planes[3*cells+cell] = 1
		}
	}
}

// Look implements game.Celled.
func (g *Large) Look(s game.State, p game.Player, view []uint8) {
	st := s.(*largeState)
	free := st.mask.plus(g.bottom)
	for cell := range view[:g.grid.Size()] {
		switch owner := st.owner(cell); {
		case owner == p:
			view[cell] = game.Own
		case owner != game.Nobody:
			view[cell] = game.Theirs
		case free.meets(g.cellBit(cell)):
			view[cell] = open
		default:
			view[cell] = game.Vacant
		}
	}
}

// Count implements game.Measured.
func (g *Large) Count(s game.State, p game.Player) float64 {
	st := s.(*largeState)
	return g.stonesLeft(int(st.plies), st.winner, p)
}

// Evaluation implements game.Evaluated.
func (g *Large) Evaluation(name string) (func(game.State) int, error) {
	kind, numbers, err := g.parseEvaluation(name)
	switch {
	case err != nil:
		return nil, err
	case kind == "h1":
		return g.groups(numbers[0], numbers[1], [3]int(numbers[2:])), nil
	}
	return g.openLines([3]int(numbers), [3]int(numbers[3:])), nil
}

// groups is heuristic H1, see Game.
func (g *Large) groups(pair, triple int, columns [3]int) func(game.State) int {
	count := func(stones words) (sum int) {
		for _, d := range g.shifts() {
			first := stones.minus(stones.up(d)) // where groups begin
			two := first.and(stones.down(d))
			three := two.and(stones.down(2 * d))
			four := three.and(stones.down(3 * d))
			sum += pair*two.minus(three).count() + triple*three.minus(four).count() + 10_000*four.count()
		}
		return sum
	}
	return func(s game.State) int {
		st := s.(*largeState)
		other := st.own.xor(st.mask)
		return count(st.own) - count(other) + g.inColumns(st.own, &columns) - g.inColumns(other, &columns)
	}
}

// openLines is heuristic H2, see Game.
func (g *Large) openLines(lines, columns [3]int) func(game.State) int {
	weights := [4]int{lines[0], lines[1], lines[2], lines[2]} // as shifts has them
	count := func(enemy, rows words) (sum int) {
		free := g.board.minus(enemy)
		for i, d := range g.shifts() {
			begins := free // where lines without the enemy begin
			for i := 1; i < g.run; i++ {
				begins = begins.and(free.down(uint(i) * d))
			}
			cells := begins
			for i := 1; i < g.run; i++ {
				cells = cells.or(begins.up(uint(i) * d))
			}
			sum += weights[i] * cells.and(rows).count()
		}
		return sum
	}
	return func(s game.State) int {
		st := s.(*largeState)
		other := st.own.xor(st.mask)
		var rows words // the cells up to the highest stone
		for row := g.bottom; st.mask.meets(row); row = row.up(1) {
			rows = rows.or(row)
		}
		return count(other, rows) - count(st.own, rows) + g.inColumns(st.own, &columns) - g.inColumns(other, &columns)
	}
}

// inColumns adds up what stones are worth by their columns, as Game's does.
func (g *Large) inColumns(stones words, worth *[3]int) (sum int) {
	for c := range g.columns {
		if off := g.offCentre(c); off < len(worth) {
			sum += worth[off] * stones.and(g.column(c)).count()
		}
	}
	return sum
}
