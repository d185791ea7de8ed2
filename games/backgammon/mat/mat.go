// Package mat reads and writes backgammon matches as text in the way of
// Jellyfish, which GNU Backgammon and most other programs understand:
//
//	5 point match
//
//	Game 1
//	white : 0                        black : 0
//	 1) 31: 8/5 6/5                 43: 24/21 13/9
//	 2)  Doubles => 2                Takes
//	 3) 65: 24/18 18/13             53:
//	     Wins 2 points
//
// The left column is player 0. Parts of a turn are written one by one, with 25
// for the bar and 0 for off; nothing behind the dice is a pass. Which game is the
// Crawford game is not written: it is the first in which a player needs one point.
// Lines that begin with a semicolon are remarks; one of them before the first
// game says that there is no cube: it never shows more than 1.
//
//	; [CubeLimit "1"]
package mat

import (
	"fmt"
	"io"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
)

// Match is what a file holds.
type Match struct {
	Length   int // points to win, 0 for a session for money
	Cubeless bool
	Games    []Game
}

// Game is one game of a match.
type Game struct {
	Names  [2]string
	Score  [2]int // before the game
	Turns  []Turn
	Winner game.Player // Nobody if the game is not finished
	Points int         // that the winner has won
}

// Turn is what a player has done.
type Turn struct {
	Player game.Player
	Action Action
	Cube   int // what it would show, of a double
	Dice   backgammon.Dice
	Move   string // as the game writes it
}

// Action is what kind of turn it was.
type Action string

// The actions.
const (
	Move   Action = "move"
	Double Action = "double"
	Take   Action = "take"
	Drop   Action = "drop"
)

// cubelessMark is the remark that there is no cube.
const cubelessMark = `; [CubeLimit "1"]`

// column is where the right one begins, the number of the row not included.
const column = 28

// WriteHead writes what comes before the games of a match.
func WriteHead(out io.Writer, length int, cubeless bool) error {
	mark := ""
	if cubeless {
		mark = cubelessMark + "\n\n"
	}
	_, err := fmt.Fprintf(out, "%s %d point match\n", mark, length)
	return err
}

// Write writes a game, counted from 1.
func (g Game) Write(out io.Writer, number int) error {
	var text strings.Builder
	fmt.Fprintf(&text, "\n Game %d\n", number)
	fmt.Fprintf(&text, " %-31s %s\n", fmt.Sprintf("%s : %d", g.Names[0], g.Score[0]), fmt.Sprintf("%s : %d", g.Names[1], g.Score[1]))
	g.writeRows(&text)
	_, err := io.WriteString(out, text.String())
	return err
}

// Rows are the numbers of the rows in which the turns are written: a row has what
// the left player did and then what the right one did.
func (g Game) Rows() []int {
	rows := make([]int, len(g.Turns))
	row := 0
	for i, t := range g.Turns {
		if i == 0 || t.Player == 0 || g.Turns[i-1].Player == 1 {
			row++
		}
		rows[i] = row
	}
	return rows
}

func (g Game) writeRows(text *strings.Builder) {
	rows := g.Rows()
	for i := 0; i < len(g.Turns); {
		row, cells := rows[i], [2]string{}
		for ; i < len(g.Turns) && rows[i] == row; i++ {
			cells[g.Turns[i].Player] = g.Turns[i].cell()
		}
		left := fmt.Sprintf("%-*s ", column-1, cells[0])
		fmt.Fprintf(text, "%3d) %s\n", row, strings.TrimRight(left+cells[1], " "))
	}
	if g.Winner == game.Nobody {
		return
	}
	points := "points"
	if g.Points == 1 {
		points = "point"
	}
	fmt.Fprintf(text, "%*s Wins %d %s\n", 5+column*int(g.Winner), "", g.Points, points)
}

func (t Turn) cell() string {
	switch t.Action {
	case Double:
		return fmt.Sprintf(" Doubles => %d", t.Cube)
	case Take:
		return " Takes"
	case Drop:
		return " Drops"
	}
	if t.Move == "pass" {
		return t.Dice.String() + ":"
	}
	return t.Dice.String() + ": " + parts(t.Move)
}

// Games are those of a record of g: its moves from a position on in which the first
// roll of a game is to be made. The names are those of the players.
func Games(g *match.Game, start *match.State, moves []game.Move, names [2]string) (games []Game) {
	s := start.Clone().(*match.State)
	score := func() [2]int { return s.Table().Match.Score }
	for _, m := range moves {
		if s.Opening() {
			games = append(games, Game{Names: names, Score: score(), Winner: game.Nobody})
		}
		current := &games[len(games)-1]
		before, side := score(), s.Side()
		if m >= match.Resign && m <= match.ResignBackgammon {
			side = s.Resigner() ^ 1
		} else if turn := s.Turn(); turn >= 0 && m != match.Roll {
			t := Turn{Player: turn, Action: actionOf(m)}
			switch t.Action {
			case Double:
				t.Cube = 2 * s.Cube()
			case Move:
				t.Dice, t.Move = s.Dice(), g.FormatMove(s, m)
			}
			current.Turns = append(current.Turns, t)
		}
		s.Play(m)
		switch after := score(); {
		case after != before:
			current.Winner, current.Points = side, after[side]-before[side]
		case s.Turn() == game.Over: // for money
			current.Winner, current.Points = side, int(s.Score(side))
		}
	}
	return games
}

// actionOf is that of a move of a player.
func actionOf(m game.Move) Action {
	switch m {
	case match.Double:
		return Double
	case match.Take:
		return Take
	case match.Drop:
		return Drop
	}
	return Move
}

// parts writes a move as single ways between two points.
func parts(move string) string {
	var ways []string
	for _, word := range strings.Fields(move) {
		times := 1
		if i := strings.IndexByte(word, '('); i >= 0 {
			times, word = int(word[i+1]-'0'), word[:i]
		}
		points := strings.Split(strings.NewReplacer("bar", "25", "off", "0").Replace(word), "/")
		for again := range times {
			if again == 1 { // what was hit is gone
				points = strings.Split(strings.ReplaceAll(strings.Join(points, "/"), "*", ""), "/")
			}
			for i := 1; i < len(points); i++ {
				ways = append(ways, strings.TrimSuffix(points[i-1], "*")+"/"+points[i])
			}
		}
	}
	return strings.Join(ways, " ")
}
