package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Bootstrapping says how to make a bootstrap interval.
type Bootstrapping struct {
	Resamples int     // 0 means 10,000
	Level     float64 // 0 means 0.95
	Seed      uint64
	// BCa corrects the percentiles for bias and acceleration (B. Efron, JASA
	// 82, 1987). It is left out where it is undefined: when all resamples lie
	// on one side of the estimate, beyond the pole of the acceleration, or with
	// fewer than two elements.
	BCa bool
}

// Bootstrap estimates a statistic of a sample with the percentile interval of
// B. Efron (Annals of Statistics 7, 1979): the statistic's quantiles over
// samples of the same size drawn with replacement. What is drawn is an
// element of any type: draw pairs of games, or [2]float64, to keep together
// what depends on each other.
//
// The statistic must be finite and must not keep its argument. The same seed
// gives the same interval. The interval need not contain the estimate when
// the statistic is biased. An empty sample has no estimate: known is false.
func Bootstrap[T any](sample []T, statistic func([]T) float64, how Bootstrapping) (i Interval, known bool) {
	if how.Resamples <= 0 {
		how.Resamples = 10_000
	}
	if how.Level == 0 {
		how.Level = 0.95
	}
	mustLevel(how.Level)
	if len(sample) == 0 {
		return Interval{}, false
	}
	estimate := statistic(slices.Clone(sample))
	r := rand.New(rand.NewPCG(how.Seed, 0x626f6f74)) // "boot"
	values := make([]float64, how.Resamples)
	drawn := make([]T, len(sample))
	for b := range values {
		for j := range drawn {
			drawn[j] = sample[r.IntN(len(sample))]
		}
		values[b] = statistic(drawn)
	}
	slices.Sort(values)
	low, high := (1-how.Level)/2, (1+how.Level)/2
	if how.BCa && len(sample) > 1 {
		low, high = accelerated(values, estimate, jackknife(sample, statistic), low, high)
	}
	return Interval{Estimate: estimate, Low: sortedQuantile(values, low), High: sortedQuantile(values, high)}, true
}

// MeanDifference is the mean of first minus second over pairs, a statistic for
// Bootstrap.
func MeanDifference(pairs [][2]float64) float64 {
	sum := 0.0
	for _, p := range pairs {
		sum += p[0] - p[1]
	}
	return sum / float64(max(1, len(pairs)))
}

// jackknife is the statistic with each element left out in turn.
func jackknife[T any](sample []T, statistic func([]T) float64) []float64 {
	values := make([]float64, len(sample))
	rest := make([]T, len(sample)-1)
	for i := range sample {
		copy(rest, sample[:i])
		copy(rest[i:], sample[i+1:])
		values[i] = statistic(rest)
	}
	return values
}

// accelerated moves the two percentiles by the bias z₀ (the share of resamples
// below the estimate, half of those equal to it) and the acceleration a (the
// skewness of the jackknife): Φ(z₀ + (z₀+z)/(1 − a(z₀+z))).
func accelerated(sorted []float64, estimate float64, left []float64, low, high float64) (float64, float64) {
	below, _ := slices.BinarySearch(sorted, estimate)
	upTo, _ := slices.BinarySearch(sorted, math.Nextafter(estimate, math.Inf(1)))
	plainLow, plainHigh := low, high
	share := float64(below+upTo) / 2 / float64(len(sorted))
	if share <= 0 || share >= 1 {
		return low, high
	}
	z0 := mathext.NormalQuantile(share)
	a := skewness(left) / 6
	for _, p := range []*float64{&low, &high} {
		z := z0 + mathext.NormalQuantile(*p)
		if 1-a*z <= 0 { // beyond the pole the correction says nothing
			return plainLow, plainHigh
		}
		*p = normalCDF(z0 + z/(1-a*z))
	}
	return low, high
}

// skewness is −Σd³/(Σd²)^1.5 of the deviations from the mean, 0 when all
// values are equal. The deviations are scaled, as the powers of very small or
// large ones are no numbers.
func skewness(values []float64) float64 {
	mean, largest, squares, cubes := Mean(values), 0.0, 0.0, 0.0
	for _, x := range values {
		largest = max(largest, math.Abs(mean-x))
	}
	if largest == 0 {
		return 0
	}
	for _, x := range values {
		d := (mean - x) / largest
		squares += d * d
		cubes += d * d * d
	}
	return cubes / math.Pow(squares, 1.5)
}
