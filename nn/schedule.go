package nn

import (
	"fmt"
	"math"
)

// Schedule says how large training steps are.
type Schedule struct {
	// Kind is one of
	//   constant  (or "") always Rate
	//   step      Rate, times Factor after every Every steps
	//   cosine    from Rate down to Floor along half a cosine within Total steps
	Kind   string  `json:"kind,omitempty"`
	Rate   float64 `json:"rate"`
	Every  int     `json:"every,omitempty"`
	Factor float64 `json:"factor,omitempty"`
	Total  int     `json:"total,omitempty"`
	Floor  float64 `json:"floor,omitempty"`
	// Warmup is over how many steps the rate grows evenly to begin with, on top of
	// any kind.
	Warmup int `json:"warmup,omitempty"`
}

// Check says what is wrong with a schedule.
func (s Schedule) Check() error {
	switch {
	case !(s.Rate > 0) || math.IsInf(s.Rate, 0):
		return fmt.Errorf("a learning rate of %v: it must be positive", s.Rate)
	case s.Warmup < 0:
		return fmt.Errorf("a warm-up of %d steps", s.Warmup)
	}
	switch s.Kind {
	case "", "constant":
		return nil
	case "step":
		if s.Every < 1 || !(s.Factor > 0) {
			return fmt.Errorf("a learning rate times %v every %d steps: both must be positive", s.Factor, s.Every)
		}
		return nil
	case "cosine":
		if s.Total < 1 || !(s.Floor >= 0 && s.Floor <= s.Rate) {
			return fmt.Errorf("a learning rate from %v to %v in %d steps: it must fall, in at least one step", s.Rate, s.Floor, s.Total)
		}
		return nil
	}
	return fmt.Errorf("unknown schedule %q: it must be constant, step or cosine", s.Kind)
}

// At is the learning rate of a step, counted from 0.
func (s Schedule) At(step int) float64 {
	rate := s.Rate
	switch s.Kind {
	case "step":
		rate *= math.Pow(s.Factor, float64(step/s.Every))
	case "cosine":
		part := min(1, float64(step)/float64(s.Total))
		rate = s.Floor + (s.Rate-s.Floor)*(1+math.Cos(math.Pi*part))/2
	}
	if step < s.Warmup {
		rate *= float64(step+1) / float64(s.Warmup)
	}
	return rate
}
