package lab

import (
	"errors"
	"math"
)

// Fit is a function of the number of arms fitted to measured α by least
// squares.
type Fit struct {
	A, B float64
	RMS  float64 // root of the mean squared difference
}

// FitReciprocal fits α = a/K.
func FitReciprocal(arms []int, alphas []float64) (Fit, error) {
	if len(arms) < 1 {
		return Fit{}, errTooFew
	}
	products, squares := 0.0, 0.0
	for i, k := range arms {
		products += alphas[i] / float64(k)
		squares += 1 / float64(k*k)
	}
	f := Fit{A: products / squares}
	f.RMS = rms(arms, alphas, f.Reciprocal)
	return f, nil
}

// Reciprocal is a/K.
func (f Fit) Reciprocal(k float64) float64 { return f.A / k }

// Exponential is a·e^(bK).
func (f Fit) Exponential(k float64) float64 { return f.A * math.Exp(f.B*k) }

var errTooFew = errors.New("too few numbers of arms to fit a function")

// FitExponential fits α = a·e^(bK). For a given b the best a is known in closed
// form, which leaves one variable: the square sum is searched by golden section
// around the slope of the logarithms. α must not all be zero.
func FitExponential(arms []int, alphas []float64) (Fit, error) {
	if len(arms) < 2 {
		return Fit{}, errTooFew
	}
	at := func(b float64) Fit {
		products, squares := 0.0, 0.0
		for i, k := range arms {
			e := math.Exp(b * float64(k))
			products += alphas[i] * e
			squares += e * e
		}
		f := Fit{A: products / squares, B: b}
		f.RMS = rms(arms, alphas, f.Exponential)
		return f
	}
	// A grid first: the square sum may have more than one valley.
	const steps, widest = 400, 2.0
	centre := 0.0
	for i := -steps; i <= steps; i++ {
		x := float64(i) / steps
		if b := widest * x * math.Abs(x); at(b).RMS < at(centre).RMS {
			centre = b
		}
	}
	width := max(math.Abs(centre)/10, widest/steps/steps)
	low, high := centre-width, centre+width
	ratio := (math.Sqrt(5) - 1) / 2
	for high-low > 1e-12 {
		x, y := high-ratio*(high-low), low+ratio*(high-low)
		if at(x).RMS < at(y).RMS {
			high = y
		} else {
			low = x
		}
	}
	return at((low + high) / 2), nil
}

func rms(arms []int, alphas []float64, f func(k float64) float64) float64 {
	sum := 0.0
	for i, k := range arms {
		d := alphas[i] - f(float64(k))
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(arms)))
}
