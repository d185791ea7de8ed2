package chart

import (
	"errors"
	"math"
)

// span is a range of values on an axis.
type span struct {
	low, high float64
	whole     bool // all values are whole numbers, and so are the ticks
}

func (s *span) add(x float64) {
	s.low, s.high, s.whole = math.Min(s.low, x), math.Max(s.high, x), s.whole && x == math.Trunc(x)
}

// span starts with what the axis shows anyway.
func (a Axis) span() span {
	s := span{math.Inf(1), math.Inf(-1), true}
	for _, x := range a.Include {
		if a.shows(x) {
			s.add(x)
		}
	}
	return s
}

// widened gives a range in which everything is at one place some room.
func (a Axis) widened(s span) (span, error) {
	if s.low > s.high {
		return s, errors.New("there is nothing to draw")
	}
	size := math.Max(math.Abs(s.low), math.Abs(s.high))
	switch {
	case s.high-s.low > 1e-9*size:
		return s, nil
	case a.Log:
		return span{s.low / 2, s.high * 2, s.whole}, nil
	}
	room := math.Max(size/2, 0.5)
	return span{s.low - room, s.high + room, s.whole}, nil
}

// rounded extends a range on a linear axis to the ticks around it.
func (a Axis) rounded(s span) span {
	if a.Log {
		return s
	}
	step := linearStep(s, manyTicks)
	rounded := span{math.Floor(s.low/step+1e-9) * step, math.Ceil(s.high/step-1e-9) * step, s.whole}
	if !finite(rounded.low) || !finite(rounded.high) {
		return s
	}
	return rounded
}

// scale maps values to places, from the place of the low end to that of the
// high one.
type scale struct {
	span
	log      bool
	from, to float64
}

func (s scale) at(x float64) float64 {
	low, high := s.low, s.high
	if s.log {
		x, low, high = math.Log(x), math.Log(low), math.Log(high)
	}
	// Halves, so that the widest range has a width.
	return s.from + (x/2-low/2)/(high/2-low/2)*(s.to-s.from)
}
