package mcts

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"time"

	"gambito/bandit"
	"gambito/game"
)

// Final is the rule that picks the move to play from the root's statistics.
type Final int

// The rules. Of equal moves the one with more visits is taken, then the one
// with the lower number.
const (
	Robust    Final = iota // most visits
	Max                    // greatest sum of rewards above those of losses
	MaxRobust              // both; the search goes on until one move has them
	Mean                   // greatest mean reward
	ByPolicy               // what the policy would pull next
	Average                // drawn as often as it was visited, what a policy explored taken off
)

// FinalNames are the rules by name.
var FinalNames = map[string]Final{"robust": Robust, "max": Max, "max-robust": MaxRobust, "mean": Mean, "policy": ByPolicy, "average": Average}

func (p *Params) checkFinal(traits) error {
	if p.Final == ByPolicy && p.Policy == nil {
		return errors.New("a policy with weights of its own has no say in the final move")
	}
	return nil
}

// Result is what a search has found.
type Result struct {
	Move        game.Move
	Value       float64     // expected score of the player, by the mean reward of the move
	Moves       []MoveStats // those considered, the most visited first
	PV          []game.Move // the most visited moves from the root on
	Simulations int         // of this search
	Reused      int         // visits that the root had before
	Nodes       int         // expanded positions in the tree
	Edges       int         // their moves
	Bytes       int         // what the tree takes
	Depth       int         // of the deepest walk
	Proven      bool        // the move's score is proven

	// Improved is, of a knockout, how likely each of Moves should be according
	// to what was found: what a network should learn.
	Improved []float64

	Time time.Duration
}

// MoveStats is what a search has seen of a move.
type MoveStats struct {
	Move   game.Move
	Visits int
	Value  float64 // expected score, by the mean reward; meaningless without visits
	Sigma  float64 // its standard error, as if all visits were independent
	Prior  float64 // probability of being best, given beforehand; 0 if the policy reads none
	Proven bool    // Value is exact
	arm    bandit.Arm
	bounds bounds
	noise  float64 // of a knockout
}

// result reads the root, and the best games of these workers.
func (s *Search) result(workers []*worker) Result {
	r := Result{Simulations: s.simulations, Reused: s.reused, Depth: s.depth, Moves: s.rootMoves()}
	for _, t := range s.trees {
		r.Nodes += t.nodeCount - t.idleNodes
		r.Edges += t.edgeCount - t.idleEdges
		r.Bytes += t.bytes()
	}
	best := s.final(r.Moves)
	if s.p.Gumbel != nil {
		best = s.knockout.winner(r.Moves, best)
	}
	r.Move, r.Value, r.Proven = r.Moves[best].Move, r.Moves[best].Value, r.Moves[best].Proven
	slices.SortStableFunc(r.Moves, func(a, b MoveStats) int { return cmp.Compare(b.Visits, a.Visits) })
	if s.p.Gumbel != nil {
		r.Improved = s.knockout.improved(r.Moves)
	}
	r.PV = s.tree.principal(r.Move)
	if l := bestLine(workers); l != nil {
		r.Move, r.Value, r.PV = l.moves[0], l.score, slices.Clone(l.moves)
	}
	return r
}

// rootMoves adds up what the trees know of the searching player's moves, which
// it returns in ascending order.
func (s *Search) rootMoves() []MoveStats {
	var moves []MoveStats
	for _, t := range s.trees {
		for _, e := range t.rootEdges(s.seat) {
			i, known := slices.BinarySearchFunc(moves, t.moves[e], func(m MoveStats, move game.Move) int { return cmp.Compare(m.Move, move) })
			if !known {
				moves = slices.Insert(moves, i, MoveStats{Move: t.moves[e], bounds: bounds{-1, 1}})
			}
			m, arm := &moves[i], t.arms[e]
			m.arm.N += arm.N
			m.arm.Sum += arm.Sum
			m.arm.SumSq += arm.SumSq
			m.arm.Prior = arm.Prior
			if s.p.Gumbel != nil {
				m.noise = s.knockout.noise[e-t.nodes[0].first]
			}
			if s.p.Solver {
				m.bounds.low, m.bounds.high = max(m.bounds.low, t.bounds[e].low), min(m.bounds.high, t.bounds[e].high)
			}
		}
	}
	scale := 2 / (s.p.Rewards.Win - s.p.Rewards.Loss)
	for i := range moves {
		m := &moves[i]
		m.Visits, m.Prior = int(m.arm.N), float64(m.arm.Prior)
		if m.Visits > 0 {
			m.Value = s.p.Rewards.score(m.arm.Mean())
			m.Sigma = scale * math.Sqrt(m.arm.Variance()/float64(m.Visits))
		}
		if m.bounds.proven() {
			m.Value, m.Sigma, m.Proven = float64(m.bounds.low), 0, true
		}
	}
	return moves
}

// rootEdges are the edges of a player's moves at the root.
func (t *tree) rootEdges(p game.Player) []int32 {
	n := &t.nodes[0]
	from, end := n.first, n.first+n.count
	if n.turn == game.Together {
		if p > 0 {
			from = n.first + t.splitOf(n, int(p)-1)
		}
		end = n.first + t.splitOf(n, int(p))
	}
	edges := make([]int32, 0, end-from)
	for e := from; e < end; e++ {
		edges = append(edges, e)
	}
	return edges
}

// final returns the index of the move to play: one that is proven to win if
// there is any, none that is proven worse than another.
func (s *Search) final(moves []MoveStats) int {
	low := int8(-1)
	for _, m := range moves {
		low = max(low, m.bounds.low)
	}
	var open []int // those that may be best
	for i, m := range moves {
		if m.bounds.high > low || m.bounds.low == low && m.bounds.high == low {
			open = append(open, i)
		}
	}
	if notLost := slices.DeleteFunc(slices.Clone(open), func(i int) bool { return moves[i].bounds.high < 0 }); len(notLost) > 0 {
		open = notLost
	}
	if low == 1 {
		open = slices.DeleteFunc(open, func(i int) bool { return moves[i].bounds.low < 1 })
	}
	tried := slices.DeleteFunc(slices.Clone(open), func(i int) bool { return moves[i].Visits == 0 })
	if len(tried) == 0 {
		return open[0]
	}
	if s.p.Final == ByPolicy && s.p.Policy != nil {
		arms := make([]bandit.Arm, len(tried))
		for k, i := range tried {
			arms[k] = moves[i].arm
		}
		return tried[s.p.Policy.Select(arms, bandit.Context{Total: s.visits(), K: len(moves), Own: true}, s.workers[0].r)]
	}
	if s.p.Final == Average {
		visits := make([]float64, len(moves))
		for _, i := range tried {
			visits[i] = float64(moves[i].Visits)
		}
		return Draw(s.p.average(visits), 1, s.workers[0].r)
	}
	return slices.MaxFunc(tried, func(a, b int) int {
		x, y := &moves[a], &moves[b]
		return cmp.Or(cmp.Compare(s.merit(x), s.merit(y)), cmp.Compare(x.Visits, y.Visits))
	})
}

// average is how likely moves are by their visits. A policy that explores draws some share of
// them alike; without it they are what it has come to.
func (p *Params) average(visits []float64) []float64 {
	sum := 0.0
	for _, n := range visits {
		sum += n
	}
	share := 0.0
	if e, ok := p.Weighted.(bandit.Exploring); ok {
		share = e.Explores() / float64(len(visits))
	}
	shares, left := make([]float64, len(visits)), 0.0
	for i, n := range visits {
		shares[i] = max(n/sum-share, 0)
		left += shares[i]
	}
	for i := range shares {
		if shares[i] /= left; left == 0 { // all were visited alike
			shares[i] = visits[i] / sum
		}
	}
	return shares
}

// merit is what the final rule compares. A proven score counts as its reward.
func (s *Search) merit(m *MoveStats) float64 {
	switch s.p.Final {
	case Max, MaxRobust:
		return s.gain(m)
	case Mean:
		if m.Proven {
			return s.p.Rewards.of(float64(m.bounds.low))
		}
		return m.arm.Mean()
	}
	return float64(m.Visits)
}

// gain is the sum of rewards above those of losses: with rewards from 0 on the
// number of wins.
func (s *Search) gain(m *MoveStats) float64 {
	return m.arm.Sum - s.p.Rewards.Loss*float64(m.arm.N)
}

// visits of the root in all trees.
func (s *Search) visits() int {
	sum := 0
	for _, t := range s.trees {
		sum += int(t.nodes[0].visits)
	}
	return sum
}

// settle goes on in steps of a tenth of the search, for at most FinalLimit times as many
// simulations again, until the move with the greatest gain is the one with the
// most visits. A search without a limit of simulations has had its time.
func (s *Search) settle(l *limits) {
	total := l.budget.Simulations
	l.budget.Simulations = max(total/10, min(total, len(s.workers)))
	most := total
	if s.p.FinalLimit > 0 {
		most = int(s.p.FinalLimit * float64(total))
	}
	for left := most; left >= l.budget.Simulations && left > 0; left -= l.budget.Simulations {
		moves := s.rootMoves()
		by := func(value func(m MoveStats) float64) int {
			best := 0
			for i := range moves {
				if value(moves[i]) > value(moves[best]) {
					best = i
				}
			}
			return best
		}
		if by(func(m MoveStats) float64 { return s.gain(&m) }) == by(func(m MoveStats) float64 { return float64(m.Visits) }) {
			return
		}
		s.work(l)
	}
}

// PV is the moves that the latest search expects if the searching player begins with
// first.
func (s *Search) PV(first game.Move) []game.Move { return s.tree.principal(first) }

// principal is the most visited way on after a first move. Joint moves end it.
func (t *tree) principal(first game.Move) []game.Move {
	pv := []game.Move{first}
	n := &t.nodes[0]
	if n.turn < 0 || n.order >= 0 {
		return pv
	}
	e := int32(slices.Index(t.moves[n.first:n.first+n.count], first))
	for e >= 0 {
		child := t.child[n.first+e]
		if child == 0 || len(pv) > 100 {
			break
		}
		n = &t.nodes[child]
		if n.claimed || n.turn == game.Together || n.order >= 0 || n.visits == 0 {
			break
		}
		arms := t.edges(n)
		e = 0
		for i := range arms {
			if arms[i].N > arms[e].N {
				e = int32(i)
			}
		}
		if arms[e].N == 0 {
			break
		}
		pv = append(pv, t.moves[n.first+e])
	}
	return pv
}
