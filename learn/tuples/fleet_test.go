package tuples

import (
	"bytes"
	"context"
	"iter"
	"testing"

	"gambito/crew"
	"gambito/crew/crewtest"
)

// TestFleet: whoever plays, the same is learned to the bit.
func TestFleet(t *testing.T) {
	for _, method := range []string{TD, Q} {
		g := celled(t, "breakthrough")
		s := small(g)
		s.Method, s.Games, s.Explore = method, 60, 0.3
		here := newRun(t, s, g)
		finish(t, here, 2)
		want, err := here.encode()
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 3} {
			away := newRun(t, s, g)
			away.Fleet = crewtest.Fleet{Kinds: []crew.Kind{GamesKind}, Workers: workers, Seed: uint64(workers)}
			finish(t, away, 1)
			if got, err := away.encode(); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %d workers come to another result", method, workers)
			}
		}
	}
}

// captured keeps the job that it is asked for.
type captured struct{ job crew.Job }

func (c *captured) Do(_ context.Context, j crew.Job, _ iter.Seq[int], _ func([]crew.Done) error) error {
	c.job = j
	return context.Canceled
}

// FuzzResult checks that no result of a stranger is taken that is not a game.
func FuzzResult(f *testing.F) {
	g := celled(f, "tictactoe")
	s := preset(g, Q)
	r := newRun(f, s, g)
	var c captured
	r.Fleet = &c
	if r.Batch(context.Background(), 1) == nil {
		f.Fatal("a batch is learned from that nobody has played")
	}
	doer, err := openGames(c.job, crew.Place{Jobs: 1})
	if err != nil {
		f.Fatal(err)
	}
	for unit := range 3 {
		result, err := doer.Do(context.Background(), unit)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(result.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if doer.Check(1, crew.Result{Data: data}) != nil {
			return
		}
		var played selfGame
		p := newPlayer(r.brain)
		if err := p.replay(&played, s, data); err != nil {
			t.Fatal(err)
		}
		if again := played.append(nil, s); !bytes.Equal(again, data) {
			t.Errorf("%x is written as %x", data, again)
		}
	})
}

// FuzzJob checks that no job of a stranger does harm.
func FuzzJob(f *testing.F) {
	g := celled(f, "tictactoe")
	r := newRun(f, preset(g, TD), g)
	var c captured
	r.Fleet = &c
	r.Batch(context.Background(), 1)
	f.Add(c.job.Spec)
	f.Fuzz(func(t *testing.T, spec []byte) {
		j := c.job
		j.Spec = spec
		if d, err := openGames(j, crew.Place{Jobs: 1}); err == nil {
			d.Do(context.Background(), d.(*doer).First)
		}
	})
}
