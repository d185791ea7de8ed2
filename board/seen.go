package board

import (
	"gambito/game"
	"gambito/words"
)

// Seen describes the position after the first of the moves that a player has noticed, so many
// of them, as that player sees it: a game of which players do not see everything. Law: it
// depends on nothing but what the player has seen.
func Seen(w words.Words, g game.Game, start game.State, moves []game.Move, viewer game.Player, noticed int) Position {
	s, before := glimpses(start, moves, viewer, noticed)
	info := g.Info()
	p := Position{
		Game: info.ID, Name: w.Text(info.Name), Ply: noticed, Turn: OfPlayer, Board: Of(w, g, game.Look(s, viewer)), Legal: []Move{},
	}
	for _, role := range info.Roles {
		p.Roles = append(p.Roles, w.Text(role))
	}
	if before != nil {
		p.Last = changed(Of(w, g, before), p.Board)
	}
	switch turn := s.Turn(); {
	case turn == game.Over:
		p.setTurn(w, g, s)
	case turn == game.Chance:
		p.Turn = OfChance
	case turn == viewer: // whose moves are the same in a world that only fits
		p.Seat = int(turn)
		p.Legal = MovesOf(w, g, worldOf(s, viewer), viewer)
	default:
		p.Seat = int(turn)
	}
	return p
}

// worldOf is a state in which the viewer's moves can be tried: where cells are drawn one that
// only fits what the viewer has seen, for they would show what comes of a move.
func worldOf(s game.State, viewer game.Player) game.State {
	if _, drawn := cellsOf(game.Look(s, viewer)); drawn {
		return game.View(s, viewer)
	}
	return game.Look(s, viewer)
}

// Noticed is how many of the moves a player has noticed: its own, and those that have changed
// what it sees. They are those of game.Story.
func Noticed(start game.State, moves []game.Move, viewer game.Player) (n int) {
	eachNoticed(start, moves, viewer, func(game.State, game.Move) bool { n++; return true })
	return n
}

// glimpses are the position after so many moves that a player has noticed, and the one before
// the last of them as that player saw it, nil if there is none. All moves that are not noticed
// are made as well behind the last.
func glimpses(start game.State, moves []game.Move, viewer game.Player, noticed int) (s, before game.State) {
	s = start.Clone()
	if noticed == 0 {
		return s, nil
	}
	n := 0
	eachNoticed(start, moves, viewer, func(at game.State, m game.Move) bool {
		if n++; n == noticed {
			before = game.Look(at, viewer)
			s = at.Clone()
			s.Play(m)
		}
		return n < noticed
	})
	return s, before
}

// eachNoticed calls a function for each move that a player notices, with the position before,
// which changes after, until it returns false.
func eachNoticed(start game.State, moves []game.Move, viewer game.Player, f func(before game.State, m game.Move) bool) {
	s, after := start.Clone().(game.Veiled), start.Clone().(game.Veiled)
	key := string(s.Sees(viewer, nil))
	for _, m := range moves {
		after.Play(m)
		next := string(after.Sees(viewer, nil))
		if (s.Turn() == viewer || next != key) && !f(s, m) {
			return
		}
		s.Play(m)
		key = next
	}
}

// changed are the cells that look different.
func changed(before, after Board) (cells []int) {
	if len(before.Cells) != len(after.Cells) {
		return nil
	}
	for i, c := range after.Cells {
		if b := before.Cells[i]; b.Glyph != c.Glyph || (b.Owner == nil) != (c.Owner == nil) || b.Owner != nil && *b.Owner != *c.Owner {
			cells = append(cells, i)
		}
	}
	return cells
}
