package bitboard

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

func TestSelect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Uint64Min(1).Draw(t, "bits")
		k := rapid.IntRange(0, bits.OnesCount64(b)-1).Draw(t, "k")
		at := Select(b, k)
		if b>>at&1 == 0 || bits.OnesCount64(b&(1<<at-1)) != k {
			t.Fatalf("Select(%b, %d) is %d", b, k, at)
		}
		if bit := SelectEarly(b, k); bit != 1<<at {
			t.Fatalf("SelectEarly(%b, %d) is %b", b, k, bit)
		}
	})
}

func TestSet128(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s, odd Set128
		in := map[int]bool{}
		for range 200 {
			cell := rapid.IntRange(0, 127).Draw(t, "cell")
			if rapid.Bool().Draw(t, "add") {
				s.Add(cell)
			} else {
				s.Remove(cell)
			}
			in[cell] = s.Has(cell)
		}
		for cell := 1; cell < 128; cell += 2 {
			odd.Add(cell)
		}
		union, minus := s.Union(odd), s.Minus(odd)
		for cell := range 128 {
			isOdd := cell%2 == 1
			if s.Has(cell) != in[cell] || union.Has(cell) != (in[cell] || isOdd) || minus.Has(cell) != (in[cell] && !isOdd) {
				t.Fatalf("cell %d of %x", cell, s)
			}
		}
	})
}

func TestHashSpreads(t *testing.T) {
	seen := map[uint64]bool{}
	for a := range uint64(200) {
		for b := range uint64(200) {
			seen[Hash(a, b)] = true
		}
	}
	if len(seen) != 200*200 {
		t.Errorf("%d different hashes of %d pairs", len(seen), 200*200)
	}
	// One bit of the input changes about half of the output.
	changed, samples := 0, 0
	for i := range 64 {
		changed += bits.OnesCount64(Hash(1, 2)^Hash(1^1<<i, 2)) + bits.OnesCount64(Hash(1, 2)^Hash(1, 2^1<<i))
		samples += 2
	}
	if mean := float64(changed) / float64(samples); mean < 30 || mean > 34 {
		t.Errorf("one bit changes %.1f bits of the hash", mean)
	}
}
