package stats

import "fmt"

// Fit is the result of K. Pearson's χ² test (Philosophical Magazine 50, 1900)
// whether counts follow given shares.
type Fit struct {
	ChiSquared float64 `json:"chi_squared"`
	DF         int     `json:"df"`
	P          float64 `json:"p"`
}

// ChiSquareFit compares counts with the counts expected by weights, which need
// not sum to 1: Σ(observed − expected)²/expected with one degree of freedom
// fewer than there are classes of positive weight. The approximation wants
// expected counts of 5 or so. Without observations, or with one class, P is 1.
// An observation in a class of weight 0 is an error: no test is needed.
func ChiSquareFit(observed []int, weights []float64) (Fit, error) {
	if len(observed) != len(weights) {
		return Fit{}, fmt.Errorf("chi-square: %d counts but %d weights", len(observed), len(weights))
	}
	if err := checkFinite("chi-square: weights", weights); err != nil {
		return Fit{}, err
	}
	total, weight, classes := 0, 0.0, 0
	for i, o := range observed {
		if o < 0 || weights[i] < 0 {
			return Fit{}, fmt.Errorf("chi-square: class %d has count %d and weight %g", i, o, weights[i])
		}
		if weights[i] == 0 && o > 0 {
			return Fit{}, fmt.Errorf("chi-square: class %d has weight 0 but %d observations", i, o)
		}
		if weights[i] > 0 {
			classes++
		}
		total += o
		weight += weights[i]
	}
	f := Fit{DF: max(0, classes-1), P: 1}
	if total == 0 {
		return f, nil
	}
	for i, o := range observed {
		if weights[i] > 0 {
			expected := float64(total) * (weights[i] / weight)
			f.ChiSquared += (float64(o) - expected) / expected * (float64(o) - expected)
		}
	}
	f.P = chiSquaredP(f.ChiSquared, f.DF)
	return f, nil
}
