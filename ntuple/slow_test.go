package ntuple

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
)

// slow sums worths by nothing but the definition: over all different places that images
// of sets lie at, the worth of what is seen there. Worths are kept by the patterns
// themselves, as the first image of the set in the order of texts would show them.
type slow struct {
	shape  Shape
	worths map[string]float32
}

// canonical is the key of a pattern of a set: the least of those that symmetries which
// keep the set in its place turn it into.
func (s slow) canonical(set int, shows []uint8) string {
	cells := s.shape.Sets[set]
	least := ""
	for _, image := range s.shape.Cells.Images {
		turned := make([]uint8, len(cells))
		fits := true
		for i, c := range cells {
			j := slices.Index(cells, image[c])
			if fits = j >= 0; !fits {
				break
			}
			turned[j] = shows[i]
		}
		if key := string(rune('a'+set)) + string(turned); fits && (least == "" || key < least) {
			least = key
		}
	}
	return least
}

func (s slow) sum(view []uint8, r *rand.Rand) float32 {
	total := float32(0)
	for set, cells := range s.shape.Sets {
		seen := map[string]bool{}
		for _, image := range s.shape.Cells.Images {
			there, shows := []uint8{}, []uint8{}
			for _, c := range cells {
				there = append(there, image[c])
				shows = append(shows, view[image[c]])
			}
			slices.Sort(there)
			if seen[string(there)] {
				continue
			}
			seen[string(there)] = true
			key := s.canonical(set, shows)
			if _, known := s.worths[key]; !known {
				s.worths[key] = float32(r.IntN(2001) - 1000)
			}
			total += s.worths[key]
		}
	}
	return total
}

// square is a board of size × size with the symmetries of the square, or fewer.
func square(size, values, images int) game.Cells {
	c := game.Cells{Columns: size, Rows: size, Values: values}
	for k := range images {
		image := make([]uint8, size*size)
		for cell := range image {
			x, y := cell%size, cell/size
			if k&1 != 0 {
				x, y = y, x
			}
			if k&2 != 0 {
				x, y = size-1-x, size-1-y
			}
			if k&4 != 0 {
				y = size - 1 - y
			}
			image[cell] = uint8(size*y + x)
		}
		c.Images = append(c.Images, image)
	}
	return c
}

// randomShape has random sets, none of which is an image of another.
func randomShape(t testing.TB, r *rand.Rand, cells game.Cells) Shape {
	t.Helper()
	shape := Shape{Cells: cells}
	for len(shape.Sets) < 5 {
		set := make([]uint8, 0, 5)
		for _, c := range r.Perm(cells.Count())[:1+r.IntN(5)] {
			set = append(set, uint8(c))
		}
		with := shape
		with.Sets = append(slices.Clone(shape.Sets), set)
		if _, err := New(with); err == nil {
			shape = with
		}
	}
	return shape
}

// TestSumsAgreeWithTheSlow fills the tables of random systems with the worths that the
// slow version drew, and compares sums by weights, by tables and by active slots.
func TestSumsAgreeWithTheSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		cells := square(3+r.IntN(3), 3+r.IntN(2), []int{1, 2, 4, 8}[r.IntN(4)])
		shape := randomShape(t, r, cells)
		s, err := New(shape)
		if err != nil {
			t.Fatal(err)
		}
		reference := slow{shape, map[string]float32{}}
		w := NewWeights(s)
		fillFrom(w, reference, r)
		tables := w.Tables(2)
		x, view := s.NewIndices(), make([]uint8, cells.Count())
		s.Read(x, view)
		for range 50 {
			for range 1 + r.IntN(4) {
				c, shows := r.IntN(cells.Count()), uint8(r.IntN(cells.Values))
				s.Change(x, c, int(shows)-int(view[c]))
				view[c] = shows
			}
			want := reference.sum(view, r)
			slots, active := s.Active(nil, x), float32(0)
			for _, slot := range slots {
				active += w.Values[0][slot]
			}
			if got := w.Sum(x, 0); got != want || active != want || tables.Sum(x, 0) != int(2*want) || len(slots) != s.Places() {
				t.Fatalf("round %d: %v shows %v to sets %v: %v by weights, %v by %d slots, %v by tables", round, view, want, shape.Sets, got, active, len(slots), tables.Sum(x, 0))
			}
			again := s.NewIndices()
			if s.Read(again, view); !slices.Equal(again, x) {
				t.Fatalf("round %d: reading and following differ", round)
			}
		}
	}
}

// fillFrom gives every pattern of every set the worth that the slow version has for it.
func fillFrom(w *Weights, reference slow, r *rand.Rand) {
	values := reference.shape.Cells.Values
	for set, cells := range reference.shape.Sets {
		t := &w.System.tables[set]
		for pattern := range t.length {
			shows := make([]uint8, len(cells))
			for i, rest := 0, pattern; i < len(cells); i, rest = i+1, rest/values {
				shows[i] = uint8(rest % values)
			}
			key := reference.canonical(set, shows)
			if _, known := reference.worths[key]; !known {
				reference.worths[key] = float32(r.IntN(2001) - 1000)
			}
			w.Values[0][t.first+int(t.slot[pattern])] = reference.worths[key]
		}
	}
}

func TestTurnersFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		cells := square(3+r.IntN(3), 3, 8)
		s, err := New(randomShape(t, r, cells))
		if err != nil {
			t.Fatal(err)
		}
		turner, err := NewTurner(s)
		if err != nil {
			t.Fatal(err)
		}
		var own, opp uint64
		x, next, want := s.NewIndices(), s.NewIndices(), s.NewIndices()
		turner.Read(x, own, opp)
		for cells := r.Perm(cells.Count()); len(cells) > 0; cells = cells[1:] {
			if r.IntN(5) == 0 {
				turner.Pass(next, x)
				own, opp, x, next = opp, own, next, x
			}
			turned := opp & r.Uint64()
			turner.Play(next, x, cells[0], turned)
			own, opp = opp&^turned, own|turned|1<<cells[0]
			x, next = next, x
			s.Read(want, viewOf(own, opp, s.shape.Cells.Count()))
			if !slices.Equal(x, want) {
				t.Fatal("following and reading differ")
			}
			turner.Read(next, own, opp)
			if !slices.Equal(next, want) {
				t.Fatal("the sets of cells and the view are read differently")
			}
		}
	}
}

func viewOf(own, opp uint64, count int) []uint8 {
	view := make([]uint8, count)
	for c := range view {
		view[c] = game.Vacant + uint8(own>>c&1) - uint8(opp>>c&1)
	}
	return view
}
