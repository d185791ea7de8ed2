package zero

import (
	"context"
	"errors"
	"time"

	"gambito/learn/truth"
	"gambito/neural"
	"gambito/progress"
)

// exam is the one that the networks of a run take after every round. It is made when it
// is needed first, and the same whenever a run goes on.
type exam struct {
	of    *truth.Exam // nil if there is none
	tried bool
}

const (
	// examTime is how long solving the questions may take. What takes longer is not
	// measured: learning is what people wait for.
	examTime = 30 * time.Second

	// examSeed is that of all exams, so that runs can be compared.
	examSeed = 20_181_207
)

// grade examines a network, if the game has a solver.
func (e *exam) grade(ctx context.Context, r *Run, n *neural.Network, tell progress.Func) (*truth.Grade, error) {
	if r.Settings.Truth == 0 {
		return nil, nil
	}
	if !e.tried {
		within, cancel := context.WithTimeout(ctx, examTime)
		defer cancel()
		of, err := truth.NewExam(within, r.game, r.Settings.Truth, examSeed, r.jobs, tell)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if e.tried = true; err == nil {
			e.of = of
		}
	}
	if e.of == nil {
		return nil, nil
	}
	alone := neural.NewAlone(r.game, n)
	g, err := e.of.Grade(ctx, alone.Choose)
	return &g, errors.Join(err, alone.Fault())
}
