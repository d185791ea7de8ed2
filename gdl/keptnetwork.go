package gdl

import (
	"errors"
	"slices"
)

// keptNetwork is a network as it is kept.
type keptNetwork struct {
	From, Edges   []int32
	Inputs, Gates int32
	Counts        []int16
	Out           []uint64
	Facts         []int32
	Does          [][]int32
	Legal         []keptLegal
	EndBit        int
	Goals         [][3]int // role, value, bit
	Loops         []keptLoop
}

type keptLegal struct {
	At, End int
	Rest    []uint64
	Bits    []int // of guards
	Masks   [][]uint64
}

type keptLoop struct {
	Nodes, Heads, Sizes, UsesFrom, Uses []int32
	FirstWord, LastWord                 int
}

// kept is a compiled sheet as it is kept.
func (f *fast) kept() *keptSheet {
	n := f.network
	k := keptNetwork{
		From: n.from, Edges: n.edges, Inputs: n.inputs, Gates: n.gates, Counts: n.counts, Out: n.out,
		Facts: n.facts, Does: n.does, EndBit: n.endBit,
	}
	for _, l := range n.legal {
		kept := keptLegal{At: l.at, End: l.end, Rest: l.rest}
		for _, g := range l.guards {
			kept.Bits, kept.Masks = append(kept.Bits, g.bit), append(kept.Masks, g.mask)
		}
		k.Legal = append(k.Legal, kept)
	}
	for _, g := range n.goals {
		k.Goals = append(k.Goals, [3]int{g.role, g.value, g.bit})
	}
	for _, l := range n.loops {
		k.Loops = append(k.Loops, keptLoop{l.nodes, l.heads, l.sizes, l.usesFrom, l.uses, l.firstWord, l.lastWord})
	}
	return &keptSheet{Facts: f.factTexts, First: f.first, Moves: f.moveTexts, Ends: f.ends, Steps: f.steps, Network: k}
}

// fast is the compiled sheet that was kept, of so many roles.
func (s *keptSheet) fast(roles int) (*fast, error) {
	k := &s.Network
	if !s.fits(roles) {
		return nil, errors.New("it is no network")
	}
	n := &network{
		from: k.From, edges: k.Edges, inputs: k.Inputs, gates: k.Gates, counts: k.Counts, out: k.Out,
		facts: k.Facts, does: k.Does, factLen: words(len(k.Facts)), endBit: k.EndBit,
	}
	for _, l := range k.Legal {
		bits := legalBits{at: l.At, end: l.End, rest: l.Rest}
		for i, bit := range l.Bits {
			bits.guards = append(bits.guards, guardBit{bit, l.Masks[i]})
		}
		n.legal = append(n.legal, bits)
	}
	for _, g := range k.Goals {
		n.goals = append(n.goals, goalBit{g[0], g[1], g[2]})
	}
	for _, l := range k.Loops {
		n.loops = append(n.loops, netLoop{l.Nodes, l.Heads, l.Sizes, l.UsesFrom, l.Uses, l.FirstWord, l.LastWord})
	}
	f := &fast{network: n, factTexts: s.Facts, first: s.First, moveTexts: s.Moves, ends: s.Ends, steps: s.Steps}
	f.makeReady()
	return f, nil
}

func words(bits int) int { return (bits + 63) / 64 }

// fits reports whether all numbers are within what they count, so that nothing that is
// done with the network looks beyond its ends.
func (s *keptSheet) fits(roles int) bool {
	k := &s.Network
	bits, gates := 64*len(k.Out), k.Gates
	if gates < 0 || k.Inputs < 0 || k.Inputs > gates || len(k.Counts) != int(gates) || len(k.From) != 2*int(gates)+1 {
		return false
	}
	if len(s.Facts) != len(k.Facts) || len(s.Moves) != roles || len(k.Does) != roles || len(k.Legal) != roles || len(s.Ends) != roles {
		return false
	}
	if words(len(k.Facts)) > len(k.Out) || !within(k.Facts, k.Inputs) || !within(s.First, int32(len(s.Facts))) || !below(k.EndBit, bits) {
		return false
	}
	for r, l := range k.Legal {
		if len(k.Does[r]) != len(s.Moves[r]) || !within(k.Does[r], k.Inputs) || !l.fits(len(k.Out), len(k.Does[r])) {
			return false
		}
	}
	for _, g := range k.Goals {
		if !below(g[0], roles) || !below(g[1], 101) || !below(g[2], bits) {
			return false
		}
	}
	return k.wired(bits) && !slices.ContainsFunc(k.Loops, func(l keptLoop) bool { return !l.fits(k.Inputs, len(k.Out)) })
}

// wired reports whether edges lead from nodes to later gates, and to bits.
func (k *keptNetwork) wired(bits int) bool {
	if k.From[0] != 0 || int(k.From[len(k.From)-1]) != len(k.Edges) || !slices.IsSorted(k.From) {
		return false
	}
	for bit := len(k.Facts); k.padding(bit); bit++ {
		if k.Out[bit/64]>>(bit%64)&1 != 0 {
			return false
		}
	}
	for node := range k.Gates {
		from, middle, end := k.From[2*node], k.From[2*node+1], k.From[2*node+2]
		for _, e := range k.Edges[from:middle] {
			if e>>1 <= node || e>>1 < k.Inputs || e>>1 >= k.Gates {
				return false
			}
		}
		for _, e := range k.Edges[middle:end] {
			if bit := int(e >> 1); !below(bit, bits) || k.padding(bit) {
				return false
			}
		}
	}
	return true
}

// padding reports whether a bit stands between the facts and what comes after them.
func (k *keptNetwork) padding(bit int) bool {
	return bit >= len(k.Facts) && bit < 64*words(len(k.Facts))
}

func (l *keptLegal) fits(out, moves int) bool {
	size := l.End - l.At
	if l.At < 0 || l.End > out || size != words(moves) || len(l.Rest) != size || len(l.Bits) != len(l.Masks) {
		return false
	}
	known := slices.Clone(l.Rest)
	for i, mask := range l.Masks {
		if len(mask) != size || !below(l.Bits[i], 64*out) {
			return false
		}
		for w := range mask {
			known[w] |= mask[w]
		}
	}
	for m := moves; m < 64*size; m++ {
		if known[m/64]>>(m%64)&1 != 0 {
			return false
		}
	}
	return true
}

func (l *keptLoop) fits(inputs int32, out int) bool {
	outputs, clauses := len(l.Nodes), len(l.Heads)
	switch {
	case len(l.Sizes) != clauses || len(l.UsesFrom) != outputs+1 || !slices.IsSorted(l.UsesFrom):
		return false
	case l.UsesFrom[0] != 0 || int(l.UsesFrom[outputs]) != len(l.Uses):
		return false
	case l.FirstWord < 0 || l.LastWord > out || l.LastWord-l.FirstWord < words(clauses):
		return false
	}
	return within(l.Nodes, inputs) && within(l.Heads, int32(outputs)) && within(l.Uses, int32(clauses))
}

func below(n, end int) bool { return 0 <= n && n < end }

func within(list []int32, end int32) bool {
	return !slices.ContainsFunc(list, func(n int32) bool { return n < 0 || n >= end })
}
