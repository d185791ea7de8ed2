package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"gambito/crew"
	"gambito/crew/crewtest"
)

// TestElsewhere: what several machines play comes to the bits of what this one does.
func TestElsewhere(t *testing.T) {
	for name, setup := range map[string]Setup{
		"problems": {Policies: "ucb,ucb-alpha1;exp3,thompson,moss", Problem: "uniform", Arms: 5, Law: "bernoulli", Rounds: 300, Problems: 11, Runs: 3},
		"one":      {Policies: "ucb:alpha=0.3,eps-greedy", Problem: "auer:12", Law: "gaussian:0.2", Rounds: 120, Runs: 90},
		"long":     {Policies: "ucb-tuned", Problem: "0.9,0.2", Law: "constant", Rounds: unitRounds/2 + 1, Runs: 3},
	} {
		setup.Seed, setup.Jobs = 7, 1
		e, err := setup.Experiment()
		if err != nil {
			t.Fatal(err)
		}
		here, err := e.Run(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 2, 4, 16} {
			e.Fleet = crewtest.Fleet{Kinds: []crew.Kind{Kind}, Workers: workers, Seed: uint64(workers)}
			there, err := e.Run(context.Background(), nil)
			if err != nil || !same(here, there) {
				t.Errorf("%s: %d machines come to something else, %v", name, workers, err)
			}
		}
	}
}

// TestTuneElsewhere: so does the search for α, by intervals and by annealing.
func TestTuneElsewhere(t *testing.T) {
	s := Settings{Rounds: 200, Problems: 250, Runs: 2, Seed: 3, Jobs: 2, Precision: 0.2}
	a := DefaultAnnealing()
	a.Iterations = 5
	of := func(s Settings) (string, error) {
		rows, err := Study{Settings: s, Arms: []int{2, 4}}.Run(context.Background(), nil)
		if err != nil {
			return "", err
		}
		annealed, err := AnnealingStudy{Settings: s, Annealing: a, Arms: []int{3}}.Run(context.Background(), nil)
		if err != nil {
			return "", err
		}
		for i := range rows {
			rows[i].Published = Comparison{}
		}
		annealed[0].Published = Comparison{}
		text, err := json.Marshal([]any{rows, annealed})
		return string(text), err
	}
	here, err := of(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2, 4, 16} {
		s.Fleet = crewtest.Fleet{Kinds: []crew.Kind{Kind}, Workers: workers}
		if there, err := of(s); err != nil || there != here {
			t.Errorf("%d machines come to something else, %v", workers, err)
		}
	}
}

// TestCheckResult: what cannot be the result of a unit is refused.
func TestCheckResult(t *testing.T) {
	e, err := Setup{Policies: "ucb", Problem: "0.9,0.6", Law: "bernoulli", Rounds: 100, Runs: 3, Seed: 1, Jobs: 1}.Experiment()
	if err != nil {
		t.Fatal(err)
	}
	j, err := e.job()
	if err != nil {
		t.Fatal(err)
	}
	d, err := Kind.Open(j, crew.Place{Jobs: 3})
	if err != nil || d.Width() != 3 {
		t.Fatal(err)
	}
	r, err := d.Do(context.Background(), 0)
	if err != nil || d.Check(0, r) != nil {
		t.Fatal(err)
	}
	if again, err := d.Do(context.Background(), 0); err != nil || !reflect.DeepEqual(again, r) {
		t.Errorf("a unit comes to something else the second time, %v", err)
	}
	short := crew.Result{Data: r.Data[:len(r.Data)-8]}
	wild := crew.Result{Data: bytes.Repeat([]byte{0xff}, len(r.Data))}
	if d.Check(0, short) == nil || d.Check(0, wild) == nil || d.Check(-1, r) == nil || d.Check(1, r) == nil {
		t.Error("garbage is taken for a result")
	}
	if _, err := d.Do(context.Background(), 1); err == nil {
		t.Error("there is a unit after the last")
	}
	e.texts = texts{}
	if _, err := e.job(); err == nil {
		t.Error("an experiment that nobody can read is a job")
	}
}

// FuzzOpen takes any spec; of one that it takes it knows the units.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"policies":"ucb","problem":"uniform","law":"bernoulli","rounds":[10,20],"problems":3,"runs":2,"seed":1}`))
	f.Add([]byte(`{"alphas":[0.5],"problem":"uniform","arms":2,"law":"bernoulli","rounds":[10],"first":5,"problems":3,"runs":2}`))
	f.Add([]byte(`{"problem":"0.9,0.1","law":"gaussian:0.1","rounds":[-1],"problems":1000000000,"runs":2000000000}`))
	f.Fuzz(func(t *testing.T, spec []byte) {
		d, err := Kind.Open(crew.Job{Kind: Kind.Name, Name: "a job", Spec: spec}, crew.Place{Jobs: 1})
		if err != nil {
			return
		}
		e := d.(*doer).e
		last := e.jobUnits() - 1
		if last < 0 || d.Check(last, crew.Result{}) == nil || d.Check(last+1, crew.Result{}) == nil {
			t.Errorf("%d units", last+1)
		}
		if entrant, problem, first, runs := e.unit(last); entrant != len(e.Entrants)-1 || problem != e.Problems-1 || first+runs != e.Runs {
			t.Errorf("the last unit is entrant %d, problem %d, %d runs from %d on", entrant, problem, runs, first)
		}
	})
}
