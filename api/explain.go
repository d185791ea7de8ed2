package api

import (
	"gambito/bandit"
	"gambito/board"
	"gambito/game"
	"gambito/search/explain"
	"gambito/search/minimax"
	"gambito/words"
)

// Walk is how an algorithm walked a tree.
type Walk struct {
	Algorithm string  `json:"algorithm" doc:"Name of the algorithm."`
	Value     float64 `json:"value" doc:"What it found the root to be worth, in units of the evaluation; of a tree as MAX sees it, in the unit of its leaves."`
	Exact     bool    `json:"exact" doc:"Whether that is the value itself, not only a bound of it."`
	Move      string  `json:"move" doc:"The move it would make."`
	explain.Counts
}

// NewWalks are the walks of several algorithms.
func NewWalks(walks []*explain.Walk) []Walk {
	rows := []Walk{}
	for _, w := range walks {
		rows = append(rows, newWalk(w))
	}
	return rows
}

func newWalk(w *explain.Walk) Walk {
	return Walk{w.Algorithm, w.Value, w.Bound == minimax.Exactly && w.Monte == nil, w.Best, w.Counts}
}

// Lesson is a walk with its steps.
type Lesson struct {
	Walk
	Bound       string       `json:"bound,omitempty" enum:"≥,≤" doc:"How the value is meant if it is no more than a bound; absent of the value itself."`
	Roles       []string     `json:"roles" doc:"What the players are called."`
	View        int          `json:"view" doc:"Seat of the player as whom values and windows are seen, who wants them to be great."`
	Simulations int          `json:"simulations,omitempty" doc:"Simulations of a Monte Carlo tree search; the value of a position is then the mean reward of whoever moved there."`
	Low         *float64     `json:"low,omitempty" doc:"What a reward of 0 of MAX stands for, of such a search in a tree of numbers."`
	High        *float64     `json:"high,omitempty" doc:"What a reward of 1 of MAX stands for, likewise."`
	Nodes       []LessonNode `json:"nodes" doc:"The positions, each before those that its moves lead to; they are referred to by their place in this list, from 0."`
	Steps       []LessonStep `json:"steps" doc:"What the search did, one thing after the other."`
}

// LessonNode is a position of a walked tree.
type LessonNode struct {
	Parent      int          `json:"parent" doc:"The position it comes from; -1 of the root."`
	Move        string       `json:"move,omitempty" doc:"The move that leads here; absent of the root."`
	Probability float64      `json:"probability,omitempty" doc:"Of that move, if chance made it."`
	Side        int          `json:"side" doc:"Seat of who moves here, -1 where chance decides."`
	Leaf        bool         `json:"leaf,omitempty" doc:"Whether the game is over here, or the depth reached."`
	Value       *float64     `json:"value,omitempty" doc:"What a leaf of a tree is worth; of a game only if it is over and was never visited."`
	Lower       *float64     `json:"lower,omitempty" doc:"Lower bound of a leaf of a tree of which no more is known."`
	Upper       *float64     `json:"upper,omitempty" doc:"Upper bound, likewise."`
	Position    string       `json:"position,omitempty" doc:"The position as the game writes it; absent of trees of numbers."`
	Board       *board.Board `json:"board,omitempty" doc:"The position to be drawn, where that was asked for."`
}

// LessonState is what is known of a position after a step.
type LessonState struct {
	Node   int      `json:"node" doc:"The position."`
	Visits int      `json:"visits" doc:"How often it was visited."`
	Alpha  *float64 `json:"alpha,omitempty" doc:"Lower end of the window of the latest visit, as the moves looked at have narrowed it; absent if there is none."`
	Beta   *float64 `json:"beta,omitempty" doc:"Upper end of it, likewise."`
	Value  *float64 `json:"value,omitempty" doc:"What the latest visit found; absent while it is not known."`
	Bound  string   `json:"bound,omitempty" enum:"≥,≤" doc:"How that is meant if it is no more than a bound."`
	Cut    bool     `json:"cut,omitempty" doc:"Whether the rest of its moves were cut off."`
	Probed bool     `json:"probed,omitempty" doc:"Whether the latest visit looked at one move only."`
	Lower  *float64 `json:"lower,omitempty" doc:"Lower bound of its value, of B*."`
	Upper  *float64 `json:"upper,omitempty" doc:"Upper bound, likewise."`
	Reward *float64 `json:"reward,omitempty" doc:"What the simulation was worth to whoever moved here."`
}

// LessonStep is one thing that a search did.
type LessonStep struct {
	Kind   explain.Kind  `json:"kind" doc:"What it does."`
	Node   int           `json:"node" doc:"The position at which."`
	Child  *int          `json:"child,omitempty" doc:"Where the move leads that it is about."`
	Better bool          `json:"better,omitempty" doc:"Whether that move is the best of the position so far."`
	Text   string        `json:"text" doc:"What happens and why, in a sentence or two."`
	States []LessonState `json:"states" doc:"What is known after it of the positions that it changes."`

	Positions int `json:"positions" doc:"Positions visited so far."`
	Visits    int `json:"visits" doc:"All visits so far; of a Monte Carlo tree search simulations."`
	Leaves    int `json:"leaves" doc:"Visits of leaves so far."`
	CutOffs   int `json:"cutoffs" doc:"Positions whose remaining moves are cut off."`

	Pass  int      `json:"pass,omitempty" doc:"Number of the pass, of MTD(f) and Best Node Search."`
	Test  *float64 `json:"test,omitempty" doc:"What the pass asks: whether the value reaches this."`
	Lower *float64 `json:"lower,omitempty" doc:"Lower bound: of the value at the root, or of the mean of all outcomes; absent if there is none."`
	Upper *float64 `json:"upper,omitempty" doc:"Upper bound, likewise."`

	Simulation int          `json:"simulation,omitempty" doc:"Number of the simulation, from 1, of a Monte Carlo tree search."`
	Arms       []LessonArm  `json:"arms,omitempty" doc:"The moves that the choice was between."`
	Playout    []string     `json:"playout,omitempty" doc:"The moves of the playout."`
	Rewards    []float64    `json:"rewards,omitempty" doc:"What the simulation was worth, by seat."`
	End        *board.Board `json:"end,omitempty" doc:"Where the playout ended, to be drawn, where that was asked for."`
}

// LessonArm is a move that a choice of a Monte Carlo tree search was between.
type LessonArm struct {
	Node        *int             `json:"node,omitempty" doc:"Where it leads; absent if nobody has followed it."`
	Move        string           `json:"move" doc:"The move."`
	Visits      int              `json:"visits" doc:"How often it was followed."`
	Mean        *float64         `json:"mean,omitempty" doc:"Mean reward, or what the policy takes for it; absent of a move never followed."`
	Exploration *float64         `json:"exploration,omitempty" doc:"What the policy adds to the mean."`
	Index       *float64         `json:"index,omitempty" doc:"What the policy compares."`
	Kind        bandit.TermsKind `json:"kind,omitempty" doc:"What the index is: mean and exploration, a draw of the mean, an urgency, or a probability."`
	Prior       float64          `json:"prior,omitempty" doc:"Probability that the move is best, given beforehand."`
	Chosen      bool             `json:"chosen,omitempty" doc:"Whether it was chosen."`
}

// NewLesson is a walk with its steps, told in a language, and with boards if a game is
// given, from its position root on.
func NewLesson(in words.Words, w *explain.Walk, g game.Game, root game.State, boards bool) Lesson {
	l := Lesson{Walk: newWalk(w), Bound: sign(w.Bound), View: int(w.View), Nodes: []LessonNode{}, Steps: []LessonStep{}}
	for _, role := range w.Roles {
		l.Roles = append(l.Roles, in.Text(role))
	}
	if w.Monte != nil {
		l.Simulations = w.Monte.Simulations
		if w.Tree {
			l.Low, l.High = &w.Monte.Low, &w.Monte.High
		}
	}
	n := lessonNodes{in: in, game: g, boards: boards && !w.Tree, tree: w.Tree}
	n.add(w.Root, -1, root)
	l.Nodes = n.list
	for i := range w.Steps {
		l.Steps = append(l.Steps, newLessonStep(in, w, &w.Steps[i], g, n.boards))
	}
	return l
}

// lessonNodes lists positions in the order of their numbers.
type lessonNodes struct {
	in           words.Words
	game         game.Game
	boards, tree bool
	list         []LessonNode
}

func (l *lessonNodes) add(n *explain.Node, parent int, s game.State) {
	node := LessonNode{Parent: parent, Move: l.in.Text(n.Move), Probability: n.Probability, Side: int(max(n.Side, game.Chance)), Leaf: n.Leaf}
	tree, _ := l.game.(*minimax.Tree)
	switch {
	case tree != nil && s.Turn() == game.Over:
		if low, high := tree.Leaf(s); low < high {
			node.Lower, node.Upper = &low, &high
		} else {
			node.Value = &low
		}
	case n.Visits == 0 && n.HasValue:
		node.Value = finite(n.Value)
	}
	if !l.tree {
		node.Position = l.game.FormatPosition(s)
	}
	if l.boards {
		b := board.Of(l.in, l.game, s)
		node.Board = &b
	}
	number := len(l.list)
	l.list = append(l.list, node)
	for _, child := range n.Children {
		next := s.Clone()
		next.Play(child.Play)
		l.add(child, number, next)
	}
}

func newLessonStep(in words.Words, w *explain.Walk, s *explain.Step, g game.Game, boards bool) LessonStep {
	step := LessonStep{
		Kind: s.Kind, Node: s.Node.Number, Text: w.Say(in, s), Better: w.Better(s), Pass: s.Pass,
		Positions: s.Counts.Positions, Visits: s.Counts.Visits, Leaves: s.Counts.Leaves, CutOffs: s.Counts.CutOffs,
		States: []LessonState{newLessonState(w, s.Node, s.State)},
	}
	if s.Child != nil {
		step.Child = &s.Child.Number
	}
	switch s.Kind {
	case explain.Pass:
		step.Test, step.Lower, step.Upper = finite(s.Test), finite(s.Lower), finite(s.Upper)
	case explain.Passed, explain.Outcome:
		step.Lower, step.Upper = finite(s.Lower), finite(s.Upper)
	}
	if m := s.Monte; m != nil {
		step.Simulation, step.Playout, step.Rewards = m.Simulation, m.Played, m.Rewards
		for _, a := range m.Arms {
			step.Arms = append(step.Arms, newLessonArm(in, a))
		}
		for _, b := range m.Backed {
			state := newLessonState(w, b.Node, b.State)
			state.Reward = &b.Reward
			step.States = append(step.States, state)
		}
		if boards && m.End != nil {
			end := board.Of(in, g, m.End)
			step.End = &end
		}
	}
	return step
}

func newLessonState(w *explain.Walk, n *explain.Node, s explain.State) LessonState {
	state := LessonState{Node: n.Number, Visits: s.Visits, Cut: s.Cut, Probed: s.Probed}
	if s.HasValue {
		state.Value = finite(s.Value)
	}
	if w.Monte != nil {
		return state
	}
	if bound, ok := w.Meant(n, s); ok {
		state.Bound = sign(bound)
	}
	if s.Visits > 0 && !s.Bounded {
		alpha, beta := w.Window(s)
		state.Alpha, state.Beta = finite(alpha), finite(beta)
	}
	if s.Bounded {
		state.Lower, state.Upper = finite(s.Lower), finite(s.Upper)
	}
	return state
}

func newLessonArm(in words.Words, a explain.Arm) LessonArm {
	arm := LessonArm{Move: in.Text(a.Move), Visits: a.Visits, Prior: a.Prior, Chosen: a.Chosen}
	if a.Node != nil {
		arm.Node = &a.Node.Number
	}
	if a.Visits > 0 {
		arm.Mean = &a.Mean
	}
	if t := a.Terms; t != nil {
		arm.Kind, arm.Index = t.Kind, finite(t.Index)
		if t.Kind == bandit.Sum || t.Kind == bandit.Sample {
			exploration := t.Exploration()
			arm.Mean, arm.Exploration = &t.Mean, finite(exploration)
		}
	}
	return arm
}

// sign is how a bound is written.
func sign(b minimax.Bound) string {
	switch b {
	case minimax.AtLeast:
		return "≥"
	case minimax.AtMost:
		return "≤"
	}
	return ""
}
