package mcts

import (
	"fmt"

	"gambito/bandit"
)

func (p *Params) checkGroups(of traits) error {
	if p.Groups && !of.grouped {
		return fmt.Errorf("%s has no groups of moves", of.id)
	}
	return nil
}

// keepGroup lets the policy choose a group of arms, keeps those of the group and
// returns the context of the choice between them.
func (p *picker) keepGroup(n *node) bandit.Context {
	t, q := p.w.tree, p.w.p
	p.sums = p.sums[:0]
	for i := range p.of {
		p.of[i] = -1
	}
	for i, e := range p.edges {
		group := t.groups[e]
		if p.of[group] < 0 {
			p.of[group] = int32(len(p.sums))
			p.sums = append(p.sums, bandit.Arm{})
		}
		sum := &p.sums[p.of[group]]
		sum.N += p.arms[i].N
		sum.Sum += p.arms[i].Sum
		sum.SumSq += p.arms[i].SumSq
		sum.Prior += p.arms[i].Prior
	}
	c := bandit.Context{Total: int(n.visits), K: p.countGroups(n)}
	chosen := int32(q.Policy.Select(p.sums, c, p.w.r))
	kept := 0
	for i, e := range p.edges {
		if p.of[t.groups[e]] == chosen {
			p.arms[kept], p.edges[kept] = p.arms[i], e
			kept++
		}
	}
	p.arms, p.edges = p.arms[:kept], p.edges[:kept]
	return bandit.Context{Total: max(int(p.sums[chosen].N), 1), K: int(p.sizes[t.groups[p.edges[0]]])}
}

// countGroups fills in the sizes of the groups of a node's moves, shown or not,
// and returns how many groups there are.
func (p *picker) countGroups(n *node) int {
	clear(p.sizes[:])
	groups := 0
	for _, group := range p.w.tree.groups[n.first : n.first+n.count] {
		if p.sizes[group] == 0 {
			groups++
		}
		p.sizes[group]++
	}
	return groups
}
