package theory

import "math/big"

// Elimination is a strategy that a better one makes needless: the other strategy, or a
// mixture of several, pays more whatever the others choose; or, if Weak, never less
// and sometimes more.
type Elimination struct {
	Player, Strategy int
	By               Mixed // over all strategies of the player
	Weak             bool
}

// Dominance is what comes of eliminating dominated strategies one after the other.
type Dominance struct {
	First []Elimination // dominated in the game as it is
	Steps []Elimination // one after the other, each in what the ones before have left
	Left  [][]int       // strategies that remain, by player
}

// maxMixtures is the size of games, in profiles, up to which mixtures are looked for:
// for each strategy of each player a linear programme.
const maxMixtures = 400

// Strict eliminates strictly dominated strategies, by pure or mixed ones, until there
// is none. What is left does not depend on the order.
func (g *Game) Strict() Dominance { return g.eliminate(g.strictly) }

// Weak eliminates strategies that a pure one dominates strictly or weakly, the first
// found first. In another order other strategies may be left.
func (g *Game) Weak() Dominance {
	return g.eliminate(func(player, strategy int, left [][]int) (Elimination, bool) {
		return g.purely(player, strategy, left, true)
	})
}

// eliminate removes, again and again, the first strategy that dominated finds needless.
func (g *Game) eliminate(dominated func(player, strategy int, left [][]int) (Elimination, bool)) Dominance {
	var d Dominance
	for p := range g.Players {
		d.Left = append(d.Left, nil)
		for i := range g.Size(p) {
			d.Left[p] = append(d.Left[p], i)
		}
	}
	for p := range g.Players {
		for i := range g.Size(p) {
			if e, ok := dominated(p, i, d.Left); ok {
				d.First = append(d.First, e)
			}
		}
	}
	for again := true; again; {
		again = false
		for p := range d.Left {
			for k := 0; k < len(d.Left[p]); k++ {
				e, ok := dominated(p, d.Left[p][k], d.Left)
				if !ok {
					continue
				}
				d.Steps = append(d.Steps, e)
				rest := append([]int(nil), d.Left[p][:k]...)
				d.Left[p] = append(rest, d.Left[p][k+1:]...)
				k, again = k-1, true
			}
		}
	}
	return d
}

// gains are what each strategy of a player that is left pays more than one of them, a
// row each, against everything that the others may still choose.
func (g *Game) gains(player, strategy int, left [][]int) [][]*big.Rat {
	g.pulse.feel()
	small := g.restricted(left)
	others, step := small.against(player)
	own := 0
	for k, s := range left[player] {
		if s == strategy {
			own = k
		}
	}
	var rows [][]*big.Rat
	for k := range left[player] {
		var row []*big.Rat
		for _, i := range others {
			row = append(row, new(big.Rat).Sub(small.PayoffAt(player, i+k*step), small.PayoffAt(player, i+own*step)))
		}
		rows = append(rows, row)
	}
	return rows
}

// purely finds a strategy that dominates another one, weakly if that is enough.
func (g *Game) purely(player, strategy int, left [][]int, weakly bool) (Elimination, bool) {
	var weak *Elimination
	for k, row := range g.gains(player, strategy, left) {
		by := left[player][k]
		if by == strategy {
			continue
		}
		less, more, even := false, false, false
		for _, x := range row {
			switch x.Sign() {
			case -1:
				less = true
			case 0:
				even = true
			case 1:
				more = true
			}
		}
		e := Elimination{player, strategy, Pure(by, g.Size(player)), even}
		switch {
		case less || !more:
		case !even:
			return e, true
		case weak == nil:
			weak = &e
		}
	}
	if weak != nil && weakly {
		return *weak, true
	}
	return Elimination{}, false
}

// strictly finds a strategy or a mixture that dominates another strategy strictly. A
// mixture of others does iff the game in which one chooses between them, and is paid
// what they pay more, is won: its value is positive.
func (g *Game) strictly(player, strategy int, left [][]int) (Elimination, bool) {
	if e, ok := g.purely(player, strategy, left, false); ok {
		return e, true
	}
	if len(left[player]) < 3 || g.Profiles() > maxMixtures {
		return Elimination{}, false
	}
	var rows [][]*big.Rat
	var who []int
	for k, row := range g.gains(player, strategy, left) {
		if left[player][k] != strategy {
			rows, who = append(rows, row), append(who, left[player][k])
		}
	}
	s := solve(rows, g.pulse)
	if s.Value.Sign() <= 0 {
		return Elimination{}, false
	}
	by := make(Mixed, g.Size(player))
	for i := range by {
		by[i] = new(big.Rat)
	}
	for k, p := range s.Row {
		by[who[k]] = p
	}
	return Elimination{player, strategy, by, false}, true
}
