package atarigo

import "gambito/game"

// Group implements game.Grouped: beside stones of the opponent, beside one's own
// only, and away from all stones.
func (g *Game) Group(s game.State, m game.Move) int {
	st := s.(*state)
	own := false
	for _, p := range g.next[m] {
		switch st.colour(int(p)) {
		case st.Turn():
			own = true
		case game.Nobody:
		default:
			return 0
		}
	}
	if own {
		return 1
	}
	return 2
}
