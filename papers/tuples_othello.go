package papers

import (
	"context"
	"fmt"

	"gambito/games/othello"
	"gambito/learn/tuples"
)

// othelloTuplesStudy repeats the first learning of Othello by n-tuples.
var othelloTuplesStudy = Study{
	ID:     "othello/n-tuples",
	Source: "S. M. Lucas, Learning to Play Othello with N-Tuple Systems, Australian Journal of Intelligent Information Processing Systems 4, 2008, abstract",
	About: "A system of 30 random walks of 6 cells learns Othello by TD(0.8) with temporal coherence against itself, with a tenth of random moves, and chooses moves by the positions right behind them; " +
		"rates and λ are gambito's own. Published: after 500 games it defeats the best of the weighted piece counters and networks of before. Here it meets the weighted piece counter that was set by hand (Yoshioka, Ishii and Ito 1999), " +
		"which chooses the same way, from random openings of 4 plies. A point is a win, half a point a draw; the full scale has 10 runs.",
	run: runOthelloTuples,
}

// othelloTupleGames are after how many games the systems are measured.
var othelloTupleGames = []int{100, 250, 500, 1250, 2500}

func runOthelloTuples(ctx context.Context, w Workshop) ([]Finding, error) {
	g := othello.New()
	s := tuples.Presets(g, tuples.TD)[0].Settings.(tuples.Settings)
	s.Sets, s.Stages, s.Parity = "walks:30x6", 1, false
	s.Lambda, s.Rate, s.FinalRate, s.Loss, s.Coherence, s.Traces = 0.8, 2, 2, tuples.LossEntropy, tuples.CoherenceExponential, tuples.TracesReturns
	s.Explore, s.FinalExplore, s.Openings, s.Batch = 0.1, 0.1, 0, 1
	s.Opponent, s.Begin, s.Exam = "pvs:depth=1,eval=squares", 4, 0
	runs, list := 10, othelloTupleGames
	switch s.Measure = 50; w.Scale {
	case Quick:
		runs = 3
	case Smoke:
		s.Sets, s.Measure, runs, list = "walks:4x3", 1, 1, []int{1, 2}
	}
	s.Games = list[len(list)-1]
	points, played := make([]float64, len(list)), make([]int, len(list))
	told := w.Progress.Count(steps, runs*s.Games)
	for n := range runs {
		s.Seed = w.Seed + uint64(n)
		r, err := tuples.NewRun(s, g)
		if err != nil {
			return nil, err
		}
		for i, games := range list {
			for r.Done < games {
				if err := r.Batch(ctx, w.Jobs); err != nil {
					return nil, err
				}
			}
			m, err := r.Measure(ctx, w.Jobs, nil)
			if err != nil {
				return nil, err
			}
			both := m.First.Plus(m.Second)
			points[i] += both.Share() * float64(both.Played())
			played[i] += both.Played()
			told(n*s.Games + games)
		}
	}
	var findings []Finding
	for i, games := range list {
		findings = append(findings, othelloTupleFinding(games, points[i], played[i], runs))
	}
	return findings, nil
}

// othelloTupleFinding is the share of points after so many games. That it is the better
// player is published of 500 games, against an opponent that is not at hand.
func othelloTupleFinding(games int, points float64, played, runs int) Finding {
	f := Finding{ID: fmt.Sprintf("%d games/points", games), Source: "in words", Unit: "%", Verdict: NotComparable}
	f.share(int(points), played)
	f.Note = fmt.Sprintf("runs: %d; published is better, after 500 games, against the best of others", runs)
	return f
}
