package ntuple

import (
	"math"
	"slices"
)

// Weights are worths that are learned, stage by stage and slot by slot.
type Weights struct {
	System *System
	Values [][]float32 // by stage
}

// NewWeights returns worths of zero.
func NewWeights(s *System) *Weights {
	w := &Weights{System: s, Values: make([][]float32, s.Stages())}
	for i := range w.Values {
		w.Values[i] = make([]float32, s.Slots())
	}
	return w
}

// Count is how many worths are not 0.
func (w *Weights) Count() (n int) {
	for _, worths := range w.Values {
		for _, x := range worths {
			if x != 0 {
				n++
			}
		}
	}
	return n
}

// Set is what there is to tell of the worths of a set.
type Set struct {
	Places int     // with all its images
	Worths int     // different ones of a stage
	Known  int     // that are not 0, in all stages
	Size   float64 // root of the mean square of these
}

// Set tells of one of the sets.
func (w *Weights) Set(n int) (set Set) {
	t := &w.System.tables[n]
	set.Worths = t.slots
	for _, p := range w.System.places {
		if p.table == n {
			set.Places++
		}
	}
	for _, worths := range w.Values {
		for _, x := range worths[t.first : t.first+t.slots] {
			if x != 0 {
				set.Known++
				set.Size += float64(x) * float64(x)
			}
		}
	}
	set.Size = math.Sqrt(set.Size / float64(max(1, set.Known)))
	return set
}

// Active appends the slots of what indices show, one a place. Slots that come twice
// count twice.
func (s *System) Active(slots []uint32, x Indices) []uint32 {
	for n, p := range s.places {
		t := &s.tables[p.table]
		slots = append(slots, uint32(t.first)+t.slot[x.At(n)])
	}
	return slots
}

// Sum is what patterns are worth together in a stage.
func (w *Weights) Sum(x Indices, stage int) float32 {
	values, sum := w.Values[stage], float32(0)
	for n, p := range w.System.places {
		t := &w.System.tables[p.table]
		sum += values[t.first+int(t.slot[x.At(n)])]
	}
	return sum
}

// Borrow sets worths of a stage to those that other weights have with so many vacant
// cells, of the sets that both systems have.
func (s *System) Borrow(worths []float64, from *Weights, vacant int) {
	values := from.Values[from.System.Stage(vacant)]
	for n, set := range s.shape.Sets {
		for k, other := range from.System.shape.Sets {
			if !slices.Equal(set, other) {
				continue
			}
			to, of := s.tables[n], from.System.tables[k]
			for i, x := range values[of.first : of.first+of.slots] {
				worths[to.first+i] = float64(x)
			}
		}
	}
}
