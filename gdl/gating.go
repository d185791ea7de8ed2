package gdl

import "slices"

// In a large network most of what changes nobody looks at: which cells a knight would attack
// from where there is none. If a gate h is a∧x, or a condition of all that h is used for is a,
// then x matters to h only where a holds, and h may as well be told x∧a, which changes less.
// That is how circuits are made to take less power (operand isolation by observability
// don't-cares). What holds how often and changes how often is counted in some random plies.
//
// Two inputs of a gate must not both rely on each other: in ¬x∧¬y, x may be forgotten where y
// holds or y where x does, not both. So the inputs of a gate have an order, that of their
// numbers, and each may rely on those before it and on what the gate relies on (compatible
// don't-cares; Muroga, Kambayashi, Lai and Culliney, "The transduction method", 1989).

const (
	gatedNetwork = 300_000 // edges from which on a network is gated
	mostGuards   = 12      // conditions that are remembered of a node
	rareGuard    = 0.34    // how often a condition may hold to be worth it
	gatingRounds = 3       // in which conditions are chosen for a node
	leastGated   = 4       // edges that are worth a gate
	gatingPlies  = 60      // that are watched
)

// activity is how often a node held and changed in some plies, by node of the gates.
type activity struct {
	holds, changes []float32
}

// gating finds what each input of a gate may rely on.
type gating struct {
	c      *circuit
	number []int32 // by node: −1 if no output needs it
	active activity
	rely   [][]wire // by node: what holds wherever the node matters, ascending
	known  []bool   // by node: whether rely is set

	usesFrom []int32 // by node: where its uses start
	uses     []int32 // gates whose input it is
	counts   map[wire]int
	guard    map[[2]int32]wire // by node and gate: what it is told with

	scratch []wire
}

// chance is how often a wire holds.
func (a *activity) chance(w wire) float32 {
	if w&1 != 0 {
		return 1 - a.holds[w>>1]
	}
	return a.holds[w>>1]
}

// gated returns a circuit that means the same and changes less.
func gated(c *circuit, number []int32, active activity) *circuit {
	x := &gating{c: c, number: number, active: active, counts: map[wire]int{}, guard: map[[2]int32]wire{}}
	n := c.gates.nodes()
	x.rely, x.known = make([][]wire, n), make([]bool, n)
	x.outputs()
	for h := int32(n - 1); h > 0; h-- {
		if number[h] >= 0 {
			x.passOn(h)
		}
	}
	x.findUses()
	for node := int32(1); node < int32(n); node++ {
		if number[node] >= 0 && x.active.changes[node] > 0 {
			x.choose(node)
		}
	}
	return x.rebuild()
}

// outputs notes what is looked at always, and legal moves, where their guards hold.
func (x *gating) outputs() {
	always := func(ws ...wire) {
		for _, w := range ws {
			x.meet(w>>1, nil)
		}
	}
	always(x.c.next...)
	always(x.c.ends)
	for _, g := range x.c.goals {
		always(g.wire)
	}
	for _, l := range x.c.loops {
		for _, c := range l.clauses {
			always(c.input)
		}
	}
	for _, l := range x.c.legal {
		always(l.guards...)
		for i, w := range l.wires {
			if l.guard[i] < 0 {
				always(w)
				continue
			}
			x.meet(w>>1, []wire{l.guards[l.guard[i]]})
		}
	}
}

// meet notes that a node matters where some wires hold, too.
func (x *gating) meet(node int32, where []wire) {
	if !x.known[node] {
		x.known[node], x.rely[node] = true, slices.Clone(where)
		return
	}
	own := x.rely[node]
	kept := own[:0]
	for _, w := range own {
		if _, both := slices.BinarySearch(where, w); both {
			kept = append(kept, w)
		}
	}
	x.rely[node] = kept
}

// relied returns what holds wherever input i of a gate matters to it, ascending; the slice is
// overwritten by the next call.
func (x *gating) relied(h int32, i int) []wire {
	list := append(x.scratch[:0], x.rely[h]...)
	for _, w := range x.c.gates.insOf(h)[:i] {
		if x.active.chance(w) <= rareGuard && len(list) < 2*mostGuards {
			list = append(list, w)
		}
	}
	if len(list) > mostGuards {
		slices.SortStableFunc(list, func(v, w wire) int {
			switch a, b := x.active.chance(v), x.active.chance(w); {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return int(v - w)
		})
		list = list[:mostGuards]
	}
	slices.Sort(list)
	x.scratch = list
	return slices.Compact(list)
}

// passOn tells the inputs of a gate where they matter to it.
func (x *gating) passOn(h int32) {
	ins := x.c.gates.insOf(h)
	x.c.gates.work += len(ins)
	for i, w := range ins {
		if node := w >> 1; !x.known[node] || len(x.rely[node]) > 0 {
			x.meet(node, x.relied(h, i))
		}
	}
}

func (x *gating) findUses() {
	g := x.c.gates
	n := g.nodes()
	x.usesFrom = make([]int32, n+1)
	each := func(visit func(node, gate int32)) {
		for h := range int32(n) {
			if x.number[h] >= 0 {
				for _, w := range g.insOf(h) {
					visit(w>>1, h)
				}
			}
		}
	}
	each(func(node, _ int32) { x.usesFrom[node+1]++ })
	for i := range n {
		x.usesFrom[i+1] += x.usesFrom[i]
	}
	at := slices.Clone(x.usesFrom)
	x.uses = make([]int32, x.usesFrom[n])
	each(func(node, gate int32) {
		x.uses[at[node]] = gate
		at[node]++
	})
}

// choose finds conditions with which gates are told of a node: for each the one by which the
// most is saved, if enough of them share it.
func (x *gating) choose(node int32) {
	uses := slices.Clone(x.uses[x.usesFrom[node]:x.usesFrom[node+1]])
	for range gatingRounds {
		if len(uses) < leastGated {
			return
		}
		clear(x.counts)
		for _, h := range uses {
			x.eachGuard(node, h, func(w wire) { x.counts[w]++ })
		}
		best := make([]wire, len(uses))
		shared := map[wire]int{}
		for i, h := range uses {
			most := float32(0)
			x.eachGuard(node, h, func(w wire) {
				if gain := x.gain(node, w, x.counts[w]); gain > most {
					best[i], most = w, gain
				}
			})
			shared[best[i]]++
		}
		var left []int32
		for i, h := range uses {
			if w := best[i]; w != wireTrue && x.gain(node, w, shared[w]) > 0 {
				x.guard[[2]int32{node, h}] = w
			} else {
				left = append(left, h)
			}
		}
		if len(left) == len(uses) {
			return
		}
		uses = left
	}
}

// eachGuard calls visit for all that a gate may be told a node with. What depends on the gate
// itself has a higher number.
func (x *gating) eachGuard(node, h int32, visit func(w wire)) {
	ins := x.c.gates.insOf(h)
	i := slices.IndexFunc(ins, func(w wire) bool { return w>>1 == node })
	x.c.gates.work += len(x.rely[h])
	for _, w := range x.relied(h, i) {
		if w>>1 < h && w>>1 != node && x.active.chance(w) <= rareGuard {
			visit(w)
		}
	}
}

// gain is how many fewer edges are followed in a ply if n gates are told of a node with a
// condition.
func (x *gating) gain(node int32, with wire, n int) float32 {
	if n < leastGated {
		return 0
	}
	own, other := x.active.changes[node], x.active.changes[with>>1]
	both := own*x.active.chance(with) + other*min(x.active.holds[node], 1-x.active.holds[node]+rareGuard)
	return float32(n)*(own-both) - own - other
}

// rebuild makes the circuit anew.
func (x *gating) rebuild() *circuit {
	old := x.c.gates
	g := newGates(old.most)
	g.work = old.work
	of := make([]wire, old.nodes())
	to := func(w wire) wire { return of[w>>1] ^ w&1 }
	for node := int32(1); node < int32(old.nodes()); node++ {
		ins := old.insOf(node)
		switch {
		case len(ins) == 0:
			of[node] = g.input()
			continue
		case x.number[node] < 0:
			continue
		}
		ws := make([]wire, 0, len(ins))
		for _, w := range ins {
			if with, isGated := x.guard[[2]int32{w >> 1, node}]; isGated {
				ws = append(ws, g.all([]wire{of[w>>1], to(with)})^w&1)
			} else {
				ws = append(ws, to(w))
			}
		}
		of[node] = g.all(ws)
	}
	return x.c.renamed(g, to)
}

// renamed returns the circuit with other gates.
func (c *circuit) renamed(g *gates, to func(w wire) wire) *circuit {
	all := func(ws []wire) (list []wire) {
		for _, w := range ws {
			list = append(list, to(w))
		}
		return list
	}
	n := &circuit{gates: g, facts: all(c.facts), next: all(c.next), ends: to(c.ends)}
	for _, ws := range c.does {
		n.does = append(n.does, all(ws))
	}
	for _, l := range c.legal {
		n.legal = append(n.legal, legalWires{all(l.wires), all(l.guards), l.guard})
	}
	for _, goal := range c.goals {
		n.goals = append(n.goals, goalWire{goal.role, goal.value, to(goal.wire)})
	}
	for _, l := range c.loops {
		other := loop{outputs: all(l.outputs)}
		for _, cl := range l.clauses {
			other.clauses = append(other.clauses, clause{to(cl.input), cl.head, cl.body})
		}
		n.loops = append(n.loops, other)
	}
	return n
}

// watch counts what the nodes of a circuit do in some random plies of its network.
func (f *fast) watch(number []int32) activity {
	n := f.network
	holds, changes := make([]float32, n.gates), make([]float32, n.gates)
	plies := float32(0)
	eachPly(f.begin(), len(f.moveTexts), gatingPlies, func(b board, joint []int32) {
		m := b.(*machine)
		before := m.nodes()
		m.play(joint)
		plies++
		for node, now := range m.nodes() {
			if now {
				holds[node]++
			}
			if now != before[node] {
				changes[node]++
			}
		}
	})
	a := activity{make([]float32, len(number)), make([]float32, len(number))}
	for i, node := range number {
		if node >= 0 {
			a.holds[i], a.changes[i] = holds[node]/plies, changes[node]/plies
		}
	}
	return a
}

// nodes tells which nodes of the network hold.
func (m *machine) nodes() []bool {
	holds := m.inputs()
	for _, count := range m.counts[m.n.inputs:] {
		holds = append(holds, count == 0)
	}
	return holds
}
