package backgammon

import (
	"fmt"

	"gambito/game"
)

// Evaluations implements game.Evaluated.
func (g *Game) Evaluations() []game.EvaluationInfo {
	return []game.EvaluationInfo{{Name: "pips", Help: "how many pips fewer than the opponent's men one's own have to go", Scale: 28}}
}

// Evaluation implements game.Evaluated.
func (g *Game) Evaluation(name string) (func(game.State) int, error) {
	if name != "" && name != "pips" {
		return nil, fmt.Errorf("unknown evaluation %q: there is pips", name)
	}
	return func(s game.State) int {
		st := s.(*State)
		lead := st.board.Pips(1) - st.board.Pips(0)
		if st.dice.Rolled() && st.side != 0 { // before the roll values are white's
			return -lead
		}
		return lead
	}, nil
}
