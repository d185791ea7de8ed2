package agents

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
)

// Analyze implements Analyst: every move is solved, unless one line is asked for. When
// the time for that ends, what was found out so far is told.
func (a *perfect) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	begin := time.Now()
	if !a.solvable(s) {
		return a.searched(ctx, s, q)
	}
	limit := time.Duration(tighter(int(a.limits.Time), int(q.Time)))
	m, info, err := a.Choose(ctx, s, q.Limits)
	found := agent.Analysis{Move: m, Info: info}
	if err != nil || !info.Value.Proven {
		return found, err
	}
	within := ctx
	if limit != 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithDeadline(ctx, begin.Add(limit))
		defer cancel()
	}
	before := a.solver.Nodes()
	found.PV = a.follow(within, s, m)
	found.Lines = []agent.Line{{Move: m, PV: found.PV, Value: info.Value}}
	for _, other := range s.Moves(nil) {
		if q.Lines == 1 {
			break // nobody wants to know of the others, which take the most time
		}
		if other == m {
			continue
		}
		if q.Tell != nil {
			q.Tell(found.Clone())
		}
		line, err := solvedMove(within, a.solver, a.game, s, other)
		if err != nil {
			break
		}
		// Of equally good moves the one chosen comes first.
		at, _ := slices.BinarySearchFunc(found.Lines[1:], line, func(x, y agent.Line) int {
			return cmp.Or(cmp.Compare(y.Value.Score, x.Value.Score), cmp.Compare(y.Value.Count, x.Value.Count), cmp.Compare(x.Move, y.Move))
		})
		found.Lines = slices.Insert(found.Lines, 1+at, line)
	}
	for i := range min(q.Lines, len(found.Lines)) {
		if i > 0 {
			found.Lines[i].PV = a.follow(within, s, found.Lines[i].Move)
		}
	}
	found.Nodes += int(a.solver.Nodes() - before)
	found.Time = time.Since(begin)
	return found, ctx.Err()
}

// followed is how many moves of a line are told at the most.
const followed = 60

// follow is a move and best play of both sides after it, as far as it is solved in
// time.
func (a *perfect) follow(ctx context.Context, s game.State, m game.Move) []game.Move {
	line, at := []game.Move{m}, s.Clone()
	for at.Play(m); at.Turn() != game.Over && len(line) < followed; at.Play(m) {
		var err error
		if _, m, err = a.solver.SolveBest(ctx, at); err != nil {
			break
		}
		line = append(line, m)
	}
	return line
}

// searched is what alpha-beta search finds where nothing is solved.
func (a *perfect) searched(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	a.limit(q.Limits, time.Duration(tighter(int(a.limits.Time), int(q.Time))))
	return a.analyze(ctx, a.search, s, q)
}
