package probcut

import (
	"math/bits"

	"gambito/game"
	"gambito/games/othello"
	"gambito/ntuple"
	"gambito/search/exact"
)

// mostOthelloDiscs is by how many anybody can win.
const mostOthelloDiscs = 64

// Othello is an Othello board with the patterns that its player to move sees. Bits of
// discs are numbered as in package othello.
type Othello struct {
	system *ntuple.System
	tables *ntuple.Tables
	turner *ntuple.Turner

	at    int
	plies []othelloPly   // made so far, the present position last
	next  ntuple.Indices // after a move that is only looked at

	solver *exact.Othello
}

// othelloPly is a position on the way.
type othelloPly struct {
	own, opp uint64
	indices  ntuple.Indices // as the player to move sees them
}

// othelloPlies is more than a game has, passes included.
const othelloPlies = 130

// With how many empty cells the solver takes over from searches that may leave doubt, and
// from those that may not: it takes some milliseconds at most.
const (
	nearInDoubt = 10
	nearExactly = 12
)

// newOthello returns a board judged by tables whose unit is a hundredth of a disc.
func newOthello(s *ntuple.System, t *ntuple.Tables, turner *ntuple.Turner) *Othello {
	words := len(s.NewIndices())
	o := &Othello{system: s, tables: t, turner: turner, next: s.NewIndices(), plies: make([]othelloPly, othelloPlies)}
	memory := make([]uint64, words*othelloPlies)
	for i := range o.plies {
		o.plies[i].indices = memory[words*i : words*(i+1) : words*(i+1)]
	}
	return o
}

// Clone implements Board.
func (o *Othello) Clone() Board { return newOthello(o.system, o.tables, o.turner) }

// Set implements Board.
func (o *Othello) Set(s game.State) {
	o.at = 0
	p := &o.plies[0]
	p.own, p.opp = othello.Discs(s)
	o.turner.Read(p.indices, p.own, p.opp)
}

// Left implements Board.
func (o *Othello) Left() int {
	p := &o.plies[o.at]
	return 64 - bits.OnesCount64(p.own|p.opp)
}

// Moves implements Board.
func (o *Othello) Moves(buf []game.Move) []game.Move {
	p := &o.plies[o.at]
	moves := othello.Legal(p.own, p.opp)
	if moves == 0 && othello.Legal(p.opp, p.own) != 0 {
		return append(buf, othello.Pass)
	}
	for ; moves != 0; moves &= moves - 1 {
		buf = append(buf, game.Move(bits.TrailingZeros64(moves)))
	}
	return buf
}

// Passes implements Board.
func (o *Othello) Passes(m game.Move) bool { return m == othello.Pass }

// Play implements Board.
func (o *Othello) Play(m game.Move) {
	p, next := &o.plies[o.at], &o.plies[o.at+1]
	o.at++
	if m == othello.Pass {
		next.own, next.opp = p.opp, p.own
		o.turner.Pass(next.indices, p.indices)
		return
	}
	flipped := othello.Flips(p.own, p.opp, int(m))
	next.own, next.opp = p.opp^flipped, p.own|flipped|1<<m
	o.turner.Play(next.indices, p.indices, int(m), flipped)
}

// Undo implements Board.
func (o *Othello) Undo() { o.at-- }

// Value implements Board.
func (o *Othello) Value() int { return o.judge(o.plies[o.at].indices, o.Left()) }

// judge is what patterns say of a position with so many empty cells.
func (o *Othello) judge(x ntuple.Indices, empty int) int {
	const most = mostOthelloDiscs * Disc
	return max(-most, min(most, o.tables.Sum(x, o.system.Stage(empty))))
}

// Final implements Board: the empty cells are the winner's.
func (o *Othello) Final() int {
	p := &o.plies[o.at]
	own, opp := bits.OnesCount64(p.own), bits.OnesCount64(p.opp)
	switch {
	case own > opp:
		own = mostOthelloDiscs - opp
	case opp > own:
		opp = mostOthelloDiscs - own
	}
	return Disc * (own - opp)
}

// after makes o.next what the opponent sees after a move.
func (o *Othello) after(cell int) (own, opp uint64) {
	p := &o.plies[o.at]
	flipped := othello.Flips(p.own, p.opp, cell)
	o.turner.Play(o.next, p.indices, cell, flipped)
	return p.opp ^ flipped, p.own | flipped | 1<<cell
}

// Promise implements Board. A reply in a corner counts double.
func (o *Othello) Promise(m game.Move) (value, replies int) {
	const corners = 1 | 1<<7 | 1<<56 | 1<<63
	own, opp := o.after(int(m))
	if own == 0 {
		return mostOthelloDiscs * Disc, 0
	}
	legal := othello.Legal(own, opp)
	return -o.judge(o.next, 64-bits.OnesCount64(own|opp)), bits.OnesCount64(legal) + bits.OnesCount64(legal&corners)
}

// Ahead implements Board.
func (o *Othello) Ahead(beta int) (best, positions int) {
	p := &o.plies[o.at]
	moves := othello.Legal(p.own, p.opp)
	empty := o.Left() - 1
	best = -Most
	for ; moves != 0; moves &= moves - 1 {
		positions++
		value := mostOthelloDiscs * Disc
		if own, _ := o.after(bits.TrailingZeros64(moves)); own != 0 {
			value = -o.judge(o.next, empty)
		}
		if best = max(best, value); best >= beta {
			break
		}
	}
	return best, positions
}

// Hash implements Board.
func (o *Othello) Hash() uint64 {
	p := &o.plies[o.at]
	hash := (p.own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(p.opp, 29)) * 0xbf58476d1ce4e5b9
	return (hash ^ hash>>32) * 0x94d049bb133111eb
}

// Near implements Finisher.
func (o *Othello) Near(doubt bool) int {
	if doubt {
		return nearInDoubt
	}
	return nearExactly
}

// Finish implements Finisher.
func (o *Othello) Finish(alpha, beta int) (value int, positions uint64) {
	if o.solver == nil {
		o.solver = exact.NewOthello(finishTable)
	}
	p, before := &o.plies[o.at], o.solver.Nodes()
	value = Disc * o.solver.Finish(p.own, p.opp, floorDiscs(alpha), -floorDiscs(-beta))
	return value, o.solver.Nodes() - before
}

// finishTable is the logarithm of the entries of the table of Finish.
const finishTable = 16

// floorDiscs is the largest even number of discs that is worth a value at most.
func floorDiscs(value int) int {
	even := value / (2 * Disc)
	if even*2*Disc > value {
		even--
	}
	return 2 * even
}
