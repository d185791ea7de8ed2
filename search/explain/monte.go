package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gambito/bandit"
	"gambito/game"
	"gambito/search/mcts"
	"gambito/search/minimax"
)

// The kinds of steps of a Monte Carlo tree search: its four phases.
const (
	Select  Kind = "select"  // a move that was followed before is followed again
	Expand  Kind = "expand"  // a move is followed for the first time
	Playout Kind = "playout" // the simulation is judged where it has left the tree
	Backup  Kind = "backup"  // what it came to is counted on the way back
)

// Monte is what only a walk of a Monte Carlo tree search has. The value of a position
// is there the mean reward of whoever moved to it, and it has visits in the place of
// windows.
type Monte struct {
	Simulations int
	Low, High   float64 // what rewards of 0 and 1 stand for, of a tree of numbers
}

// MonteStep is what only a step of one has.
type MonteStep struct {
	Simulation int // from 1
	Player     game.Player
	Why        mcts.Why
	Arms       []Arm // what the choice was between
	Moves      int   // of the position

	How     mcts.How
	Played  []string   // moves of the playout
	End     game.State // where it ended
	Scores  []float64  // by player
	Rewards []float64  // likewise

	Backed []Backed
}

// Arm is a move that a choice was between.
type Arm struct {
	Node   *Node // nil if nobody has followed it
	Move   string
	Visits int
	Mean   float64
	Prior  float64
	Terms  *bandit.Terms // nil where the policy had no say
	Chosen bool
}

// Backed is a position on the way of a simulation, with what is known after it.
type Backed struct {
	Node   *Node
	State  State
	Reward float64 // of whoever moved there
}

// maxSimulations is how many can be followed.
const maxSimulations = 5000

// RunMonte searches by Monte Carlo tree search, with random numbers from a seed, and
// returns how. A tree of numbers is searched with its scores between −1 and 1. Every
// step is remembered, up to so many as the options say.
func RunMonte(ctx context.Context, g game.Game, root game.State, name string, p mcts.Params, b mcts.Budget, seed uint64, o Options) (*Walk, error) {
	if b.Simulations == 0 || b.Simulations > maxSimulations {
		return nil, fmt.Errorf("%s: between 1 and %d simulations can be followed, such as sims=20", name, maxSimulations)
	}
	w := &Walk{Algorithm: name, Roles: g.Info().Roles, Root: &Node{}, View: max(root.Turn(), 0), Monte: &Monte{High: 1}, unit: 1}
	w.chooses = w.View
	tree, ok := g.(*minimax.Tree)
	if ok {
		if tree.Intervals() {
			return nil, fmt.Errorf("%s needs the values of leaves, and of some only bounds are known: those B* can search", name)
		}
		tree = tree.Normal()
		g, root = tree, tree.New()
		w.Tree, w.View, w.Monte.Low, w.Monte.High = true, 0, tree.Score(-1), tree.Score(1)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &monteRecorder{game: g, walk: w, stop: stop, most: cmp.Or(o.Steps, MaxSteps), path: []*Node{w.Root}, states: []game.State{root.Clone()}}
	w.Root.Side = root.Turn()
	p.Trace = r
	search, err := mcts.New(g, p)
	if err != nil {
		return nil, err
	}
	search.NewGame(w.chooses, seed)
	result, err := search.Run(ctx, root, b)
	if r.failed != nil {
		return nil, r.failed
	}
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	w.Monte.Simulations = result.Simulations
	if root.Turn() == game.Chance { // nobody chooses: what the simulations came to
		result.Value = r.scores / float64(max(result.Simulations, 1))
	}
	w.conclude(g, root, result, tree)
	r.complete(w.Root, root)
	w.Counts = r.counts
	if w.number(w.Root); len(w.Nodes) > MaxDrawn {
		return nil, errDrawn
	}
	w.Drawn = true
	end := Step{Kind: Done, Node: w.Root, State: w.Root.State, Counts: w.Counts}
	w.Steps = append(w.Steps, end)
	return w, nil
}

// conclude notes the result.
func (w *Walk) conclude(g game.Game, root game.State, r mcts.Result, tree *minimax.Tree) {
	w.Value = r.Value
	if w.chooses != w.View {
		w.Value = -w.Value
	}
	if tree != nil {
		w.Value = tree.Score(w.Value)
	}
	if root.Turn() >= 0 {
		w.Best = g.FormatMove(root, r.Move)
	}
}

// monteRecorder is a tracer that remembers the tree and the steps.
type monteRecorder struct {
	game       game.Game
	walk       *Walk
	path       []*Node
	states     []game.State
	simulation int
	counts     Counts
	most       int     // steps
	sum        float64 // rewards of whoever moves at the root, of the first player if chance does
	scores     float64 // likewise
	stop       context.CancelCauseFunc
	failed     error
}

func (r *monteRecorder) add(s Step) {
	if r.failed != nil {
		return
	}
	if len(r.walk.Steps) == r.most {
		r.failed = tooMany(r.most)
		r.stop(r.failed)
		return
	}
	s.State, s.Counts = s.Node.State, r.counts
	s.Monte.Simulation = r.simulation + 1
	r.walk.Steps = append(r.walk.Steps, s)
}

// Choose implements mcts.Tracer.
func (r *monteRecorder) Choose(c mcts.Choice) {
	r.path, r.states = r.path[:c.Depth+1], r.states[:c.Depth+1]
	at, state := r.path[c.Depth], r.states[c.Depth]
	step := Step{Kind: Select, Node: at, Monte: &MonteStep{Player: c.Player, Why: c.Why, Moves: c.Moves}}
	if c.Fresh {
		step.Kind = Expand
	}
	step.Child = r.child(at, state, c.Chosen, true)
	for _, a := range c.Arms {
		arm := Arm{Move: r.game.FormatMove(state, a.Move), Node: r.child(at, state, a.Move, false), Visits: int(a.Arm.N), Prior: float64(a.Arm.Prior), Terms: a.Terms, Chosen: a.Move == c.Chosen}
		if arm.Visits > 0 {
			arm.Mean = a.Arm.Mean()
		}
		step.Monte.Arms = append(step.Monte.Arms, arm)
	}
	slices.SortStableFunc(step.Monte.Arms, func(a, b Arm) int { return r.order(state, a) - r.order(state, b) })
	next := state.Clone()
	next.Play(c.Chosen)
	r.path, r.states = append(r.path, step.Child), append(r.states, next)
	step.Child.Side, step.Child.Over = max(next.Turn(), game.Chance), next.Turn() == game.Over
	step.Child.Leaf = step.Child.Over
	r.add(step)
}

// order is where an arm stands among the moves of a position: trees of search swap
// them about.
func (r *monteRecorder) order(s game.State, a Arm) int {
	for i, m := range s.Moves(nil) {
		if r.game.FormatMove(s, m) == a.Move {
			return i
		}
	}
	return -1
}

// child is that of a position by a move; if there is none it may be made.
func (r *monteRecorder) child(at *Node, s game.State, m game.Move, make bool) *Node {
	for _, child := range at.Children {
		if child.Play == m {
			return child
		}
	}
	if !make {
		return nil
	}
	child := &Node{Move: r.game.FormatMove(s, m), Play: m}
	if chance, ok := s.(game.Stochastic); ok && s.Turn() == game.Chance {
		child.Probability = chance.Probability(m)
	}
	at.Children = append(at.Children, child)
	return child
}

// Judge implements mcts.Tracer.
func (r *monteRecorder) Judge(j mcts.Judgement) {
	last := len(r.path) - 1
	step := Step{Kind: Playout, Node: r.path[last], Monte: &MonteStep{How: j.How, Scores: j.Scores, Rewards: j.Rewards}}
	end := r.states[last].Clone()
	for _, m := range j.Moves {
		step.Monte.Played = append(step.Monte.Played, r.game.FormatMove(end, m))
		end.Play(m)
	}
	step.Monte.End = end
	r.sum += j.Rewards[r.walk.chooses]
	r.scores += j.Scores[r.walk.chooses]
	r.counts.Leaves++
	r.add(step)
}

// Backup implements mcts.Tracer.
func (r *monteRecorder) Backup(counted []mcts.Counted) {
	r.counts.Visits++
	r.path = r.path[:min(len(r.path), len(counted)+1)]
	root := r.walk.Root
	if root.Visits++; root.Visits == 1 {
		r.counts.Positions++
	}
	root.Value, root.HasValue = r.sum/float64(root.Visits), true
	step := Step{Kind: Backup, Node: root, Monte: &MonteStep{}}
	for i, c := range counted {
		n := r.path[i+1]
		if n.Visits == 0 {
			r.counts.Positions++
		}
		n.Visits, n.Value, n.HasValue = c.Visits, c.Mean, c.Player >= 0
		step.Monte.Backed = append(step.Monte.Backed, Backed{n, n.State, c.Reward})
	}
	r.add(step)
	r.simulation++
	r.path, r.states = r.path[:len(r.path)], r.states[:len(r.path)]
}

// complete brings the moves into the game's order. A tree of numbers gets what was
// never followed too.
func (r *monteRecorder) complete(n *Node, s game.State) {
	n.Side, n.Over = s.Turn(), s.Turn() == game.Over
	n.Leaf = n.Over
	if n.Over {
		if tree, ok := r.game.(*minimax.Tree); ok && n.Visits == 0 {
			n.Value, n.HasValue = tree.Score(s.Score(0)), true
		}
		n.Side = 0
		return
	}
	known := n.Children
	n.Children = nil
	for _, m := range s.Moves(nil) {
		i := slices.IndexFunc(known, func(c *Node) bool { return c.Play == m })
		child := (*Node)(nil)
		switch {
		case i >= 0:
			child = known[i]
		case r.walk.Tree:
			child = &Node{Move: r.game.FormatMove(s, m), Play: m}
			if chance, ok := s.(game.Stochastic); ok && n.Side == game.Chance {
				child.Probability = chance.Probability(m)
			}
		default:
			continue
		}
		n.Children = append(n.Children, child)
		next := s.Clone()
		next.Play(m)
		r.complete(child, next)
	}
}
