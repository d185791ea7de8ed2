package gdl

import (
	"math/rand/v2"
	"slices"
)

// Whether two players of a sheet share a fixed sum cannot be proved from its
// rules in general: that not both sides of Tic-Tac-Toe have a line follows from
// nothing but all games there are. What can be shown is the opposite, and it is
// looked for in two ways, the same on every machine:
//
//   - by the rules: one role may end with a goal that the other has no
//     counterpart for, one that sums to 100 with it. Wherever it is reached the
//     sum is another.
//   - by playing: random games end with goals that do not sum to 100.
//
// Without either the sheet is taken for a game in which one wins what the other
// loses.

// The bounds of the games that are played to see their sums.
const (
	sumGames = 160
	sumPlies = 8000
	sumEdges = 400_000_000 // of the network, summed over the plies: large ones take longer for each
)

// sharesSum reports whether nothing speaks against goals of two players that
// always sum to 100.
func (g *Game) sharesSum(sheet *Sheet) bool {
	values, known := goalHeads(sheet)
	if g.fast != nil {
		values, known = g.fast.ends, true
	}
	return known && counterparts(values[g.seats[0]], values[g.seats[1]]) && g.sumsSeen()
}

// counterparts reports whether every goal of one role has one of the other that
// sums to 100 with it. A role without a goal has 0.
func counterparts(a, b []int) bool {
	has := func(values []int, v int) bool { return v == 0 || slices.Contains(values, v) }
	for _, v := range a {
		if !has(b, 100-v) {
			return false
		}
	}
	return !slices.ContainsFunc(b, func(v int) bool { return !has(a, 100-v) })
}

// sumsSeen plays random games and reports whether the goals of all that end sum
// to 100.
func (g *Game) sumsSeen() bool {
	games, plies := sumGames, sumPlies
	enough := func() bool { return false }
	if g.fast != nil {
		plies = min(plies, sumEdges/(1+len(g.fast.network.edges)))
	}
	if slow, ok := g.rules.(*plainRules); ok {
		most := slow.by.worked() + maxWork
		enough = func() bool { return slow.by.worked() > most }
	}
	r := rand.New(rand.NewPCG(2, 0x67646c))
	joint := make([]int32, g.roles)
	start, b := g.rules.begin(), g.rules.begin()
	for ; games > 0 && plies > 0; games-- {
		b.copyOf(start)
		for ; plies > 0 && !b.terminal() && !enough() && chosen(b, joint, r); plies-- {
			b.play(joint)
		}
		if by, ok := b.(*plainBoard); ok && by.givenUp {
			continue // nobody knows whether that is an end
		}
		if b.terminal() && b.goal(g.seats[0])+b.goal(g.seats[1]) != 100 {
			return false
		}
	}
	return true
}

// chosen sets joint to a random legal move of every role, if each has one.
func chosen(b board, joint []int32, r *rand.Rand) bool {
	for role := range joint {
		n := b.legalCount(role)
		if n == 0 {
			return false
		}
		joint[role] = b.legalMove(role, r.IntN(n))
	}
	return true
}

// endings lists the goals, by role, that may hold where the game is over.
func (c *circuit) endings(roles int) [][]int {
	values := make([][]int, roles)
	for _, goal := range c.goals {
		if goal.wire != wireFalse && !c.gates.exclude(goal.wire, c.ends) {
			values[goal.role] = append(values[goal.role], goal.value)
		}
	}
	return values
}

// exclude reports whether it can be seen that two wires never hold together: one
// needs what the other needs not to be.
func (g *gates) exclude(a, b wire) bool {
	needs := map[wire]bool{a: true, b: true}
	for _, w := range []wire{a, b} {
		for _, in := range g.insOf(w >> 1) {
			needs[in] = needs[in] || w&1 == 0
		}
	}
	for w, needed := range needs {
		if needed && needs[w^1] {
			return true
		}
	}
	// A negated gate needs one of its inputs not to hold.
	all := func(w wire) bool {
		ins := g.insOf(w >> 1)
		return w&1 != 0 && len(ins) > 0 && !slices.ContainsFunc(ins, func(in wire) bool { return !needs[in] })
	}
	return all(a) || all(b)
}

// goalHeads lists the goals that rules name, by role; it is not known which if
// one is a variable.
func goalHeads(sheet *Sheet) (values [][]int, known bool) {
	values = make([][]int, len(sheet.roles))
	for i := range sheet.rules {
		head := &sheet.rules[i].head
		if head.sym != symGoal || len(head.args) != 2 {
			continue
		}
		value, ok := goalValue(sheet.symbols, head.args[1])
		if head.args[1].isVar() {
			return nil, false
		}
		for role, name := range sheet.roles {
			if ok && (head.args[0].isVar() || head.args[0].sym == name) {
				values[role] = append(values[role], value)
			}
		}
	}
	return values, true
}
