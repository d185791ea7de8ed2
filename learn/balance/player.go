package balance

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/search/mcts"
)

// player plays games out.
type player struct {
	game  game.Game
	state game.State
	r     *rand.Rand
	moves []game.Move
	named map[game.Move]game.Move // by what moves are named that are alike
}

// name is the move that stands for those that are alike.
func (p *player) name(m game.Move) game.Move {
	name, known := p.named[m]
	if !known {
		name = mcts.Representative(p.game, m)
		p.named[m] = name
	}
	return name
}

// playOut plays a game out from a position and returns what the first player makes of it.
// Seen, unless it is nil, is told of every choice.
func (p *player) playOut(from game.State, w *mcts.MoveWeights, seen func(moves []game.Move, chosen int)) float64 {
	p.state.CopyFrom(from)
	for p.state.Turn() != game.Over {
		p.moves = p.state.Moves(p.moves[:0])
		chosen := 0
		if len(p.moves) > 1 {
			chosen = w.Draw(p.moves, p.r)
			if seen != nil {
				seen(p.moves, chosen)
			}
		}
		p.state.Play(p.moves[chosen])
	}
	return max(-1, min(1, p.state.Score(0)))
}

// mean is that of some playouts.
func (p *player) mean(from game.State, w *mcts.MoveWeights, playouts int) float64 {
	sum := 0.0
	for range playouts {
		sum += p.playOut(from, w, nil)
	}
	return sum / float64(playouts)
}

// slope is where weights have to go for the mean of playouts to come nearer to what a
// position is worth: the difference of both times the slope of the mean, each of playouts
// of its own, for the product of two that share theirs is biased. The slope is
// the mean over playouts of what they come to times the sum over their choices of φ(a) −
// Σ π(b)·φ(b), where φ marks the weight of a move. Silver and Tesauro divide the sum by the
// length of the playout, which turns the slope wherever won games are shorter than lost
// ones; here that is left out, and the mean is taken off the result, which changes nothing
// in the long run and makes the noise less.
func (p *player) slope(from position, w *mcts.MoveWeights, playouts int) map[game.Move]float64 {
	mean := p.mean(from.state, w, playouts)
	slope, traces := map[game.Move]float64{}, map[game.Move]float64{}
	for range playouts {
		clear(traces)
		result := p.playOut(from.state, w, func(moves []game.Move, chosen int) {
			sum := 0.0
			for _, m := range moves {
				sum += w.Odds(m)
			}
			for i, m := range moves {
				share := -w.Odds(m) / sum
				if i == chosen {
					share++
				}
				traces[p.name(m)] += share
			}
		})
		for m, x := range traces {
			slope[m] += (from.worth - mean) * (result - mean) * x / float64(playouts)
		}
	}
	return slope
}
