package fit

import (
	"context"
	"math"

	"gambito/games/othello"
	"gambito/progress"
)

// Settings say what to fit to.
type Settings struct {
	Games int // at least MinGames
	Seed  uint64
	Jobs  int // games played at a time; the result does not depend on it
}

// MinGames is the least number of games, of which one is held out.
const MinGames = holdOut

const (
	holdOut = 10 // one game in this many serves to check the weights, not to find them
	ridge   = 10 // far below the squares of thousands of positions
)

// Weights are those of the evaluation "classic" of Othello, in hundredths of
// a disc.
type Weights [othello.FeatureCount][othello.Phases]int

// Fitted is what came out of a fit.
type Fitted struct {
	Settings  Settings
	Weights   Weights
	Positions int     // that the weights were fitted to
	Quality   Quality // on the games held out
	Phases    [othello.Phases]Quality
}

// Othello fits the weights of the evaluation "classic" to the ends of games.
// It tells how many games are played.
func Othello(ctx context.Context, s Settings, tell progress.Func) (Fitted, error) {
	newPlay := func() (play[labelled], error) {
		p, err := newPlayer()
		return p.play, err
	}
	games, err := playAll(ctx, s, newPlay, tell)
	if err != nil {
		return Fitted{}, err
	}
	f := Fitted{Settings: s}
	var squares [othello.Phases]*Squares
	for phase := range squares {
		squares[phase] = NewSquares(othello.FeatureCount)
	}
	for n, positions := range games {
		if heldOut(n) {
			continue
		}
		f.Positions += len(positions)
		for _, p := range positions {
			features := othello.Features(p.own, p.opp)
			squares[othello.Phase(p.own, p.opp)].Add(features[:], p.result)
		}
	}
	for phase, s := range squares {
		w, err := s.Solve(ridge)
		if err != nil {
			return Fitted{}, err
		}
		for feature := range w {
			f.Weights[feature][phase] = int(math.Round(100 * w[feature]))
		}
	}
	for n, positions := range games {
		if heldOut(n) {
			f.check(positions)
		}
	}
	return f, nil
}

func heldOut(game int) bool { return game%holdOut == holdOut-1 }

// check adds positions to the quality of the weights.
func (f *Fitted) check(positions []labelled) {
	for _, p := range positions {
		phase, value := othello.Phase(p.own, p.opp), 0
		for feature, count := range othello.Features(p.own, p.opp) {
			value += f.Weights[feature][phase] * count
		}
		f.Quality.add(p.result, float64(value)/100)
		f.Phases[phase].add(p.result, float64(value)/100)
	}
}

// Quality is how well values foresee results. It is a sum over positions.
type Quality struct {
	Positions             int
	results, squares      int     // sums of results and of their squares
	errors, squaredErrors float64 // sums of absolute and of squared errors
}

func (q *Quality) add(result int, value float64) {
	q.Positions++
	q.results += result
	q.squares += result * result
	q.errors += math.Abs(value - float64(result))
	q.squaredErrors += (value - float64(result)) * (value - float64(result))
}

// MeanError is the mean absolute error in discs, NaN without positions.
func (q Quality) MeanError() float64 { return q.errors / float64(q.Positions) }

// R2 is the share of the results' variance that the values explain, NaN where all
// results are equal.
func (q Quality) R2() float64 {
	variance := float64(q.squares) - float64(q.results)*float64(q.results)/float64(q.Positions)
	if variance == 0 {
		return math.NaN()
	}
	return 1 - q.squaredErrors/variance
}
