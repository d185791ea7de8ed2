// Package games is the catalogue of the games: it makes any of them from a
// game spec such as "connect4", "connect4:8x6" or "tictactoe:size=5,run=4".
package games

import (
	"fmt"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/games/tictactoe"
	"gambito/spec"
)

// Catalogue lists every game.
var Catalogue = spec.Catalogue[func(spec.Values) (game.Game, error)]{
	Kind: "game",
	Entries: []spec.Entry[func(spec.Values) (game.Game, error)]{
		{
			Schema: spec.Schema{
				ID: "connect4", Name: "Connect 4",
				About: "Drop stones into columns; the first to line up four of its own wins, a full board is a draw.",
				Options: []spec.Option{
					{Name: "columns", Type: spec.Int, Default: "7", Min: 1, Max: 32, Help: "width of the board; columns × (rows + 1) may be at most 64"},
					{Name: "rows", Type: spec.Int, Default: "6", Min: 1, Max: 63, Help: "height of the board"},
					{Name: "run", Type: spec.Int, Default: "4", Min: 2, Max: 63, Help: "stones in a line that win"},
				},
				Size: []string{"columns", "rows"},
			},
			Make: func(v spec.Values) (game.Game, error) {
				return connect4.New(v.Int("columns"), v.Int("rows"), v.Int("run"))
			},
		},
		{
			Schema: spec.Schema{
				ID: "tictactoe", Name: "Tic-tac-toe",
				About: "Take cells in turn; the first with a full line of its own wins, a full board is a draw.",
				Options: []spec.Option{
					{Name: "size", Type: spec.Int, Default: "3", Min: 2, Max: 8, Help: "side of the board"},
					{Name: "run", Type: spec.Int, Min: 2, Max: 8, Help: "cells in a line that win (default: the size)"},
				},
				Size: []string{"size", "size"},
			},
			Make: func(v spec.Values) (game.Game, error) {
				if !v.Has("run") {
					return tictactoe.New(v.Int("size"), v.Int("size"))
				}
				return tictactoe.New(v.Int("size"), v.Int("run"))
			},
		},
		{
			Schema: spec.Schema{
				ID: "othello", Name: "Othello",
				About: "Flank opposing discs to turn them over; who cannot move passes, when nobody can more discs win.",
			},
			Make: func(spec.Values) (game.Game, error) { return othello.New(), nil },
		},
	},
}

// Parse makes the game that a spec names.
func Parse(text string) (game.Game, error) {
	entry, values, err := Catalogue.Read(text)
	if err != nil {
		return nil, err
	}
	g, err := entry.Make(values)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", text, err)
	}
	return g, nil
}
