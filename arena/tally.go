package arena

import (
	"hash/maphash"
	"slices"
)

// Tally is the sum of a match's records so far, of two agents of whom one wins
// what the other loses. Lists run over the match's agents in the order they were
// given.
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
	seen map[uint64]uint64 // in which rounds, a bit each
}

// again notes a game and reports whether it is a repetition.
func (s *repeats) again(r Record) bool {
	again, _ := s.inRound(r, 0)
	return again
}

// inRound notes a game of a round below 64 and reports whether it is a repetition,
// and whether it is one of a game of the same round.
func (s *repeats) inRound(r Record, round int) (again, inRound bool) {
	if s.seen == nil {
		s.seed, s.seen = maphash.MakeSeed(), map[uint64]uint64{}
	}
	key := maphash.Comparable(s.seed, struct {
		moves        string
		venue, first int // who has the first seat tells who has the others
		pairing      int
	}{r.Moves, r.Venue, r.Seats[0], r.Pairing})
	rounds, again := s.seen[key]
	inRound = rounds>>round&1 == 1
	if !inRound {
		s.seen[key] = rounds | 1<<round
	}
	return again, inRound
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
	r.countForfeits(t.Forfeits[:], t.Faults[:])
	if t.repeats.again(r) {
		t.Identical++
	}
}

// countForfeits adds what agents did wrong, and keeps the first fault of each.
func (r *Record) countForfeits(forfeits []int, first []string) {
	for _, f := range r.Faults {
		if f.Reason == Resignation {
			continue
		}
		i := r.Seats[f.Seat]
		forfeits[i]++
		if first[i] == "" {
			first[i] = f.Detail
		}
	}
}

// TableTally is the sum of the records of a match that is not between two, or of a
// game in which what one wins others need not lose (game.Info.GeneralSum): every
// agent has its own points then. Lists run over the match's agents.
type TableTally struct {
	Games     int
	Wins      []int     // games in which no other scored as much; of one player alone, those with all there is to win
	Draws     int       // games that nobody won
	Points    []float64 // a point for the best score there is, none for the worst
	Forfeits  []int     // games lost by an illegal move or an error
	Faults    []string  // the first of each agent's
	Identical int       // games that repeat an earlier one move by move, seats included

	repeats repeats
}

// NewTableTally returns a tally of so many agents.
func NewTableTally(agents int) TableTally {
	return TableTally{Wins: make([]int, agents), Points: make([]float64, agents), Forfeits: make([]int, agents), Faults: make([]string, agents)}
}

// Add counts one game, if it is finished.
func (t *TableTally) Add(r Record) {
	if r.Result == nil {
		return
	}
	t.Games++
	best := slices.Max(r.Result)
	winners := 0
	for seat, score := range r.Result {
		t.Points[r.Seats[seat]] += (score + 1) / 2
		if score == best {
			winners++
		}
	}
	if won := winners == 1 && (len(r.Result) > 1 || best >= 1); won {
		t.Wins[r.Seats[slices.Index(r.Result, best)]]++
	} else {
		t.Draws++
	}
	r.countForfeits(t.Forfeits, t.Faults)
	if t.repeats.again(r) {
		t.Identical++
	}
}
