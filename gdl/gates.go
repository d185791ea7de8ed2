package gdl

import "slices"

// wire is an input or the output of a gate, doubled, plus one if it is negated.
type wire = int32

// The constant wires.
const (
	wireTrue  wire = 0
	wireFalse wire = 1
)

// maxFan is how many inputs a gate has at most, so that counters fit.
const maxFan = 16_000

// gates is a circuit under construction. Every gate is the conjunction of
// wires; a disjunction is a negated conjunction of negated wires. Equal gates
// are one. Node 0 is the constant true, then come inputs and gates as made:
// the inputs of a gate have lower numbers than the gate.
type gates struct {
	from  []int32 // where the inputs of a node start in ins; one more than nodes
	ins   []wire
	table map[uint64]int32 // the latest node of a hash
	chain []int32          // by node: the one before of the same hash, 0 if none

	counts []int32 // by wire: scratch of factored, 0 in between

	work int // wires read to make gates
	most int // work after which nothing is taken out of disjunctions any more: the sheet is given up
}

func newGates(most int) *gates {
	return &gates{most: most, from: []int32{0, 0}, table: map[uint64]int32{}, chain: []int32{0}}
}

func (g *gates) nodes() int { return len(g.chain) }

func (g *gates) insOf(node int32) []wire { return g.ins[g.from[node]:g.from[node+1]] }

// input returns a new wire that something outside drives.
func (g *gates) input() wire {
	g.chain = append(g.chain, 0)
	g.from = append(g.from, int32(len(g.ins)))
	return wire(g.nodes()-1) << 1
}

// all returns the conjunction of wires, which it may reorder.
func (g *gates) all(ws []wire) wire {
	g.work += len(ws)
	slices.Sort(ws)
	ws = slices.Compact(ws)
	if len(ws) > 0 && ws[0] == wireTrue {
		ws = ws[1:]
	}
	for i, w := range ws {
		if w == wireFalse || i > 0 && w^1 == ws[i-1] {
			return wireFalse
		}
	}
	switch {
	case len(ws) == 0:
		return wireTrue
	case len(ws) == 1:
		return ws[0]
	case len(ws) > maxFan:
		var parts []wire
		for chunk := range slices.Chunk(ws, maxFan) {
			parts = append(parts, g.all(slices.Clone(chunk)))
		}
		return g.all(parts)
	}
	h := uint64(len(ws))
	for _, w := range ws {
		h = mix(h, w)
	}
	for n := g.table[h]; n > 0; n = g.chain[n] {
		if slices.Equal(g.insOf(n), ws) {
			return wire(n) << 1
		}
	}
	n := int32(g.nodes())
	g.chain = append(g.chain, g.table[h])
	g.table[h] = n
	g.ins = append(g.ins, ws...)
	g.from = append(g.from, int32(len(g.ins)))
	return wire(n) << 1
}

// any returns the disjunction of wires, which it changes.
func (g *gates) any(ws []wire) wire {
	for i := range ws {
		ws[i] ^= 1
	}
	return g.all(ws) ^ 1
}

// anyOf returns the disjunction of conjunctions. A wire that several of them
// share is taken out of them: (a∧b)∨(a∧c) is a∧(b∨c). It leaves fewer counters
// to change when a wire does.
func (g *gates) anyOf(terms [][]wire) wire {
	var sum []wire
	for g.work <= g.most {
		best := g.commonest(terms)
		if best == wireTrue {
			break
		}
		var rest []wire
		terms = slices.DeleteFunc(terms, func(t []wire) bool {
			take := len(t) == 1 && t[0]&1 == 0 && slices.Contains(g.insOf(t[0]>>1), best)
			if take {
				rest = append(rest, g.without(t[0], []wire{best}))
			}
			return take
		})
		sum = append(sum, g.all([]wire{best, g.any(rest)}))
	}
	budget := 0
	for _, t := range terms {
		budget += factorRounds * len(t)
	}
	return g.any(append(sum, g.factored(terms, &budget)))
}

// fewMoves is with how many gates it begins to pay to take out what they share.
const fewMoves = 4

// commonest returns the wire that most of those terms need that are a single
// gate, or wireTrue if it is the need of a few only.
func (g *gates) commonest(terms [][]wire) wire {
	g.growCounts()
	best := wireTrue
	g.work += len(terms)
	for _, t := range terms {
		if len(t) == 1 && t[0]&1 == 0 {
			g.work += len(g.insOf(t[0] >> 1))
			for _, w := range g.insOf(t[0] >> 1) {
				if g.counts[w]++; g.counts[w] > g.counts[best] || g.counts[w] == g.counts[best] && w < best {
					best = w
				}
			}
		}
	}
	most := g.counts[best]
	for _, t := range terms {
		if len(t) == 1 && t[0]&1 == 0 {
			for _, w := range g.insOf(t[0] >> 1) {
				g.counts[w] = 0
			}
		}
	}
	if most < fewMoves {
		return wireTrue
	}
	return best
}

func (g *gates) growCounts() {
	for len(g.counts) < 2*g.nodes() {
		g.counts = append(g.counts, make([]int32, g.nodes())...)
	}
}

// without returns the conjunction of a gate's inputs but some.
func (g *gates) without(gate wire, some []wire) wire {
	return g.all(slices.DeleteFunc(slices.Clone(g.insOf(gate>>1)), func(w wire) bool { return slices.Contains(some, w) }))
}

// factorRounds bounds the work of factoring: how often a disjunction is read.
const factorRounds = 64

// factored is anyOf, one shared wire after the other, while the budget lasts.
func (g *gates) factored(terms [][]wire, budget *int) wire {
	var sum []wire
	for len(terms) > 1 && *budget > 0 && g.work <= g.most {
		g.growCounts()
		best, most := wireTrue, int32(1)
		for _, t := range terms {
			*budget -= len(t)
			g.work += len(t)
			for _, w := range t {
				g.counts[w]++
				if c := g.counts[w]; c > most || c == most && c > 1 && w < best {
					best, most = w, c
				}
			}
		}
		for _, t := range terms {
			for _, w := range t {
				g.counts[w] = 0
			}
		}
		if most < 2 {
			break
		}
		var with, without [][]wire
		for _, t := range terms {
			if i := slices.Index(t, best); i >= 0 {
				with = append(with, slices.Concat(t[:i], t[i+1:]))
			} else {
				without = append(without, t)
			}
		}
		sum = append(sum, g.all([]wire{best, g.factored(with, budget)}))
		terms = without
	}
	for _, t := range terms {
		sum = append(sum, g.all(slices.Clone(t)))
	}
	return g.any(sum)
}
