package quiz

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/duel"
	"gambito/game"
	"gambito/games"
)

func unpack(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error)) {
	sealed := agents.New(agent.NewSealed(p.Folder, j.Read))
	return sealed, func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
}

var kinds = []crew.Kind{Kind(unpack)}

// plan asks who knows all, who thinks a little and who does not.
func plan(t testing.TB, id, best, thinking string, ofTrees bool) Plan {
	t.Helper()
	g, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	topic, err := NewTopic(g, ofTrees)
	if err != nil {
		t.Fatal(err)
	}
	if id == "othello" {
		topic.Low, topic.High = 54, 56 // which are solved sooner
	}
	specs, err := agents.New(agent.NewEnvironment("")).ParseAll(best, thinking, "random")
	if err != nil {
		t.Fatal(err)
	}
	return Plan{Name: "test", Topic: topic, Seed: 5, Parts: []Part{{specs[0], 0, 30}, {specs[1], 0, 30}, {specs[2], 0, 30}, {specs[1], 10, 15}}}
}

func marks(t *testing.T, p Plan, who duel.Who) []string {
	t.Helper()
	list := make([]string, len(p.Parts))
	units := p.Units()
	all := make([]string, len(units))
	wanted := make([]int, len(units))
	for i := range wanted {
		wanted[i] = i
	}
	err := p.Ask(context.Background(), who, wanted, func(unit int, marks string) error {
		all[unit] = marks
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, u := range units {
		list[u.Part] += all[i]
	}
	return list
}

// TestAsk: who knows all has all right, who thinks has more right than who does not,
// questions of equal numbers are equal, and nothing depends on who asks.
func TestAsk(t *testing.T) {
	for _, p := range []Plan{
		plan(t, "tictactoe", "perfect", "mcts:sims=60", false),
		plan(t, "connect4:5x4", "perfect", "mcts:sims=30", false),
		plan(t, "othello", "perfect", "mcts:sims=15,leaf=playout", false),
		plan(t, "tree:branching=3,depth=4", "alphabeta:depth=4", "mcts:sims=20", true),
	} {
		id := p.Topic.Game.Info().ID
		here := marks(t, p, duel.Who{Jobs: 1})
		right := func(i int) int { return strings.Count(here[i], string(Right)) }
		if right(0) != 30 || right(1) >= 30 || right(1) <= right(2) {
			t.Errorf("%s: %q", id, here)
		}
		if here[3] != here[1][10:25] {
			t.Errorf("%s: questions of equal numbers differ: %q", id, here)
		}
		if again := marks(t, p, duel.Who{Jobs: 3}); !reflect.DeepEqual(here, again) {
			t.Errorf("%s: three jobs come to %q, not %q", id, again, here)
		}
		if there := marks(t, p, duel.Who{Fleet: crewtest.Fleet{Kinds: kinds, Workers: 3, Seed: 1}}); !reflect.DeepEqual(here, there) {
			t.Errorf("%s: a fleet comes to %q, not %q", id, there, here)
		}
		p.Seed++
		if other := marks(t, p, duel.Who{Jobs: 1}); reflect.DeepEqual(here, other) {
			t.Errorf("%s: another seed asks the same", id)
		}
	}
}

// TestTopic: what cannot be asked about is refused.
func TestTopic(t *testing.T) {
	for _, c := range []struct {
		id      string
		ofTrees bool
	}{{"breakthrough", false}, {"connect4", true}, {"tree:branching=50,depth=20", true}} {
		g, err := games.Parse(c.id)
		if err != nil {
			t.Fatal(err)
		}
		topic, err := NewTopic(g, c.ofTrees)
		if err == nil {
			err = topic.Check()
		}
		if err == nil {
			_, err = newAsker(topic, 1).question(context.Background(), 0)
		}
		if err == nil {
			t.Errorf("%s: questions are asked about it", c.id)
		}
	}
}

func job(t testing.TB) crew.Job {
	p := plan(t, "tictactoe", "random", "random", false)
	tk := p.task()
	tk.Players = []string{"random"}
	j, err := arena.Carry(kindName, "test", tk, p.Topic.Game, p.Parts[0].Agent)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestCheckResult: garbage is no result, and there are no other units.
func TestCheckResult(t *testing.T) {
	d, err := crew.Open(kinds, job(t), crew.Place{Jobs: 2})
	if err != nil || d.Width() != 2 {
		t.Fatal(err)
	}
	r, err := d.Do(context.Background(), 1)
	if err != nil || d.Check(1, r) != nil {
		t.Fatalf("%s, %v", r.Data, err)
	}
	for _, garbage := range []string{"", "+", "++++++++++x", "+++++++++ +"} {
		if d.Check(1, crew.Result{Data: []byte(garbage)}) == nil {
			t.Errorf("%q is taken for marks", garbage)
		}
	}
	for _, unit := range []int{-1, 100} {
		if _, err := d.Do(context.Background(), unit); err == nil || d.Check(unit, r) == nil {
			t.Errorf("there is a unit %d", unit)
		}
	}
}

// FuzzOpen takes any spec.
func FuzzOpen(f *testing.F) {
	f.Add(job(f).Spec)
	f.Fuzz(func(t *testing.T, spec []byte) {
		d, err := crew.Open(kinds, crew.Job{Kind: kindName, Spec: spec}, crew.Place{Jobs: 1})
		if err == nil && d.Check(0, crew.Result{Data: []byte("x")}) == nil {
			t.Error("garbage is taken for marks")
		}
	})
}
