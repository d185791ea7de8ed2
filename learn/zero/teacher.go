package zero

import (
	"context"
	"slices"

	"gambito/game"
	"gambito/learn/replay"
	"gambito/learn/truth"
	"gambito/search/exact"
)

// A run may have a teacher: an exact solver that says of the later positions of
// every game what they are worth and which moves keep that. What is learnt so is
// not learnt from self-play alone, and the model says so in its notes.

// SolverTeacher is the name of that teacher.
const SolverTeacher = "solver"

// teachers are solvers for those who need one for a moment. A nil channel has
// none.
type teachers chan exact.Solver

// newTeachers returns as many as there are cores to use, if there should be any.
func (s Settings) newTeachers(g game.Game, jobs int) (teachers, error) {
	if s.Teacher != SolverTeacher {
		return nil, nil
	}
	t := make(teachers, jobs)
	for range jobs {
		solver, err := truth.Solver(g)
		if err != nil {
			return nil, err
		}
		t <- solver
	}
	return t, nil
}

// correct puts the truth in the place of what was found in a game from ply from
// on.
func (t teachers) correct(ctx context.Context, start game.State, played *replay.Game, from int) error {
	if t == nil {
		return nil
	}
	solver := <-t
	defer func() { t <- solver }()
	s := start
	for ply, m := range played.Moves {
		if found := &played.Found[ply]; ply >= from && !found.Skip {
			if err := correct(ctx, solver, s, found); err != nil {
				return err
			}
		}
		s.Play(m)
	}
	return nil
}

// correct sets what a position is worth, and leaves of the likely moves those that
// keep it.
func correct(ctx context.Context, solver exact.Solver, s game.State, found *replay.Found) error {
	best, err := truth.Outcome(ctx, solver, s)
	if err != nil {
		return err
	}
	found.Valued, found.Proven, found.Value = true, true, best
	if len(found.Shares) == 0 {
		return nil
	}
	keep, err := truth.Keeping(ctx, solver, s, best)
	if err != nil {
		return err
	}
	found.Shares = slices.DeleteFunc(found.Shares, func(share replay.Share) bool { return !slices.Contains(keep, share.Move) })
	if len(found.Shares) == 0 {
		for _, m := range keep {
			found.Shares = append(found.Shares, replay.Share{Move: m, Share: 1 / float64(len(keep))})
		}
	}
	return nil
}
