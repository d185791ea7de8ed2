package theory

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Solution is how a game of two is solved in which one loses what the other wins: the
// value is what the first player is paid if both play well, which the strategies
// guarantee (von Neumann, 1928).
type Solution struct {
	Value       *big.Rat
	Row, Column Mixed
	Shift       *big.Rat // added to all payoffs beforehand, so that they are positive
	Pivots      []Pivot
}

// Solve solves a matrix of what the first player is paid, exactly, by the linear
// programme of Dantzig (1951): with payoffs a > 0 the second player finds y ≥ 0 with
// a·y ≤ 1 and the greatest sum; 1/sum is the value, y/sum its strategy, and the dual
// solution that of the first.
func Solve(a [][]*big.Rat) Solution { return solve(a, nil) }

func solve(a [][]*big.Rat, p pulse) Solution {
	s := Solution{Shift: new(big.Rat)}
	least := a[0][0]
	for _, row := range a {
		for _, x := range row {
			if x.Cmp(least) < 0 {
				least = x
			}
		}
	}
	if least.Sign() <= 0 {
		s.Shift.Sub(big.NewRat(1, 1), least)
	}
	shifted := make([][]*big.Rat, len(a))
	for i, row := range a {
		shifted[i] = make([]*big.Rat, len(row))
		for j, x := range row {
			shifted[i][j] = new(big.Rat).Add(x, s.Shift)
		}
	}
	o := maximise(shifted, ones(len(a)), ones(len(a[0])), p)
	inverse := new(big.Rat).Inv(o.value)
	s.Value = new(big.Rat).Sub(inverse, s.Shift)
	s.Row, s.Column, s.Pivots = scaled(o.dual, inverse), scaled(o.x, inverse), o.pivots
	return s
}

func ones(n int) []*big.Rat {
	list := make([]*big.Rat, n)
	for i := range list {
		list[i] = big.NewRat(1, 1)
	}
	return list
}

func scaled(list []*big.Rat, by *big.Rat) Mixed {
	x := make(Mixed, len(list))
	for i := range list {
		x[i] = new(big.Rat).Mul(list[i], by)
	}
	return x
}

// Rounded is a solution in floating point. Low is what the row strategy guarantees
// and High what the column strategy does not let pass: the value lies between them, and
// how near they are says how good the solution is, whoever found it.
type Rounded struct {
	Low, High   float64
	Row, Column []float64
}

// tolerance is how far a rounded solution may be from exact, beside the payoffs.
const tolerance = 1e-7

// SolveRounded solves in floating point, for matrices too large for fractions. It fails
// if the two strategies it finds do not prove the value to seven digits.
func SolveRounded(a [][]float64) (Rounded, error) {
	low, high := a[0][0], a[0][0]
	for _, row := range a {
		low, high = min(low, slices.Min(row)), max(high, slices.Max(row))
	}
	// All payoffs between 1 and 2, which changes no strategy.
	scale := max(high-low, math.Abs(high)*1e-9, 1e-12)
	t := make([][]float64, len(a)+1) // rows, their slacks, the right-hand side; then the objective
	width := len(a[0]) + len(a) + 1
	for i := range t {
		t[i] = make([]float64, width)
	}
	for i, row := range a {
		for j, x := range row {
			t[i][j], t[len(a)][j] = 1+(x-low)/scale, -1
		}
		t[i][len(row)+i], t[i][width-1] = 1, 1
	}
	column, row := packed(t, len(a[0]))
	r := Rounded{Row: row, Column: column, Low: math.Inf(1), High: math.Inf(-1)}
	for j := range column {
		sum := 0.0
		for i := range row {
			sum += row[i] * a[i][j]
		}
		r.Low = min(r.Low, sum)
	}
	for i := range row {
		sum := 0.0
		for j := range column {
			sum += a[i][j] * column[j]
		}
		r.High = max(r.High, sum)
	}
	if gap := r.High - r.Low; !(gap <= tolerance*max(scale, math.Abs(high), math.Abs(low))) {
		return r, fmt.Errorf("the simplex algorithm in floating point is off by %.2g", gap)
	}
	return r, nil
}

// packed finds, by the simplex algorithm, the y ≥ 0 with a·y ≤ 1 and the greatest sum,
// and the dual solution, both scaled to sum to one; n is how many y there are. The
// variable that gains most enters; after many pivots the first that gains (Bland, 1977),
// which goes round in no circles. Rounding may still: then it stops, and the gap tells.
func packed(t [][]float64, n int) (y, dual []float64) {
	const least = 1e-11
	m := len(t) - 1
	objective, last := t[m], n+m
	basis := make([]int, m)
	for i := range basis {
		basis[i] = n + i
	}
	many := 10 * (m + n)
	for pivots := range 10 * many {
		enters := -1
		for j, x := range objective[:last] {
			if x < -least && (enters < 0 || x < objective[enters] && pivots < many) {
				enters = j
			}
		}
		row := -1
		for i := 0; i < m && enters >= 0; i++ {
			if t[i][enters] < least {
				continue
			}
			if row < 0 {
				row = i
				continue
			}
			mine, best := t[i][last]*t[row][enters], t[row][last]*t[i][enters]
			if mine < best || mine == best && basis[i] < basis[row] {
				row = i
			}
		}
		if row < 0 {
			break
		}
		basis[row] = enters
		floats(t, row, enters)
	}
	y, dual = make([]float64, n), slices.Clone(objective[n:last])
	for i, j := range basis {
		if j < n {
			y[j] = t[i][last]
		}
	}
	normalise(y)
	normalise(dual)
	return y, dual
}

// floats pivots a table of floating-point numbers.
func floats(t [][]float64, row, column int) {
	inverse := 1 / t[row][column]
	for j := range t[row] {
		t[row][j] *= inverse
	}
	for i, other := range t {
		if factor := other[column]; i != row && factor != 0 {
			for j, x := range t[row] {
				other[j] -= factor * x
			}
		}
	}
}
