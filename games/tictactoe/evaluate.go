package tictactoe

import (
	"fmt"
	"math/bits"

	"gambito/game"
)

// Evaluations implements game.Evaluated.
func (g *Game) Evaluations() []game.EvaluationInfo {
	scale := 9.6
	if g.size > 3 {
		scale = 3100 // nearly all games are drawn, as fitted on 5×5
	}
	return []game.EvaluationInfo{{Name: "lines", Help: "for every line without the opponent, the square of one's cells in it; less the opponent's", Scale: scale}}
}

// Evaluation implements game.Evaluated.
func (g *Game) Evaluation(name string) (func(game.State) int, error) {
	if name != "" && name != "lines" {
		return nil, fmt.Errorf("unknown evaluation %q: there is lines", name)
	}
	return func(s game.State) int {
		st, sum := s.(*state), 0
		for _, lines := range g.lines { // every line stands at each of its cells
			for _, line := range lines {
				own, other := bits.OnesCount64(line&st.own), bits.OnesCount64(line&st.other)
				switch {
				case other == 0:
					sum += own * own
				case own == 0:
					sum -= other * other
				}
			}
		}
		return sum / g.run
	}, nil
}
