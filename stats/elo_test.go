package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestElo(t *testing.T) {
	// FIDE's table, exact by the formula: 76 % is 200 points, 64 % is 100.
	within(t, "200 Elo", EloScore(200), 0.7597469266, 1e-9)
	within(t, "100 Elo", EloScore(100), 0.6400649998, 1e-9)
	within(t, "10 to 1", EloDifference(10.0/11), 400, 1e-9)
	if EloDifference(0.5) != 0 || !math.IsInf(EloDifference(0), -1) || !math.IsInf(EloDifference(1), 1) {
		t.Error("½, 0 or 1 is wrong")
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Float64Range(-1500, 1500).Draw(t, "d")
		within(t, "there and back", EloDifference(EloScore(d)), d, 1e-6)
		within(t, "the opponent's score", EloScore(-d), 1-EloScore(d), 1e-15)
	})
}

func drawResults(t *rapid.T) Results {
	count := rapid.OneOf(rapid.IntRange(0, 4), rapid.IntRange(0, 100_000))
	return Results{count.Draw(t, "wins"), count.Draw(t, "draws"), count.Draw(t, "losses")}
}

func drawPairs(t *rapid.T) (p Pairs) {
	count := rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 4), rapid.IntRange(0, 100_000))
	for i := range p {
		p[i] = count.Draw(t, "pairs")
	}
	return p
}

func TestScoresOfResultsAndPairs(t *testing.T) {
	type scored interface {
		Score(float64) Interval
		Elo(float64) (Interval, bool)
		NormalizedElo() (float64, bool)
		LOS() float64
	}
	check := func(t *rapid.T, level float64, one, other scored, points, most float64) {
		s, mirror := one.Score(level), other.Score(level)
		if !contains(s) || s.Low < 0 || s.High > 1 {
			t.Errorf("score %+v", s)
		}
		if most > 0 {
			within(t, "the score", s.Estimate, points/most, 1e-12)
		}
		within(t, "the other's score", mirror.Low, 1-s.High, 1e-7)
		elo, known := one.Elo(level)
		if known != (points > 0 && points < most) || !contains(elo) {
			t.Errorf("elo %+v, %v", elo, known)
		}
		if n, known := one.NormalizedElo(); !finite(n) || known && sign(n) != sign(elo.Estimate) && math.Abs(n) > 1e-9 {
			t.Errorf("normalised elo %g", n)
		}
		if !isProbability(one.LOS()) {
			t.Errorf("LOS %g", one.LOS())
		}
		within(t, "the other's LOS", other.LOS(), 1-one.LOS(), 1e-9)
	}
	rapid.Check(t, func(t *rapid.T) {
		level, r, p := drawLevel(t), drawResults(t), drawPairs(t)
		check(t, level, r, r.Reverse(), r.Points(), float64(r.Games()))
		check(t, level, p, p.Reverse(), p.Points(), float64(2*p.Count()))
		if r.Plus(r).Games() != 2*r.Games() || p.Plus(p).Points() != 2*p.Points() {
			t.Error("sums are wrong")
		}
	})
}

// Without draws the profile likelihood is the binomial's, whose bounds solve
// w ln(ŝ/s) + l ln((1−ŝ)/(1−s)) = z²/2.
func TestScoreIsTheBinomialProfile(t *testing.T) {
	i := Results{Wins: 30, Losses: 10}.Score(0.95)
	for _, s := range []float64{i.Low, i.High} {
		within(t, "the deficit", 30*math.Log(0.75/s)+10*math.Log(0.25/(1-s)), 3.841458820694124/2, 1e-9)
	}
	// All games won: s^n = e^(−z²/2). All drawn: 1 − 2|s − ½| takes the place of s.
	least := math.Exp(-3.841458820694124 / 2 / 10)
	within(t, "ten wins", Results{Wins: 10}.Score(0.95).Low, least, 1e-9)
	within(t, "ten draws", Results{Draws: 10}.Score(0.95).Low, least/2, 1e-9)
}

// For many games the profile is the usual mean ± z·σ/√n.
func TestScoreOfManyGames(t *testing.T) {
	i := Results{Wins: 36433, Draws: 68692, Losses: 36027}.Score(0.95)
	o := Results{Wins: 36433, Draws: 68692, Losses: 36027}.outcomes()
	mean, variance := o.moments()
	half := Z95 * math.Sqrt(variance/o.total())
	within(t, "low", i.Low, mean-half, 1e-6)
	within(t, "high", i.High, mean+half, 1e-6)
}

func TestPairsOfIndependentGames(t *testing.T) {
	// Two games with win ½ and loss ½ each: pairs ¼, ½, ¼.
	games, _ := Results{Wins: 60, Losses: 40}.NormalizedElo()
	pairs, _ := Pairs{16, 0, 48, 0, 36}.NormalizedElo()
	within(t, "normalised Elo", pairs, games, 1e-9)
	within(t, "LOS", Results{Wins: 60, Draws: 50, Losses: 40}.LOS(), 0.9772498680518208, 1e-12) // Φ(2)
	if (Results{Draws: 5}).LOS() != 0.5 || (Pairs{}).LOS() != 0.5 || (Pairs{0, 0, 0, 0, 3}).LOS() != 1 {
		t.Error("LOS at the ends is wrong")
	}
}
