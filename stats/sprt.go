package stats

import (
	"errors"
	"fmt"
	"math"
)

// EloModel says what the Elo bounds of an SPRT mean.
type EloModel string

const (
	// LogisticElo: the expected score is 1/(1 + 10^(−d/400)).
	LogisticElo EloModel = "logistic"
	// NormalizedElo: the expected score is ½ + tσ, t = d·ln 10/800, with σ the
	// standard deviation of a game. The length of the test then hardly depends
	// on the share of draws.
	NormalizedElo EloModel = "normalized"
	// BayesElo: wins and losses have probability 1/(1 + 10^((±d + drawelo)/400)),
	// drawelo from the sample (R. Coulom's BayesElo). For single games only.
	BayesElo EloModel = "bayes"
)

// SPRT is A. Wald's sequential probability ratio test (Annals of Mathematical
// Statistics 16, 1945) of H1, the player is Elo1 better, against H0, it is
// Elo0 better. It is generalised: what the hypotheses leave open (shares of
// draws, of pairs) takes its maximum-likelihood value under each, as in M. Van
// den Bergh's "Comments on normalized Elo" and fastchess:
//
//	LLR = Σ nᵢ ln(p¹ᵢ/p⁰ᵢ), accept H1 at ln((1−β)/α), H0 at ln(β/(1−α)).
//
// As there, an outcome that has not occurred counts as a thousandth of a game.
type SPRT struct {
	Elo0  float64  `json:"elo0"`
	Elo1  float64  `json:"elo1"`
	Alpha float64  `json:"alpha"` // probability of accepting H1 when H0 holds
	Beta  float64  `json:"beta"`  // probability of accepting H0 when H1 holds
	Model EloModel `json:"model"`
}

// Decision is what a sequential test says after some games.
type Decision string

const (
	Continue Decision = "continue"
	AcceptH0 Decision = "H0"
	AcceptH1 Decision = "H1"
)

// maxSPRTElo bounds the hypotheses: up to it the solution under normalised
// Elo exists and its iteration converges.
const maxSPRTElo = 200

// Validate says what is wrong with the settings.
func (t SPRT) Validate() error {
	if !(t.Elo0 < t.Elo1) {
		return fmt.Errorf("sprt: elo0 (%g) must be less than elo1 (%g)", t.Elo0, t.Elo1)
	}
	if t.Elo0 < -maxSPRTElo || t.Elo1 > maxSPRTElo {
		return fmt.Errorf("sprt: elo0 (%g) and elo1 (%g) must be between -%d and %[3]d", t.Elo0, t.Elo1, maxSPRTElo)
	}
	if !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1) {
		return fmt.Errorf("sprt: alpha (%g) and beta (%g) must be positive with a sum below 1", t.Alpha, t.Beta)
	}
	switch t.Model {
	case LogisticElo, NormalizedElo, BayesElo:
		return nil
	}
	return fmt.Errorf("sprt: unknown model %q (logistic, normalized or bayes)", t.Model)
}

// Bounds are the values of the LLR at which H0 and H1 are accepted.
func (t SPRT) Bounds() (accept0, accept1 float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decide compares an LLR with the bounds.
func (t SPRT) Decide(llr float64) Decision {
	accept0, accept1 := t.Bounds()
	switch {
	case llr <= accept0:
		return AcceptH0
	case llr >= accept1:
		return AcceptH1
	}
	return Continue
}

// LLR is the logarithm of the likelihood ratio after single games, 0 without
// any. In the BayesElo model it is 0 until there was a win and a loss. The
// settings must be valid.
func (t SPRT) LLR(r Results) float64 {
	if r.Games() == 0 {
		return 0
	}
	o := r.outcomes().regularized()
	switch t.Model {
	case NormalizedElo:
		return o.normalizedLLR(t.Elo0/normalizedUnit, t.Elo1/normalizedUnit)
	case BayesElo:
		if r.Wins == 0 || r.Losses == 0 {
			return 0
		}
		win, loss := o.counts[2]/o.total(), o.counts[0]/o.total()
		drawElo := 200 * math.Log10((1-loss)/loss*(1-win)/win)
		return o.logisticLLR(bayesScore(t.Elo0, drawElo), bayesScore(t.Elo1, drawElo))
	}
	return o.logisticLLR(EloScore(t.Elo0), EloScore(t.Elo1))
}

// ErrNoPairs says that a model has no test for pairs.
var ErrNoPairs = errors.New("sprt: the bayes model is for single games, not for pairs (logistic or normalized)")

// LLRPairs is LLR after pairs of games; ErrNoPairs in the BayesElo model.
func (t SPRT) LLRPairs(p Pairs) (float64, error) {
	if t.Model == BayesElo {
		return 0, ErrNoPairs
	}
	if p.Count() == 0 {
		return 0, nil
	}
	o := p.outcomes().regularized()
	if t.Model == NormalizedElo {
		// A pair's mean has 1/√2 of the standard deviation of a game.
		return o.normalizedLLR(math.Sqrt2*t.Elo0/normalizedUnit, math.Sqrt2*t.Elo1/normalizedUnit), nil
	}
	return o.logisticLLR(EloScore(t.Elo0), EloScore(t.Elo1)), nil
}

func bayesScore(elo, drawElo float64) float64 {
	win := EloScore(elo - drawElo)
	loss := EloScore(-elo - drawElo)
	return win + (1-win-loss)/2
}

func (o outcomes) regularized() outcomes {
	r := outcomes{make([]float64, len(o.counts)), o.scores}
	for i, n := range o.counts {
		r.counts[i] = max(n, 1e-3)
	}
	return r
}

// logisticLLR compares the mean scores s1 and s0.
func (o outcomes) logisticLLR(s0, s1 float64) float64 { return o.deficit(s0) - o.deficit(s1) }

// normalizedLLR compares (mean − ½)/σ = t1 with t0.
func (o outcomes) normalizedLLR(t0, t1 float64) float64 {
	p0, p1 := o.withEffect(t0), o.withEffect(t1)
	sum := 0.0
	for i, n := range o.counts {
		sum += n * (math.Log(p1[i]) - math.Log(p0[i]))
	}
	return sum
}

// withEffect is the most likely distribution with (mean − ½)/σ = t: section
// 4.1 of "Comments on normalized Elo". The condition is made linear around the
// current distribution, which is solved again until it stays.
func (o outcomes) withEffect(t float64) []float64 {
	n := o.total()
	p := make([]float64, len(o.counts))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	values := make([]float64, len(p))
	for range 200 {
		mean, variance := outcomes{p, o.scores}.moments()
		sigma := math.Sqrt(variance)
		for i, x := range o.scores {
			z := (x - mean) / sigma
			values[i] = x - 0.5 - t*sigma*(1+z*z)/2
		}
		theta := tilt(o.counts, values)
		change := 0.0
		for i, c := range o.counts {
			next := c / n / (1 + theta*values[i])
			change = max(change, math.Abs(next-p[i]))
			p[i] = next
		}
		if change < 1e-10 {
			break
		}
	}
	return p
}
