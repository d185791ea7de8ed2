package strategy

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/games/kuhn"
	"gambito/theory/extensive"
)

// TestStopAndGoOn: a run in two parts comes to the bytes of one in one.
func TestStopAndGoOn(t *testing.T) {
	tree, err := extensive.New(kuhn.New())
	if err != nil {
		t.Fatal(err)
	}
	settings := Settings{Method: extensive.External, Seed: 3, Every: 20}
	learn := func(folder string, rounds int) {
		t.Helper()
		settings.Jobs++
		r, err := Open(folder, tree, settings)
		if err != nil {
			t.Fatal(err)
		}
		for range rounds {
			if _, err := r.Next(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	whole, parts := t.TempDir(), t.TempDir()
	learn(whole, 3)
	learn(parts, 1)
	learn(parts, 2)
	for _, name := range []string{"strategy.json", roundsFile, curveFile} {
		a, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(parts, name)); err != nil || !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s differs, %v", name, err)
		}
	}
	settings.Batch = 10
	if _, err := Open(whole, tree, settings); !errors.As(err, new(ErrOther)) || !strings.Contains(err.Error(), "in batches of 20, not of 10") {
		t.Errorf("other batches: %v", err)
	}
	settings.Batch, settings.Every = 0, 30
	if _, err := Open(whole, tree, settings); !errors.As(err, new(ErrOther)) || !strings.Contains(err.Error(), "do not fit into rounds of 30") {
		t.Errorf("other rounds: %v", err)
	}
	settings.Seed, settings.Every = 4, 20
	if _, err := Open(whole, tree, settings); !errors.As(err, new(ErrOther)) {
		t.Errorf("another seed: %v", err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Open(t.TempDir(), tree, settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(stopped); !errors.Is(err, context.Canceled) || len(r.Rounds) != 0 {
		t.Errorf("stopped: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}
