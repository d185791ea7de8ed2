package gdl

import (
	"errors"
	"fmt"

	"gambito/game"
)

// Step returns the moves of the game by which every role makes its move: one of
// all players, or several where they or chance choose one after the other. An
// error is about the first that is not legal.
func (g *Game) Step(s game.State, moves []Expression) (list []game.Move, err error) {
	st := coreOf(s)
	switch {
	case len(moves) != g.roles:
		return nil, fmt.Errorf("there are %d moves of %d roles", len(moves), g.roles)
	case st.Turn() == game.Over:
		return nil, errors.New("the game is over")
	}
	byRole := make([]game.Move, g.roles)
	for role, e := range moves {
		if byRole[role], err = g.parse(st, role, e); err != nil {
			return nil, fmt.Errorf("%s: %w", g.names[role], err)
		}
	}
	for at := s.Clone(); ; {
		var m game.Move
		switch turn := at.Turn(); turn {
		case game.Chance:
			m = byRole[g.chance]
		case game.Together:
			chosen := make([]game.Move, len(g.seats))
			for p, role := range g.seats {
				chosen[p] = byRole[role]
			}
			m = at.(game.Simultaneous).Join(chosen)
		default:
			m = byRole[g.seats[turn]]
		}
		list = append(list, m)
		if _, complete := g.Complete(at, m); complete {
			return list, nil
		}
		at.Play(m)
	}
}

// PlayJoint makes one move of every role. After an error s is as it was.
func (g *Game) PlayJoint(s game.State, moves []Expression) error {
	list, err := g.Step(s, moves)
	for _, m := range list {
		s.Play(m)
	}
	return err
}
