package web

import (
	"context"
	"net/http"

	"gambito/api"
	"gambito/game"
)

type arrangeInput struct {
	Named
	Body struct {
		Ply  int  `json:"ply" minimum:"0" doc:"How many moves were made before, so that nothing is done twice. If it is not the present number the answer is 412."`
		Seat *int `json:"seat,omitempty" minimum:"0" maximum:"7" doc:"Whose it is that is set up; the person's who is to move if it is absent."`
	}
}

// arrange sets up at random what a person has not set up yet, such as a fleet.
func (s *Server) arrange(ctx context.Context, in *arrangeInput) (*answer[api.PlayedGame], error) {
	return s.withGame(ctx, &in.Named, func(l *liveGame) error {
		p, err := l.mover(in.Body.Seat)
		if err != nil {
			return err
		}
		if made := l.noticed(p); in.Body.Ply != made {
			return staleAt(made, in.Body.Ply)
		}
		if _, ok := l.shown.state.(game.Arranger); !ok {
			return refuse(http.StatusConflict, "there is nothing to place in %s", l.play.Rules.Info().ID)
		}
		moves := l.play.Arrange() // it is a person's turn: nobody thinks
		if moves == nil {
			return refuse(http.StatusConflict, "everything is placed by now")
		}
		return l.arrange(p, moves)
	})
}

// arrange makes moves of a person one after the other, which its clock counts as one. The
// mutex is held, and nobody thinks.
func (l *liveGame) arrange(p game.Player, moves []game.Move) error {
	if f := l.play.Spend(p, l.took()); f.Reason != "" {
		l.forfeit(f)
		return nil
	}
	for _, m := range moves {
		if err := l.play.Make(l.server.ctx, m); err != nil {
			l.fail(err)
			return err
		}
	}
	l.count()
	l.advance()
	return nil
}

// canArrange reports whether the person to move has something left to set up.
func (l *liveGame) canArrange() bool { return !l.simultaneous() && l.play.Arrange() != nil }
