package lab

import (
	"fmt"
	"strings"

	"gambito/bandit"
	"gambito/spec"
)

// Policies is the catalogue of selection policies by which specs are read.
var Policies = func() spec.Catalogue[*bandit.Entry] {
	c := spec.Catalogue[*bandit.Entry]{Kind: "policy"}
	for i := range bandit.Catalogue {
		e := &bandit.Catalogue[i]
		c.Entries = append(c.Entries, spec.Entry[*bandit.Entry]{Schema: e.Schema(), Make: e})
	}
	return c
}()

// ParseEntrants reads a list of policy specs, separated by commas or semicolons.
func ParseEntrants(text string) ([]Entrant, error) {
	var entrants []Entrant
	seen := map[string]bool{}
	for _, s := range splitPolicies(text) {
		entry, values, err := Policies.Read(s)
		if err != nil {
			return nil, err
		}
		if seen[s] {
			return nil, fmt.Errorf("policy %q is given twice", s)
		}
		seen[s] = true
		numbers := map[string]float64{}
		for _, p := range entry.Make.Parameters {
			numbers[p.Name] = values.Float(p.Name)
		}
		policy, err := entry.Make.Make(numbers)
		if err != nil {
			return nil, err
		}
		entrants = append(entrants, Entrant{Name: s, Policy: policy})
	}
	return entrants, nil
}

// splitPolicies splits a list of specs. Between commas a part like alpha=2 belongs
// to the policy before it, because a policy is NAME or NAME:key=value.
func splitPolicies(text string) (specs []string) {
	for list := range strings.SplitSeq(text, ";") {
		open := false
		for part := range strings.SplitSeq(list, ",") {
			part = strings.TrimSpace(part)
			if open && strings.Contains(part, "=") && !strings.Contains(part, ":") {
				specs[len(specs)-1] += "," + part
				continue
			}
			specs = append(specs, part)
			open = strings.Contains(part, ":")
		}
	}
	return specs
}
