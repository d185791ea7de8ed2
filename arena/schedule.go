package arena

import "cmp"

// ScheduleKind says who meets whom.
type ScheduleKind string

// The kinds: everybody everybody, the first agent all others, everybody one
// other a round, of like success, or everybody the next in the list.
const (
	RoundRobin ScheduleKind = "round-robin"
	Gauntlet   ScheduleKind = "gauntlet"
	Swiss      ScheduleKind = "swiss"
	Ladder     ScheduleKind = "ladder"
)

// Schedules are all kinds.
var Schedules = []ScheduleKind{RoundRobin, Gauntlet, Swiss, Ladder}

// pairings are the agents that may meet; a pairing's number is its place here.
func pairings(kind ScheduleKind, agents int) (list [][2]int) {
	for i := range agents {
		if i > 0 && kind == Gauntlet {
			break
		}
		for j := i + 1; j < agents && (kind != Ladder || j == i+1); j++ {
			list = append(list, [2]int{i, j})
		}
	}
	return list
}

// countPairings is how many there are, without making them.
func countPairings(kind ScheduleKind, agents int) float64 {
	n := float64(agents)
	if kind == Gauntlet || kind == Ladder {
		return n - 1
	}
	return n * (n - 1) / 2
}

// Key names a game of an experiment.
type Key struct {
	Game    int // of the experiment's games, from 0
	Pairing int
	Number  int // within its game and pairing, from 0, over all rounds
}

// Compare orders games as they are stored: by game, pairing and number.
func (k Key) Compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Game, o.Game), cmp.Compare(k.Pairing, o.Pairing), cmp.Compare(k.Number, o.Number))
}

// Plan is the games of an experiment in the order in which they are taken up:
// round by round, within it game by game, and there one pair of games of every
// pairing in turn, so that whatever was played so far is nearly balanced. In a
// Swiss tournament only some pairings of a round are played, and a number tells
// how often two have met, not the round.
type Plan struct {
	Games        int
	Pairings     [][2]int // agents
	Meetings     int      // pairings that are played a round
	Rounds       int
	GamesPerPair int // even
}

func planOf(games, agents int, schedule ScheduleKind, rounds, gamesPerPair int) Plan {
	p := Plan{Games: games, Pairings: pairings(schedule, agents), Rounds: rounds, GamesPerPair: gamesPerPair}
	p.Meetings = len(p.Pairings)
	if schedule == Swiss {
		p.Meetings = agents / 2
	}
	return p
}

// Total is the number of games that are played.
func (p Plan) Total() int { return p.Games * p.Meetings * p.Rounds * p.GamesPerPair }

// Places is the number of games that can be named.
func (p Plan) Places() int { return p.Games * len(p.Pairings) * p.Rounds * p.GamesPerPair }

// At is the i-th game of all that can be named.
func (p Plan) At(i int) Key {
	side := i % 2
	i /= 2
	pairing := i % len(p.Pairings)
	i /= len(p.Pairings)
	pair := i % (p.GamesPerPair / 2)
	i /= p.GamesPerPair / 2
	return Key{Game: i % p.Games, Pairing: pairing, Number: i/p.Games*p.GamesPerPair + 2*pair + side}
}

// Index is the place of a game in the order, the inverse of At; −1 if the plan
// does not have it.
func (p Plan) Index(k Key) int {
	if k.Game < 0 || k.Game >= p.Games || k.Pairing < 0 || k.Pairing >= len(p.Pairings) || k.Number < 0 || k.Number >= p.Rounds*p.GamesPerPair {
		return -1
	}
	round, within := k.Number/p.GamesPerPair, k.Number%p.GamesPerPair
	i := round*p.Games + k.Game
	i = i*(p.GamesPerPair/2) + within/2
	return (i*len(p.Pairings)+k.Pairing)*2 + within%2
}
