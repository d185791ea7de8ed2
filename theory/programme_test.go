package theory

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestProgramme: sparse programmes come to what the tableau in fractions does, whose
// solutions are proven by the dual.
func TestProgramme(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		m, n := 4+r.IntN(20), 4+r.IntN(20)
		p := &Programme{Columns: make([][]Term, n)}
		for range m {
			p.Bounds = append(p.Bounds, big.NewRat(int64(r.IntN(4)), 1+int64(r.IntN(3))))
		}
		for j := range p.Columns {
			p.Gains = append(p.Gains, big.NewRat(int64(r.IntN(7)-2), 1+int64(r.IntN(3))))
			for i := range m {
				if r.IntN(3) == 0 {
					p.Columns[j] = append(p.Columns[j], Term{i, big.NewRat(int64(r.IntN(9)-2), 1+int64(r.IntN(4)))})
				}
			}
			p.Bounds = append(p.Bounds, big.NewRat(5, 1)) // so that it is bounded
			p.Columns[j] = append(p.Columns[j], Term{len(p.Bounds) - 1, big.NewRat(1, 1)})
		}
		want := p.dense()
		if !p.keeps(&Optimum{want.X, want.Dual, new(big.Rat)}) {
			t.Fatal("the tableau in fractions has no proof")
		}
		got, err := p.Maximise(context.Background(), nil)
		if err != nil || got.Value.Cmp(want.Value) != 0 {
			t.Fatalf("%d by %d: %v, not %v, %v", m, n, got.Value, want.Value, err)
		}
		want.X[0] = big.NewRat(-1, 1)
		if p.keeps(&Optimum{want.X, want.Dual, new(big.Rat)}) {
			t.Fatal("a negative solution is taken for one")
		}
	}
}

// TestLift: systems of equations with solutions that are known.
func TestLift(t *testing.T) {
	for _, p := range liftPrimes {
		if !new(big.Int).SetUint64(p).ProbablyPrime(20) {
			t.Errorf("%d is no prime", p)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 40; n += 3 {
		s := sparse{size: n}
		x, b := make([]*big.Rat, n), zeros(n)
		for j := range x {
			x[j] = big.NewRat(r.Int64N(2001)-1000, 1+r.Int64N(7))
		}
		for i := range n {
			for j := range n {
				if i == j || r.IntN(4) == 0 {
					value := big.NewRat(int64(r.IntN(19)-9), 1+int64(r.IntN(3)))
					if i == j {
						value.SetInt64(60)
					}
					s.add(i, j, value)
					b[i].Add(b[i], new(big.Rat).Mul(value, x[j]))
				}
			}
		}
		got, ok := s.solve(b)
		if !ok {
			t.Fatalf("%d equations are not solved", n)
		}
		for j := range got {
			if got[j].Cmp(x[j]) != 0 {
				t.Fatalf("%d equations: unknown %d is %s, not %s", n, j, got[j], x[j])
			}
		}
	}
	singular := sparse{size: 2}
	singular.add(0, 0, big.NewRat(1, 1))
	singular.add(1, 0, big.NewRat(2, 1))
	if _, ok := singular.solve([]*big.Rat{big.NewRat(1, 1), big.NewRat(1, 1)}); ok {
		t.Error("equations without a solution are solved")
	}
}

func TestFraction(t *testing.T) {
	for _, want := range []*big.Rat{big.NewRat(1, 3), big.NewRat(-1, 120), big.NewRat(0, 1), big.NewRat(13, 1), big.NewRat(-37, 50), big.NewRat(5, 2), big.NewRat(1, 46656), big.NewRat(-12345, 1001)} {
		x, _ := want.Float64()
		if got := Fraction(x); got.Cmp(want) != 0 {
			t.Errorf("%g is %s, not %s", x, got, want)
		}
	}
	if got, _ := Fraction(0.1234567890123456).Float64(); got != 0.1234567890123456 {
		t.Errorf("%.17g", got)
	}
}
