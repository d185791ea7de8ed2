package optimise

import (
	"math"
	"slices"

	"gambito/spec"
	"gambito/stats"
)

// Race spreads samples over the points of a batch. Sample n of every point is taken
// under the same conditions: the same opening, the same seeds. Like an optimiser it is
// asked and told.
type Race struct {
	kind     string
	samples  int // a point gets at the most
	rounds   int
	first    float64
	alpha    float64
	alive    []int
	stage    int
	done     int // samples that those alive have
	values   [][]float64
	stages   []int
	finished bool
}

// Heat is samples of a point that are wanted: from number From to To−1.
type Heat struct {
	Point    int `json:"point"`
	From, To int
}

// Races are the kinds of races by their names, with options.
var Races = spec.Catalogue[func(spec.Values) Race]{
	Kind: "race",
	Entries: []spec.Entry[func(spec.Values) Race]{
		{
			Schema: spec.Schema{ID: "none", Name: "no race", About: "All samples for every point.", Options: []spec.Option{}},
			Make:   func(spec.Values) Race { return Race{kind: "none"} },
		},
		// K. Jamieson, A. Talwalkar: AISTATS 2016.
		{
			Schema: spec.Schema{ID: "halving", Name: "successive halving", About: "Few samples for all, then the better half goes on with twice as many, and so on.", Options: []spec.Option{
				{Name: "rounds", Type: spec.Int, Default: "3", Min: 2, Max: 10, Help: "how often; the last has all samples"},
			}},
			Make: func(v spec.Values) Race { return Race{kind: "halving", rounds: v.Int("rounds")} },
		},
		// M. Birattari, T. Stützle, L. Paquete, K. Varrentrapp: GECCO 2002.
		{
			Schema: spec.Schema{ID: "f-race", Name: "F-race", About: "After every few samples those leave whose ranks are worse than the best one's beyond chance, by Friedman's test and Nemenyi's.", Options: []spec.Option{
				{Name: "first", Type: spec.Float, Default: "0.25", Min: 0.01, Max: 1, Help: "share of the samples before the first test"},
				{Name: "rounds", Type: spec.Int, Default: "5", Min: 2, Max: 100, Help: "tests at the most"},
				{Name: "alpha", Type: spec.Float, Default: "0.1", Min: 0.0001, Max: 0.5, Scale: spec.Logarithmic, Help: "probability to send one away wrongly, at each test"},
			}},
			Make: func(v spec.Values) Race {
				return Race{kind: "f-race", rounds: v.Int("rounds"), first: v.Float("first"), alpha: v.Float("alpha")}
			},
		},
	},
}

// NewRace makes a race of so many points, each of so many samples at the most.
func NewRace(text string, points, samples int) (*Race, error) {
	entry, values, err := Races.Read(text)
	if err != nil {
		return nil, err
	}
	r := entry.Make(values)
	r.samples, r.values, r.stages = samples, make([][]float64, points), make([]int, points)
	for i := range points {
		r.alive = append(r.alive, i)
	}
	return &r, nil
}

// goal is how many samples those alive have after a stage.
func (r *Race) goal(stage int) int {
	share := 1.0
	switch {
	case r.kind == "halving":
		share = math.Pow(2, float64(stage-r.rounds+1))
	case r.kind == "f-race":
		share = r.first + (1-r.first)*float64(stage)/float64(r.rounds-1)
	}
	return max(min(int(math.Ceil(share*float64(r.samples))), r.samples), 1)
}

// Ask returns what is wanted next, nothing at the end.
func (r *Race) Ask() (heats []Heat) {
	if r.finished {
		return nil
	}
	for r.goal(r.stage) <= r.done {
		r.stage++
	}
	for _, p := range r.alive {
		heats = append(heats, Heat{p, r.done, r.goal(r.stage)})
	}
	return heats
}

// Tell hands over the samples of what was asked for, in that order.
func (r *Race) Tell(values [][]float64) {
	r.done = r.goal(r.stage)
	for i, p := range r.alive {
		r.values[p] = append(r.values[p], values[i]...)
		r.stages[p] = r.stage
	}
	r.stage++
	if r.done == r.samples {
		r.finished = true
		return
	}
	switch r.kind {
	case "halving":
		slices.SortStableFunc(r.alive, func(a, b int) int { return compare(stats.Mean(r.values[b]), stats.Mean(r.values[a])) })
		r.alive = r.alive[:(len(r.alive)+1)/2]
		slices.Sort(r.alive)
	case "f-race":
		r.sendAway()
	}
	r.finished = len(r.alive) == 1 && r.kind == "f-race"
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// sendAway ends the race for those that are clearly worse than the best.
func (r *Race) sendAway() {
	if len(r.alive) < 2 {
		return
	}
	blocks := make([][]float64, r.done)
	for n := range blocks {
		for _, p := range r.alive {
			blocks[n] = append(blocks[n], r.values[p][n])
		}
	}
	test, err := stats.FriedmanTest(blocks)
	if err != nil || test.PF >= r.alpha {
		return
	}
	ranks := test.MeanRanks()
	limit := slices.Min(ranks) + stats.NemenyiDifference(len(r.alive), r.done, r.alpha)
	var left []int
	for i, p := range r.alive {
		if ranks[i] <= limit {
			left = append(left, p)
		}
	}
	r.alive = left
}

// Scores are those of all points so far.
func (r *Race) Scores() []Score {
	scores := make([]Score, len(r.values))
	for i, values := range r.values {
		scores[i] = ScoreOf(values)
		scores[i].Stage = r.stages[i]
	}
	return scores
}

// ScoreOf is what samples between 0 and 1 come to. A few that happen to agree are not
// without error: two more are counted, one at either end.
func ScoreOf(samples []float64) Score {
	n := float64(len(samples))
	if n == 0 {
		return Score{Mean: 0.5, Error: 0.5}
	}
	mean := stats.Mean(samples)
	about := (mean*n + 1) / (n + 2)
	square := (1-about)*(1-about) + about*about
	for _, x := range samples {
		square += (x - about) * (x - about)
	}
	return Score{Mean: mean, Error: math.Sqrt(square / (n + 1) / n)}
}
