package probcut

import "math"

// Cuts say how well a search of some depth foresees one of another: the value of the
// deeper is Slope times that of the shallower, give or take a standard deviation
// that the numbers of Sigma make up (Buro 1997).
type Cuts struct {
	Slope float64   `json:"slope"`
	Sigma []float64 `json:"sigma"`
}

// Levels of doubt: how many standard deviations a shallow search must lie beyond the
// window for the deeper one to be left out. At the last nothing is.
var doubts = [...]float32{0.9, 1.5, 2.0, 2.6, 0}

// Doubt is how many standard deviations a level of doubt stands for.
func Doubt(level int) float64 { return float64(doubts[level]) }

// top is the level without doubt.
const top = 4

// shallow is the depth of the search that foretells one of some depth; 0 for none.
func shallow(depth int) int {
	if depth < 3 {
		return 0
	}
	d := depth / 2
	if (depth-d)&1 != 0 { // odd and even depths differ
		d--
	}
	if d <= 0 {
		d += 2
	}
	return d
}

// sigma is the standard deviation of a search of some depth about what a shallower one foretells,
// with so many plies left.
func (c *Cuts) sigma(left, depth, shallow int) float64 {
	return math.Exp(dot(c.Sigma, sigmaTerms(left, depth, shallow)))
}

// terms is how many numbers make up a standard deviation.
const terms = 7

// sigmaTerms are what the logarithm of a standard deviation is a weighted sum of.
func sigmaTerms(left, depth, shallow int) [terms]float64 {
	l, d, s := float64(min(left, mostLeft))/mostLeft, float64(depth), float64(shallow)
	end := 0.0
	if depth >= left {
		end = 1
	}
	return [terms]float64{1, l, l * l, math.Log(d), math.Log(s + 1), math.Log(d - s), end}
}

// mostLeft is the number of plies to the end beyond which nothing changes any more.
const mostLeft = 60

func dot(weights []float64, x [terms]float64) (sum float64) {
	for i, w := range weights {
		sum += w * x[i]
	}
	return sum
}

// probably says whether a shallow search shows that the value probably lies beyond the
// window, and which end of it.
func (w *worker) probably(depth, left, alpha, beta int) (value int, ok bool) {
	d := shallow(depth)
	if d == 0 {
		return 0, false
	}
	margin := w.margin(left, depth)
	now := w.board.Value()
	slope := w.cuts.Slope
	if bound := int(float64(beta+margin)/slope) + 1; bound < Most && now >= beta {
		if w.value(d, bound-1, bound) >= bound {
			return beta, true
		}
	}
	if w.stop {
		return 0, false
	}
	if bound := int(float64(alpha-margin)/slope) - 1; bound > -Most && now <= alpha {
		if w.value(d, bound, bound+1) <= bound {
			return alpha, true
		}
	}
	return 0, false
}

// margin is by how much a shallow search must lie beyond the window.
func (w *worker) margin(left, depth int) int {
	l, d := min(left, len(w.margins)-1), min(depth, len(w.margins[0])-1)
	m := w.margins[l][d]
	return int(doubts[w.trust] * m)
}

// margins are the standard deviations by plies left and depth.
func (c *Cuts) margins() (m [61][61]float32) {
	for left := range m {
		for depth := range m[left] {
			if d := shallow(depth); d > 0 {
				m[left][depth] = float32(c.sigma(left, depth, d))
			}
		}
	}
	return m
}
