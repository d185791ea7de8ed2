package atarigo

import (
	"fmt"

	"gambito/game"
)

// Evaluations implements game.Evaluated.
func (g *Game) Evaluations() []game.EvaluationInfo {
	return []game.EvaluationInfo{{Name: "liberties", Help: "ten times the liberties of the weakest group and those of all groups, less the opponent's", Scale: 20}}
}

// Evaluation implements game.Evaluated.
func (g *Game) Evaluation(name string) (func(game.State) int, error) {
	if name != "" && name != "liberties" {
		return nil, fmt.Errorf("unknown evaluation %q: there is liberties", name)
	}
	return func(s game.State) int {
		st := s.(*state)
		player := game.Player(st.plies & 1)
		return st.safety(player) - st.safety(player^1)
	}, nil
}

// weakWorth is what a liberty of the weakest group counts beside one of any.
const weakWorth = 10

// safety counts liberties as groups do, once for every stone they touch.
func (s *position) safety(player game.Player) int {
	sum, weakest := 0, 8
	for p := range s.g.grid.Size() {
		if !s.stones[player].Has(p) || int(s.parent[p]) != p {
			continue
		}
		liberties := int(s.liberties[p])
		sum += liberties
		weakest = min(weakest, liberties)
	}
	return sum + weakWorth*weakest
}
