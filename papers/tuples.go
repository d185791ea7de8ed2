package papers

import (
	"context"
	"fmt"
	"slices"

	"gambito/game"
	"gambito/games"
	"gambito/learn/tuples"
)

// tuplesStudy repeats the learning of Connect 4 by n-tuples and temporal differences.
var tuplesStudy = Study{
	ID: "connect4/n-tuples",
	Source: "W. Konen, General Board Game Playing for Education and Research in Generic AI Game Learning, IEEE Conference on Games 2019, figure 4; " +
		"M. Thill, S. Bagheri, P. Koch and W. Konen, Temporal Difference Learning with Eligibility Traces for the Game Connect Four, IEEE Conference on Computational Intelligence and Games 2014, abstract",
	About: "A system of 70 random walks of 8 cells learns Connect 4 by TD(λ) against itself, with temporal coherence of exponential transfer (β = 2.7), a rate of 5 over the number of patterns, " +
		"eligibility traces up to 0.01 and a tenth of random moves that falls to none; it chooses moves by the positions right behind them. On the way it moves first against a perfect player from the empty board. " +
		"Published: for λ up to 0.25 it wins more than 93 % after 500,000 games, the mean of 3 runs, and traces halve the games it takes to learn. " +
		"The perfect player here takes one of the moves that keep a win or delay a loss best, by chance. At smaller scales games and runs are fewer.",
	run: runTuples,
}

// tupleLambdas are those that learn.
var tupleLambdas = []float64{0, 0.25, 0.8}

// tupleCurve is how often a system won moving first, by games learned from.
type tupleCurve struct {
	games []int
	won   []tuples.Results
}

// publishedTuples are the settings that were published.
func publishedTuples(g game.Game, scale Scale, lambda float64, seed uint64) tuples.Settings {
	s := tuples.Presets(g, tuples.TD)[0].Settings.(tuples.Settings)
	s.Sets, s.Parity, s.Stages = "walks:70x8", true, 1
	s.Lambda, s.Rate, s.FinalRate, s.Loss, s.Coherence = lambda, 5, 5, tuples.LossSquare, tuples.CoherenceExponential
	s.Traces = tuples.TracesAccumulating
	if lambda == 0 {
		s.Traces = tuples.TracesReturns // the same, and faster
	}
	s.Explore, s.FinalExplore, s.Openings, s.Plies, s.Batch = 0.1, 0, 0.5, 1, 1
	s.Opponent, s.Exam, s.Seed = "perfect:ties=random", 0, seed
	switch scale {
	case Full:
		s.Games, s.Every, s.Measure = publishedTupleGames, 25_000, 50
	case Quick:
		s.Games, s.Every, s.Measure = 20_000, 10_000, 10
	case Smoke:
		s.Sets, s.Games, s.Every, s.Measure = "walks:4x4", 20, 10, 1
	}
	return s
}

// publishedTupleGames are those after which the published share holds.
const publishedTupleGames = 500_000

func runTuples(ctx context.Context, w Workshop) ([]Finding, error) {
	g, err := games.Parse("connect4")
	if err != nil {
		return nil, err
	}
	runs := map[Scale]int{Smoke: 1, Quick: 1, Full: 3}[w.Scale]
	each := publishedTuples(g, w.Scale, 0, 0).Games
	done, total := 0, each*runs*len(tupleLambdas)
	curves := make([][]tupleCurve, len(tupleLambdas))
	for i, lambda := range tupleLambdas {
		for n := range runs {
			s := publishedTuples(g, w.Scale, lambda, w.Seed+uint64(n))
			c, err := learnTuples(ctx, w, g.(game.Celled), s, func(games int) { w.Progress.Tell(steps, done+games, total) })
			if err != nil {
				return nil, err
			}
			curves[i] = append(curves[i], c)
			done += each
		}
	}
	var findings []Finding
	for i, lambda := range tupleLambdas {
		findings = append(findings, tupleShare(w.Scale, lambda, each, curves[i]))
	}
	return append(findings, tupleSpeed(curves[0], curves[len(curves)-1])), nil
}

// learnTuples lets a system learn and measures it on the way.
func learnTuples(ctx context.Context, w Workshop, g game.Celled, s tuples.Settings, tell func(games int)) (c tupleCurve, err error) {
	r, err := tuples.NewRun(s, g)
	if err != nil {
		return c, err
	}
	for !r.Finished() {
		if err := r.Batch(ctx, w.Jobs); err != nil {
			return c, err
		}
		if r.Done%s.Every != 0 && !r.Finished() {
			continue
		}
		tell(r.Done)
		m, err := r.Measure(ctx, w.Jobs, nil)
		if err != nil {
			return c, err
		}
		c.games, c.won = append(c.games, m.Games), append(c.won, m.First)
	}
	return c, nil
}

// tupleShare is how often systems won in the end. More than a share is published, and for
// small λ alone.
func tupleShare(scale Scale, lambda float64, games int, curves []tupleCurve) Finding {
	f := Finding{ID: fmt.Sprintf("λ = %g/won moving first", lambda), Source: "Konen 2019, figure 4", Unit: "%", Verdict: NotComparable}
	won, played := 0, 0
	for _, c := range curves {
		last := c.won[len(c.won)-1]
		won, played = won+last.Won, played+last.Played()
	}
	f.share(won, played)
	const least = 93
	if lambda <= 0.25 {
		f.Published = number(least)
	}
	f.Note = fmt.Sprintf("after %d games; runs: %d", games, len(curves))
	switch {
	case f.Published == nil:
		f.Note += "; of this λ no number is published"
	case scale != Full:
		f.Note += fmt.Sprintf("; published is more than %d %% after %d", least, publishedTupleGames)
	case *f.High > least:
		f.Verdict, f.Note = Agrees, f.Note+"; published is more than that"
	default:
		f.Verdict, f.Note = Differs, f.Note+"; published is more than that"
	}
	return f
}

// tupleGoal is the share of wins that must be reached to have learned.
const tupleGoal = 0.8

// reached is the mean number of games until a share was reached, of all runs.
func reached(curves []tupleCurve) (mean float64, ok bool) {
	for _, c := range curves {
		at := slices.IndexFunc(c.won, func(r tuples.Results) bool { return float64(r.Won) >= tupleGoal*float64(r.Played()) })
		if at < 0 {
			return 0, false
		}
		mean += float64(c.games[at]) / float64(len(curves))
	}
	return mean, true
}

// tupleSpeed is how many times as many games it takes without traces.
func tupleSpeed(without, with []tupleCurve) Finding {
	f := Finding{
		ID: "games to 80 %/λ = 0 over λ = 0.8", Source: "Thill et al. 2014, abstract", Unit: "×", Games: len(without),
		Published: number(2), Verdict: NotMeasured,
	}
	slow, slowOK := reached(without)
	fast, fastOK := reached(with)
	name := func(games float64, ok bool) string {
		if !ok {
			return "not all runs"
		}
		return fmt.Sprintf("%.0f games", games)
	}
	f.Note = fmt.Sprintf("wins 80 %% for the first time: without traces %s, with them %s; the factor is published without its spread", name(slow, slowOK), name(fast, fastOK))
	if slowOK && fastOK {
		f.Measured, f.Verdict = number(slow/fast), NotComparable
	}
	return f
}
