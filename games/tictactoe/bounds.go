package tictactoe

import "gambito/game"

// Bounds implements game.Bounded: a player for whom every line is blocked cannot win
// any more.
func (s *state) Bounds() (pessimistic, optimistic float64) {
	if s.winner != game.Nobody {
		return -1, -1 // the player who has moved has won
	}
	for _, lines := range s.g.lines {
		for _, line := range lines {
			if line&s.own == 0 {
				pessimistic = -1
			}
			if line&s.other == 0 {
				optimistic = 1
			}
		}
	}
	if s.free() == 0 {
		return 0, 0
	}
	return pessimistic, optimistic
}
