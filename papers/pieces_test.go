package papers

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/bandit/lab"
)

// TestReuse: the second comparison of the thesis takes the games over that the first one
// had, and plays those of the proposed policies alone.
func TestReuse(t *testing.T) {
	second, err := readTournament("ggp/proposed")
	if err != nil {
		t.Fatal(err)
	}
	w := workshop(Smoke)
	all, err := second.experiments(w)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		e.Venues = e.Venues[:1]
	}
	w.Play = func(_ context.Context, e *arena.Experiment) (*arena.Standings, error) {
		return arena.NewStandings(e.Settings()), nil
	}
	pieces, err := second.pieces(w, "sims100", all["sims100"])
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]string{}
	for _, p := range pieces {
		s := p.Settings()
		for _, pair := range s.Plan().Pairings {
			who := s.Agents[pair[0]].Name + "–" + s.Agents[pair[1]].Name
			if met[who] != "" {
				t.Errorf("%s meet in %s and in %s", who, met[who], s.Name)
			}
			met[who] = s.Name
		}
	}
	if len(met) != 10 || met["UCB–ETC"] != "reproduce-ggp-first-sims100-smoke" || met["UCB-Tuned–UCB-a1"] != "reproduce-ggp-proposed-sims100-UCB-Tuned-smoke" {
		t.Errorf("%v", met)
	}
	o, err := second.play(context.Background(), w, "sims100", all["sims100"])
	if err != nil {
		t.Fatal(err)
	}
	if s := o.of("UCB", "UCB-Tuned"); s == nil || s.Settings.Name != "reproduce-ggp-first-sims100-smoke" {
		t.Errorf("%+v", s)
	}
	if s := o.of("UCB-a2", "*"); s != nil {
		t.Errorf("all games of UCB-a2 are in %s", s.Settings.Name)
	}
}

// TestDecided: of ten policies every two are an experiment that ends after so many decided
// games.
func TestDecided(t *testing.T) {
	study, err := readTournament("tron/policies")
	if err != nil {
		t.Fatal(err)
	}
	for scale, want := range map[Scale]int{Smoke: 1, Full: 10_000} {
		w := workshop(scale)
		all, err := study.experiments(w)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := study.pieces(w, "sims1000", all["sims1000"])
		if err != nil || len(pieces) != 45 {
			t.Fatalf("%d pieces, %v", len(pieces), err)
		}
		for _, p := range pieces {
			if err := p.Check(); err != nil || len(p.Entrants) != 2 || p.Stop != (arena.Stop{Rule: arena.StopDecided, Games: want}) {
				t.Fatalf("%+v, %v", p, err)
			}
		}
	}
}

// TestAnnealing: table 4.20 has all its columns, with how much runs differ from each other.
func TestAnnealing(t *testing.T) {
	a := annealed{annealingPart{repetitions: 3, iterations: 4}, map[int][]float64{}}
	var rows []alphaRow
	for _, p := range lab.Table420() {
		rows = append(rows, alphaRow{Arms: p.Arms, Best: p.Intervals})
		a.ends[p.Arms] = []float64{p.Annealing, p.Annealing * 1.1, p.Annealing * 0.9}
	}
	findings, agreements := a.findings(rows)
	if len(findings) != 2*11+1 || len(agreements) != len(findings) {
		t.Fatalf("%d findings, %d comparisons", len(findings), len(agreements))
	}
	last := findings[len(findings)-1]
	if last.ID != "difference" || math.Abs(*last.Published-0.00553369) > 1e-7 || *last.Low >= *last.Measured {
		t.Errorf("%+v", last)
	}
	judge(findings, agreements)
	if f := findings[0]; f.ID != "K=2/annealing" || f.Verdict != Agrees || math.Abs(*f.Measured-*f.Published) > 1e-9 {
		t.Errorf("%+v", f)
	}
	a.ends[2] = []float64{0.5, 0.51, 0.52}
	findings, agreements = a.findings(rows)
	if judge(findings, agreements); findings[0].Verdict != InDoubt && findings[0].Verdict != Differs {
		t.Errorf("%+v", findings[0])
	}
	if findings, _ = a.findings(rows[:2]); findings[4].Verdict != NotMeasured {
		t.Errorf("%+v", findings[4])
	}
}

// TestMachines: every cell that the thesis tells in words has a finding.
func TestMachines(t *testing.T) {
	study, err := Find("ggp/machines")
	if err != nil {
		t.Fatal(err)
	}
	findings, err := study.Run(context.Background(), workshop(Smoke))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"C.2/UCB/over UCB√", "C.2/sooner", "C.3/K=100/UCB-exp/less than UCB-Tuned", "games/knightthrough/UCB-a2/over UCB", "Auer/14/UCB-a1/over UCB", "games/atari-go/branching"} {
		i := slices.IndexFunc(findings, func(f Finding) bool { return f.ID == "ggp/machines/"+id })
		if i < 0 || findings[i].Measured == nil || strings.Contains(findings[i].Place.Column, "value") {
			t.Errorf("%s: %+v", id, findings[max(i, 0)])
		}
	}
}
