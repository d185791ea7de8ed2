package mcts

import (
	"gambito/bandit"
	"gambito/game"
)

// A thread of a plain search claims a position that is not visited often, makes
// several simulations that begin there, as if the tree were its own, and only
// then carries their rewards to the root. What all threads read and write, the
// busy top of the tree, each of them holds for two short moments a claim.
//
// Law: a claimed position and what lies below it belongs to one thread. Every
// walk that reaches it enters by way of positions at the top, then by the one
// that is claimed: positions at the top stay there, whoever comes to another
// has to claim it, and none has two parents.

const (
	// A position joins the top with this share of the root's visits, between
	// two limits.
	topShare, topLeast, topMost = 64, 32, 2048

	// A claim is for a simulation for every so many visits of the position,
	// but not for many: the policy should have its say at the top.
	claimVisits, claimMost = 4, 16

	// Room in the tree is handed out for this many claims.
	roomClaims = 4
)

// claims reports whether threads make claims in a search: some options read or
// write more of the tree than a claim covers.
func (s *Search) claims(b Budget) bool {
	p := &s.p
	return p.shared() && !p.judges() && b.Nodes == 0 && s.workers[0].joint == nil &&
		!p.Transpositions && !p.Solver && p.AMAF.Kind == AMAFOff && p.Weighted == nil
}

// room is a part of the tree that is a thread's own to make nodes in.
type room struct {
	node, nodeEnd int
	edge, edgeEnd int
}

// claim is a position that a thread has for a while.
type claim struct {
	node     int32      // −1 if it is not in the tree
	state    game.State // there
	path     []step     // from the root
	sequence []played   // likewise
	room     room

	simulations int
	sum, sumSq  []float64 // of their rewards, by player
}

func newClaim(g game.Game, players int) *claim {
	return &claim{state: g.New(), sum: make([]float64, players), sumSq: make([]float64, players)}
}

// runClaims is run for a thread that makes claims.
func (w *worker) runClaims(l *limits, most int) {
	t, c := w.tree, w.claim
	t.hold()
	w.room = &c.room
	defer func() {
		t.giveBack(w.room)
		w.room, w.start, w.from, w.above = nil, 0, w.search.root, 0
		t.release()
	}()
	clock, missed := clock{every: 1}, 0
	for most == 0 || w.simulations < most {
		if t.crowded || w.simulations > 0 && clock.due() && l.over() || w.perfect() {
			return
		}
		l.tell(w)
		if !t.reserve(w.room) {
			t.crowded = true
			return
		}
		entered := w.enter(atMost(claimMost, most, w.simulations))
		t.release()
		if entered {
			missed = 0
			w.simulateClaim()
			t.hold()
			w.leave()
		} else { // somebody has the position: what it finds may lead elsewhere
			missed++
			await(missed)
			t.hold()
		}
	}
}

// enter walks from the root to a position that is not at the top and claims it
// for at most so many simulations, unless it is claimed already. A move that
// leads out of the tree is not claimed, and gets one.
func (w *worker) enter(most int) bool {
	t, c := w.tree, w.claim
	if t.nodes[0].claimed { // even its visits are somebody's own
		return false
	}
	w.state.CopyFrom(w.search.root)
	w.sequence, c.path = w.sequence[:0], c.path[:0]
	c.node, c.simulations = 0, 1
	topFrom := min(max(t.nodes[0].visits/topShare, topLeast), topMost)
	for {
		n := &t.nodes[c.node]
		if n.claimed {
			return false
		}
		if n.top = n.top || n.visits >= topFrom; !n.top {
			n.claimed = true
			c.simulations = min(1+int(n.visits)/claimVisits, most)
			break
		}
		e, _ := w.choose(n, len(c.path))
		c.path = append(c.path, step{node: c.node, edge: e})
		w.playFrom(n, t.moves[e])
		next := t.child[e]
		if next == 0 && int(t.arms[e].N) >= w.p.Visits {
			next, _ = w.expandChild(e)
		}
		if c.node = next; next == 0 {
			c.node = -1
			break
		}
	}
	c.state.CopyFrom(w.state)
	c.sequence = append(c.sequence[:0], w.sequence...)
	virtual := c.simulations * w.p.VirtualLoss
	for _, st := range c.path {
		t.nodes[st.node].visits += int32(virtual)
		addRewards(&t.arms[st.edge], virtual, float64(virtual)*w.p.Rewards.Loss, 0)
	}
	return true
}

// simulateClaim runs the simulations of a claim.
func (w *worker) simulateClaim() {
	c := w.claim
	clear(c.sum)
	clear(c.sumSq)
	w.start, w.from, w.above = c.node, c.state, len(c.path)
	for range c.simulations {
		w.simulate()
		for p, reward := range w.rewards {
			c.sum[p] += reward
			c.sumSq[p] += reward * reward
		}
	}
}

// leave counts the rewards of a claim on the way to it, and ends it.
func (w *worker) leave() {
	t, c := w.tree, w.claim
	virtual := c.simulations * w.p.VirtualLoss
	for _, st := range c.path {
		n, arm := &t.nodes[st.node], &t.arms[st.edge]
		n.visits += int32(c.simulations - virtual)
		addRewards(arm, -virtual, -float64(virtual)*w.p.Rewards.Loss, 0)
		if n.turn >= 0 {
			addRewards(arm, c.simulations, c.sum[n.turn], c.sumSq[n.turn])
		} else {
			addRewards(arm, c.simulations, 0, 0)
		}
	}
	if c.node >= 0 {
		t.nodes[c.node].claimed = false
	}
}

// reserve sees to it that there is room for a claim, or as much as the limits of
// the tree allow. It reports false if the tree has to be made larger first.
func (t *tree) reserve(r *room) bool {
	nodes, edges := claimMost+1, (claimMost+1)*t.maxMoves
	if r.nodeEnd-r.node >= nodes && r.edgeEnd-r.edge >= edges {
		return true
	}
	nodeEnd := min(t.nodeCount+roomClaims*nodes, t.maxNodes)
	edgeEnd := min(t.edgeCount+roomClaims*edges, t.maxEdges)
	if nodeEnd > len(t.nodes) || edgeEnd > len(t.arms) {
		return false
	}
	t.giveBack(r)
	*r = room{t.nodeCount, nodeEnd, t.edgeCount, edgeEnd}
	clear(t.nodes[r.node:r.nodeEnd])
	t.nodeCount, t.edgeCount = nodeEnd, edgeEnd
	return true
}

// giveBack takes room that is not used. If it is not the last of the tree it
// lies idle.
func (t *tree) giveBack(r *room) {
	if r.nodeEnd == t.nodeCount && r.edgeEnd == t.edgeCount {
		t.nodeCount, t.edgeCount = r.node, r.edge
	} else {
		t.idleNodes += r.nodeEnd - r.node
		t.idleEdges += r.edgeEnd - r.edge
	}
	*r = room{}
}

// enlarge makes room for twice as many nodes and edges as there are, as far as
// the limits allow, and for every thread to have some. Nobody may use the tree.
func (t *tree) enlarge() {
	least := (t.p.Threads + 1) * roomClaims * (claimMost + 1)
	t.makeRoom(t.p, min(2*t.nodeCount+least, t.maxNodes), min(2*t.edgeCount+least*t.maxMoves, t.maxEdges))
	t.crowded = false
}

func addRewards(a *bandit.Arm, n int, sum, sumSq float64) {
	a.N += int32(n)
	a.Sum += sum
	a.SumSq += sumSq
}
