package optimise

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gambito/spec"
)

// CMA-ES (N. Hansen, A. Ostermeier: Evolutionary Computation 9, 2001; the constants are
// those of N. Hansen's tutorial, 2016) draws a population from a normal distribution
// and adapts its mean, its size and its shape, correlations included, to the better
// half. It needs the order of scores alone.
var cmaEntry = spec.Entry[func(Problem, spec.Values) Optimiser]{
	Schema: spec.Schema{ID: "cma-es", Name: "CMA-ES", About: "A normal distribution that takes on the shape of the slope it climbs.", Options: []spec.Option{
		{Name: "population", Type: spec.Int, Default: "0", Min: 0, Max: 10000, Help: "points that are drawn at a time; 0: twice the usual 4 + 3·ln(dimensions), for noise"},
		{Name: "sigma", Type: spec.Float, Default: "0.3", Min: 0.01, Max: 1, Help: "standard deviation at the beginning, as a share of the range"},
	}},
	Make: func(p Problem, v spec.Values) Optimiser {
		size := v.Int("population")
		if size == 0 {
			size = 2 * (4 + int(3*math.Log(float64(len(p.Dimensions)))))
		}
		return newCMA(p, max(size, 4), v.Float("sigma"))
	},
}

// cma is the distribution and its constants, by the names of the tutorial.
type cma struct {
	n                      int
	random                 *rand.Rand
	weights                []float64
	mueff                  float64
	cc, cs, c1, cmu, damps float64
	chi                    float64 // expected length of a normal vector
	sigma                  float64
	mean                   *mat.VecDense
	pc, ps                 *mat.VecDense
	c                      *mat.SymDense
	b                      mat.Dense // axes
	d                      []float64 // and their lengths
	generation             int
	asked                  []Point
	size                   int
}

func newCMA(p Problem, size int, sigma float64) *cma {
	n := len(p.Dimensions)
	c := &cma{
		n: n, random: p.source(5), size: size, sigma: sigma,
		mean: mat.NewVecDense(n, append([]float64(nil), p.Start...)), pc: mat.NewVecDense(n, nil), ps: mat.NewVecDense(n, nil), c: mat.NewSymDense(n, nil),
	}
	sum, squares := 0.0, 0.0
	for i := range size / 2 {
		w := math.Log(float64(size)/2+0.5) - math.Log(float64(i+1))
		c.weights = append(c.weights, w)
		sum += w
	}
	for i := range c.weights {
		c.weights[i] /= sum
		squares += c.weights[i] * c.weights[i]
	}
	N := float64(n)
	c.mueff = 1 / squares
	c.cc = (4 + c.mueff/N) / (N + 4 + 2*c.mueff/N)
	c.cs = (c.mueff + 2) / (N + c.mueff + 5)
	c.c1 = 2 / ((N+1.3)*(N+1.3) + c.mueff)
	c.cmu = math.Min(1-c.c1, 2*(c.mueff-2+1/c.mueff)/((N+2)*(N+2)+c.mueff))
	c.damps = 1 + 2*math.Max(0, math.Sqrt((c.mueff-1)/(N+1))-1) + c.cs
	c.chi = math.Sqrt(N) * (1 - 1/(4*N) + 1/(21*N*N))
	for i := range n {
		c.c.SetSym(i, i, 1)
	}
	c.decompose()
	return c
}

// decompose finds the axes of the distribution.
func (c *cma) decompose() {
	var eigen mat.EigenSym
	if !eigen.Factorize(c.c, true) {
		for i := range c.n { // rounding has spoilt it: begin again as a sphere
			for j := range i + 1 {
				c.c.SetSym(i, j, 0)
			}
			c.c.SetSym(i, i, 1)
		}
		eigen.Factorize(c.c, true)
	}
	eigen.VectorsTo(&c.b)
	c.d = eigen.Values(nil)
	for i, v := range c.d {
		c.d[i] = math.Sqrt(math.Max(v, 1e-12))
	}
}

// Ask implements Optimiser. Points beyond the edge are taken to it, and learned from
// where they then are.
func (c *cma) Ask() []Point {
	c.asked = nil
	z, y := mat.NewVecDense(c.n, nil), mat.NewVecDense(c.n, nil)
	for range c.size {
		for i := range c.n {
			z.SetVec(i, c.d[i]*c.random.NormFloat64())
		}
		y.MulVec(&c.b, z)
		x := make(Point, c.n)
		for i := range x {
			x[i] = inside(c.mean.AtVec(i) + c.sigma*y.AtVec(i))
		}
		c.asked = append(c.asked, x)
	}
	return c.asked
}

// Tell implements Optimiser.
func (c *cma) Tell(scores []Score) {
	c.generation++
	order := byScore(scores)
	step := mat.NewVecDense(c.n, nil) // of the mean, in sigmas
	steps := make([]*mat.VecDense, len(c.weights))
	for rank, w := range c.weights {
		y := mat.NewVecDense(c.n, nil)
		for i, x := range c.asked[order[rank]] {
			y.SetVec(i, (x-c.mean.AtVec(i))/c.sigma)
		}
		steps[rank] = y
		step.AddScaledVec(step, w, y)
	}
	c.mean.AddScaledVec(c.mean, c.sigma, step)
	white := c.whitened(step)
	c.ps.ScaleVec(1-c.cs, c.ps)
	c.ps.AddScaledVec(c.ps, math.Sqrt(c.cs*(2-c.cs)*c.mueff), white)
	length := mat.Norm(c.ps, 2)
	c.pc.ScaleVec(1-c.cc, c.pc)
	hold := 1.0 // while the size grows fast the path waits
	if length/math.Sqrt(1-math.Pow(1-c.cs, 2*float64(c.generation)))/c.chi < 1.4+2/(float64(c.n)+1) {
		hold = 0
		c.pc.AddScaledVec(c.pc, math.Sqrt(c.cc*(2-c.cc)*c.mueff), step)
	}
	for i := range c.n {
		for j := range i + 1 {
			v := (1 - c.c1 - c.cmu + hold*c.c1*c.cc*(2-c.cc)) * c.c.At(i, j)
			v += c.c1 * c.pc.AtVec(i) * c.pc.AtVec(j)
			for rank, w := range c.weights {
				v += c.cmu * w * steps[rank].AtVec(i) * steps[rank].AtVec(j)
			}
			c.c.SetSym(i, j, v)
		}
	}
	c.sigma = math.Min(c.sigma*math.Exp(c.cs/c.damps*(length/c.chi-1)), 1)
	c.decompose()
}

// whitened is C^(−1/2)·y.
func (c *cma) whitened(y *mat.VecDense) *mat.VecDense {
	var t mat.VecDense
	t.MulVec(c.b.T(), y)
	for i := range c.n {
		t.SetVec(i, t.AtVec(i)/c.d[i])
	}
	white := mat.NewVecDense(c.n, nil)
	white.MulVec(&c.b, &t)
	return white
}

// Best implements Optimiser.
func (c *cma) Best() Point {
	x := make(Point, c.n)
	for i := range x {
		x[i] = inside(c.mean.AtVec(i))
	}
	return x
}
