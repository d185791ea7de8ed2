package duel

import (
	"context"
	"reflect"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/game"
	"gambito/games"
)

func unpack(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error)) {
	sealed := agents.New(agent.NewSealed(p.Folder, j.Read))
	return sealed, func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
}

var kinds = []crew.Kind{Kind(unpack)}

// plan is two duels, the second with games of the first's numbers and more.
func plan(t testing.TB) Plan {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	specs, err := agents.New(agent.NewEnvironment("")).ParseAll("random", "mcts:sims=4")
	if err != nil {
		t.Fatal(err)
	}
	openings, err := arena.ParseOpenings(g, "random:2")
	if err != nil {
		t.Fatal(err)
	}
	return Plan{Name: "test", Game: g, Openings: openings, Seed: 7, Duels: []Duel{
		{A: specs[0], B: specs[1], From: 4, Games: 30}, {A: specs[0], B: specs[1], Games: 50}, {A: specs[1], B: specs[0], Games: 6},
	}}
}

// results are those of all games of the duels.
func results(t *testing.T, p Plan, who Who, wanted []int) [][]Score {
	units := p.Units()
	scores := make([][]Score, len(units))
	err := p.Play(context.Background(), who, wanted, func(unit int, s []Score) error {
		if scores[unit] != nil || len(s) != units[unit].Games {
			t.Errorf("unit %d has %d games, not %d", unit, len(s), units[unit].Games)
		}
		scores[unit] = s
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

// TestPlay: games of equal numbers are equal, whatever else is played, by whomever.
func TestPlay(t *testing.T) {
	p := plan(t)
	units, all := p.Units(), []int(nil)
	if want := []Unit{{0, 4, 20}, {0, 24, 10}, {1, 0, 20}, {1, 20, 20}, {1, 40, 10}, {2, 0, 6}}; !reflect.DeepEqual(units, want) {
		t.Fatalf("units %v, not %v", units, want)
	}
	for i := range units {
		all = append(all, i)
	}
	alone := results(t, p, Who{Jobs: 1}, all)
	for i := range 16 { // the first duel begins with game 4
		if alone[0][i] != alone[2][4+i] {
			t.Errorf("game %d comes to %v and %v", 4+i, alone[0][i], alone[2][4+i])
		}
	}
	if again := results(t, p, Who{Jobs: 3}, all); !reflect.DeepEqual(alone, again) {
		t.Error("three jobs come to something else")
	}
	if fleet := results(t, p, Who{Fleet: crewtest.Fleet{Kinds: kinds, Workers: 3, Seed: 1}}, all); !reflect.DeepEqual(alone, fleet) {
		t.Error("a fleet comes to something else")
	}
	part := results(t, p, Who{Jobs: 2}, []int{1, 5})
	if !reflect.DeepEqual(part[1], alone[1]) || !reflect.DeepEqual(part[5], alone[5]) || part[0] != nil {
		t.Error("some of the units come to something else")
	}
}

// job is the plan as a job.
func job(t testing.TB) crew.Job {
	p := plan(t)
	tk := p.task()
	tk.Players = []string{"random", "random"}
	j, err := arena.Carry(kindName, "test", tk, p.Game, p.Duels[0].A)
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
	r, err := d.Do(context.Background(), 5)
	if err != nil || d.Check(5, r) != nil {
		t.Fatalf("%s, %v", r.Data, err)
	}
	for _, garbage := range []string{"", "{}x", "[]", "[[1,-1]]x", "[[1,-1],[1,-1],[1,-1],[1,-1],[1,-1],[1e9,-9]]"} {
		if d.Check(5, crew.Result{Data: []byte(garbage)}) == nil {
			t.Errorf("%q is taken for a result", garbage)
		}
	}
	for _, unit := range []int{-1, 6} {
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
			t.Error("garbage is taken for a result")
		}
	})
}
