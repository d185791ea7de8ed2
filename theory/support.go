package theory

import (
	"iter"
	"math/big"
	"math/bits"
)

// Equilibrium is a strategy of each of two players of which each is a best reply to
// the other, and what both are paid (Nash, 1951).
type Equilibrium struct {
	X, Y    Mixed
	Payoffs [2]*big.Rat
}

// Equilibria are all of a game of two. Extreme lists finitely many, of which every
// other is a mixture. Components are the sets in which any mixture of the one side's
// strategies with any mixture of the other's is an equilibrium; unless the game is
// degenerate each has one strategy a side.
type Equilibria struct {
	Extreme    []Equilibrium
	Components []Component
	Pairs      int // pairs of supports that were looked at
}

// Component is a set of equilibria, by the numbers of extreme strategies.
type Component struct{ X, Y []Mixed }

// maxSupports is how many pairs of supports are looked at: 8×8 has 12,870.
const maxSupports = 15_000

// maxWide is how many strategies a player may have for that: sets of them are bits.
const maxWide = 60

// Supports is how many pairs of supports of equal size there are, and whether they are
// few enough for Equilibria.
func (g *Game) Supports() (pairs *big.Int, few bool) {
	if len(g.Players) != 2 {
		return new(big.Int), false
	}
	m, n := int64(g.Size(0)), int64(g.Size(1))
	pairs = new(big.Int).Binomial(m+n, m)
	pairs.Sub(pairs, big.NewInt(1))
	return pairs, m <= maxWide && n <= maxWide && pairs.Cmp(big.NewInt(maxSupports)) <= 0
}

// Equilibria finds all equilibria by enumerating supports, exactly. For each pair of
// as many strategies of one player as of the other it finds the mixture of the first
// that makes the second ones pay alike; those in which they are best replies too are the
// corners of the set of strategies with best replies (Vorobiev 1958, Kuhn 1961,
// Mangasarian 1964). Two corners are an equilibrium iff each plays best replies to the
// other only, and degenerate games lose none. Precondition: Supports says few.
func (g *Game) Equilibria() Equilibria {
	a, b := g.matrix(0), g.matrix(1) // each with its own strategies as rows
	var e Equilibria
	pairs, _ := g.Supports()
	e.Pairs = int(pairs.Int64())
	xs, ys := corners(b, g.pulse), corners(a, g.pulse)
	fits := make([][]bool, len(xs))
	for i, x := range xs {
		fits[i] = make([]bool, len(ys))
		for j, y := range ys {
			if fits[i][j] = x.support&^y.replies == 0 && y.support&^x.replies == 0; fits[i][j] {
				e.Extreme = append(e.Extreme, Equilibrium{x.mixed, y.mixed, [2]*big.Rat{y.value, x.value}})
			}
		}
	}
	for _, c := range bicliques(fits, g.pulse) {
		var component Component
		for _, i := range c[0] {
			component.X = append(component.X, xs[i].mixed)
		}
		for _, j := range c[1] {
			component.Y = append(component.Y, ys[j].mixed)
		}
		e.Components = append(e.Components, component)
	}
	return e
}

// corner is a mixed strategy as a corner of the set of pairs (strategy, bound of what
// the opponent is paid).
type corner struct {
	mixed            Mixed
	support, replies uint64 // sets of own strategies, and of the opponent's best replies
	value            *big.Rat
}

// corners lists those of who chooses columns of a matrix, of what rows pay the
// opponent.
func corners(rows [][]*big.Rat, p pulse) (list []corner) {
	m, n := len(rows), len(rows[0])
	whole := integers(rows)
	for size := 1; size <= min(m, n); size++ {
		for own := range subsets(n, size) {
			for replies := range subsets(m, size) {
				p.feel()
				mixed, ok := alike(whole, replies, own, n)
				if !ok {
					continue
				}
				if c := cornerOf(rows, mixed); c.replies&replies == replies && !contains(list, c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// subsets are those of so many of n things, as bits. Precondition: 1 ≤ size ≤ n ≤ maxWide.
func subsets(n, size int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for set := uint64(1)<<size - 1; set < 1<<n; {
			if !yield(set) {
				return
			}
			low := set & -set // the next one with as many bits
			high := set + low
			set = high | (set^high)>>2/low
		}
	}
}

// cornerOf finds the best replies to a mixed strategy.
func cornerOf(rows [][]*big.Rat, mixed Mixed) corner {
	c := corner{mixed: mixed}
	for _, i := range mixed.Support() {
		c.support |= 1 << i
	}
	product := new(big.Rat)
	for i, row := range rows {
		sum := new(big.Rat)
		for j, x := range row {
			if mixed[j].Sign() != 0 {
				sum.Add(sum, product.Mul(x, mixed[j]))
			}
		}
		switch {
		case c.value == nil || sum.Cmp(c.value) > 0:
			c.value, c.replies = sum, 1<<i
		case sum.Cmp(c.value) == 0:
			c.replies |= 1 << i
		}
	}
	return c
}

func contains(list []corner, c corner) bool {
	for _, other := range list {
		if other.support == c.support && other.mixed.equal(c.mixed) {
			return true
		}
	}
	return false
}

// integers are the payoffs times a common denominator.
func integers(rows [][]*big.Rat) [][]*big.Int {
	common := big.NewInt(1)
	for _, row := range rows {
		for _, x := range row {
			divisor := new(big.Int).GCD(nil, nil, common, x.Denom())
			common.Mul(common, new(big.Int).Quo(x.Denom(), divisor))
		}
	}
	whole := make([][]*big.Int, len(rows))
	for i, row := range rows {
		for _, x := range row {
			factor := new(big.Int).Quo(common, x.Denom())
			whole[i] = append(whole[i], factor.Mul(factor, x.Num()))
		}
	}
	return whole
}

// alike finds the mixture of the columns of a set that pays alike in the rows of
// another set of as many, if there is exactly one and no probability is negative. It
// solves the equations by elimination in whole numbers (Bareiss, 1968).
func alike(rows [][]*big.Int, in, of uint64, n int) (Mixed, bool) {
	size := bits.OnesCount64(of)
	// Unknowns: the probabilities, then what the rows pay; equations: a row each, and
	// that probabilities sum to one.
	system := make([][]*big.Int, 0, size+1)
	for i, row := range rows {
		if in>>i&1 == 0 {
			continue
		}
		equation := make([]*big.Int, 0, size+2)
		for j, x := range row {
			if of>>j&1 == 1 {
				equation = append(equation, new(big.Int).Set(x))
			}
		}
		system = append(system, append(equation, big.NewInt(-1), new(big.Int)))
	}
	last := make([]*big.Int, 0, size+2)
	for range size {
		last = append(last, big.NewInt(1))
	}
	system = append(system, append(last, new(big.Int), big.NewInt(1)))
	determinant, ok := bareiss(system)
	if !ok {
		return nil, false
	}
	mixed, k := make(Mixed, n), 0
	for j := range mixed {
		mixed[j] = new(big.Rat)
		if of>>j&1 == 0 {
			continue
		}
		if mixed[j].SetFrac(system[k][size+1], determinant); mixed[j].Sign() < 0 {
			return nil, false
		}
		k++
	}
	return mixed, true
}

// bareiss solves a square system whose last column is the right-hand side, in place:
// unknown k is system[k][last] / determinant. It fails if there is not one solution.
func bareiss(system [][]*big.Int) (determinant *big.Int, ok bool) {
	size := len(system)
	before := big.NewInt(1)
	left := new(big.Int)
	for k := range size {
		at := k
		for at < size && system[at][k].Sign() == 0 {
			at++
		}
		if at == size {
			return nil, false
		}
		system[k], system[at] = system[at], system[k]
		pivot := system[k][k]
		for i, row := range system {
			if i == k {
				continue
			}
			factor := new(big.Int).Set(row[k])
			for j, x := range row {
				x.Mul(x, pivot)
				if system[k][j].Sign() != 0 {
					x.Sub(x, left.Mul(factor, system[k][j]))
				}
				x.Quo(x, before)
			}
		}
		before = new(big.Int).Set(pivot)
	}
	return before, true
}

// bicliques lists the largest sets of rows and columns in which all fit: none can be
// added to. Every column set that some rows have in common is the start of one.
func bicliques(fits [][]bool, p pulse) (list [][2][]int) {
	seen := map[string]bool{}
	var columns [][]int // sets to be closed, those of single rows first
	for i := range fits {
		var set []int
		for j, ok := range fits[i] {
			if ok {
				set = append(set, j)
			}
		}
		if len(set) > 0 {
			columns = append(columns, set)
		}
	}
	single := len(columns)
	const most = 10_000
	for k := 0; k < len(columns) && len(columns) < most; k++ {
		p.feel()
		set := columns[k]
		var rows []int
		for i := range fits {
			all := true
			for _, j := range set {
				all = all && fits[i][j]
			}
			if all {
				rows = append(rows, i)
			}
		}
		key := setKey(set)
		if seen[key] || len(rows) == 0 {
			continue
		}
		seen[key] = true
		list = append(list, [2][]int{rows, set})
		for _, other := range columns[:single] { // what both have in common
			if common := intersection(set, other); len(common) > 0 && !seen[setKey(common)] {
				columns = append(columns, common)
			}
		}
	}
	return list
}

func intersection(a, b []int) (both []int) {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				both = append(both, x)
			}
		}
	}
	return both
}

func setKey(set []int) string {
	key := make([]byte, 0, 2*len(set))
	for _, x := range set {
		key = append(key, byte(x), byte(x>>8))
	}
	return string(key)
}
