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
	"gambito/duel"
	"gambito/files"
	"gambito/game"
	"gambito/games"
)

func unpack(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error)) {
	sealed := agents.New(agent.NewSealed(p.Folder, j.Read))
	return sealed, func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
}

var kinds = []crew.Kind{duel.Kind(unpack), AgreementKind(unpack)}

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
		state, err = files.ReadSealed(name)
		if err == nil {
			finals, err = files.ReadSealed(FinalsFile(name))
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
		s.FinalGames = 22 // more than a unit
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

// judging is agreement as a job.
func judging(t testing.TB) crew.Job {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	registry := agents.New(agent.NewEnvironment(""))
	specs, err := registry.ParseAll("rules", "pubeval")
	if err != nil {
		t.Fatal(err)
	}
	var c duel.Cargo
	for _, s := range specs {
		if _, err := c.Add(g, s); err != nil {
			t.Fatal(err)
		}
	}
	j, err := arena.Carry(agreementKind, "test", agreeTask{Game: "backgammon", Players: c.Players, Judged: []int{1}, Agree: "best:1", Games: 3, Seed: 1}, g, c.Specs...)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestCheckResult: garbage is no result.
func TestCheckResult(t *testing.T) {
	j := judging(t)
	d, err := crew.Open(kinds, j, crew.Place{Jobs: 2})
	if err != nil || d.Width() != 2 {
		t.Fatal(err)
	}
	r, err := d.Do(context.Background(), 2)
	if err != nil || d.Check(2, r) != nil {
		t.Fatalf("%s: %s, %v, %v", j.Kind, r.Data, err, d.Check(2, r))
	}
	for _, garbage := range []string{"", "{}x", "[]", `{"questions":-1,"worth":[0]}`, `{"questions":1,"worth":[2]}`, `{"questions":1,"worth":[]}`} {
		if d.Check(2, crew.Result{Data: []byte(garbage)}) == nil {
			t.Errorf("%q is taken for a result", garbage)
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
	f.Add(judging(f).Spec)
	f.Fuzz(func(t *testing.T, spec []byte) {
		d, err := crew.Open(kinds, crew.Job{Kind: agreementKind, Spec: spec}, crew.Place{Jobs: 1})
		if err == nil && d.Check(0, crew.Result{Data: []byte("x")}) == nil {
			t.Error("garbage is taken for a result")
		}
	})
}
