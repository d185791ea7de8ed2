package chart

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Label writes a number as people do, 100,000 and 0.002, and 1e+08 beyond.
func Label(x float64) string {
	if x != 0 && (math.Abs(x) >= 1e7 || math.Abs(x) < 1e-4) {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	text := strconv.FormatFloat(x, 'f', -1, 64)
	whole, part, decimal := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if decimal {
		return whole + "." + part
	}
	return whole
}

// linearTicks labels multiples of 1, 2 or 5 times a power of ten, some five to
// ten of them.
type linearTicks struct{}

// Ticks implements plot.Ticker.
func (linearTicks) Ticks(low, high float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/5)))
	for _, factor := range []float64{2, 2.5, 2} { // 2, 5, 10 times
		if (high-low)/step <= 9 {
			break
		}
		step *= factor
	}
	var ticks []plot.Tick
	for i := math.Ceil(low / step); i*step <= high*(1+1e-12); i++ {
		x := i * step
		if step < 1 { // i·0.1 is not what people write
			x = i / math.Round(1/step)
		}
		ticks = append(ticks, plot.Tick{Value: x, Label: Label(x)})
	}
	return ticks
}

// logTicks labels powers of ten, and 2 and 5 times them where there are few.
type logTicks struct{}

// Ticks implements plot.Ticker.
func (logTicks) Ticks(low, high float64) []plot.Tick {
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	many := math.Log10(high/low) > 3
	var ticks []plot.Tick
	for power := first; power <= last; power++ {
		for digit := 1; digit <= 9; digit++ {
			x, _ := strconv.ParseFloat(strconv.Itoa(digit)+"e"+strconv.Itoa(int(power)), 64)
			if x < low*(1-1e-12) || x > high*(1+1e-12) {
				continue
			}
			tick := plot.Tick{Value: x}
			if digit == 1 || !many && (digit == 2 || digit == 5) {
				tick.Label = Label(x)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}
