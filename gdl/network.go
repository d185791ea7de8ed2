package gdl

// network is a circuit laid out for speed. Nodes are numbered: first the
// inputs (facts, moves, sentences of loops), then the gates. A gate counts how
// many of its inputs do not hold, from minus that number up to 0:
//
//	from:   0    3    5 …            edges of node i are edges[from[i]:from[i+1]]
//	edges:  7+ 9− 12+ │ 9+ 4₀ │ …    target doubled, plus one if it is negated
//	counts: … −2 0 −1 …              by node; a gate holds iff its count is 0
//	out:    next │ legal of role 0 │ legal of role 1 │ … │ end, goals │ loops
//
// A node that changes adds 1 to or takes 1 from the counts at the ends of its
// edges, and only a gate whose count comes to or leaves 0 changes in turn.
// Targets from `gates` on are bits of out.
type network struct {
	from   []int32
	edges  []int32
	gates  int32   // nodes; edges to this number and above go to out
	counts []int16 // where no input holds
	out    []uint64

	facts   []int32   // node by fact
	does    [][]int32 // node by role and move
	factLen int       // words of the bits of facts

	legalAt  []int // by role: first word of its moves in out
	legalEnd []int
	endBit   int
	goals    []goalBit
	loops    []netLoop
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

// layout lays a circuit out, without the gates that no output needs.
func layout(c *circuit) *network {
	n := &network{}
	sinks := n.outputs(c)
	number := n.number(c, sinks)
	g := c.gates
	degree := make([]int32, n.gates+1)
	each := func(visit func(from int32, edge int32)) {
		for node := range int32(g.nodes()) {
			if number[node] < 0 {
				continue
			}
			for _, w := range g.insOf(node) {
				visit(number[w>>1], number[node]<<1|w&1)
			}
		}
		for _, s := range sinks {
			if s.wire > wireFalse {
				visit(number[s.wire>>1], (n.gates+int32(s.bit))<<1|s.wire&1)
			}
		}
	}
	each(func(from, _ int32) { degree[from+1]++ })
	for i := range n.gates {
		degree[i+1] += degree[i]
	}
	n.from = append([]int32{}, degree...)
	n.edges = make([]int32, degree[n.gates])
	each(func(from, edge int32) {
		n.edges[degree[from]] = edge
		degree[from]++
	})
	n.settle(c, number, sinks)
	return n
}

// outputs assigns the bits of out.
func (n *network) outputs(c *circuit) (sinks []sink) {
	bit := 0
	words := func() int { // goes on at a new word
		bit = (bit + 63) &^ 63
		return bit / 64
	}
	add := func(w wire) {
		sinks = append(sinks, sink{w, bit})
		bit++
	}
	for _, w := range c.next {
		add(w)
	}
	n.factLen = words()
	for _, ws := range c.legal {
		n.legalAt = append(n.legalAt, words())
		for _, w := range ws {
			add(w)
		}
		n.legalEnd = append(n.legalEnd, words())
	}
	n.endBit = bit
	add(c.ends)
	for _, goal := range c.goals {
		n.goals = append(n.goals, goalBit{goal.role, goal.value, bit})
		add(goal.wire)
	}
	for _, l := range c.loops {
		nl := netLoop{firstWord: words(), usesFrom: make([]int32, len(l.outputs)+1)}
		for _, clause := range l.clauses {
			add(clause.input)
			nl.heads, nl.sizes = append(nl.heads, clause.head), append(nl.sizes, int32(len(clause.body)))
			for _, o := range clause.body {
				nl.usesFrom[o+1]++
			}
		}
		nl.lastWord = words()
		for i := range l.outputs {
			nl.usesFrom[i+1] += nl.usesFrom[i]
		}
		nl.uses = make([]int32, nl.usesFrom[len(l.outputs)])
		at := append([]int32{}, nl.usesFrom...)
		for i, clause := range l.clauses {
			for _, o := range clause.body {
				nl.uses[at[o]] = int32(i)
				at[o]++
			}
		}
		n.loops = append(n.loops, nl)
	}
	n.out = make([]uint64, words())
	return sinks
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
