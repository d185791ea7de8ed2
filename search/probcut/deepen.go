package probcut

import (
	"slices"
	"time"

	"gambito/game"
)

// stage is one iteration of a search: a depth, and how much doubt it may leave.
type stage struct{ depth, trust int }

// usualTrust is the level of doubt at which depth grows.
const usualTrust = 0

// deepen searches ever deeper until a limit is reached, and keeps the result.
func (w *worker) deepen(lines int, tell func(Result)) {
	lines = min(lines, len(w.roots))
	w.keep(stage{}, 1)                                     // should there be no time for more
	last, before := make([]int, lines), make([]int, lines) // values of the last two iterations
	for next, ok := w.first(), true; ok; next, ok = w.after(next) {
		w.allow(next.trust)
		for k := range lines {
			expected := before[k] // odd and even depths differ
			if next.depth >= w.left {
				expected = last[k]
			}
			if !w.aspire(next.depth, k, expected) {
				if k == 0 {
					w.amend()
				}
				return
			}
			before[k], last[k] = last[k], w.roots[k].value
		}
		w.keep(next, lines)
		if tell != nil && w.number == 0 {
			r := w.result
			r.Nodes, r.Time = w.nodes+w.search.others.Load(), time.Since(w.start)
			tell(r)
		}
		if w.enough() {
			return
		}
	}
}

// enough says whether no further iteration is worth beginning.
func (w *worker) enough() bool {
	if len(w.roots) == 1 && w.limits.Time > 0 && w.result.Depth >= forcedDepth {
		return true
	}
	return w.limits.Soft > 0 && time.Since(w.start) >= w.limits.Soft
}

// forcedDepth is how deep a position is searched whose only move takes no thinking about.
const forcedDepth = 4

// first is the first iteration. Threads begin with different ones.
func (w *worker) first() stage {
	return w.bounded(stage{depth: 1 + w.number%2, trust: w.usual()})
}

// usual is the level of doubt at which depth grows.
func (w *worker) usual() int {
	if w.cuts == nil {
		return top
	}
	return usualTrust
}

// bounded is a stage no deeper than the game lasts.
func (w *worker) bounded(s stage) stage {
	if s.depth >= w.left {
		s.depth = max(1, w.left)
	}
	return s
}

// after is the iteration after another, if there is one: deeper, and once the end of the
// game is reached with less doubt. Where the end is near enough depth leaps to it.
func (w *worker) after(s stage) (stage, bool) {
	if s.depth >= w.left {
		s.trust++
		return s, s.trust <= top
	}
	s.depth++
	if w.left <= w.limits.Solve && s.depth >= leapFrom(w.left) {
		s.depth = w.left
		return s, true
	}
	return s, w.limits.Depth == 0 || s.depth <= w.limits.Depth
}

// leapFrom is the depth from which on a search goes through to the end that is so far
// away. A leap from far before it would not be over in time, with little depth to show.
func leapFrom(left int) int { return max(1, left-leap) }

// leap is over how many plies a search goes at once.
const leap = 9

// aspire searches the root for the best of the moves from k on, with a window about the
// value that is expected, and puts it in place k. It says whether that was finished.
func (w *worker) aspire(depth, k, expected int) bool {
	low, high := -Most, Most
	if width := aspiration; depth > 3 {
		low, high = max(expected-width, -Most), min(expected+width, Most)
	}
	for width := 2 * aspiration; ; width *= 4 {
		value := w.root(depth, k, low, high)
		switch {
		case w.stop:
			return false
		case value <= low && low > -Most:
			low = max(value-width, -Most)
		case value >= high && high < Most:
			high = min(value+width, Most)
		default:
			return true
		}
	}
}

// aspiration is half the width of the first window.
const aspiration = 150

// root searches the moves of the root from k on, and puts the best in place k. What was
// found in time is kept when the search is stopped.
func (w *worker) root(depth, k, alpha, beta int) (best int) {
	best = -Most - 1
	low := alpha
	for i := k; i < len(w.roots); i++ {
		m := w.roots[i].move
		cost := depth - 1
		if w.board.Passes(m) {
			cost = depth
		}
		before := w.nodes
		w.play(m)
		var value int
		if i == k {
			value = -w.value(cost, -beta, -low)
		} else if value = -w.value(cost, -low-1, -low); value > low && value < beta && beta-low > 1 {
			value = -w.value(cost, -beta, -low)
		}
		w.undo()
		if w.stop {
			break
		}
		w.roots[i].nodes = w.nodes - before
		if value > best {
			best = value
			if value > low || i == k {
				w.roots[i].value = value
				w.lift(i, k)
			}
			if low = max(low, value); low >= beta {
				break
			}
		}
	}
	return best
}

// lift moves the root's move i up to place k.
func (w *worker) lift(i, k int) {
	m := w.roots[i]
	copy(w.roots[k+1:i+1], w.roots[k:i])
	w.roots[k] = m
}

// keep makes a result of what the root knows.
func (w *worker) keep(s stage, lines int) {
	if w.number != 0 {
		return
	}
	r := &w.result
	r.Depth, r.Full = s.depth, s.depth > 0 && s.depth >= w.left
	r.Exact = r.Full && s.trust == top
	r.Lines = make([]Line, lines)
	for k := range r.Lines {
		m := w.roots[k]
		r.Lines[k] = Line{Move: m.move, Value: m.value, PV: w.line(m.move, s.depth)}
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int { return b.Value - a.Value })
}

// amend puts the move first that an iteration has found better than the first one before
// it was stopped.
func (w *worker) amend() {
	if w.number == 0 && len(w.result.Lines) == 1 && w.roots[0].move != w.result.Lines[0].Move {
		m := w.roots[0]
		w.result.Lines[0] = Line{Move: m.move, Value: m.value, PV: w.line(m.move, w.result.Depth)}
	}
}

// line is the moves that are expected after one.
func (w *worker) line(m game.Move, depth int) (pv []game.Move) {
	played := 0
	for {
		w.play(m)
		played++
		pv = append(pv, m)
		k, ok := w.search.table.find(w.board.Hash())
		p := &w.plies[w.at]
		p.moves = w.board.Moves(p.moves[:0])
		if len(p.moves) == 1 && w.board.Passes(p.moves[0]) {
			m = p.moves[0]
		} else if i := slices.IndexFunc(p.moves, func(m game.Move) bool { return short(m) == k.move }); ok && i >= 0 && played < depth {
			m = p.moves[i]
		} else {
			break
		}
	}
	for range played {
		w.undo()
	}
	return pv
}
