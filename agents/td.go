package agents

import (
	"errors"
	"fmt"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon/networks"
	"gambito/spec"
)

var modelOption = spec.Option{Name: "model", Type: spec.File, Help: "name of networks in the data folder, or a file, as gambito train backgammon writes it (default: those that come with gambito)"}

var tdEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "td", Name: "TD", About: "Backgammon by networks that learned from playing against themselves, by temporal differences. The end of a bear-off is exact.",
		Options: append([]spec.Option{modelOption}, aheadOptions("0")...),
	},
	Make: agent.Maker{Resolve: resolveTD, New: newTD, Open: openTD, Included: includedTD},
}

// standardTD is the name of the networks that come with gambito.
const standardTD = "backgammon"

func resolveTD(g game.Game, v spec.Values) (spec.Values, error) {
	if v.Schema().Has("temperature") {
		if v.Int("plies") >= prunedPlies {
			v = v.Default("replies", prunedReplies)
		}
		v = resolveAhead(v)
	}
	if !v.Has("model") {
		v = v.With("model", standardTD)
	}
	return v, onlyBackgammon(g)
}

// openTD reads networks that come with gambito or are in the data folder, or a file.
func openTD(e *agent.Environment, _, name string) ([]byte, error) {
	if name == standardTD {
		return networks.Standard, nil
	}
	if data, ok, err := onShelf(e, name); ok {
		return data, err
	}
	return e.Read(name)
}

func includedTD(e *agent.Environment, name string) bool {
	return shelved(e, name) || name == standardTD
}

func newTD(o agent.Order) (agent.Agent, error) {
	m, err := modelOf(o)
	if err != nil {
		return nil, err
	}
	return newTurns(o, networks.NewEstimator(m, bearoffTables(o.Environment))), nil
}

// Networks evaluates positions by the networks that come with gambito.
func Networks(e *agent.Environment) *networks.Estimator {
	return networks.NewEstimator(networks.Default(), bearoffTables(e))
}

// modelOf is the model that an order names.
func modelOf(o agent.Order) (*networks.Model, error) { return sharedTD(o.Environment, o.File("model")) }

// sharedTD reads a model once for all agents.
func sharedTD(e *agent.Environment, file agent.Artefact) (*networks.Model, error) {
	if file.Name == standardTD {
		return networks.Default(), nil
	}
	type key struct{ digest string }
	return agent.Share(e, key{file.Digest}, func() (*networks.Model, error) {
		m, _, err := networks.Decode(file.Content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		return m, nil
	})
}

var ensembleEntry = agent.Entry{
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
	Make: agent.Maker{Resolve: resolveTD, New: newEnsemble, Open: openTD, Included: includedTD},
}

func newEnsemble(o agent.Order) (agent.Agent, error) {
	v := o.Values
	m, err := modelOf(o)
	if err != nil {
		return nil, err
	}
	var models []*networks.Model
	if v.Bool("original") {
		models = append(models, m)
	}
	for i := range v.Int("replicas") {
		models = append(models, m.Noisy(v.Float("sigma"), uint64(v.Int("noise"))<<32|uint64(i)))
	}
	if len(models) == 0 {
		return nil, errors.New("without the original there must be a replica")
	}
	tables := bearoffTables(o.Environment)
	a := newAhead(o, networks.NewEnsemble(models, tables))
	if v.Text("vote") == "sum" {
		return warmed(a, v), nil
	}
	for _, m := range models {
		search := *a.search
		search.Estimator = networks.NewEstimator(m, tables)
		a.voters = append(a.voters, &search)
	}
	return warmed(a, v), nil
}
