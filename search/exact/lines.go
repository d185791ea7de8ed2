package exact

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gambito/game"
)

// Line is a position to solve, read from a line of a file.
type Line struct {
	Number   int    // of the line, from 1
	Name     string // the moves or the board, without blanks
	State    game.State
	HasScore bool
	Score    int // to compare with, if HasScore
}

// ErrNoLines: a file has no position in it.
var ErrNoLines = errors.New("there is no position in it")

// ReadLines reads positions of g, one a line, the first so many if limit is
// positive. A line is moves and perhaps a score or, in games whose moves are
// written with spaces between them, a position of two words and perhaps a score; at
// Othello moves in one word will do, too. Empty lines are skipped.
func ReadLines(r io.Reader, g game.Game, limit int) ([]Line, error) {
	var lines []Line
	scanner := bufio.NewScanner(r)
	for number := 1; scanner.Scan() && (limit == 0 || len(lines) < limit); number++ {
		fields := strings.Fields(scanner.Text())
		if len(fields) == 0 {
			continue
		}
		line, err := readLine(g, fields)
		if err == nil && line.State.Turn() == game.Over {
			err = errors.New("the game is over in that position")
		}
		if err != nil {
			return nil, LineError{number, err}
		}
		line.Number = number
		lines = append(lines, line)
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if lines == nil {
		return nil, ErrNoLines
	}
	return lines, nil
}

// LineError is what is wrong with a line.
type LineError struct {
	Number int
	Err    error
}

func (e LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Number, e.Err) }

func (e LineError) Unwrap() error { return e.Err }

func readLine(g game.Game, fields []string) (line Line, err error) {
	line.Name = fields[0]
	rest := fields[1:]
	lister, lists := g.(game.MoveLister)
	moves := func() error {
		line.State = g.New()
		_, err := game.ParseLine(g, line.State, fields[0])
		return err
	}
	if lists && !strings.Contains(lister.JoinMoves([]string{"1", "2"}), " ") {
		err = moves()
	} else {
		text := fields[0]
		if len(rest) > 0 {
			text, rest = text+" "+rest[0], rest[1:]
		}
		line.State, err = g.ParsePosition(text)
		if err != nil && lists && moves() == nil {
			rest, err = fields[1:], nil
		}
	}
	if err != nil || len(rest) == 0 {
		return line, err
	}
	line.HasScore = true
	if line.Score, err = strconv.Atoi(rest[0]); err != nil {
		return line, fmt.Errorf("%q is not a score", rest[0])
	}
	return line, nil
}
