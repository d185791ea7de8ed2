package network

import (
	"math"

	"gambito/game"
	"gambito/ntuple"
)

// greedy chooses moves by patterns alone: the one after which they promise most. It
// belongs to one goroutine.
type greedy struct {
	weights  *ntuple.Weights
	meaning  ntuple.Meaning
	follower *ntuple.Follower
}

func newGreedy(g game.Celled, m *ntuple.Model) *greedy {
	return &greedy{m.Weights, m.Meaning, ntuple.NewFollower(g, m.Weights.System)}
}

// value is what a position is worth to the player who looks, as patterns sum it up.
func (p *greedy) value(s game.State, player game.Player) float64 {
	x, vacant := p.follower.See(s, player)
	return float64(p.weights.Sum(x, p.weights.System.Stage(vacant)))
}

// choose returns a move in s, in which somebody has to move, and the score that the
// player is expected to have. The first of equal moves is chosen.
func (p *greedy) choose(s game.State) (best game.Move, expected float64) {
	player, highest := s.Turn(), math.Inf(-1)
	next := s.Clone()
	for _, m := range s.Moves(nil) {
		next.CopyFrom(s)
		next.Play(m)
		value := 0.0
		switch turn := next.Turn(); turn {
		case game.Over:
			value = next.Score(player)
		case player:
			value = p.score(p.value(next, player))
		default:
			value = -p.score(p.value(next, turn))
		}
		if value > highest {
			best, highest = m, value
		}
	}
	return best, highest
}

// decided is by how many discs more somebody wins who is expected to have a score of 0.76.
const decided = 16

// score is the score that a sum of worths promises.
func (p *greedy) score(sum float64) float64 {
	if p.meaning == ntuple.Discs {
		sum /= decided
	}
	return math.Tanh(sum)
}
