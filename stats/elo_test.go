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
	type scored interface{ Score(float64) Interval }
	check := func(t *rapid.T, level float64, one, other scored, points, most float64) {
		s, mirror := one.Score(level), other.Score(level)
		if !contains(s) || s.Low < 0 || s.High > 1 {
			t.Errorf("score %+v", s)
		}
		if most > 0 {
			within(t, "the score", s.Estimate, points/most, 1e-12)
		}
		within(t, "the other's score", mirror.Low, 1-s.High, 1e-7)
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

// TestSuperior: the likelihood of superiority is what the intervals say, turns with
// the players, and is the usual one for many games.
func TestSuperior(t *testing.T) {
	if (Results{}).Superior() != 0.5 || (Pairs{}).Superior() != 0.5 {
		t.Error("without games it is not ½")
	}
	// 120 wins, 100 draws, 80 losses: (mean − ½)√n/σ of which the usual formula takes Φ.
	r := Results{Wins: 120, Draws: 100, Losses: 80}
	mean, variance := r.outcomes().moments()
	within(t, "many games", r.Superior(), normalCDF((mean-0.5)*math.Sqrt(300/variance)), 1e-3)
	if all := (Results{Wins: 3}).Superior(); all < 0.9 || all > 0.99 {
		t.Errorf("after three wins it is %g", all)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPairs(t)
		within(t, "the opponent's", p.Reverse().Superior(), 1-p.Superior(), 1e-9)
		score, superior := p.Score(0.95), p.Superior()
		if math.Abs(superior-0.975) > 1e-6 && (score.Low > 0.5) != (superior > 0.975) {
			t.Fatalf("the score is %+v, and the likelihood %g", score, superior)
		}
	})
}
