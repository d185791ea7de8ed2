// Package theory is game theory on paper: games of a few strategies, given by what
// every combination of them pays (the normal form), and what can be said of them. It
// begins with Parse or Example; every method of the field is a function of a Game, in a
// file of its own, and Analyse calls those that fit. What is exact is a fraction: values
// and strategies read 3/7, and what is claimed of them can be checked without rounding.
//
// The package tells nothing and draws nothing: theory/lecture does, step by step.
package theory

import (
	"fmt"
	"math/big"
)

// Game is a game in normal form: all players choose a strategy at once, and each is
// paid by what all have chosen. It is immutable.
type Game struct {
	Name    string
	Players []Player

	payoffs []*big.Rat // of player p in profile i: payoffs[i*len(Players)+p]
	pulse   pulse      // of long work on it
}

// Player is who plays, and what it chooses between.
type Player struct {
	Name       string
	Strategies []string
}

// Limits of what is read; beyond them nothing is learned by looking.
const (
	MaxPlayers    = 6
	MaxStrategies = 100    // of a player
	MaxProfiles   = 20_000 // combinations of strategies
)

// Mixed is a mixed strategy: the probability of each of a player's strategies.
type Mixed []*big.Rat

// Pure is the strategy i of n, always.
func Pure(i, n int) Mixed {
	x := make(Mixed, n)
	for k := range x {
		x[k] = new(big.Rat)
	}
	x[i].SetInt64(1)
	return x
}

// Support is which strategies are played at all.
func (x Mixed) Support() (list []int) {
	for i, p := range x {
		if p.Sign() != 0 {
			list = append(list, i)
		}
	}
	return list
}

// Floats are the probabilities, rounded.
func (x Mixed) Floats() []float64 {
	list := make([]float64, len(x))
	for i, p := range x {
		list[i], _ = p.Float64()
	}
	return list
}

// equal reports whether both are the same.
func (x Mixed) equal(y Mixed) bool {
	for i := range x {
		if x[i].Cmp(y[i]) != 0 {
			return false
		}
	}
	return true
}

// Size is how many strategies a player has.
func (g *Game) Size(player int) int { return len(g.Players[player].Strategies) }

// Profiles is how many combinations of strategies there are.
func (g *Game) Profiles() int { return len(g.payoffs) / len(g.Players) }

// Profile is the i-th combination of strategies, one of each player; the last
// player's changes fastest.
func (g *Game) Profile(i int) []int {
	profile := make([]int, len(g.Players))
	for p := len(profile) - 1; p >= 0; p-- {
		profile[p] = i % g.Size(p)
		i /= g.Size(p)
	}
	return profile
}

// index is the number of a profile.
func (g *Game) index(profile []int) (i int) {
	for p, s := range profile {
		i = i*g.Size(p) + s
	}
	return i
}

// Payoff is what a player is paid. It must not be changed.
func (g *Game) Payoff(player int, profile ...int) *big.Rat {
	return g.payoffs[g.index(profile)*len(g.Players)+player]
}

// PayoffAt is that of the i-th profile.
func (g *Game) PayoffAt(player, i int) *big.Rat { return g.payoffs[i*len(g.Players)+player] }

// Constant is what two players are paid together, if that is always the same: what one
// wins the other loses.
func (g *Game) Constant() (sum *big.Rat, ok bool) {
	if len(g.Players) != 2 {
		return nil, false
	}
	for i := range g.Profiles() {
		both := new(big.Rat).Add(g.PayoffAt(0, i), g.PayoffAt(1, i))
		if sum != nil && sum.Cmp(both) != 0 {
			return nil, false
		}
		sum = both
	}
	return sum, true
}

// Symmetric reports whether two players are in the same place: each is paid what the
// other would be if they changed seats.
func (g *Game) Symmetric() bool {
	if len(g.Players) != 2 || g.Size(0) != g.Size(1) {
		return false
	}
	for i := range g.Size(0) {
		for j := range g.Size(1) {
			if g.Payoff(0, i, j).Cmp(g.Payoff(1, j, i)) != 0 {
				return false
			}
		}
	}
	return true
}

// matrix is what one of two players is paid, its own strategies as rows.
func (g *Game) matrix(player int) [][]*big.Rat {
	rows := make([][]*big.Rat, g.Size(player))
	for own := range rows {
		rows[own] = make([]*big.Rat, g.Size(1-player))
		for other := range rows[own] {
			profile := [2]int{own, other}
			if player == 1 {
				profile = [2]int{other, own}
			}
			rows[own][other] = g.Payoff(player, profile[0], profile[1])
		}
	}
	return rows
}

// against lists the profiles in which a player chooses its first strategy, and the
// distance in numbers to its next: what the others choose, once each.
func (g *Game) against(player int) (profiles []int, step int) {
	step = 1
	for p := player + 1; p < len(g.Players); p++ {
		step *= g.Size(p)
	}
	for i := range g.Profiles() {
		if i/step%g.Size(player) == 0 {
			profiles = append(profiles, i)
		}
	}
	return profiles, step
}

// restricted is the game in which players have only some of their strategies left.
func (g *Game) restricted(left [][]int) *Game {
	small := &Game{Name: g.Name, pulse: g.pulse}
	for p, strategies := range left {
		player := Player{Name: g.Players[p].Name}
		for _, s := range strategies {
			player.Strategies = append(player.Strategies, g.Players[p].Strategies[s])
		}
		small.Players = append(small.Players, player)
	}
	profiles := 1
	for _, strategies := range left {
		profiles *= len(strategies)
	}
	profile := make([]int, len(left))
	for i := range profiles {
		for p := len(left) - 1; p >= 0; p-- {
			profile[p] = left[p][i%len(left[p])]
			i /= len(left[p])
		}
		at := g.index(profile) * len(g.Players)
		small.payoffs = append(small.payoffs, g.payoffs[at:at+len(g.Players)]...)
	}
	return small
}

// named are players A, B, … with strategies A1, A2, …
func named(sizes ...int) (players []Player) {
	for p, n := range sizes {
		player := Player{Name: string(rune('A' + p))}
		for i := range n {
			player.Strategies = append(player.Strategies, fmt.Sprintf("%s%d", player.Name, i+1))
		}
		players = append(players, player)
	}
	return players
}
