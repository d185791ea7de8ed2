// Package ntuple judges positions by sums of tables. A set of cells, such as an edge
// of an Othello board, shows one of a few thousand patterns; a table says what each is
// worth; and what a position is worth to the player who looks is the sum over all sets.
// Sets that symmetries of the board turn into each other share a table. Buro's
// Logistello and the n-tuple systems of Lucas, Thill and Konen are of this kind.
//
// A System is the sets and where they lie, without any worths. Indices say which
// patterns a position shows and follow it from move to move. Weights are worths to
// learn, Tables are worths to play by, and a Model is weights with all that is to be
// known of them, as files hold them.
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

	// Parity says that even and odd numbers of vacant cells have stages of their
	// own. Where every move fills a cell, as in Connect 4, they tell who has begun.
	Parity bool
}

const (
	// MostPatterns is how many patterns one set may show: an index has 16 bits.
	MostPatterns = 1 << 16
	// MostWorths is how many worths a system may have, all stages together.
	MostWorths = 1 << 26
)

// System is sets of cells with all their images, ready to read positions. It is
// immutable and safe for concurrent use.
type System struct {
	shape  Shape
	tables []table
	places []place
	stage  []uint8 // by number of vacant cells
	slots  int     // worths of a stage

	words int      // of the indices of a position
	units []uint64 // by cell, so many words: by how much the packed indices grow if what it shows grows by one
}

// table is one table of a stage: the patterns of a set and of its images.
type table struct {
	length int      // patterns
	first  int      // slot of the first worth
	slots  int      // different worths
	slot   []uint32 // by pattern: which worth it has, from first; patterns that are images of each other share one
}

// place is where an image of a set lies on the board.
type place struct {
	table int
	cells []uint8
}

// New makes a system. Sets that are images of each other must be given once.
func New(shape Shape) (*System, error) {
	s := &System{shape: shape}
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := s.divide(); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for n, set := range shape.Sets {
		if seen[cellsKey(set)] {
			return nil, fmt.Errorf("set %d is an image of one before it", n)
		}
		s.add(set, seen)
	}
	s.pack()
	return s, nil
}

// check says what is wrong with the shape of a system.
func (s *System) check() error {
	cells := s.shape.Cells
	count := cells.Count()
	if count < 1 || count > math.MaxUint8 || cells.Values < 2 || len(s.shape.Sets) == 0 {
		return errors.New("a pattern system needs 1 to 255 cells, at least two numbers for them to show, and sets")
	}
	for k, image := range cells.Images {
		seen := make([]bool, count)
		for c, to := range image {
			if int(to) >= count || seen[to] || k == 0 && int(to) != c {
				return fmt.Errorf("image %d of the cells is %v: it must be all cells in another order, the first in their own", k, image)
			}
			seen[to] = true
		}
		if len(image) != count {
			return fmt.Errorf("image %d has %d cells, not %d", k, len(image), count)
		}
	}
	worths, stages := 0, s.Stages()
	if stages > math.MaxUint8 {
		return fmt.Errorf("%d stages are more than %d", stages, math.MaxUint8)
	}
	for n, set := range s.shape.Sets {
		for i, c := range set {
			if int(c) >= count {
				return fmt.Errorf("set %d: there is no cell %d: cells go from 0 to %d", n, c, count-1)
			}
			if slices.Contains(set[:i], c) {
				return fmt.Errorf("set %d: cell %d is there twice", n, c)
			}
		}
		length, ok := patterns(len(set), cells.Values)
		if len(set) == 0 {
			return fmt.Errorf("set %d has no cells", n)
		}
		if !ok {
			return fmt.Errorf("set %d: its %d cells show more than %d patterns", n, len(set), MostPatterns)
		}
		if worths += length * stages; worths > MostWorths {
			return fmt.Errorf("the sets show more than %d patterns in %d stages", MostWorths, stages)
		}
	}
	return nil
}

// patterns is how many a set of so many cells shows, if that may be.
func patterns(size, values int) (length int, ok bool) {
	length = 1
	for range size {
		if length *= values; length > MostPatterns {
			return 0, false
		}
	}
	return length, size > 0
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
func (s *System) add(set []uint8, seen map[string]bool) {
	images := s.shape.Cells.Images
	if len(images) == 0 {
		images = [][]uint8{identity(s.shape.Cells.Count())}
	}
	key := cellsKey(set)
	var self [][]int // orders of the set's own cells
	for _, image := range images {
		cells := make([]uint8, len(set))
		for i, c := range set {
			cells[i] = image[c]
		}
		there := cellsKey(cells)
		if !seen[there] {
			seen[there] = true
			s.places = append(s.places, place{len(s.tables), cells})
		}
		if there == key {
			order := make([]int, len(set))
			for i, c := range cells {
				order[i] = slices.Index(set, c)
			}
			self = append(self, order)
		}
	}
	t := table{first: s.slots}
	t.length, _ = patterns(len(set), s.shape.Cells.Values)
	t.slot, t.slots = share(len(set), s.shape.Cells.Values, t.length, self)
	s.slots += t.slots
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
func share(size, values, length int, orders [][]int) (slot []uint32, slots int) {
	const none = math.MaxUint32
	slot = make([]uint32, length)
	for i := range slot {
		slot[i] = none
	}
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
			slot[image] = uint32(slots)
		}
		slot[pattern] = uint32(slots)
		slots++
	}
	return slot, slots
}

// The indices of four places are in a word, and words come by fours: an index has its
// own 16 bits, and loops are unrolled.
const (
	placesPerWord = 4
	wordsPerBlock = 4
)

// pack lays the indices of all places side by side, four to a word. What a cell shows
// enters all of them as a multiple of what is in units: sums of words are sums of all
// indices at once, whatever overflows on the way, as long as every index fits in the end.
func (s *System) pack() {
	blocks := (len(s.places) + placesPerWord*wordsPerBlock - 1) / (placesPerWord * wordsPerBlock)
	s.words = blocks * wordsPerBlock
	s.units = make([]uint64, s.shape.Cells.Count()*s.words)
	for n, p := range s.places {
		weight := uint64(1)
		for _, c := range p.cells {
			s.unitsOf(int(c))[n/placesPerWord] += weight << (16 * (n % placesPerWord))
			weight *= uint64(s.shape.Cells.Values)
		}
	}
}

// unitsOf are the units of a cell.
func (s *System) unitsOf(cell int) []uint64 {
	return s.units[cell*s.words : (cell+1)*s.words : (cell+1)*s.words]
}

// divide says to which stage every number of vacant cells belongs.
func (s *System) divide() error {
	count := s.shape.Cells.Count()
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
		for vacant, stage := range s.stage {
			s.stage[vacant] = 2*stage + uint8(vacant&1)
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
