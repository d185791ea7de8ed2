package theory

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Method is a way to look at a game.
type Method string

// The methods, in the order of a lecture.
const (
	SaddlePoints    Method = "saddle"
	Dominated       Method = "dominance"
	GeometricMethod Method = "geometric"
	LinearProgramme Method = "lp"
	Enumeration     Method = "support"
	Complementary   Method = "lemke-howson"
	Correlation     Method = "correlated"
	ParetoFront     Method = "pareto"
	BestReplies     Method = "best-response"
	Replicating     Method = "replicator"
	Fictitious      Method = "fictitious-play"
	Regrets         Method = "regret-matching"
)

// Methods are all of them.
var Methods = []Method{
	SaddlePoints, Dominated, GeometricMethod, LinearProgramme, Enumeration, Complementary,
	Correlation, ParetoFront, BestReplies, Replicating, Fictitious, Regrets,
}

// Analysis is what is found out about a game; what was not looked at is nil.
type Analysis struct {
	Game    *Game
	Methods []Method // that were applied, in order

	Security   []Security // by player
	Pure       []int      // equilibria in pure strategies, numbers of profiles
	Strict     *Dominance
	Weak       *Dominance
	Geometric  *Geometric
	Solution   *Solution // exact, of a game that is not too large for that
	Rounded    *Rounded  // in floating point
	Equilibria *Equilibria
	Paths      []Path // of Lemke and Howson, one for each label that is given up
	Correlated *Correlated
	Pareto     []int // numbers of profiles
	Replies    *Replies
	Replicator []Round
	Fictitious *Learned
	Regrets    *Learned
}

// maxExact is the size of matrices, in cells, up to which they are solved exactly.
const maxExact = 900

// maxPaths is how many strategies both players may have together for Lemke and Howson.
const maxPaths = 40

// Fits says why a method cannot be applied to the game, nil if it can.
func (g *Game) Fits(m Method) error {
	_, constant := g.Constant()
	var wrong error
	switch m {
	case GeometricMethod:
		if _, ok := g.Geometric(); !ok {
			wrong = errors.New("it is for games of two whose payoffs have a constant sum, one of whom has two strategies")
		}
	case LinearProgramme:
		if !constant {
			wrong = errors.New("it is for games of two whose payoffs have a constant sum")
		}
	case Enumeration:
		if _, few := g.Supports(); !few {
			wrong = fmt.Errorf("it is for games of two with at most %d pairs of supports, such as 8×8", maxSupports)
		}
	case Complementary:
		if len(g.Players) != 2 || g.Size(0)+g.Size(1) > maxPaths {
			wrong = fmt.Errorf("it is for games of two with at most %d strategies together", maxPaths)
		}
	case Correlation:
		if g.Profiles() > maxCorrelated {
			wrong = fmt.Errorf("it is for games of at most %d combinations of strategies", maxCorrelated)
		}
	case SaddlePoints, Dominated, ParetoFront, BestReplies, Replicating, Fictitious, Regrets:
	default:
		wrong = errors.New("there is no such method")
	}
	if wrong != nil {
		return fmt.Errorf("%s: %w", m, wrong)
	}
	return nil
}

// Fitting are the methods that can be applied.
func (g *Game) Fitting() []Method {
	return slices.DeleteFunc(slices.Clone(Methods), func(m Method) bool { return g.Fits(m) != nil })
}

// Analyse applies methods that fit, learning for so many rounds. It ends early, with
// the cause, when ctx does: what is exact may take for ever.
func Analyse(ctx context.Context, g *Game, methods []Method, rounds int) (*Analysis, error) {
	felt := *g
	felt.pulse = pulseOf(ctx)
	a := &Analysis{Game: &felt}
	for _, m := range Methods {
		if !slices.Contains(methods, m) {
			continue
		}
		if err := g.Fits(m); err != nil {
			return nil, err
		}
		a.Methods = append(a.Methods, m)
		if err := unlessStopped(func() error { return a.apply(m, rounds) }); err != nil {
			return nil, err
		}
	}
	a.Game = g
	return a, nil
}

func (a *Analysis) apply(m Method, rounds int) error {
	g := a.Game
	switch m {
	case SaddlePoints:
		for p := range g.Players {
			a.Security = append(a.Security, g.SecurityOf(p))
		}
		a.Pure = g.Pure()
	case Dominated:
		strict, weak := g.Strict(), g.Weak()
		a.Strict, a.Weak = &strict, &weak
	case GeometricMethod:
		a.Geometric, _ = g.Geometric()
	case LinearProgramme:
		return a.solve()
	case Enumeration:
		e := g.Equilibria()
		a.Equilibria = &e
	case Complementary:
		for label := range g.Size(0) + g.Size(1) {
			a.Paths = append(a.Paths, g.LemkeHowson(label))
		}
	case Correlation:
		c := g.Correlated()
		a.Correlated = &c
	case ParetoFront:
		a.Pareto = g.Pareto()
	case BestReplies:
		r := g.Replies(0)
		a.Replies = &r
	case Replicating:
		a.Replicator = g.Floats().replicate()
	case Fictitious:
		l := g.Floats().FictitiousPlay(rounds)
		a.Fictitious = &l
	case Regrets:
		l := g.Floats().RegretMatching(rounds)
		a.Regrets = &l
	}
	return nil
}

// solve solves exactly what is small and in floating point everything; the one must
// find what the other finds.
func (a *Analysis) solve() error {
	g := a.Game
	if g.Profiles() <= maxExact {
		s := solve(g.matrix(0), g.pulse)
		a.Solution = &s
	}
	f := g.Floats()
	rows := make([][]float64, g.Size(0))
	for i := range rows {
		for j := range g.Size(1) {
			rows[i] = append(rows[i], f.payoffs[(i*g.Size(1)+j)*2])
		}
	}
	r, err := SolveRounded(rows)
	if err == nil {
		a.Rounded = &r
		if a.Solution != nil {
			err = r.agrees(a.Solution)
		}
	}
	if a.Solution != nil && a.Rounded == nil {
		return nil // the exact one needs no other
	}
	return err
}

// agrees reports whether an exact value lies where a rounded solution says.
func (r Rounded) agrees(s *Solution) error {
	value, _ := s.Value.Float64()
	if slack := tolerance * max(1, r.High, -r.Low); value < r.Low-slack || value > r.High+slack {
		return fmt.Errorf("the value is %s in fractions, and between %g and %g in floating point", s.Value.RatString(), r.Low, r.High)
	}
	return nil
}

// Steps of the replicator dynamics: as long as a tenth of what the greatest difference
// of payoffs takes to grow by e.
const replicatorSteps = 1000

// replicate follows the replicator dynamics from Start, and looks ten times.
func (f Floats) replicate() (rounds []Round) {
	path := f.Follow(Replicator, f.Start(), f.StepLength(), replicatorSteps)
	for i := 0; i <= replicatorSteps; i += replicatorSteps / 10 {
		rounds = append(rounds, Round{Number: i, Average: path[i], Gain: f.Gain(path[i])})
	}
	return rounds
}

// StepLength is a step in time in which little changes, whatever the unit of payoffs.
func (f Floats) StepLength() float64 {
	low, high := f.payoffs[0], f.payoffs[0]
	for _, x := range f.payoffs {
		low, high = min(low, x), max(high, x)
	}
	if high == low {
		return 0.1
	}
	return 0.1 / (high - low)
}
