package genetic

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// thesis is the genome of the thesis' vectors.
func thesis() Genome {
	g := make(Genome, 16)
	for i := range g {
		g[i] = Range{1, 100}
	}
	g[3], g[8] = Range{0, 36}, Range{3, 15}
	return g
}

func TestThesisHas108Bits(t *testing.T) {
	if n := (coder{genome: thesis(), coding: Gray}).places(); n != 108 {
		t.Errorf("%d bits", n)
	}
}

func TestCodes(t *testing.T) {
	eight := Genome{{0, 7}}
	for value, want := range [][]int{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}, {1, 1, 0}, {1, 1, 1}, {1, 0, 1}, {1, 0, 0}} {
		if got := (coder{genome: eight, coding: Gray}).encode([]int{value}); !slices.Equal(got, want) {
			t.Errorf("the Gray code of %d is %v, not %v", value, got, want)
		}
		binary := []int{value >> 2, value >> 1 & 1, value & 1}
		if got := (coder{genome: eight, coding: Binary}).encode([]int{value}); !slices.Equal(got, binary) {
			t.Errorf("the binary code of %d is %v, not %v", value, got, binary)
		}
	}
	// 37 values share 64 codes as evenly as can be: each has one or two.
	c := coder{genome: Genome{{0, 36}}, coding: Binary}
	count := make([]int, 37)
	for code := range 64 {
		var chromosome []int
		for b := 5; b >= 0; b-- {
			chromosome = append(chromosome, code>>b&1)
		}
		count[c.decode(chromosome)[0]]++
	}
	if slices.Min(count) != 1 || slices.Max(count) != 2 {
		t.Errorf("the values have %v codes", count)
	}
}

// FuzzCoding writes and reads numbers, and reads any bits.
func FuzzCoding(f *testing.F) {
	f.Add(1, 100, 37, uint64(5))
	f.Add(0, 0, 0, uint64(1))
	f.Add(-5, 31, 12, uint64(9))
	f.Fuzz(func(t *testing.T, low, high, value int, seed uint64) {
		genome := Genome{{low, high}, {3, 15}}
		if genome.check() != nil {
			return
		}
		value = low + int(uint(value)%uint(high-low+1))
		for _, coding := range Codings {
			if coding == Tree { // of no numbers
				continue
			}
			c := coder{genome: genome, coding: coding}
			genes := []int{value, 7}
			chromosome := c.encode(genes)
			if err := c.fits(chromosome); err != nil {
				t.Fatal(err)
			}
			exact := coding != Permutation && (coding != IEEE || max(value, -value) < 1<<24)
			if got := c.decode(chromosome); exact && !slices.Equal(got, genes) {
				t.Fatalf("%s: %v is read as %v", coding, genes, got)
			}
			if (coding == Binary || coding == Gray) && c.places() != bits.Len(uint(high-low))+4 {
				t.Fatalf("%s: %d places for %d to %d", coding, c.places(), low, high)
			}
			random := c.random(0, rand.New(rand.NewPCG(seed, 0)))
			if err := genome.Fits(c.decode(random)); err != nil {
				t.Fatalf("%s: %v: %v", coding, random, err)
			}
			r := rand.New(rand.NewPCG(seed, 1))
			other := c.random(0, r)
			for _, x := range crossoversOf(coding) {
				c.cross(x, random, other, 0.5, r)
				c.mutate(random, 0.5, 0, r)
				if err := errors.Join(c.fits(random), c.fits(other), genome.Fits(c.decode(random))); err != nil {
					t.Fatalf("%s, %s: %v", coding, x, err)
				}
			}
		}
	})
}
