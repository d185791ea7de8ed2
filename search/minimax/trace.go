package minimax

import "gambito/game"

// Tracer is told of a search as it goes, for those who want to see it. Play and
// Undo say where in the tree the search is; a position may be visited more
// than once.
type Tracer interface {
	Play(m game.Move)
	Undo()
	Visit(side game.Player, alpha, beta float64) // the window, as side sees it
	Probe()                                      // this visit looks at one move only: the value is a bound
	Value(v float64)                             // what the latest visit here came to, as its side sees it
	Cut()                                        // the remaining moves here need not be looked at
}

// cut tells the tracer of a cut-off.
func (s *Search) cut() {
	if s.params.Trace != nil {
		s.params.Trace.Cut()
	}
}
