package terminal

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gambito/agent"
	"gambito/game"
	"gambito/play"
)

// obey carries out a command other than a move for the person who plays for p, or
// has played when the game is over.
func (s *Session) obey(ctx context.Context, p game.Player, c command) error {
	var err error
	switch c.verb {
	case "quit":
		return errLeft
	case "new":
		return errAnother
	case "scatter":
		return s.scatter(ctx)
	case "resign":
		return s.giveUp(ctx, p, c.arg)
	case "undo":
		err = s.Undo()
	case "dice":
		err = s.SetDice(c.arg)
	case "edit":
		err = s.Edit(c.arg)
	case "load":
		if err = s.Load(c.arg); err == nil {
			s.Screen.say("loaded %s", c.arg)
		}
	default:
		return s.answer(ctx, p, c)
	}
	if err != nil {
		return s.mistake(err)
	}
	return errRestart
}

// answer carries out a command that leaves the game as it is.
func (s *Session) answer(ctx context.Context, p game.Player, c command) error {
	var err error
	switch c.verb {
	case "help":
		s.help(s.State(), game.Over)
	case "rules":
		s.rules()
	case "board":
		s.show(s.State(), nil)
	case "hint":
		err = s.hint(ctx, p, c.arg)
	case "value":
		err = s.value(ctx, p, c.arg)
	case "history":
		s.history()
	case "position":
		s.Screen.printf("%s\n", s.Rules.FormatPosition(s.State()))
	case "review":
		err = s.review(ctx)
	case "save":
		if err := s.save(c.arg); err != nil {
			switch {
			case errors.As(err, new(said)):
				return s.mistake(err)
			case !s.In.Terminal:
				return err
			}
			s.Screen.Print(s.Screen.Words.Error(err))
			return nil
		}
		s.Screen.say("saved to %s", c.arg)
	}
	if err != nil {
		return s.mistake(err)
	}
	return nil
}

// scatter sets up at random what the person to move has not set up yet.
func (s *Session) scatter(ctx context.Context) error {
	moves := s.Arrange()
	if moves == nil {
		return s.mistake(s.reader().wrong("everything is placed by now"))
	}
	last := len(moves) - 1
	for _, m := range moves[:last] {
		if err := s.Make(ctx, m); err != nil {
			return err
		}
	}
	if err := s.makeMove(ctx, moves[last]); err != nil {
		return err
	}
	return errMoved
}

// giveUp has the person of a seat give up, for so many times the stake as it says
// or, if it says nothing, for the least that the opponent agrees to.
func (s *Session) giveUp(ctx context.Context, p game.Player, text string) error {
	times := 0
	if text != "" {
		var err error
		if times, err = s.reader().times(text); err != nil {
			return s.mistake(err)
		}
	}
	until, done := s.thinking(ctx, s.Hint.String(), true)
	agreed, err := s.Terms(p).Agree(until, times)
	done()
	var other play.Disagreement
	switch {
	case errors.As(err, &other):
		return s.mistake(s.reader().wrong("%s does not agree to less than %d", s.name(other.Seat), other.Least))
	case err != nil:
		return s.mistake(err)
	}
	s.concession = agreed
	return agent.ErrResigned
}

// resign has a player give up the game, or that of a match which is being played, and
// says so.
func (s *Session) resign(ctx context.Context, loser game.Player, times int) error {
	before, name := s.State().Clone(), s.name(loser)
	err := s.Resign(ctx, loser, times)
	s.Screen.say("%s resigns.", name)
	if !s.Over() {
		s.narrate(before)
	}
	return err
}

// unbroken is a space at which no line is broken.
const unbroken = "\u00a0"

// history lists the moves so far with who made them.
func (s *Session) history() {
	if s.Secret() {
		s.storySoFar()
		return
	}
	if len(s.Moves) == 0 {
		s.Screen.say("no move has been made yet")
		return
	}
	at, list, number := s.Start.Clone(), []string{}, 0
	for _, m := range s.Moves {
		text := s.Screen.Words.Move(s.Rules, at, m)
		if turn := at.Turn(); turn == game.Chance {
			list = append(list, text+":")
		} else {
			number++
			list = append(list, fmt.Sprintf("%d.%s", number, s.mark(turn)+strings.ReplaceAll(text, " ", unbroken)))
		}
		at.Play(m)
	}
	s.Screen.printf("%s\n", strings.ReplaceAll(wrap(strings.Join(list, " "), s.Screen.Width(), ""), unbroken, " "))
}

// mark is what a player's pieces look like, if they look all the same.
func (s *Session) mark(p game.Player) string {
	m, ok := game.MarkOf(s.Rules, p)
	switch {
	case !ok || m.Symbol == 0:
		return unbroken
	case s.Screen.Colour:
		return unbroken + paint(string(s.Screen.glyph(s.Rules, p, m.Symbol, m.Glyph, ' ')), m.Ink, m.Surface, 0) + unbroken
	}
	return unbroken + string(m.Symbol) + unbroken
}

// review judges the game so far.
func (s *Session) review(ctx context.Context) error {
	if s.Review == nil {
		return s.reader().wrong("games of %s cannot be reviewed here: save it, then gambito review FILE", s.Screen.Words.Text(s.Rules.Info().Name))
	}
	if len(s.Moves) == 0 {
		return s.reader().wrong("there is no move to review yet")
	}
	until, done := s.thinking(ctx, "", true)
	defer done()
	err := s.Review(until, s.Record(), s.Screen)
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return s.reader().wrong("the review was stopped")
	}
	return err
}
