package terminal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/play"
	"gambito/words"
)

// command is what a person answers when asked for a move.
type command struct {
	verb words.Message // of a word, or one of the next two
	arg  string
	move game.Move
}

// What a command is that is no word.
const (
	aMove words.Message = "(move)"
	aPart words.Message = "(part)"
)

// reader reads what a person types who plays for a player of a game.
type reader struct {
	game  game.Game
	words words.Words
	when  moment
	kept  func() []string // names of games that may be loaded; nil: there are none
}

// said is an error in the language of the player.
type said struct{ text string }

// Error implements error.
func (s said) Error() string { return s.text }

func (r reader) wrong(m words.Message, args ...any) error { return said{r.words.Say(m, args...)} }

// say is what an error says, in the language of the player.
func (r reader) say(err error) string {
	if errors.As(err, new(said)) {
		return err.Error()
	}
	if m := (play.Mistake{}); errors.As(err, &m) {
		return m.In(r.words)
	}
	return r.words.Error(err)
}

// word reads a command that is a word. Without one there is no error either.
func (r reader) word(line string) (c command, ok bool, err error) {
	first, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	arg = strings.TrimSpace(arg)
	w, ok := find(known(r.game, r.when), r.words, first)
	if !ok {
		w, ok = find(vocabulary, r.words, first)
		return command{}, ok && r.when != finished, r.outOfPlace(w)
	}
	verb := r.words.Say(w.verb)
	switch {
	case arg != "" && w.arg == noArgument:
		err = r.wrong("%s takes nothing after it", verb)
	case arg == "" && w.arg == fileArgument:
		err = r.wrong("%s needs the name of a file", verb)
	case arg == "" && w.arg == positionArgument:
		err = r.wrong("%s needs a position", verb)
	case arg == "" && w.arg == diceArgument:
		err = r.wrong("%s needs what they show", verb)
	}
	return command{verb: w.verb, arg: arg}, true, err
}

// outOfPlace says why a word means nothing here.
func (r reader) outOfPlace(w word) error {
	switch {
	case w.verb == "dice" && r.when == playing:
		return r.wrong("no dice were rolled for this move")
	case w.when&r.when == 0 && r.when == matching:
		return r.wrong("%s belongs to the command play, not to a match", r.words.Say(w.verb))
	case w.verb != "" && r.when == playing:
		return r.wrong("%s is for when a game is over", r.words.Say(w.verb))
	}
	return nil
}

// command reads a line typed by a person who plays for p in s and has made these
// parts of a move.
func (r reader) command(s game.State, p game.Player, made []string, line string) (command, error) {
	line = strings.TrimSpace(line)
	if c, ok, err := r.word(line); ok {
		return c, err
	}
	if stepwise, ok := r.game.(game.Stepwise); ok && s.Turn() == p {
		part, err := stepwise.Step(s, append(slices.Clone(made), line))
		switch {
		case err == nil && part.Done:
			return command{verb: aMove, move: part.Move}, nil
		case err == nil:
			return command{verb: aPart, arg: line}, nil
		case len(made) > 0:
			return command{}, err
		}
	}
	m, err := r.move(s, p, line)
	if err != nil {
		first, _, _ := strings.Cut(line, " ")
		if verb := meant(known(r.game, r.when), r.words, first); verb != "" {
			err = r.wrong("%s (did you mean %q?)", r.say(err), verb)
		}
	}
	return command{verb: aMove, move: m}, err
}

// move reads a legal move of p: as the game writes it or the language says it, a
// cell as row and column, or any beginning of a move that fits just one, whatever
// the case of letters.
func (r reader) move(s game.State, p game.Player, text string) (game.Move, error) {
	m, err := game.ParseMoveFor(r.game, s, p, text)
	legal := game.MovesFor(s, p, nil)
	if err == nil && !slices.Contains(legal, m) {
		err = r.wrong("%q: a game is given up by resign", text) // no other move is legal and not listed
	}
	if err == nil {
		return m, nil
	}
	if cell, ok := cellAt(s, text); ok {
		if m, err := game.ParseMoveFor(r.game, s, p, cell); err == nil && slices.Contains(legal, m) {
			return m, nil
		}
	}
	spaced := strings.Join(numbersOf(text), " ") // 4,4 is 4 4
	var fits []game.Move
	var texts []string
	for _, m := range legal {
		move := game.FormatMoveFor(r.game, s, p, m)
		said := r.words.Text(move)
		called := game.CalledIn(r.game, s, m)
		if strings.EqualFold(said, text) || called != "" && (strings.EqualFold(called, text) || strings.EqualFold(r.words.Text(called), text)) {
			return m, nil
		}
		if text != "" && (begins(move, text) || begins(said, text) || arguments(move) == spaced) {
			fits, texts = append(fits, m), append(texts, said)
		}
	}
	switch len(fits) {
	case 0:
		if line, err := game.ParseLine(r.game, s.Clone(), text); err == nil && len(line) == 1 && s.Turn() == p && slices.Contains(legal, line[0]) {
			return line[0], nil // as in a list of moves, such as 1. f5
		}
		return 0, err
	case 1:
		return fits[0], nil
	}
	return 0, r.wrong("%q could be %s", text, r.words.List(texts))
}

// arguments are the words after the first of a rulesheet's move: 3 4 of (place 3 4).
func arguments(move string) string {
	if inner, ok := strings.CutPrefix(move, "("); ok {
		_, rest, _ := strings.Cut(strings.TrimSuffix(inner, ")"), " ")
		return rest
	}
	return ""
}

func begins(whole, start string) bool {
	return strings.HasPrefix(strings.ToLower(whole), strings.ToLower(start))
}

// numbersOf are the words of a text between blanks or commas.
func numbersOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
}

// cellAt is the name of a cell that is given by its row and its column, as numbers:
// the row as it is labelled, the column from the left.
func cellAt(s game.State, text string) (string, bool) {
	d, ok := s.(game.Drawer)
	fields := numbersOf(text)
	if !ok || len(fields) != 2 {
		return "", false
	}
	b := d.Draw()
	column, err := strconv.Atoi(fields[1])
	if err != nil || column < 1 || column > len(b.ColumnLabels) || !slices.Contains(b.RowLabels, fields[0]) {
		return "", false
	}
	return b.ColumnLabels[column-1] + fields[0], true
}

// cellMove finds a move that is a cell, and writes it as row and column.
func (r reader) cellMove(s game.State, p game.Player) (cell, numbers string, ok bool) {
	d, drawn := s.(game.Drawer)
	if !drawn {
		return "", "", false
	}
	b := d.Draw()
	for _, m := range game.MovesFor(s, p, nil) {
		text := game.FormatMoveFor(r.game, s, p, m)
		for _, row := range b.RowLabels {
			for column, label := range b.ColumnLabels {
				if label+row == text {
					return text, fmt.Sprintf("%s %d", row, column+1), true
				}
			}
		}
	}
	return "", "", false
}

// text is a move as the player reads it.
func (r reader) text(s game.State, p game.Player, m game.Move) string {
	return r.words.Text(game.FormatMoveFor(r.game, s, p, m))
}

// manyMoves is how many legal moves are too many to list without being asked.
const manyMoves = 40

// moveList lists the legal moves, with commas where a move may be several words.
func (r reader) moveList(s game.State, p game.Player) string {
	var texts []string
	separator := " "
	if _, ok := r.game.(game.Stepwise); ok { // the parts of a move are words
		separator = ", "
	}
	for _, m := range game.MovesFor(s, p, nil) {
		text := r.text(s, p, m)
		if called := game.CalledIn(r.game, s, m); called != "" {
			text += " (" + r.words.Text(called) + ")"
		}
		if strings.Contains(text, " ") {
			separator = ", "
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, separator)
}

// complete lists what a line could become: words, moves, and single parts that may
// follow those made.
func (r reader) complete(s game.State, p game.Player, made []string) completer {
	return func(line string) (list []string) {
		add := func(text string) {
			if begins(text, line) && !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		if files := r.files(line); files != nil {
			return files
		}
		if p >= 0 {
			for _, text := range r.parts(s, p, made) {
				add(text)
			}
		}
		if line == "" && len(list) > 0 {
			return list
		}
		for _, w := range known(r.game, r.when) {
			verb := r.words.Say(w.verb)
			if w.arg != noArgument && w.arg != mayHaveArgument {
				verb += " "
			}
			add(verb)
		}
		return list
	}
}

// files completes the name of a file after a word that takes one, or that of a kept
// game where one is loaded.
func (r reader) files(line string) (list []string) {
	verb, name, ok := strings.Cut(line, " ")
	w, known := find(known(r.game, r.when), r.words, verb)
	if !ok || !known || w.arg != fileArgument {
		return nil
	}
	if w.verb == "load" && r.kept != nil {
		for _, id := range r.kept() {
			if strings.HasPrefix(id, name) {
				list = append(list, verb+" "+id)
			}
		}
	}
	found, _ := filepath.Glob(name + "*") // a pattern that is none finds nothing
	for _, file := range found {
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			file += string(filepath.Separator)
		}
		list = append(list, verb+" "+file)
	}
	return list
}

// parts are the moves, or where some parts of one are made those that may follow.
func (r reader) parts(s game.State, p game.Player, made []string) (texts []string) {
	if stepwise, ok := r.game.(game.Stepwise); ok && s.Turn() == p && len(made) > 0 {
		if part, err := stepwise.Step(s, made); err == nil {
			return part.Next
		}
	}
	for _, m := range game.MovesFor(s, p, nil) {
		texts = append(texts, r.text(s, p, m))
	}
	return texts
}

// times reads how often a game is given up for.
func (r reader) times(text string) (int, error) {
	for n, names := range [][]string{{"0", "", ""}, {"1", "single", "simple"}, {"2", "gammon", "gammon"}, {"3", "backgammon", "backgammon"}} {
		if n > 0 && slices.Contains(names, strings.ToLower(text)) {
			return n, nil
		}
	}
	return 0, r.wrong("%q is not what a game is given up for: it is 1 or single, 2 or gammon, 3 or backgammon", text)
}

// mistakeAt is a mistake in a script.
func (r reader) mistakeAt(line int, text string) error {
	return &InputError{line, errors.New(text), r.words}
}
