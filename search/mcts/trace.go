package mcts

import (
	"errors"
	"math/rand/v2"
	"slices"

	"gambito/bandit"
	"gambito/game"
)

// Tracer is told of a search as it goes, for those who want to see it: of every
// simulation the choices on its way down, how it was judged where it left the tree,
// and what it changed on the way back. What it is told is its own to keep. Playouts
// are then played move by move, even by games that have a faster way.
type Tracer interface {
	Choose(c Choice)
	Judge(j Judgement)
	Backup(counted []Counted)
}

// Choice is one choice on the way down.
type Choice struct {
	Depth  int // choices before it in this simulation
	Player game.Player
	Visits int // of the position, before
	Chosen game.Move
	Fresh  bool // nobody has followed that move before
	Why    Why

	// Arms are the moves of the position that have been followed, and what was known
	// of them; of a choice by the policy those that it was shown, as it was shown
	// them, and their terms if it can tell.
	Arms  []ShownArm
	Moves int // of the position, shown or not
}

// ShownArm is a move and what was known of it.
type ShownArm struct {
	Move  game.Move
	Arm   bandit.Arm
	Terms *bandit.Terms
}

// Why is what decided a choice.
type Why string

// The reasons.
const (
	Untried  Why = "untried"  // moves that were not tried come first
	Selected Why = "policy"   // the selection policy
	ByChance Why = "chance"   // the dice
	ByWeight Why = "weights"  // a policy with weights of its own
	Knockout Why = "knockout" // the knockout of the root's moves
)

// Judgement is how a simulation was judged where it left the tree.
type Judgement struct {
	How     How
	Moves   []game.Move // of the playout
	Scores  []float64   // by player
	Rewards []float64   // likewise
}

// How is by what.
type How string

// The ways: the game was over, its score was proven, it was played out, or an
// evaluation was asked, after a playout or not.
const (
	Ended     How = "over"
	WasProven How = "proven"
	PlayedOut How = "playout"
	Evaluated How = "evaluation"
)

// Counted is a move on the way back, with what is known of it now.
type Counted struct {
	Player game.Player // who made it, or chance
	Move   game.Move
	Reward float64 // what the simulation was worth to that player
	Visits int
	Mean   float64 // of the rewards
	Proven bool    // its score is
	Score  float64 // which is
}

func (p *Params) checkTrace(of traits) error {
	if p.Trace != nil && (of.together || p.Threads > 1 || p.Batch > 1) {
		return errors.New("a search can be followed step by step where players move in turn and one thread makes one simulation after the other")
	}
	return nil
}

// shown is what a policy was shown at the choice that is being made.
type shown struct {
	arms    []bandit.Arm
	moves   []game.Move
	context bandit.Context
	source  rand.PCG // before it chose
	set     bool
}

// show remembers what the policy is shown. edges are those of the arms, nil for
// those of the node in their order.
func (w *worker) show(n *node, arms []bandit.Arm, edges []int32, c bandit.Context) {
	s := &w.shown
	s.arms, s.context, s.source, s.set = slices.Clone(arms), c, w.source, true
	s.moves = s.moves[:0]
	for i := range arms {
		e := n.first + int32(i)
		if edges != nil {
			e = edges[i]
		}
		s.moves = append(s.moves, w.tree.moves[e])
	}
}

// tellChoice tells the tracer of a choice at n, which had not been visited after it.
func (w *worker) tellChoice(n *node, edge int32) {
	t := w.tree
	c := Choice{
		Depth: len(w.path), Player: n.turn, Visits: int(n.visits), Moves: int(n.count),
		Chosen: t.moves[edge], Fresh: t.arms[edge].N == 0, Why: Untried,
	}
	switch {
	case n.turn == game.Chance:
		c.Why = ByChance
	case t.p.Gumbel != nil && n == &t.nodes[0]:
		c.Why = Knockout
	case t.p.Weighted != nil:
		c.Why = ByWeight
	case w.shown.set:
		c.Why = Selected
	}
	if c.Why == Selected {
		c.Arms = w.shownArms()
	} else {
		c.Arms = w.knownArms(n)
	}
	w.shown.set = false
	t.p.Trace.Choose(c)
}

// shownArms are those that the policy chose from.
func (w *worker) shownArms() (list []ShownArm) {
	s := &w.shown
	for i, arm := range s.arms {
		list = append(list, ShownArm{Move: s.moves[i], Arm: arm})
	}
	if teller, ok := w.p.Policy.(bandit.Teller); ok {
		source := s.source
		for i, terms := range teller.Terms(s.arms, s.context, rand.New(&source)) {
			list[i].Terms = &terms
		}
	}
	return list
}

// knownArms are the moves that were followed before, or all that a Weighted policy
// draws from.
func (w *worker) knownArms(n *node) (list []ShownArm) {
	t := w.tree
	var chances []float64
	if teller, ok := t.p.Weighted.(bandit.Chances); ok && n.turn >= 0 {
		chances = teller.Chances(t.weights[n.first : n.first+n.count])
	}
	for i := range n.count {
		arm := t.arms[n.first+i]
		if arm.N == 0 && chances == nil {
			continue
		}
		shown := ShownArm{Move: t.moves[n.first+i], Arm: arm}
		if chances != nil {
			shown.Terms = &bandit.Terms{Kind: bandit.Probability, Index: chances[i]}
			if arm.N > 0 {
				shown.Terms.Mean = arm.Mean()
			}
		}
		list = append(list, shown)
	}
	return list
}

// tellJudgement tells the tracer what the simulation came to.
func (w *worker) tellJudgement(how How) {
	w.p.Trace.Judge(Judgement{How: how, Moves: slices.Clone(w.playedOut), Scores: slices.Clone(w.scores), Rewards: slices.Clone(w.rewards)})
	w.playedOut = w.playedOut[:0]
}

// tellBackup tells the tracer what the path looks like now.
func (w *worker) tellBackup() {
	t := w.tree
	var list []Counted
	for _, st := range w.path {
		n, arm := &t.nodes[st.node], t.arms[st.edge]
		c := Counted{Player: n.turn, Move: t.moves[st.edge], Visits: int(arm.N), Mean: arm.Mean()}
		if n.turn >= 0 {
			c.Reward = w.rewards[n.turn]
		}
		if t.p.Solver && t.bounds[st.edge].proven() {
			c.Proven, c.Score = true, float64(t.bounds[st.edge].low)
		}
		list = append(list, c)
	}
	t.p.Trace.Backup(list)
}
