package extensive

import (
	"math"
	"slices"
)

// side is a game as one player's learning needs it, in sequence form: its information
// sets, each of which follows one of its own moves, and for each of its moves the ends of
// the game before which it is the player's last. What a position is worth never has to be
// known: an end counts as often as chance and the other player come to it, and
// the latter is a single number of the other's last move before it.
type side struct {
	sets []sideSet // in the order in which they are met: what follows a set is behind it
	base int32     // number of the first of the player's moves

	// Ends by move: those of the move base+k are others[rows[k]:rows[k+1]], the other player's
	// last moves before them, and pays, what the player wins there times how likely chance is.
	rows   []int32
	others []int32
	pays   []float64
}

// sideSet is an information set: its moves have the numbers from first to before end.
type sideSet struct {
	first, end int32
	before     int32 // the player's own move before; Tree.Actions if there is none
}

// sides are those of both players.
func (t *Tree) sides() [2]side {
	root := int32(t.Actions)
	after := [2][]int32{make([]int32, t.Nodes), make([]int32, t.Nodes)} // the last moves before a node
	after[0][0], after[1][0] = root, root
	for n := range t.Nodes {
		for i := range t.count[n] {
			c := t.first[n] + i
			after[0][c], after[1][c] = after[0][n], after[1][n]
			if p := t.kind[n]; p < chanceNode {
				after[p][c] = int32(t.Sets[t.set[n]].First) + i
			}
		}
	}
	var sides [2]side
	for _, s := range t.Sets {
		own := &sides[s.Player]
		before := int32(s.before)
		if s.before < 0 {
			before = root
		}
		own.sets = append(own.sets, sideSet{int32(s.First), int32(s.First + len(s.Moves)), before})
	}
	for p := range sides {
		sides[p].collect(t, after[p], after[1-p], 1-2*float64(p))
	}
	return sides
}

// collect finds the ends of all moves: those with the same moves of both players are one.
func (s *side) collect(t *Tree, own, other []int32, sign float64) {
	if len(s.sets) == 0 {
		return
	}
	type end struct {
		other int32
		pays  float64
	}
	s.base = s.sets[0].first
	ends := make([][]end, s.sets[len(s.sets)-1].end-s.base)
	for n := range t.Nodes {
		if k := int(own[n] - s.base); t.kind[n] == leafNode && k < len(ends) && t.payoff[n] != 0 {
			ends[k] = append(ends[k], end{other[n], sign * t.chance[n] * t.payoff[n]})
		}
	}
	for _, list := range ends {
		s.rows = append(s.rows, int32(len(s.others)))
		slices.SortStableFunc(list, func(a, b end) int { return int(a.other - b.other) })
		for i, e := range list {
			if i > 0 && list[i-1].other == e.other {
				s.pays[len(s.pays)-1] += e.pays
				continue
			}
			s.others, s.pays = append(s.others, e.other), append(s.pays, e.pays)
		}
	}
	s.rows = append(s.rows, int32(len(s.others)))
}

// rule is how a method adds to regrets and to the average: what regrets above and below
// zero are multiplied with, what the average so far is, and how much what is played now
// counts in it.
func (l *Learner) rule() (good, bad, faded, weight float64) {
	t := float64(l.Iterations)
	switch l.Method {
	case Plus:
		return 1, 0, 1, t
	case Linear:
		return t / (t + 1), t / (t + 1), t / (t + 1), 1
	case Discounted:
		alpha := math.Pow(t, 1.5)
		return alpha / (alpha + 1), 0.5, t / (t + 1) * t / (t + 1), 1
	}
	return 1, 1, 1, 1
}

// walk is an iteration for one player. From the last of its information sets to the first
// it finds what each move is worth against what the other plays, changes the regrets, and finds
// what is played next by regret matching; then, forwards, how likely that comes to what.
func (l *Learner) walk(p int8) {
	side := &l.sides[p]
	good, bad, faded, weight := l.rule()
	for i := len(side.sets) - 1; i >= 0; i-- {
		s := side.sets[i]
		now, worth := l.now[s.first:s.end], l.worth[s.first:s.end]
		worth = worth[:len(now)]
		v := side.weigh(s, now, worth, l.reach)
		l.worth[s.before] += v
		regrets, sums, reach := l.regrets[s.first:s.end], l.sums[s.first:s.end], l.reach[s.first:s.end]
		sum := 0.0
		for k := range now {
			sums[k] = (sums[k] + weight*reach[k]) * faded
			r := regrets[k] + (worth[k] - v)
			if worth[k] = 0; r > 0 {
				r *= good
				sum += r
			} else {
				r *= bad
			}
			regrets[k] = r
		}
		if sum == 0 {
			for k := range now {
				now[k] = 1 / float64(len(now))
			}
			continue
		}
		for k, r := range regrets {
			now[k] = max(r, 0) / sum
		}
	}
	l.worth[l.Tree.Actions] = 0
	l.arrive(p)
}

// weigh adds to the worths of a set's moves, which are those of the sets behind them so far,
// what is won where the game ends; and returns that of the set as it is played.
func (s *side) weigh(set sideSet, now, worth, reach []float64) float64 {
	rows := s.rows[set.first-s.base : set.end-s.base+1]
	v := 0.0
	for k, x := range now {
		others := s.others[rows[k]:rows[k+1]]
		pays := s.pays[rows[k]:rows[k+1]][:len(others)]
		g := worth[k]
		for i, o := range others {
			g += pays[i] * reach[o]
		}
		worth[k] = g
		v += x * g
	}
	return v
}

// arrive finds how likely a player makes all its moves up to each, if the other and chance
// let it.
func (l *Learner) arrive(p int8) {
	for _, s := range l.sides[p].sets {
		before := l.reach[s.before]
		now, reach := l.now[s.first:s.end], l.reach[s.first:s.end]
		for k, x := range now {
			reach[k] = before * x
		}
	}
}
