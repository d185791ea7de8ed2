package api

import (
	"fmt"
	"math"

	"gambito/bandit/lab"
	"gambito/stats"
)

// Estimated is an estimate with its interval, the ends of which are null where
// nothing is known of them.
type Estimated struct {
	Estimate float64  `json:"estimate" doc:"The mean of what was measured."`
	Low      *float64 `json:"low" doc:"Lower end of the 95 % interval; null if nothing is known of it."`
	High     *float64 `json:"high" doc:"Upper end of that interval."`
}

// NewEstimated is an estimate of the laboratory.
func NewEstimated(e lab.Estimate) Estimated {
	return Estimated{e.Mean, finite(e.Low()), finite(e.High())}
}

// finite is nil for what JSON cannot write.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// Regret is how selection policies did on bandit problems of a kind.
type Regret struct {
	Problem  string         `json:"problem" doc:"The problems: uniform, auer:N or the means of their arms."`
	Arms     int            `json:"arms" doc:"Arms of a problem."`
	Law      string         `json:"law" doc:"How arms pay: bernoulli, gaussian:DEVIATION or constant."`
	Rounds   int            `json:"rounds" doc:"Pulls in a run."`
	Problems int            `json:"problems" doc:"How many problems were played."`
	Runs     int            `json:"runs" doc:"Runs of each problem."`
	Seed     uint64         `json:"seed" doc:"Seed of problems and rewards."`
	Policies []PolicyRegret `json:"policies" doc:"The policies, in the order they were given."`
}

// PolicyRegret is how one policy did: after all rounds, and on the way.
type PolicyRegret struct {
	Policy string `json:"policy" doc:"Spec of the policy."`
	RegretPoint
	Curve []RegretPoint `json:"curve" doc:"The same after fewer rounds, the last being all."`
}

// RegretPoint is how a policy did after a number of rounds. Intervals are over the
// problems or, if there is one only, over its runs.
type RegretPoint struct {
	Round    int       `json:"round" doc:"Rounds played."`
	Expected Estimated `json:"expected_regret" doc:"Sum over the pulls of how much less the arm's mean is than the best, in rewards."`
	Realised Estimated `json:"realised_regret" doc:"The same counted by the rewards themselves."`
	Optimal  Estimated `json:"optimal_share" doc:"Share of the pulls of the best arm, from 0 to 1."`
	Bound    *float64  `json:"bound" doc:"Bound of the expected regret that theory gives; null if there is none."`
}

// NewRegret is what an experiment with arms of a law came to.
func NewRegret(e lab.Experiment, law string, curves []lab.Curve) Regret {
	r := Regret{
		Problem: e.Source.Name, Arms: e.Source.Arms, Law: law, Rounds: e.Rounds[len(e.Rounds)-1],
		Problems: e.Problems, Runs: e.Runs, Seed: e.Seed,
	}
	for _, curve := range curves {
		p := PolicyRegret{Policy: curve.Name}
		for _, at := range curve.Points {
			p.RegretPoint = RegretPoint{at.Round, NewEstimated(at.Expected), NewEstimated(at.Realised), NewEstimated(at.Optimal), finite(at.Bound)}
			p.Curve = append(p.Curve, p.RegretPoint)
		}
		r.Policies = append(r.Policies, p)
	}
	return r
}

// Tuning is the α of UCB with the least regret for numbers of arms, by either
// method.
type Tuning struct {
	Method string       `json:"method" doc:"How α was searched: intervals or annealing."`
	Rounds int          `json:"rounds" doc:"Pulls in a run."`
	Runs   int          `json:"runs" doc:"Runs of each problem."`
	Seed   uint64       `json:"seed" doc:"Seed of problems and rewards."`
	Best   []TunedAlpha `json:"best" doc:"The best for each number of arms."`
	Cells  []TuningCell `json:"cells,omitempty" doc:"Everything that the method of intervals measured."`
	Fits   []AlphaFit   `json:"fits" nullable:"true" doc:"Functions of the number of arms K fitted to the best; null if there are too few numbers of arms."`
}

// TunedAlpha is the best α for a number of arms.
type TunedAlpha struct {
	Arms      int           `json:"arms" doc:"Arms of the problems."`
	Alpha     float64       `json:"alpha" doc:"The best constant of UCB that was found."`
	Low       *float64      `json:"low,omitempty" doc:"Least constant that cannot be told from it, by the method of intervals."`
	High      *float64      `json:"high,omitempty" doc:"Greatest such constant."`
	Regret    Estimated     `json:"regret" doc:"Its expected regret, in rewards."`
	Published *float64      `json:"published" doc:"The published constant; null if there is none to compare with."`
	Verdict   stats.Verdict `json:"verdict,omitempty" doc:"Whether the published constant is as good, as far as can be told."`
}

// TuningCell is the regret of one α, as every comparison with a publication is
// written.
type TuningCell struct {
	ID        string        `json:"id" doc:"Pass, number of arms and constant."`
	Source    string        `json:"source" doc:"The pass, and the published table beside it."`
	Arms      int           `json:"arms" doc:"Arms of the problems."`
	Alpha     float64       `json:"alpha" doc:"The constant of UCB."`
	Problems  int           `json:"problems" doc:"Problems that were played."`
	Published *float64      `json:"published" doc:"The published regret; null if there is none to compare with."`
	Measured  float64       `json:"measured" doc:"The expected regret measured here, in rewards."`
	Low       *float64      `json:"low" doc:"Lower end of its 95 % interval; null if nothing is known of it."`
	High      *float64      `json:"high" doc:"Upper end of that interval."`
	Verdict   stats.Verdict `json:"verdict,omitempty" doc:"Whether both can be the same quantity."`
}

// AlphaFit is a function of the number of arms K fitted to the best α.
type AlphaFit struct {
	Of   string  `json:"of" doc:"What the squares are least of: alpha, or ln alpha."`
	Form string  `json:"form" doc:"The function: a/K or a·e^(bK)."`
	A    float64 `json:"a" doc:"Its a."`
	B    float64 `json:"b,omitempty" doc:"Its b."`
	RMS  float64 `json:"rms" doc:"Root of the mean squared difference, of alpha or of ln alpha."`
}

// verdict is agrees or differs.
func verdict(agrees bool) stats.Verdict {
	if agrees {
		return stats.Agrees
	}
	return stats.Differs
}

// NewTunedAlpha is the best that a study of so many rounds found.
func NewTunedAlpha(arms int, best lab.Cell, published lab.Comparison, rounds int) TunedAlpha {
	r := TunedAlpha{Arms: arms, Alpha: best.Alpha, Regret: NewEstimated(best.Regret)}
	if rounds == lab.PublishedRounds && !math.IsNaN(published.Alpha) {
		r.Published, r.Verdict = &published.Alpha, verdict(published.Agrees())
	}
	return r
}

// NewIntervalTuning is what the method of intervals has found.
func NewIntervalTuning(s lab.Study, rows []lab.Row) Tuning {
	t := Tuning{Method: "intervals", Rounds: s.Rounds, Runs: s.Runs, Seed: s.Seed, Fits: NewAlphaFits(lab.FitAlphas(lab.BestOf(rows)))}
	for _, row := range rows {
		best := NewTunedAlpha(row.Arms, row.Best, row.Published, s.Rounds)
		best.Low, best.High = &row.Low, &row.High
		t.Best = append(t.Best, best)
	}
	for _, p := range lab.Passes(s.Rounds) {
		t.Cells = append(t.Cells, NewTuningCells(p, rows)...)
	}
	return t
}

// NewAnnealedTuning is what annealing has found.
func NewAnnealedTuning(s lab.AnnealingStudy, rows []lab.Annealed) Tuning {
	t := Tuning{Method: "annealing", Rounds: s.Rounds, Runs: s.Runs, Seed: s.Seed, Fits: NewAlphaFits(lab.FitAlphas(lab.BestAnnealed(rows)))}
	for _, row := range rows {
		t.Best = append(t.Best, NewTunedAlpha(row.Arms, row.Best, row.Published, s.Rounds))
	}
	return t
}

// NewTuningCells are what a pass measured.
func NewTuningCells(p lab.Pass, rows []lab.Row) (cells []TuningCell) {
	for _, c := range p.Cells(rows) {
		cell := TuningCell{
			ID: fmt.Sprintf("%s/k=%d/alpha=%.9g", p.Name, c.Arms, c.Alpha), Source: p.Title, Arms: c.Arms, Alpha: c.Alpha, Problems: c.Problems,
			Published: finite(c.Published), Measured: c.Regret.Mean, Low: finite(c.Regret.Low()), High: finite(c.Regret.High()),
			Verdict: c.Verdict,
		}
		cells = append(cells, cell)
	}
	return cells
}

// NewAlphaFits are fits of the laboratory.
func NewAlphaFits(fits []lab.AlphaFit) (list []AlphaFit) {
	for _, f := range fits {
		list = append(list, AlphaFit{Of: f.Of, Form: f.Form, A: f.A, B: f.B, RMS: f.RMS})
	}
	return list
}
