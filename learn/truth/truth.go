// Package truth measures agents against solvers: how many of their moves keep
// what a position is worth, and how far from the truth their own judgement is.
package truth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/games/connect4"
	"gambito/search/exact"
)

// Result is what came out for a set of positions.
type Result struct {
	Positions int `json:"positions"`

	// Kept is in how many the agent's move kept the outcome: a win stayed a win,
	// a draw a draw. Critical are those in which some move would not have.
	Kept         int `json:"kept"`
	Critical     int `json:"critical"`
	CriticalKept int `json:"critical_kept"`

	// Best is in how many it kept the score to the point, won as fast, or with as
	// many discs, as can be, if that was to be found out.
	Best *int `json:"best,omitempty"`

	// The agent's expected score against the outcome, 1, 0 or −1.
	AbsoluteError float64 `json:"absolute_error"` // mean
	SquaredError  float64 `json:"squared_error"`  // mean
}

// connect4Bits is the size of a solver's table; every worker has one.
const connect4Bits = 22

// Solver returns a solver for g that several of can be in memory at once.
func Solver(g game.Game) (exact.Solver, error) {
	if board, ok := g.(*connect4.Game); ok {
		if _, _, run := board.Size(); run == 4 {
			c, err := exact.NewConnect4(board, connect4Bits)
			if err != nil {
				return nil, err
			}
			return c, c.UseStandardBook()
		}
	}
	return exact.New(g)
}

// answer is what an agent did in one position.
type answer struct {
	kept, critical, best bool
	value, outcome       float64
}

// Measure lets the agent choose in every position and compares with the solver.
// With scores it also finds out what moves are worth to the point, which takes a
// few times longer. The result does not depend on jobs. done is told how many
// positions are done.
func Measure(ctx context.Context, g game.Game, who agent.Spec, positions []game.State, scores bool, seed uint64, jobs int, done func(n int)) (Result, error) {
	answers := make([]answer, len(positions))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var mutex sync.Mutex
	finished := 0
	var all sync.WaitGroup
	for range min(max(jobs, 1), len(positions)) {
		a, err := who.New(g)
		if err != nil {
			return Result{}, err
		}
		solver, err := Solver(g)
		if err != nil {
			return Result{}, err
		}
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(positions); i = int(next.Add(1)) - 1 {
				s := positions[i]
				a.NewGame(s.Turn(), arena.AgentSeed(seed, g.Info().ID, 0, i, int(s.Turn())))
				found, err := ask(ctx, g, a, solver, s, scores)
				if err != nil {
					cancel(err)
					return
				}
				answers[i] = found
				mutex.Lock()
				finished++
				done(finished)
				mutex.Unlock()
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return Result{}, err
	}
	r := sum(answers)
	if !scores {
		r.Best = nil
	}
	return r, nil
}

// ask compares an agent with a solver in one position.
func ask(ctx context.Context, g game.Game, a agent.Agent, solver exact.Solver, s game.State, exactly bool) (found answer, err error) {
	m, info, err := a.Choose(ctx, s, agent.Limits{})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return found, err
	}
	var scores []exact.MoveScore
	if exactly {
		scores, err = solver.SolveMoves(ctx, s)
	} else {
		scores, err = Outcomes(ctx, solver, s)
	}
	if err != nil {
		return found, err
	}
	of := slices.IndexFunc(scores, func(score exact.MoveScore) bool { return score.Move == m })
	if of < 0 {
		return found, fmt.Errorf("the agent's move is not legal in %s", g.FormatPosition(s))
	}
	best, worst := scores[0].Score, scores[0].Score
	for _, score := range scores {
		best, worst = max(best, score.Score), min(worst, score.Score)
	}
	return answer{
		kept:     sign(scores[of].Score) == sign(best),
		critical: sign(worst) != sign(best),
		best:     scores[of].Score == best,
		value:    info.Value, outcome: sign(best),
	}, nil
}

// weakSolver is a solver that finds outcomes faster than scores.
type weakSolver interface {
	SolveWeak(ctx context.Context, s game.State) (sign int, err error)
}

// Outcomes returns what the moves lead to: positive scores for wins, 0 for draws,
// negative ones for losses.
func Outcomes(ctx context.Context, solver exact.Solver, s game.State) (scores []exact.MoveScore, err error) {
	weak, ok := solver.(weakSolver)
	if !ok {
		return solver.SolveMoves(ctx, s)
	}
	next := s.Clone()
	for _, m := range s.Moves(nil) {
		next.CopyFrom(s)
		next.Play(m)
		score := 0
		if next.Turn() == game.Over {
			score = int(next.Score(s.Turn()))
		} else if score, err = weak.SolveWeak(ctx, next); err != nil {
			return nil, err
		} else if next.Turn() != s.Turn() {
			score = -score
		}
		scores = append(scores, exact.MoveScore{Move: m, Score: score})
	}
	return scores, nil
}

func sign(score int) float64 { return float64(min(max(score, -1), 1)) }

func sum(answers []answer) (r Result) {
	r.Positions, r.Best = len(answers), new(int)
	n := float64(len(answers))
	for _, a := range answers {
		if a.kept {
			r.Kept++
		}
		if a.critical {
			r.Critical++
			if a.kept {
				r.CriticalKept++
			}
		}
		if a.best {
			*r.Best++
		}
		difference := math.Abs(a.value - a.outcome)
		r.AbsoluteError += difference / n
		r.SquaredError += difference * difference / n
	}
	return r
}

// Random returns positions of random games: one a game, after a number of plies
// from low to high, each as likely, in which the game is not over.
func Random(g game.Game, n, low, high int, seed uint64) ([]game.State, error) {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	var positions []game.State
	const triesAPosition = 1000
	for tries := 0; len(positions) < n; tries++ {
		if tries > triesAPosition*n {
			return nil, fmt.Errorf("hardly any random game of %s goes on for %d plies", g.Info().ID, low)
		}
		s := g.New()
		for range low + r.IntN(high-low+1) {
			m, ok := game.RandomMove(s, r, nil)
			if !ok {
				break
			}
			s.Play(m)
		}
		if s.Turn() != game.Over {
			positions = append(positions, s)
		}
	}
	return positions, nil
}
