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
	r := reader{}
	lines := bufio.NewScanner(in)
	number := 0
	for lines.Scan() {
		number++
		if err := r.line(lines.Text()); err != nil {
			return Match{}, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return Match{}, fmt.Errorf("line %d: it is longer than %d bytes", number+1, bufio.MaxScanTokenSize)
	} else if err != nil {
		return Match{}, err
	}
	if r.play == nil || len(r.match.Games) == 0 {
		return Match{}, errors.New(`no match is there: it begins with a line such as " 5 point match" and one such as " Game 1"`)
	}
	if r.match.Games[len(r.match.Games)-1].Names[0] == "" {
		return Match{}, fmt.Errorf("line %d: %w", number, errNoScore)
	}
	return r.match, nil
}

var errNoScore = errors.New("a game without its players and score, such as white : 0  black : 0")

// reader is a match read so far, and where its latest game stands.
type reader struct {
	match Match
	play  *replay // nil before the length of the match is known
}

func (r *reader) line(text string) error {
	switch {
	case strings.TrimSpace(text) == cubelessMark && len(r.match.Games) == 0:
		r.match.Cubeless = true
		return nil
	case strings.TrimSpace(text) == "" || strings.HasPrefix(strings.TrimSpace(text), ";"):
		return nil
	case r.play == nil:
		found := lengthLine.FindStringSubmatch(text)
		if found == nil {
			return fmt.Errorf("%q is not the length of a match, such as 5 point match", text)
		}
		err := number(found[1], &r.match.Length)
		if err == nil {
			r.play, err = newReplay(r.match.Length)
		}
		return err
	case gameLine.MatchString(text):
		if n := len(r.match.Games); n > 0 && r.match.Games[n-1].Names[0] == "" {
			return errNoScore
		}
		r.play.cubeless = r.match.Cubeless
		r.match.Games = append(r.match.Games, Game{Winner: game.Nobody})
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
		if err := number(found[4], &g.Score[1]); err != nil {
			return err
		}
		return r.play.begin(g.Score)
	}
	if g.Names[0] == "" {
		return fmt.Errorf("%q stands where the players and the score should, such as white : 0  black : 0", text)
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
		if err := number(value, &g.Points); err != nil {
			return err
		}
		return r.play.end(g)
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
		turn.Action = Move
		turn.Dice, _ = backgammon.ParseDice(head[:2]) // by the pattern they are dice
		if turn.Move, rest = rest, ""; turn.Move == "" || strings.EqualFold(turn.Move, "cannot move") {
			turn.Move = "pass"
		}
	}
	if rest != "" {
		return fmt.Errorf("%q behind %q means nothing", rest, head)
	}
	if err := r.play.turn(&turn); err != nil {
		return err
	}
	g.Turns = append(g.Turns, turn)
	return nil
}
