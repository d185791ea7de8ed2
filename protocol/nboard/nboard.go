// Package nboard speaks version 2 of the protocol by which the Othello board NBoard
// talks with engines: Server puts an agent behind it, Entry is an agent that runs such
// an engine. Lines go both ways without being answers to each other; ping and pong tell
// which belong together. Games are GGF, values discs.
package nboard

import (
	"fmt"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/gamefile"
	"gambito/games/othello"
)

// Command is a line to an engine: one word and what belongs to it.
type Command struct {
	Name string // such as "go" or, of what is set, "set depth"
	Text string // the rest of the line
}

// ParseCommand takes a line apart. Version 1 of the protocol left out "set" before depth
// and game, and "move" before a move.
func ParseCommand(line string) Command {
	name, text := word(line)
	name = strings.ToLower(name)
	switch name {
	case "set":
		what, rest := word(text)
		return Command{"set " + strings.ToLower(what), rest}
	case "depth", "game":
		name = "set " + name
	}
	if text == "" && len(name) == 2 && name != "go" {
		return Command{"move", name}
	}
	return Command{name, text}
}

// word takes the first word off a text.
func word(text string) (first, rest string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// Choice is the move that an engine tells after go: === F5/1.20/0.5, where the value in
// discs and the seconds may be missing, or be separated by blanks.
type Choice struct {
	Move    string
	Value   float64
	Valued  bool
	Seconds float64
}

// ParseChoice reads a line; it is none if it does not begin with ===.
func ParseChoice(line string) (c Choice, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "===")
	if !ok {
		return Choice{}, false
	}
	fields := strings.FieldsFunc(rest, func(r rune) bool { return r == '/' || r == ' ' || r == '\t' })
	if len(fields) == 0 {
		return Choice{}, true
	}
	c.Move = fields[0]
	if slashes := strings.Split(strings.TrimSpace(rest), "/"); len(slashes) == 3 && strings.TrimSpace(slashes[1]) == "" {
		fields = append(fields[:1], append([]string{""}, fields[1:]...)...) // a forced move has no value
	}
	number := func(i int) (float64, bool) {
		if i >= len(fields) {
			return 0, false
		}
		x, err := strconv.ParseFloat(fields[i], 64)
		return x, err == nil && x > -1e6 && x < 1e6
	}
	if x, ok := number(1); ok {
		c.Value, c.Valued = x, true
	}
	if x, ok := number(2); ok && x >= 0 {
		c.Seconds = x
	}
	return c, true
}

// formatMove writes a move as two characters.
func formatMove(m game.Move) string {
	if m == othello.Pass {
		return "PA"
	}
	return strings.ToUpper(othello.New().FormatMove(nil, m))
}

// parseMove reads a move: two characters, of which PA is a pass, and perhaps a value
// and a time behind them.
func parseMove(s game.State, text string) (game.Move, error) {
	text, _, _ = strings.Cut(text, "/")
	text, _ = word(text)
	if strings.EqualFold(text, "pa") {
		text = "pass"
	}
	return othello.New().ParseMove(s, text)
}

// formatGame writes a position as the game that begins there: on one line, and the board
// without blanks between its rows, as NBoard does.
func formatGame(start game.State) string {
	board, side, _ := strings.Cut(strings.ReplaceAll(othello.New().FormatPosition(start), "X", "*"), " ")
	return fmt.Sprintf("(;GM[Othello]PC[gambito]PB[black]PW[white]RE[?]TI[15:00]TY[8]BO[8 %s %s];)", board, side)
}

// parseGame reads a game as GGF.
func parseGame(text string) (gamefile.Game, error) {
	if !strings.HasPrefix(text, "(;") {
		return gamefile.Game{}, fmt.Errorf("a game is GGF, (;GM[Othello] … ;), not %.20q", text)
	}
	games, err := gamefile.Parse("game.ggf", []byte(text))
	if err != nil {
		return gamefile.Game{}, err
	}
	return games[0], nil
}
