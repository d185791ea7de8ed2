package mcts

import (
	"math"
	"runtime"
	"sync/atomic"
	"time"

	"gambito/bandit"
	"gambito/game"
)

// node is a position that has been expanded. Its moves are edges, which lie
// side by side in the slices of the tree from first on.
type node struct {
	first   int32
	count   int32 // edges
	tried   int32 // of them, those that were followed, which come first; of a joint choice, where its splits are
	visits  int32
	turn    game.Player
	top     bool // see claim.go, as is the next
	claimed bool
	order   int8 // where players choose one after the other for a joint move: how many have before; else −1
}

// tree is positions and their moves, and how far it may grow.
type tree struct {
	storage
	game  game.Game
	p     *Params
	spare storage // to move into when the root changes

	lock     atomic.Bool // see hold
	crowded  bool        // threads wait for more room
	share    int         // how many trees share the memory
	maxMoves int         // of a position
	maxEdges int         // as many as the memory allows
	maxNodes int         // as many as memory and budget allow
	budget   int         // of nodes, 0 for none

	rootValue float64 // what an evaluator said of the root when it was new
}

// storage is nodes and edges in flat slices that are as long as there is room.
// Node 0 is the root.
type storage struct {
	nodes     []node
	nodeCount int

	// By edge:
	arms      []bandit.Arm // seen from the player who makes the move
	moves     []game.Move
	child     []int32      // the node it leads to, 0 while it has none
	bounds    []bounds     // with Solver
	amaf      []bandit.Arm // with AMAF
	weights   []float64    // with a Weighted policy
	groups    []uint8      // with Groups
	edgeCount int

	idleNodes, idleEdges int // of them, those that nobody uses

	table    map[uint64]int32    // with Transpositions: nodes by hash
	together map[jointKey]branch // what joint moves lead to, where players choose for themselves
	splits   []int32             // where the edges of each player end, of such nodes
}

// edgeBytes is what an edge takes, and a node.
const (
	edgeBytes = 24 + 4 + 4
	nodeBytes = 20
)

func newTree(g game.Game, p *Params, share int) *tree {
	t := &tree{game: g, p: p, share: share, maxMoves: g.Info().MaxMoves}
	for _, s := range []*storage{&t.storage, &t.spare} {
		if p.Transpositions {
			s.table = map[uint64]int32{}
		}
		if _, ok := g.New().(game.Simultaneous); ok && !p.Sequential {
			s.together = map[jointKey]branch{}
		}
	}
	return t
}

// reset empties the storage and keeps its room.
func (s *storage) reset() {
	s.nodeCount, s.edgeCount = 0, 0
	s.idleNodes, s.idleEdges = 0, 0
	s.splits = s.splits[:0]
	clear(s.table)
	clear(s.together)
}

// bytesAnEdge is what an edge takes with all that the parameters ask for.
func (t *tree) bytesAnEdge() int {
	bytes := edgeBytes
	if t.p.Solver {
		bytes += 2
	}
	if t.p.AMAF.Kind != AMAFOff {
		bytes += 24
	}
	if t.p.Weighted != nil {
		bytes += 8
	}
	if t.p.Groups {
		bytes++
	}
	return bytes
}

// bytes is what the tree holds.
func (t *tree) bytes() int {
	return (t.edgeCount-t.idleEdges)*t.bytesAnEdge() + (t.nodeCount-t.idleNodes)*t.bytesANode()
}

// bytesANode is what a node takes, with its entries of the maps.
func (t *tree) bytesANode() int {
	bytes := nodeBytes
	if t.table != nil {
		bytes += 32
	}
	if t.together != nil {
		bytes += 64 // a few joint moves lead to each
	}
	return bytes
}

// prepare sets the limits of a search, and makes room to begin with.
func (t *tree) prepare(b Budget) {
	memory := t.p.Memory / t.share
	if t.p.Reuse {
		memory /= 2 // the tree moves into another when its root changes
	}
	t.maxEdges = max(memory/(t.bytesAnEdge()+t.bytesANode()/2), 2*t.maxMoves)
	t.maxEdges = min(t.maxEdges, math.MaxInt32/2)
	t.maxNodes = max(t.maxEdges/2, 2)
	t.budget = b.Nodes
	if b.Nodes > 0 {
		t.maxNodes = min(max(b.Nodes/t.share, 1), t.maxNodes)
	}
}

// makeRoom makes the slices at least that long.
func (s *storage) makeRoom(p *Params, nodes, edges int) {
	s.nodes = longer(s.nodes, nodes)
	s.arms = longer(s.arms, edges)
	s.moves = longer(s.moves, edges)
	s.child = longer(s.child, edges)
	if p.Solver {
		s.bounds = longer(s.bounds, edges)
	}
	if p.AMAF.Kind != AMAFOff {
		s.amaf = longer(s.amaf, edges)
	}
	if p.Weighted != nil {
		s.weights = longer(s.weights, edges)
	}
	if p.Groups {
		s.groups = longer(s.groups, edges)
	}
}

func longer[T any](s []T, n int) []T {
	if len(s) >= n {
		return s
	}
	grown := make([]T, n)
	if len(s) > 0 { // apart from make: the compiler would join them and clear the rest by hand
		copy(grown, s)
	}
	return grown
}

// hold waits until nobody else uses a tree that threads share, and release lets
// the next one use it. Each has it for a few microseconds, which is not worth
// sleeping for.
func (t *tree) hold() {
	for spins := 0; ; spins++ {
		// To look is cheap; to try takes the memory from whoever holds it.
		if !t.lock.Load() && t.lock.CompareAndSwap(false, true) {
			return
		}
		await(spins)
	}
}

// await passes a moment after having looked in vain so many times.
func await(looks int) {
	switch {
	case looks > 2000: // whoever is waited for is not running: let it
		time.Sleep(20 * time.Microsecond)
	case looks > 500:
		runtime.Gosched()
	}
}

func (t *tree) release() { t.lock.Store(false) }

// addNode makes a node with empty edges, unless the tree is full.
func (w *worker) addNode(edges int) (at int32, ok bool) {
	t, r := w.tree, w.room
	if r != nil {
		if r.node == r.nodeEnd || r.edge+edges > r.edgeEnd {
			return 0, false
		}
		at = t.initNode(r.node, r.edge, edges)
		r.node++
		r.edge += edges
		return at, true
	}
	end := t.edgeCount + edges
	if end > t.maxEdges || t.nodeCount >= t.maxNodes {
		return 0, false
	}
	if end > len(t.arms) || t.nodeCount >= len(t.nodes) {
		t.makeRoom(t.p, min(max(2*t.nodeCount, 256), t.maxNodes), min(max(2*end, 2048), t.maxEdges))
	}
	at = t.initNode(t.nodeCount, t.edgeCount, edges)
	t.nodeCount++
	t.edgeCount = end
	return at, true
}

// initNode makes a node with empty edges where there is room for it.
func (t *tree) initNode(at, first, edges int) int32 {
	end := first + edges
	clear(t.arms[first:end])
	clear(t.child[first:end])
	if t.p.Solver {
		clear(t.bounds[first:end])
	}
	if t.p.AMAF.Kind != AMAFOff {
		clear(t.amaf[first:end])
	}
	if t.p.Weighted != nil {
		clear(t.weights[first:end])
	}
	t.nodes[at] = node{first: int32(first), count: int32(edges)}
	return int32(at)
}

// edges returns the arms of a node's edges.
func (t *tree) edges(n *node) []bandit.Arm { return t.arms[n.first : n.first+n.count] }
