package gdl

import "slices"

// circuit is a grounding as gates.
type circuit struct {
	gates *gates
	facts []wire   // inputs: what is true
	does  [][]wire // inputs, by role and move: what is done
	next  []wire   // outputs, by fact
	legal []legalWires
	ends  wire
	goals []goalWire
	loops []loop
}

// legalWires are the outputs of a role's moves. A move is legal if its wire
// holds and so does its guard, a wire that many moves share: whose turn it is.
type legalWires struct {
	wires  []wire
	guards []wire
	guard  []int8 // by move: the number of its guard, or −1
}

type goalWire struct {
	role, value int
	wire        wire
}

// loop is a set of sentences that depend on each other in a circle. Gates
// would hold each other up there, so that they are derived anew whenever an
// input changes. The sentences are inputs of the gates that follow.
type loop struct {
	outputs []wire // the sentences
	clauses []clause
}

// clause derives the output head if the input holds and so do the outputs of
// the body.
type clause struct {
	input wire
	head  int32
	body  []int32
}

// circuitry builds the circuit of a grounding, sentence by sentence.
type circuitry struct {
	g  *grounding
	c  *circuit
	of []wire // by sentence; −1 unknown

	first  []int32 // by sentence: where its instances start in sorted
	sorted []int32 // instances by head
}

// circuitOf builds gates within the limits of the grounding, whose facts and
// moves are sorted by then.
func circuitOf(g *grounding) (*circuit, error) {
	b := &circuitry{g: g, c: &circuit{gates: newGates(g.left)}, of: make([]wire, g.store.size())}
	for i := range b.of {
		b.of[i] = -1
	}
	b.sortInstances()
	b.inputs()
	if err := b.sentences(); err != nil {
		return nil, err
	}
	b.outputs()
	return b.c, g.limit(b.c.gates.work)
}

// sortInstances groups the instances by head.
func (b *circuitry) sortInstances() {
	n := len(b.of)
	b.first = make([]int32, n+1)
	for _, h := range b.g.heads {
		b.first[h+1]++
	}
	for i := range n {
		b.first[i+1] += b.first[i]
	}
	at := slices.Clone(b.first)
	b.sorted = make([]int32, len(b.g.heads))
	for i, h := range b.g.heads {
		b.sorted[at[h]] = int32(i)
		at[h]++
	}
}

func (b *circuitry) instances(atom id) []int32 { return b.sorted[b.first[atom]:b.first[atom+1]] }

func (b *circuitry) literals(instance int32) []int32 {
	return b.g.literals[b.g.from[instance]:b.g.from[instance+1]]
}

func (b *circuitry) inputs() {
	s := b.g.store
	for _, f := range b.g.facts {
		w := b.c.gates.input()
		b.c.facts = append(b.c.facts, w)
		b.of[s.find(symTrue, []id{f})] = w
	}
	for r, moves := range b.g.legal {
		var ws []wire
		for _, m := range moves {
			w := b.c.gates.input()
			ws = append(ws, w)
			b.of[s.find(symDoes, []id{b.g.roles[r], m})] = w
		}
		b.c.does = append(b.c.does, ws)
	}
}

// sentences makes gates for all sentences, conditions first.
func (b *circuitry) sentences() error {
	part := b.parts()
	order := make([]id, len(b.of))
	for i := range order {
		order[i] = id(i)
	}
	slices.SortStableFunc(order, func(x, y id) int { return part[x] - part[y] })
	for at := 0; at < len(order); {
		end := at + 1
		for end < len(order) && part[order[end]] == part[order[at]] {
			end++
		}
		switch atoms := order[at:end]; {
		case b.of[atoms[0]] >= 0: // an input
		case len(atoms) == 1 && b.deniesItself(atoms[0]):
			return b.g.paradox(atoms[0])
		case len(atoms) == 1:
			b.of[atoms[0]] = b.sentence(atoms[0])
		default:
			if err := b.loop(atoms); err != nil {
				return err
			}
		}
		if at>>8 != end>>8 {
			if err := b.g.limit(b.c.gates.work); err != nil {
				return err
			}
		}
		at = end
	}
	return nil
}

// parts numbers the sets of sentences that depend on each other, conditions first.
func (b *circuitry) parts() []int {
	from, edges := make([]int32, len(b.of)+1), make([]int32, 0, len(b.g.literals))
	for atom := range b.of {
		for _, i := range b.instances(id(atom)) {
			for _, l := range b.literals(i) {
				edges = append(edges, l>>1)
			}
		}
		from[atom+1] = int32(len(edges))
	}
	return components(len(b.of), func(atom int) []int32 { return edges[from[atom]:from[atom+1]] })
}

// deniesItself reports whether a sentence is said to hold where it does not.
func (b *circuitry) deniesItself(atom id) bool {
	return slices.ContainsFunc(b.instances(atom), func(i int32) bool { return slices.Contains(b.literals(i), atom<<1|1) })
}

// wires translates the literals of an instance. Those whose sentence is not
// known yet are left to the caller.
func (b *circuitry) wires(instance int32) (ws []wire, unknown []id) {
	for _, l := range b.literals(instance) {
		if w := b.of[l>>1]; w >= 0 {
			ws = append(ws, w^l&1)
		} else {
			unknown = append(unknown, l>>1)
		}
	}
	return ws, unknown
}

func (b *circuitry) sentence(atom id) wire {
	var terms [][]wire
	for _, i := range b.instances(atom) {
		ws, _ := b.wires(i)
		slices.Sort(ws)
		ws = slices.Compact(ws)
		if len(ws) > 0 && ws[0] == wireTrue {
			ws = ws[1:]
		}
		if len(ws) == 0 {
			return wireTrue
		}
		if !slices.Contains(ws, wireFalse) {
			terms = append(terms, ws)
		}
	}
	slices.SortFunc(terms, slices.Compare[[]wire])
	return b.c.gates.anyOf(slices.CompactFunc(terms, slices.Equal[[]wire]))
}

// loop makes sentences inputs that a loop drives.
func (b *circuitry) loop(atoms []id) error {
	number := map[id]int32{}
	var l loop
	for i, a := range atoms {
		number[a] = int32(i)
	}
	for i, a := range atoms {
		for _, instance := range b.instances(a) {
			for _, l := range b.literals(instance) {
				if _, inside := number[l>>1]; inside && l&1 != 0 {
					return b.g.paradox(a)
				}
			}
			ws, inner := b.wires(instance)
			c := clause{input: b.c.gates.all(ws), head: int32(i)}
			if c.input == wireFalse {
				continue
			}
			for _, other := range inner {
				c.body = append(c.body, number[other])
			}
			l.clauses = append(l.clauses, c)
		}
	}
	for _, a := range atoms {
		b.of[a] = b.c.gates.input()
		l.outputs = append(l.outputs, b.of[a])
	}
	b.c.loops = append(b.c.loops, l)
	return nil
}

// output is the wire of a sentence; what nothing derives never holds.
func (b *circuitry) output(sym symbol, args ...id) wire {
	if t := b.g.store.find(sym, args); t >= 0 && b.of[t] >= 0 {
		return b.of[t]
	}
	return wireFalse
}

func (b *circuitry) outputs() {
	for _, f := range b.g.facts {
		b.c.next = append(b.c.next, b.output(symNext, f))
	}
	for r, moves := range b.g.legal {
		var ws []wire
		for _, m := range moves {
			ws = append(ws, b.output(symLegal, b.g.roles[r], m))
		}
		b.c.legal = append(b.c.legal, b.guarded(ws))
	}
	b.c.ends = b.output(symTerminal)
	for _, t := range b.g.goals {
		args := b.g.store.argsOf(t)
		r := slices.Index(b.g.roles, args[0])
		value, ok := b.g.store.goalOf(args[1])
		if r >= 0 && ok {
			b.c.goals = append(b.c.goals, goalWire{r, value, b.of[t]})
		}
	}
}

// maxGuards is how many guards a role has at most: each costs a little whenever
// legal moves are read.
const maxGuards = 4

// guarded takes the wires that many moves share out of their gates: when one
// of them changes, as the turn does all the time, no gate has to.
func (b *circuitry) guarded(ws []wire) legalWires {
	l := legalWires{wires: ws, guard: make([]int8, len(ws))}
	for i := range l.guard {
		l.guard[i] = -1
	}
	open := func(i int) []wire { // the inputs that move i may be rid of
		if l.guard[i] >= 0 || ws[i]&1 != 0 {
			return nil
		}
		return b.c.gates.insOf(ws[i] >> 1)
	}
	for len(l.guards) < maxGuards {
		counts := map[wire]int{}
		best := wireFalse
		for i := range ws {
			for _, w := range open(i) {
				if counts[w]++; counts[w] > counts[best] || counts[w] == counts[best] && w < best {
					best = w
				}
			}
		}
		if counts[best] < fewMoves {
			break
		}
		for i := range ws {
			if slices.Contains(open(i), best) {
				ws[i] = b.c.gates.without(ws[i], []wire{best})
				l.guard[i] = int8(len(l.guards))
			}
		}
		l.guards = append(l.guards, best)
	}
	return l
}
