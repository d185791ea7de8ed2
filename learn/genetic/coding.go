package genetic

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
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

	// Real has numbers with a fraction, which are rounded where whole ones are
	// wanted: half way between two they may go on to either side.
	Real Coding = "real"

	// IEEE has the 32 bits of a floating-point number of single precision, and
	// Decimal the digits of one whose point stands before the first.
	IEEE    Coding = "ieee"
	Decimal Coding = "decimal"

	// Permutation has the numbers in an order, from least to most: the first is
	// given the lowest value of its range, the last the highest, the others values
	// in equal steps between. Vectors that are no such steps cannot be written; the one
	// with the same order stands for them.
	Permutation Coding = "permutation"

	// Tree has expressions instead of numbers (genetic programming); see Trees.
	Tree Coding = "tree"
)

// Codings are all of them.
var Codings = []Coding{Integer, Binary, Gray, Real, IEEE, Decimal, Permutation, Tree}

// coder writes and reads chromosomes. A number with n values takes as few bits
// as can count them; the codes are spread evenly over the values, so that every
// chromosome is a vector.
type coder struct {
	genome Genome
	coding Coding
	forest *forest // of trees
}

func (c coder) bits(i int) int { return bits.Len(uint(c.genome[i].values() - 1)) }

// perNumber is how many places a number takes.
func (c coder) perNumber(i int) int {
	switch c.coding {
	case Integer, Real, Permutation, Tree:
		return 1
	case IEEE:
		return 32
	case Decimal:
		return len(strconv.Itoa(c.genome[i].values() - 1))
	}
	return c.bits(i)
}

// places is how long a chromosome is.
func (c coder) places() (n int) {
	for i := range c.genome {
		n += c.perNumber(i)
	}
	return n
}

// encode writes a vector as the chromosome with the smallest codes.
func (c coder) encode(genes []int) []int {
	chromosome := make([]int, 0, c.places())
	switch c.coding {
	case Integer, Tree:
		return append(chromosome, genes...)
	case Permutation:
		return c.ranking(genes)
	}
	for i, gene := range genes {
		chromosome = c.encodeOne(chromosome, i, gene)
	}
	return chromosome
}

// encodeOne adds the places of a number.
func (c coder) encodeOne(chromosome []int, i, gene int) []int {
	r := c.genome[i]
	switch c.coding {
	case Real:
		return append(chromosome, (gene-r.Low)<<fraction+1<<(fraction-1))
	case IEEE:
		return appendBits(chromosome, int(math.Float32bits(float32(gene))), 32)
	case Decimal:
		return appendDigits(chromosome, r, gene, c.perNumber(i))
	}
	n, values := c.bits(i), r.values()
	code := ((gene-r.Low)<<n + values - 1) / values
	if c.coding == Gray {
		code ^= code >> 1
	}
	return appendBits(chromosome, code, n)
}

// appendBits adds bits, the most significant first.
func appendBits(chromosome []int, code, n int) []int {
	for b := n - 1; b >= 0; b-- {
		chromosome = append(chromosome, code>>b&1)
	}
	return chromosome
}

// decode reads a chromosome.
func (c coder) decode(chromosome []int) []int {
	genes := make([]int, 0, len(c.genome))
	switch c.coding {
	case Integer, Tree:
		return append(genes, chromosome...)
	case Permutation:
		return c.ranked(chromosome)
	}
	for i := range c.genome {
		n := c.perNumber(i)
		genes = append(genes, c.decodeOne(i, chromosome[:n]))
		chromosome = chromosome[n:]
	}
	return genes
}

// decodeOne reads the places of a number.
func (c coder) decodeOne(i int, places []int) int {
	r := c.genome[i]
	switch c.coding {
	case Real:
		return r.Low + places[0]>>fraction
	case IEEE:
		return r.nearest(places)
	case Decimal:
		return r.ofDigits(places)
	}
	code, bit := 0, 0
	for _, place := range places {
		if bit ^= place; c.coding == Binary {
			bit = place
		}
		code = code<<1 | bit
	}
	return r.Low + code*r.values()>>len(places)
}

// fits says what is wrong with a chromosome.
func (c coder) fits(chromosome []int) error {
	switch err := c.genome.Fits(chromosome); {
	case c.coding == Integer || c.coding == Tree && err != nil:
		return err
	case c.coding == Tree:
		return c.forest.fits(chromosome)
	}
	if len(chromosome) != c.places() {
		return fmt.Errorf("a chromosome has %d places, not %d", len(chromosome), c.places())
	}
	seen := make([]bool, len(chromosome))
	for i, place := range chromosome {
		low, high := c.limits(i)
		if place < low || place > high {
			return fmt.Errorf("a place is %d, not from %d to %d", place, low, high)
		}
		if c.coding == Permutation {
			if seen[place] {
				return fmt.Errorf("%d stands twice in a permutation", place)
			}
			seen[place] = true
		}
	}
	return nil
}

// limits are those of a place.
func (c coder) limits(place int) (low, high int) {
	switch c.coding {
	case Integer:
		return c.genome[place].Low, c.genome[place].High
	case Real:
		return 0, c.genome[place].values()<<fraction - 1
	case Decimal:
		return 0, 9
	case Permutation:
		return 0, len(c.genome) - 1
	}
	return 0, 1
}

// random draws the chromosome of the individual of a number.
func (c coder) random(number int, r *rand.Rand) []int {
	switch c.coding {
	case Tree:
		return c.forest.random(number, r)
	case Permutation:
		return r.Perm(len(c.genome))
	case IEEE: // most bits would be numbers far out of range
		genes := make([]int, len(c.genome))
		for i, limits := range c.genome {
			genes[i] = limits.Low + r.IntN(limits.values())
		}
		return c.encode(genes)
	}
	chromosome := make([]int, c.places())
	for i := range chromosome {
		chromosome[i] = c.draw(i, r)
	}
	return chromosome
}

func (c coder) draw(place int, r *rand.Rand) int {
	low, high := c.limits(place)
	return low + r.IntN(high-low+1)
}

// mutate changes each place with a probability: a bit is turned; a number or a digit
// is drawn anew, or with creep a number moves by a normal deviate of that share of its
// range, by one at least if it is whole; an item of a permutation goes elsewhere.
func (c coder) mutate(chromosome []int, rate, creep float64, r *rand.Rand) {
	if c.coding == Tree {
		c.forest.mutate(chromosome, rate, r)
		return
	}
	for i := range chromosome {
		if r.Float64() >= rate {
			continue
		}
		low, high := c.limits(i)
		switch {
		case c.coding == Permutation:
			moveItem(chromosome, i, r.IntN(len(chromosome)))
		case high-low == 1 && c.coding != Integer:
			chromosome[i] ^= 1
		case creep > 0:
			step := r.NormFloat64() * creep * float64(high-low+1)
			step += math.Copysign(0.5, step)
			chromosome[i] = min(max(chromosome[i]+int(math.Copysign(math.Max(math.Abs(step), 1), step)), low), high)
		default:
			chromosome[i] = c.draw(i, r)
		}
	}
}
