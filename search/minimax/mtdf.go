package minimax

// MTDF is MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): nothing but
// null-window searches from the root, each of which moves a lower or an upper
// bound, until the two meet. It starts at a guess f, here the value of the
// depth before, and lives on the table: what one search has found out the next
// does not look for again. Without a table it still finds the value, slowly.
func MTDF(s *Search, depth int) Result {
	guess := s.guess
	lower, upper := -infinity, infinity
	var r Result
	for lower < upper && !s.stopped {
		beta := max(guess, lower+1)
		if s.params.Trace != nil {
			s.params.Trace.Pass(float64(beta), float64(lower), float64(upper), 0)
		}
		guess = s.window(depth, beta-1, beta)
		if guess < beta {
			upper = guess
		} else {
			lower = guess
		}
		if s.params.Trace != nil {
			s.params.Trace.Passed(float64(lower), float64(upper), 0)
		}
		// A search that fails high has a move that proves it; one that fails
		// low has only bounds.
		if guess >= beta || r.PV == nil {
			r = s.found(guess)
		}
	}
	s.guess = guess
	r.Value = float64(guess)
	return r
}
