package trees

import (
	"context"
	"reflect"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/games/tree"
)

func study(t *testing.T, text string) Study {
	specs, err := ParseAgents(agents.New(agent.NewEnvironment("")), text)
	if err != nil {
		t.Fatal(err)
	}
	return Study{Agents: specs, Shapes: Shapes(tree.Usual, []int{3}, []int{4}), Simulations: []int{5, 300}, Trees: 60, Seed: 1, Jobs: 1}
}

// TestRun: more simulations give less away, one with the solver nothing in the end, and
// all comes out the same for any number of jobs.
func TestRun(t *testing.T) {
	s := study(t, "mcts:alpha={0.5|2};mcts:solver=on")
	if len(s.Agents) != 3 || s.Agents[1].String() != "mcts:alpha=2" {
		t.Fatalf("agents %v", s.Agents)
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	results, err := s.Run(context.Background(), nil)
	if err != nil || len(results) != 6 {
		t.Fatal(results, err)
	}
	for i := 0; i < 6; i += 2 {
		few, many := results[i], results[i+1]
		if many.Regret.Estimate >= few.Regret.Estimate || many.Best.Estimate <= few.Best.Estimate || few.Trees != 60 {
			t.Errorf("%+v, then %+v", few, many)
		}
	}
	if proven := results[5]; proven.Regret.Estimate != 0 || proven.Best.Estimate != 1 {
		t.Errorf("81 ends are proven by 300 simulations: %+v", proven)
	}
	s.Jobs = 3
	if again, err := s.Run(context.Background(), nil); err != nil || !reflect.DeepEqual(again, results) {
		t.Errorf("three jobs come to something else: %v", err)
	}
	for _, q := range []Quantity{Regret, BestMove} {
		c := ChartOf(q, results, results[0].Tree)
		if len(c.Series) != 3 || len(c.Series[2].X) != 2 || c.Series[2].Y[1] != q.Of(results[5]).Estimate {
			t.Errorf("%+v", c)
		}
	}
}

// TestProblem: the moves of a problem differ, and one is worth what the root is.
func TestProblem(t *testing.T) {
	for n := range 20 {
		p, err := Draw(tree.Shape{Branching: 3, Depth: 5, Law: tree.Prefix, Good: 0.3}, 3, n)
		if err != nil {
			t.Fatal(err)
		}
		root, _ := p.Game.New().(*tree.State).True()
		if p.Best != root || len(p.Values) != 3 {
			t.Errorf("%s: the best of %v is not %v", p.Game.Info().ID, p.Values, root)
		}
	}
}

// TestProfile: trees with the profile of a game are solved, and told by the moves of their root.
func TestProfile(t *testing.T) {
	s := study(t, "mcts")
	profile, geometric := tree.Usual, tree.Usual
	profile.Depth, profile.Profile, profile.ProfileFrom = 5, "tictactoe", 4
	geometric.Depth, geometric.Branching, geometric.BranchingLaw = 4, 3, tree.Geometric
	s.Trees, s.Shapes = 10, []tree.Shape{profile, geometric}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	results, err := s.Run(context.Background(), nil)
	if err != nil || len(results) != 4 {
		t.Fatal(results, err)
	}
	if r := results[0]; r.Branching != 5 || r.Tree != "tree:depth=5,profile=tictactoe,profile-from=4" {
		t.Errorf("%+v", r)
	}
	if r := results[2]; r.Branching != 3 || r.Tree != "tree:branching=3,branching-law=geometric,depth=4" {
		t.Errorf("%+v", r)
	}
}

func TestCheck(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for _, text := range []string{"random", "mcts:sims=3", "nobody", "mcts:alpha={1|x}"} {
		if _, err := ParseAgents(registry, text); err == nil {
			t.Errorf("%s can be studied", text)
		}
	}
	for _, change := range []func(*Study){
		func(s *Study) { s.Agents = nil }, func(s *Study) { s.Trees = 1 },
		func(s *Study) { s.Shapes[0].Depth = 30 }, func(s *Study) { s.Shapes[0].Branching = 1 }, func(s *Study) { s.Shapes[0].Depth = -1 },
		func(s *Study) { s.Shapes[0].Profile = "chess" }, func(s *Study) { s.Shapes[0].Profile, s.Shapes[0].Depth = "connect4", 12 },
	} {
		s := study(t, "mcts")
		change(&s)
		if s.Check() == nil {
			t.Errorf("%+v can be studied", s)
		}
	}
}
