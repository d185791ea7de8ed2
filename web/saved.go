package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/board"
	"gambito/game"
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

// SavedPicture is how a game that is kept stands.
type SavedPicture struct {
	Name    string      `json:"name" doc:"What people call the game."`
	Called  []string    `json:"called" doc:"What the players are called in the game, by seat."`
	Board   board.Board `json:"board" doc:"The position after the last move."`
	Last    []int       `json:"last,omitempty" doc:"The cells that the last move has changed."`
	Start   string      `json:"start,omitempty" doc:"Where the moves start from, if not at the game's own start."`
	Moves   string      `json:"moves" doc:"The moves, as the game writes them in a row."`
	Outcome string      `json:"outcome" doc:"How it ended, or that it did not, in words."`
	Endings []string    `json:"endings" doc:"Endings of the files that it can be written to, such as .json."`
}

func (s *Server) registerSaved(a huma.API) {
	route(a, huma.Operation{
		OperationID: "saved-picture", Method: http.MethodGet, Path: "/api/games/{id}/picture", Tags: []string{"games"},
		Summary: "How a game that is kept stands, to be shown in a list",
	}, func(ctx context.Context, q *struct {
		Spoken
		ID string `path:"id" maxLength:"60" doc:"Name of a game that is kept."`
	}) (*answer[SavedPicture], error) {
		_, g, err := s.keptGame(ctx, q.ID)
		if err != nil {
			return nil, err
		}
		return answered(picture(ctx, g)), nil
	})
}

// picture shows the end of a game.
func picture(ctx context.Context, g gamefile.Game) SavedPicture {
	w, info, names := wordsOf(ctx), g.Game.Info(), g.Players()
	p := SavedPicture{
		Name: w.Text(info.Name), Start: g.Record.Position, Moves: g.Record.Moves, Endings: gamefile.Endings(g.Game),
		Outcome: w.Result(g.Game, g.Record, func(seat game.Player) string { return names[seat] }),
	}
	for _, role := range info.Roles {
		p.Called = append(p.Called, w.Text(role))
	}
	end := board.NewPosition(w, g.Game, g.Start, g.Moves, 0)
	p.Board, p.Last = end.Board, end.Last
	return p
}
