package web

import (
	"context"
	"errors"
	"net/http"

	"gambito/api"
	"gambito/gamefile"
	"gambito/kept"
)

// savedGame is a game as it is kept; where the file is concerns nobody elsewhere.
func savedGame(e kept.Entry) api.SavedGame {
	saved := api.NewSavedGame(e)
	saved.File = ""
	return saved
}

// keptGame is a game that is kept, with its rules and moves.
func (s *Server) keptGame(ctx context.Context, id string) (kept.Entry, gamefile.Game, error) {
	s.played.written(id)
	e, err := kept.In(s.options.Data).Entry(id)
	switch {
	case errors.As(err, new(kept.ErrNone)):
		return e, gamefile.Game{}, refuse(http.StatusNotFound, "%s", err)
	case err != nil:
		return e, gamefile.Game{}, refuse(http.StatusConflict, "the game %q cannot be read", id)
	}
	rules, err := s.game(ctx, e.Record.Game)
	if err != nil {
		return e, gamefile.Game{}, err
	}
	g, err := gamefile.From(rules, e.Record)
	return e, g, err
}
