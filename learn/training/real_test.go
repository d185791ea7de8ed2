package training

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"gambito/crew"
	"gambito/fleet"
	"gambito/fleet/broker"
	"gambito/learn/folder"
	"gambito/learn/td"
	"gambito/progress"
)

// realFleet is a broker and workers in this process, and a client for a folder.
func realFleet(t *testing.T, workers int) (client func(dir string) crew.Fleet) {
	t.Helper()
	b, err := broker.Start(broker.Options{Addr: "127.0.0.1:0", Store: filepath.Join(t.TempDir(), "store")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	connect := func(name string) *fleet.Link {
		l, err := fleet.Connect(context.Background(), fleet.Options{URL: b.URL(), Name: name})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.Close)
		return l
	}
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	t.Cleanup(func() { stop(); all.Wait() }) // before links and broker close
	for i := range workers {
		w := fleet.NewWorker(connect(fmt.Sprint("worker", i)), Kinds(), fleet.WorkerOptions{Jobs: 1, Cache: t.TempDir()})
		all.Go(func() { w.Run(ctx) })
	}
	link := connect("coordinator")
	return func(dir string) crew.Fleet {
		salt, err := fleet.Salt(dir)
		if err != nil {
			t.Fatal(err)
		}
		return fleet.NewClient(link, Kinds(), fleet.ClientOptions{Salt: salt, Jobs: 1})
	}
}

// TestRealFleet: trainings come to the same network over a broker, also if the one that
// learns is stopped in the middle of a round and another process goes on.
func TestRealFleet(t *testing.T) {
	client := realFleet(t, 3)
	for _, m := range []struct{ method, game, set string }{
		{Zero, "connect4:5x4", "games=24,filters=8,blocks=0,simulations=8,fast=2,gate_games=6,baseline_games=4,play_sims=4,truth=0"},
		{Value, "tictactoe", "network=residual,games=12,simulations=4,opening=2,epochs=1,measure=4,play_sims=4"},
		{TD, "backgammon", "games=24,hidden=64,batch=6,stage=2"},
	} {
		learn := func(r Request, ctx context.Context, tell progress.Func) error {
			t.Helper()
			plan, err := Choose(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			training, err := plan.Open()
			if err != nil {
				t.Fatal(err)
			}
			err = Learn(ctx, training, 2, tell, func(Step) error { return nil })
			return errors.Join(err, training.Close())
		}
		here := request(t, m.game)
		here.Method, here.Set, here.Measuring = m.method, m.set, td.Measuring{Every: 12, Games: 4}
		if err := learn(here, context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		there := here
		there.Folder = t.TempDir()
		there.Fleet = client(there.Folder)
		ctx, cancel := context.WithCancel(context.Background())
		err := learn(there, ctx, func(p progress.Step) {
			if p.What == "games" && p.Done >= 7 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", m.method, err)
		}
		there.Fleet = client(there.Folder)
		if err := learn(there, context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		a, errA := os.ReadFile(filepath.Join(here.Folder, folder.ModelFile))
		b, errB := os.ReadFile(filepath.Join(there.Folder, folder.ModelFile))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: a fleet comes to another network, %v, %v", m.method, errA, errB)
		}
	}
}
