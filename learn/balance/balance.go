// Package balance teaches the playouts of a tree search by simulation balancing: moves
// get weights with which the mean of many playouts from a position comes near what the
// position is worth, whether or not each of them is played well. Begin with Settings.Learn.
//
// D. Silver, G. Tesauro: Monte-Carlo Simulation Balancing, ICML 2009 (policy gradient
// simulation balancing); S.-C. Huang, R. Coulom, S.-S. Lin: Monte-Carlo Simulation
// Balancing in Practice, Computers and Games 2010.
package balance

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
	"gambito/learn/truth"
	"gambito/progress"
	"gambito/search/exact"
	"gambito/search/mcts"
	"gambito/stats"
)

// Settings say what is learned from and how.
type Settings struct {
	Game      game.Game
	Low, High int         // plies of random games after which positions are taken
	Teacher   *agent.Spec // tells what they are worth; nil: a solver does
	Positions int         // to learn from
	Judged    int         // other positions, by which it is judged
	Steps     int         // of learning
	Batch     int         // positions in a step
	Playouts  int         // that tell the mean from a position, and as many more for the slope
	Rate      float64     // how far a step goes
	Seed      uint64
	Jobs      int // nothing that is found depends on it
}

// Result is what was learned.
type Result struct {
	Weights *mcts.MoveWeights

	// The mean squared difference between what positions are worth, from −1 to 1, and
	// the mean of their playouts, of positions that nothing was learned from.
	Before, After stats.Interval
	Gain          stats.Interval // how much less it is
}

// position is one of which is known what it is worth to the first player.
type position struct {
	state game.State
	worth float64
}

// The seeds of what is drawn.
const (
	positionSeed = iota + 1
	judgedSeed
	orderSeed
	learnSeed
	judgeSeed
)

func (s Settings) seedOf(purpose, number int) uint64 {
	return rand.NewPCG(s.Seed, uint64(purpose)<<40|uint64(number)).Uint64()
}

// Learn learns, and judges what came of it.
func (s Settings) Learn(ctx context.Context, tell progress.Func) (r Result, err error) {
	if game.OfChance(s.Game) || s.Game.Info().Players() != 2 || s.Game.Info().GeneralSum {
		return r, errors.New("playouts are balanced in games of two without chance, of whom one wins what the other loses")
	}
	if _, ok := s.Game.New().(game.Simultaneous); ok || game.OfSecrets(s.Game) {
		return r, errors.New("playouts are balanced in games in which players move in turn and see everything")
	}
	positions, err := s.positions(ctx, s.Positions, positionSeed, tell)
	if err != nil {
		return r, err
	}
	judged, err := s.positions(ctx, s.Judged, judgedSeed, tell)
	if err != nil {
		return r, err
	}
	if r.Weights, err = s.learn(ctx, positions, tell); err != nil {
		return r, err
	}
	before, err := s.errors(ctx, judged, mcts.NewMoveWeights(s.Game, nil))
	if err != nil {
		return r, err
	}
	after, err := s.errors(ctx, judged, r.Weights)
	if err != nil {
		return r, err
	}
	gain := make([]float64, len(before))
	for i := range gain {
		gain[i] = before[i] - after[i]
	}
	r.Before, _ = stats.MeanInterval(before, 0.95)
	r.After, _ = stats.MeanInterval(after, 0.95)
	r.Gain, _ = stats.MeanInterval(gain, 0.95)
	return r, nil
}

// positions draws some and has them solved, or judged by the teacher.
func (s Settings) positions(ctx context.Context, n, purpose int, tell progress.Func) ([]position, error) {
	states, err := truth.Random(s.Game, n, s.Low, s.High, s.seedOf(purpose, 0))
	if err != nil {
		return nil, err
	}
	if s.Teacher == nil {
		if err := truth.Check(s.Game, states); err != nil {
			return nil, err
		}
	}
	type judge struct {
		solver  exact.Solver
		teacher agent.Agent
	}
	judges, err := crew.Make(s.Jobs, n, func() (j judge, err error) {
		if s.Teacher == nil {
			j.solver, err = truth.Solver(s.Game)
		} else {
			j.teacher, err = s.Teacher.New(s.Game)
		}
		return j, err
	})
	if err != nil {
		return nil, err
	}
	list := make([]position, n)
	err = crew.Do(ctx, n, judges, func(ctx context.Context, j judge, i int) (err error) {
		state, worth, turn := states[i], 0.0, states[i].Turn()
		if j.solver != nil {
			worth, err = truth.Outcome(ctx, j.solver, state)
		} else {
			var info agent.Info
			j.teacher.NewGame(turn, arena.AgentSeed(s.Seed, s.Game.Info().ID, purpose, i, int(turn)))
			_, info, err = j.teacher.Choose(ctx, state.Clone(), agent.Limits{})
			worth = max(-1, min(1, info.Value.Score))
		}
		if turn != 0 {
			worth = 0 - worth
		}
		list[i] = position{state, worth}
		return err
	}, tell.Count("positions", n))
	return list, err
}

// learn makes the steps.
func (s Settings) learn(ctx context.Context, positions []position, tell progress.Func) (*mcts.MoveWeights, error) {
	players, err := s.players(s.Batch)
	if err != nil {
		return nil, err
	}
	theta := map[game.Move]float64{}
	weights := mcts.NewMoveWeights(s.Game, theta)
	order := rand.New(rand.NewPCG(s.seedOf(orderSeed, 0), 0))
	slopes := make([]map[game.Move]float64, s.Batch)
	for step := range s.Steps {
		picked := make([]position, s.Batch)
		for i := range picked {
			picked[i] = positions[order.IntN(len(positions))]
		}
		err := crew.Do(ctx, s.Batch, players, func(ctx context.Context, p *player, i int) error {
			p.r = rand.New(rand.NewPCG(s.seedOf(learnSeed, step), uint64(i)))
			slopes[i] = p.slope(picked[i], weights, s.Playouts)
			return ctx.Err()
		}, nil)
		if err != nil {
			return nil, err
		}
		for _, slope := range slopes {
			for m, x := range slope { // one after the other by position: sums do not depend on the order of moves
				theta[m] += s.Rate * x / float64(s.Batch)
			}
		}
		weights = mcts.NewMoveWeights(s.Game, theta)
		tell.Tell("steps", step+1, s.Steps)
	}
	// What is pasted is what is judged.
	if text := weights.String(); text != "" {
		return mcts.ParseMoveWeights(s.Game, text)
	}
	return weights, nil
}

// errors are the squared differences between what positions are worth and the means of
// judgePlayouts playouts.
func (s Settings) errors(ctx context.Context, positions []position, weights *mcts.MoveWeights) ([]float64, error) {
	players, err := s.players(len(positions))
	if err != nil {
		return nil, err
	}
	list := make([]float64, len(positions))
	err = crew.Do(ctx, len(positions), players, func(ctx context.Context, p *player, i int) error {
		p.r = rand.New(rand.NewPCG(s.seedOf(judgeSeed, 0), uint64(i)))
		list[i] = math.Pow(positions[i].worth-p.mean(positions[i].state, weights, judgePlayouts), 2)
		return ctx.Err()
	}, nil)
	return list, err
}

// judgePlayouts is how many playouts make a mean that is judged.
const judgePlayouts = 200

func (s Settings) players(n int) ([]*player, error) {
	return crew.Make(s.Jobs, n, func() (*player, error) {
		return &player{game: s.Game, state: s.Game.New(), named: map[game.Move]game.Move{}}, nil
	})
}
