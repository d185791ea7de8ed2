package mcts

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"gambito/bandit"
)

func (p *Params) checkGroups(of traits) error {
	if p.Groups && of.together {
		return fmt.Errorf("groups of moves need players who move in turn, which those of %s do not", of.id)
	}
	return nil
}

// setGroups finds the groups of the moves of a new node: as the game tells them or, if
// it does not, by their names. Those of one position are told apart, no more is needed.
func (w *worker) setGroups(n *node) {
	t := w.tree
	groups := t.groups[n.first : n.first+n.count]
	if n.turn < 0 {
		clear(groups)
		return
	}
	if w.grouped != nil {
		for i, m := range t.moves[n.first : n.first+n.count] {
			groups[i] = uint8(w.grouped.Group(w.state, m))
		}
		return
	}
	w.names = w.names[:0]
	for i, m := range t.moves[n.first : n.first+n.count] {
		name := groupName(t.game.FormatMove(w.state, m))
		at := slices.Index(w.names, name)
		if at < 0 {
			at = len(w.names)
			w.names = append(w.names, name)
		}
		groups[i] = uint8(min(at, math.MaxUint8))
	}
}

// groupName is what moves of a group have in common: the first word of the name, be it
// what is done, as in "(mark 1 1)", or the cell a piece leaves, as in "b2-c3". Of a
// name that is a cell and no more, such as "d3", it is the column; numbers alone say
// nothing.
func groupName(move string) string {
	move = strings.TrimLeft(move, "( ")
	letter := func(r rune) bool { return unicode.IsLetter(r) }
	end := strings.IndexFunc(move, func(r rune) bool { return !letter(r) && !unicode.IsDigit(r) })
	if end > 0 {
		return move[:end]
	}
	if end = strings.IndexFunc(move, func(r rune) bool { return !letter(r) }); end >= 0 {
		return move[:end]
	}
	return move
}

// keepGroup lets the policy choose a group of arms, keeps those of the group and
// returns the context of the choice between them, which is otherwise like c.
func (p *picker) keepGroup(n *node, c bandit.Context) bandit.Context {
	t := p.w.tree
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
	c.K = p.countGroups(n)
	chosen := int32(p.v.Policy.Select(p.sums, c, p.w.r))
	kept := 0
	for i, e := range p.edges {
		if p.of[t.groups[e]] == chosen {
			p.arms[kept], p.edges[kept] = p.arms[i], e
			kept++
		}
	}
	p.arms, p.edges = p.arms[:kept], p.edges[:kept]
	c.Total, c.K = max(int(p.sums[chosen].N), 1), int(p.sizes[t.groups[p.edges[0]]])
	return c
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
