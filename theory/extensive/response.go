package extensive

import "gambito/game"

// Respond finds the best reply of a player to a strategy of the other, and what it
// wins that player on average. The other's part of the strategy is kept.
func (t *Tree) Respond(p game.Player, against Strategy) (Strategy, float64) {
	r := responder{tree: t, player: int8(p), reach: t.reached(1-p, against), chosen: make([]int32, len(t.Sets)), values: make([]float64, t.Nodes), known: make([]bool, t.Nodes)}
	r.against = against
	for i := range r.chosen {
		r.chosen[i] = -1
	}
	value := r.value(0)
	reply := append(Strategy(nil), against...)
	for i, set := range t.Sets {
		if set.Player != p {
			continue
		}
		for k := range set.Moves {
			reply[set.First+k] = 0
		}
		reply[set.First+int(r.choose(int32(i)))] = 1
	}
	return reply, value
}

// Reply is the best reply to a strategy, of both players: what each does best against the
// other's part of it.
func (t *Tree) Reply(against Strategy) Strategy {
	reply, _ := t.Respond(0, against)
	second, _ := t.Respond(1, against)
	for _, set := range t.Sets {
		if set.Player == 1 {
			copy(reply[set.First:set.First+len(set.Moves)], second[set.First:])
		}
	}
	return reply
}

// Exploitability is how much a strategy gives away: the mean of what best replies win
// against either side of it. It is 0 of an equilibrium.
func (t *Tree) Exploitability(s Strategy) float64 {
	_, first := t.Respond(0, s)
	_, second := t.Respond(1, s)
	return (first + second) / 2
}

// reached is, for every node, the probability that chance and a player do what leads there.
func (t *Tree) reached(p game.Player, s Strategy) []float64 {
	reach := make([]float64, t.Nodes)
	reach[0] = 1
	for n := range t.Nodes {
		for i := range t.count[n] {
			c := t.first[n] + i
			reach[c] = reach[n] * t.drawn[c]
			if t.kind[n] == int8(p) {
				reach[c] *= s[t.Sets[t.set[n]].First+int(i)]
			}
		}
	}
	return reach
}

// responder looks for a best reply. What to do at an information set depends on what
// comes after it only: nobody forgets, so the recursion ends.
type responder struct {
	tree    *Tree
	player  int8
	against Strategy
	reach   []float64 // by chance and the other player
	chosen  []int32   // by set, -1 while it is not known
	values  []float64 // by node
	known   []bool
}

// value is what a node is worth to the player who replies.
func (r *responder) value(n int32) float64 {
	if r.known[n] {
		return r.values[n]
	}
	t, v := r.tree, 0.0
	switch t.kind[n] {
	case leafNode:
		if v = t.payoff[n]; r.player == 1 {
			v = -v
		}
	case chanceNode:
		for c := t.first[n]; c < t.first[n]+t.count[n]; c++ {
			v += t.drawn[c] * r.value(c)
		}
	case r.player:
		v = r.value(t.first[n] + r.choose(t.set[n]))
	default:
		at := t.Sets[t.set[n]].First
		for i := range t.count[n] {
			if p := r.against[at+int(i)]; p > 0 {
				v += p * r.value(t.first[n]+i)
			}
		}
	}
	r.values[n], r.known[n] = v, true
	return v
}

// choose is the move of an information set that wins most over all of its positions, as
// likely as the other player makes them; the first of those that tie.
func (r *responder) choose(set int32) int32 {
	if r.chosen[set] >= 0 {
		return r.chosen[set]
	}
	s := &r.tree.Sets[set]
	best, most := int32(0), 0.0
	for i := range s.Moves {
		sum := 0.0
		for _, n := range s.nodes {
			if r.reach[n] > 0 {
				sum += r.reach[n] * r.value(r.tree.first[n]+int32(i))
			}
		}
		if i == 0 || sum > most {
			best, most = int32(i), sum
		}
	}
	r.chosen[set] = best
	return best
}
