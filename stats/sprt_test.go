package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The log-likelihood ratios that fastchess and its offspring fastshogi pin in
// their tests, to two digits.
func TestSPRTAgainstFastchess(t *testing.T) {
	test := func(model EloModel, elo0, elo1 float64) SPRT {
		s := SPRT{Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.05, Model: model}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		test SPRT
		r    Results
		llr  float64
	}{
		{test(NormalizedElo, 0, 2), Results{Wins: 36433, Losses: 36027, Draws: 68692}, 0.92},
		{test(NormalizedElo, -1.75, 0.25), Results{Wins: 10871, Losses: 10650, Draws: 20431}, 2.30},
		{test(NormalizedElo, 0, 10), Results{Wins: 4250}, 120.56},
		{test(LogisticElo, 0.5, 2.5), Results{Wins: 21404, Losses: 21184, Draws: 40708}, -1.57},
		{test(LogisticElo, 0, 2), Results{Wins: 57433, Losses: 57030, Draws: 106593}, -2.59},
		{test(BayesElo, 0, 2), Results{Wins: 68965, Losses: 68526, Draws: 128429}, -1.26},
		{test(BayesElo, 0.5, 2.5), Results{Wins: 21629, Losses: 21484, Draws: 41111}, -1.13},
	} {
		within(t, string(c.test.Model), c.test.LLR(c.r), c.llr, 0.006+2e-4*math.Abs(c.llr))
	}
	for _, c := range []struct {
		test SPRT
		p    Pairs
		llr  float64
	}{
		{test(NormalizedElo, 0, 2), Pairs{365, 16618, 36029 + 200, 16974, 390}, 2.25},
		{test(NormalizedElo, -1.75, 0.25), Pairs{127, 4883, 10311 + 401, 5150, 104}, 3.01},
		{test(NormalizedElo, 0, 5), Pairs{0, 0, 0, 0, 5550}, 111.82},
		{test(LogisticElo, 0.5, 2.5), Pairs{223, 9863, 20279 + 1000, 10037, 246}, -3.07},
		{test(LogisticElo, 0, 2), Pairs{871, 26175, 55003 + 980, 26678, 821}, -4.98},
	} {
		got, err := c.test.LLRPairs(c.p)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "pairs, "+string(c.test.Model), got, c.llr, 0.006+2e-4*math.Abs(c.llr))
	}
}

// slowLikelihood maximises Σ n ln p over three outcomes under a condition that
// fixes the win and loss shares from the draw share, by a fine search.
func slowLikelihood(r Results, shares func(draw float64) (win, loss float64, ok bool)) float64 {
	value := func(draw float64) float64 {
		win, loss, ok := shares(draw)
		if !ok || win <= 0 || loss <= 0 {
			return math.Inf(-1)
		}
		return float64(r.Wins)*math.Log(win) + float64(r.Draws)*math.Log(draw) + float64(r.Losses)*math.Log(loss)
	}
	best, at, step := math.Inf(-1), 0.5, 0.5
	for range 40 { // zoom in on the best of a grid
		centre := at
		for i := -20; i <= 20; i++ {
			draw := centre + step*float64(i)/20
			if draw <= 0 || draw >= 1 {
				continue
			}
			if v := value(draw); v > best {
				best, at = v, draw
			}
		}
		step /= 2
	}
	return best
}

func TestSPRTAgainstSlowMaximum(t *testing.T) {
	logistic := func(elo float64) func(float64) (float64, float64, bool) {
		s := EloScore(elo)
		return func(draw float64) (win, loss float64, ok bool) {
			win = s - draw/2
			return win, 1 - win - draw, true
		}
	}
	// (mean − ½)/σ = t with σ² = 1 − draw − … : with d = win − loss the mean is
	// ½ + d/2 and the variance (1 − draw − d²)/4, so d² = t²(1 − draw − d²).
	normalized := func(elo float64) func(float64) (float64, float64, bool) {
		e := elo / normalizedUnit
		return func(draw float64) (win, loss float64, ok bool) {
			d := e * math.Sqrt((1-draw)/(1+e*e))
			return (1 - draw + d) / 2, (1 - draw - d) / 2, true
		}
	}
	for _, r := range []Results{{12, 20, 9}, {100, 30, 120}, {3, 4, 5}, {55, 200, 20}} {
		for _, elo := range [][2]float64{{0, 10}, {-20, 30}, {5, 100}} {
			s := SPRT{elo[0], elo[1], 0.05, 0.05, LogisticElo}
			within(t, "logistic", s.LLR(r), slowLikelihood(r, logistic(elo[1]))-slowLikelihood(r, logistic(elo[0])), 1e-6)
			s.Model = NormalizedElo
			within(t, "normalised", s.LLR(r), slowLikelihood(r, normalized(elo[1]))-slowLikelihood(r, normalized(elo[0])), 1e-6)
		}
	}
}

func TestSPRTValidate(t *testing.T) {
	good := SPRT{0, 5, 0.05, 0.1, LogisticElo}
	for name, change := range map[string]func(*SPRT){
		"equal":     func(s *SPRT) { s.Elo1 = 0 },
		"NaN":       func(s *SPRT) { s.Elo1 = math.NaN() },
		"too great": func(s *SPRT) { s.Elo1 = 1000 },
		"alpha":     func(s *SPRT) { s.Alpha = 0 },
		"sum":       func(s *SPRT) { s.Beta = 0.95 },
		"model":     func(s *SPRT) { s.Model = "other" },
	} {
		bad := good
		change(&bad)
		if bad.Validate() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	low, high := good.Bounds()
	within(t, "the lower bound", low, math.Log(0.1/0.95), 1e-15)
	within(t, "the upper bound", high, math.Log(0.9/0.05), 1e-15)
	if good.Decide(low) != AcceptH0 || good.Decide(high) != AcceptH1 || good.Decide(0) != Continue {
		t.Error("decisions are wrong")
	}
	good.Model = BayesElo
	if _, err := good.LLRPairs(Pairs{1, 2, 3, 2, 1}); !errors.Is(err, ErrNoPairs) {
		t.Error("the BayesElo model takes pairs")
	}
}

func TestSPRTIsFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-maxSPRTElo, maxSPRTElo-1).Draw(t, "elo0")
		s := SPRT{low, rapid.Float64Range(low+0.5, maxSPRTElo).Draw(t, "elo1"), 0.05, 0.05, LogisticElo}
		r, p := drawResults(t), drawPairs(t)
		for _, s.Model = range []EloModel{LogisticElo, NormalizedElo, BayesElo} {
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			if llr := s.LLR(r); !finite(llr) {
				t.Errorf("%+v of %+v is %g", s, r, llr)
			}
			mirror := SPRT{-s.Elo1, -s.Elo0, s.Beta, s.Alpha, s.Model}
			scale := 1 + math.Abs(s.LLR(r))
			within(t, "the other's test, "+string(s.Model), mirror.LLR(r.Reverse()), -s.LLR(r), 1e-6*scale)
			if s.Model == BayesElo {
				continue
			}
			llr, err := s.LLRPairs(p)
			if err != nil || !finite(llr) {
				t.Errorf("%+v of %+v is %g (%v)", s, p, llr, err)
			}
		}
	})
	for _, model := range []EloModel{LogisticElo, NormalizedElo, BayesElo} {
		if llr := (SPRT{0, 5, 0.05, 0.05, model}).LLR(Results{}); llr != 0 {
			t.Errorf("%s: %g without games", model, llr)
		}
	}
}

// The iteration for normalised Elo ends at a distribution with that effect.
func TestEffectIsReached(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.Float64Range(-maxSPRTElo, maxSPRTElo).Draw(t, "elo")
		games, pairs := drawResults(t).outcomes().regularized(), drawPairs(t).outcomes().regularized()
		for i, o := range []outcomes{games, pairs} {
			effect := elo / normalizedUnit * []float64{1, math.Sqrt2}[i]
			p := o.withEffect(effect)
			// Outcomes that have not occurred hold only half the digits.
			mean, variance := outcomes{p, o.scores}.moments()
			within(t, "the sum", outcomes{p, o.scores}.total(), 1, 1e-6)
			within(t, "the effect", (mean-0.5)/math.Sqrt(variance), effect, 1e-5)
		}
	})
}

// Wald's bounds: with H0 true, H1 is accepted at most α/(1−β) of the time, and
// the other way round. Pairs have an opening that favours the first player,
// so that their two games depend on each other.
func TestSPRTHoldsItsErrors(t *testing.T) {
	const runs = 250
	for _, model := range []EloModel{LogisticElo, NormalizedElo} {
		s := SPRT{Elo0: 0, Elo1: 80, Alpha: 0.1, Beta: 0.1, Model: model}
		for truth, wrong := range map[float64]Decision{0: AcceptH1, 80: AcceptH0} {
			r, shares := rand.New(rand.NewPCG(uint64(truth), 1)), pairShares(trueScore(model, truth))
			errs := 0
			for range runs {
				decision, p := Continue, Pairs{}
				for decision == Continue && p.Count() < 5000 {
					p[simulatedPair(r, shares)]++
					if p.Count() >= 8 {
						llr, _ := s.LLRPairs(p)
						decision = s.Decide(llr)
					}
				}
				if decision == wrong {
					errs++
				}
			}
			// Three standard deviations above α.
			if share := float64(errs) / runs; share > 0.1+3*math.Sqrt(0.1*0.9/runs) {
				t.Errorf("%s with truth %g: %.3f wrong decisions", model, truth, share)
			}
		}
	}
}

// trueScore is the score of the simulated pairs that makes the hypothesis true.
func trueScore(model EloModel, elo float64) float64 {
	if model == LogisticElo {
		return EloScore(elo)
	}
	low, high := 0.5, 0.8
	for range 50 {
		s := (low + high) / 2
		p := pairShares(s)
		mean, variance := outcomes{p[:], Pairs{}.outcomes().scores}.moments()
		if (mean-0.5)/math.Sqrt(2*variance)*normalizedUnit < elo {
			low = s
		} else {
			high = s
		}
	}
	return low
}

// pairShares are the probabilities of 0 to 4 half points: with probability ½
// the opening is even, else it moves the score by 0.15 for its beneficiary.
// A fifth of the games is drawn.
func pairShares(score float64) (p [5]float64) {
	for _, favour := range []float64{0, 0.15} {
		game := func(s float64) [3]float64 { return [3]float64{1 - s - 0.1, 0.2, s - 0.1} }
		first, second := game(score+favour), game(score-favour)
		for i, a := range first {
			for j, b := range second {
				p[i+j] += a * b / 2
			}
		}
	}
	return p
}

func simulatedPair(r *rand.Rand, shares [5]float64) int {
	u := r.Float64()
	for i, p := range shares[:4] {
		if u -= p; u < 0 {
			return i
		}
	}
	return 4
}
