package ntuple

// Slots finds the worths of what places show, for those who learn them: faster than
// System.Active where, as for most sets, no two patterns share a worth.
type Slots struct {
	places []placeSlots
}

// placeSlots is where the worths of a place begin, and which patterns share one; nil
// if each has its own.
type placeSlots struct {
	first uint32
	share []uint32
}

// NewSlots is made once for a system.
func NewSlots(s *System) *Slots {
	x := &Slots{places: make([]placeSlots, len(s.places))}
	for n, p := range s.places {
		t := &s.tables[p.table]
		x.places[n].first = uint32(t.first)
		if int(t.slot[t.length-1]) != t.length-1 {
			x.places[n].share = t.slot
		}
	}
	return x
}

// Append appends the slots of what indices show, one a place.
func (x *Slots) Append(slots []uint32, at Indices) []uint32 {
	for n := range x.places {
		p, index := &x.places[n], uint32(at.At(n))
		if p.share != nil {
			index = p.share[index]
		}
		slots = append(slots, p.first+index)
	}
	return slots
}

// Sum is the sum of the worths of what indices show.
func (x *Slots) Sum(worths []float32, at Indices) float32 {
	sum := float32(0)
	for n := range x.places {
		p, index := &x.places[n], uint32(at[n>>2]>>(16*(n&3)))&0xffff
		if p.share != nil {
			index = p.share[index]
		}
		sum += worths[p.first+index]
	}
	return sum
}
