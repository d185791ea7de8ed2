package minimax

import (
	"math"

	"gambito/game"
)

// Tracer is told of a search as it goes, for those who want to see it. Play and
// Undo say where in the tree the search is; a position may be visited more
// than once. Numbers are as the side of the present position sees them, the one
// that its latest visit named; those beyond every value mean that there is none.
type Tracer interface {
	Play(m game.Move)
	Undo()

	Purpose(p Purpose)                           // of the visit that comes next
	Visit(side game.Player, alpha, beta float64) // the window
	Probe()                                      // this visit looks at one move only: the value is a bound
	Value(v float64, from Source)                // what the latest visit here came to

	// Compare tells of the move taken back last what it came to, and what that is
	// compared with: the best so far and the window, which the best has narrowed
	// already.
	Compare(v, best, alpha, beta float64)

	// Outcome tells of the decision of chance taken back last between what bounds its
	// value lies, and between which the mean of all outcomes then does.
	Outcome(lower, upper, meanLower, meanUpper float64)

	Cut() // the remaining moves here need not be looked at

	// Pass begins a pass from the root that asks which of so many moves are worth at
	// least test, where the value is known to lie between two bounds; 0 moves if
	// it asks of the root itself. Reached tells of the move taken back last whether
	// it is, and Passed what is known after the pass and how many moves are left.
	Pass(test, lower, upper float64, moves int)
	Reached(reached bool)
	Passed(lower, upper float64, moves int)

	// Of B*: Bounds are those of the present position, Prove says what is to be shown
	// of the moves that look best, and Choose which is followed from here on.
	Bounds(lower, upper float64)
	Prove(s Strategy, best, rest game.Move)
	Choose(m game.Move)
}

// Purpose is why a position is visited.
type Purpose int

// The purposes: to find its value, to test by a null window whether a move is better
// than the best, and to find the value after such a test.
const (
	ToValue Purpose = iota
	ToTest
	ToValueAgain
)

// Source is where a value comes from.
type Source int

// The sources: the moves of the position, its being a leaf, the table.
const (
	FromMoves Source = iota
	FromLeaf
	FromTable
)

// Strategy is what B* does next.
type Strategy int

// The strategies. Proven and Unprovable are the end.
const (
	ProveBest Strategy = iota
	DisproveRest
	Proven
	Unprovable
)

// cut tells the tracer of a cut-off.
func (s *Search) cut() {
	if s.params.Trace != nil {
		s.params.Trace.Cut()
	}
}

// purpose tells the tracer why the next position is visited.
func (s *Search) purpose(p Purpose) {
	if s.params.Trace != nil {
		s.params.Trace.Purpose(p)
	}
}

// compare tells the tracer what a move came to. It is small enough to cost nothing
// when nobody listens.
func (s *Search) compare(v, best, alpha, beta int) {
	if s.params.Trace != nil {
		s.tellCompare(v, best, alpha, beta)
	}
}

//go:noinline
func (s *Search) tellCompare(v, best, alpha, beta int) {
	s.params.Trace.Compare(float64(v), float64(best), float64(alpha), float64(beta))
}

// compareExpected is compare for expectations.
func (s *Search) compareExpected(v, best, alpha, beta float64) {
	if s.params.Trace != nil {
		s.params.Trace.Compare(v, best, alpha, beta)
	}
}

// tellOutcome tells the tracer what is known of an outcome and of the mean.
func (s *Search) tellOutcome(outcomes []outcome, i int) {
	lower, upper := 0.0, 0.0
	for _, o := range outcomes {
		lower += o.probability * o.lower
		upper += o.probability * o.upper
	}
	s.params.Trace.Outcome(outcomes[i].lower, outcomes[i].upper, lower, upper)
}

// unlimited is beyond every value, as windows have it.
func unlimited(v float64) bool { return math.Abs(v) >= infinity }

// Finite is a number that a tracer was told, infinite if it is beyond every value.
func Finite(v float64) float64 {
	switch {
	case !unlimited(v):
		return v
	case v > 0:
		return math.Inf(1)
	}
	return math.Inf(-1)
}
