package api

import "gambito/board"

// boardNotes are of boards to be drawn, whose fields say themselves what they are.
var boardNotes = []notes{
	{of: board.Board{}, about: "A position to be drawn."},
	{of: board.Cell{}, about: "A cell of a board."},
	{of: board.Men{}, name: "Men", about: "A position of backgammon."},
	{of: board.Cube{}, about: "The doubling cube, and what is played for."},
	{of: board.Sea{}, about: "One of the seas of battleship."},
	{of: board.Row{}, name: "TableRow", about: "What lies together on a table."},
	{of: board.Span{}, about: "A piece of text in one colour."},
}
