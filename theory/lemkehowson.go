package theory

import "math/big"

// Path is how the algorithm of Lemke and Howson (1964) comes to an equilibrium of a
// game of two. Labels are strategies: 0 to m-1 the first player's, m to m+n-1 the second's. A
// strategy has the label of what it does not play and of the opponent's best replies; it
// is an equilibrium if both together have all labels.
type Path struct {
	Dropped int // the label that is given up at the start
	Steps   []Drop
	End     Equilibrium
}

// Drop is a step of it: along an edge of one player's polytope one label is given up
// and another picked up, which the other player then gives up.
type Drop struct {
	Player         int // whose strategy changes
	Drops, PicksUp int
}

// LemkeHowson follows the path that begins by giving up a label. It ends at an
// equilibrium for every label; different labels may lead to different ones, and there may be
// equilibria to which none leads. Ties are broken lexicographically, so that it ends in
// degenerate games too.
func (g *Game) LemkeHowson(label int) Path {
	m, n := g.Size(0), g.Size(1)
	// Player 0 chooses x ≥ 0 with bᵀ·x ≤ 1, player 1 y ≥ 0 with a·y ≤ 1, for positive
	// payoffs; both are scaled to strategies in the end.
	tableaus := [2]*tableau{
		newTableau(positive(g.matrix(1)), ones(n), g.pulse), // variables x₀…, then a slack for each column
		newTableau(positive(g.matrix(0)), ones(m), g.pulse), // variables y₀…, then a slack for each row
	}
	// variable is the number that a label has in a player's tableau, and back.
	variable := func(player, label int) int {
		if player == 0 {
			return label
		}
		return (label + n) % (m + n) // y first, then slacks of rows
	}
	labelOf := func(player, variable int) int {
		if player == 0 {
			return variable
		}
		return (variable + m) % (m + n)
	}
	player := 0
	if label >= m {
		player = 1
	}
	path := Path{Dropped: label}
	for entering := label; ; player = 1 - player {
		t := tableaus[player]
		own := m // variables before the slacks
		if player == 1 {
			own = n
		}
		row := t.leaving(variable(player, entering), len(t.rows), own)
		leaves := labelOf(player, t.basis[row])
		t.pivot(row, variable(player, entering))
		path.Steps = append(path.Steps, Drop{player, entering, leaves})
		if entering = leaves; leaves == label {
			break
		}
	}
	path.End = g.equilibrium(tableaus[0].strategy(m), tableaus[1].strategy(n))
	return path
}

// strategy are the first variables of the tableau, scaled to sum to one.
func (t *tableau) strategy(n int) Mixed {
	x, sum := make(Mixed, n), new(big.Rat)
	for i := range x {
		x[i] = new(big.Rat)
	}
	for i, j := range t.basis {
		if j < n {
			x[j] = t.rows[i][len(t.rows[i])-1]
			sum.Add(sum, x[j])
		}
	}
	return scaled(x, sum.Inv(sum))
}

// equilibrium is a pair of strategies with what they pay.
func (g *Game) equilibrium(x, y Mixed) Equilibrium {
	e := Equilibrium{X: x, Y: y}
	for p := range e.Payoffs {
		e.Payoffs[p] = g.Expected(p, x, y)
	}
	return e
}

// Expected is what a player is paid if all play mixed strategies.
func (g *Game) Expected(player int, strategies ...Mixed) *big.Rat {
	sum, product := new(big.Rat), new(big.Rat)
	for i := range g.Profiles() {
		g.pulse.feel()
		product.Set(g.PayoffAt(player, i))
		for p, s := range g.Profile(i) {
			product.Mul(product, strategies[p][s])
		}
		sum.Add(sum, product)
	}
	return sum
}

// positive are payoffs shifted until all are.
func positive(rows [][]*big.Rat) [][]*big.Rat {
	least := rows[0][0]
	for _, row := range rows {
		for _, x := range row {
			if x.Cmp(least) < 0 {
				least = x
			}
		}
	}
	shift := new(big.Rat).Sub(big.NewRat(1, 1), least)
	list := make([][]*big.Rat, len(rows))
	for i, row := range rows {
		for _, x := range row {
			list[i] = append(list[i], new(big.Rat).Add(x, shift))
		}
	}
	return list
}
