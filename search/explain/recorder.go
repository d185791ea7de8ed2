package explain

import (
	"context"
	"fmt"
	"math"

	"gambito/game"
	"gambito/progress"
	"gambito/search/minimax"
)

// recorder is a tracer that remembers the tree and, if it is asked to, the steps.
type recorder struct {
	game    game.Game
	walk    *Walk
	path    []frame
	last    *Node // the position that was left last
	kept    int
	steps   bool
	most    int    // of them
	counts  Counts // so far
	passes  int
	purpose minimax.Purpose // of the next visit
	tell    progress.Func
	stop    context.CancelCauseFunc
	failed  error
}

// frame is a position on the way from the root to where the search is.
type frame struct {
	node   *Node
	state  game.State
	depth  int
	played int // moves looked at in this visit
	latest Step
}

func newRecorder(w *Walk, g game.Game, root game.State, depth int, o Options, stop context.CancelCauseFunc) *recorder {
	r := &recorder{game: g, walk: w, steps: o.Steps > 0, most: o.Steps, tell: o.Tell, stop: stop}
	r.path = []frame{{node: w.Root, state: root.Clone(), depth: depth}}
	return r
}

func (r *recorder) top() *frame { return &r.path[len(r.path)-1] }
func (r *recorder) here() *Node { return r.top().node }

// fail ends the search.
func (r *recorder) fail(err error) {
	if r.failed == nil {
		r.failed = err
		r.stop(err)
	}
}

// tooMany ends walks of too many steps.
func tooMany(steps int) error {
	return fmt.Errorf("the walk has more than %d steps: choose a smaller depth, or fewer simulations", steps)
}

// add remembers a step at the present position.
func (r *recorder) add(s Step) {
	if !r.steps || r.failed != nil {
		return
	}
	if len(r.walk.Steps) == r.most {
		r.fail(tooMany(r.most))
		return
	}
	s.Node = r.here()
	s.State, s.Counts = s.Node.State, r.counts
	if s.Child != nil {
		s.ChildState = s.Child.State
	}
	if s.Other != nil {
		s.OtherState = s.Other.State
	}
	r.walk.Steps = append(r.walk.Steps, s)
}

// seen is a number as the walk's view sees it.
func (r *recorder) seen(v float64) float64 { return r.walk.seen(v, r.here().Side) }

// window is two ends as the walk's view sees them.
func (r *recorder) window(low, high float64) (float64, float64) {
	low, high = r.seen(low), r.seen(high)
	return min(low, high), max(low, high)
}

// Play implements minimax.Tracer.
func (r *recorder) Play(m game.Move) {
	at := r.top()
	depth := at.depth - 1
	if at.state.Turn() == game.Chance {
		depth++
	}
	name := r.game.FormatMove(at.state, m)
	next := at.state.Clone()
	next.Play(m)
	at.played++
	child := r.child(name)
	if child == nil {
		child = &Node{Move: name, Play: m}
		if r.kept++; r.steps && r.kept > MaxDrawn {
			r.fail(errDrawn)
		}
		if r.kept <= maxKept {
			at.node.Children = append(at.node.Children, child)
		} else {
			r.fail(errLarge)
		}
		if r.kept%4096 == 0 {
			r.tell.Tell("positions", r.kept, 0)
		}
	}
	r.path = append(r.path, frame{node: child, state: next, depth: depth})
}

// child is that of the present position by a move, nil if it was never played.
func (r *recorder) child(name string) *Node {
	for _, child := range r.here().Children {
		if child.Move == name {
			return child
		}
	}
	return nil
}

// of is the child by a move.
func (r *recorder) of(m game.Move) *Node {
	if m == ^game.Move(0) {
		return nil
	}
	return r.child(r.game.FormatMove(r.top().state, m))
}

// Undo implements minimax.Tracer.
func (r *recorder) Undo() {
	r.last = r.here()
	r.path = r.path[:len(r.path)-1]
}

// Purpose implements minimax.Tracer.
func (r *recorder) Purpose(p minimax.Purpose) { r.purpose = p }

// Visit implements minimax.Tracer.
func (r *recorder) Visit(side game.Player, alpha, beta float64) {
	at := r.top()
	n := at.node
	leaf := at.depth <= 0 || at.state.Turn() == game.Over
	if n.Visits == 0 {
		r.counts.Positions++
	}
	if n.Cut {
		r.counts.CutOffs--
	}
	if leaf {
		r.counts.Leaves++
	}
	r.counts.Visits++
	at.played = 0
	if n.Probed { // that move is not looked at again
		at.played = 1
	}
	n.Leaf, n.Side = leaf, side
	n.State = State{Visits: n.Visits + 1}
	n.Alpha, n.Beta = r.window(alpha, beta)
	n.Low, n.High = n.Alpha, n.Beta
	r.add(Step{Kind: Enter, Purpose: r.purpose})
	r.purpose = minimax.ToValue
}

// Probe implements minimax.Tracer.
func (r *recorder) Probe() {
	n := r.here()
	n.Probed = true
	r.amend(func(s *Step) { s.State.Probed = true })
}

// amend changes the latest step if it has entered the present position.
func (r *recorder) amend(change func(s *Step)) bool {
	if !r.steps || len(r.walk.Steps) == 0 {
		return false
	}
	s := &r.walk.Steps[len(r.walk.Steps)-1]
	if s.Node != r.here() || s.Kind != Enter {
		return false
	}
	change(s)
	return true
}

// Value implements minimax.Tracer.
func (r *recorder) Value(v float64, from minimax.Source) {
	n := r.here()
	n.Value, n.HasValue = r.seen(v), true
	kind := map[minimax.Source]Kind{minimax.FromLeaf: Leaf, minimax.FromTable: Table, minimax.FromMoves: Return}[from]
	if from != minimax.FromMoves && r.amend(func(s *Step) { s.Kind, s.State = kind, n.State }) {
		return // to come to a leaf is to know it
	}
	r.add(Step{Kind: kind})
}

// Compare implements minimax.Tracer.
func (r *recorder) Compare(v, best, alpha, beta float64) {
	s := Step{Kind: Compared, Child: r.last, Value: r.seen(v), Best: r.seen(best)}
	s.Alpha, s.Beta = r.window(alpha, beta)
	if n := r.here(); s.Value > s.Alpha && s.Value < s.Beta {
		if n.Side == r.walk.View {
			n.Low = s.Value
		} else {
			n.High = s.Value
		}
	}
	r.top().latest = s
	r.add(s)
}

// Outcome implements minimax.Tracer.
func (r *recorder) Outcome(lower, upper, meanLower, meanUpper float64) {
	s := Step{Kind: Outcome, Child: r.last, Alpha: r.here().Alpha, Beta: r.here().Beta}
	s.Value, s.Best = r.window(lower, upper)
	s.Lower, s.Upper = r.window(meanLower, meanUpper)
	r.top().latest = s
	r.add(s)
}

// Cut implements minimax.Tracer.
func (r *recorder) Cut() {
	at := r.top()
	if !at.node.Cut {
		r.counts.CutOffs++
	}
	at.node.Cut = true
	s := at.latest
	s.Kind = Cut
	if r.steps {
		s.Count = max(len(at.state.Moves(nil))-at.played, 0)
	}
	r.add(s)
}

// Pass implements minimax.Tracer.
func (r *recorder) Pass(test, lower, upper float64, moves int) {
	r.passes++
	r.walk.Root.Side = r.walk.chooses
	s := Step{Kind: Pass, Test: r.seen(test), Count: moves, Pass: r.passes}
	s.Lower, s.Upper = r.window(lower, upper)
	r.add(s)
}

// Reached implements minimax.Tracer.
func (r *recorder) Reached(reached bool) {
	r.add(Step{Kind: Reached, Child: r.last, Reached: reached, Pass: r.passes})
}

// Passed implements minimax.Tracer.
func (r *recorder) Passed(lower, upper float64, moves int) {
	s := Step{Kind: Passed, Count: moves, Pass: r.passes}
	s.Lower, s.Upper = r.window(lower, upper)
	r.add(s)
}

// Bounds implements minimax.Tracer.
func (r *recorder) Bounds(lower, upper float64) {
	n := r.here()
	lower, upper = r.window(lower, upper)
	if n.Bounded && n.Lower == lower && n.Upper == upper {
		return
	}
	first := !n.Bounded
	n.Lower, n.Upper, n.Bounded = lower, upper, true
	if lower == upper && !n.Leaf {
		n.Value, n.HasValue = lower, true
	}
	if first && r.steps {
		steps := r.walk.Steps
		if s := &steps[len(steps)-1]; s.Node == n && (s.Kind == Enter || s.Kind == Leaf) {
			s.State = n.State
			return
		}
	}
	r.add(Step{Kind: Bounds})
}

// Prove implements minimax.Tracer.
func (r *recorder) Prove(s minimax.Strategy, best, rest game.Move) {
	r.add(Step{Kind: Strategy, Strategy: s, Child: r.of(best), Other: r.of(rest)})
}

// Choose implements minimax.Tracer.
func (r *recorder) Choose(m game.Move) { r.add(Step{Kind: Choose, Child: r.of(m)}) }

// unlimited reports whether a number is no limit.
func unlimited(v float64) bool { return math.IsInf(v, 0) }
