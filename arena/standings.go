package arena

import (
	"math"

	"gambito/stats"
)

// Standings count the games of an experiment. The same games give the same
// standings in whatever order they come, but for the last digits of Seconds.
type Standings struct {
	Settings Settings
	Games    int

	// Sides has the results by game, first player and second player, as the
	// first player sees them.
	Sides [][][]stats.Results

	// Points are those of the draw rule by game, round and agent; in a Swiss
	// tournament by how often two had met before instead of by round.
	Points [][][]float64

	// Scores are like them with every win worth 1, so that those of all games
	// can be compared.
	Scores [][][]float64

	// Pairs has the pairs of games that are finished, by game and pairing, as
	// the pairing's first agent sees them.
	Pairs [][]stats.Pairs

	Course Course // how the points were made

	Forfeits []int    // by agent, games lost by an illegal move or an error
	Faults   []string // of each agent that of its first game, by Key, in which it has one
	Reasons  map[Reason]int

	Identical int // games that repeat an earlier one move by move, seats included

	Simulations, Nodes []int     // by agent
	Seconds            []float64 // by agent, thinking

	// Machines has the results by who played, if somebody has asked for them and a
	// fleet did. They are not kept with the rest.
	Machines []MachineTally

	plan       Plan
	parts      [][]*part      // by game, and by round and pairing; nil if there would be too many
	partRounds int            // rounds that parts tell apart
	tallies    [][]PointTally // by game and pairing, where games count more than a point

	// What is needed to count more games; copies have none of it.
	repeats repeats
	half    map[Key]int // points of the first agent in one game of a pair
	faulty  []Key       // by agent, the game that Faults tells of
}

// NewStandings returns those before the first game.
func NewStandings(s Settings) *Standings {
	agents, plan := len(s.Agents), s.Plan()
	t := &Standings{
		Settings: s, plan: plan, partRounds: partRounds(s, plan), half: map[Key]int{}, faulty: make([]Key, agents), Course: newCourse(s),
		Forfeits: make([]int, agents), Faults: make([]string, agents), Reasons: map[Reason]int{},
		Simulations: make([]int, agents), Nodes: make([]int, agents), Seconds: make([]float64, agents),
	}
	for _, g := range s.Games {
		sides := make([][]stats.Results, agents)
		for i := range sides {
			sides[i] = make([]stats.Results, agents)
		}
		t.Sides = append(t.Sides, sides)
		t.Points, t.Scores = append(t.Points, matrix(s.Rounds, agents)), append(t.Scores, matrix(s.Rounds, agents))
		var tallies []PointTally
		if g.maxScore() > 1 {
			tallies = make([]PointTally, len(plan.Pairings))
			for i := range tallies {
				tallies[i] = PointTally{Game: g.Game, Paired: !s.Unpaired}
			}
		}
		t.tallies = append(t.tallies, tallies)
		t.Pairs = append(t.Pairs, make([]stats.Pairs, len(plan.Pairings)))
		if t.partRounds > 0 {
			t.parts = append(t.parts, make([]*part, t.partRounds*len(plan.Pairings)))
		}
	}
	return t
}

func matrix(rows, columns int) [][]float64 {
	m, flat := make([][]float64, rows), make([]float64, rows*columns)
	for i := range m {
		m[i] = flat[i*columns : (i+1)*columns]
	}
	return m
}

// Add counts a finished game of the experiment. Copies and standings that were read
// take no more games.
func (t *Standings) Add(r Record) {
	if t.half == nil {
		panic("arena: a copy of standings does not know which games were counted")
	}
	t.Games++
	t.Reasons[r.Reason]++
	again, inRound := t.repeats.inRound(r, t.partOf(r))
	if again {
		t.Identical++
	}
	first, second := r.Seats[0], r.Seats[1]
	t.Sides[r.Venue][first][second] = t.Sides[r.Venue][first][second].Plus(results(r.halfPoints(first)))
	t.addEffort(r)
	t.addFaults(r)
	t.Course.add(r, t.Settings.Draw)
	who := t.plan.Pairings[r.Pairing][0]
	seats := straight
	if first != who {
		seats = swapped
	}
	if tallies := t.tallies[r.Venue]; tallies != nil {
		tallies[r.Pairing].add(r, seats)
	}
	t.addPart(r, seats, again, inRound)
	pair := Key{r.Venue, r.Pairing, r.Number / 2}
	points := r.halfPoints(who)
	other, ok := t.half[pair]
	if !ok {
		t.half[pair] = points
		return
	}
	delete(t.half, pair)
	t.Pairs[r.Venue][r.Pairing][points+other]++
	t.addPartPair(r, points+other)
	if len(t.Settings.Agents) == 2 {
		t.Course.addPair(t.plan.Index(r.Key())/2, points+other)
	}
}

// Which agent of a pairing has which seat.
var straight, swapped = []int{0, 1}, []int{1, 0}

// addEffort counts what the agents of a game made and spent.
func (t *Standings) addEffort(r Record) {
	number := r.Number / t.Settings.GamesPerPair
	round, scores := t.Points[r.Venue][number], t.Scores[r.Venue][number]
	for seat, i := range r.Seats {
		round[i] = tidy(round[i] + t.Settings.Draw.Points(r.Result[seat]))
		scores[i] = tidy(scores[i] + t.Settings.Draw.Points(min(r.Result[seat], 1)))
		if r.Simulations != nil {
			t.Simulations[i] += r.Simulations[seat]
		}
		if r.Nodes != nil {
			t.Nodes[i] += r.Nodes[seat]
		}
		if r.Seconds != nil {
			t.Seconds[i] += r.Seconds[seat]
		}
	}
}

// tidy rounds a sum of scores to what such a sum can be. Scores have few decimals,
// and so their sums do not depend on the order.
func tidy(sum float64) float64 { return math.Round(sum*1e6) / 1e6 }

// addFaults counts games that were forfeited.
func (t *Standings) addFaults(r Record) {
	for _, f := range r.Faults {
		if f.Reason == Resignation {
			continue
		}
		i := r.Seats[f.Seat]
		if t.Forfeits[i] == 0 || r.Key().Compare(t.faulty[i]) < 0 || t.Faults[i] == "" && r.Key() == t.faulty[i] {
			t.Faults[i], t.faulty[i] = f.Detail, r.Key()
		}
		t.Forfeits[i]++
	}
}

// results of one game from the view of an agent that made so many half points.
func results(halfPoints int) stats.Results {
	return []stats.Results{{Losses: 1}, {Draws: 1}, {Wins: 1}}[halfPoints]
}

// Comparable reports whether points of these games can be added: a win can bring
// as many in all of them.
func (t *Standings) Comparable(games ...int) bool {
	for _, g := range games {
		if t.Settings.Games[g].maxScore() != t.Settings.Games[games[0]].maxScore() {
			return false
		}
	}
	return true
}

// PointsBetween is what the first agent of a pairing won from the second at a game; nil
// where games count one point, or are too few.
func (t *Standings) PointsBetween(game, pairing int) *PointResult {
	if t.tallies[game] == nil {
		return nil
	}
	return t.tallies[game][pairing].Result()
}

// OfPoints is what an agent won and lost in these games, all its opponents taken
// together as the second agent; nil where games count one point, or different
// numbers of them, or are too few.
func (t *Standings) OfPoints(agent int, games ...int) *PointResult {
	if !t.Comparable(games...) {
		return nil
	}
	var sum PointTally
	for _, g := range games {
		for pairing, tally := range t.tallies[g] {
			switch agent {
			case t.plan.Pairings[pairing][0]:
				sum.include(tally, 0)
			case t.plan.Pairings[pairing][1]:
				sum.include(tally, 1)
			}
		}
	}
	return sum.Result()
}
