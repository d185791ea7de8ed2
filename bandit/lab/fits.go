package lab

import "fmt"

// The forms of functions that are fitted, and of what.
const (
	ReciprocalForm  = "a/K"
	ExponentialForm = "a·e^(bK)"

	OfAlpha    = "alpha"
	OfLogAlpha = "ln alpha"
)

// AlphaFit is a Fit that says what it is.
type AlphaFit struct {
	Fit
	Form string
	Of   string // what the squares are least of
}

// FitAlphas fits both forms to α and to its logarithm, as far as there are arms
// enough.
func FitAlphas(arms []int, alphas []float64) (fits []AlphaFit) {
	for _, way := range []struct {
		form, of string
		fit      func([]int, []float64) (Fit, error)
	}{
		{ReciprocalForm, OfAlpha, FitReciprocal},
		{ExponentialForm, OfAlpha, FitExponential},
		{ReciprocalForm, OfLogAlpha, LogFitReciprocal},
		{ExponentialForm, OfLogAlpha, LogFitExponential},
	} {
		if f, err := way.fit(arms, alphas); err == nil {
			fits = append(fits, AlphaFit{f, way.form, way.of})
		}
	}
	return fits
}

// Alpha is the function at K.
func (f AlphaFit) Alpha(k float64) float64 {
	if f.Form == ReciprocalForm {
		return f.Reciprocal(k)
	}
	return f.Exponential(k)
}

// String is the function in numbers.
func (f AlphaFit) String() string {
	if f.Form == ReciprocalForm {
		return fmt.Sprintf("%.4f/K", f.A)
	}
	return fmt.Sprintf("%.4f·e^(%.4fK)", f.A, f.B)
}
