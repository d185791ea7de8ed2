package web

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gambito/api"
	"gambito/bandit"
	"gambito/bandit/lab"
)

func TestBandits(t *testing.T) {
	s := serverFor(t, Options{})
	b := read[Bandits](t, ask(t, s, "GET", "/api/bandits?lang=en", nil))
	if len(b.Policies) != len(bandit.Catalogue) || b.Policies[1].Options[0].Name != "alpha" || b.Policies[1].Index == "" {
		t.Errorf("the policies are %+v", b.Policies)
	}
	if b.Limits != banditLimits || len(b.Problems) < 5 || len(b.Coolings) != len(lab.Coolings) {
		t.Errorf("%+v", b)
	}
}

// TestBanditRegretEndsAsTheCommand: whatever comes on the way, the end is what the
// command prints of the same settings and seed.
func TestBanditRegretEndsAsTheCommand(t *testing.T) {
	s := serverFor(t, Options{})
	for _, setup := range []lab.Setup{
		{Policies: "ucb,thompson,exp3", Problem: "uniform", Arms: 4, Law: "bernoulli", Rounds: 2000, Problems: 400, Runs: 2, Seed: 7, Jobs: 3},
		{Policies: "moss;ucb-v:zeta=1,c=0.5", Problem: "0.9,0.6", Law: "gaussian:0.2", Rounds: 300, Seed: 1, Jobs: 2},
	} {
		e, err := setup.Experiment()
		if err != nil {
			t.Fatal(err)
		}
		curves, err := e.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := json.Marshal(api.NewRegret(e, setup.Law, curves))
		q := url.Values{}
		for name, value := range map[string]any{"policies": setup.Policies, "problem": setup.Problem, "law": setup.Law, "rounds": setup.Rounds, "problems": setup.Problems, "runs": setup.Runs, "seed": setup.Seed, "arms": setup.Arms} {
			text, _ := json.Marshal(value)
			q.Set(name, strings.Trim(string(text), `"`))
		}
		list := listen(t, s, "/api/bandits/regret?"+q.Encode(), nil)
		before := 0
		for i, ev := range list {
			var r BanditRegret
			if err := json.Unmarshal(ev.data, &r); err != nil {
				t.Fatal(err)
			}
			if last := i == len(list)-1; r.Done <= before || (r.Done == r.Total) != last || last != (ev.name == "end") || len(r.Regret.Series) == 0 || len(r.Optimal.Series) != len(e.Entrants) {
				t.Errorf("event %d of %d: %s, %d of %d after %d", i, len(list), ev.name, r.Done, r.Total, before)
			}
			before = r.Done
			if ev.name == "end" {
				if got, _ := json.Marshal(r.Result); !bytes.Equal(got, want) {
					t.Errorf("the end is\n%.500s, the command prints\n%.500s", got, want)
				}
				if !strings.Contains(r.Command, "gambito bandit regret --policies ") || !strings.Contains(r.Command, "--seed") {
					t.Errorf("the command is %s", r.Command)
				}
			}
		}
		if len(list) < 2 {
			t.Errorf("only %d events", len(list))
		}
	}
}

// TestBanditsEndWithTheClient: who leaves lets go of the pool.
func TestBanditsEndWithTheClient(t *testing.T) {
	s := serverFor(t, Options{})
	for _, path := range []string{
		"/api/bandits/regret?rounds=100000&problems=2000&arms=10",
		"/api/bandits/alpha?rounds=100000&problems=1000&arms=50,100",
	} {
		listen(t, s, path, func(event) bool { return false })
		for end := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			s.pool.mutex.Lock()
			busy := s.pool.inAll[analysing]
			s.pool.mutex.Unlock()
			if busy == 0 {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s goes on", path)
			}
		}
	}
}

func TestBanditAlphaEndsAsTheCommand(t *testing.T) {
	s := serverFor(t, Options{})
	settings := lab.Settings{Rounds: 300, Problems: 120, Runs: 1, Seed: 3, Jobs: 2}
	study := lab.Study{Settings: settings, Arms: []int{2, 6}}
	rows, err := study.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	annealing := lab.AnnealingStudy{Settings: settings, Annealing: lab.DefaultAnnealing(), Arms: study.Arms}
	annealing.Iterations = 20
	annealed, err := annealing.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query  string
		want   api.Tuning
		charts int
	}{
		{"", api.NewIntervalTuning(study, rows), 3},
		{"&method=annealing&iterations=20", api.NewAnnealedTuning(annealing, annealed), 2},
	} {
		list := listen(t, s, "/api/bandits/alpha?arms=2,6&rounds=300&problems=120&seed=3"+c.query, nil)
		var end BanditAlpha
		if err := json.Unmarshal(list[len(list)-1].data, &end); err != nil || list[len(list)-1].name != "end" {
			t.Fatalf("%v: %s", err, list[len(list)-1].data)
		}
		got, _ := json.Marshal(end.Result)
		want, _ := json.Marshal(c.want)
		if !bytes.Equal(got, want) || len(end.Charts) != c.charts || end.Done != end.Total || end.Arms != 0 {
			t.Errorf("the end is\n%.500s, the command prints\n%.500s", got, want)
		}
		if len(list) < 2 {
			t.Error("nothing is told on the way")
		}
	}
}

// TestBanditMachine: every policy walks, and what it does is told in finite numbers.
func TestBanditMachine(t *testing.T) {
	s := serverFor(t, Options{})
	for _, e := range bandit.Catalogue {
		m := read[BanditMachine](t, ask(t, s, "POST", "/api/bandits/machine", object{"policy": e.Name, "arms": 4, "rounds": 60, "seed": 5, "number": 3}))
		if len(m.Pulls) != 60 || len(m.Means) != 4 || m.Now.Kind == "" || m.Index != e.Index {
			t.Fatalf("%s: %+v", e.Name, m)
		}
		var hand []int
		for _, p := range m.Pulls {
			hand = append(hand, p.Arm)
		}
		mine := read[BanditMachine](t, ask(t, s, "POST", "/api/bandits/machine", object{"policy": e.Name, "arms": 4, "hand": hand, "seed": 5, "number": 3}))
		for i, p := range mine.Pulls {
			if p.Reward != m.Pulls[i].Reward || math.Abs(p.Expected-m.Pulls[i].Expected) > 1e-12 {
				t.Fatalf("%s: pull %d pays %+v by hand, %+v else", e.Name, i, p, m.Pulls[i])
			}
		}
	}
	given := read[BanditMachine](t, ask(t, s, "POST", "/api/bandits/machine", object{"policy": "ucb", "problem": "0.2,0.9", "number": 7}))
	if len(given.Pulls) != 0 || given.Best != 1 || given.Means[1] != 0.9 || given.Now.Kind != "" {
		t.Errorf("%+v", given)
	}
}

func TestBanditsRefuse(t *testing.T) {
	s := serverFor(t, Options{})
	for path, want := range map[string]string{
		"regret?policies=ucv":                                  "did you mean",
		"regret?policies=ucb;ucb":                              "twice",
		"regret?law=gauss":                                     "it must be bernoulli",
		"regret?problem=0.9,2":                                 "between 0 and 1",
		"regret?problem=auer:1&arms=3":                         "has its own",
		"regret?arms=1000&rounds=1000000&problems=1000":        "take too long",
		"regret?arms=20&rounds=10":                             "a round an arm",
		"regret?problems=20000":                                "runs of all policies",
		"regret?policies=" + strings.Repeat("ucb:alpha=1;", 3): "twice",
		"alpha?arms=2,2":                                       "twice",
		"alpha?arms=0":                                         "numbers from 1",
		"alpha?arms=2,x":                                       "numbers from 1",
		"alpha?rounds=1000000&problems=10000":                  "take too long",
		"alpha?method=annealing&cooling=cold":                  "unknown cooling",
		"alpha?arms=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21": "at most",
	} {
		if got := refused(t, ask(t, s, "GET", "/api/bandits/"+strings.ReplaceAll(path, ";", "%3B"), nil), http.StatusBadRequest); !strings.Contains(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
	if got := refused(t, ask(t, s, "GET", "/api/bandits/regret?law=x&lang=es", nil), http.StatusBadRequest); got != `ley desconocida "x": debe ser bernoulli, constant o gaussian:DESVIACIÓN` {
		t.Errorf("in Spanish: %s", got)
	}
	for _, c := range []struct {
		body object
		want string
	}{
		{object{"policy": "ucb", "hand": []int{0, 10}}, "arm 11: there are 10"},
		{object{"policy": "ucb", "hand": []int{-1}}, "arm 0"},
		{object{"policy": "ucb;moss"}, "one policy"},
		{object{"policy": "ucb", "arms": 200, "rounds": 2000}, "their product"},
		{object{"policy": "ucb", "problem": "x"}, "numbers such as"},
	} {
		if got := refused(t, ask(t, s, "POST", "/api/bandits/machine", c.body), http.StatusBadRequest); !strings.Contains(got, c.want) {
			t.Errorf("%v: %s", c.body, got)
		}
	}
}

func FuzzBanditMachine(f *testing.F) {
	s := serverFor(f, Options{})
	f.Add("ucb:alpha=0.5", "uniform", "bernoulli", 3, 5, uint64(1))
	f.Add("thompson", "0.9,0.1", "gaussian:0.1", 0, 4, uint64(0))
	f.Add("exp3", "auer:11", "constant", 9, 0, uint64(9))
	f.Fuzz(func(t *testing.T, policy, problem, law string, arms, rounds int, seed uint64) {
		w := ask(t, s, "POST", "/api/bandits/machine", object{"policy": policy, "problem": problem, "law": law, "arms": min(arms, 20), "rounds": min(rounds, 20), "seed": seed})
		if w.Code >= 500 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
	})
}
