package lab

import (
	"context"
	"math"
	"strings"
	"testing"

	"gambito/bandit"
)

// TestWalk: a walk of any policy makes the pulls of an experiment, and each that compares
// indices pulls the first of the greatest.
func TestWalk(t *testing.T) {
	var names []string
	for _, e := range bandit.Catalogue {
		names = append(names, e.Name)
	}
	entrants, err := ParseEntrants(strings.Join(names, ";"))
	if err != nil {
		t.Fatal(err)
	}
	gaussian, err := ParseLaw("gaussian:0.2")
	if err != nil {
		t.Fatal(err)
	}
	for _, law := range []LawMaker{MakeBernoulli, gaussian} {
		source, err := Uniform(4, law)
		if err != nil {
			t.Fatal(err)
		}
		e := Experiment{Source: source, Entrants: entrants, Rounds: []int{1, 4, 7, 50, 200}, Problems: 3, Runs: 2, Seed: 9, Jobs: 1}
		samples, err := e.samples(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, entrant := range entrants {
			w, err := e.Walk(i, 2, 1)
			if err != nil {
				t.Fatal(err)
			}
			look := 0
			for round := 1; round <= 200; round++ {
				p := w.Next()
				checkTerms(t, entrant.Name, p)
				if round != e.Rounds[look] {
					continue
				}
				s := samples[i][2][1][look]
				if math.Abs(p.Expected-s.expected) > 1e-9 || math.Abs(p.Realised-s.realised) > 1e-9 {
					t.Errorf("%s after %d rounds: regret %v and %v, an experiment has %v", entrant.Name, round, p.Expected, p.Realised, s)
				}
				look++
			}
		}
	}
}

func checkTerms(t *testing.T, name string, p Pull) {
	t.Helper()
	opened := true
	for _, a := range p.Seen {
		opened = opened && a.N > 0
	}
	if p.Terms == nil {
		if opened {
			t.Fatalf("%s compares nothing", name)
		}
		return
	}
	first, sum := 0, 0.0
	for i, term := range p.Terms {
		if sum += term.Index; term.Index > p.Terms[first].Index {
			first = i
		}
	}
	switch {
	case p.Terms[0].Kind == bandit.Probability:
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%s: probabilities add up to %v", name, sum)
		}
	case name != "eps-greedy" && p.Arm != first:
		t.Fatalf("%s pulls arm %d, the greatest index has %d: %v", name, p.Arm, first, p.Terms)
	}
}

// TestWalkBy: an arm pays the same whoever pulls it.
func TestWalkBy(t *testing.T) {
	e := watched(t)[0]
	e.Jobs = 1
	for i := range e.Entrants {
		policy, err := e.Walk(i, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		hand, err := e.Walk(i, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			want := policy.Next()
			got, err := hand.By(want.Arm)
			if err != nil || got.Reward != want.Reward || got.Expected != want.Expected {
				t.Fatalf("%s: by hand %+v (%v), by the policy %+v", e.Entrants[i].Name, got, err, want)
			}
		}
	}
	w, _ := e.Walk(0, 0, 0)
	for _, arm := range []int{-1, 5} {
		if _, err := w.By(arm); err == nil {
			t.Errorf("arm %d can be pulled", arm)
		}
	}
	for _, place := range [][3]int{{-1, 0, 0}, {6, 0, 0}, {0, 9, 0}, {0, 0, 2}, {0, -1, 0}} {
		if _, err := e.Walk(place[0], place[1], place[2]); err == nil {
			t.Errorf("there is a walk at %v", place)
		}
	}
}
