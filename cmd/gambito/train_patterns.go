package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"gambito/crew"
	"gambito/learn/folder"
	"gambito/learn/regress"
	"gambito/learn/training"
	"gambito/learn/tuples"
)

// showPatterns begins the line of a measurement of a pattern system.
func showPatterns(s *session, m tuples.Measurement, opponent string) {
	fmt.Fprintf(s.stdout, "%d games learned from", m.Games)
	for _, side := range []struct {
		name string
		tuples.Results
	}{{"first", m.First}, {"second", m.Second}} {
		if side.Played() > 0 {
			fmt.Fprintf(s.stdout, "; moving %s %d won, %d drawn, %d lost", side.name, side.Won, side.Drawn, side.Lost)
		}
	}
	if m.First.Played() > 0 {
		fmt.Fprintf(s.stdout, " against %s", opponent)
	}
	if m.Truth != nil {
		fmt.Fprintf(s.stdout, "; keeps %.1f %% of %d outcomes", 100*m.Truth.Share(), m.Truth.Positions)
	}
}

// showFit begins the line of a round of regression.
func showFit(s *session, r regress.Round) {
	fmt.Fprintf(s.stdout, "round %d: %d games of %d, %d positions and %d held out; these differ by %.3f on average, solved ones by %.3f, %s",
		r.Round, r.Games, r.All, r.Learned, r.HeldOut, r.Error, r.Exact, r.Unit)
}

// endPatterns tells where learning has ended, also if the time of --for has ended it.
func (c trainCmd) endPatterns(s *session, t training.Training, err error, took time.Duration) error {
	done, games := t.Done()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("training stopped after %d of %d games; the same command goes on", done, games)}
	case crew.InDoubt(err) != nil:
		return failure{fmt.Errorf("%w; its batch is dropped, and the same command plays it again", err)}
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return failure{err}
	}
	if c.JSON {
		return nil
	}
	state := "finished"
	if done < games {
		state = "not finished; the same command goes on"
	}
	fmt.Fprintf(s.stdout, "%d of %d games learned from, %s, %.0f s now: %s\n", done, games, state, took.Seconds(), filepath.Join(c.Out, folder.ModelFile))
	return nil
}
