package match

import (
	"fmt"

	"gambito/game"
	"gambito/games/backgammon"
)

// Where the cube lies beside the board, by the line of the drawing: at its
// owner's side or in the middle.
const (
	blacksSide = 1
	middle     = 6
	whitesSide = 11
)

// Marks implements game.Marked.
func (g *Game) Marks() []game.Mark {
	return g.plain.Marks()
}

// DrawText implements game.TextDrawer.
func (s *State) DrawText() []game.TextLine {
	lines := s.board.DrawText(s.side)
	if s.rules.Cube {
		at := middle
		switch s.owner {
		case 0:
			at = whitesSide
		case 1:
			at = blacksSide
		}
		lines[at] = append(lines[at], game.TextSpan{Plain: fmt.Sprintf("  cube %d", 1<<s.cube)})
	}
	for p := range game.Player(2) {
		lines = append(lines, s.board.Caption(p, s.tells(p)))
	}
	return append(lines, game.TextLine{{Plain: s.stakes()}})
}

// tells is what a player has done or has to do.
func (s *State) tells(p game.Player) string {
	switch {
	case s.stage == opening && s.rules.Length > 0:
		return ", throws a die for the start"
	case s.stage == offered && p != s.side:
		return ", to take or to drop"
	case s.stage == dropped && p != s.side:
		return ", has dropped"
	case s.stage == resigned && p != s.side:
		return ", has resigned"
	case p != s.side:
		return ""
	}
	switch s.stage {
	case opening:
		return ", to make the first roll"
	case choosing:
		return ", to roll or to double"
	case offered:
		return fmt.Sprintf(", has doubled to %d", 2<<s.cube)
	case rolling:
		return ", rolls"
	case moving:
		return ", has rolled " + s.dice.String()
	}
	return ", has won"
}

// Tell implements game.Narrated: rolls, what the cube does, and who has won a game of
// the match that goes on.
func (g *Game) Tell(before, after game.State) string {
	was, is := before.(*State), after.(*State)
	for p := range was.score {
		if won := int(is.score[p]) - int(was.score[p]); won > 0 && is.Turn() != game.Over {
			return wonText(game.Player(p), won, was.Cube(), is.score)
		}
	}
	switch {
	case was.stage == opening && was.rules.Length > 0 && is.stage == moving:
		return fmt.Sprintf("%s; %s begins", backgammon.RollText(is.side, is.dice), roles[is.side])
	case is.stage == moving && was.Turn() == game.Chance:
		return backgammon.RollText(is.side, is.dice)
	case is.stage == offered:
		return fmt.Sprintf("%s doubles to %d: %s takes or drops", roles[is.side], 2*is.Cube(), roles[is.side^1])
	case was.stage == offered && is.cube > was.cube:
		return fmt.Sprintf("%s has the cube, which shows %d", roles[is.owner], is.Cube())
	}
	return ""
}

// wonText tells that a game of a match was won, and the score.
func wonText(p game.Player, won, cube int, score [2]uint16) string {
	what, points := "wins", "points"
	switch won {
	case 2 * cube:
		what = "wins a gammon,"
	case 3 * cube:
		what = "wins a backgammon,"
	}
	if won == 1 {
		points = "point"
	}
	return fmt.Sprintf("%s %s %d %s: the score is %d to %d", roles[p], what, won, points, score[0], score[1])
}

// stakes is what is played for.
func (s *State) stakes() string {
	if s.rules.Length == 0 {
		if s.rules.Jacoby {
			return "for money, by the Jacoby rule"
		}
		return "for money"
	}
	text := fmt.Sprintf("match to %d: %s %d, %s %d", s.rules.Length, roles[0], s.score[0], roles[1], s.score[1])
	if s.crawford {
		text += ", the Crawford game"
	}
	return text
}
