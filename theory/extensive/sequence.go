package extensive

import (
	"context"
	"fmt"
	"math/big"

	"gambito/theory"
)

// Equilibrium is a solution of a game: what player 0 wins on average if both play well,
// and strategies that guarantee it, a probability for every move.
type Equilibrium struct {
	Value    *big.Rat
	Strategy []*big.Rat

	Subgames int // that were solved one after the other
	Largest  int // how many sequences of moves of both players one of them has at most
}

// Floats is the strategy, rounded.
func (e Equilibrium) Floats() Strategy {
	s := make(Strategy, len(e.Strategy))
	for i, x := range e.Strategy {
		s[i], _ = x.Float64()
	}
	return s
}

// Equilibrium solves the game exactly, by linear programming in sequence form (Koller,
// Megiddo and von Stengel, 1996): the unknowns are how likely a player makes all its moves
// up to some move, which makes what it wins a sum. Wherever a position is seen by both in
// the end, so that everything below it is a game of its own, that is solved
// first and stands for its value. Where its own strategy never leads a player does what is best
// against the other's.
func (t *Tree) Equilibrium(ctx context.Context, tell func(pivots int)) (Equilibrium, error) {
	s := sequences{tree: t, worth: make([]*big.Rat, t.Nodes), result: Equilibrium{Strategy: make([]*big.Rat, t.Actions)}}
	roots := t.subgames()
	for n := int32(t.Nodes) - 1; n >= 0; n-- {
		switch {
		case t.kind[n] == leafNode:
			s.worth[n] = theory.Fraction(t.payoff[n])
		case roots[n]:
			if ctx.Err() != nil {
				return Equilibrium{}, ctx.Err()
			}
			if err := s.solve(ctx, n, tell); err != nil {
				return Equilibrium{}, err
			}
		}
	}
	s.result.Value = s.worth[0]
	s.complete()
	return s.result, nil
}

// complete says what players do where their own strategies never lead.
func (s *sequences) complete() {
	t := s.tree
	known := t.Uniform()
	for i, x := range s.result.Strategy {
		if x != nil {
			known[i], _ = x.Float64()
		}
	}
	var replies [2]Strategy
	for i := range t.Sets {
		set := &t.Sets[i]
		if s.result.Strategy[set.First] != nil {
			continue
		}
		if replies[set.Player] == nil {
			replies[set.Player], _ = t.Respond(set.Player, known)
		}
		for k := range set.Moves {
			s.result.Strategy[set.First+k] = theory.Fraction(replies[set.Player][set.First+k])
		}
	}
}

// subgames reports of every node whether what follows it is a game of its own: no
// information set has positions both there and elsewhere.
func (t *Tree) subgames() []bool {
	parent, depth := make([]int32, t.Nodes), make([]int32, t.Nodes)
	for n := range int32(t.Nodes) {
		for c := t.first[n]; c < t.first[n]+t.count[n]; c++ {
			parent[c], depth[c] = n, depth[n]+1
		}
	}
	highest := make([]int32, t.Nodes) // the least depth at which the sets of a node and below are joined
	for n := range highest {
		highest[n] = depth[n]
	}
	for _, set := range t.Sets {
		top := set.nodes[0]
		for _, n := range set.nodes[1:] {
			for top != n {
				if depth[top] < depth[n] {
					n = parent[n]
				} else {
					top = parent[top]
				}
			}
		}
		for _, n := range set.nodes {
			highest[n] = min(highest[n], depth[top])
		}
	}
	roots := make([]bool, t.Nodes)
	for n := int32(t.Nodes) - 1; n >= 0; n-- {
		roots[n] = t.kind[n] != leafNode && highest[n] == depth[n]
		if n > 0 {
			highest[parent[n]] = min(highest[parent[n]], highest[n])
		}
	}
	return roots
}

// sequences solves subgame after subgame.
type sequences struct {
	tree   *Tree
	worth  []*big.Rat // of leaves and of subgames that are solved
	result Equilibrium
}

// solve solves the game that begins at a node.
func (s *sequences) solve(ctx context.Context, n int32, tell func(int)) error {
	t := s.tree
	s.result.Subgames++
	if s.simple(n) {
		return nil
	}
	f := form{sequences: s, sets: map[int32]*formSet{}, one: big.NewRat(1, 1)}
	f.collect(n, f.one, [2]int{-1, -1})
	rows, columns := f.size()
	if s.result.Largest = max(s.result.Largest, rows, columns); rows*columns > theory.MaxCells {
		return fmt.Errorf("%s has a part with %d by %d sequences: it is too large to be solved exactly, but `gambito train` comes near", t.Game.Info().ID, rows, columns)
	}
	o, err := f.programme().Maximise(ctx, tell)
	if err != nil {
		return fmt.Errorf("%s: %w, but `gambito train` comes near", t.Game.Info().ID, err)
	}
	f.read(o)
	s.worth[n] = o.Value.Sub(o.Value, f.shift)
	return nil
}

// simple finds what a node is worth whose children are known: the mean, or the best for
// who moves.
func (s *sequences) simple(n int32) bool {
	t := s.tree
	children := s.worth[t.first[n] : t.first[n]+t.count[n]]
	for _, c := range children {
		if c == nil {
			return false
		}
	}
	if t.kind[n] == chanceNode {
		sum, product := new(big.Rat), new(big.Rat)
		for i, c := range children {
			sum.Add(sum, product.Mul(theory.Fraction(t.drawn[t.first[n]+int32(i)]), c))
		}
		s.worth[n] = sum
		return true
	}
	best := 0
	for i, c := range children {
		if order := c.Cmp(children[best]); order > 0 && t.kind[n] == 0 || order < 0 && t.kind[n] == 1 {
			best = i
		}
	}
	first := t.Sets[t.set[n]].First
	for i := range children {
		s.result.Strategy[first+i] = new(big.Rat)
	}
	s.result.Strategy[first+best].SetInt64(1)
	s.worth[n] = children[best]
	return true
}

// form is a game in sequence form. A sequence of a player is its latest move and all before
// it; -1 is that of nothing done yet, which has the probability 1.
type form struct {
	*sequences
	sets   map[int32]*formSet
	order  [2][]*formSet // by player, as they are met
	counts [2]int        // sequences of each player
	leaves []formLeaf
	shift  *big.Rat // added to all that can be won, so that it is positive
	one    *big.Rat
}

// formSet is an information set: its moves are the sequences from first on.
type formSet struct {
	set, before, first, number int
	moves                      int
}

// formLeaf is where a game ends: after which sequences, what player 0 wins and how likely
// chance lets it come to that.
type formLeaf struct {
	after  [2]int
	worth  *big.Rat
	chance *big.Rat
}

// collect walks the positions.
func (f *form) collect(n int32, chance *big.Rat, after [2]int) {
	t := f.tree
	if w := f.worth[n]; w != nil {
		if chance.Sign() > 0 {
			f.leaves = append(f.leaves, formLeaf{after, w, chance})
		}
		return
	}
	kind := t.kind[n]
	if kind == chanceNode {
		for c := t.first[n]; c < t.first[n]+t.count[n]; c++ {
			f.collect(c, new(big.Rat).Mul(chance, theory.Fraction(t.drawn[c])), after)
		}
		return
	}
	if t.count[n] == 1 { // nothing to decide
		f.collect(t.first[n], chance, after)
		return
	}
	set := f.sets[t.set[n]]
	if set == nil {
		set = &formSet{set: int(t.set[n]), before: after[kind], first: f.counts[kind], number: len(f.order[kind]), moves: int(t.count[n])}
		f.counts[kind] += set.moves
		f.order[kind] = append(f.order[kind], set)
		f.sets[t.set[n]] = set
	}
	for i := range int(t.count[n]) {
		next := after
		next[kind] = set.first + i
		f.collect(t.first[n]+int32(i), chance, next)
	}
}

// size is that of the programme: rows for the sets of player 0 and the sequences of
// player 1, columns for the sequences of player 0 and the sets of player 1.
func (f *form) size() (rows, columns int) {
	return len(f.order[0]) + f.counts[1], f.counts[0] + len(f.order[1])
}

// programme is that of player 0, who wants its worst case to be best. Unknowns are the
// probabilities x of its sequences and what player 1 lets it win from each of its sets on, q:
//
//	the moves of a set of player 0:  Σ x ≤ x of what is before it
//	each sequence of player 1:       q of its set ≤ what it leads to at once, by x, + Σ q of the sets that follow
//
// Since everything that can be won is positive, no x is less than it may be for any gain, and no q
// negative; and 0 keeps all bounds. The dual solution is the plan of player 1.
func (f *form) programme() *theory.Programme {
	least := f.leaves[0].worth
	for _, leaf := range f.leaves {
		if leaf.worth.Cmp(least) < 0 {
			least = leaf.worth
		}
	}
	f.shift = new(big.Rat).Sub(f.one, least)
	rows, columns := f.size()
	p := &theory.Programme{Columns: make([][]theory.Term, columns)}
	for range rows {
		p.Bounds = append(p.Bounds, new(big.Rat))
	}
	for range columns {
		p.Gains = append(p.Gains, new(big.Rat))
	}
	minus, sets := big.NewRat(-1, 1), len(f.order[0])
	add := func(column, row int, value *big.Rat) {
		p.Columns[column] = append(p.Columns[column], theory.Term{Row: row, Value: value})
	}
	for row, set := range f.order[0] {
		for i := range set.moves {
			add(set.first+i, row, f.one)
		}
		if set.before < 0 {
			p.Bounds[row] = f.one
		} else {
			add(set.before, row, minus)
		}
	}
	for number, set := range f.order[1] {
		column := f.counts[0] + number
		for i := range set.moves {
			add(column, sets+set.first+i, f.one)
		}
		if set.before < 0 {
			p.Gains[column] = f.one
		} else {
			add(column, sets+set.before, minus)
		}
	}
	f.pay(p, sets)
	return p
}

// pay adds what is won at the ends, summed over those of equal sequences.
func (f *form) pay(p *theory.Programme, sets int) {
	sums := map[[2]int]*big.Rat{}
	var order [][2]int
	product := new(big.Rat)
	for _, leaf := range f.leaves {
		sum := sums[leaf.after]
		if sum == nil {
			sum = new(big.Rat)
			sums[leaf.after] = sum
			order = append(order, leaf.after)
		}
		sum.Add(sum, product.Mul(product.Add(leaf.worth, f.shift), leaf.chance))
	}
	for _, after := range order {
		sum := sums[after]
		switch own, other := after[0], after[1]; {
		case own >= 0 && other >= 0:
			p.Columns[own] = append(p.Columns[own], theory.Term{Row: sets + other, Value: new(big.Rat).Neg(sum)})
		case own >= 0:
			p.Gains[own] = new(big.Rat).Add(p.Gains[own], sum)
		case other >= 0:
			p.Bounds[sets+other] = new(big.Rat).Add(p.Bounds[sets+other], sum)
		}
	}
}

// read takes the strategies from a solution: of each set to which a plan leads the shares
// of its moves.
func (f *form) read(o theory.Optimum) {
	plans := [2][]*big.Rat{o.X[:f.counts[0]], o.Dual[len(f.order[0]):]}
	for p, sets := range f.order {
		for _, set := range sets {
			shares, sum := plans[p][set.first:set.first+set.moves], new(big.Rat)
			for _, x := range shares {
				sum.Add(sum, x)
			}
			if sum.Sign() == 0 {
				continue
			}
			first := f.tree.Sets[set.set].First
			for i, x := range shares {
				f.result.Strategy[first+i] = new(big.Rat).Quo(x, sum)
			}
		}
	}
}
