package api

import (
	"time"

	"gambito/arena"
	"gambito/gamefile"
	"gambito/kept"
)

// SavedGame is a game that is kept, in a list.
type SavedGame struct {
	ID      string       `json:"id" doc:"Short name of the game, such as othello-3, which play --load, review and saved take."`
	Game    string       `json:"game" doc:"Game spec."`
	Players []string     `json:"players" doc:"Names of the players, or their agent specs, by seat: the first belongs to who moves first."`
	Moves   int          `json:"moves" doc:"Moves that players have made."`
	Result  []float64    `json:"result" nullable:"true" doc:"Scores by seat; null while the game is not over."`
	Reason  arena.Reason `json:"reason" doc:"Why it ended."`
	Began   string       `json:"began,omitempty" doc:"When it began: RFC 3339, or as another program has written it."`
	Changed string       `json:"changed" format:"date-time" doc:"When the last move was made, in UTC."`
	File    string       `json:"file" doc:"Where it is kept."`
}

// NewSavedGame is a game as it is kept.
func NewSavedGame(e kept.Entry) SavedGame {
	g := gamefile.Game{Record: e.Record}
	return SavedGame{
		ID: e.ID, Game: e.Record.Game, Players: g.Players(), Moves: e.Made, Result: e.Record.Result, Reason: e.Record.Reason,
		Began: e.Record.Date, Changed: e.Changed.UTC().Format(time.RFC3339), File: e.File,
	}
}

// SavedGameDetails is a game that is kept.
type SavedGameDetails struct {
	SavedGame
	Record arena.Record `json:"record" doc:"The game itself."`
}
