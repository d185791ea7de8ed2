package arena

import "math"

// Lasted is how long games took: the seconds that both players thought.
type Lasted struct {
	Games                   int
	Mean, Longest, Shortest float64 // Longest and Shortest are 0 where they were not counted
}

// addDuration counts how long a game took, which the results have counted already.
func (s *sidePart) addDuration(r Record) {
	took := 0
	for _, seconds := range r.Seconds {
		took += int(math.Round(1e9 * seconds))
	}
	s.Longest = max(s.Longest, took)
	if s.Results.Games() == 1 || took < s.Shortest {
		s.Shortest = took
	}
}

// Lasted tells how long the games took that a filter chooses, which Check has found
// nothing wrong with; false if what was counted cannot tell. Like all times they are
// not reproducible.
func (t *Standings) Lasted(f Filter) (l Lasted, ok bool) {
	if !f.ByCounts() || t.parts == nil || f.Round != nil && t.partRounds != t.Settings.Rounds {
		return l, false
	}
	sum := 0
	for g, list := range t.parts {
		for i, p := range list {
			round, pairing := i/len(t.plan.Pairings), i%len(t.plan.Pairings)
			if p == nil || !is(f.Game, g) || !is(f.Round, round) || !is(f.Pairing, pairing) {
				continue
			}
			pair := t.plan.Pairings[pairing]
			for side, s := range p.Sides {
				if s == nil || s.Results.Games() == 0 || !f.seats(pair[side], pair[1-side]) {
					continue
				}
				sum += s.Nanoseconds[0] + s.Nanoseconds[1]
				l.Longest = max(l.Longest, float64(s.Longest)/1e9)
				if shortest := float64(s.Shortest) / 1e9; l.Games == 0 || shortest < l.Shortest {
					l.Shortest = shortest
				}
				l.Games += s.Results.Games()
			}
		}
	}
	l.Mean = float64(sum) / 1e9 / float64(max(l.Games, 1))
	return l, l.Games > 0
}
