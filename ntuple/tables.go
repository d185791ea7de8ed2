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
		values := make([]int16, length)
		for i, table := range s.tables {
			for pattern, slot := range table.slot {
				values[int(begins[i])+pattern] = whole(weights[table.first+int(slot)], scale)
			}
		}
		t.values = append(t.values, values)
	}
	return t
}

// Sum is what patterns are worth together in a stage.
func (t *Tables) Sum(x Indices, stage int) int {
	values, offset := t.values[stage], t.offset[:4*len(x)]
	a, b, c, d := 0, 0, 0, 0
	for i, word := range x {
		o := offset[4*i : 4*i+4 : 4*i+4]
		a += int(values[o[0]+uint32(word&0xffff)])
		b += int(values[o[1]+uint32(word>>16&0xffff)])
		c += int(values[o[2]+uint32(word>>32&0xffff)])
		d += int(values[o[3]+uint32(word>>48)])
	}
	return a + b + c + d
}
