package agent

import (
	"errors"

	"gambito/game"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/neural"
	"gambito/spec"
)

var modelOption = spec.Option{Name: "model", Type: spec.Text, Help: "file with the networks, as gambito train backgammon writes it (default: those that come with gambito)"}

var tdEntry = Entry{
	Schema: spec.Schema{
		ID: "td", Name: "TD", About: "Backgammon by networks that learned from playing against themselves, by temporal differences. The end of a bear-off is exact.",
		Options: append([]spec.Option{modelOption}, aheadOptions("0")...),
	},
	Make: Maker{New: newTD},
}

func newTD(g game.Game, v spec.Values) (Agent, error) {
	m, err := modelOf(v)
	if err != nil {
		return nil, err
	}
	return newAhead(g, v, neural.NewEvaluator(m, bearoffTables()))
}

// Networks evaluates positions by the networks that come with gambito.
func Networks() *neural.Evaluator { return neural.NewEvaluator(neural.Default(), bearoffTables()) }

// modelOf reads the model that a spec names.
func modelOf(v spec.Values) (*neural.Model, error) {
	if v.Has("model") {
		return neural.Open(v.Text("model"))
	}
	return neural.Default(), nil
}

// bearoffTables are read or made once. If they cannot be kept they are made
// again by the next process, which is no reason not to play.
func bearoffTables() *bearoff.Tables {
	tables, _ := bearoff.Default()
	return tables
}

var ensembleEntry = Entry{
	Schema: spec.Schema{
		ID: "ensemble", Name: "ensemble", About: "Backgammon by several copies of the networks of td, each with noise on its weights, that decide together.",
		Options: append([]spec.Option{
			{Name: "replicas", Type: spec.Int, Default: "10", Min: 0, Max: 100, Help: "copies with noise"},
			{Name: "sigma", Type: spec.Float, Default: "0.025", Min: 0, Max: 10, Help: "standard deviation of the noise"},
			{Name: "original", Type: spec.Bool, Default: "on", Help: "whether the networks without noise take part"},
			{Name: "vote", Type: spec.Choice, Default: "sum", Choices: []string{"sum", "majority"}, Help: "the turn with the highest sum of values, or the one that most find best, of several such that with the highest sum"},
			{Name: "noise", Type: spec.Int, Default: "1", Min: 0, Max: 9999, Help: "seed of the noise"},
			modelOption,
		}, aheadOptions("0")...),
	},
	Make: Maker{New: newEnsemble},
}

func newEnsemble(g game.Game, v spec.Values) (Agent, error) {
	m, err := modelOf(v)
	if err != nil {
		return nil, err
	}
	var models []*neural.Model
	if v.Bool("original") {
		models = append(models, m)
	}
	for i := range v.Int("replicas") {
		models = append(models, m.Noisy(v.Float("sigma"), uint64(v.Int("noise"))<<32|uint64(i)))
	}
	if len(models) == 0 {
		return nil, errors.New("without the original there must be a replica")
	}
	tables := bearoffTables()
	a, err := newAhead(g, v, neural.NewEnsemble(models, tables))
	if err != nil || v.Text("vote") == "sum" {
		return a, err
	}
	for _, m := range models {
		search := *a.search
		search.Evaluator = neural.NewEvaluator(m, tables)
		a.voters = append(a.voters, &search)
	}
	return a, nil
}
