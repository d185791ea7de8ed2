package agent

import (
	"context"
	"slices"
	"time"

	"gambito/game"
	"gambito/search/treetop"
)

// Analyst is an Agent that tells more of what it has found than Info holds.
type Analyst interface {
	Agent

	// Analyze chooses as Choose does, and says what it knows of all moves.
	Analyze(ctx context.Context, s game.State, q Question) (Analysis, error)
}

// Question is what an Analyst is asked beside the position.
type Question struct {
	Limits

	// Lines is of how many moves the value should be exact, the best ones. 0
	// leaves it to the agent: those that it learns while it chooses.
	Lines int

	// Tell is told what is known so far, now and then while the agent thinks, on
	// the goroutine that thinks or on another while it waits. It is never told
	// two things at once; nil if nobody wants to know.
	Tell func(Analysis)

	// Every is how often Tell should be told at the most, by agents that can tell at
	// any time. 0 leaves it to them.
	Every time.Duration

	// Tree is how many nodes of its tree an agent should show, if it has one: those
	// visited most. 0 leaves it to the agent: those that a drawing has room for.
	Tree int
}

// Analysis is what an agent has found out about a position. It is a value that
// shares nothing with the agent.
type Analysis struct {
	Move game.Move // that the agent would make
	Info
	Lines []Line        // the moves it tells of, the most promising first
	Tree  *treetop.Node // the top of its search tree; nil if it has none
	Edges int           // moves in the whole tree
	Bytes int           // that the tree takes

	Adapted []Adapted // options of the agent that it has chosen values of while it searched
}

// Adapted is an option, and what an agent has learned of its values in this game.
type Adapted struct {
	Option string
	Value  string // that it has settled on so far; empty before anything was seen
	Values []AdaptedValue
}

// AdaptedValue is what was seen of a value.
type AdaptedValue struct {
	Value       string
	Simulations int     // with it
	Reward      float64 // their mean, from 0, all lost, to 1; meaningless without simulations
}

// Clone is a copy that shares nothing with a that is changed.
func (a Analysis) Clone() Analysis {
	a.Lines = slices.Clone(a.Lines)
	return a
}

// First puts the line of a move first, if there is one.
func (a *Analysis) First(m game.Move) {
	if i := slices.IndexFunc(a.Lines, func(l Line) bool { return l.Move == m }); i > 0 {
		line := a.Lines[i]
		copy(a.Lines[1:], a.Lines[:i])
		a.Lines[0] = line
	}
}

// Line is a move, and what an agent has found out about it. Fields that mean
// nothing to it are zero.
type Line struct {
	Move      game.Move
	PV        []game.Move // the moves expected, Move first
	Value     Value       // to the player who makes it
	Visits    int         // of a tree search, or games of a rollout
	Low, High float64     // 95 % interval of the score, as if visits were independent
	Prior     float64     // how likely it was taken to be before the search
}

// Analyze asks an agent. One that is no Analyst tells of its own move only.
func Analyze(ctx context.Context, a Agent, s game.State, q Question) (Analysis, error) {
	if analyst, ok := a.(Analyst); ok {
		return analyst.Analyze(ctx, s, q)
	}
	begin := time.Now()
	m, info, err := a.Choose(ctx, s, q.Limits)
	if info.Time == 0 {
		info.Time = time.Since(begin)
	}
	return Analysis{Move: m, Info: info}, err
}
