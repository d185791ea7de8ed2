package training

import (
	"bytes"
	"context"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/learn/folder"
	"gambito/learn/td"
)

// counted is a fleet that counts its jobs.
type counted struct {
	crew.Fleet
	jobs int
}

func (c *counted) Do(ctx context.Context, j crew.Job, units iter.Seq[int], deliver func([]crew.Done) error) error {
	c.jobs++
	return c.Fleet.Do(ctx, j, units, deliver)
}

// TestFleet: every method learns the same to the bit whether a fleet plays or not.
func TestFleet(t *testing.T) {
	for _, m := range []struct {
		method, game, set string
		jobs              int
	}{
		{Zero, "tictactoe", "games=4,filters=8,blocks=0,simulations=2,fast=1,gate_games=2,baseline_games=2,play_sims=2,truth=0", 2 * 4}, // two baselines
		{Solver, "tictactoe", tiny, 2},
		{Value, "tictactoe", "network=paper,games=4,simulations=2,epochs=1,measure=2,play_sims=2", 4},
		{Q, "tictactoe", "games=64,batch=16,every=32,measure=0,exam=0", 4},
		{TD, "connect4", "games=32,batch=16,sets=walks:4x4,every=16,measure=1,exam=0,opponent=random", 2},
		{TD, "backgammon", "games=16,hidden=64,batch=4,stage=2", 2 * 3},
	} {
		var want []byte
		for _, f := range []*counted{nil, {Fleet: crewtest.Fleet{Kinds: Kinds(), Workers: 3}}} {
			r := request(t, m.game)
			r.Method, r.Set, r.Measuring = m.method, m.set, td.Measuring{Every: 8, Games: 2}
			if f != nil {
				r.Fleet = f
			}
			plan, err := Choose(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			training, err := plan.Open()
			if err != nil {
				t.Fatal(err)
			}
			if err := Learn(context.Background(), training, 2, nil, func(Step) error { return nil }); err != nil {
				t.Fatal(m.method, err)
			}
			if err := training.Close(); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(r.Folder, folder.ModelFile))
			if err != nil {
				t.Fatal(err)
			}
			if f == nil {
				want = got
				continue
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: a fleet comes to another network", m.method)
			}
			if f.jobs != m.jobs {
				t.Errorf("%s: the fleet had %d jobs, not %d", m.method, f.jobs, m.jobs)
			}
		}
	}
}
