package gdl

import (
	"math/bits"
	"slices"

	"gambito/game"
)

// machine is a network in one position. It belongs to one goroutine.
type machine struct {
	n       *network
	f       *fast // whose position it is
	counts  []int16
	out     []uint64
	facts   []uint64 // bits of what is true
	past    []uint64 // facts of the positions remembered, one after the other
	done    []int32  // by role: the node of the move made last, or −1
	stack   []int32  // nodes that changed, doubled, plus one if they no longer hold
	change  []uint64 // scratch of play
	wave    wave     // of large networks
	loops   []loopState
	zobrist []uint64
	hash    uint64
}

// loopState is what a loop remembers.
type loopState struct {
	seen  []uint64 // inputs that holds was derived from
	holds []bool
	fresh []bool
	left  []int32 // by clause: conditions that do not hold yet
	queue []int32
}

// newMachine returns the position without facts.
func newMachine(f *fast) *machine {
	n := f.network
	m := &machine{
		n: n, f: f, counts: slices.Clone(n.counts), out: slices.Clone(n.out), zobrist: f.zobrist,
		facts: make([]uint64, n.factLen), change: make([]uint64, n.factLen), done: make([]int32, len(n.does)),
		wave: newWave(n),
	}
	for r := range m.done {
		m.done[r] = -1
	}
	for i := range n.loops {
		l := &n.loops[i]
		m.loops = append(m.loops, loopState{
			seen: make([]uint64, l.lastWord-l.firstWord), holds: make([]bool, len(l.nodes)),
			fresh: make([]bool, len(l.nodes)), left: make([]int32, len(l.heads)),
		})
		m.rederive(i)
	}
	m.spread()
	return m
}

// clone returns an equal machine.
func (m *machine) clone() *machine {
	c := *m
	c.counts, c.out, c.facts = slices.Clone(m.counts), slices.Clone(m.out), slices.Clone(m.facts)
	c.done, c.stack, c.change = slices.Clone(m.done), nil, make([]uint64, len(m.change))
	c.past, c.wave = nil, newWave(m.n)
	c.loops = slices.Clone(m.loops)
	for i := range c.loops {
		l := &c.loops[i]
		l.seen, l.holds, l.fresh, l.left, l.queue = slices.Clone(l.seen), slices.Clone(l.holds), slices.Clone(l.fresh), slices.Clone(l.left), nil
	}
	return &c
}

// smallCopy is the number of counts up to which copying all of them is faster
// than finding out what is different.
const smallCopy = 8192

// copyFrom makes m equal to src, a machine of the same network.
func (m *machine) copyFrom(src *machine) {
	m.past = m.past[:0]
	if len(m.counts) > smallCopy {
		m.set(src.facts)
		return
	}
	copy(m.counts, src.counts)
	copy(m.out, src.out)
	copy(m.facts, src.facts)
	copy(m.done, src.done)
	m.hash = src.hash
	for i := range m.loops {
		copy(m.loops[i].seen, src.loops[i].seen)
		copy(m.loops[i].holds, src.loops[i].holds)
	}
}

// set makes the facts those of a position, whatever they were.
func (m *machine) set(facts []uint64) {
	for w, f := range facts {
		m.change[w] = f ^ m.facts[w]
	}
	m.apply()
}

// play makes one move of every role, given by its number.
func (m *machine) play(moves []int32) {
	// The stack is taken from its end: new moves come before old ones go, so
	// that what either of them makes true does not change.
	for r, move := range moves {
		if old := m.done[r]; old >= 0 && old != m.n.does[r][move] {
			m.stack = append(m.stack, old<<1|1)
		}
	}
	for r, move := range moves {
		if node := m.n.does[r][move]; node != m.done[r] {
			m.stack = append(m.stack, node<<1)
			m.done[r] = node
		}
	}
	m.spread()
	for w := range m.change {
		m.change[w] = m.out[w] ^ m.facts[w]
	}
	m.apply()
}

// apply changes the facts whose bits are set in m.change.
func (m *machine) apply() {
	for w, d := range m.change {
		for ; d != 0; d &= d - 1 {
			f := w*64 + bits.TrailingZeros64(d)
			off := int32(m.facts[w] >> (f % 64) & 1)
			m.stack = append(m.stack, m.n.facts[f]<<1|off)
			m.hash ^= m.zobrist[f]
		}
		m.facts[w] ^= m.change[w]
	}
	m.spread()
}

// spread brings all gates in line with the nodes on the stack.
func (m *machine) spread() {
	m.propagate()
	for i := range m.loops {
		l := &m.n.loops[i]
		if !slices.Equal(m.loops[i].seen, m.out[l.firstWord:l.lastWord]) {
			m.rederive(i) // changes gates that later loops depend on, not earlier ones
			m.propagate()
		}
	}
}

// propagate takes changes as they come, which is fastest unless the network is large, though
// a gate may change to and fro. Where that gets out of hand all gates are computed anew.
func (m *machine) propagate() {
	if m.wave.gates != nil {
		m.flow()
		return
	}
	from, edges, counts, out := m.n.from, m.n.edges, m.counts, m.out
	stack := m.stack
	for left := 2*len(counts) + 1000; len(stack) > 0; left-- {
		if left == 0 {
			m.stack = stack[:0]
			m.recompute()
			return
		}
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		list := x &^ 1
		middle := from[list+1]
		for _, e := range edges[from[list]:middle] {
			down := (e ^ x) & 1
			t := e >> 1
			count := counts[t] + int16(1-2*down)
			counts[t] = count
			if count == int16(-down) { // came to 0 from below, or left it
				stack = append(stack, t<<1|down)
			}
		}
		for _, e := range edges[middle:from[list+2]] {
			out[e>>7] ^= 1 << (e >> 1 & 63)
		}
	}
	m.stack = stack
}

// inputs tells which inputs of the network hold.
func (m *machine) inputs() []bool {
	holds := make([]bool, m.n.inputs)
	for f, node := range m.n.facts {
		holds[node] = m.facts[f/64]>>(f%64)&1 != 0
	}
	for _, node := range m.done {
		if node >= 0 {
			holds[node] = true
		}
	}
	for i, l := range m.n.loops {
		for o, node := range l.nodes {
			holds[node] = m.loops[i].holds[o]
		}
	}
	return holds
}

// recompute brings all gates in line with the inputs, in one pass: edges lead
// to nodes of higher numbers.
func (m *machine) recompute() {
	n := m.n
	holds := m.inputs()
	copy(m.counts, n.counts)
	copy(m.out, n.out)
	for node := range n.gates {
		x := node << 1
		if node < n.inputs {
			if !holds[node] {
				continue // as where no input holds
			}
		} else if now := m.counts[node] == 0; now == (n.counts[node] == 0) {
			continue
		} else if !now {
			x |= 1
		}
		for _, e := range n.edges[n.from[2*node]:n.from[2*node+1]] {
			m.counts[e>>1] += int16(1 - 2*((e^x)&1))
		}
		for _, e := range n.edges[n.from[2*node+1]:n.from[2*node+2]] {
			m.out[e>>7] ^= 1 << (e >> 1 & 63)
		}
	}
}

// rederive derives the sentences of a loop from nothing and puts those that
// changed on the stack.
func (m *machine) rederive(i int) {
	l, s := &m.n.loops[i], &m.loops[i]
	copy(s.seen, m.out[l.firstWord:l.lastWord])
	clear(s.fresh)
	s.queue = s.queue[:0]
	for c, head := range l.heads {
		s.left[c] = l.sizes[c]
		if s.seen[c/64]>>(c%64)&1 == 0 {
			s.left[c]++
		} else if s.left[c] == 0 && !s.fresh[head] {
			s.fresh[head] = true
			s.queue = append(s.queue, head)
		}
	}
	for at := 0; at < len(s.queue); at++ {
		o := s.queue[at]
		for _, c := range l.uses[l.usesFrom[o]:l.usesFrom[o+1]] {
			if s.left[c]--; s.left[c] == 0 && !s.fresh[l.heads[c]] {
				s.fresh[l.heads[c]] = true
				s.queue = append(s.queue, l.heads[c])
			}
		}
	}
	for o, now := range s.fresh {
		if now != s.holds[o] {
			x := l.nodes[o] << 1
			if !now {
				x |= 1
			}
			m.stack = append(m.stack, x)
			s.holds[o] = now
		}
	}
}

// terminal reports whether the game is over.
func (m *machine) terminal() bool { return m.out[m.n.endBit/64]>>(m.n.endBit%64)&1 != 0 }

// goal is what a role has reached: 0 without any goal, the highest of several.
func (m *machine) goal(role int) int {
	best := 0
	for _, g := range m.n.goals {
		if g.role == role && m.out[g.bit/64]>>(g.bit%64)&1 != 0 {
			best = max(best, g.value)
		}
	}
	return best
}

// legalWord is the bits of a role's legal moves from 64w on.
func (m *machine) legalWord(l *legalBits, w int) uint64 {
	mask := l.rest[w]
	for i := range l.guards {
		g := &l.guards[i]
		if m.out[g.bit>>6]>>(g.bit&63)&1 != 0 {
			mask |= g.mask[w]
		}
	}
	return mask & m.out[l.at+w]
}

// legalCount is the number of legal moves of a role.
func (m *machine) legalCount(role int) int {
	n, l := 0, &m.n.legal[role]
	for w := range l.rest {
		n += bits.OnesCount64(m.legalWord(l, w))
	}
	return n
}

// appendLegal appends the legal moves of a role, ascending.
func (m *machine) appendLegal(role int, buf []game.Move) []game.Move {
	l := &m.n.legal[role]
	for i := range l.rest {
		for w := m.legalWord(l, i); w != 0; w &= w - 1 {
			buf = append(buf, game.Move(64*i+bits.TrailingZeros64(w)))
		}
	}
	return buf
}

// legalMove is the number of the k-th legal move of a role, from 0.
func (m *machine) legalMove(role, k int) int32 {
	l := &m.n.legal[role]
	for i := range l.rest {
		w := m.legalWord(l, i)
		if c := bits.OnesCount64(w); k >= c {
			k -= c
			continue
		}
		for ; k > 0; k-- {
			w &= w - 1
		}
		return int32(64*i + bits.TrailingZeros64(w))
	}
	panic("gdl: there are fewer legal moves")
}
