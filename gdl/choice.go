package gdl

import (
	"fmt"
	"math/rand/v2"
)

// A network is not the faster the larger it is: where a move changes much of it, asking
// for what is needed may be faster. Which it is is counted, not measured, so that a sheet is
// the same game everywhere.

const (
	hugeNetwork = 600_000 // edges from which on it is asked
	choicePlies = 60      // of random games that are played to find out
	stepEdges   = 12      // how many edges are followed in the time that a step of the tables takes
)

// tablesInstead returns the reasoner with tables if it should be faster than a network,
// and why; or nil.
func tablesInstead(f *fast, sheet *Sheet) (deriver, error) {
	edges := len(f.network.edges)
	if edges < hugeNetwork {
		return nil, nil
	}
	t, err := newTabled(sheet)
	if err != nil {
		return nil, nil // the network plays
	}
	followed, steps := 0, -t.worked()
	eachPly(f.begin(), len(f.moveTexts), choicePlies, func(b board, joint []int32) {
		m := b.(*machine)
		before := m.clone()
		m.play(joint)
		followed += m.followed(before)
	})
	rules := &plainRules{by: t, roles: len(f.moveTexts)}
	eachPly(rules.begin(), rules.roles, choicePlies, func(b board, joint []int32) { b.play(joint) })
	steps += t.worked()
	if followed < stepEdges*steps {
		return nil, nil
	}
	return t, fmt.Errorf("tables are faster than its network of %d edges", edges)
}

// eachPly plays random games, one after the other, up to a number of plies.
func eachPly(start board, roles, most int, play func(b board, joint []int32)) {
	r := rand.New(rand.NewPCG(3, 0x67646c))
	joint := make([]int32, roles)
	for plies := 0; plies < most; {
		b := start.another()
		for ; plies < most && !b.terminal() && chosen(b, joint, r); plies++ {
			play(b, joint)
		}
		plies++ // also of a game that ends at once
	}
}

// followed is how many edges lead from what is different from before.
func (m *machine) followed(before *machine) (n int) {
	degree := func(node int32) int { return int(m.n.from[2*node+2] - m.n.from[2*node]) }
	for f, node := range m.n.facts {
		if (m.facts[f/64]^before.facts[f/64])>>(f%64)&1 != 0 {
			n += degree(node)
		}
	}
	for node := m.n.inputs; node < m.n.gates; node++ {
		if (m.counts[node] == 0) != (before.counts[node] == 0) {
			n += degree(node)
		}
	}
	return n
}
