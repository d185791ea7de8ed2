package nn

// dropoutLayer leaves out every number with a probability while training, and
// makes up for it by enlarging the others (Srivastava and others 2014). In play it
// does nothing.
type dropoutLayer struct {
	shape
	rate float32
}

func (l *dropoutLayer) prepare() {}

type dropoutTape struct {
	*dropoutLayer
	factors, y, dx []float32
}

func (l *dropoutLayer) tape(positions int) tape {
	n := positions * l.stride()
	return &dropoutTape{l, make([]float32, n), make([]float32, n), make([]float32, n)}
}

func (t *dropoutTape) forward(p *pass, x []float32) []float32 {
	for i, v := range x[:p.positions*t.stride()] {
		t.factors[i] = 0
		if p.random.Float32() >= t.rate {
			t.factors[i] = 1 / (1 - t.rate)
		}
		t.y[i] = v * t.factors[i]
	}
	return t.y
}

func (t *dropoutTape) backward(p *pass, dy []float32) []float32 {
	for i, v := range dy[:p.positions*t.stride()] {
		t.dx[i] = v * t.factors[i]
	}
	return t.dx
}

// compile returns nothing to do.
func (l *dropoutLayer) compile() step { return nil }
