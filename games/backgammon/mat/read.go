package mat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
)

var (
	lengthLine = regexp.MustCompile(`^\s*(\d+) point match`)
	gameLine   = regexp.MustCompile(`^\s*Game \d+\s*$`)
	scoreLine  = regexp.MustCompile(`^\s*(\S.*?) : (\d+)\s+(\S.*?) : (\d+)\s*$`)
	rowNumber  = regexp.MustCompile(`^\s*\d+\)`)
	cellStart  = regexp.MustCompile(`[1-6][1-6]:|Doubles => \d+|Takes|Drops|Wins \d+ points?`)
)

// rightFrom is the column from which on a cell that stands alone is the right
// player's.
const rightFrom = 20

// Read reads a match and checks that every move is legal. An error names the
// line.
func Read(in io.Reader) (Match, error) {
	r := reader{rules: backgammon.New()}
	lines := bufio.NewScanner(in)
	number := 0
	for lines.Scan() {
		number++
		if err := r.line(lines.Text()); err != nil {
			return Match{}, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return Match{}, err
	}
	if !r.begun || len(r.match.Games) == 0 {
		return Match{}, errors.New(`no match is there: it begins with a line such as " 5 point match" and one such as " Game 1"`)
	}
	return r.match, nil
}

// reader is a match read so far, and where its latest game stands.
type reader struct {
	rules *backgammon.Game
	match Match
	begun bool
	state *backgammon.State // nil before the first roll of a game
}

func (r *reader) line(text string) error {
	switch {
	case strings.TrimSpace(text) == "" || strings.HasPrefix(strings.TrimSpace(text), ";"):
		return nil
	case !r.begun:
		found := lengthLine.FindStringSubmatch(text)
		if found == nil {
			return fmt.Errorf("%q is not the length of a match, such as 5 point match", text)
		}
		r.begun = true
		return number(found[1], &r.match.Length)
	case gameLine.MatchString(text):
		r.match.Games = append(r.match.Games, Game{Winner: game.Nobody})
		r.state = nil
		return nil
	case len(r.match.Games) == 0:
		return fmt.Errorf("%q stands before the first game", text)
	}
	g := &r.match.Games[len(r.match.Games)-1]
	if found := scoreLine.FindStringSubmatch(text); found != nil && g.Names[0] == "" {
		g.Names = [2]string{found[1], found[3]}
		if err := number(found[2], &g.Score[0]); err != nil {
			return err
		}
		return number(found[4], &g.Score[1])
	}
	return r.row(g, text)
}

func number(text string, to *int) (err error) {
	if *to, err = strconv.Atoi(text); err != nil {
		return fmt.Errorf("%q is too large a number", text)
	}
	return nil
}

// row reads a row of one or two cells.
func (r *reader) row(g *Game, text string) error {
	begin := 0
	if found := rowNumber.FindStringIndex(text); found != nil {
		begin = found[1]
	}
	cells := cellStart.FindAllStringIndex(text[begin:], -1)
	if len(cells) == 0 && begin > 0 && strings.TrimSpace(text[begin:]) == "" {
		return nil
	}
	if len(cells) == 0 || len(cells) > 2 || strings.TrimSpace(text[begin:begin+cells[0][0]]) != "" {
		return fmt.Errorf("%q is no row of a game", text)
	}
	player := game.Player(0)
	if begin+cells[0][0] >= rightFrom {
		player = 1
	}
	if len(cells) == 2 && player == 1 {
		return fmt.Errorf("%q has two cells on the right", text)
	}
	for i, at := range cells {
		end := len(text)
		if i+1 < len(cells) {
			end = begin + cells[i+1][0]
		}
		head, rest := text[begin+at[0]:begin+at[1]], strings.TrimSpace(text[begin+at[1]:end])
		if err := r.cell(g, player+game.Player(i), head, rest); err != nil {
			return err
		}
	}
	return nil
}

// cell reads what one player has done.
func (r *reader) cell(g *Game, p game.Player, head, rest string) error {
	if g.Winner != game.Nobody {
		return errors.New("the game is over")
	}
	turn := Turn{Player: p}
	word, value, _ := strings.Cut(head, " ")
	switch word {
	case "Wins":
		g.Winner = p
		value, _, _ = strings.Cut(value, " ")
		return number(value, &g.Points)
	case "Doubles":
		turn.Action = Double
		if err := number(strings.TrimPrefix(value, "=> "), &turn.Cube); err != nil {
			return err
		}
	case "Takes":
		turn.Action = Take
	case "Drops":
		turn.Action = Drop
	default:
		var err error
		turn.Action = Move
		if turn.Dice, turn.Move, err = r.move(p, head[:2], rest); err != nil {
			return err
		}
		rest = ""
	}
	if rest != "" {
		return fmt.Errorf("%q behind %q means nothing", rest, head)
	}
	g.Turns = append(g.Turns, turn)
	return nil
}

// move makes a move of p.
func (r *reader) move(p game.Player, dice, text string) (backgammon.Dice, string, error) {
	if r.state == nil {
		start, err := r.rules.ParsePosition(backgammon.Start.PositionID(p) + " " + "WB"[p:p+1])
		if err != nil {
			return backgammon.Dice{}, "", err
		}
		r.state = start.(*backgammon.State)
	}
	if r.state.Side() != p {
		return backgammon.Dice{}, "", errors.New("the same player moves twice")
	}
	if err := r.rules.SetDice(r.state, dice); err != nil {
		return backgammon.Dice{}, "", err
	}
	if text == "" || strings.EqualFold(text, "cannot move") {
		text = "pass"
	}
	m, err := r.rules.ParseMove(r.state, text)
	if err != nil {
		return backgammon.Dice{}, "", err
	}
	rolled, written := r.state.Dice(), r.rules.FormatMove(r.state, m)
	r.state.Play(m)
	return rolled, written, nil
}
