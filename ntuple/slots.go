package ntuple

// Slots finds the worths of what places show, for those who learn them: faster than
// System.Active where, as for most sets, no two patterns share a worth.
type Slots struct {
	first []uint32   // by place: the slot of its first worth
	share [][]uint32 // by place: which patterns share a worth, nil where each has its own; nil if that is so everywhere
}

// NewSlots is made once for a system.
func NewSlots(s *System) *Slots {
	x := &Slots{first: make([]uint32, len(s.places))}
	share, some := make([][]uint32, len(s.places)), false
	for n, p := range s.places {
		t := &s.tables[p.table]
		x.first[n] = uint32(t.first)
		if int(t.slot[t.length-1]) != t.length-1 {
			share[n], some = t.slot, true
		}
	}
	if some {
		x.share = share
	}
	return x
}

// slot is that of a place that shows a pattern.
func (x *Slots) slot(place int, pattern uint32) uint32 {
	if x.share != nil && x.share[place] != nil {
		pattern = x.share[place][pattern]
	}
	return x.first[place] + pattern
}

// Append appends the slots of what indices show, one a place.
func (x *Slots) Append(slots []uint32, at Indices) []uint32 {
	for n := range x.first {
		slots = append(slots, x.slot(n, uint32(at.At(n))))
	}
	return slots
}

// Sum is the sum of the worths of what indices show.
func (x *Slots) Sum(worths []float32, at Indices) float32 {
	if x.share == nil {
		return x.plainSum(worths, at)
	}
	sum := float32(0)
	for n := range x.first {
		sum += worths[x.slot(n, uint32(at.At(n)))]
	}
	return sum
}

// plainSum is the sum where no patterns share a worth, a word of indices at a time.
func (x *Slots) plainSum(worths []float32, at Indices) float32 {
	var a, b, c, d float32
	whole := len(x.first) / 4
	for i, word := range at[:whole] {
		first := x.first[4*i : 4*i+4 : 4*i+4]
		a += worths[first[0]+uint32(word&0xffff)]
		b += worths[first[1]+uint32(word>>16&0xffff)]
		c += worths[first[2]+uint32(word>>32&0xffff)]
		d += worths[first[3]+uint32(word>>48)]
	}
	for n := 4 * whole; n < len(x.first); n++ {
		a += worths[x.first[n]+uint32(at.At(n))]
	}
	return a + b + (c + d)
}
