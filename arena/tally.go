package arena

import "hash/maphash"

// Tally is the sum of a match's records so far. Lists run over the match's
// agents in the order they were given.
type Tally struct {
	Games     int
	Wins      [2]int
	FirstWins [2]int // those won with the first move
	Draws     int
	Points    [2]float64 // what each won: the score of a win, half a point for a draw
	Forfeits  [2]int     // games lost by an illegal move or an error
	Faults    [2]string  // the first of each agent's
	Identical int        // games that repeat an earlier one move by move, seats included

	repeats repeats
}

// repeats tells games that were played before, move by move.
type repeats struct {
	seed maphash.Seed
	seen map[uint64]struct{}
}

// again notes a game and reports whether it is a repetition.
func (s *repeats) again(r Record) bool {
	if s.seen == nil {
		s.seed, s.seen = maphash.MakeSeed(), map[uint64]struct{}{}
	}
	key := maphash.Comparable(s.seed, struct {
		moves         string
		venue         int
		first, second int
	}{r.Moves, r.Venue, r.Seats[0], r.Seats[1]})
	_, again := s.seen[key]
	s.seen[key] = struct{}{}
	return again
}

// Add counts one game, if it is finished.
func (t *Tally) Add(r Record) {
	if r.Result == nil {
		return
	}
	t.Games++
	drawn := true
	for seat, i := range r.Seats {
		score := r.Result[seat]
		drawn = drawn && score == 0
		switch {
		case score > 0:
			t.Wins[i]++
			t.Points[i] += score
			if seat == 0 {
				t.FirstWins[i]++
			}
		case score == 0:
			t.Points[i] += 0.5
		}
	}
	if drawn {
		t.Draws++
	}
	for _, f := range r.Faults {
		if f.Reason == Resignation {
			continue
		}
		i := r.Seats[f.Seat]
		t.Forfeits[i]++
		if t.Faults[i] == "" {
			t.Faults[i] = f.Detail
		}
	}
	if t.repeats.again(r) {
		t.Identical++
	}
}
