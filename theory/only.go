package theory

import "math/big"

// Only is the equilibrium of a game of two, given by what each is paid, the first player's
// strategies as rows, if there is one alone, or the first of several that pay both the
// same; else count is how many there are, or 2 where they are too many to look for. Strictly
// dominated strategies, of which no equilibrium has any, are left out first, one after the other.
func Only(first, second [][]*big.Rat) (e Equilibrium, count int) {
	g := &Game{Players: named(len(first), len(first[0]))}
	for i, row := range first {
		for j, x := range row {
			g.payoffs = append(g.payoffs, x, second[i][j])
		}
	}
	left := g.eliminate(func(player, strategy int, left [][]int) (Elimination, bool) {
		return g.purely(player, strategy, left, false)
	}).Left
	small := g.restricted(left)
	if small.Profiles() == 1 {
		e.Payoffs = [2]*big.Rat{small.PayoffAt(0, 0), small.PayoffAt(1, 0)}
		e.X, e.Y = Pure(left[0][0], g.Size(0)), Pure(left[1][0], g.Size(1))
		return e, 1
	}
	if _, few := small.Supports(); !few {
		return e, 2
	}
	all := small.Equilibria()
	e = all.Extreme[0]
	for _, other := range all.Extreme[1:] {
		if other.Payoffs[0].Cmp(e.Payoffs[0]) != 0 || other.Payoffs[1].Cmp(e.Payoffs[1]) != 0 {
			return e, len(all.Extreme)
		}
	}
	e.X, e.Y = widened(e.X, left[0], g.Size(0)), widened(e.Y, left[1], g.Size(1))
	return e, 1
}

// widened is a mixture of the strategies that are left, over all of them.
func widened(x Mixed, left []int, n int) Mixed {
	full := Mixed(zeros(n))
	for k, i := range left {
		full[i] = x[k]
	}
	return full
}
