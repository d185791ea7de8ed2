package board

import (
	"slices"

	"gambito/game"
	"gambito/games/battleship"
	"gambito/words"
)

// Sea is one of the seas of battleship. The cells of a board are those of its seas, one sea after
// the other.
type Sea struct {
	Owner int    `json:"owner" doc:"Seat of whose ships it holds."`
	Role  string `json:"role" doc:"What that player is called."`
	Title string `json:"title" doc:"What stands above it, such as your sea."`
	Own   bool   `json:"own,omitempty" doc:"Whether it is that of the player for whom it is drawn."`
}

// seasOf takes the seas apart that battleship draws beside each other: that of the other on the
// left, that of the player for whom it is drawn on the right.
func seasOf(w words.Words, g game.Game, s *battleship.State) Board {
	drawn := s.Draw()
	both := ofCells(w, drawn)
	wide := (both.Columns - 1) / 2
	b := both
	b.Kind, b.Columns, b.ColumnLabels, b.Cells = Seas, wide, both.ColumnLabels[:wide], nil
	viewer := s.Viewer()
	own := max(viewer, 0)
	for side, owner := range []game.Player{1 - own, own} {
		b.Seas = append(b.Seas, Sea{Owner: int(owner), Role: w.Text(g.Info().Roles[owner]), Title: w.Text(drawn.Titles[side].Text), Own: owner == viewer})
		for row := range both.Rows {
			from := row*both.Columns + side*(wide+1)
			b.Cells = append(b.Cells, both.Cells[from:from+wide]...)
		}
	}
	return b
}

// seaTouched is what is touched for a move of p: the ends of a ship in its own sea, or a cell of
// the other's.
func seaTouched(b Board, s *battleship.State, p game.Player, text string) []int {
	names := named(game.Board{Columns: b.Columns, Rows: b.Rows, ColumnLabels: b.ColumnLabels, RowLabels: b.RowLabels}, text)
	at := 1 - p
	if _, shooting := s.Shot(0); !shooting {
		at = p
	}
	sea := slices.IndexFunc(b.Seas, func(sea Sea) bool { return sea.Owner == int(at) })
	for i := range names {
		names[i] += sea * b.Columns * b.Rows
	}
	return names
}
