package theory

import (
	"math"
	"math/big"
	"slices"
)

// sparse is a square system of linear equations in fractions, most of whose numbers are
// zero.
type sparse struct {
	size int
	rows [][]sparseTerm
}

type sparseTerm struct {
	column int
	value  *big.Rat
}

func (s *sparse) add(row, column int, value *big.Rat) {
	if s.rows == nil {
		s.rows = make([][]sparseTerm, s.size)
	}
	s.rows[row] = append(s.rows[row], sparseTerm{column, value})
}

// liftPrimes are primes below 2³¹: should one divide the determinant another does not.
var liftPrimes = []uint64{2147483629, 2147483587, 2147483579}

// maxLift bounds the digits of a solution: beyond them nobody waits for it.
const maxLift = 4096

// solve finds the solution of s·x = b, if there is one and no number becomes too large. It is
// Dixon's (1982): solved modulo a prime p, and by what is left over modulo p², p³ and so on,
// until fractions fit that solve it exactly.
func (s *sparse) solve(b []*big.Rat) ([]*big.Rat, bool) {
	if s.size == 0 {
		return nil, true
	}
	if s.rows == nil {
		return nil, false
	}
	w, ok := s.whole(b)
	if !ok {
		return nil, false
	}
	for _, p := range liftPrimes {
		if inverse, ok := w.inverse(p); ok {
			return w.lift(p, inverse)
		}
	}
	return nil, false
}

// whole is a system in whole numbers.
type whole struct {
	rows  [][]wholeTerm
	bound []int64
}

type wholeTerm struct {
	column int
	value  int64
}

// whole multiplies each row by what its denominators have in common.
func (s *sparse) whole(b []*big.Rat) (whole, bool) {
	w := whole{make([][]wholeTerm, s.size), make([]int64, s.size)}
	for i, row := range s.rows {
		common := new(big.Int).Set(b[i].Denom())
		for _, term := range row {
			common = lcm(common, term.value.Denom())
		}
		sum := int64(0)
		scaled := func(x *big.Rat) (int64, bool) {
			n := new(big.Int).Quo(common, x.Denom())
			n.Mul(n, x.Num())
			return n.Int64(), n.IsInt64() && n.BitLen() < 31
		}
		var ok bool
		if w.bound[i], ok = scaled(b[i]); !ok {
			return w, false
		}
		for _, term := range row {
			n, ok := scaled(term.value)
			if sum += max(n, -n); !ok || sum > math.MaxInt32 {
				return w, false
			}
			w.rows[i] = append(w.rows[i], wholeTerm{term.column, n})
		}
	}
	return w, true
}

func lcm(a, b *big.Int) *big.Int {
	divisor := new(big.Int).GCD(nil, nil, a, b)
	return divisor.Mul(a, new(big.Int).Quo(b, divisor))
}

// residue is x modulo p, from 0 on.
func residue(x int64, p uint64) uint64 {
	r := x % int64(p)
	if r < 0 {
		r += int64(p)
	}
	return uint64(r)
}

// inverse is that of the matrix modulo p, if there is one.
func (w whole) inverse(p uint64) ([][]uint64, bool) {
	n := len(w.rows)
	a := make([][]uint64, n)
	for i, row := range w.rows {
		a[i] = make([]uint64, 2*n)
		for _, term := range row {
			a[i][term.column] = (a[i][term.column] + residue(term.value, p)) % p
		}
		a[i][n+i] = 1
	}
	for k := range n {
		at := k
		for at < n && a[at][k] == 0 {
			at++
		}
		if at == n {
			return nil, false
		}
		a[k], a[at] = a[at], a[k]
		factor := power(a[k][k], p-2, p)
		var nonzero []int
		for j, x := range a[k] {
			if x != 0 {
				a[k][j] = x * factor % p
				nonzero = append(nonzero, j)
			}
		}
		for i, row := range a {
			if i == k || row[k] == 0 {
				continue
			}
			minus := p - row[k]
			for _, j := range nonzero {
				row[j] = (row[j] + minus*a[k][j]) % p
			}
		}
	}
	for i := range a {
		a[i] = a[i][n:]
	}
	return a, true
}

func power(x, e, p uint64) uint64 {
	result := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = result * x % p
		}
		x = x * x % p
	}
	return result
}

// lift finds digit after digit of the solution to the base p, and tries after 4, 8, 16, …
// of them which fractions they are.
func (w whole) lift(p uint64, inverse [][]uint64) ([]*big.Rat, bool) {
	n := len(w.rows)
	left := slices.Clone(w.bound) // what the digits so far do not account for, divided by their power of p
	digits := make([][]uint64, 0, 16)
	for try := 4; len(digits) < maxLift; {
		digit, rest := make([]uint64, n), make([]uint64, n)
		for i, x := range left {
			rest[i] = residue(x, p)
		}
		for i, row := range inverse {
			sum := uint64(0)
			for j, x := range row {
				if x != 0 && rest[j] != 0 {
					sum = (sum + x*rest[j]) % p
				}
			}
			digit[i] = sum
		}
		digits = append(digits, digit)
		for i, row := range w.rows {
			used := left[i]
			for _, term := range row {
				used -= term.value * int64(digit[term.column])
			}
			left[i] = used / int64(p)
		}
		if len(digits) == try {
			if x, ok := w.fractions(p, digits); ok {
				return x, true
			}
			try *= 2
		}
	}
	return nil, false
}

// fractions are the simplest that are the digits modulo a power of p, if they solve the
// system.
func (w whole) fractions(p uint64, digits [][]uint64) ([]*big.Rat, bool) {
	n := len(w.rows)
	base, modulus := new(big.Int).SetUint64(p), big.NewInt(1)
	modulus.Exp(base, big.NewInt(int64(len(digits))), nil)
	half := new(big.Int).Rsh(modulus, 1)
	small := new(big.Int).Sqrt(half) // numerators and denominators are less
	denominator := big.NewInt(1)
	numerators := make([]*big.Int, n)
	for i := range numerators {
		x := new(big.Int)
		for k := len(digits) - 1; k >= 0; k-- {
			x.Mul(x, base).Add(x, new(big.Int).SetUint64(digits[k][i]))
		}
		x.Mul(x, denominator).Mod(x, modulus)
		if x.Cmp(half) > 0 {
			x.Sub(x, modulus)
		}
		if x.CmpAbs(small) > 0 {
			top, bottom, ok := reconstruct(x.Mod(x, modulus), modulus, small)
			if !ok {
				return nil, false
			}
			for _, before := range numerators[:i] {
				before.Mul(before, bottom)
			}
			denominator.Mul(denominator, bottom)
			x = top
		}
		numerators[i] = x
	}
	product, sum := new(big.Int), new(big.Int)
	for i, row := range w.rows {
		sum.Mul(denominator, product.SetInt64(-w.bound[i]))
		for _, term := range row {
			sum.Add(sum, product.Mul(product.SetInt64(term.value), numerators[term.column]))
		}
		if sum.Sign() != 0 {
			return nil, false
		}
	}
	x := make([]*big.Rat, n)
	for i, top := range numerators {
		x[i] = new(big.Rat).SetFrac(top, denominator)
	}
	return x, true
}

// reconstruct finds the fraction top/bottom, both less than small, that is x modulo
// something, by Euclid's algorithm (Wang, 1981).
func reconstruct(x, modulus, small *big.Int) (top, bottom *big.Int, ok bool) {
	r0, r1 := new(big.Int).Set(modulus), new(big.Int).Set(x)
	t0, t1 := new(big.Int), big.NewInt(1)
	q, rest, product := new(big.Int), new(big.Int), new(big.Int)
	for r1.Cmp(small) > 0 {
		q.QuoRem(r0, r1, rest)
		r0, r1, rest = r1, rest, r0
		t0.Sub(t0, product.Mul(q, t1))
		t0, t1 = t1, t0
	}
	if t1.Sign() < 0 {
		r1.Neg(r1)
		t1.Neg(t1)
	}
	return r1, t1, t1.Sign() > 0 && t1.Cmp(small) <= 0
}
