package mcts

import (
	"fmt"
	"math"

	"gambito/bandit"
)

// AMAF, all moves as first, also counts a move's games in which the player made
// it later. Such statistics grow fast and are biased; the kinds differ in how
// they are mixed with the move's own, whose mean is x̄ and whose visits are n:
//
//	(1 − β) x̄ + β AMAF mean
//
// The policy then sees the mixed mean.
type AMAF struct {
	Kind AMAFKind

	// Beta is the schedule of RAVE and GRAVE.
	Beta AMAFBeta

	// Weight is α of AMAFAlpha (a share), the bias of LeastError and k of
	// HandSelected (the visits at which both weigh about the same).
	Weight float64

	// Reference is how many visits a position needs for GRAVE to use its own
	// statistics, and not those of a position above it.
	Reference int
}

// AMAFKind is how AMAF statistics are used.
type AMAFKind int

// The kinds, with their β. With a Reference of 0 GRAVE is RAVE.
const (
	AMAFOff   AMAFKind = iota
	AMAFOnly           // β = 1 (Brügmann, Monte Carlo Go, 1993)
	AMAFAlpha          // β = α (Helmbold and Parker-Wood, All-Moves-As-First Heuristics in Monte-Carlo Go, 2009)
	RAVE               // β falls with visits (Gelly and Silver, Combining Online and Offline Knowledge in UCT, 2007)
	GRAVE              // likewise, with statistics of positions above (Cazenave, Generalized Rapid Action Value Estimation, 2015)
)

// AMAFBeta is how β falls.
type AMAFBeta int

// The schedules, n a move's visits, m its AMAF visits, N the visits of the position.
const (
	LeastError   AMAFBeta = iota // β = m / (m + n + bias·m·n) (Gelly and Silver, Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer Go, 2011; Cazenave 2015)
	HandSelected                 // β = √(k / (3N + k)) (Gelly and Silver 2007)
)

func (p *Params) checkAMAF(of traits) error {
	if of.together && p.AMAF.Kind != AMAFOff {
		return fmt.Errorf("AMAF statistics need players who move in turn, which those of %s do not", of.id)
	}
	return nil
}

// amafMarks is what a worker needs to count and to use AMAF statistics.
type amafMarks struct {
	on    bool
	kind  AMAFKind
	stamp uint32
	seen  [][]uint32 // by player and slot: the stamp of the walk that made the move

	refs []reference // with GRAVE, by player
}

// reference has the AMAF statistics of one player from the last position with
// enough visits in which the player was to move.
type reference struct {
	set     bool
	arms    []bandit.Arm // by slot
	marked  []uint32     // by slot: the stamp with which arms was written
	written uint32
}

func (a *amafMarks) init(players int, p *AMAF) {
	a.kind = p.Kind
	a.on = p.Kind != AMAFOff
	if !a.on {
		return
	}
	a.seen = make([][]uint32, players)
	for i := range a.seen {
		a.seen[i] = make([]uint32, moveSlots)
	}
	if p.Kind == GRAVE {
		a.refs = make([]reference, players)
		for i := range a.refs {
			a.refs[i] = reference{arms: make([]bandit.Arm, moveSlots), marked: make([]uint32, moveSlots)}
		}
	}
}

// next returns a stamp that no slot carries.
func next(stamp *uint32, slots ...[]uint32) uint32 {
	*stamp++
	if *stamp == 0 {
		for _, s := range slots {
			clear(s)
		}
		*stamp = 1
	}
	return *stamp
}

// forget begins a new walk.
func (a *amafMarks) forget() {
	for i := range a.refs {
		a.refs[i].set = false
	}
}

// backupAMAF counts the simulation for every edge along the path whose move the
// same player made there or further on.
func (w *worker) backupAMAF() {
	t, a := w.tree, &w.amaf
	stamp := next(&a.stamp, a.seen...)
	// The sequence has all choices of players; chance's steps are not in it.
	at := len(w.sequence)
	steps := 0
	for _, st := range w.path {
		if t.nodes[st.node].turn >= 0 {
			steps++
		}
	}
	for at > steps {
		at--
		s := w.sequence[at]
		a.seen[s.player][slot(s.move)] = stamp
	}
	for i := len(w.path) - 1; i >= 0; i-- {
		n := &t.nodes[w.path[i].node]
		if n.turn < 0 {
			continue
		}
		at--
		s := w.sequence[at]
		seen := a.seen[s.player]
		seen[slot(s.move)] = stamp
		for e := n.first; e < n.first+n.count; e++ {
			if seen[slot(t.moves[e])] == stamp {
				t.amaf[e].Add(w.rewards[n.turn])
			}
		}
	}
}

// mixAMAF changes the arms of some edges of a node to the mixed means. An edge
// that was not tried becomes an arm with one visit of its AMAF mean, or of a
// win if there is none.
func (w *worker) mixAMAF(n *node, arms []bandit.Arm, edges []int32) {
	t, a, p := w.tree, &w.amaf, &w.of(n.turn).AMAF
	var ref *reference // where it is not the node itself
	if a.kind == GRAVE && p.Reference > 0 {
		if ref = &a.refs[n.turn]; !ref.set || int(n.visits) >= p.Reference {
			ref.read(t, n)
			ref = nil
		}
	}
	visits := float64(n.visits)
	for i := range arms {
		arm, amaf := &arms[i], t.amaf[edges[i]]
		if ref != nil {
			amaf = bandit.Arm{}
			if s := slot(t.moves[edges[i]]); ref.marked[s] == ref.written {
				amaf = ref.arms[s]
			}
		}
		if arm.N == 0 {
			arm.N, arm.Sum = 1, w.p.Rewards.Win
			if amaf.N > 0 {
				arm.Sum = amaf.Mean()
			}
			arm.SumSq = arm.Sum * arm.Sum
			continue
		}
		if amaf.N == 0 {
			continue
		}
		n, m := float64(arm.N), float64(amaf.N)
		beta := 1.0
		switch {
		case a.kind == AMAFAlpha:
			beta = p.Weight
		case a.kind == AMAFOnly:
		case p.Beta == HandSelected:
			beta = math.Sqrt(p.Weight / (3*visits + p.Weight))
		default:
			beta = m / (m + n + p.Weight*m*n)
		}
		arm.Sum = (1-beta)*arm.Sum + beta*amaf.Mean()*n
		arm.SumSq = (1-beta)*arm.SumSq + beta*amaf.SumSq/m*n
	}
}

// read makes a node the one whose AMAF statistics are used from here on down.
func (r *reference) read(t *tree, n *node) {
	r.set = true
	stamp := next(&r.written, r.marked)
	for e := n.first; e < n.first+n.count; e++ {
		s := slot(t.moves[e])
		r.arms[s], r.marked[s] = t.amaf[e], stamp
	}
}
