package theory

import "math/big"

// tableau is a system of equations in exact fractions, solved for its basic variables,
// of which each row has one: row · variables = last column.
type tableau struct {
	rows  [][]*big.Rat // the last column is the right-hand side
	basis []int        // the variable of each row
	pulse pulse
}

// newTableau is a·x + s = b: variables 0 to n-1 are those of the columns of a, the
// rest are the slacks s, with which it begins as basis.
func newTableau(a [][]*big.Rat, b []*big.Rat, p pulse) *tableau {
	n := len(a[0])
	t := &tableau{pulse: p}
	for i, row := range a {
		full := make([]*big.Rat, n+len(a)+1)
		for j := range full {
			full[j] = new(big.Rat)
		}
		for j, x := range row {
			full[j].Set(x)
		}
		full[n+i].SetInt64(1)
		full[n+len(a)].Set(b[i])
		t.rows = append(t.rows, full)
		t.basis = append(t.basis, n+i)
	}
	return t
}

// pivot makes the variable of a column basic in a row.
func (t *tableau) pivot(row, column int) {
	inverse := new(big.Rat).Inv(t.rows[row][column])
	for _, x := range t.rows[row] {
		x.Mul(x, inverse)
	}
	product, factor := new(big.Rat), new(big.Rat)
	for i, other := range t.rows {
		t.pulse.feel()
		if i == row || other[column].Sign() == 0 {
			continue
		}
		factor.Set(other[column])
		for j, x := range t.rows[row] {
			if x.Sign() != 0 {
				other[j].Sub(other[j], product.Mul(factor, x))
			}
		}
	}
	t.basis[row] = column
}

// leaving is the row whose variable reaches zero first when that of the column grows,
// -1 if none does. Among rows that tie the lexicographic order of their slack columns
// decides, which is what keeps pivoting from going in circles (Dantzig, Orden and Wolfe, 1955).
func (t *tableau) leaving(column, rows, slack int) int {
	best := -1
	left, right := new(big.Rat), new(big.Rat)
	for i := range rows {
		t.pulse.feel()
		if t.rows[i][column].Sign() <= 0 {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		last := len(t.rows[i]) - 1
		for k := range rows + 1 {
			j := last
			if k > 0 {
				j = slack + k - 1
			}
			left.Mul(t.rows[i][j], t.rows[best][column])
			right.Mul(t.rows[best][j], t.rows[i][column])
			if c := left.Cmp(right); c != 0 {
				if c < 0 {
					best = i
				}
				break
			}
		}
	}
	return best
}

// Pivot is a step of the simplex algorithm.
type Pivot struct {
	Enters, Leaves int      // variables: first those of the programme, then the slack of each row
	Value          *big.Rat // of the objective after it
}

// optimum is what a linear programme comes to.
type optimum struct {
	x, dual []*big.Rat
	value   *big.Rat
	pivots  []Pivot
}

// maximise finds the x ≥ 0 with the greatest c·x among those with a·x ≤ b, by the simplex
// algorithm in exact fractions. Preconditions: b ≥ 0, and the programme is bounded.
// The variable that gains most enters, the first of those that tie.
func maximise(a [][]*big.Rat, b, c []*big.Rat, p pulse) optimum {
	t := newTableau(a, b, p)
	n, m := len(c), len(a)
	objective := make([]*big.Rat, n+m+1)
	for j := range objective {
		objective[j] = new(big.Rat)
		if j < n {
			objective[j].Neg(c[j])
		}
	}
	t.rows, t.basis = append(t.rows, objective), append(t.basis, -1)
	var pivots []Pivot
	for {
		enters := -1
		for j := range n + m {
			if objective[j].Sign() < 0 && (enters < 0 || objective[j].Cmp(objective[enters]) < 0) {
				enters = j
			}
		}
		if enters < 0 {
			break
		}
		row := t.leaving(enters, m, n)
		leaves := t.basis[row]
		t.pivot(row, enters)
		pivots = append(pivots, Pivot{enters, leaves, new(big.Rat).Set(objective[n+m])})
	}
	o := optimum{x: make([]*big.Rat, n), value: objective[n+m], pivots: pivots, dual: objective[n : n+m]}
	for j := range o.x {
		o.x[j] = new(big.Rat)
	}
	for i, j := range t.basis[:m] {
		if j < n {
			o.x[j] = t.rows[i][n+m]
		}
	}
	return o
}
