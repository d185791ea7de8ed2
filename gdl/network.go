package gdl

import "slices"

// network is a circuit laid out for speed. Nodes are numbered: first the
// inputs (facts, moves, sentences of loops), then the gates. A gate counts how
// many of its inputs do not hold, from minus that number up to 0:
//
//	from:   0 2 3   3 5 5 …          edges of node i to gates are edges[from[2i]:from[2i+1]],
//	                                 those to bits of out end at from[2i+2]
//	edges:  7+ 9− 12  │ 9+ 4− │ …    target doubled, plus one if it is negated
//	counts: … −2 0 −1 …              by node; a gate holds iff its count is 0
//	out:    next │ legal of role 0 │ legal of role 1 │ … │ end, goals, guards │ loops
//
// A node that changes adds 1 to or takes 1 from the counts at the ends of its
// edges, and only a gate whose count comes to or leaves 0 changes in turn.
type network struct {
	from   []int32
	edges  []int32
	inputs int32   // nodes that are inputs
	gates  int32   // nodes, inputs included
	counts []int16 // where no input holds
	out    []uint64

	facts   []int32   // node by fact
	does    [][]int32 // node by role and move
	factLen int       // words of the bits of facts

	legal  []legalBits // by role
	endBit int
	goals  []goalBit
	loops  []netLoop
}

// legalBits are the moves of a role: bits of the words of out from at to end.
// They count where a guard's bit is set too, or in rest, those without guards.
type legalBits struct {
	at, end int
	rest    []uint64
	guards  []guardBit
}

type guardBit struct {
	bit  int
	mask []uint64
}

type goalBit struct{ role, value, bit int }

// netLoop is a loop: its inputs are bits of out from firstWord to lastWord.
type netLoop struct {
	nodes               []int32 // by output
	heads               []int32 // by clause
	sizes               []int32 // by clause: the outputs in its body
	usesFrom            []int32 // by output: where the clauses with it in the body start in uses
	uses                []int32
	firstWord, lastWord int
}

// sink is an edge from a wire to a bit of out.
type sink struct {
	wire wire
	bit  int
}

// layout lays a circuit out, without the gates that no output needs. It also returns the
// numbers in the network of the circuit's nodes, −1 of those without.
func layout(c *circuit) (n *network, number []int32) {
	n = &network{}
	sinks := n.outputs(c)
	number = n.number(c, sinks)
	n.connect(c, number, sinks)
	n.settle(c, number, sinks)
	return n, number
}

// connect makes the edges.
func (n *network) connect(c *circuit, number []int32, sinks []sink) {
	g := c.gates
	each := func(visit func(list, edge int32)) {
		for node := range int32(g.nodes()) {
			if number[node] < 0 {
				continue
			}
			for _, w := range g.insOf(node) {
				visit(2*number[w>>1], number[node]<<1|w&1)
			}
		}
		for _, s := range sinks {
			if s.wire > wireFalse {
				visit(2*number[s.wire>>1]+1, int32(s.bit)<<1|s.wire&1)
			}
		}
	}
	n.from = make([]int32, 2*n.gates+1)
	each(func(list, _ int32) { n.from[list+1]++ })
	for i := range 2 * n.gates {
		n.from[i+1] += n.from[i]
	}
	at := slices.Clone(n.from)
	n.edges = make([]int32, n.from[2*n.gates])
	each(func(list, edge int32) {
		n.edges[at[list]] = edge
		at[list]++
	})
}

// outs assigns the bits of out.
type outs struct {
	sinks []sink
	bit   int
}

func (o *outs) add(ws ...wire) {
	for _, w := range ws {
		o.sinks = append(o.sinks, sink{w, o.bit})
		o.bit++
	}
}

// word goes on at a new word and returns its number.
func (o *outs) word() int {
	o.bit = (o.bit + 63) &^ 63
	return o.bit / 64
}

// outputs lays out the bits of out.
func (n *network) outputs(c *circuit) []sink {
	var o outs
	o.add(c.next...)
	n.factLen = o.word()
	for _, moves := range c.legal {
		l := legalBits{at: o.word()}
		o.add(moves.wires...)
		l.end = o.word()
		n.legal = append(n.legal, l)
	}
	n.endBit = o.bit
	o.add(c.ends)
	for _, goal := range c.goals {
		n.goals = append(n.goals, goalBit{goal.role, goal.value, o.bit})
		o.add(goal.wire)
	}
	for r, moves := range c.legal {
		n.legal[r].guard(moves, &o)
	}
	for _, l := range c.loops {
		first := o.word()
		for _, clause := range l.clauses {
			o.add(clause.input)
		}
		nl := newNetLoop(l)
		nl.firstWord, nl.lastWord = first, o.word()
		n.loops = append(n.loops, nl)
	}
	n.out = make([]uint64, o.word())
	return o.sinks
}

// guard lays out the guards of a role.
func (l *legalBits) guard(moves legalWires, o *outs) {
	for _, w := range moves.guards {
		l.guards = append(l.guards, guardBit{o.bit, make([]uint64, l.end-l.at)})
		o.add(w)
	}
	l.rest = make([]uint64, l.end-l.at)
	for i, guard := range moves.guard {
		mask := l.rest
		if guard >= 0 {
			mask = l.guards[guard].mask
		}
		mask[i/64] |= 1 << (i % 64)
	}
}

func newNetLoop(l loop) netLoop {
	nl := netLoop{usesFrom: make([]int32, len(l.outputs)+1)}
	for _, clause := range l.clauses {
		nl.heads, nl.sizes = append(nl.heads, clause.head), append(nl.sizes, int32(len(clause.body)))
		for _, o := range clause.body {
			nl.usesFrom[o+1]++
		}
	}
	for i := range l.outputs {
		nl.usesFrom[i+1] += nl.usesFrom[i]
	}
	nl.uses = make([]int32, nl.usesFrom[len(l.outputs)])
	at := slices.Clone(nl.usesFrom)
	for i, clause := range l.clauses {
		for _, o := range clause.body {
			nl.uses[at[o]] = int32(i)
			at[o]++
		}
	}
	return nl
}

// number gives the nodes that outputs need their final numbers, −1 to others.
func (n *network) number(c *circuit, sinks []sink) []int32 {
	g := c.gates
	live := make([]bool, g.nodes())
	for _, s := range sinks {
		live[s.wire>>1] = true
	}
	for node := g.nodes() - 1; node > 0; node-- {
		if live[node] {
			for _, w := range g.insOf(int32(node)) {
				live[w>>1] = true
			}
		}
	}
	number := make([]int32, g.nodes())
	for i := range number {
		number[i] = -1
	}
	give := func(w wire) int32 {
		number[w>>1] = n.gates
		n.gates++
		return n.gates - 1
	}
	for _, w := range c.facts {
		n.facts = append(n.facts, give(w))
	}
	for _, ws := range c.does {
		var nodes []int32
		for _, w := range ws {
			nodes = append(nodes, give(w))
		}
		n.does = append(n.does, nodes)
	}
	for i, l := range c.loops {
		for _, w := range l.outputs {
			n.loops[i].nodes = append(n.loops[i].nodes, give(w))
		}
	}
	n.inputs = n.gates
	for node := 1; node < g.nodes(); node++ {
		if live[node] && number[node] < 0 {
			give(wire(node) << 1)
		}
	}
	return number
}

// settle computes the counts and outputs where no input holds.
func (n *network) settle(c *circuit, number []int32, sinks []sink) {
	g := c.gates
	n.counts = make([]int16, n.gates)
	holds := make([]bool, g.nodes())
	holds[0] = true
	for node := int32(1); node < int32(g.nodes()); node++ {
		ins := g.insOf(node)
		missing := int16(0)
		for _, w := range ins {
			if holds[w>>1] == (w&1 != 0) {
				missing--
			}
		}
		holds[node] = len(ins) > 0 && missing == 0
		if number[node] >= 0 {
			n.counts[number[node]] = missing
		}
	}
	for _, s := range sinks {
		if holds[s.wire>>1] != (s.wire&1 != 0) {
			n.out[s.bit/64] |= 1 << (s.bit % 64)
		}
	}
}

// bytes is how much memory the network takes, without its states.
func (n *network) bytes() int {
	return 4*(len(n.from)+len(n.edges)) + 2*len(n.counts) + 8*len(n.out)
}
