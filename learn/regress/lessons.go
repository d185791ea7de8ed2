package regress

import (
	"math"
	"math/rand/v2"

	"gambito/game"
	"gambito/learn/replay"
	"gambito/ntuple"
)

// lesson is a game and what its positions should be worth to their players to move.
type lesson struct {
	round  int32
	held   bool // held out
	moves  []game.Move
	target []float32 // by move, in discs or as a score; not a number where there is nothing to learn
	exact  []bool    // by move
	vacant []uint8   // by move: cells
}

// none says that nothing is to be learned from a position.
var none = float32(math.NaN())

// lesson finds the targets of a game.
func (s Settings) lesson(rules game.Celled, g *replay.Game) (lesson, error) {
	n := len(g.Moves)
	l := lesson{
		round: int32(g.Round), held: s.holds(g), moves: g.Moves,
		target: make([]float32, n), exact: make([]bool, n), vacant: make([]uint8, n),
	}
	state, turns := rules.New(), make([]game.Player, n)
	vacant := make([]uint8, rules.Cells().Count())
	for ply, m := range g.Moves {
		turns[ply] = state.Turn()
		l.vacant[ply] = uint8(vacantIn(rules, state, vacant))
		state.Play(m)
	}
	most, discs := s.most(rules), s.meaning(rules) == ntuple.Discs
	later := func(p game.Player) float64 { // what the position after is worth to a player
		if discs {
			return rules.(game.Measured).Count(state, p)
		}
		return state.Score(p)
	}
	for ply := n - 1; ply >= 0; ply-- {
		var f replay.Found
		if len(g.Found) > 0 {
			f = g.Found[ply]
		}
		target := math.NaN()
		switch {
		case f.Proven:
			target, l.exact[ply] = math.Round(most*f.Value), true
		case f.Skip && f.Valued:
			target = most * f.Value
		case !f.Skip:
			target = later(turns[ply])
			if next := ply + 1; s.Lambda < 1 && next < n && g.Found != nil && g.Found[next].Valued {
				said := most * g.Found[next].Value
				if turns[next] != turns[ply] {
					said = -said
				}
				target = s.Lambda*target + (1-s.Lambda)*said
			}
		}
		l.target[ply] = float32(target)
		worth, to := target, turns[ply]
		later = func(p game.Player) float64 {
			if p != to {
				return -worth
			}
			return worth
		}
	}
	return l, nil
}

// holds says whether a game is held out.
func (s Settings) holds(g *replay.Game) bool {
	const heldSeed = 0x68656c64 // other than that of games
	r := rand.New(rand.NewPCG(s.Seed^heldSeed, uint64(g.Round)<<40|uint64(g.Number)))
	return r.IntN(s.HeldOut) == 0
}

// learned says whether a position is learned from, or told apart, in a round.
func (s Settings) learned(l *lesson, ply, round int) bool {
	return l.target[ply] == l.target[ply] && (l.exact[ply] || int(l.round) > round-s.Recent)
}
