package tune

import (
	"fmt"
	"slices"
	"strings"

	"gambito/learn/truth"
	"gambito/quiz"
)

// Objective is what candidates are judged by.
type Objective string

// The objectives.
const (
	Points   Objective = "points"   // of games against opponents
	Ladder   Objective = "ladder"   // the rating among opponents of rising strength
	Accuracy Objective = "accuracy" // moves that keep the exact outcome of solved positions
	Regret   Objective = "regret"   // what moves give away at the roots of synthetic trees
)

// objectives are all of them.
var objectives = []string{string(Points), string(Ladder), string(Accuracy), string(Regret)}

// asks says whether candidates are asked questions, in place of playing games.
func (o Objective) asks() bool { return o == Accuracy || o == Regret }

// marks is how many results, each a letter of the journal, make a sample: both games of
// a pair, or the mark of one question.
func (o Objective) marks() int {
	if o.asks() {
		return 1
	}
	return 2
}

// Counted is what is counted: games, or moves that answer questions.
func (o Objective) Counted() string {
	if o.asks() {
		return "moves"
	}
	return "games"
}

// Samples is what a candidate is judged by: pairs of games, positions or trees.
func (o Objective) Samples() string {
	switch o {
	case Accuracy:
		return "positions"
	case Regret:
		return "trees"
	}
	return "pairs"
}

// rivals is how many opponents a sample is against.
func (s Settings) rivals() int { return max(len(s.Against), 1) }

// marks is how many letters a number of samples are.
func (s Settings) marks(samples int) int { return s.Objective.marks() * samples * s.rivals() }

// keysOf are the keys that mean something with some objectives alone.
var keysOf = map[string][]Objective{
	"against": {Points, Ladder}, "openings": {Points, Ladder}, "pairs": {Points, Ladder}, "games": {Points, Ladder},
	"finals.pairs": {Points, Ladder}, "confirm.pairs": {Points, Ladder},
	"ladder":    {Ladder},
	"questions": {Accuracy, Regret}, "moves": {Accuracy, Regret}, "finals.questions": {Accuracy, Regret}, "confirm.questions": {Accuracy, Regret},
	"plies": {Accuracy},
}

// insteadOf are keys whose part another has with other objectives.
var insteadOf = map[string]string{
	"pairs": "questions", "games": "moves", "finals.pairs": "finals.questions", "confirm.pairs": "confirm.questions",
	"questions": "pairs", "moves": "games", "finals.questions": "finals.pairs", "confirm.questions": "confirm.pairs",
}

// belong refuses keys that mean nothing with the objective.
func (r *reader) belong() error {
	for _, name := range r.order {
		of := keysOf[name]
		if of == nil || slices.Contains(of, r.s.Objective) {
			continue
		}
		place := r.places[name]
		if other := insteadOf[name]; other != "" {
			return place.Fail("objective %s has %s in place of it", r.s.Objective, other)
		}
		var names []string
		for _, o := range of {
			names = append(names, string(o))
		}
		return place.Fail("it means nothing with objective %s, only with %s", r.s.Objective, strings.Join(names, " and "))
	}
	return nil
}

// unless gives a setting its default.
func (r *reader) unless(name string, value *int) {
	if *value == 0 {
		*value = int(key(name).Number())
	}
}

// defaults fills in the numbers that the file does not say.
func (r *reader) defaults() {
	pairs, games := "pairs", "games"
	if r.s.Objective.asks() {
		pairs, games = "questions", "moves"
	}
	r.unless(pairs, &r.s.Pairs)
	r.unless(games, &r.s.Games)
	r.unless("finals.candidates", &r.s.Finals.Candidates)
	r.unless("finals."+pairs, &r.s.Finals.Pairs)
	r.unless("confirm."+pairs, &r.s.Confirm.Pairs)
	if r.s.Objective == Ladder {
		r.unless("ladder.pairs", &r.s.RungPairs)
	}
}

// topic finds what questions are about.
func (r *reader) topic(st *Study) (err error) {
	if st.topic, err = quiz.NewTopic(st.game, r.s.Objective == Regret); err != nil {
		return r.places["game"].Fail("objective %s: %w", r.s.Objective, err)
	}
	place := r.places["game"]
	if text := r.s.Plies; text != "" {
		place = r.places["plies"]
		if st.topic.Low, st.topic.High, err = truth.ParsePlies(st.game, text); err != nil {
			return at(place, err)
		}
	}
	if err := st.topic.Check(); err != nil {
		return at(place, err)
	}
	if !st.topic.Trees {
		r.s.Plies = fmt.Sprintf("%d-%d", st.topic.Low, st.topic.High)
	}
	return nil
}

// Timed are the agents that are limited by time, whose moves depend on the machine and
// on what else it does.
func (s *Study) Timed() (list []string) {
	set := s.Settings
	for _, text := range append([]string{set.Agent, set.Confirm.Against}, set.Against...) {
		searched := text == set.Agent && slices.ContainsFunc(set.Options, func(o Option) bool { return o.Name == "time" })
		if (searched || s.timed(text)) && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// timed looks at an agent as it is resolved, for it may stand for another.
func (s *Study) timed(text string) bool {
	a, err := s.agents.Parse(text)
	if err != nil {
		return false
	}
	r, err := a.For(s.game)
	if err != nil {
		return false
	}
	resolved, err := s.agents.Parse(r.String())
	return err == nil && resolved.Given("time")
}

// RegretOf is what is given away, from 0 to 2, by who has a share of the points of
// objective regret.
func RegretOf(share float64) float64 { return 2 * (1 - share) }
