package chart

import (
	"math"
	"strconv"
	"strings"

	"gambito/drawing"
)

// Label writes a number as people do, 100,000 and 0.002, and 1e+08 beyond.
func Label(x float64) string {
	if x == 0 {
		return "0" // with or without a sign
	}
	if math.Abs(x) >= 1e7 || math.Abs(x) < 1e-4 {
		return strconv.FormatFloat(x, 'g', -1, 64)
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

// tick is a place of an axis that is marked; small ones have no label.
type tick struct {
	value float64
	label string
}

// manyTicks is how many steps an axis has at most where there is room.
const manyTicks = 9

// ticks are those of an axis. On a horizontal one labels must not run into each
// other, on a vertical one they cannot.
func (s scale) ticks(horizontal bool) []tick {
	if s.log {
		if list := logTicks(s.span); labelled(list) > 1 {
			if horizontal {
				s.thin(list)
			}
			return list
		}
	}
	list := linearTicks(s.span, manyTicks)
	for most := manyTicks - 2.0; horizontal && most > 1 && !s.fits(list); most -= 2 {
		list = linearTicks(s.span, most)
	}
	return list
}

// labelWidth is what a label takes, with the gap to the next.
func labelWidth(label string) float64 { return drawing.Width(label, textSize) + gap }

func (s scale) fits(list []tick) bool {
	sum := 0.0
	for _, t := range list {
		sum += labelWidth(t.label)
	}
	return sum <= math.Abs(s.to-s.from)
}

// thin takes away labels that would run into the one before.
func (s scale) thin(list []tick) {
	free := math.Inf(-1)
	for i, t := range list {
		if t.label == "" {
			continue
		}
		if half := labelWidth(t.label) / 2; s.at(t.value)-half < free {
			list[i].label = ""
		} else {
			free = s.at(t.value) + half
		}
	}
}

func labelled(list []tick) (n int) {
	for _, t := range list {
		if t.label != "" {
			n++
		}
	}
	return n
}

// linearStep is 1, 2 or 5 times a power of ten, the least that makes so many
// steps at most.
func linearStep(s span, most float64) float64 {
	tenth := s.high/10 - s.low/10 // the widest range has no width, but a tenth
	step := math.Pow(10, math.Floor(math.Log10(tenth/most)+1))
	for _, factor := range []float64{2, 2.5, 2} { // 2, 5, 10 times
		if tenth/step <= most/10 {
			break
		}
		step *= factor
	}
	if s.whole {
		return math.Max(step, 1)
	}
	return step
}

// linearTicks are the multiples of a step.
func linearTicks(s span, most float64) (list []tick) {
	step := linearStep(s, most)
	for i := math.Ceil(s.low/step - 1e-9); i*step-s.high <= step*1e-9 && len(list) <= int(most)+1; i++ {
		x := i * step
		if step < 1 { // i·0.1 is not what people write
			x = i / math.Round(1/step)
		}
		list = append(list, tick{x, Label(x)})
	}
	return list
}

// logTicks labels powers of ten, and 2 and 5 times them where there are few. Of
// very many powers only some are shown.
func logTicks(s span) (list []tick) {
	const mostPowers = 12
	low, high := math.Log10(s.low), math.Log10(s.high)
	first, last := int(math.Floor(low)), int(math.Ceil(high))
	every, digits := (last-first)/mostPowers+1, 9
	if every > 1 {
		digits = 1
	}
	for power := first; power <= last; power++ {
		if power%every != 0 {
			continue
		}
		for digit := 1; digit <= digits; digit++ {
			x, _ := strconv.ParseFloat(strconv.Itoa(digit)+"e"+strconv.Itoa(power), 64)
			if x < s.low*(1-1e-12) || x > s.high*(1+1e-12) || !finite(x) {
				continue
			}
			t := tick{value: x}
			if digit == 1 || high-low <= 3 && (digit == 2 || digit == 5) {
				t.label = Label(x)
			}
			list = append(list, t)
		}
	}
	return list
}
