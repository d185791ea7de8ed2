package web

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"

	"gambito/arena"
	"gambito/run"
)

// countingCrew counts the games that it is given.
type countingCrew struct {
	arena.Crew
	games *atomic.Int64
}

func (c countingCrew) Play(ctx context.Context, e *arena.Experiment, keys iter.Seq[arena.Key], deliver func([]arena.Record) error) error {
	return c.Crew.Play(ctx, e, keys, func(batch []arena.Record) error {
		c.games.Add(int64(len(batch)))
		return deliver(batch)
	})
}

// TestRunByAnotherCrew: runs of the page are played by who the server was given.
func TestRunByAnotherCrew(t *testing.T) {
	var games, jobs atomic.Int64
	s := serverFor(t, Options{Data: t.TempDir(), Crew: func(n int) arena.Crew {
		jobs.Store(int64(n))
		return countingCrew{run.Crew(n), &games}
	}})
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": runYAML("theirs", 2), "jobs": 1}))
	line := runUntil(t, s, "theirs", func(l RunLine) bool { return l.State == runFinished })
	if games.Load() != int64(line.Played) || line.Played != 12 || jobs.Load() != 1 {
		t.Errorf("the crew was given %d games of %d, with %d jobs", games.Load(), line.Played, jobs.Load())
	}
}
