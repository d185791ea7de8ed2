package board

import (
	"slices"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/battleship"
	"gambito/words"
)

// Move is a legal move, or a part of one.
type Move struct {
	Text   string `json:"text" doc:"The move, as the game writes it."`
	Label  string `json:"label" doc:"The same for people to read."`
	Touch  []int  `json:"touch,omitempty" doc:"What a person touches to make it, in that order: cells by their number, of backgammon points as white counts, 0 for off and 25 for the bar. Absent of a move that has no place on the board, such as a pass."`
	Column bool   `json:"column,omitempty" doc:"Whether any cell of the same column will do."`
}

// MovesOf are the legal moves of a player who is to choose one in s. What is touched
// is seen by what the move changes on the board.
func MovesOf(w words.Words, g game.Game, s game.State, p game.Player) []Move {
	if seas, ok := s.(*battleship.State); ok {
		return seaMoves(w, g, seas, p)
	}
	before, drawn := cellsOf(s)
	column := drawn && before.RowLabels == nil && before.ColumnLabels != nil
	legal := game.MovesFor(s, p, nil)
	moves, after := make([]Move, 0, len(legal)), s.Clone()
	for _, m := range legal {
		move := Move{Text: game.FormatMoveFor(g, s, p, m), Label: label(w, g, s, p, m)}
		if drawn {
			after.CopyFrom(s)
			after.Play(joined(g, s, p, m))
			if next, ok := cellsOf(after); ok && len(next.Cells) == len(before.Cells) {
				move.Touch = touched(before, next, p, move.Text)
				move.Column = column && len(move.Touch) == 1
			}
		}
		moves = append(moves, move)
	}
	return moves
}

// seaMoves are the legal moves of battleship.
func seaMoves(w words.Words, g game.Game, s *battleship.State, p game.Player) []Move {
	b, moves := seasOf(w, g, s), []Move{}
	for _, m := range s.Moves(nil) {
		text := g.FormatMove(s, m)
		moves = append(moves, Move{Text: text, Label: text, Touch: seaTouched(b, s, p, text)})
	}
	return moves
}

// label is a move of one player for people to read.
func label(w words.Words, g game.Game, s game.State, p game.Player, m game.Move) string {
	if s.Turn() == game.Together {
		return w.Text(game.FormatMoveFor(g, s, p, m))
	}
	return w.Move(g, s, m)
}

// joined is a move of p, where all move at once together with any move of the others.
func joined(g game.Game, s game.State, p game.Player, m game.Move) game.Move {
	together, ok := s.(game.Simultaneous)
	if !ok || s.Turn() != game.Together {
		return m
	}
	all := make([]game.Move, g.Info().Players())
	for seat := range all {
		all[seat] = together.MovesOf(game.Player(seat), nil)[0]
	}
	all[p] = m
	return together.Join(all)
}

// touched is where p puts a piece, behind where it takes one away if it moves it, as
// the text of the move and the boards before and after tell.
func touched(before, after game.Board, p game.Player, text string) []int {
	names := named(before, text)
	own := difference(before.Cells, after.Cells, func(c game.Cell) bool { return c.Symbol != 0 && c.Owner == p })
	switch {
	case len(own) > len(names):
		return own
	case names != nil || hasPieces(before, p) || hasPieces(after, p):
		return names
	}
	return difference(before.Cells, after.Cells, func(c game.Cell) bool { return c.Symbol != 0 })
}

// hasPieces reports whether it can be seen which pieces are p's.
func hasPieces(b game.Board, p game.Player) bool {
	return slices.ContainsFunc(b.Cells, func(c game.Cell) bool { return c.Symbol != 0 && c.Owner == p })
}

// difference is the cell that a piece has left, if there is one, and the cell where
// one has come; nil if the boards do not tell. A piece that turns others over has come
// where nothing was.
func difference(before, after []game.Cell, counts func(game.Cell) bool) []int {
	var left, come, filled []int
	for i := range after {
		was, is := counts(before[i]), counts(after[i])
		switch {
		case was && !is:
			left = append(left, i)
		case is && (!was || before[i].Symbol != after[i].Symbol):
			if come = append(come, i); before[i].Symbol == 0 {
				filled = append(filled, i)
			}
		}
	}
	if len(come) > 1 && len(left) == 0 {
		come = filled
	}
	if len(come) != 1 || len(left) > 1 {
		return nil
	}
	return append(left, come[0])
}

// named is the cells that end the text of a move, one or two: b2-c3, or by column and
// row as in rulesheets, (move 2 2 3 3).
func named(b game.Board, text string) (cells []int) {
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("()- ", r) })
	for len(names) > 0 && len(cells) < 2 {
		cell, used := lastNamed(b, names)
		if used == 0 {
			break
		}
		cells, names = append([]int{cell}, cells...), names[:len(names)-used]
	}
	return cells
}

// lastNamed is the cell that the last of names names, alone or with the one before;
// how many it needs is 0 if it names none.
func lastNamed(b game.Board, names []string) (cell, used int) {
	last := len(names) - 1
	if row := slices.Index(b.RowLabels, names[last]); row >= 0 && last > 0 {
		if column := slices.Index(b.ColumnLabels, names[last-1]); column >= 0 {
			return row*b.Columns + column, 2
		}
	}
	for column, label := range b.ColumnLabels {
		if rest, ok := strings.CutPrefix(names[last], label); ok {
			if row := slices.Index(b.RowLabels, rest); row >= 0 {
				return row*b.Columns + column, 1
			}
		}
	}
	return 0, 0
}

// Parts are the parts by which a move can be made, of a game whose moves are made in
// parts; nil where there is none.
func Parts(g game.Game, s game.State, made []string) (next []Move, done bool, move game.Move, state game.State, err error) {
	stepwise, ok := g.(game.Stepwise)
	if !ok || s.Turn() < 0 {
		return nil, false, 0, s, nil
	}
	partial, err := stepwise.Step(s, made)
	if err != nil {
		return nil, false, 0, s, err
	}
	for _, text := range partial.Next {
		next = append(next, Move{Text: text, Label: text, Touch: points(text, s.Turn())})
	}
	return next, partial.Done, partial.Move, partial.State, nil
}

// points are the places that a part of a turn at backgammon goes from and to.
func points(text string, p game.Player) []int {
	from, to, _ := strings.Cut(strings.TrimSuffix(text, "*"), "/")
	var touch []int
	for _, place := range []string{from, to} {
		switch n, err := strconv.Atoi(place); {
		case place == "bar":
			touch = append(touch, backgammon.Bar)
		case place == "off":
			touch = append(touch, backgammon.Off)
		case err != nil:
			return nil
		case p == 1:
			touch = append(touch, backgammon.Bar-n)
		default:
			touch = append(touch, n)
		}
	}
	return touch
}

// lastTouched is what was touched for a move from one position to the next, or all
// cells that look different if that is not told.
func lastTouched(w words.Words, g game.Game, before, after game.State, m game.Move) (cells []int) {
	if _, seas := before.(*battleship.State); seas {
		return changed(Of(w, g, before), Of(w, g, after))
	}
	was, ok := cellsOf(before)
	is, still := cellsOf(after)
	if !ok || !still || len(was.Cells) != len(is.Cells) {
		return nil
	}
	if p := before.Turn(); p >= 0 {
		if cells = touched(was, is, p, g.FormatMove(before, m)); cells != nil {
			return cells
		}
	}
	for i, c := range is.Cells {
		if b := was.Cells[i]; b.Symbol != c.Symbol || b.Owner != c.Owner {
			cells = append(cells, i)
		}
	}
	return cells
}
