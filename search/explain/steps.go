package explain

import "gambito/search/minimax"

// Kind is what a step does.
type Kind string

// The kinds of all searches but Monte Carlo's.
const (
	Enter    Kind = "enter"    // a position is visited
	Leaf     Kind = "leaf"     // it is a leaf: its value
	Table    Kind = "table"    // the transposition table knows it
	Compared Kind = "compare"  // a move's value is compared with the best and the window
	Outcome  Kind = "outcome"  // what an outcome of chance does to the mean
	Cut      Kind = "cut"      // the remaining moves are cut off
	Return   Kind = "return"   // the value of a position is known
	Pass     Kind = "pass"     // a pass from the root begins, with what it asks
	Reached  Kind = "reached"  // whether a move reaches what the pass asks
	Passed   Kind = "passed"   // what is known after the pass
	Bounds   Kind = "bounds"   // a position gets its two bounds
	Strategy Kind = "strategy" // what B* tries to prove
	Choose   Kind = "choose"   // which move it follows
	Done     Kind = "done"     // the end
)

// Step is one thing that a search did at a position, and what is known after it.
// Numbers are as the walk's View sees them.
type Step struct {
	Kind   Kind
	Node   *Node
	Child  *Node // the move that it is about, nil if none
	Other  *Node // a second one
	State  State // of Node after it
	Counts Counts

	ChildState, OtherState State // of those, then

	Value, Best  float64 // what was compared
	Alpha, Beta  float64 // with which window
	Lower, Upper float64 // bounds of the mean, or of the value at the root
	Test         float64 // what a pass asks
	Count        int     // moves that are not looked at, or are in the race
	Pass         int     // number of the pass
	Reached      bool
	Purpose      minimax.Purpose
	Strategy     minimax.Strategy

	Monte *MonteStep // of a Monte Carlo tree search
}

// Replay is what is known of every position, by its number, after so many steps.
func (w *Walk) Replay(steps int) []State {
	known := make([]State, len(w.Nodes))
	for _, s := range w.Steps[:steps] {
		known[s.Node.Number] = s.State
		if s.Monte != nil {
			for _, b := range s.Monte.Backed {
				known[b.Node.Number] = b.State
			}
		}
	}
	return known
}
