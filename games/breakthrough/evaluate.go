package breakthrough

import (
	"fmt"
	"math/bits"

	"gambito/game"
)

// pieceWorth is what a piece counts beside one rank of advance.
const pieceWorth = 12

// Evaluations implements game.Evaluated.
func (g *Game) Evaluations() []game.EvaluationInfo {
	// Fitted on 6×6, with holes and without, on 8×8 and to knights; of the suicide
	// game it foresees nothing.
	scale := float64(20*g.grid.Rows - 40)
	if g.suicide {
		scale = 0
	}
	return []game.EvaluationInfo{{Name: "advance", Help: "12 a piece and the square of the ranks it has gone, less the opponent's; negated in the suicide game", Scale: scale}}
}

// Evaluation implements game.Evaluated.
func (g *Game) Evaluation(name string) (func(game.State) int, error) {
	if name != "" && name != "advance" {
		return nil, fmt.Errorf("unknown evaluation %q: there is advance", name)
	}
	sign := 1
	if g.suicide {
		sign = -1
	}
	return func(s game.State) int {
		st := s.(*state)
		return sign * (g.advance(st.own, st.side) - g.advance(st.opp, st.side^1))
	}, nil
}

func (g *Game) advance(pieces uint64, player game.Player) int {
	sum := pieceWorth * bits.OnesCount64(pieces)
	for rank := range g.grid.Rows {
		gone := rank
		if player == 1 {
			gone = g.grid.Rows - 1 - rank
		}
		sum += gone * gone * bits.OnesCount64(pieces>>(rank*stride)&0xff)
	}
	return sum
}
