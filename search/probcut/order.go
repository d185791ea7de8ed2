package probcut

import (
	"slices"

	"gambito/game"
)

// promote moves the expected move to the front, if it is there.
func promote(moves []game.Move, expected uint16) bool {
	if expected == noMove {
		return false
	}
	for i, m := range moves {
		if short(m) == expected {
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
			return true
		}
	}
	return false
}

// What a reply counts in the order of moves, in units of values: few are soon searched,
// above all where a search goes through to the end.
const (
	replyWorth    = 80
	replyWorthEnd = 200
)

// rank orders the moves from first on: by what patterns say of them and by the number of
// replies.
func (w *worker) rank(p *ply, first int, full bool) {
	p.ranks = slices.Grow(p.ranks[:0], len(p.moves))[:len(p.moves)]
	if len(p.moves)-first < 2 {
		return
	}
	worth := replyWorth
	if full {
		worth = replyWorthEnd
	}
	for i := first; i < len(p.moves); i++ {
		value, replies := w.board.Promise(p.moves[i])
		p.ranks[i] = value - worth*replies
	}
	w.nodes += uint64(len(p.moves) - first)
}

// pick swaps the move of the highest rank to place i.
func (p *ply) pick(i int) {
	best := i
	for j := i + 1; j < len(p.moves); j++ {
		if p.ranks[j] > p.ranks[best] {
			best = j
		}
	}
	p.moves[i], p.moves[best] = p.moves[best], p.moves[i]
	p.ranks[i], p.ranks[best] = p.ranks[best], p.ranks[i]
}
