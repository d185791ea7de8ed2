package arena

import "gambito/stats"

// Score is what a match comes to so far, between two or among any number of
// agents.
type Score struct {
	Table TableTally
	Two   *Tally // of a match between two who share a fixed sum, else nil

	points  PointTally
	contest contest
	stop    Stop
}

// NewScore is the score of a match before its first game.
func NewScore(m Match) *Score {
	s := &Score{Table: NewTableTally(len(m.Agents)), stop: m.Stop}
	if len(m.Agents) == 2 && !m.Game.Info().GeneralSum {
		s.Two, s.points = &Tally{}, PointTally{Game: m.Game, Paired: !m.Unpaired}
	}
	return s
}

// Add counts one game, if it is finished.
func (s *Score) Add(r Record) {
	s.Table.Add(r)
	if s.Two != nil {
		s.Two.Add(r)
		s.points.Add(r)
		if r.Result != nil {
			s.contest.add(r)
		}
	}
}

// Strength compares two agents who share a fixed sum by games won; nil of other matches,
// before the first game, and where what is won are amounts, of which OfPoints tells.
func (s *Score) Strength() *Strength {
	if s.Two == nil || s.Two.Games == 0 || s.points.Game.Info().Amounts() != "" {
		return nil
	}
	return s.contest.strength(s.points.Paired)
}

// Verdict is what the rule that ends the match makes of its games; nil if it ends
// with the last one.
func (s *Score) Verdict() *Verdict {
	if !s.stop.sequential() {
		return nil
	}
	v := s.stop.Judge(s.contest.pairs, s.Two.Wins[0]+s.Two.Wins[1])
	return &v
}

// WinShare is the share of games that each agent won, with Wilson's 95 % interval.
func (s *Score) WinShare() []stats.Interval {
	wins := s.Table.Wins
	if s.Two != nil {
		wins = s.Two.Wins[:]
	}
	shares := make([]stats.Interval, len(wins))
	for i, n := range wins {
		shares[i] = stats.Wilson(n, s.Table.Games)
	}
	return shares
}

// OfPoints is what two agents won in games that can count more than one; nil of
// other matches, and if there are too few games.
func (s *Score) OfPoints() *PointResult {
	if s.Two == nil || s.points.Game.Info().Amounts() == "" {
		return nil
	}
	return s.points.Result()
}
