package arena

import "gambito/stats"

// ByCounts reports whether a filter chooses games by what standings count apart:
// games, rounds, pairings, agents and sides, not by how each of them went.
func (f Filter) ByCounts() bool { return f.Result == "" && f.Reason == "" && f.Opening == "" }

// Filtered are the standings of the games that a filter chooses, which Check has found
// nothing wrong with, without a look at any game; false if what was counted cannot tell.
// They take no more games and cannot be filtered again.
func (t *Standings) Filtered(f Filter) (*Standings, bool) {
	switch {
	case f.All():
		return t, true
	case !f.ByCounts() || t.parts == nil || f.Round != nil && t.partRounds != t.Settings.Rounds:
		return nil, false
	}
	c := NewStandings(t.Settings)
	for g, list := range t.parts {
		for i, p := range list {
			round, pairing := i/len(t.plan.Pairings), i%len(t.plan.Pairings)
			if p != nil && is(f.Game, g) && is(f.Round, round) && is(f.Pairing, pairing) {
				c.include(p, g, round, pairing, f)
			}
		}
	}
	c.parts, c.half, c.faulty = nil, nil, nil
	return c, true
}

// include counts what a filter chooses of a part.
func (t *Standings) include(p *part, game, round, pairing int, f Filter) {
	pair := t.plan.Pairings[pairing]
	for side, s := range p.Sides {
		if s == nil || !f.seats(pair[side], pair[1-side]) {
			continue
		}
		t.includeSide(s, game, round, pairing, side, f.Round != nil)
		if f.Side != nil && s.Tally != nil {
			t.tallies[game][pairing].include(*s.Tally, 0)
		}
	}
	if f.Side != nil || !f.seats(pair[0], pair[1]) { // of one side there is no pair
		return
	}
	t.Pairs[game][pairing] = t.Pairs[game][pairing].Plus(p.Pairs)
	if p.Tally != nil {
		t.tallies[game][pairing].include(*p.Tally, 0)
	}
	course := &t.Course
	for course.PairSize < p.Course.Size {
		course.PairSize, course.Pairs = 2*course.PairSize, halved(course.Pairs, stats.Pairs.Plus)
	}
	for i, pairs := range p.Course.List {
		block := (p.Course.From + i) * p.Course.Size / course.PairSize
		for len(course.Pairs) <= block {
			course.Pairs = append(course.Pairs, stats.Pairs{})
		}
		course.Pairs[block] = course.Pairs[block].Plus(pairs)
	}
}

// seats reports whether a filter wants games in which these two sit so.
func (f Filter) seats(first, second int) bool {
	if f.Agent == nil {
		return true
	}
	seat, other := 0, second
	switch *f.Agent {
	case first:
	case second:
		seat, other = 1, first
	default:
		return false
	}
	return is(f.Side, seat) && is(f.Opponent, other)
}

// includeSide counts one side of a part; games that repeat one are those of its round,
// or of all rounds.
func (t *Standings) includeSide(s *sidePart, game, round, pairing, side int, ofRound bool) {
	pair := t.plan.Pairings[pairing]
	first, second := pair[side], pair[1-side]
	t.Games += s.Results.Games()
	t.Sides[game][first][second] = t.Sides[game][first][second].Plus(s.Results)
	for reason, n := range s.Reasons {
		t.Reasons[reason] += n
	}
	if ofRound {
		t.Identical += s.Identical
	} else {
		t.Identical += s.Repeats
	}
	for i, agent := range pair {
		for after, made := range s.Rounds {
			t.Points[game][round+after][agent] = tidy(t.Points[game][round+after][agent] + made[i])
			t.Scores[game][round+after][agent] = tidy(t.Scores[game][round+after][agent] + made[2+i])
		}
		t.Simulations[agent] += s.Simulations[i]
		t.Nodes[agent] += s.Nodes[i]
		t.Seconds[agent] += float64(s.Nanoseconds[i]) / 1e9
		if s.Forfeits[i] > 0 {
			key := Key{game, pairing, s.Faulty[i]}
			if t.Forfeits[agent] == 0 || key.Compare(t.faulty[agent]) < 0 {
				t.Faults[agent], t.faulty[agent] = s.Faults[i], key
			}
			t.Forfeits[agent] += s.Forfeits[i]
		}
	}
	t.Course.include(s.Course, pair)
}

// include counts blocks of games of two agents.
func (c *Course) include(b blocks[[3]float64], pair [2]int) {
	for c.Size < b.Size && len(b.List) > 0 {
		c.widen()
	}
	for i, made := range b.List {
		block := (b.From + i) * b.Size / c.Size
		c.reach(block)
		for i, agent := range pair {
			c.Games[block][agent] += int(made[0])
			c.Points[block][agent] = tidy(c.Points[block][agent] + made[1+i])
		}
	}
}
