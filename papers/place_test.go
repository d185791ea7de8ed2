package papers

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
)

// TestNodesHaveTheirPlace: trees beyond alpha-beta are counted in a block of their own.
func TestNodesHaveTheirPlace(t *testing.T) {
	beyond := nodesStudy.place(Finding{ID: "lecture/nodes/random 2^8/pvs/beyond alpha-beta", Source: "Reinefeld 1983"})
	if beyond.Part != "Uniform trees with leaves that alpha-beta does not look at" || beyond.Row != "random 2^8" || beyond.Column != "pvs" {
		t.Errorf("%+v", beyond)
	}
	for _, tree := range []string{"ordered 3^6", "random 3^6"} {
		if p := nodesStudy.place(Finding{ID: "lecture/nodes/" + tree + "/pvs"}); p.Part != "Leaves of uniform trees" || p.Row != tree || p.Column != "pvs" {
			t.Errorf("%+v", p)
		}
	}
}

// rest is what a label has if an expression of tables.csv has swallowed more of an ID than
// it should.
var rest = regexp.MustCompile(`/[a-z]`)

// TestEveryComparedCellHasItsPlace: all that studies would compare, whether or not a
// committed page has it, stands under labels that are printed.
func TestEveryComparedCellHasItsPlace(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	policies := []string{"UCB", "ETC", "UCB-Tuned", "UCB-a1", "UCB-a2"}
	deviations := 0
	for _, s := range studies(t) {
		if !s.Played() {
			continue
		}
		findings, err := s.Compared(context.Background(), registry)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			p := f.Place
			for _, label := range []string{p.Part, p.Row, p.Group, p.Column} {
				if rest.MatchString(label) {
					t.Errorf("%s of %s stands under %q", f.ID, f.Source, label)
				}
			}
			if p.Row == "" || p.Column == "" || p.Column == "value" {
				t.Errorf("%s of %s has no place: %+v", f.ID, f.Source, p)
			}
			if f.Source == "table 4.22-4.36" || f.Source == "table 4.2-4.16" {
				if !slices.Contains(policies, p.Column) {
					t.Errorf("%s stands in column %q", f.ID, p.Column)
				}
				if deviation := strings.HasSuffix(f.ID, "/rounds-sd"); deviation != strings.HasSuffix(p.Row, ", deviation over rounds") {
					t.Errorf("%s stands in row %q", f.ID, p.Row)
				} else if deviation && f.Source == "table 4.22-4.36" {
					deviations++
				}
			}
		}
	}
	if deviations != 64 {
		t.Errorf("%d deviations stand in tables 4.22 to 4.36, not 64", deviations)
	}
}
