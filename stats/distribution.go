package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// The distributions behind the p-values. Tails are computed as tails, never as
// one minus the rest, so that small p-values keep their digits.

// Z95 is the 97.5 % quantile of the normal distribution: a 95 % interval reaches
// so many standard errors to each side.
const Z95 = 1.959963984540054

func normalCDF(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }

// twoSidedP is the probability that a normal variable is at least |z| away
// from its mean, in standard deviations.
func twoSidedP(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// twoSidedQuantile is the z with P(|Z| ≤ z) = level.
func twoSidedQuantile(level float64) float64 {
	mustLevel(level)
	return mathext.NormalQuantile(0.5 + level/2)
}

// studentQuantile is that of Student's distribution with df degrees of freedom.
func studentQuantile(p float64, df int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(df)}.Quantile(p)
}

// chiSquaredP is P(X ≥ x) with df degrees of freedom; with none, X is 0 and
// so is every statistic: 1.
func chiSquaredP(x float64, df int) float64 {
	if df <= 0 || x <= 0 {
		return 1
	}
	return distuv.ChiSquared{K: float64(df)}.Survival(x)
}

// ChiSquaredQuantile is the x with P(X ≤ x) = p, with df degrees of freedom.
func ChiSquaredQuantile(p float64, df int) float64 {
	mustLevel(p)
	return distuv.ChiSquared{K: float64(df)}.Quantile(p)
}

// fP is P(X ≥ x) of Fisher's F with d1 and d2 degrees of freedom, 0 for an
// infinite x.
func fP(x, d1, d2 float64) float64 {
	if math.IsInf(x, 1) {
		return 0
	}
	if x <= 0 {
		return 1
	}
	return mathext.RegIncBeta(d2/2, d1/2, d2/(d2+d1*x))
}
