package lab

import (
	"fmt"
	"strings"

	"gambito/bandit"
)

// ParseEntrants reads a list of policy specs, separated by commas or semicolons.
func ParseEntrants(text string) ([]Entrant, error) {
	var entrants []Entrant
	seen := map[string]bool{}
	for _, s := range splitPolicies(text) {
		policy, err := bandit.Parse(s)
		if err != nil {
			return nil, err
		}
		if seen[s] {
			return nil, fmt.Errorf("policy %q is given twice", s)
		}
		seen[s] = true
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
