package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// swissExperiment has agents of which the last is the best.
func swissExperiment(t *testing.T, agents, rounds int) *Experiment {
	e := small(t)
	e.Schedule, e.Rounds, e.GamesPerPair, e.Entrants = Swiss, rounds, 4, nil
	for i := range agents {
		spec := "random"
		if i == agents-1 {
			spec = "alphabeta:depth=2"
		}
		e.Entrants = append(e.Entrants, Entrant{Name: fmt.Sprint("agent", i), Spec: parse(t, spec)})
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestSwissTournament: the same games for any number of jobs and after any
// interruption, nobody meets anybody twice while that can be, and nobody sits
// out twice before all others have.
func TestSwissTournament(t *testing.T) {
	for _, agents := range []int{5, 6} {
		e := swissExperiment(t, agents, 3)
		whole := NewRun(e)
		records := playRun(t, whole, 1)
		if whole.Total() != 3*2*4*(agents/2) || len(records) != whole.Total() || !whole.Finished() || whole.Surplus() != nil {
			t.Fatalf("%d of %d games", len(records), whole.Total())
		}
		want := withoutTimes(t, inPlan(whole, records))
		games := make([]int, agents)
		for _, r := range records {
			if r.Number >= 4 {
				t.Errorf("%v meet twice", r.Names)
			}
			games[r.Seats[0]]++
			games[r.Seats[1]]++
		}
		if slices.Max(games)-slices.Min(games) > 8 {
			t.Errorf("the agents have played %v games", games)
		}
		for _, at := range []int{3, 17, 40} {
			r, boom := NewRun(e), errors.New("boom")
			var kept []Record
			err := r.Play(context.Background(), Local{Jobs: 2}, func(batch []Record) error {
				if len(kept)+len(batch) > at {
					return boom
				}
				kept = append(kept, batch...)
				return nil
			}, func(News) {})
			if !errors.Is(err, boom) {
				t.Fatal(err)
			}
			r = NewRun(e)
			for _, record := range inPlan(r, kept) {
				if err := r.Note(record); err != nil {
					t.Fatal(err)
				}
			}
			kept = append(kept, playRun(t, r, 3)...)
			if withoutTimes(t, inPlan(r, kept)) != want {
				t.Error("a tournament that was broken off plays other games")
			}
		}
	}
}

// TestSwissPairs: everybody has one opponent, and the fewest rematches come
// first.
func TestSwissPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "agents")
		s := swiss{agents: n, pairings: pairings(Swiss, n)}
		points, games, met := make([]float64, n), make([]int, n), make([]int, len(s.pairings))
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			pairs := s.pair(points, games, met)
			seen := map[int]bool{}
			for _, p := range pairs {
				for _, i := range s.pairings[p] {
					if seen[i] {
						t.Fatalf("agent %d is in two pairs of %v", i, pairs)
					}
					seen[i] = true
					points[i] += float64(rapid.IntRange(0, 2).Draw(t, "points")) / 2
					games[i]++
				}
				met[p]++
			}
			if len(pairs) != n/2 {
				t.Fatalf("%d pairs of %d agents", len(pairs), n)
			}
		}
		if slices.Max(games)-slices.Min(games) > 1 {
			t.Fatalf("the agents have played %v", games)
		}
	})
	s := swiss{agents: 4, pairings: pairings(Swiss, 4)}
	if got := s.pair([]float64{0, 3, 1, 2}, []int{3, 3, 3, 3}, make([]int, 6)); !slices.Equal(slices.Sorted(slices.Values(got)), []int{1, 4}) {
		t.Errorf("the pairings are %v, not those of first and second, third and fourth", got)
	}
}
