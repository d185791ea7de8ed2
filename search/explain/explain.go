// Package explain shows how an algorithm of the minimax family walks a tree:
// which positions it visits with which windows, where it cuts off, and what it
// never looks at. It draws that as text and as SVG, with what chance decides.
package explain

import (
	"context"
	"fmt"

	"gambito/game"
	"gambito/progress"
	"gambito/search/minimax"
)

// Node is a position of a walked tree. Values and windows are as the player to
// move at the root sees them; if chance decides there, as the first player does.
type Node struct {
	Move        string      // that leads here, empty at the root
	Probability float64     // of that move if chance made it, else 0
	Side        game.Player // who moves here, or Chance
	Leaf        bool        // the game is over here, or the depth reached
	Children    []*Node

	Visits      int
	Alpha, Beta float64 // the window of the latest visit
	Value       float64 // that the latest visit found, or what a leaf never visited is worth
	HasValue    bool    //
	Probed      bool    // the latest visit looked at one move only, so the value is a bound
	Cut         bool    // the rest of the children were cut off
}

// Walk is how an algorithm went through a tree.
type Walk struct {
	Algorithm string
	Roles     []string
	Root      *Node
	Result    minimax.Result
	View      game.Player // whose values they are
	Best      string      // the move found, empty if chance decides
	Counts    Counts
	Drawn     bool // the tree is small enough to be drawn in full
}

// Counts sum a walk up.
type Counts struct {
	Positions int `json:"positions"` // visited at least once
	Visits    int `json:"visits"`    // all visits
	Leaves    int `json:"leaves"`    // visits of leaves
	CutOffs   int `json:"cutoffs"`   // positions whose remaining moves were cut off
	Pruned    int `json:"pruned"`    // subtrees never visited
}

// maxDrawn is how many positions a drawing may have, and maxKept how many are
// remembered for the counts.
const (
	maxDrawn = 1500
	maxKept  = 2_000_000
)

// errLarge ends walks that would be too large to be remembered.
var errLarge = fmt.Errorf("the walk has more than %d positions: choose a smaller depth", maxKept)

// Run searches from a position and returns how. The parameters' depth must be
// set; deepening step by step is switched off, so that the walk is one. A walk of
// too many positions is broken off and an error. Tell is told now and then how many
// there are.
func Run(ctx context.Context, g game.Game, root game.State, name string, p minimax.Params, tell progress.Func) (*Walk, error) {
	view := max(root.Turn(), 0)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	recorder := &recorder{root: &Node{}, side: view, tell: tell, large: func() { stop(errLarge) }}
	recorder.path = []*Node{recorder.root}
	recorder.game, recorder.state = g, root.Clone()
	p.Trace, p.Deepen = recorder, false
	search, err := minimax.New(g, p)
	if err != nil {
		return nil, err
	}
	result, err := search.Run(ctx, root)
	if recorder.kept > maxKept {
		return nil, errLarge
	}
	if err != nil {
		return nil, err
	}
	w := &Walk{Algorithm: name, Roles: g.Info().Roles, Root: recorder.root, Result: result, View: view}
	if len(result.PV) > 0 {
		w.Best = g.FormatMove(root, result.Move)
	}
	filler := filler{game: g, params: p, side: view, counts: &w.Counts}
	filler.fill(recorder.root, root.Clone(), p.Depth)
	w.Drawn = filler.nodes <= maxDrawn
	return w, nil
}

// recorder is a tracer that remembers the tree.
type recorder struct {
	game  game.Game
	state game.State
	side  game.Player // whose values are recorded
	root  *Node
	path  []*Node
	stack []game.State
	kept  int
	tell  progress.Func
	large func() // called once there are too many
}

func (r *recorder) here() *Node { return r.path[len(r.path)-1] }

// Play implements minimax.Tracer.
func (r *recorder) Play(m game.Move) {
	name := r.game.FormatMove(r.state, m)
	r.stack = append(r.stack, r.state.Clone())
	r.state.Play(m)
	for _, child := range r.here().Children {
		if child.Move == name {
			r.path = append(r.path, child)
			return
		}
	}
	child := &Node{Move: name}
	if r.kept++; r.kept <= maxKept {
		r.here().Children = append(r.here().Children, child)
	} else {
		r.large()
	}
	if r.kept%4096 == 0 {
		r.tell.Tell("positions", r.kept, 0)
	}
	r.path = append(r.path, child)
}

// Undo implements minimax.Tracer.
func (r *recorder) Undo() {
	r.path = r.path[:len(r.path)-1]
	r.state = r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
}

// Visit implements minimax.Tracer.
func (r *recorder) Visit(side game.Player, alpha, beta float64) {
	n := r.here()
	n.Visits++
	n.Side, n.Cut, n.Probed, n.HasValue = side, false, false, false
	n.Alpha, n.Beta = alpha, beta
	if side != r.side {
		n.Alpha, n.Beta = -beta, -alpha
	}
}

// Probe implements minimax.Tracer.
func (r *recorder) Probe() { r.here().Probed = true }

// Value implements minimax.Tracer.
func (r *recorder) Value(v float64) {
	n := r.here()
	if n.Side != r.side {
		v = -v
	}
	n.Value, n.HasValue = v, true
}

// Cut implements minimax.Tracer.
func (r *recorder) Cut() { r.here().Cut = true }

// filler completes a recorded tree with what was never visited, in the game's
// order of moves, and counts.
type filler struct {
	game   game.Game
	params minimax.Params
	side   game.Player
	counts *Counts
	nodes  int
}

func (f *filler) fill(n *Node, s game.State, depth int) {
	f.nodes++
	n.Leaf = depth == 0 || s.Turn() == game.Over
	if n.Visits > 0 {
		f.counts.Positions++
		f.counts.Visits += n.Visits
		if n.Leaf {
			f.counts.Leaves += n.Visits
		}
		if n.Cut {
			f.counts.CutOffs++
		}
	} else if n.Leaf && s.Turn() == game.Over {
		n.Value, n.HasValue = s.Score(f.side)*float64(max(f.params.Scale, 1)), true
	}
	if n.Leaf {
		return
	}
	n.Side = s.Turn()
	chance, _ := s.(game.Stochastic)
	if n.Side == game.Chance {
		depth++ // it costs none
	}
	visited := map[string]*Node{}
	for _, child := range n.Children {
		visited[child.Move] = child
	}
	n.Children = nil
	for _, m := range s.Moves(nil) {
		name := f.game.FormatMove(s, m)
		child := visited[name]
		if child == nil {
			child = &Node{Move: name}
			if n.Visits > 0 {
				f.counts.Pruned++
			}
		}
		if n.Side == game.Chance {
			child.Probability = chance.Probability(m)
		}
		n.Children = append(n.Children, child)
		if child.Visits == 0 && f.nodes > maxDrawn {
			continue // counted, but there is no drawing to complete
		}
		next := s.Clone()
		next.Play(m)
		f.fill(child, next, depth-1)
	}
}
