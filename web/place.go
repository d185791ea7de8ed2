package web

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gambito/game"
)

// Place is the part of a request that means a position. Routes that are asked by GET
// take the same names from the query.
type Place struct {
	Game     string `json:"game" query:"game" required:"true" minLength:"1" maxLength:"200" doc:"Game spec, such as connect4, connect4:8x6 or gdl:hex."`
	Position string `json:"position,omitempty" query:"position" maxLength:"20000" doc:"Position to start from, as the game writes it; empty for the game's own."`
	Moves    string `json:"moves,omitempty" query:"moves" maxLength:"20000" doc:"Moves to make from there, such as 4433 (connect4), f5d6c3 (othello) or 'd3 c3' (others)."`
}

// place is what a Place means.
type place struct {
	game  game.Game
	start game.State
	moves []game.Move
	state game.State // after the moves
}

// find finds the position that a request means.
func (s *Server) find(ctx context.Context, p Place) (_ place, err error) {
	g, err := s.game(ctx, p.Game)
	if err != nil {
		return place{}, err
	}
	start := g.New()
	if p.Position != "" {
		if start, err = g.ParsePosition(p.Position); err != nil {
			return place{}, err
		}
	}
	state := start.Clone()
	moves, err := readLine(ctx, g, state, p.Moves)
	if err != nil {
		return place{}, fmt.Errorf("moves: %w", err)
	}
	return place{g, start, moves, state}, nil
}

// findOpen is find, of games in which players see everything.
func (s *Server) findOpen(ctx context.Context, p Place) (place, error) {
	at, err := s.find(ctx, p)
	if err == nil && game.OfSecrets(at.game) {
		err = unseen(p.Game)
	}
	return at, err
}

// lineTime is how long reading a line of moves may take. Only games of rulesheets that
// nobody can compile come near.
const lineTime = 5 * time.Second

// readLine reads a line of moves and plays it on s, as long as somebody waits.
func readLine(ctx context.Context, g game.Game, s game.State, line string) ([]game.Move, error) {
	end := time.Now().Add(lineTime)
	return game.ParseLineUntil(g, s, line, func() error {
		if time.Now().After(end) {
			return errors.New("they take too long to be played through")
		}
		return ctx.Err()
	})
}
