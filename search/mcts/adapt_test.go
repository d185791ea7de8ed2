package mcts_test

import (
	"context"
	"reflect"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/games"
)

// adaptive makes an agent that adapts itself.
func adaptive(t testing.TB, game, options string) (agent.Analyst, func(seed uint64) agent.Analysis) {
	t.Helper()
	g, err := games.Parse(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := agents.New(agent.NewEnvironment("")).Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.New(g)
	if err != nil {
		t.Fatal(err)
	}
	analyst := a.(agent.Analyst)
	return analyst, func(seed uint64) agent.Analysis {
		a.NewGame(0, seed)
		found, err := analyst.Analyze(context.Background(), g.New(), agent.Question{})
		if err != nil {
			t.Fatal(err)
		}
		found.Time = 0
		return found
	}
}

// TestOneValueChangesNothing: a search whose options vary over the value they have is the
// search as it is, whatever bends its choices.
func TestOneValueChangesNothing(t *testing.T) {
	for _, options := range []string{
		"mcts:sims=700,leaf=playout,alpha=0.7",
		"mcts:sims=700,leaf=playout,alpha=0.7,fpu=0.8",
		"mcts:sims=700,leaf=playout,alpha=0.7,amaf=grave,playout=mast-greedy,solver=on",
		"uct:sims=700,alpha=0.7,playout=mast,groups=on",
	} {
		_, plain := adaptive(t, "breakthrough", options)
		_, varied := adaptive(t, "breakthrough", options+",adapt=nmc,adapt-options=alpha:0.7")
		a, b := plain(3), varied(3)
		if b.Adapted == nil || b.Adapted[0].Value != "0.7" {
			t.Errorf("%s: it has settled on %+v", options, b.Adapted)
		}
		if b.Adapted = nil; !reflect.DeepEqual(a.Lines, b.Lines) || a.Nodes != b.Nodes {
			t.Errorf("%s: one value alone changes the search", options)
		}
	}
}

// TestAdaptingIsReproducible: equal seeds find the same, to the simulation, by every method,
// and simulations are counted.
func TestAdaptingIsReproducible(t *testing.T) {
	for _, method := range []string{"random", "bandit", "he", "nmc", "lsi", "ea", "ntbea", "cma-es"} {
		_, search := adaptive(t, "connect4", "mcts:sims=1500,amaf=grave,playout=mast-greedy,adapt-batch=5,adapt-options=alpha|amaf-ref|mast-epsilon|fpu|playout,adapt="+method)
		a, b, c := search(1), search(1), search(2)
		if !reflect.DeepEqual(a, b) || reflect.DeepEqual(a.Lines, c.Lines) {
			t.Errorf("%s does not depend on its seed as it should", method)
		}
		for _, option := range a.Adapted {
			sum := 0
			for _, v := range option.Values {
				sum += v.Simulations
			}
			if sum != 1495 { // the last batch has not been told yet
				t.Errorf("%s: of %d simulations %s is known", method, sum, option.Option)
			}
		}
	}
}

// TestAdaptingWhereAnEvaluationJudges: simulations that an evaluation judges follow what is
// drawn too, and their rewards are counted; what it is mixed with makes a difference.
func TestAdaptingWhereAnEvaluationJudges(t *testing.T) {
	for _, game := range []string{"connect4", "othello"} {
		for _, option := range []string{"alpha", "mix", "fpu", "cutoff"} {
			_, search := adaptive(t, game, "mcts:sims=600,leaf=eval,adapt=random,adapt-options="+option)
			found := search(1)
			sum, rewards := 0, map[float64]bool{}
			for _, v := range found.Adapted[0].Values {
				if v.Simulations == 0 {
					t.Errorf("%s: %s=%s is never drawn", game, option, v.Value)
				}
				sum += v.Simulations
				rewards[v.Reward] = true
			}
			if sum != 580 || len(rewards) < 2 || found.Adapted[0].Value == "" {
				t.Errorf("%s: of %d simulations %s is known: %+v", game, sum, option, found.Adapted[0])
			}
			if option == "alpha" {
				continue
			}
			_, plain := adaptive(t, game, "mcts:sims=600,leaf=eval")
			if reflect.DeepEqual(found.Lines, plain(1).Lines) {
				t.Errorf("%s: %s changes nothing", game, option)
			}
		}
	}
}

// TestNothingSettled: before a batch has ended nothing is settled on.
func TestNothingSettled(t *testing.T) {
	_, search := adaptive(t, "connect4", "mcts:sims=10,leaf=playout,adapt=nmc")
	if found := search(1); found.Adapted[0].Value != "" {
		t.Errorf("it has settled on %+v", found.Adapted[0])
	}
}

// TestOwnSideAlone: what is drawn is followed by the searching player alone. With α = 0 that
// player follows the best mean, the other still explores.
func TestOwnSideAlone(t *testing.T) {
	_, search := adaptive(t, "breakthrough", "mcts:sims=4000,leaf=playout,alpha=2,adapt=random,adapt-options=alpha:0")
	found := search(1)
	most := func(visits []int) float64 {
		sum, best := 0, 0
		for _, v := range visits {
			sum, best = sum+v, max(best, v)
		}
		return float64(best) / float64(sum)
	}
	var own, other []int
	for _, child := range found.Tree.Children {
		own = append(own, child.Visits)
	}
	for _, child := range found.Tree.Children[0].Children {
		other = append(other, child.Visits)
	}
	if most(own) < 0.6 || most(other) > 0.4 {
		t.Errorf("of its own visits %.2f go to one move, of the other's %.2f", most(own), most(other))
	}
}

// BenchmarkAdapting tells what it costs to draw: per simulation with nothing that varies,
// with one combination that is drawn for each, and by each method with the usual batch.
func BenchmarkAdapting(b *testing.B) {
	const base = "mcts:sims=2000,leaf=playout,amaf=grave,playout=mast-greedy"
	for _, game := range []string{"connect4", "breakthrough", "othello"} {
		for _, method := range []string{"off", "random", "bandit", "he", "nmc", "lsi", "ea", "ntbea", "cma-es"} {
			b.Run(game+"/"+method, func(b *testing.B) {
				options := base
				if method != "off" {
					options += ",adapt=" + method + ",adapt-options=alpha:1:1:1:1:1|amaf-ref:50:50:50:50:50:50|mast-epsilon:0.4:0.4:0.4:0.4:0.4"
				}
				_, search := adaptive(b, game, options)
				for b.Loop() {
					search(1)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2000, "ns/simulation")
			})
		}
	}
}
