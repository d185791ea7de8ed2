package mcts

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gambito/game"
)

// Keep makes the search remember what it knows of a position that followed from
// the last one it searched, if it was in the tree; else it forgets everything.
// The next Run must search this position.
func (s *Search) Keep(at game.State) {
	for _, w := range s.workers {
		w.line.follow(s.root, at)
	}
	for i, t := range s.trees {
		switch found := t.find(s.workers[i], at); {
		case found > 0:
			t.moveRoot(found)
		case found < 0:
			t.reset()
		}
	}
	s.root.CopyFrom(at)
}

// Ponder searches a position in which it need not be the search's player who has
// to move, for the sake of what Keep makes of it later.
func (s *Search) Ponder(ctx context.Context, at game.State, b Budget) {
	limit := limits{ctx: ctx, budget: b}
	if b.Time > 0 {
		limit.deadline = time.Now().Add(b.Time)
	}
	s.begin(at, b)
	s.work(&limit)
}

// place is a node and the position it stands for.
type place struct {
	node  int32
	state game.State
}

// find returns the node of a position near the root, −1 if there is none: no
// further down than until everyone has moved, with chance before each of them.
func (t *tree) find(w *worker, at game.State) int32 {
	if t.nodeCount == 0 {
		return -1
	}
	plies := len(w.scores)
	if w.chance != nil {
		plies *= 2
	}
	hash := at.Hash()
	level := []place{{0, w.search.root.Clone()}}
	for depth := range plies + 1 {
		var next []place
		for _, p := range level {
			if p.state.Hash() == hash && p.state.Turn() == at.Turn() {
				return p.node
			}
			if depth < plies {
				next = t.appendChildren(next, p)
			}
		}
		level = next
	}
	return -1
}

func (t *tree) appendChildren(to []place, p place) []place {
	add := func(child int32, m game.Move) {
		s := p.state.Clone()
		s.Play(m)
		to = append(to, place{child, s})
	}
	n := &t.nodes[p.node]
	if n.turn == game.Together {
		for _, m := range p.state.Moves(nil) {
			if b := t.together[jointKey{p.node, m}]; b.child != 0 {
				add(b.child, m)
			}
		}
		return to
	}
	for e := n.first; e < n.first+n.count; e++ {
		if child := t.child[e]; child != 0 {
			add(child, t.moves[e])
		}
	}
	return to
}

// moveRoot keeps what lies below a node, which becomes the root.
func (t *tree) moveRoot(root int32) {
	from, to := &t.storage, &t.spare
	to.reset()
	to.makeRoom(t.p, from.nodeCount, from.edgeCount)
	moved := make([]int32, from.nodeCount) // new number, 0 if it has none yet
	queue := []int32{root}                 // old numbers, in the order of the new ones
	join := from.jointsByNode()
	enqueue := func(child int32) int32 {
		if child == 0 {
			return 0
		}
		if child != root && moved[child] == 0 {
			moved[child] = int32(len(queue))
			queue = append(queue, child)
		}
		return moved[child]
	}
	for i := 0; i < len(queue); i++ {
		n := from.nodes[queue[i]]
		first := int32(to.edgeCount)
		to.copyEdges(t.p, from, n)
		for e := first; e < first+n.count; e++ {
			to.child[e] = enqueue(to.child[e])
		}
		for _, key := range join[queue[i]] {
			b := from.together[key]
			to.together[jointKey{int32(i), key.move}] = branch{b.visits, enqueue(b.child)}
		}
		if n.turn == game.Together {
			splits := from.splits[n.tried : int(n.tried)+t.game.Info().Players()]
			n.tried = int32(len(to.splits))
			to.splits = append(to.splits, splits...)
		}
		n.first = first
		to.nodes[i] = n
		to.nodeCount++
	}
	for hash, at := range from.table {
		if moved[at] != 0 {
			to.table[hash] = moved[at]
		}
	}
	t.storage, t.spare = t.spare, t.storage
}

// copyEdges appends the edges of a node of another storage.
func (s *storage) copyEdges(p *Params, from *storage, n node) {
	end := n.first + n.count
	copy(s.arms[s.edgeCount:], from.arms[n.first:end])
	copy(s.moves[s.edgeCount:], from.moves[n.first:end])
	copy(s.child[s.edgeCount:], from.child[n.first:end])
	if p.Solver {
		copy(s.bounds[s.edgeCount:], from.bounds[n.first:end])
	}
	if p.AMAF.Kind != AMAFOff {
		copy(s.amaf[s.edgeCount:], from.amaf[n.first:end])
	}
	if p.Weighted != nil {
		copy(s.weights[s.edgeCount:], from.weights[n.first:end])
	}
	if p.Groups {
		copy(s.groups[s.edgeCount:], from.groups[n.first:end])
	}
	s.edgeCount += int(n.count)
}

// jointsByNode lists the joint moves that were made at each node.
func (s *storage) jointsByNode() map[int32][]jointKey {
	if s.together == nil {
		return nil
	}
	by := map[int32][]jointKey{}
	for key := range s.together {
		by[key.node] = append(by[key.node], key)
	}
	for _, keys := range by {
		slices.SortFunc(keys, func(a, b jointKey) int { return cmp.Compare(a.move, b.move) })
	}
	return by
}
