package terminal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gambito/game"
)

// command is what a person answers when asked for a move.
type command struct {
	verb string // "move", "part" or one of the words of help
	arg  string
	move game.Move
}

const help = `Type a move, or:
  moves       list the legal moves, or what may follow the parts of one
  board       draw the board again
  position    print the position as --position takes it
  hint [SPEC] ask an agent what it would play
  dice ROLL   set by hand what the dice show, or will show if you roll
  edit TEXT   go on from another position, written as position prints it
  undo        take back the last part of a move made in parts, or else your last
              move (and the reply)
  save FILE   write the game to a file
  load FILE   go on with a game from a file
  resign      give up, at backgammon for as much as the position allows, in a match
              the game that is played
  quit        leave (also end of input)
`

// words are the commands, with their short forms and what they take after them.
var words = map[string]struct {
	verb string
	arg  argument
}{
	"help": {"help", noArgument}, "?": {"help", noArgument},
	"moves":    {"moves", noArgument},
	"board":    {"board", noArgument},
	"position": {"position", noArgument},
	"hint":     {"hint", mayHaveArgument},
	"dice":     {"dice", "what they show"},
	"edit":     {"edit", "a position"},
	"undo":     {"undo", noArgument},
	"save":     {"save", fileArgument},
	"load":     {"load", fileArgument},
	"resign":   {"resign", noArgument},
	"quit":     {"quit", noArgument}, "q": {"quit", noArgument}, "exit": {"quit", noArgument},
}

// argument is what has to follow a word, unless it is one of the first two.
type argument string

const (
	noArgument      argument = ""
	mayHaveArgument argument = "?"
	fileArgument    argument = "the name of a file"
)

// parseCommand reads a line typed by a person who plays for p in s and has made
// these parts of a move.
func parseCommand(g game.Game, s game.State, p game.Player, made []string, line string) (command, error) {
	line = strings.TrimSpace(line)
	first, arg, _ := strings.Cut(line, " ")
	arg = strings.TrimSpace(arg)
	if word, ok := words[strings.ToLower(first)]; ok {
		switch {
		case arg == "" && word.arg != noArgument && word.arg != mayHaveArgument:
			return command{}, fmt.Errorf("%s needs %s", word.verb, word.arg)
		case arg != "" && word.arg == noArgument:
			return command{}, fmt.Errorf("%s takes nothing after it", word.verb)
		}
		return command{verb: word.verb, arg: arg}, nil
	}
	if stepwise, ok := g.(game.Stepwise); ok && s.Turn() == p {
		part, err := stepwise.Step(s, append(slices.Clone(made), line))
		switch {
		case err == nil && part.Done:
			return command{verb: "move", move: part.Move}, nil
		case err == nil:
			return command{verb: "part", arg: line}, nil
		case len(made) > 0:
			return command{}, err
		}
	}
	m, err := parseMove(g, s, p, line)
	return command{verb: "move", move: m}, err
}

// parseMove reads a legal move of p: as the game writes it, or any beginning of it
// that fits just one, whatever the case of letters.
func parseMove(g game.Game, s game.State, p game.Player, text string) (game.Move, error) {
	m, err := game.ParseMoveFor(g, s, p, text)
	if err == nil && !slices.Contains(game.MovesFor(s, p, nil), m) {
		err = fmt.Errorf("%q: a game is given up by resign", text) // no other move is legal and not listed
	}
	if err == nil {
		return m, nil
	}
	var fits []game.Move
	var texts []string
	for _, m := range game.MovesFor(s, p, nil) {
		move := game.FormatMoveFor(g, s, p, m)
		if text != "" && strings.HasPrefix(strings.ToLower(move), strings.ToLower(text)) {
			fits, texts = append(fits, m), append(texts, move)
		}
	}
	switch len(fits) {
	case 0:
		return 0, err
	case 1:
		return fits[0], nil
	}
	return 0, fmt.Errorf("%q could be %s", text, strings.Join(texts, " or "))
}

// manyMoves is how many legal moves are too many to list without being asked.
const manyMoves = 40

// moveList lists the legal moves, with commas where a move is several words.
func moveList(g game.Game, s game.State, p game.Player) string {
	var texts []string
	separator := " "
	for _, m := range game.MovesFor(s, p, nil) {
		text := game.FormatMoveFor(g, s, p, m)
		if strings.Contains(text, " ") {
			separator = ", "
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, separator)
}

// asker asks a person for commands.
type asker struct {
	game   game.Game
	screen *Screen
	in     *Input
	made   []string // parts of a move
}

// show draws the position, the pieces played since before marked.
func (a asker) show(s, before game.State) {
	a.screen.printf("\n")
	a.screen.Position(a.game, s, before)
}

// ask returns the next command that makes sense of a person who plays for p.
// It answers help, moves and board itself, and puts moves together from parts.
func (a *asker) ask(ctx context.Context, s game.State, p game.Player) (command, error) {
	a.showMoves(s, p)
	a.showParts(s)
	for {
		if a.in.Terminal {
			a.screen.printf("> ")
		}
		line, err := a.in.line(ctx)
		if err != nil {
			if a.in.Terminal {
				a.screen.printf("\n")
			}
			return command{}, err
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		c, err := parseCommand(a.game, s, p, a.made, line)
		switch {
		case err != nil:
			if err := a.mistake(err); err != nil {
				return command{}, err
			}
		case c.verb == "help":
			a.screen.printf("%s", help)
		case c.verb == "moves" && len(a.made) > 0:
			a.showParts(s)
		case c.verb == "moves":
			a.screen.printf("%s\n", moveList(a.game, s, p))
		case c.verb == "board":
			a.show(a.withParts(s), nil)
		case c.verb == "part":
			a.made = append(a.made, c.arg)
			a.show(a.withParts(s), nil)
			a.showParts(s)
		case c.verb == "undo" && len(a.made) > 0:
			a.made = a.made[:len(a.made)-1]
			a.show(a.withParts(s), nil)
			if len(a.made) == 0 {
				a.showMoves(s, p)
			}
			a.showParts(s)
		default:
			return c, nil
		}
	}
}

// showMoves tells who is asked, and what there is to choose from.
func (a *asker) showMoves(s game.State, p game.Player) {
	role := a.screen.role(a.game, p, s)
	if moves := game.MovesFor(s, p, nil); len(moves) > manyMoves {
		a.screen.printf("%s to move: %d legal moves (type moves to list them)\n", role, len(moves))
		return
	}
	a.screen.printf("%s to move: %s\n", role, moveList(a.game, s, p))
}

// parts is what the parts of a move made so far come to. The zero value means
// that there is none.
func (a *asker) parts(s game.State) game.Partial {
	if len(a.made) == 0 {
		return game.Partial{}
	}
	part, _ := a.game.(game.Stepwise).Step(s, a.made) // they were read before
	return part
}

// withParts is the position with the parts made so far.
func (a *asker) withParts(s game.State) game.State {
	if part := a.parts(s); part.State != nil {
		return part.State
	}
	return s
}

// showParts tells how far a move has come, if it has begun.
func (a *asker) showParts(s game.State) {
	if part := a.parts(s); part.State != nil {
		a.screen.printf("so far %s, then %s\n", strings.Join(a.made, " "), strings.Join(part.Next, " or "))
	}
}

// mistake tells a person what is wrong; for a script it returns the error
// that ends it.
func (a asker) mistake(err error) error {
	if !a.in.Terminal {
		return &InputError{a.in.number, err}
	}
	a.screen.printf("%v (type help for what you can do)\n", err)
	return nil
}
