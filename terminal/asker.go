package terminal

import (
	"context"
	"strings"
	"time"

	"gambito/game"
	"gambito/gamefile"
	"gambito/games"
	"gambito/words"
)

// asker asks a person for commands.
type asker struct {
	game   game.Game
	screen *Screen
	in     *Input
	when   moment
	kept   func() []string                                // names of games that may be loaded; nil: there are none
	made   []string                                       // parts of a move
	left   func(p game.Player) (d time.Duration, ok bool) // on the person's clock; nil: there is none
	since  time.Time                                      // when that began to run
}

func (a *asker) reader() reader { return reader{a.game, a.screen.Words, a.when, a.kept} }

// show draws the position, the pieces played since before marked.
func (a *asker) show(s, before game.State) {
	a.screen.printf("\n")
	a.screen.Position(a.game, s, before)
}

// ask returns the next command that makes sense of a person who plays for p.
// It answers help, moves and board itself, and puts moves together from parts.
// The first time in a turn it tells what there is to choose from.
func (a *asker) ask(ctx context.Context, s game.State, p game.Player, first bool) (command, error) {
	if first || !a.in.Terminal {
		a.showMoves(s, p)
	}
	a.showParts(s)
	for {
		line, err := a.line(ctx, a.prompt(p), func() completer { return a.reader().complete(s, p, a.made) })
		if err != nil {
			return command{}, err
		}
		c, err := a.reader().command(s, p, a.made, line)
		switch {
		case err != nil:
			if err := a.mistake(err); err != nil {
				return command{}, err
			}
		case c.verb == "help":
			a.help(s, p)
		case c.verb == "rules":
			a.rules()
		case c.verb == "moves" && len(a.made) > 0:
			a.showParts(s)
		case c.verb == "moves":
			a.screen.Print(a.reader().moveList(s, p))
		case c.verb == "board":
			a.show(a.withParts(s), nil)
			if len(a.made) == 0 {
				a.showMoves(s, p)
			}
			a.showParts(s)
		case c.verb == aPart:
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

// line returns a line that is not empty. Ctrl-C is told what it does, and twice in a
// row it is errInterrupted.
func (a *asker) line(ctx context.Context, prompt func() string, complete func() completer) (string, error) {
	warned := false
	for {
		line, err := a.in.line(ctx, question{screen: a.screen, prompt: prompt, complete: complete()})
		switch {
		case err == errInterrupted && !warned:
			warned = true
			a.screen.say("Ctrl-C again leaves; so does quit.")
			continue
		case err != nil:
			if a.in.Terminal && a.in.editor == nil {
				a.screen.printf("\n")
			}
			return "", err
		}
		if warned = false; strings.TrimSpace(line) != "" {
			return line, nil
		}
	}
}

// prompt is what stands before the line of a person: with the time that is left.
func (a *asker) prompt(p game.Player) func() string {
	return func() string {
		if a.left != nil {
			if left, ok := a.left(p); ok {
				return clockText(a.screen.Words, left-time.Since(a.since)) + " > "
			}
		}
		return "> "
	}
}

// clockText writes a time as clocks do, tenths of seconds only near the end.
func clockText(w words.Words, d time.Duration) string {
	d = max(d, 0)
	if d < 10*time.Second {
		text := w.Decimal(d.Truncate(100*time.Millisecond).Seconds(), 1)
		return w.Say("%ss", strings.TrimSuffix(strings.TrimSuffix(text, ".0"), ",0"))
	}
	seconds := int(d.Round(time.Second).Seconds())
	text := digits(seconds/60%60) + ":" + digits(seconds%60)
	if hours := seconds / 3600; hours > 0 {
		return digits(hours) + ":" + text
	}
	return strings.TrimPrefix(text, "0")
}

func digits(n int) string { return string([]byte{byte('0' + n/10%10), byte('0' + n%10)}) }

// showMoves tells who is asked, and what there is to choose from.
func (a *asker) showMoves(s game.State, p game.Player) {
	player, moves, list := a.screen.playerInFull(a.game, p), game.MovesFor(s, p, nil), a.reader().moveList(s, p)
	if len(moves) > manyMoves || a.screen.Width() > 0 && len(list) > 2*a.screen.Width() {
		a.screen.Print(a.screen.Words.Count(len(moves), "%[2]s to move: %[1]d legal move (type moves to list them)", "%[2]s to move: %[1]d legal moves (type moves to list them)", player))
		return
	}
	a.screen.say("%s to move: %s", player, list)
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
		a.screen.say("so far %s, then %s", strings.Join(a.made, " "), a.screen.Words.List(part.Next))
	}
}

// help tells what may be typed.
func (a *asker) help(s game.State, p game.Player) {
	a.about()
	if particular := games.Particular(a.game); particular != "" {
		a.screen.Print(a.screen.Words.Text(particular))
	}
	if p >= 0 {
		a.screen.Print(a.howToMove(s, p))
		a.screen.say("Or type one of these words; Tab completes, the arrow keys bring back what you typed:")
	}
	a.screen.help(known(a.game, a.when), gamefile.Endings(a.game))
}

// about tells what the game is about, as far as that is known.
func (a *asker) about() {
	if about := games.About(a.game); about != "" {
		a.screen.Print(a.screen.Words.Text(about))
	}
}

// rules tells that and how the game goes on.
func (a *asker) rules() {
	a.about()
	for _, rule := range games.Rules(a.game) {
		a.screen.Print(a.screen.Words.Text(rule))
	}
}

// howToMove tells how moves are typed, by an example.
func (a *asker) howToMove(s game.State, p game.Player) string {
	w := a.screen.Words
	moves := game.MovesFor(s, p, nil)
	example := a.reader().text(s, p, moves[len(moves)/2])
	text := w.Say("Type a move, such as %s.", example)
	if short := arguments(example); short != "" {
		text = w.Say("Type a move, such as %s, or only %s.", example, short)
		switch a.order(s, p, moves[len(moves)/2], short) {
		case columnFirst:
			text = w.Say("Type a move, such as %s, or only its column and row, %s.", example, short)
		case rowFirst:
			text = w.Say("Type a move, such as %s, or only its row and column, %s.", example, short)
		}
	}
	if cell, numbers, ok := a.reader().cellMove(s, p); ok {
		text += " " + w.Say("A cell may also be its row and column: %s is %s.", numbers, cell)
	}
	if _, ok := a.game.(game.Stepwise); ok {
		text += " " + w.Say("A move may also be made in parts, one after another.")
	}
	return text + " " + w.Say("The beginning of a move is enough if only one begins so.")
}

// mistake tells a person what is wrong; for a script it returns the error
// that ends it.
func (a *asker) mistake(err error) error {
	text := a.reader().say(err)
	switch {
	case !a.in.Terminal:
		return a.reader().mistakeAt(a.in.number, text)
	case strings.HasSuffix(text, "?)"): // it says what was meant
		a.screen.Print(text)
	default:
		a.screen.say("%s (type help for what you can do)", text)
	}
	return nil
}
