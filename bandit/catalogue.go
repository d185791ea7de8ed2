package bandit

import (
	"fmt"
	"math"
)

// Entry describes a policy and makes it.
type Entry struct {
	Name       string // as in specs, such as "ucb-tuned"
	Help       string // one line
	Index      string // the formula
	Parameters []Parameter

	// Bounded says that rewards must lie between 0 and 1.
	Bounded bool

	// new makes the policy, a Policy or a Weighted, from the values of its
	// parameters, in their order.
	new func(values []float64) any
}

// Parameter is a number that a policy takes.
type Parameter struct {
	Name     string
	Default  float64
	Min, Max float64
	Help     string
}

// Catalogue lists the policies.
var Catalogue = []Entry{
	{
		Name: "ucb", Help: "upper confidence bound with a constant α", Index: "x̄ᵢ + √(α ln t / Tᵢ)",
		Parameters: []Parameter{{"alpha", 2, 0, math.MaxFloat64, "weight of exploration"}},
		new:        func(v []float64) any { return UCB{v[0]} },
	},
	{
		Name: "ucb-alpha1", Help: "UCB with α = 1/K", Index: "x̄ᵢ + √(ln t / (K Tᵢ))",
		new: func([]float64) any { return UCBAlpha1{} },
	},
	{
		Name: "ucb-alpha2", Help: "UCB with α = e/(2K)", Index: "x̄ᵢ + √(e ln t / (2K Tᵢ))",
		new: func([]float64) any { return UCBAlpha2{} },
	},
}

// Make returns a policy, either a Policy or a Weighted. values are by name; a
// parameter without one has its default.
func (e *Entry) Make(values map[string]float64) (any, error) {
	list := make([]float64, len(e.Parameters))
	used := 0
	for i, p := range e.Parameters {
		list[i] = p.Default
		if v, ok := values[p.Name]; ok {
			used++
			if !(v >= p.Min && v <= p.Max) {
				return nil, fmt.Errorf("policy %s: %s is %v, but must lie between %v and %v", e.Name, p.Name, v, p.Min, p.Max)
			}
			list[i] = v
		}
	}
	if used < len(values) {
		for name := range values {
			if !e.Takes(name) {
				return nil, fmt.Errorf("policy %s has no parameter %q", e.Name, name)
			}
		}
	}
	return e.new(list), nil
}

// Takes reports whether the policy has a parameter of that name.
func (e *Entry) Takes(name string) bool {
	for _, p := range e.Parameters {
		if p.Name == name {
			return true
		}
	}
	return false
}

// Find returns the entry of a policy, nil if there is none of that name.
func Find(name string) *Entry {
	for i := range Catalogue {
		if Catalogue[i].Name == name {
			return &Catalogue[i]
		}
	}
	return nil
}
