package optimise

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Model is a Gaussian process (C. E. Rasmussen, C. K. I. Williams: "Gaussian processes
// for machine learning", 2006): a function of which nearby points are alike, by Matérn's
// kernel with ν = 5/2 and a length for every dimension, seen through noise whose size
// the scores tell.
type Model struct {
	problem  Problem
	points   []Point
	mean     float64   // of all scores
	targets  []float64 // the scores less that
	noise    []float64 // variances
	shape    shape
	factor   mat.Cholesky
	solution *mat.VecDense // K⁻¹·targets
}

// shape is what is fitted, as logarithms.
type shape struct {
	lengths []float64
	size    float64 // standard deviation of the function
	nugget  float64 // of what no point shares with another
}

// mostPoints is how many points a model takes in; of more, the last ones.
const mostPoints = 400

// Fit makes a model of scores. Tries is how many shapes are tried for the likeliest,
// from that of a model before, if there is one.
func Fit(p Problem, points []Point, scores []Score, before *Model, tries int) *Model {
	p = p.snapping()
	if over := len(points) - mostPoints; over > 0 {
		points, scores = points[over:], scores[over:]
	}
	m := &Model{problem: p}
	spread := 0.0
	for _, s := range scores {
		m.mean += s.Mean / float64(len(scores))
	}
	for i, s := range scores {
		m.points = append(m.points, p.Snap(points[i]))
		m.targets = append(m.targets, s.Mean-m.mean)
		m.noise = append(m.noise, s.Error*s.Error)
		spread += (s.Mean - m.mean) * (s.Mean - m.mean) / float64(len(scores))
	}
	usual := shape{size: 0.5 * math.Log(math.Max(spread, 1e-8)), nugget: 0.5 * math.Log(math.Max(spread, 1e-8)/100)}
	for range p.Dimensions {
		usual.lengths = append(usual.lengths, math.Log(usualLength))
	}
	m.shape = usual
	likeliest := m.likelihood(usual, usual)
	if before != nil {
		if l := m.likelihood(before.shape, usual); l > likeliest {
			likeliest, m.shape = l, before.shape
		}
	}
	r := p.source(uint64(100 + len(points)))
	for try := range tries {
		next := m.shape.moved(r, 1/(1+float64(try)/20))
		if l := m.likelihood(next, usual); l > likeliest {
			likeliest, m.shape = l, next
		}
	}
	m.condition(m.shape)
	return m
}

// usualLength is over what share of its range a number is expected to matter, and
// lengthDeviation how sure that is, in logarithms.
const (
	usualLength     = 0.6
	lengthDeviation = 0.8
)

func (s shape) moved(r *rand.Rand, width float64) shape {
	next := shape{slices.Clone(s.lengths), s.size + 0.4*width*r.NormFloat64(), s.nugget + 0.4*width*r.NormFloat64()}
	for i := range next.lengths {
		next.lengths[i] += 0.6 * width * r.NormFloat64()
	}
	return next
}

// kernel is how much two points have in common.
func (m *Model) kernel(s shape, a, b Point) float64 {
	square := 0.0
	for i, d := range m.problem.Dimensions {
		distance := a[i] - b[i]
		if d.Unordered && distance != 0 {
			distance = 0.5
		}
		distance /= math.Exp(s.lengths[i])
		square += distance * distance
	}
	r := math.Sqrt(5 * square)
	return math.Exp(2*s.size) * (1 + r + r*r/3) * math.Exp(-r)
}

// condition takes in the scores with a shape; false if that cannot be computed.
func (m *Model) condition(s shape) bool {
	n := len(m.points)
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i {
			k.SetSym(i, j, m.kernel(s, m.points[i], m.points[j]))
		}
		k.SetSym(i, i, m.kernel(s, m.points[i], m.points[i])+m.noise[i]+math.Exp(2*s.nugget)+1e-10)
	}
	m.factor = mat.Cholesky{} // a copy of the model may have the one before
	if !m.factor.Factorize(k) {
		return false
	}
	m.solution = mat.NewVecDense(n, nil)
	return m.factor.SolveVecTo(m.solution, mat.NewVecDense(n, m.targets)) == nil
}

// likelihood is the logarithm of how likely the scores are, and the shape.
func (m *Model) likelihood(s, usual shape) float64 {
	if !m.condition(s) {
		return math.Inf(-1)
	}
	l := -0.5*mat.Dot(m.solution, mat.NewVecDense(len(m.targets), m.targets)) - 0.5*m.factor.LogDet()
	for i := range s.lengths {
		d := (s.lengths[i] - usual.lengths[i]) / lengthDeviation
		l -= d * d / 2
	}
	return l - (s.size-usual.size)*(s.size-usual.size)/2 - (s.nugget-usual.nugget)*(s.nugget-usual.nugget)/2
}

// At is what the model expects at a point, and the standard deviation of that.
func (m *Model) At(x Point) (mean, deviation float64) {
	x = m.problem.Snap(x)
	common := mat.NewVecDense(len(m.points), nil)
	for i, p := range m.points {
		common.SetVec(i, m.kernel(m.shape, x, p))
	}
	var explained mat.VecDense
	if m.factor.SolveVecTo(&explained, common) != nil {
		return m.mean, math.Exp(m.shape.size)
	}
	variance := math.Exp(2*m.shape.size) - mat.Dot(common, &explained)
	return m.mean + mat.Dot(common, m.solution), math.Sqrt(math.Max(variance, 0))
}

// value is the mean of At alone, which is quick.
func (m *Model) value(x Point) float64 {
	x = m.problem.Snap(x)
	sum := m.mean
	for i, p := range m.points {
		sum += m.kernel(m.shape, x, p) * m.solution.AtVec(i)
	}
	return sum
}

// believe adds a point as if it had come out as expected.
func (m *Model) believe(x Point) {
	mean, _ := m.At(x)
	noise := 0.0
	for _, v := range m.noise {
		noise += v / float64(len(m.noise))
	}
	m.points = append(m.points, m.problem.Snap(x))
	m.targets = append(m.targets, mean-m.mean)
	m.noise = append(m.noise, noise)
	m.condition(m.shape)
}

// effectPoints is over how many points effects are averaged.
const effectPoints = 256

// Effects are how much of the model's variance each dimension explains by itself: the
// first-order indices of I. M. Sobol' (Mathematical Modelling and Computational
// Experiment 1, 1993), by J. Saltelli's estimate. What they leave to 1 is interplay.
func (m *Model) Effects() []float64 {
	p := m.problem
	next := halton(Problem{Dimensions: make([]Dimension, 2*len(p.Dimensions)), Seed: p.Seed})
	n, d := effectPoints, len(p.Dimensions)
	a, b := make([]Point, n), make([]Point, n)
	fa, fb := make([]float64, n), make([]float64, n)
	mean, square := 0.0, 0.0
	for i := range n {
		x := next()
		a[i], b[i] = x[:d], x[d:]
		fa[i], fb[i] = m.value(a[i]), m.value(b[i])
		mean += (fa[i] + fb[i]) / float64(2*n)
	}
	for i := range n {
		square += ((fa[i]-mean)*(fa[i]-mean) + (fb[i]-mean)*(fb[i]-mean)) / float64(2*n)
	}
	effects := make([]float64, d)
	for k := range effects {
		sum := 0.0
		for i := range n {
			x := slices.Clone(a[i])
			x[k] = b[i][k]
			sum += (fb[i] - mean) * (m.value(x) - fa[i]) / float64(n)
		}
		if square > 0 {
			effects[k] = inside(sum / square)
		}
	}
	return effects
}
