package ladder

import (
	"gambito/arena"
	"gambito/game"
)

// Moves counts the moves that agents chose, by their number in the experiment. What
// an opening or chance decided is not among them.
type Moves []int

// Add counts those of a game of g.
func (n *Moves) Add(g game.Game, r arena.Record) error {
	line, err := game.ParseLine(g, g.New(), r.Moves)
	if err != nil {
		return err
	}
	s := g.New()
	for i, m := range line {
		for seat, agent := range r.Seats {
			if i < r.Opening || !game.ToMove(s, game.Player(seat)) {
				continue
			}
			for len(*n) <= agent {
				*n = append(*n, 0)
			}
			(*n)[agent]++
		}
		s.Play(m)
	}
	return nil
}

// mean is the time that a move of an agent took.
func (n Moves) mean(agent int, seconds float64) float64 {
	if agent >= len(n) || n[agent] == 0 {
		return 0
	}
	return seconds / float64(n[agent])
}
