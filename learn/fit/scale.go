package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gambito/bandit"
	"gambito/game"
	"gambito/progress"
	"gambito/search/mcts"
)

// How the games are played that a scale is fitted to.
const (
	scaleOpening     = 8   // random plies at the start
	scaleSimulations = 300 // of each move after that
)

// Scaled is the scale of an evaluation.
type Scaled struct {
	Scale     float64 // the evaluation that stands for an expected score of tanh(1)
	Positions int
	Error     float64 // mean squared error of tanh(evaluation / Scale)
	Zero      float64 // that of always expecting a draw
}

// point is an evaluation and how its game ended, both for the player to move.
type point struct{ evaluation, score float64 }

// Scale lets a Monte Carlo tree search that knows nothing of the evaluation play
// games against itself, and finds by least squares how the evaluation foresees
// their ends. The result is the same for any number of jobs. It tells how many games
// are played.
func Scale(ctx context.Context, g game.Game, evaluate func(game.State) int, s Settings, tell progress.Func) (Scaled, error) {
	if g.Info().Players() != 2 || g.New().Turn() == game.Together {
		return Scaled{}, fmt.Errorf("the scale of an evaluation is fitted to games of two who move in turn, which %s is not", g.Info().ID)
	}
	newPlay := func() (play[point], error) {
		search, err := mcts.New(g, mcts.Params{Policy: bandit.UCB{Alpha: 0.5}})
		return func(ctx context.Context, r *rand.Rand) ([]point, error) {
			return scaleGame(ctx, g, evaluate, search, r)
		}, err
	}
	games, err := playAll(ctx, s, newPlay, tell)
	if err != nil {
		return Scaled{}, err
	}
	var points []point
	for _, p := range games {
		points = append(points, p...)
	}
	return fitScale(points)
}

// scaleGame plays a game and returns its positions after the opening.
func scaleGame(ctx context.Context, g game.Game, evaluate func(game.State) int, search *mcts.Search, r *rand.Rand) ([]point, error) {
	s := g.New()
	var points []point
	var movers []game.Player
	for ply := 0; s.Turn() != game.Over; ply++ {
		mover := s.Turn()
		if ply < scaleOpening || mover == game.Chance {
			m, _ := game.RandomMove(s, r, nil)
			s.Play(m)
			continue
		}
		points, movers = append(points, point{evaluation: float64(evaluate(s))}), append(movers, mover)
		search.NewGame(mover, r.Uint64())
		result, err := search.Run(ctx, s, mcts.Budget{Simulations: scaleSimulations})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		s.Play(result.Move)
	}
	for k, mover := range movers {
		points[k].score = s.Score(mover)
	}
	return points, nil
}

// fitScale finds the scale of the least squared error by golden section over its
// logarithm.
func fitScale(points []point) (Scaled, error) {
	largest := 0.0
	for _, p := range points {
		largest = max(largest, math.Abs(p.evaluation))
	}
	if largest == 0 {
		return Scaled{}, fmt.Errorf("the evaluation is 0 in all %d positions", len(points))
	}
	squares := func(scale float64) float64 {
		sum := 0.0
		for _, p := range points {
			d := p.score - math.Tanh(p.evaluation/scale)
			sum += d * d
		}
		return sum / float64(len(points))
	}
	const golden = 0.6180339887498949
	low, high := math.Log(largest/1000), math.Log(largest*1000)
	for high-low > 1e-4 {
		a, b := high-golden*(high-low), low+golden*(high-low)
		if squares(math.Exp(a)) < squares(math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	scale := math.Exp((low + high) / 2)
	if scale > 900*largest {
		return Scaled{}, fmt.Errorf("the evaluation foresees nothing of the results in %d positions", len(points))
	}
	return Scaled{scale, len(points), squares(scale), squares(math.Inf(1))}, nil
}
