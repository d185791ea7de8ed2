package value

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/game"
	"gambito/learn/folder"
)

var kinds = []crew.Kind{GamesKind}

// away runs stages up to number n with a fleet, which may be none.
func away(t *testing.T, dir string, s Settings, g game.Encoded, f crew.Fleet, n int) (*Run, error) {
	t.Helper()
	r, err := Open(dir, s, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Fleet = f
	for len(r.Stages) < n {
		if _, err := r.Next(context.Background(), nil); err != nil {
			return r, err
		}
	}
	return r, nil
}

func sameLearning(t *testing.T, what, a, b string) {
	t.Helper()
	for _, name := range []string{folder.ModelFile, folder.CurvesFile} {
		x, errX := os.ReadFile(filepath.Join(a, name))
		y, errY := os.ReadFile(filepath.Join(b, name))
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			t.Errorf("%s: %s differs, %v, %v", what, name, errX, errY)
		}
	}
}

// TestFleet: whoever plays, and however many they are, the same is learnt to the bit.
func TestFleet(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	s.Games, s.Network = 8, "residual"
	here := t.TempDir()
	if _, err := away(t, here, s, g, nil, 3); err != nil {
		t.Fatal(err)
	}
	first, err := s.FirstGames(context.Background(), g, 2, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2, 4, 16} {
		there := t.TempDir()
		again, err := s.FirstGames(context.Background(), g, 1, crewtest.Fleet{Kinds: kinds, Workers: workers}, nil)
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Errorf("%d games, not %d: %v", len(again), len(first), err)
		}
		if _, err := away(t, there, s, g, crewtest.Fleet{Kinds: kinds, Workers: workers, Seed: uint64(workers)}, 3); err != nil {
			t.Fatal(err)
		}
		sameLearning(t, "fleet", here, there)
	}
}

// breaks is a fleet that hands over so many units and then fails.
type breaks struct {
	crew.Fleet
	after int
	err   error
}

func (f breaks) Do(ctx context.Context, j crew.Job, units iter.Seq[int], deliver func([]crew.Done) error) error {
	return f.Fleet.Do(ctx, j, units, func(list []crew.Done) error {
		n := min(len(list), f.after)
		f.after -= n
		if err := deliver(list[:n]); err != nil || n == len(list) {
			return err
		}
		return f.err
	})
}

type doubtful struct{}

func (doubtful) Error() string     { return "anna and bert contradict each other" }
func (doubtful) InDoubt() []string { return []string{"bert"} }

// TestFleetBreaks: what was handed over before a fleet failed, in whatever order, is used
// by whoever goes on, unless it is in doubt.
func TestFleetBreaks(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	s.Games = 8
	here := t.TempDir()
	if _, err := away(t, here, s, g, nil, 2); err != nil {
		t.Fatal(err)
	}
	full := crewtest.Fleet{Kinds: kinds, Workers: 3}
	for _, at := range []struct {
		err  error
		left int
		then crew.Fleet
	}{{errors.New("gone"), 5, nil}, {errors.New("gone"), 5, full}, {doubtful{}, 0, full}} {
		there := t.TempDir()
		if _, err := away(t, there, s, g, nil, 1); err != nil {
			t.Fatal(err)
		}
		r, err := away(t, there, s, g, breaks{full, 5, at.err}, 2)
		if !errors.Is(err, at.err) || len(r.current) != at.left || at.left == 0 && !strings.Contains(err.Error(), "the same command") {
			t.Errorf("%d games are left: %v", len(r.current), err)
		}
		if _, err := away(t, there, s, g, at.then, 2); err != nil {
			t.Fatal(err)
		}
		sameLearning(t, "broken", here, there)
	}
}

// captured keeps the jobs that it is asked for, and does nothing.
type captured struct{ jobs []crew.Job }

func (c *captured) Do(_ context.Context, j crew.Job, _ iter.Seq[int], _ func([]crew.Done) error) error {
	c.jobs = append(c.jobs, j)
	return errors.New("nobody is here")
}

// TestStrangers checks that neither what a job says nor a result is trusted.
func TestStrangers(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	dir := t.TempDir()
	if _, err := away(t, dir, s, g, nil, 1); err != nil {
		t.Fatal(err)
	}
	var c captured
	away(t, dir, s, g, &c, 2)
	job := c.jobs[0]
	for what, change := range map[string]func(spec, settings map[string]any){
		"stage -3":            func(spec, _ map[string]any) { spec["stage"] = -3 },
		"measured by 0 games": func(spec, settings map[string]any) { spec["measure"], settings["measure"] = true, 0 },
		"simulations 0":       func(_, settings map[string]any) { settings["simulations"] = 0 },
		"by rulesheets":       func(_, settings map[string]any) { settings["game"] = "gdl:/etc/passwd" },
		"not for othello":     func(_, settings map[string]any) { settings["game"] = "othello" },
		"unknown field":       func(spec, _ map[string]any) { spec["more"] = 1 },
	} {
		var spec map[string]any
		if err := json.Unmarshal(job.Spec, &spec); err != nil {
			t.Fatal(err)
		}
		change(spec, spec["settings"].(map[string]any))
		bad := job
		bad.Spec, _ = json.Marshal(spec)
		if _, err := crew.Open(kinds, bad, crew.Place{Jobs: 1}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, without %q", err, what)
		}
	}
	d, err := crew.Open(kinds, job, crew.Place{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Do(context.Background(), 1)
	if err != nil || d.Check(1, r) != nil || d.Check(s.Games, r) == nil || d.Check(1, crew.Result{Data: r.Data[1:]}) == nil {
		t.Errorf("%v, %v, %s", err, d.Check(1, r), r.Data)
	}
}
