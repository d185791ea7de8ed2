// Package ntuple judges positions by sums of tables. A set of cells, such as an edge
// of an Othello board, shows one of a few thousand patterns; a table says what each is
// worth; and what a position is worth to the player who looks is the sum over all sets.
// Sets that symmetries of the board turn into each other share a table. Buro's
// Logistello and the n-tuple systems of Lucas, Thill and Konen are of this kind.
//
// A System is the sets and where they lie, without any worths. Indices say which
// patterns a position shows and follow it from move to move. Weights are worths to
// learn, and Tables are worths to play by.
package ntuple

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gambito/game"
)

// Shape is what a system is made of.
type Shape struct {
	Cells  game.Cells
	Sets   [][]uint8 // cells of each set, in order
	Stages []int     // a stage begins with so many vacant cells or fewer: falling; none means one stage

	// Parity gives positions with an odd number of vacant cells stages of their own. In
	// Connect 4 it tells who has begun, for whom other rows count.
	Parity bool
}

// MostPatterns is how many patterns one set may show: an index has 16 bits.
const MostPatterns = 1 << 16

// System is sets of cells with all their images, ready to read positions. It is
// immutable and safe for concurrent use.
type System struct {
	shape  Shape
	tables []table
	places []place
	units  [][]uint64 // by cell: by how much the packed indices grow if what it shows grows by one
	stage  []uint8    // by number of vacant cells
	slots  int        // worths of a stage
}

// table is one table of a stage: the patterns of a set and of its images.
type table struct {
	length int      // patterns
	first  int      // slot of the first worth
	slot   []uint32 // by pattern: which worth it has, from first; patterns that are images of each other share one
}

// place is where an image of a set lies on the board.
type place struct {
	table int
	cells []uint8
}

// New makes a system. Sets that are images of each other must be given once.
func New(shape Shape) (*System, error) {
	count, values := shape.Cells.Count(), shape.Cells.Values
	if count == 0 || values < 2 || len(shape.Sets) == 0 {
		return nil, errors.New("a pattern system needs cells, at least two numbers for them to show, and sets")
	}
	s := &System{shape: shape}
	seen := map[string]bool{}
	for n, set := range shape.Sets {
		length := 1
		for i, c := range set {
			if int(c) >= count {
				return nil, fmt.Errorf("set %d: there is no cell %d: cells go from 0 to %d", n, c, count-1)
			}
			if slices.Contains(set[:i], c) {
				return nil, fmt.Errorf("set %d: cell %d is there twice", n, c)
			}
			if length *= values; length > MostPatterns {
				return nil, fmt.Errorf("set %d: its %d cells show more than %d patterns", n, len(set), MostPatterns)
			}
		}
		if len(set) == 0 {
			return nil, fmt.Errorf("set %d has no cells", n)
		}
		if seen[cellsKey(set)] {
			return nil, fmt.Errorf("set %d is an image of one before it", n)
		}
		s.add(set, length, seen)
	}
	s.pack()
	return s, s.divide()
}

// cellsKey is the same for sets of the same cells in any order.
func cellsKey(set []uint8) string {
	sorted := slices.Clone(set)
	slices.Sort(sorted)
	return string(sorted)
}

// add adds a set and its images. An image that covers the same cells as one before
// it in another order shows the same twice: it is left out, and the worths of patterns
// that it turns into each other are the same.
func (s *System) add(set []uint8, length int, seen map[string]bool) {
	t := table{length: length, first: s.slots}
	images := s.shape.Cells.Images
	if len(images) == 0 {
		images = [][]uint8{identity(s.shape.Cells.Count())}
	}
	var self [][]int // orders of the set's own cells
	for _, image := range images {
		cells := make([]uint8, len(set))
		for i, c := range set {
			cells[i] = image[c]
		}
		if key := cellsKey(cells); !seen[key] {
			seen[key] = true
			s.places = append(s.places, place{len(s.tables), cells})
		}
		if cellsKey(cells) == cellsKey(set) {
			order := make([]int, len(set))
			for i, c := range cells {
				order[i] = slices.Index(set, c)
			}
			self = append(self, order)
		}
	}
	t.slot = share(len(set), s.shape.Cells.Values, length, self)
	s.slots += int(slices.Max(t.slot)) + 1
	s.tables = append(s.tables, t)
}

func identity(n int) []uint8 {
	cells := make([]uint8, n)
	for c := range cells {
		cells[c] = uint8(c)
	}
	return cells
}

// share numbers the worths of a set's patterns: those that one of the orders of its
// cells turns into each other have the same.
func share(size, values, length int, orders [][]int) []uint32 {
	const none = math.MaxUint32
	slot := make([]uint32, length)
	for i := range slot {
		slot[i] = none
	}
	next := uint32(0)
	digits := make([]int, size)
	for pattern := range slot {
		if slot[pattern] != none {
			continue
		}
		for i, rest := 0, pattern; i < size; i, rest = i+1, rest/values {
			digits[i] = rest % values
		}
		for _, order := range orders {
			image := 0
			for i := size - 1; i >= 0; i-- {
				image = image*values + digits[order[i]]
			}
			slot[image] = next
		}
		slot[pattern] = next
		next++
	}
	return slot
}

// pack lays the indices of all places side by side, four to a word. What a cell shows
// enters all of them as a multiple of what is in units: sums of words are sums of all
// indices at once, whatever overflows on the way, as long as every index fits in the end.
func (s *System) pack() {
	words := (len(s.places) + 3) / 4
	s.units = make([][]uint64, s.shape.Cells.Count())
	for c := range s.units {
		s.units[c] = make([]uint64, words)
	}
	for n, p := range s.places {
		weight := uint64(1)
		for _, c := range p.cells {
			s.units[c][n/4] += weight << (16 * (n % 4))
			weight *= uint64(s.shape.Cells.Values)
		}
	}
}

// divide says to which stage every number of vacant cells belongs.
func (s *System) divide() error {
	count := s.shape.Cells.Count()
	if s.Stages() > math.MaxUint8 {
		return fmt.Errorf("%d stages are more than %d", s.Stages(), math.MaxUint8)
	}
	s.stage = make([]uint8, count+1)
	for i, begin := range s.shape.Stages {
		if i == 0 && begin != count || i > 0 && begin >= s.shape.Stages[i-1] || begin < 0 {
			return fmt.Errorf("stages begin with %v vacant cells: the first must begin with all %d, and each later one with fewer", s.shape.Stages, count)
		}
		for vacant := range begin + 1 {
			s.stage[vacant] = uint8(i)
		}
	}
	if s.shape.Parity {
		for vacant := range s.stage {
			s.stage[vacant] = 2*s.stage[vacant] + uint8(vacant&1)
		}
	}
	return nil
}

// Shape is what the system is made of, which nobody may change.
func (s *System) Shape() Shape { return s.shape }

// Stages is how many there are.
func (s *System) Stages() int {
	n := max(1, len(s.shape.Stages))
	if s.shape.Parity {
		n *= 2
	}
	return n
}

// Stage is that of positions with so many vacant cells.
func (s *System) Stage(vacant int) int { return int(s.stage[vacant]) }

// Places is how many sets there are with all their images: how many worths make a value.
func (s *System) Places() int { return len(s.places) }

// Slots is how many different worths a stage has.
func (s *System) Slots() int { return s.slots }
