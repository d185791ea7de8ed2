package lab

import (
	"errors"
	"math"
)

// Fit is a function of the number of arms K fitted to measured α.
type Fit struct {
	A, B float64
	RMS  float64 // root of the mean squared difference, of α or of ln α
}

var errTooFew = errors.New("too few numbers of arms to fit a function")

// FitReciprocal fits α = a/K by least squares.
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

// LogFitReciprocal fits ln α = ln a − ln K by least squares: every K counts
// alike, not the few arms whose α is great.
func LogFitReciprocal(arms []int, alphas []float64) (Fit, error) {
	arms, logs := logarithms(arms, alphas)
	if len(arms) < 1 {
		return Fit{}, errTooFew
	}
	sum := 0.0
	for i, k := range arms {
		sum += logs[i] + math.Log(float64(k))
	}
	f := Fit{A: math.Exp(sum / float64(len(arms)))}
	f.RMS = rms(arms, logs, func(k float64) float64 { return math.Log(f.Reciprocal(k)) })
	return f, nil
}

// LogFitExponential fits ln α = ln a + bK by least squares.
func LogFitExponential(arms []int, alphas []float64) (Fit, error) {
	arms, logs := logarithms(arms, alphas)
	if len(arms) < 2 {
		return Fit{}, errTooFew
	}
	n := float64(len(arms))
	meanK, meanLog := 0.0, 0.0
	for i, k := range arms {
		meanK += float64(k) / n
		meanLog += logs[i] / n
	}
	products, squares := 0.0, 0.0
	for i, k := range arms {
		d := float64(k) - meanK
		products += d * (logs[i] - meanLog)
		squares += d * d
	}
	if squares == 0 {
		return Fit{}, errTooFew
	}
	b := products / squares
	f := Fit{A: math.Exp(meanLog - b*meanK), B: b}
	f.RMS = rms(arms, logs, func(k float64) float64 { return math.Log(f.Exponential(k)) })
	return f, nil
}

// logarithms leaves out an α of zero, which has none.
func logarithms(arms []int, alphas []float64) (kept []int, logs []float64) {
	for i, alpha := range alphas {
		if alpha > 0 {
			kept, logs = append(kept, arms[i]), append(logs, math.Log(alpha))
		}
	}
	return kept, logs
}

// Reciprocal is a/K.
func (f Fit) Reciprocal(k float64) float64 { return f.A / k }

// Exponential is a·e^(bK).
func (f Fit) Exponential(k float64) float64 { return f.A * math.Exp(f.B*k) }

// FitExponential fits α = a·e^(bK) by least squares. For a given b the best a is known in closed
// form, which leaves one variable: a grid finds the valley of the square sum,
// golden sections its bottom.
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
