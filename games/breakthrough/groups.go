package breakthrough

import "gambito/game"

// Group implements game.Grouped: captures, straight moves, and the others.
func (g *Game) Group(s game.State, m game.Move) int {
	st := s.(*state)
	switch from, to := int(m>>6), int(m&63); {
	case st.opp&(1<<to) != 0:
		return 0
	case (from-to)%stride == 0:
		return 1
	}
	return 2
}
