package agents

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/bandit"
	"gambito/game"
	"gambito/search/adapt"
	"gambito/search/mcts"
	"gambito/spec"
)

// variedOption is an option that a search chooses values of while it runs.
type variedOption struct {
	name   string
	values []string
}

// usuallyVaried are the options that vary, where they mean something, unless it is said
// which do.
var usuallyVaried = []string{"alpha", "explore", "amaf-ref", "mast-epsilon", "temperature"}

// readAdapt reads which options vary; those that are the usual ones are left to
// resolveAdapt.
func readAdapt(v spec.Values) (list []variedOption, err error) {
	if v.Text("adapt") == "off" {
		if v.Has("adapt-options") {
			return nil, fmt.Errorf("adapt-options goes with adapt: %s", strings.Join(adapt.Names(), ", "))
		}
		return nil, nil
	}
	text := v.Text("adapt-options")
	if text == "" {
		return nil, nil
	}
	var names []string
	for _, o := range v.Schema().Options {
		if o.Vary != nil {
			names = append(names, o.Name)
		}
	}
	for part := range strings.SplitSeq(text, "|") {
		values := strings.Split(part, ":")
		o := variedOption{name: values[0], values: values[1:]}
		switch {
		case !slices.Contains(names, o.name):
			return nil, fmt.Errorf("adapt-options: %q is no option that may vary %s", o.name, spec.Suggest(o.name, names))
		case slices.ContainsFunc(list, func(p variedOption) bool { return p.name == o.name }):
			return nil, fmt.Errorf("adapt-options: %s is there twice", o.name)
		}
		list = append(list, o)
	}
	return list, nil
}

// declared is an option of the schema, of a policy's parameter as that policy has it.
func declared(v spec.Values, name string) spec.Option {
	for _, p := range bandit.Find(v.Text("policy")).Parameters {
		if p.Name == name {
			return p
		}
	}
	options := v.Schema().Options
	return options[slices.IndexFunc(options, func(o spec.Option) bool { return o.Name == name })]
}

// means says whether an option means something in a search that is resolved but for what
// varies.
func means(v spec.Values, name string) bool {
	switch name {
	case "fpu":
		return true
	case "cutoff", "mix":
		return v.Text("leaf") == "eval"
	}
	return v.Has(name)
}

// resolveAdapt writes out which options vary and their values.
func resolveAdapt(v spec.Values, list []variedOption) (spec.Values, error) {
	if v.Text("adapt") == "off" {
		return v.Without("adapt", "adapt-options", "adapt-batch"), nil
	}
	if v.Text("parallel") == "tree" && v.Int("threads") > 1 {
		return v, errors.New("adapt goes with one thread, or with parallel=root")
	}
	if list == nil {
		for _, name := range usuallyVaried {
			if means(v, name) && declared(v, name).Vary != nil {
				list = append(list, variedOption{name: name})
			}
		}
		if list == nil {
			return v, errors.New("adapt: none of the usual options means something here; say which with adapt-options")
		}
	}
	var parts []string
	levels := 1
	for _, o := range list {
		if !means(v, o.name) {
			return v, fmt.Errorf("adapt-options: %s means nothing with the other options", o.name)
		}
		declared := declared(v, o.name)
		if len(o.values) == 0 {
			o.values = declared.Vary
		}
		if len(o.values) == 0 {
			return v, fmt.Errorf("adapt-options: %s has no values of its own with policy=%s; say which, as %s:VALUE:VALUE", o.name, v.Text("policy"), o.name)
		}
		for _, value := range o.values {
			if err := declared.Check(value); err != nil {
				return v, fmt.Errorf("adapt-options: %w", err)
			}
		}
		if levels *= len(o.values); levels > adapt.Most {
			return v, fmt.Errorf("adapt-options: there may be %d combinations of values at the most", adapt.Most)
		}
		parts = append(parts, strings.Join(append([]string{o.name}, o.values...), ":"))
	}
	return v.With("adapt-options", strings.Join(parts, "|")), nil
}

// adaptTo has a search vary what its resolved options say, and returns that.
func adaptTo(g game.Game, v spec.Values, p *mcts.Params) []variedOption {
	if !v.Has("adapt") || v.Text("adapt") == "off" {
		return nil
	}
	list, err := readAdapt(v)
	if err != nil {
		panic(fmt.Sprintf("agents: %v", err)) // it is resolved
	}
	problem := adapt.Problem{Batch: v.Int("adapt-batch")}
	for _, o := range list {
		problem.Levels = append(problem.Levels, len(o.values))
	}
	p.Adapt = &mcts.Adapt{
		Levels: problem.Levels, Batch: problem.Batch,
		NewTuner: func(seed uint64) mcts.Tuner {
			q := problem
			q.Seed = seed
			t, err := adapt.New(v.Text("adapt"), q)
			if err != nil {
				panic(fmt.Sprintf("agents: %v", err)) // likewise
			}
			return t
		},
		Make: func(combination []int) (mcts.Params, error) {
			with := v
			for i, o := range list {
				with = with.With(o.name, o.values[combination[i]])
			}
			return mctsParams(g, with)
		},
	}
	return list
}

// adapted is what a search has settled on.
func (a *mctsAgent) adapted() (list []agent.Adapted) {
	found := a.search.Adapted()
	if found == nil {
		return nil
	}
	for i, o := range a.varied {
		settled := agent.Adapted{Option: o.name}
		if found.Best != nil {
			settled.Value = o.values[found.Best[i]]
		}
		for k, value := range o.values {
			seen := found.Values[i][k]
			settled.Values = append(settled.Values, agent.AdaptedValue{Value: value, Simulations: seen.Simulations, Reward: seen.Reward})
		}
		list = append(list, settled)
	}
	return list
}
