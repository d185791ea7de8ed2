package probcut

import (
	"slices"
	"time"

	"gambito/game"
)

// worker is one thread of a search: a board, and what it has on the way.
type worker struct {
	search   *Search
	number   int // 0 leads
	board    Board
	finisher Finisher // nil if the board is none
	near     int      // with so many plies left the finisher takes over
	cuts     *Cuts
	margins  [61][61]float32 // of the cuts
	trust    int             // index of the level of doubt, see allow

	plies  []ply
	at     int // ply of the position on the board
	nodes  uint64
	check  uint64 // number of nodes at which to look at the clock
	limits Limits
	start  time.Time
	stop   bool

	left   int // plies, at the root
	roots  []rootMove
	result Result
}

// ply is the moves under way at a ply.
type ply struct {
	moves []game.Move
	ranks []int
}

// rootMove is a move of the position that is searched.
type rootMove struct {
	move  game.Move
	value int // by the last iteration that found it exactly, or a bound
	nodes uint64
}

// mostPlies is more than any line may have, passes included.
const mostPlies = 256

// checkEvery is the number of positions between looks at the clock.
const checkEvery = 1 << 11

func newWorker(s *Search, b Board, number int) *worker {
	w := &worker{search: s, number: number, board: b, cuts: s.cuts, plies: make([]ply, mostPlies)}
	if w.cuts != nil {
		w.margins = w.cuts.margins()
	}
	if f, ok := b.(Finisher); ok {
		w.finisher = f
	}
	return w
}

// allow sets the level of doubt that is left from here on.
func (w *worker) allow(trust int) {
	w.trust = trust
	if w.finisher != nil {
		w.near = w.finisher.Near(trust < top && w.cuts != nil)
	}
}

// begin prepares for a position.
func (w *worker) begin(s game.State, limits Limits, start time.Time) {
	w.board.Set(s)
	w.at, w.nodes, w.check, w.stop = 0, 0, checkEvery, false
	w.limits, w.start, w.result = limits, start, Result{}
	w.left = w.board.Left()
	w.roots = w.roots[:0]
	for _, m := range w.board.Moves(w.plies[0].moves[:0]) {
		if !slices.Contains(limits.Except, m) {
			w.roots = append(w.roots, rootMove{move: m})
		}
	}
}

// stopped looks at the limits from time to time.
func (w *worker) stopped() bool {
	if w.nodes < w.check {
		return w.stop
	}
	w.check = w.nodes + checkEvery
	if w.number == 0 {
		if w.limits.Nodes > 0 {
			total := w.nodes + w.search.others.Load()
			w.stop = w.stop || total >= w.limits.Nodes
			w.check = min(w.check, w.nodes+w.limits.Nodes-min(total, w.limits.Nodes)+1)
		}
		if w.limits.Time > 0 && time.Since(w.start) >= w.limits.Time {
			w.stop = true
		}
	} else {
		w.search.others.Add(checkEvery)
	}
	w.stop = w.stop || w.search.stop.Load()
	return w.stop
}

func (w *worker) play(m game.Move) {
	w.board.Play(m)
	w.at++
}

func (w *worker) undo() {
	w.board.Undo()
	w.at--
}

// value searches the position on the board to some depth. What it returns is exact if it
// lies between alpha and beta, else a bound beyond the same end.
func (w *worker) value(depth, alpha, beta int) int {
	w.nodes++
	left := w.board.Left()
	full := depth >= left
	switch {
	case full && left <= w.near && w.finisher != nil:
		value, nodes := w.finisher.Finish(alpha, beta)
		w.nodes += nodes
		return value
	case depth <= 0:
		return w.board.Value()
	case depth == 1 && !full:
		if best, positions := w.board.Ahead(beta); positions > 0 {
			w.nodes += uint64(positions)
			return best
		}
	}
	if w.stopped() {
		return alpha
	}
	hash := w.board.Hash()
	k, found := w.search.table.find(hash)
	expected := uint16(noMove)
	if found {
		if int(k.depth) >= depth && int(k.trust) >= w.trust {
			if int(k.lower) >= beta {
				return int(k.lower)
			}
			if int(k.upper) <= alpha {
				return int(k.upper)
			}
			if k.lower == k.upper {
				return int(k.lower)
			}
		}
		expected = k.move
	}
	p := &w.plies[w.at]
	p.moves = w.board.Moves(p.moves[:0])
	switch {
	case len(p.moves) == 0:
		return w.board.Final()
	case len(p.moves) == 1 && w.board.Passes(p.moves[0]):
		w.play(p.moves[0])
		value := -w.value(depth, -beta, -alpha)
		w.undo()
		return value
	}
	if beta-alpha == 1 && w.trust < top && w.cuts != nil {
		if value, ok := w.probably(depth, left, alpha, beta); ok {
			return value
		}
		if w.stop {
			return alpha
		}
		// The shallow search has been here: it has used the moves' room, and may know a move.
		p.moves = w.board.Moves(p.moves[:0])
		if expected == noMove {
			if k, found := w.search.table.find(hash); found {
				expected = k.move
			}
		}
	}
	best, move := w.moves(p, depth, alpha, beta, expected)
	if w.stop {
		return best
	}
	w.note(hash, depth, alpha, beta, best, move)
	return best
}

// moves searches the moves of a position, the expected one first.
func (w *worker) moves(p *ply, depth, alpha, beta int, expected uint16) (best int, move game.Move) {
	best = -Most - 1
	ranked := false
	low := alpha
	for i := range p.moves {
		if i > 0 || !promote(p.moves, expected) {
			if !ranked {
				w.rank(p, i, depth >= w.board.Left())
				ranked = true
			}
			p.pick(i)
		}
		m := p.moves[i]
		w.play(m)
		var value int
		if i == 0 {
			value = -w.value(depth-1, -beta, -low)
		} else if value = -w.value(depth-1, -low-1, -low); value > low && value < beta && beta-low > 1 {
			value = -w.value(depth-1, -beta, -low)
		}
		w.undo()
		if w.stop {
			return max(best, alpha), move
		}
		if value > best {
			best, move = value, m
			if low = max(low, value); low >= beta {
				break
			}
		}
	}
	return best, move
}

// note remembers what a search came to.
func (w *worker) note(hash uint64, depth, alpha, beta, value int, move game.Move) {
	k := known{lower: -Most, upper: Most, depth: uint8(min(depth, 255)), trust: uint8(w.trust), move: short(move)}
	if value > alpha {
		k.lower = int16(value)
	}
	if value < beta {
		k.upper = int16(value)
	}
	if before, ok := w.search.table.find(hash); ok {
		switch {
		case before.depth == k.depth && before.trust == k.trust:
			k.lower, k.upper = max(k.lower, before.lower), min(k.upper, before.upper)
			if k.lower > k.upper { // searches by windows may differ where cuts leave doubt
				k.lower, k.upper = int16(value), int16(value)
			}
		}
		if value <= alpha && before.move != noMove {
			k.move = before.move // none was good enough: what was so before is the better guess
		}
	}
	w.search.table.store(hash, k)
}
