package arena

import "gambito/stats"

// Standings count the games of an experiment, in any order.
type Standings struct {
	Settings Settings
	Games    int

	// Sides has the results by game, first player and second player, as the
	// first player sees them.
	Sides [][][]stats.Results

	// Points are those of the draw rule by game, round and agent; in a Swiss
	// tournament by how often two had met before instead of by round.
	Points [][][]float64

	// Pairs has the pairs of games that are finished, by game and pairing, as
	// the pairing's first agent sees them.
	Pairs [][]stats.Pairs

	Forfeits []int    // by agent, games lost by an illegal move or an error
	Faults   []string // the first of each agent's
	Reasons  map[Reason]int

	Identical int // games that repeat an earlier one move by move, seats included

	Simulations, Nodes []int     // by agent
	Seconds            []float64 // by agent, thinking

	plan    Plan
	repeats repeats
	half    map[Key]int // points of the first agent in one game of a pair
}

// NewStandings returns those before the first game.
func NewStandings(s Settings) *Standings {
	agents, plan := len(s.Agents), s.Plan()
	t := &Standings{
		Settings: s, plan: plan, half: map[Key]int{},
		Forfeits: make([]int, agents), Faults: make([]string, agents), Reasons: map[Reason]int{},
		Simulations: make([]int, agents), Nodes: make([]int, agents), Seconds: make([]float64, agents),
	}
	for range s.Games {
		sides := make([][]stats.Results, agents)
		for i := range sides {
			sides[i] = make([]stats.Results, agents)
		}
		points, flat := make([][]float64, s.Rounds), make([]float64, s.Rounds*agents)
		for i := range points {
			points[i] = flat[i*agents : (i+1)*agents]
		}
		t.Sides, t.Points = append(t.Sides, sides), append(t.Points, points)
		t.Pairs = append(t.Pairs, make([]stats.Pairs, len(plan.Pairings)))
	}
	return t
}

// Add counts a finished game of the experiment.
func (t *Standings) Add(r Record) {
	t.Games++
	t.Reasons[r.Reason]++
	if t.repeats.again(r) {
		t.Identical++
	}
	first, second := r.Seats[0], r.Seats[1]
	t.Sides[r.Venue][first][second] = t.Sides[r.Venue][first][second].Plus(results(r.halfPoints(first)))
	round := t.Points[r.Venue][r.Number/t.Settings.GamesPerPair]
	for seat, i := range r.Seats {
		round[i] += t.Settings.Draw.Points(r.Result[seat])
		for _, count := range []struct{ sums, told []int }{{t.Simulations, r.Simulations}, {t.Nodes, r.Nodes}} {
			if count.told != nil {
				count.sums[i] += count.told[seat]
			}
		}
		if r.Seconds != nil {
			t.Seconds[i] += r.Seconds[seat]
		}
	}
	for _, f := range r.Faults {
		if i := r.Seats[f.Seat]; f.Reason != Resignation {
			t.Forfeits[i]++
			if t.Faults[i] == "" {
				t.Faults[i] = f.Detail
			}
		}
	}
	pair := Key{r.Venue, r.Pairing, r.Number / 2}
	points := r.halfPoints(t.plan.Pairings[r.Pairing][0])
	if other, ok := t.half[pair]; ok {
		t.Pairs[r.Venue][r.Pairing][points+other]++
		delete(t.half, pair)
		return
	}
	t.half[pair] = points
}

// results of one game from the view of an agent that made so many half points.
func results(halfPoints int) stats.Results {
	return []stats.Results{{Losses: 1}, {Draws: 1}, {Wins: 1}}[halfPoints]
}
