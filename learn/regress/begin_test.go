package regress

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/game"
	"gambito/learn/folder"
	"gambito/ntuple"
)

// begun opens a run that begins with a model.
func begun(t *testing.T, dir string, s Settings, g game.Celled, from []byte) *Run {
	t.Helper()
	var err error
	if s.From, err = FromDigest(g, from); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir, s, g, Given{From: from}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFrom: a run that begins with a model lets it play from the first round on, and pulls
// worths to its, also those of finer stages and beside sets that it does not have.
func TestFrom(t *testing.T) {
	g := celled(t, "othello")
	s := small(g)
	s.Width, s.Late = 16, 36
	before := t.TempDir()
	finish(t, open(t, before, s, g, 2))
	from := content(t, before, folder.ModelFile)

	s.Width, s.Late, s.Sets, s.Ridge, s.Rounds = 8, 12, s.Sets+"+corners:2x3", 1e6, 2
	one := t.TempDir()
	r := begun(t, one, s, g, from)
	finish(t, r)
	if r.Rounds[0].Round != 1 || r.Rounds[1].Round != 2 || r.Rounds[0].Games != 60 {
		t.Errorf("rounds are %+v", r.Rounds)
	}
	known := r.from.Weights
	for vacant := range 61 {
		want := known.Values[known.System.Stage(vacant)]
		for slot, x := range r.model.Weights.Values[r.system.Stage(vacant)] {
			if slot >= len(want) {
				if math.Abs(float64(x)) > 0.1 {
					t.Fatalf("%d vacant: slot %d of no known set is worth %g", vacant, slot, x)
				}
			} else if math.Abs(float64(x-want[slot])) > 0.2 {
				t.Fatalf("%d vacant: slot %d is worth %g, and was %g", vacant, slot, x, want[slot])
			}
		}
	}

	away := t.TempDir() // where the model is there only when it begins
	r = begun(t, away, s, g, from)
	r.Fleet = crewtest.Fleet{Kinds: []crew.Kind{GamesKind}, Workers: 3, Seed: 5}
	if _, err := r.Next(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	s = r.Settings
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	finish(t, open(t, away, s, g, 2))
	for _, name := range []string{folder.GamesFile, folder.ModelFile} {
		if !bytes.Equal(content(t, one, name), content(t, away, name)) {
			t.Errorf("another %s on a fleet, and after a stop", name)
		}
	}

	if err := os.Remove(filepath.Join(away, fromFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(away, s, g, Given{}, 1); !errors.Is(err, ErrFrom) {
		t.Errorf("without the model: %v", err)
	}
	if _, err := FromDigest(celled(t, "connect4"), from); err == nil {
		t.Error("a model of another game is taken")
	}
}

// TestEven: positions that the model so far says are won or lost count less, and those that
// came to it.
func TestEven(t *testing.T) {
	g := celled(t, "othello")
	s := small(g)
	s.Rounds, s.Even = 1, 5
	r := open(t, t.TempDir(), s, g, 1)
	if f := r.fitter(0); f.counts(0) != 1 {
		t.Error("without a model positions do not count alike")
	}
	finish(t, r)
	f := r.fitter(1)
	for range 20 {
		x, vacant := ntuple.NewFollower(g, r.system).See(f.state, f.state.Turn())
		said := float64(r.model.Weights.Sum(x, r.system.Stage(vacant)))
		if got, want := f.counts(0), 1/(1+said*said/25); math.Abs(got-want) > 1e-6 {
			t.Errorf("a position that is worth %g counts %g, not %g", said, got, want)
		}
		f.state.Play(f.state.Moves(nil)[0])
	}
	if r.Settings.Even = 0; r.fitter(1).counts(9) != 1 {
		t.Error("positions do not count alike though they should")
	}
	r.Settings.Close = 10
	for target, want := range map[float64]float64{0: 1, 10: 0.5, -10: 0.5, 30: 0.1} {
		if got := r.fitter(1).counts(target); math.Abs(got-want) > 1e-12 {
			t.Errorf("a position that came to %g counts %g, not %g", target, got, want)
		}
	}
}
