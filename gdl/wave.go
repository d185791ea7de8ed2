package gdl

import "math/bits"

// In a large network what changes takes many ways to the same gate, which would change to and
// fro and all that follows from it too. There gates are looked at in the order of their
// numbers, which is that of the network: each when all of its inputs are what they will be.

// waveNodes is from how many nodes on that pays.
const waveNodes = 12_000

// wave is the gates that are to be looked at: a bit each, and one for each word of these.
type wave struct {
	gates []uint64
	words []uint64
}

func newWave(n *network) wave {
	if n.gates < waveNodes || len(n.loops) > 0 { // loops are looked at again and again
		return wave{}
	}
	words := int(n.gates)/64 + 1
	return wave{make([]uint64, words), make([]uint64, words/64+1)}
}

// flow brings all gates in line with the inputs on the stack.
func (m *machine) flow() {
	gates, words := m.wave.gates, m.wave.words
	for _, x := range m.stack {
		m.tell(x)
	}
	m.stack = m.stack[:0]
	for i := range words {
		for words[i] != 0 {
			w := i*64 + bits.TrailingZeros64(words[i])
			for gates[w] != 0 {
				bit := bits.TrailingZeros64(gates[w])
				gates[w] &^= 1 << bit
				node := int32(w*64 + bit)
				x := node << 1
				if m.counts[node] != 0 {
					x |= 1
				}
				m.tell(x)
			}
			words[i] &= words[i] - 1
		}
	}
}

// tell tells a node's change to those that it has edges to. A gate that changes back is not
// to be looked at.
func (m *machine) tell(x int32) {
	from, edges, counts, out := m.n.from, m.n.edges, m.counts, m.out
	gates, words := m.wave.gates, m.wave.words
	list := x &^ 1
	middle := from[list+1]
	for _, e := range edges[from[list]:middle] {
		down := (e ^ x) & 1
		t := e >> 1
		count := counts[t] + int16(1-2*down)
		counts[t] = count
		if count == int16(-down) { // came to 0 from below, or left it
			gates[t>>6] ^= 1 << (t & 63)
			words[t>>12] |= 1 << (t >> 6 & 63)
		}
	}
	for _, e := range edges[middle:from[list+2]] {
		out[e>>7] ^= 1 << (e >> 1 & 63)
	}
}
