package minimax

import (
	"math"
	"slices"

	"gambito/game"
)

// order remembers which moves were good elsewhere. Alpha-beta and its kin look
// at the fewest positions when the best move comes first:
//
//  1. the move that the table has for this position,
//  2. killers: the two moves that last caused a cut-off at this ply,
//  3. the rest by how often, and how deep, they caused cut-offs anywhere
//     (the history heuristic, Schaeffer 1983),
//
// and else in the game's own order.
type order struct {
	killers [maxDepth + 2][2]game.Move
	history [2][]int
	scores  [maxDepth + 2][]int
}

// noMove is a number that no move has.
const noMove = ^game.Move(0)

// ordered returns the legal moves of the present position, in the order in
// which to try them.
func (s *Search) ordered(tableMove game.Move) []game.Move {
	s.moves[s.ply] = s.state.Moves(s.moves[s.ply][:0])
	if s.ply == 0 && len(s.left) > 0 {
		s.moves[0] = slices.DeleteFunc(s.moves[0], func(m game.Move) bool { return slices.Contains(s.left, m) })
	}
	moves := s.moves[s.ply]
	if !s.params.Order || len(moves) < 2 {
		return moves
	}
	o := &s.order
	killers, history := o.killers[s.ply], o.history[s.side[s.ply]]
	scores := o.scores[s.ply][:0]
	for _, m := range moves {
		score := 0
		switch {
		case m == tableMove:
			score = math.MaxInt
		case m == killers[0]-1 || m == killers[1]-1:
			score = math.MaxInt - 1
		case int(m) < len(history):
			score = history[m]
		}
		scores = append(scores, score)
	}
	o.scores[s.ply] = scores
	// Insertion keeps the game's order among equals; lists are short.
	for i := 1; i < len(moves); i++ {
		for j := i; j > 0 && scores[j] > scores[j-1]; j-- {
			scores[j], scores[j-1] = scores[j-1], scores[j]
			moves[j], moves[j-1] = moves[j-1], moves[j]
		}
	}
	return moves
}

// remember notes that m caused a cut-off in the present position.
func (s *Search) remember(m game.Move, depth int) {
	s.cut()
	if !s.params.Order {
		return
	}
	o := &s.order
	if k := &o.killers[s.ply]; k[0] != m+1 {
		k[0], k[1] = m+1, k[0] // kept plus one, so that zero is none
	}
	history := &o.history[s.side[s.ply]]
	if int(m) >= len(*history) {
		*history = slices.Grow(*history, int(m)+1-len(*history))[:m+1]
	}
	(*history)[m] += depth * depth
}
