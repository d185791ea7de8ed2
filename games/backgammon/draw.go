package backgammon

import (
	"fmt"

	"gambito/game"
)

// deep is how many men of a point are drawn; the last place tells the number
// if there are more.
const deep = 5

var (
	symbols = [2]string{"X", "O"}
	inks    = [2]game.Colour{game.White, game.Black}
)

// Marks implements game.Marked.
func (*Game) Marks() []game.Mark {
	return game.NewMarks(game.Wood, symbols[0]+symbols[1], "●●", inks[0], inks[1])
}

// DrawText implements game.TextDrawer.
func (s *State) DrawText() []game.TextLine {
	lines := s.board.DrawText(s.side)
	for p := range game.Player(2) {
		lines = append(lines, s.board.Caption(p, s.tells(p)))
	}
	return lines
}

// DrawText draws the men, 13 lines: white's home board is at the bottom right,
// and the points have the numbers of the player to move.
func (b *Board) DrawText(side game.Player) []game.TextLine {
	lines := []game.TextLine{labels(true, side)}
	for row := range deep {
		lines = append(lines, b.row(true, row))
	}
	lines = append(lines, (&Board{}).row(true, 0)) // nothing stands between the halves
	for row := deep - 1; row >= 0; row-- {
		lines = append(lines, b.row(false, row))
	}
	return append(lines, labels(false, side))
}

// column is white's number of the point in a column, counted from the left
// without the bar.
func column(top bool, i int) int {
	if top {
		return 13 + i
	}
	return 12 - i
}

func labels(top bool, side game.Player) game.TextLine {
	corner := game.TextSpan{Plain: "+", Surface: game.Wood}
	line := game.TextLine{corner}
	for i := range 12 {
		k := column(top, i)
		if side == 1 {
			k = Bar - k
		}
		if i == 6 {
			line = append(line, corner, game.TextSpan{Plain: "BAR", Surface: game.Wood}, corner)
		}
		line = append(line, game.TextSpan{Plain: fmt.Sprintf("%2d-", k), Surface: game.Wood})
	}
	return append(line, corner)
}

// row is the places of one half that are so far from its edge. Men on the bar
// stand in the half in which they will enter.
func (b *Board) row(top bool, row int) game.TextLine {
	line := game.TextLine{{Plain: "|", Surface: game.Wood}}
	for i := range 12 {
		if i == 6 {
			p := game.Player(1)
			if top {
				p = 0
			}
			line = append(line, game.TextSpan{Plain: "|", Surface: game.Wood}, b.place(p, Bar, row), game.TextSpan{Plain: "|", Surface: game.Wood})
		}
		k, p := column(top, i), game.Player(0)
		if b[0][k] == 0 {
			k, p = Bar-k, 1
		}
		line = append(line, b.place(p, k, row))
	}
	return append(line, game.TextSpan{Plain: "|", Surface: game.Wood})
}

func (b *Board) place(p game.Player, k, row int) game.TextSpan {
	span := game.TextSpan{Plain: "   ", Ink: inks[p], Surface: game.Wood}
	switch n := int(b[p][k]); {
	case n > deep && row == deep-1:
		span.Plain = fmt.Sprintf("%2d ", n)
	case n > row:
		span.Plain, span.Fancy = " "+symbols[p]+" ", " ● "
	}
	return span
}

// Caption is what a player has to go and has off, and what else is to be told of it.
func (b *Board) Caption(p game.Player, more string) game.TextLine {
	return game.TextLine{
		{Plain: symbols[p], Fancy: "●", Ink: inks[p], Surface: game.Wood},
		{Plain: fmt.Sprintf(" %s: %d pips, %d off%s", roles[p], b.Pips(p), b[p][Off], more)},
	}
}

// Tell implements game.Narrated: what was rolled.
func (g *Game) Tell(before, after game.State) string {
	if after := after.(*State); before.Turn() == game.Chance {
		return RollText(after.side, after.dice)
	}
	return ""
}

// RollText is a roll in words.
func RollText(p game.Player, d Dice) string {
	if d[0] == d[1] {
		return fmt.Sprintf("%s rolls a double %d", roles[p], d[0])
	}
	return fmt.Sprintf("%s rolls %d and %d", roles[p], d[0], d[1])
}

// tells is what a player has done or has to do.
func (s *State) tells(p game.Player) string {
	switch {
	case s.board.Winner() == p:
		return ", has won"
	case s.board.Winner() != game.Nobody || s.side != p:
		return ""
	case s.opening:
		return ", to make the first roll"
	case s.dice.Rolled():
		return ", has rolled " + s.dice.String()
	}
	return ", to roll"
}
