package arena

import "gambito/stats"

// Strength is how much better the first of two agents is than the second, by who won
// games and not by how much. A game won is worth 1, a draw ½.
type Strength struct {
	Pairs   int            // of games, from which the rest comes; 0 if it comes from single games
	Results stats.Results  // all games, of the first agent
	Score   stats.Interval // points a game, at 95 %
	Elo     stats.Interval // likewise; its ends may be infinite
	Better  float64        // likelihood that the first agent is the better one
}

// contest counts the games of two agents, single and in pairs.
type contest struct {
	games   stats.Results
	pairs   stats.Pairs
	waiting map[int]int // half points in one game of a pair, by pair
}

func (d *contest) add(r Record) {
	points := r.halfPoints(0)
	d.games = d.games.Plus(results(points))
	if d.waiting == nil {
		d.waiting = map[int]int{}
	}
	pair := r.Number / 2
	if other, ok := d.waiting[pair]; ok {
		d.pairs[points+other]++
		delete(d.waiting, pair)
		return
	}
	d.waiting[pair] = points
}

// strength is from pairs where all games are in one, for games of a pair depend on
// each other.
func (d *contest) strength(paired bool) *Strength {
	s := Strength{Results: d.games}
	if paired && len(d.waiting) == 0 {
		s.Pairs, s.Score, s.Better = d.pairs.Count(), d.pairs.Score(0.95), d.pairs.Superior()
	} else {
		s.Score, s.Better = d.games.Score(0.95), d.games.Superior()
	}
	s.Elo = stats.Interval{
		Estimate: stats.EloDifference(s.Score.Estimate), Low: stats.EloDifference(s.Score.Low), High: stats.EloDifference(s.Score.High),
	}
	return &s
}
