package genetic

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// Range is what a number of a vector may be.
type Range struct {
	Low  int `json:"low"`
	High int `json:"high"`
}

func (r Range) values() int { return r.High - r.Low + 1 }

// Genome is the ranges of a vector's numbers.
type Genome []Range

// maxValues bounds a range, so that products with codes fit a word.
const maxValues = 1 << 30

func (g Genome) check() error {
	if len(g) == 0 {
		return errors.New("a genome needs a number at least")
	}
	for i, r := range g {
		if r.Low > r.High || r.Low < -maxValues || r.High > maxValues || r.values() > maxValues {
			return fmt.Errorf("number %d: it cannot be from %d to %d", i+1, r.Low, r.High)
		}
	}
	return nil
}

// Fits says what is wrong with a vector.
func (g Genome) Fits(genes []int) error {
	if len(genes) != len(g) {
		return fmt.Errorf("there are %d numbers, not %d", len(genes), len(g))
	}
	for i, r := range g {
		if genes[i] < r.Low || genes[i] > r.High {
			return fmt.Errorf("number %d is %d, not from %d to %d", i+1, genes[i], r.Low, r.High)
		}
	}
	return nil
}

// Coding is how numbers are written in a chromosome.
type Coding string

// The codings. A place of a chromosome is a number or a bit of one; Gray codes
// of neighbouring numbers differ in one bit.
const (
	Integer Coding = "integer"
	Binary  Coding = "binary"
	Gray    Coding = "gray"
)

// coder writes and reads chromosomes. A number with n values takes as few bits
// as can count them; the codes are spread evenly over the values, so that every
// chromosome is a vector.
type coder struct {
	genome Genome
	coding Coding
}

func (c coder) bits(i int) int { return bits.Len(uint(c.genome[i].values() - 1)) }

// places is how long a chromosome is.
func (c coder) places() int {
	if c.coding == Integer {
		return len(c.genome)
	}
	n := 0
	for i := range c.genome {
		n += c.bits(i)
	}
	return n
}

// encode writes a vector as the chromosome with the smallest codes.
func (c coder) encode(genes []int) []int {
	chromosome := make([]int, 0, c.places())
	if c.coding == Integer {
		return append(chromosome, genes...)
	}
	for i, gene := range genes {
		n, r := c.bits(i), c.genome[i]
		values := r.values()
		code := ((gene-r.Low)<<n + values - 1) / values
		if c.coding == Gray {
			code ^= code >> 1
		}
		for b := n - 1; b >= 0; b-- {
			chromosome = append(chromosome, code>>b&1)
		}
	}
	return chromosome
}

// decode reads a chromosome.
func (c coder) decode(chromosome []int) []int {
	genes := make([]int, 0, len(c.genome))
	if c.coding == Integer {
		return append(genes, chromosome...)
	}
	for i, r := range c.genome {
		code, bit := 0, 0
		n := c.bits(i)
		for _, place := range chromosome[:n] {
			if bit ^= place; c.coding == Binary {
				bit = place
			}
			code = code<<1 | bit
		}
		chromosome = chromosome[n:]
		genes = append(genes, r.Low+code*r.values()>>n)
	}
	return genes
}

// fits says what is wrong with a chromosome.
func (c coder) fits(chromosome []int) error {
	if c.coding == Integer {
		return c.genome.Fits(chromosome)
	}
	if len(chromosome) != c.places() {
		return fmt.Errorf("a chromosome has %d bits, not %d", len(chromosome), c.places())
	}
	for _, bit := range chromosome {
		if bit != 0 && bit != 1 {
			return fmt.Errorf("a bit is %d", bit)
		}
	}
	return nil
}

// random draws a chromosome.
func (c coder) random(r *rand.Rand) []int {
	chromosome := make([]int, c.places())
	for i := range chromosome {
		chromosome[i] = c.draw(i, r)
	}
	return chromosome
}

func (c coder) draw(place int, r *rand.Rand) int {
	if c.coding != Integer {
		return r.IntN(2)
	}
	return c.genome[place].Low + r.IntN(c.genome[place].values())
}

// mutate changes each place with a probability: a bit is turned; a number is
// drawn anew, or with creep moves by a normal deviate of that share of its range,
// by one at least.
func (c coder) mutate(chromosome []int, rate, creep float64, r *rand.Rand) {
	for i := range chromosome {
		if r.Float64() >= rate {
			continue
		}
		switch {
		case c.coding != Integer:
			chromosome[i] ^= 1
		case creep > 0:
			step := r.NormFloat64() * creep * float64(c.genome[i].values())
			step += math.Copysign(0.5, step)
			low, high := c.genome[i].Low, c.genome[i].High
			chromosome[i] = min(max(chromosome[i]+int(math.Copysign(math.Max(math.Abs(step), 1), step)), low), high)
		default:
			chromosome[i] = c.draw(i, r)
		}
	}
}
