package lab

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"
)

// same compares curves bit by bit, NaN included.
func same(a, b []Curve) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		for k, p := range a[i].Points {
			q := b[i].Points[k]
			if math.Float64bits(p.Bound) != math.Float64bits(q.Bound) && !(math.IsNaN(p.Bound) && math.IsNaN(q.Bound)) {
				return false
			}
			if p.Bound, q.Bound = 0, 0; p != q {
				return false
			}
		}
	}
	return true
}

// watched are experiments of all kinds: random problems and a given one, policies that
// draw and such that keep weights.
func watched(t *testing.T) (list []Experiment) {
	entrants, err := ParseEntrants("ucb,ucb-alpha1,moss,thompson,exp3,eps-greedy")
	if err != nil {
		t.Fatal(err)
	}
	uniform, err := Uniform(5, MakeBernoulli)
	if err != nil {
		t.Fatal(err)
	}
	given, err := ParseProblem("0.9,0.6,0.6", MakeBernoulli)
	if err != nil {
		t.Fatal(err)
	}
	return []Experiment{
		{Source: uniform, Entrants: entrants, Rounds: Spaced(200, 5), Problems: 9, Runs: 2, Seed: 3},
		{Source: given, Entrants: entrants, Rounds: Spaced(300, 5), Problems: 1, Runs: 12, Seed: 4},
		{Source: uniform, Entrants: entrants[:1], Rounds: Spaced(50, 5), First: 7, Problems: 3, Runs: 1, Seed: 4},
	}
}

// TestGrow: whatever is told on the way is the result of a smaller experiment, the end is
// that of Run, and the number of jobs does not matter.
func TestGrow(t *testing.T) {
	for _, e := range watched(t) {
		e.Jobs = 1
		want, err := e.Run(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, jobs := range []int{1, 4} {
			e.Jobs = jobs
			last := 0
			got, err := e.Grow(context.Background(), func(g Growth) {
				if g.Done <= last || g.Total != max(e.Problems, e.Runs*(2-min(e.Problems, 2))) {
					t.Fatalf("%d of %d after %d", g.Done, g.Total, last)
				}
				last = g.Done
				part := g.Experiment()
				alone, err := part.Run(context.Background(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if !same(g.Curves(), alone) {
					t.Errorf("after %d of %d the curves are not those of such an experiment", g.Done, g.Total)
				}
			})
			if err != nil || !same(got, want) {
				t.Errorf("%s with %d jobs: the end is not that of Run (%v)", e.Source.Name, jobs, err)
			}
		}
	}
}

func TestGrowStops(t *testing.T) {
	e := watched(t)[0]
	e.Jobs = 2
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := e.Grow(ctx, func(Growth) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("it goes on: %v", err)
	}
	e.Problems = 0
	if _, err := e.Grow(context.Background(), nil); err == nil {
		t.Error("an experiment without problems grows")
	}
}

// TestStudiesGrow: who watches a search for α finds what nobody watches.
func TestStudiesGrow(t *testing.T) {
	s := Study{Settings: Settings{Rounds: 200, Problems: 250, Runs: 1, Seed: 5, Jobs: 2}, Arms: []int{2, 5}}
	want, err := s.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	told, cells := 0, 0
	got, err := s.Grow(context.Background(), nil, func(rows []Row) {
		told++
		last := rows[len(rows)-1]
		if len(last.First) != IntervalCount || last.Best.Problems == 0 {
			t.Errorf("a row without cells: %+v", last)
		}
		cells = max(cells, len(last.Second))
	})
	for i := range got { // what was not published is NaN, which equals nothing
		got[i].Published, want[i].Published = Comparison{}, Comparison{}
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("watched it finds %v (%v), else %v", got, err, want)
	}
	if told != 2*2*3 || cells != IntervalCount {
		t.Errorf("it told %d times, %d cells of a second pass", told, cells)
	}

	a := AnnealingStudy{Settings: s.Settings, Annealing: DefaultAnnealing(), Arms: []int{3}}
	a.Iterations, a.Problems = 10, 20
	annealed, err := a.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	grown, err := a.Grow(context.Background(), nil, func(rows []Annealed) {
		if steps++; len(rows[0].Path) != steps {
			t.Errorf("after %d steps it stood at %d places", steps, len(rows[0].Path))
		}
	})
	if err != nil || steps != 11 || !reflect.DeepEqual(grown[0].Path, annealed[0].Path) || grown[0].Best.Alpha != annealed[0].Best.Alpha || grown[0].Best.Regret != annealed[0].Best.Regret {
		t.Errorf("%d steps, %v: %+v, else %+v", steps, err, grown, annealed)
	}
}
