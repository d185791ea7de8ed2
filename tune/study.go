// Package tune finds values for the options of an agent with which it wins more, is
// rated higher, keeps more of what positions are worth or gives less away. A Study says
// which options are searched over, by what they are judged and how; it is read from a
// file (Parse). The search asks an optimiser for batches of candidates, which meet the
// opponents with the same openings and seeds; the best of them meet once more with new
// ones (the finals), and the winner plays a match with new ones again, which alone tells
// what it is worth: the best of what was seen was lucky too.
//
// All of it is replayed from the beginning whenever it goes on, with the games that a
// file holds in place of those that were played before: what was stopped comes to the
// same as what was not, for any number of jobs, here or on a fleet.
package tune

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"gambito/agent"
	"gambito/arena"
	"gambito/duel"
	"gambito/game"
	"gambito/progress"
	"gambito/quiz"
	"gambito/tune/optimise"
)

// Study is a tuning.
type Study struct {
	Settings Settings
	Space    *Space

	// Jobs is how many games are played at a time, unless a fleet plays; nothing that is
	// found depends on it.
	duel.Who

	// Progress is told how many games were played.
	Progress progress.Func

	// Tell, unless it is nil, is told every batch of the search.
	Tell func(Batch) error

	// Enter, unless it is nil, is told when another part begins.
	Enter func(Part)

	agents    *agent.Registry
	game      game.Game
	openings  arena.Openings
	rivals    []agent.Spec
	confirmer agent.Spec
	topic     quiz.Topic // of questions

	bench bench // that plays
	journal
	played int
}

// Part is a part of a tuning.
type Part string

// The parts, in their order.
const (
	Calibrating Part = "ladder" // of the objective of this name alone
	Searching   Part = "search"
	InFinals    Part = "finals"
	Confirming  Part = "confirmation"
)

func (s *Study) enter(p Part) {
	if s.Enter != nil {
		s.Enter(p)
	}
}

// Trial is a candidate of the search and what it came to.
type Trial struct {
	Spec   string         `json:"spec" doc:"Agent spec."`
	Values []string       `json:"values" doc:"Values of the options, in their order; empty for those that mean nothing there."`
	Batch  int            `json:"batch" doc:"In which batch it was, from 1."`
	Pairs  int            `json:"pairs" doc:"Pairs of games against each opponent, or questions."`
	Points optimise.Score `json:"points" doc:"Share of the points, with its standard error."`

	point optimise.Point
}

// Batch is candidates that were judged together.
type Batch struct {
	Number int // from 1
	Games  int // so far, or moves
	Trials []Trial
	Best   string // what the method thinks is the best now
}

// Result is what a tuning came to.
type Result struct {
	Settings   Settings     `json:"settings" doc:"What was tuned and how."`
	Rungs      []Rung       `json:"rungs,omitempty" doc:"Objective ladder: the opponents."`
	Trials     []Trial      `json:"trials" doc:"Candidates of the search, in their order."`
	Importance []Importance `json:"importance" doc:"How much each option matters, by a model of all candidates; the most important first."`
	Finalists  []Trial      `json:"finalists" doc:"Who took part in the finals, the best first."`
	Winner     string       `json:"winner" doc:"Agent spec to use."`
	Confirmed  Confirmed    `json:"confirmed" doc:"What the winner is worth, by games or questions that decided nothing before."`
	Games      int          `json:"games" doc:"Games that were played, or moves that were made, in all."`
}

// Importance is how much an option matters.
type Importance struct {
	Option string  `json:"option" doc:"Name of the option."`
	Share  float64 `json:"share" doc:"Share of the variance between candidates that it explains by itself, from 0 to 1."`
}

// Total is how many games are played in all, or moves made, about: races and equal
// candidates save some, and the last batch of the search goes beyond its games.
func (s *Study) Total() int {
	set := s.Settings
	total := set.Games + set.marks(set.Finals.Candidates*set.Finals.Pairs)*finalRounds/(2*finalRounds-1)
	if set.Objective == Points {
		return total + 2*set.Confirm.Pairs
	}
	return total + 2*set.RungPairs*(set.rivals()-1) + 2*set.marks(set.Confirm.Pairs)
}

// The seeds of what is played: batches from 0 on, the finals, the match at the end, and
// the games of a ladder's rungs.
const (
	finalSeed   = 1 << 40
	confirmSeed = 2 << 40
	rungSeed    = 3 << 40
)

func (s *Study) seedOf(number uint64) uint64 { return rand.NewPCG(s.Settings.Seed, number).Uint64() }

// finalRounds is how often the finals are halved.
const finalRounds = 3

// Run tunes, or goes on.
func (s *Study) Run(ctx context.Context) (*Result, error) {
	switch {
	case s.bench != nil:
	case s.Settings.Objective.asks():
		s.bench = questions{s}
	default:
		s.bench = matches{s}
	}
	s.played, s.stage = 0, 0
	if s.Settings.Objective == Ladder {
		s.enter(Calibrating)
	}
	s.advance(0)
	rungs, err := s.calibrate(ctx)
	if err != nil {
		return nil, err
	}
	r := &Result{Settings: s.Settings, Rungs: rungs, Trials: []Trial{}}
	s.enter(Searching)
	o, err := s.search(ctx, r)
	if err != nil {
		return nil, err
	}
	s.enter(InFinals)
	if err := s.finals(ctx, r, o); err != nil {
		return nil, err
	}
	r.Winner = r.Finalists[0].Spec
	s.enter(Confirming)
	if r.Confirmed, err = s.confirm(ctx, r.Winner, rungs); err != nil {
		return nil, err
	}
	r.Importance = s.importance(r.Trials)
	r.Games = s.played
	return r, s.keep(true)
}

func (s *Study) advance(games int) {
	s.played += games
	s.Progress.Tell(s.Settings.Objective.Counted(), min(s.played, s.Total()), s.Total())
}

// problem is the space as an optimiser sees it.
func (s *Study) problem() optimise.Problem {
	return optimise.Problem{
		Dimensions: s.Space.Dimensions(), Start: s.Space.Start, Snap: s.Space.Snap, Seed: s.Settings.Seed,
		Points: s.Settings.Games / s.Settings.marks(s.Settings.Pairs),
	}
}

// search is the batches.
func (s *Study) search(ctx context.Context, r *Result) (optimise.Optimiser, error) {
	o, err := optimise.New(s.Settings.Method, s.problem())
	if err != nil {
		return nil, err
	}
	for number, end := 0, s.played+s.Settings.Games; s.played < end; number++ {
		before := s.played
		points := o.Ask()
		trials, scores, err := s.judge(ctx, number, points)
		if err != nil {
			return nil, err
		}
		if s.played == before {
			return nil, fmt.Errorf("method %s asks for nothing", s.Settings.Method)
		}
		o.Tell(scores)
		r.Trials = append(r.Trials, trials...)
		if s.Tell != nil {
			if err := s.Tell(Batch{number + 1, s.played, trials, s.Space.Spec(o.Best())}); err != nil {
				return nil, err
			}
		}
	}
	return o, nil
}

// judge has the candidates of a batch race.
func (s *Study) judge(ctx context.Context, batch int, points []optimise.Point) ([]Trial, []optimise.Score, error) {
	var specs []string
	place := make([]int, len(points)) // of the same agent
	for i, x := range points {
		text := s.Space.Spec(x)
		if place[i] = slices.Index(specs, text); place[i] < 0 {
			place[i] = len(specs)
			specs = append(specs, text)
		}
	}
	scores, counts, err := s.race(ctx, s.Settings.Race, specs, s.Settings.Pairs, uint64(batch))
	if err != nil {
		return nil, nil, err
	}
	all := make([]optimise.Score, len(points))
	trials := make([]Trial, len(specs))
	for i := len(points) - 1; i >= 0; i-- {
		k := place[i]
		all[i] = scores[k]
		trials[k] = Trial{specs[k], s.Space.chosen(points[i]), batch + 1, counts[k], scores[k], points[i]}
	}
	return trials, all, nil
}

// race has agents race against the opponents. Counts are the pairs of games that each
// has played.
func (s *Study) race(ctx context.Context, kind string, specs []string, pairs int, seed uint64) ([]optimise.Score, []int, error) {
	race, err := optimise.NewRace(kind, len(specs), pairs)
	if err != nil {
		return nil, nil, err
	}
	counts, rivals := make([]int, len(specs)), s.Settings.rivals()
	for heats := race.Ask(); heats != nil; heats = race.Ask() {
		var wanted []trial
		for _, h := range heats {
			for rival := range rivals {
				wanted = append(wanted, trial{specs[h.Point], rival, h.From, h.To})
			}
			counts[h.Point] = h.To
		}
		results, err := s.play(ctx, s.seedOf(seed), wanted)
		if err != nil {
			return nil, nil, err
		}
		samples := make([][]float64, len(heats))
		for i := range heats {
			samples[i] = averaged(results[i*rivals:][:rivals])
		}
		race.Tell(samples)
	}
	return race.Scores(), counts, nil
}

// finals chooses the winner among the best of the search.
func (s *Study) finals(ctx context.Context, r *Result, o optimise.Optimiser) error {
	specs := []string{s.Space.Spec(o.Best())}
	points := map[string]optimise.Point{specs[0]: o.Best()}
	all := make([]optimise.Score, len(r.Trials))
	order := make([]int, len(r.Trials))
	for i, t := range r.Trials {
		all[i], order[i] = t.Points, i
	}
	likely := optimise.Shrunk(all)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(likely[b], likely[a]) })
	for _, i := range order {
		if t := r.Trials[i]; len(specs) < s.Settings.Finals.Candidates && !slices.Contains(specs, t.Spec) {
			specs = append(specs, t.Spec)
			points[t.Spec] = t.point
		}
	}
	scores, counts, err := s.race(ctx, fmt.Sprintf("halving:rounds=%d", finalRounds), specs, s.Settings.Finals.Pairs, finalSeed)
	if err != nil {
		return err
	}
	for i, text := range specs {
		r.Finalists = append(r.Finalists, Trial{text, s.Space.chosen(points[text]), 0, counts[i], scores[i], points[text]})
	}
	slices.SortStableFunc(r.Finalists, func(a, b Trial) int {
		switch {
		case a.Points.Better(b.Points):
			return -1
		case b.Points.Better(a.Points):
			return 1
		}
		return 0
	})
	return nil
}

// importance is what a model of all trials says of the options.
func (s *Study) importance(trials []Trial) (list []Importance) {
	var points []optimise.Point
	var scores []optimise.Score
	for _, t := range trials {
		points, scores = append(points, t.point), append(scores, t.Points)
	}
	model := optimise.Fit(s.problem(), points, scores, nil, modelTries)
	for i, share := range model.Effects() {
		list = append(list, Importance{s.Settings.Options[i].Name, share})
	}
	slices.SortStableFunc(list, func(a, b Importance) int { return cmp.Compare(b.Share, a.Share) })
	return list
}

// modelTries is how many shapes are tried for that model.
const modelTries = 60

// trial is pairs of games of a candidate against a rival, From to To−1.
type trial struct {
	spec     string
	rival    int // its number, or confirming
	from, to int
}

const confirming = -1

// digest tells one list of trials from another.
func digest(seed uint64, wanted []trial) uint64 {
	h := fnv.New64a()
	for _, t := range wanted {
		fmt.Fprintf(h, "%d %d %d %d %s\n", seed, t.rival, t.from, t.to, t.spec)
	}
	return h.Sum64()
}
