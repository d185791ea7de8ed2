package theory

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
)

// Programme is a linear programme with few numbers that are not zero: the x ≥ 0 with
// the greatest Gains·x among those with A·x ≤ Bounds. Bounds are not negative, so that
// x = 0 is one.
type Programme struct {
	Columns [][]Term // of A, one a variable
	Bounds  []*big.Rat
	Gains   []*big.Rat
}

// Term is a number of a column.
type Term struct {
	Row   int
	Value *big.Rat
}

// Optimum is the solution of a programme and of its dual, which proves it: no x can gain
// more than Dual·Bounds, and X gains as much.
type Optimum struct {
	X, Dual []*big.Rat
	Value   *big.Rat
}

// ErrUnproven is returned if the simplex algorithm in floating point leads nowhere that
// can be proven in fractions.
var ErrUnproven = errors.New("rounding has led the simplex algorithm astray: no solution could be proven")

// MaxCells is how large programmes may be, rows times columns.
const MaxCells = 16_000_000

// denseCells is the size up to which the tableau in fractions is the quickest.
const denseCells = 150

// Maximise solves a programme exactly. Small ones are solved in fractions throughout. Of others
// the simplex algorithm in floating point finds which variables are not zero and which
// bounds are met; what they are then follows from equations that are solved in fractions,
// and that nothing is better is proven in fractions too. So rounding may cost time and
// never truth. tell, unless it is nil, hears of pivots.
func (p *Programme) Maximise(ctx context.Context, tell func(pivots int)) (Optimum, error) {
	if len(p.Columns)*len(p.Bounds) <= denseCells {
		return p.dense(), nil
	}
	for seed := range uint64(4) {
		t := newFloatTableau(p, seed)
		if err := t.run(ctx, tell); err != nil {
			return Optimum{}, err
		}
		if o, ok := p.prove(t.basic, t.others); ok {
			return o, nil
		}
	}
	return Optimum{}, ErrUnproven
}

// dense solves it by the tableau in fractions.
func (p *Programme) dense() Optimum {
	a := make([][]*big.Rat, len(p.Bounds))
	for i := range a {
		a[i] = make([]*big.Rat, len(p.Columns))
		for j := range a[i] {
			a[i][j] = new(big.Rat)
		}
	}
	for j, column := range p.Columns {
		for _, term := range column {
			a[term.Row][j].Add(a[term.Row][j], term.Value)
		}
	}
	o := maximise(a, p.Bounds, p.Gains, nil)
	return Optimum{o.x, o.dual, o.value}
}

// floatTableau is a programme in floating point, solved for its basic variables: those of
// the programme are numbered first, then the slack of each row.
type floatTableau struct {
	cells  [][]float64 // by basic and other variable, then the right-hand side; the last row is the objective
	basic  []int       // the variable of each row
	others []int       // of each column
}

// newFloatTableau moves the bounds by a little, each by something else, so that no two
// are met at once: games are degenerate, and pivoting would go round in circles.
func newFloatTableau(p *Programme, seed uint64) *floatTableau {
	m, n := len(p.Bounds), len(p.Columns)
	t := &floatTableau{cells: make([][]float64, m+1), basic: make([]int, m), others: make([]int, n)}
	all := make([]float64, (m+1)*(n+1))
	r := rand.New(rand.NewPCG(seed, 0x6c70))
	for i := range t.cells {
		t.cells[i] = all[i*(n+1) : (i+1)*(n+1) : (i+1)*(n+1)]
		if i < m {
			b, _ := p.Bounds[i].Float64()
			t.basic[i], t.cells[i][n] = n+i, b+1e-6*(1+r.Float64())
		}
	}
	for j, column := range p.Columns {
		t.others[j] = j
		gain, _ := p.Gains[j].Float64()
		t.cells[m][j] = -gain
		for _, term := range column {
			x, _ := term.Value.Float64()
			t.cells[term.Row][j] += x
		}
	}
	return t
}

// run pivots until nothing gains. A stop that is none is found out by whoever proves.
func (t *floatTableau) run(ctx context.Context, tell func(pivots int)) error {
	const least = 1e-9
	m, n := len(t.basic), len(t.others)
	for pivots := range 100 * (m + n) {
		if pivots%64 == 0 {
			if tell != nil {
				tell(pivots)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		enters, most := -1, -least
		for j, x := range t.cells[m][:n] {
			if x < most {
				enters, most = j, x
			}
		}
		if enters < 0 {
			return nil
		}
		row, ratio := -1, math.Inf(1)
		for i := range m {
			if x := t.cells[i][enters]; x > least {
				if q := t.cells[i][n] / x; q < ratio {
					row, ratio = i, q
				}
			}
		}
		if row < 0 {
			return nil // unbounded, by rounding
		}
		t.pivot(row, enters)
	}
	return nil
}

// pivot exchanges the variable of a row with that of a column.
func (t *floatTableau) pivot(row, column int) {
	own := t.cells[row]
	inverse := 1 / own[column]
	own[column] = 1
	var nonzero []int
	for j, x := range own {
		if math.Abs(x) > 1e-13 {
			own[j] = x * inverse
			nonzero = append(nonzero, j)
		} else {
			own[j] = 0
		}
	}
	for i, other := range t.cells {
		factor := other[column]
		if i == row || factor == 0 {
			continue
		}
		other[column] = 0
		for _, j := range nonzero {
			other[j] -= factor * own[j]
		}
	}
	t.basic[row], t.others[column] = t.others[column], t.basic[row]
}

// prove solves the programme in fractions, given which variables are basic: of those of
// the programme that are, the rows without a basic slack decide. It reports whether what
// comes of it, and of the dual, keeps all bounds, which proves both.
func (p *Programme) prove(basic, others []int) (Optimum, bool) {
	n := len(p.Columns)
	var columns, rows []int
	place := make([]int, len(p.Bounds)) // of a row among those that decide
	for i := range place {
		place[i] = -1
	}
	for _, v := range basic {
		if v < n {
			columns = append(columns, v)
		}
	}
	for _, v := range others {
		if v >= n {
			place[v-n] = len(rows)
			rows = append(rows, v-n)
		}
	}
	x, dual, ok := p.solveBasis(columns, rows, place)
	if !ok {
		return Optimum{}, false
	}
	o := Optimum{X: zeros(n), Dual: zeros(len(p.Bounds)), Value: new(big.Rat)}
	for k, j := range columns {
		o.X[j] = x[k]
	}
	for k, i := range rows {
		o.Dual[i] = dual[k]
	}
	return o, p.keeps(&o)
}

// solveBasis finds the values of some columns at which some rows are met, and the dual
// values of these rows at which the columns gain nothing.
func (p *Programme) solveBasis(columns, rows, place []int) (x, dual []*big.Rat, ok bool) {
	k := len(rows)
	if k != len(columns) {
		return nil, nil, false
	}
	var a, transposed sparse
	a.size, transposed.size = k, k
	bounds, gains := make([]*big.Rat, k), make([]*big.Rat, k)
	for at, i := range rows {
		bounds[at] = p.Bounds[i]
	}
	for at, j := range columns {
		gains[at] = p.Gains[j]
		for _, term := range p.Columns[j] {
			if place[term.Row] >= 0 {
				a.add(place[term.Row], at, term.Value)
				transposed.add(at, place[term.Row], term.Value)
			}
		}
	}
	if x, ok = a.solve(bounds); !ok {
		return nil, nil, false
	}
	dual, ok = transposed.solve(gains)
	return x, dual, ok
}

// keeps reports whether nothing of a solution and its dual is negative, all bounds hold,
// and both gain the same; it sets the value.
func (p *Programme) keeps(o *Optimum) bool {
	used, product, bound := zeros(len(p.Bounds)), new(big.Rat), new(big.Rat)
	for j, column := range p.Columns {
		if o.X[j].Sign() < 0 {
			return false
		}
		price := new(big.Rat)
		for _, term := range column {
			if o.X[j].Sign() != 0 {
				used[term.Row].Add(used[term.Row], product.Mul(term.Value, o.X[j]))
			}
			if o.Dual[term.Row].Sign() != 0 {
				price.Add(price, product.Mul(term.Value, o.Dual[term.Row]))
			}
		}
		if price.Cmp(p.Gains[j]) < 0 {
			return false
		}
		o.Value.Add(o.Value, product.Mul(p.Gains[j], o.X[j]))
	}
	for i, b := range p.Bounds {
		if used[i].Cmp(b) > 0 || o.Dual[i].Sign() < 0 {
			return false
		}
		bound.Add(bound, product.Mul(b, o.Dual[i]))
	}
	return bound.Cmp(o.Value) == 0
}
