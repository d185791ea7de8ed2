package bandit

import (
	"fmt"
	"math"
	"slices"

	"gambito/spec"
)

// Entry describes a policy and makes it.
type Entry struct {
	Name       string        // as in specs, such as "ucb-tuned"
	Help       string        // one line
	Index      string        // the formula
	Parameters []spec.Option // numbers

	// Bounded says that rewards must lie between 0 and 1: the formula has what
	// such rewards have at most, as ¼ for their variance.
	Bounded bool

	// new makes the policy, a Policy or a Weighted, from the values of its
	// parameters, in their order.
	new func(values []float64) any
}

// Schema is by what specs of the policy are read.
func (e *Entry) Schema() spec.Schema {
	return spec.Schema{ID: e.Name, Name: e.Name, About: e.Help, Options: e.Parameters}
}

// Catalogue lists the policies.
var Catalogue = []Entry{
	greedyEntry, ucbEntry, ucbTunedEntry, ucbVEntry, ucbMinimalEntry, mossEntry, etcEntry,
	ucbAlpha1Entry, ucbAlpha2Entry, epsilonGreedyEntry, exp3Entry, regretMatchingEntry, thompsonEntry, omcEntry, pbbmEntry,
	ucbSqrtEntry, ucbExpEntry, ucbDecayEntry, ucbVarianceEntry, klUCBEntry, puctEntry,
}

// Make returns a policy, either a Policy or a Weighted. values are by name; a
// parameter without one has its default.
func (e *Entry) Make(values map[string]float64) (any, error) {
	list := make([]float64, len(e.Parameters))
	used := 0
	for i, p := range e.Parameters {
		list[i] = p.Number()
		if v, ok := values[p.Name]; ok {
			used++
			if !(v >= p.Min && v <= p.Max) {
				return nil, fmt.Errorf("policy %s: %s is %v, but must lie between %v and %v", e.Name, p.Name, v, p.Min, p.Max)
			}
			if p.Type == spec.Int && v != math.Trunc(v) {
				return nil, fmt.Errorf("policy %s: %s is %v, but must be a whole number", e.Name, p.Name, v)
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
func (e *Entry) Takes(name string) bool { return e.parameter(name) >= 0 }

// parameter is the number of a parameter, −1 if there is none of that name.
func (e *Entry) parameter(name string) int {
	return slices.IndexFunc(e.Parameters, func(p spec.Option) bool { return p.Name == name })
}

// Bounded reports whether a policy needs rewards between 0 and 1, as its entry says.
func Bounded(policy any) bool {
	switch p := policy.(type) {
	case Shaped:
		return p.entry.Bounded
	case indexedShape:
		return p.entry.Bounded
	case ShapedVisits:
		return p.entry.Bounded
	case indexedVisits:
		return p.entry.Bounded
	case Layered:
		return slices.ContainsFunc(p.all, func(one Policy) bool { return Bounded(one) })
	case UCBTuned, UCBVariance, OMC, PBBM, KLUCB, Thompson, EXP3, RegretMatching:
		return true
	}
	return false
}

// Policies is the catalogue by which specs such as ucb:alpha=0.5 are read.
var Policies = func() spec.Catalogue[*Entry] {
	c := spec.Catalogue[*Entry]{Kind: "policy"}
	for i := range Catalogue {
		e := &Catalogue[i]
		c.Entries = append(c.Entries, spec.Entry[*Entry]{Schema: e.Schema(), Make: e})
	}
	return c
}()

// Parse makes a policy, either a Policy or a Weighted, from a spec.
func Parse(text string) (any, error) {
	entry, values, err := Policies.Read(text)
	if err != nil {
		return nil, err
	}
	given := map[string]string{}
	for _, p := range entry.Make.Parameters {
		given[p.Name] = values.Text(p.Name)
	}
	return entry.Make.Read(given)
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
