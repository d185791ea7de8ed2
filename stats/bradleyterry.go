package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Rating says how to rate players by games among them.
type Rating struct {
	Level float64 // of the intervals; 0 means 0.95
	// Prior gives every player so many draws against one imagined player of
	// rating 0. It connects all players and pulls ratings towards 0; 0 leaves
	// the likelihood alone.
	Prior float64
}

// Ratings are the strengths of players on the Elo scale.
type Ratings struct {
	// Elo has a rating for every player. Without a prior the ratings of a group
	// have mean 0 and say nothing about other groups.
	Elo []Interval `json:"elo"`
	// Group is the number of each player's group, an index of Groups.
	Group []int `json:"group"`
	// Groups has the players that can be rated together: each of them has
	// points from each other, directly or over others. No player has a point
	// against one of an earlier group: a later group lost all its games
	// against the earlier ones, or played none.
	Groups [][]int `json:"groups"`

	covariance *mat.SymDense // of all ratings, in Elo²
}

const eloUnit = 400 / math.Ln10

// BradleyTerry rates players by the model of R. A. Bradley and M. E. Terry
// (Biometrika 39, 1952): player i makes 1/(1 + 10^((Rⱼ−Rᵢ)/400)) points a game
// against j. points[i][j] is what i made against j, 1 for a win and ½ for a
// draw: a draw counts as half a win and half a loss. The diagonal is not read.
//
// The ratings maximise the likelihood (Newton's method); their intervals come
// from the Fisher information and are relative to the mean of the group, or to
// the imagined player of the prior. The maximum exists only among players
// connected by points both ways (L. R. Ford, American Mathematical Monthly 64,
// 1957): players fall into such groups, each rated by the games within it, and
// a player alone in its group, say one who won every game, is not Rated: its
// rating is 0 with bounds 0. With a prior there is one group.
func BradleyTerry(points [][]float64, how Rating) (*Ratings, error) {
	n := len(points)
	for i, row := range points {
		if len(row) != n {
			return nil, fmt.Errorf("ratings: row %d of the points has %d columns, not %d", i, len(row), n)
		}
		for j, p := range row {
			if i != j && !(p >= 0 && p <= math.MaxInt64) {
				return nil, fmt.Errorf("ratings: player %d made %g points against %d", i, p, j)
			}
		}
	}
	if !(how.Prior >= 0 && how.Prior <= math.MaxInt64) {
		return nil, fmt.Errorf("ratings: a prior of %g draws", how.Prior)
	}
	if how.Level == 0 {
		how.Level = 0.95
	}
	z := twoSidedQuantile(how.Level)
	r := &Ratings{Elo: make([]Interval, n), Group: make([]int, n)}
	if n == 0 {
		return r, nil
	}
	r.Groups = groupsOf(points, how.Prior > 0)
	r.covariance = mat.NewSymDense(n, nil)
	for g, players := range r.Groups {
		strengths, covariance, err := maximise(points, players, how.Prior)
		if err != nil {
			return nil, err
		}
		for a, i := range players {
			r.Group[i] = g
			for b, j := range players[:a+1] {
				r.covariance.SetSym(i, j, covariance.At(a, b)*eloUnit*eloUnit)
			}
			elo := strengths[a] * eloUnit
			half := z * math.Sqrt(max(0, r.covariance.At(i, i)))
			r.Elo[i] = Interval{Estimate: elo, Low: elo - half, High: elo + half}
		}
	}
	return r, nil
}

// Rated says whether a rating rests on anything: a player alone in its group,
// without a prior, has none.
func (r *Ratings) Rated(i int) bool { return r.covariance.At(i, i) > 0 }

// groupsOf are the strongly connected components of "has a point against",
// earlier ones before those they have points against (R. Tarjan, SIAM Journal
// on Computing 1, 1972).
func groupsOf(points [][]float64, connected bool) (groups [][]int) {
	n := len(points)
	if connected {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return [][]int{all}
	}
	const unseen = -1
	order, lowest, onStack := make([]int, n), make([]int, n), make([]bool, n)
	for i := range order {
		order[i] = unseen
	}
	var stack []int
	seen := 0
	var visit func(i int)
	visit = func(i int) {
		order[i], lowest[i] = seen, seen
		seen++
		stack, onStack[i] = append(stack, i), true
		// From the loser to the winner, so that winners' groups come first.
		for j := range n {
			if i == j || points[j][i] == 0 {
				continue
			}
			if order[j] == unseen {
				visit(j)
				lowest[i] = min(lowest[i], lowest[j])
			} else if onStack[j] {
				lowest[i] = min(lowest[i], order[j])
			}
		}
		if lowest[i] != order[i] {
			return
		}
		var group []int
		for {
			j := stack[len(stack)-1]
			stack, onStack[j] = stack[:len(stack)-1], false
			group = append(group, j)
			if j == i {
				break
			}
		}
		groups = append(groups, group)
	}
	for i := range n {
		if order[i] == unseen {
			visit(i)
		}
	}
	return groups
}

var errNotRated = errors.New("ratings: the likelihood has no maximum that numbers can hold: give a prior")

// maximise finds the logarithms of the strengths of some players and their
// covariance. Without a prior only differences count; the mean is held at 0 by
// adding a constant to the information, which no difference feels.
func maximise(points [][]float64, players []int, prior float64) ([]float64, *mat.SymDense, error) {
	m := len(players)
	x, covariance := make([]float64, m), mat.NewSymDense(m, nil)
	if m == 1 && prior == 0 {
		return x, covariance, nil
	}
	best := logLikelihood(points, players, prior, x)
	var factor mat.Cholesky
	for range 100 {
		gradient, information := slope(points, players, prior, x)
		if !factor.Factorize(information) {
			return nil, nil, errNotRated
		}
		var step mat.VecDense
		if err := factor.SolveVecTo(&step, gradient); err != nil {
			return nil, nil, errNotRated
		}
		// Halve the step until it does not lose, but for rounding: the
		// likelihood is concave.
		next, moved := make([]float64, m), math.Inf(1)
		for scale := 1.0; moved > 1e-12; scale /= 2 {
			moved = 0
			for a := range x {
				next[a] = x[a] + scale*step.AtVec(a)
				moved = max(moved, math.Abs(next[a]-x[a]))
			}
			if value := logLikelihood(points, players, prior, next); value >= best-1e-13*math.Abs(best) {
				best = value
				copy(x, next)
				break
			}
		}
		if moved < 1e-10 {
			break
		}
	}
	_, information := slope(points, players, prior, x)
	if !factor.Factorize(information) || factor.InverseTo(covariance) != nil {
		return nil, nil, errNotRated
	}
	if prior == 0 {
		removeMean(covariance, information, x)
	}
	return x, covariance, nil
}

func logLikelihood(points [][]float64, players []int, prior float64, x []float64) (sum float64) {
	for a, i := range players {
		sum -= prior / 2 * (softplus(x[a]) + softplus(-x[a]))
		for b, j := range players {
			if a != b && points[i][j] > 0 {
				sum -= points[i][j] * softplus(x[b]-x[a])
			}
		}
	}
	return sum
}

// softplus is ln(1 + eˣ).
func softplus(x float64) float64 { return max(0, x) + math.Log1p(math.Exp(-math.Abs(x))) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// slope is the gradient of the log-likelihood and the Fisher information,
// Σ games·p(1−p) on the diagonal and −games·p(1−p) beside it.
func slope(points [][]float64, players []int, prior float64, x []float64) (*mat.VecDense, *mat.SymDense) {
	m := len(players)
	gradient, information := mat.NewVecDense(m, nil), mat.NewSymDense(m, nil)
	add := func(a, b int, v float64) { information.SetSym(a, b, information.At(a, b)+v) }
	for a, i := range players {
		p := logistic(x[a])
		gradient.SetVec(a, gradient.AtVec(a)+prior*(0.5-p))
		add(a, a, prior*p*(1-p))
		for b, j := range players[:a] {
			games := points[i][j] + points[j][i]
			p, q := logistic(x[a]-x[b]), logistic(x[b]-x[a])
			// Twice the same value, so that the gradient sums to 0 exactly.
			g := points[i][j]*q - points[j][i]*p
			gradient.SetVec(a, gradient.AtVec(a)+g)
			gradient.SetVec(b, gradient.AtVec(b)-g)
			add(a, a, games*p*q)
			add(b, b, games*p*q)
			add(a, b, -games*p*q)
		}
	}
	if prior == 0 {
		constant := meanWeight(information)
		for a := range m {
			for b := range a + 1 {
				add(a, b, constant)
			}
		}
	}
	return gradient, information
}

// meanWeight is the constant that holds the mean: of the size of the rest, so
// that the matrix keeps its condition.
func meanWeight(information *mat.SymDense) float64 {
	m := information.SymmetricDim()
	return max(mat.Trace(information), math.SmallestNonzeroFloat64) / float64(m*m)
}

// removeMean takes the held mean out again: (L + cJ)⁻¹ is the covariance of
// the differences plus J/(m²c), where c is the sum of all elements over m².
func removeMean(covariance, information *mat.SymDense, x []float64) {
	m := len(x)
	total := mat.Sum(information) // of L it is 0, of cJ m²c
	for a := range m {
		for b := range a + 1 {
			covariance.SetSym(a, b, covariance.At(a, b)-1/total)
		}
	}
	mean := Mean(x)
	for a := range x {
		x[a] -= mean
	}
}
