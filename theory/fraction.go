package theory

import (
	"math"
	"math/big"
)

// Fraction is the simplest fraction that a floating-point number stands for, such as
// 1/3 for 0.3333333333333333: of the convergents of its continued fraction the first
// that is the same but for rounding. What is no such fraction is taken as it is.
func Fraction(x float64) *big.Rat {
	const most = 1 << 24 // of denominators
	whole, before := int64(0), int64(1)
	under, last := int64(1), int64(0)
	rest := x
	for range 40 {
		floor := math.Floor(rest)
		if math.Abs(floor) > most {
			break
		}
		a := int64(floor)
		whole, before = before, a*before+whole
		under, last = last, a*last+under
		if last > most {
			break
		}
		if math.Abs(float64(before)/float64(last)-x) <= 4e-16*math.Abs(x) {
			return big.NewRat(before, last)
		}
		rest = 1 / (rest - floor)
	}
	exact := new(big.Rat)
	if exact.SetFloat64(x) == nil {
		return new(big.Rat) // infinite, which no score is
	}
	return exact
}
