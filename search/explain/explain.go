// Package explain shows how searches walk a tree: which positions they visit with
// which windows, where they cut off, and what they never look at. A walk is a tree
// with what was found in it and, where that is asked for, the steps that led there,
// each with what was known after it. Both come from the search itself, which tells a
// tracer what it does. Walks are written as text, drawn as SVG, and put on a page to
// step through.
package explain

import (
	"context"
	"errors"
	"fmt"

	"gambito/game"
	"gambito/progress"
	"gambito/search/minimax"
)

// State is what is known of a position at a moment of a walk. Values and windows are
// as the walk's View sees them; what is infinite is not limited.
type State struct {
	Visits      int
	Alpha, Beta float64 // the window of the latest visit
	Low, High   float64 // what its moves have made of the window so far
	Value       float64 // that the latest visit found, or what a leaf never visited is worth
	HasValue    bool
	Probed      bool    // the latest visit looked at one move only, so the value is a bound
	Cut         bool    // the rest of the children were cut off
	Lower       float64 // bounds of the value, of B*
	Upper       float64
	Bounded     bool // there are such
}

// Node is a position of a walked tree.
type Node struct {
	Number      int         // in Walk.Nodes
	Move        string      // that leads here, empty at the root
	Play        game.Move   // likewise
	Probability float64     // of that move if chance made it, else 0
	Side        game.Player // who moves here, or Chance
	Leaf        bool        // the game is over here, or the depth reached
	Over        bool        // the game is
	Parent      *Node
	Children    []*Node
	State       // after the walk
}

// Walk is how an algorithm went through a tree.
type Walk struct {
	Algorithm string
	Roles     []string
	Root      *Node
	View      game.Player   // whose values they are
	Value     float64       // what was found of the root
	Bound     minimax.Bound // how that is meant
	Best      string        // the move found, empty if chance decides
	Counts    Counts
	Drawn     bool    // the tree is small enough to be drawn in full
	Nodes     []*Node // of a tree that is, from the root on, each before its children
	Steps     []Step  // where they were asked for
	Tree      bool    // it is one of numbers, not of a game's positions
	Monte     *Monte  // of a Monte Carlo tree search what only that has

	windows bool // the algorithm has windows, beyond those of tests
	unit    float64
	chooses game.Player // who moves at the root

	searched int // visits, as the search counts them
}

// Counts sum a walk up.
type Counts struct {
	Positions int `json:"positions"` // visited at least once
	Visits    int `json:"visits"`    // all visits
	Leaves    int `json:"leaves"`    // visits of leaves
	CutOffs   int `json:"cutoffs"`   // positions whose remaining moves were cut off
	Pruned    int `json:"pruned"`    // subtrees never visited
}

// MaxDrawn is how many positions a drawing may have; maxKept how many are
// remembered for the counts, and MaxSteps how many steps anybody goes through.
const (
	MaxDrawn = 1500
	maxKept  = 2_000_000
	MaxSteps = 50_000
)

var (
	// errLarge ends walks that would be too large to be remembered.
	errLarge = fmt.Errorf("the walk has more than %d positions: choose a smaller depth", maxKept)
	errDrawn = errors.New("the tree has too many positions to be drawn: choose a smaller depth")
)

// Options of a walk.
type Options struct {
	Steps int           // remember every step, up to so many; 0: none
	Tell  progress.Func // told now and then how many positions there are
}

// Run searches from a position and returns how. The parameters' depth must be
// set; deepening step by step is switched off, so that the walk is one. A walk of
// too many positions is broken off and an error, as is one of too many steps.
//
// Values are those of the player to move at the root, of the first player if chance
// decides there; in a tree of numbers they are always MAX's, in the unit of its
// leaves.
func Run(ctx context.Context, g game.Game, root game.State, name string, p minimax.Params, o Options) (*Walk, error) {
	w := &Walk{Algorithm: name, Roles: g.Info().Roles, Root: &Node{}, View: max(root.Turn(), 0), unit: 1}
	w.chooses = w.View
	if tree, ok := g.(*minimax.Tree); ok {
		w.Tree, w.View, w.unit = true, 0, float64(tree.Unit())
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	recorder := newRecorder(w, g, root, p.Depth, o, stop)
	p.Trace, p.Deepen = recorder, false
	search, err := minimax.New(g, p)
	if err != nil {
		return nil, err
	}
	result, err := search.Run(ctx, root)
	if recorder.failed != nil {
		return nil, recorder.failed
	}
	if err != nil {
		return nil, err
	}
	w.finish(g, root, result)
	filler := filler{game: g, scale: float64(max(p.Scale, 1)), walk: w}
	filler.fill(w.Root, root.Clone(), p.Depth)
	w.Drawn = filler.nodes <= MaxDrawn
	if w.Drawn {
		w.number(w.Root)
	} else if o.Steps > 0 {
		return nil, errDrawn
	}
	return w, nil
}

// finish notes the result.
func (w *Walk) finish(g game.Game, root game.State, r minimax.Result) {
	w.Value, w.searched = w.seen(r.Value, w.chooses), int(r.Nodes)
	if !r.Exact {
		w.Bound = minimax.AtLeast
		if w.chooses != w.View {
			w.Bound = minimax.AtMost
		}
	}
	if len(r.PV) > 0 {
		w.Best = g.FormatMove(root, r.Move)
	}
	if w.Steps != nil {
		end := Step{Kind: Done, Node: w.Root, State: w.Root.State, Counts: w.Steps[len(w.Steps)-1].Counts}
		w.Steps = append(w.Steps, end)
	}
	for _, s := range w.Steps { // only those of algorithms that have them are narrowed
		w.windows = w.windows || s.Kind == Enter && s.Purpose != minimax.ToTest && !(unlimited(s.State.Alpha) && unlimited(s.State.Beta))
	}
}

// seen is a number that a search told as side sees it, as the walk's view does.
func (w *Walk) seen(v float64, side game.Player) float64 {
	v = minimax.Finite(v) / w.unit
	if side != w.View {
		v = -v
	}
	return v + 0 // no negative zero
}

// number lists the nodes.
func (w *Walk) number(n *Node) {
	n.Number = len(w.Nodes)
	w.Nodes = append(w.Nodes, n)
	for _, child := range n.Children {
		child.Parent = n
		w.number(child)
	}
}

// filler completes a recorded tree with what was never visited, in the game's
// order of moves, and counts.
type filler struct {
	game  game.Game
	scale float64
	walk  *Walk
	nodes int
}

func (f *filler) fill(n *Node, s game.State, depth int) {
	f.nodes++
	n.Over = s.Turn() == game.Over
	n.Leaf = depth == 0 || n.Over
	counts := &f.walk.Counts
	if n.Visits > 0 {
		counts.add(n)
	} else if n.Over {
		f.score(n, s)
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
			child = &Node{Move: name, Play: m}
			if n.Visits > 0 {
				counts.Pruned++
			}
		}
		if n.Side == game.Chance {
			child.Probability = chance.Probability(m)
		}
		n.Children = append(n.Children, child)
		if child.Visits == 0 && f.nodes > MaxDrawn {
			continue // counted, but there is no drawing to complete
		}
		next := s.Clone()
		next.Play(m)
		f.fill(child, next, depth-1)
	}
}

// score gives a leaf that was never visited what it is worth.
func (f *filler) score(n *Node, s game.State) {
	w := f.walk
	if tree, ok := f.game.(*minimax.Tree); ok && tree.Intervals() {
		if low, high := s.(game.Bounded).Bounds(); low < high {
			return
		}
	}
	n.Value, n.HasValue = s.Score(w.View)*f.scale/w.unit, true
}

// add counts a position that was visited.
func (c *Counts) add(n *Node) {
	c.Positions++
	c.Visits += n.Visits
	if n.Leaf {
		c.Leaves += n.Visits
	}
	if n.Cut {
		c.CutOffs++
	}
}
