package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
)

// readInput is a text that somebody has pasted.
type readInput struct {
	Spoken
	Body struct {
		Game string `json:"game" minLength:"1" maxLength:"200" doc:"Game spec."`
		Text string `json:"text" minLength:"1" maxLength:"20000" doc:"A position or a line of moves, as the game or other programs write it."`
	}
}

func (s *Server) registerRead(api huma.API) {
	route(api, huma.Operation{
		OperationID: "read", Method: http.MethodPost, Path: "/api/read", Tags: []string{"positions"},
		Summary:     "What a text means: a position or a line of moves",
		Description: "Of backgammon a text that tells of the cube and the score names the game with those.",
	}, func(ctx context.Context, in *readInput) (*answer[Place], error) {
		p, err := s.read(ctx, in.Body.Game, strings.TrimSpace(in.Body.Text))
		if err != nil {
			return nil, err
		}
		return answered(p), nil
	})
}

// read finds out what a text means.
func (s *Server) read(ctx context.Context, spec, text string) (Place, error) {
	g, err := s.game(ctx, spec)
	if err != nil {
		return Place{}, err
	}
	if g, err = withTable(g, text); err != nil {
		return Place{}, err
	}
	at, notPosition := g.ParsePosition(text)
	if notPosition == nil {
		return Place{Game: g.Info().ID, Position: g.FormatPosition(at)}, nil
	}
	moves, err := readLine(ctx, g, g.New(), text)
	switch {
	case err == nil:
		return Place{Game: g.Info().ID, Moves: game.FormatLine(g, g.New(), moves)}, nil
	case len(moves) > 0:
		return Place{}, err // it has begun like moves
	}
	return Place{}, notPosition
}

// withTable makes plain backgammon the game with the cube if a position tells of it.
func withTable(g game.Game, text string) (game.Game, error) {
	fields := strings.Fields(text)
	if _, plain := g.(*backgammon.Game); !plain || len(fields) == 0 {
		return g, nil
	}
	t, complete, err := backgammon.ParseTable(fields[0])
	if err != nil || !complete {
		return g, nil // reading the position says what is wrong
	}
	return match.For(t)
}
