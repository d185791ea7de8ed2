package nn

import (
	"fmt"
	"math"
)

// Optimizer says how a gradient g changes the weights w at a learning rate η.
type Optimizer struct {
	// Kind is one of
	//   sgd    m = μ·m + g;  w −= η·m
	//   adam   (or "") m and v are running means of g and g², made up for their
	//          start at zero;  w −= η·m/(√v + ε)
	//   adamw  the same, and w −= η·decay·w (Loshchilov and Hutter 2019)
	Kind     string  `json:"kind,omitempty"`
	Momentum float64 `json:"momentum,omitempty"` // μ
	Beta1    float64 `json:"beta1,omitempty"`    // of the running mean of g; 0 means 0.9
	Beta2    float64 `json:"beta2,omitempty"`    // of that of g²; 0 means 0.999
	Epsilon  float64 `json:"epsilon,omitempty"`  // 0 means 1e-8
	Decay    float64 `json:"decay,omitempty"`
}

const (
	sgd   = "sgd"
	adam  = "adam"
	adamW = "adamw"
)

// complete fills in what is meant by zeros and says what is wrong.
func (o Optimizer) complete() (Optimizer, error) {
	if o.Kind == "" {
		o.Kind = adam
	}
	if o.Kind != sgd {
		for field, value := range map[*float64]float64{&o.Beta1: 0.9, &o.Beta2: 0.999, &o.Epsilon: 1e-8} {
			if *field == 0 {
				*field = value
			}
		}
	}
	switch {
	case o.Kind != sgd && o.Kind != adam && o.Kind != adamW:
		return o, fmt.Errorf("unknown optimizer %q: it must be sgd, adam or adamw", o.Kind)
	case !(o.Momentum >= 0 && o.Momentum < 1) || !(o.Beta1 >= 0 && o.Beta1 < 1) || !(o.Beta2 >= 0 && o.Beta2 < 1):
		return o, fmt.Errorf("%s: momentum and betas must be at least 0 and less than 1", o.Kind)
	case !(o.Epsilon >= 0) || !(o.Decay >= 0):
		return o, fmt.Errorf("%s: epsilon and decay must not be negative", o.Kind)
	case o.Decay > 0 && o.Kind != adamW:
		return o, fmt.Errorf("%s has no decay: adamw has, and L2 is for all", o.Kind)
	}
	return o, nil
}

// memories is how many numbers the optimizer remembers for every weight.
func (o Optimizer) memories() int {
	switch {
	case o.Kind != sgd:
		return 2
	case o.Momentum > 0:
		return 1
	}
	return 0
}

// update changes some weights. step counts from 0.
func (o Optimizer) update(w, g []float32, memory [][]float32, rate float64, step int, decays bool) {
	if o.Kind == sgd {
		o.descend(w, g, memory, float32(rate))
		return
	}
	m, v := memory[0][:len(w)], memory[1][:len(w)]
	g = g[:len(w)]
	beta1, beta2, epsilon := float32(o.Beta1), float32(o.Beta2), float32(o.Epsilon)
	scale := float32(rate / (1 - math.Pow(o.Beta1, float64(step+1))))
	correction := float32(1 / math.Sqrt(1-math.Pow(o.Beta2, float64(step+1))))
	keep := float32(1)
	if decays {
		keep = float32(1 - rate*o.Decay)
	}
	for i, x := range g {
		m[i] = beta1*m[i] + (1-beta1)*x
		v[i] = beta2*v[i] + (1-beta2)*x*x
		w[i] = keep*w[i] - scale*m[i]/(float32(math.Sqrt(float64(v[i])))*correction+epsilon)
	}
}

func (o Optimizer) descend(w, g []float32, memory [][]float32, rate float32) {
	if len(memory) == 0 {
		for i, x := range g {
			w[i] -= rate * x
		}
		return
	}
	momentum := float32(o.Momentum)
	m := memory[0]
	for i, x := range g {
		m[i] = momentum*m[i] + x
		w[i] -= rate * m[i]
	}
}
