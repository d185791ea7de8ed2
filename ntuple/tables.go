package ntuple

// Tables are worths in whole numbers, laid out to be summed fast.
type Tables struct {
	system *System
	offset []uint32  // by place, up to whole words: where its table begins
	values [][]int16 // by stage
}

// Tables returns the weights in whole numbers, each times scale, rounded.
func (w *Weights) Tables(scale float64) *Tables {
	s := w.System
	t := &Tables{system: s}
	begins, length := make([]uint32, len(s.tables)), 1 // places that fill the last word read the zero at 0
	for i, table := range s.tables {
		begins[i] = uint32(length)
		length += table.length
	}
	t.offset = make([]uint32, s.words*placesPerWord)
	for n, p := range s.places {
		t.offset[n] = begins[p.table]
	}
	for _, weights := range w.Values {
		values := make([]int16, length+1) // see sum
		for i, table := range s.tables {
			for pattern, slot := range table.slot {
				values[int(begins[i])+pattern] = whole(weights[table.first+int(slot)], scale)
			}
		}
		t.values = append(t.values, values)
	}
	return t
}

// System is the one that the tables belong to.
func (t *Tables) System() *System { return t.system }

// Sum is what patterns are worth together in a stage.
func (t *Tables) Sum(x Indices, stage int) int {
	return sum(t.values[stage], t.offset, x[:t.system.words])
}
