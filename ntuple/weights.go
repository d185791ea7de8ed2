package ntuple

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
