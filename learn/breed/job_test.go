package breed

import (
	"bytes"
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/files"
	"gambito/game"
	"gambito/games"
)

func unpack(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error)) {
	sealed := agents.New(agent.NewSealed(p.Folder, j.Read))
	return sealed, func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
}

var kinds = []crew.Kind{FitnessKind(unpack), AgreementKind(unpack)}

// TestElsewhere: what several machines play and judge comes to the same generations, the
// same finals and the same files as here.
func TestElsewhere(t *testing.T) {
	evolve := func(s Settings, fleet crew.Fleet) (state, finals []byte, finalists []Finalist, done int) {
		e := start(t, s, 2)
		e.Fleet = fleet
		folder := t.TempDir()
		name := filepath.Join(folder, "bred.json")
		if _, err := e.KeepIn(name); err != nil {
			t.Fatal(err)
		}
		defer e.Leave()
		if err := e.Evolve(context.Background(), kept); err != nil {
			t.Fatal(err)
		}
		finalists, err := e.Finals(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		state, err = files.Read(name)
		if err == nil {
			finals, err = files.Read(FinalsFile(name))
		}
		if err != nil {
			t.Fatal(err)
		}
		finals = bytes.ReplaceAll(finals, []byte(folder), nil) // where a network is kept
		for i, f := range finalists {
			finalists[i].Spec = strings.ReplaceAll(f.Spec, folder, "")
		}
		return state, finals, finalists, e.done
	}
	for name, change := range variety {
		s := small(t, change)
		s.FinalGames = unitGames + 2
		state, finals, finalists, done := evolve(s, nil)
		workers := []int{1, 2, 4, 16}
		if name != "points" {
			workers = []int{2}
		}
		for _, n := range workers {
			fleet := crewtest.Fleet{Kinds: kinds, Workers: n, Seed: uint64(n)}
			state2, finals2, finalists2, done2 := evolve(s, fleet)
			if !bytes.Equal(state, state2) || !bytes.Equal(finals, finals2) || !reflect.DeepEqual(finalists, finalists2) || done != done2 {
				t.Errorf("%s: %d machines come to something else", name, n)
			}
		}
	}
}

// jobs are one of each kind.
func jobs(t testing.TB) (all []crew.Job) {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	registry := agents.New(agent.NewEnvironment(""))
	specs, err := registry.ParseAll("rules", "pubeval")
	if err != nil {
		t.Fatal(err)
	}
	var c cargo
	for _, s := range specs {
		if _, err := c.add(g, s); err != nil {
			t.Fatal(err)
		}
	}
	for kind, task := range map[string]any{
		fitnessKind:   matchTask{Game: "backgammon", Players: c.players, Pairs: [][2]int{{0, 1}, {1, 0}}, Games: 5, Unit: 2, Seed: 1},
		agreementKind: agreeTask{Game: "backgammon", Players: c.players, Judged: []int{1}, Agree: "best:1", Games: 3, Seed: 1},
	} {
		j, err := arena.Carry(kind, "test", task, g, c.specs...)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, j)
	}
	return all
}

// TestCheckResult: garbage is no result.
func TestCheckResult(t *testing.T) {
	for _, j := range jobs(t) {
		d, err := crew.Open(kinds, j, crew.Place{Jobs: 2})
		if err != nil || d.Width() != 2 {
			t.Fatal(err)
		}
		r, err := d.Do(context.Background(), 2)
		if err != nil || d.Check(2, r) != nil {
			t.Fatalf("%s: %s, %v, %v", j.Kind, r.Data, err, d.Check(2, r))
		}
		for _, garbage := range []string{"", "{}x", "[]", "[[1,-1]]x", "[[1,-1],[9,-9]]", `{"questions":-1,"worth":[0]}`, `{"questions":1,"worth":[2]}`, `{"questions":1,"worth":[]}`} {
			if d.Check(2, crew.Result{Data: []byte(garbage)}) == nil {
				t.Errorf("%s: %q is taken for a result", j.Kind, garbage)
			}
		}
		for _, unit := range []int{-1, 100} {
			if _, err := d.Do(context.Background(), unit); err == nil || d.Check(unit, r) == nil {
				t.Errorf("%s: there is a unit %d", j.Kind, unit)
			}
		}
	}
}

// FuzzOpen takes any spec of either kind.
func FuzzOpen(f *testing.F) {
	for _, j := range jobs(f) {
		f.Add(j.Kind == fitnessKind, j.Spec)
	}
	f.Fuzz(func(t *testing.T, fitness bool, spec []byte) {
		kind := agreementKind
		if fitness {
			kind = fitnessKind
		}
		d, err := crew.Open(kinds, crew.Job{Kind: kind, Spec: spec}, crew.Place{Jobs: 1})
		if err == nil && d.Check(0, crew.Result{Data: []byte("x")}) == nil {
			t.Error("garbage is taken for a result")
		}
	})
}
