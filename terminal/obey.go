package terminal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
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
	case "resign":
		return s.giveUp(ctx, p, c.arg)
	case "undo":
		err = s.undo()
	case "dice":
		err = s.setDice(c.arg)
	case "edit":
		err = s.edit(c.arg)
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
		s.help(s.present(), game.Over)
	case "rules":
		s.rules()
	case "board":
		s.show(s.present(), nil)
	case "hint":
		err = s.hint(ctx, p, c.arg)
	case "value":
		err = s.value(ctx, p, c.arg)
	case "history":
		s.history()
	case "position":
		s.Screen.printf("%s\n", s.Game.FormatPosition(s.present()))
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

// giveUp has the person of a seat give up, for so many times the stake as it says
// or, if it says nothing, for the least that the opponent agrees to.
func (s *Session) giveUp(ctx context.Context, p game.Player, text string) error {
	s.concession = 0
	conceder, counted := s.present().(game.Conceder)
	if text == "" && !counted {
		return agent.ErrResigned
	}
	most, _ := conceder.Concession(p)
	if text == "" {
		s.concession = s.least(ctx, p, most)
		return agent.ErrResigned
	}
	times, err := s.reader().times(text)
	if err != nil {
		return s.mistake(err)
	}
	if times > most {
		return s.mistake(s.reader().wrong("no more than %d can be lost here", most))
	}
	if least := s.least(ctx, p, most); times < least {
		return s.mistake(s.reader().wrong("%s does not agree to less than %d", s.name(p^1), least))
	}
	s.concession = times
	return agent.ErrResigned
}

// contented is by how much less than it may expect an opponent lets a game be given up
// for.
const contented = 0.05

// least is for how many times the stake the opponent of p lets it give up, who could
// lose most. A person takes what it is offered, an agent what it may expect on
// average, as the one who gives hints sees it: who stands about even is glad of a
// single game, though a gammon could come.
func (s *Session) least(ctx context.Context, p game.Player, most int) int {
	if s.isPerson(p ^ 1) {
		return 1
	}
	_, found, err := s.judge(ctx, p, "")
	if err != nil || len(found.Value.Chances) == 0 {
		return s.table.Price(int(p))
	}
	hope := 0.0
	for _, c := range found.Value.Chances {
		hope -= c.Score * c.Probability
	}
	return max(1, min(most, int(math.Ceil(hope-contented))))
}

// resign has a player give up the game, or that of a match which is being played:
// for so many times the stake, or as many as the position allows if that is 0.
func (s *Session) resign(ctx context.Context, loser game.Player, times int) error {
	before, name := s.present().Clone(), s.name(loser)
	err := s.table.Forfeit(ctx, arena.Fault{Seat: int(loser), Reason: arena.Resignation, Times: times})
	s.Moves = s.table.Moves()
	s.Screen.say("%s resigns.", name)
	if !s.table.Over() {
		s.narrate(before)
	}
	return err
}

func (s *Session) edit(position string) error {
	start, err := s.Game.ParsePosition(position)
	if err == nil && s.Accept != nil {
		err = s.Accept(position)
	}
	if err != nil {
		return err
	}
	if len(s.Moves) > 0 { // what was played stays kept as it is
		s.Keeper = s.Kept.Begin(s.Game)
	}
	s.Start, s.Moves = start, nil
	return nil
}

// setDice replaces the roll that the person is to move with, or rolls if the
// person may.
func (s *Session) setDice(text string) error {
	if thrower, ok := s.present().(game.Thrower); ok {
		if throw, ok := thrower.Throw(); ok {
			thrown := s.present().Clone()
			thrown.Play(throw)
			m, err := s.Game.ParseMove(thrown, text)
			if err == nil {
				s.Moves = append(s.Moves, throw, m)
			}
			return err
		}
	}
	last := len(s.Moves) - 1
	if last < 0 || s.table.Before(last).Turn() != game.Chance {
		return s.reader().wrong("no dice were rolled for this move")
	}
	m, err := s.Game.ParseMove(s.table.Before(last), text)
	if err != nil {
		return err
	}
	s.Moves = append(s.Moves[:last], m)
	return nil
}

// undo goes back to the latest position before this one in which a person was
// to move. A game that was not ended by its rules goes on where it was.
func (s *Session) undo() error {
	if s.table.Over() && s.present().Turn() != game.Over {
		return nil
	}
	for i := len(s.Moves) - 1; i >= 0; i-- {
		turn := s.table.Before(i).Turn()
		if turn == game.Together && s.people() > 0 || turn >= 0 && s.isPerson(turn) {
			s.Moves = s.Moves[:i]
			return nil
		}
	}
	return s.reader().wrong("there is no move of yours to take back")
}

// unbroken is a space at which no line is broken.
const unbroken = "\u00a0"

// history lists the moves so far with who made them.
func (s *Session) history() {
	if len(s.Moves) == 0 {
		s.Screen.say("no move has been made yet")
		return
	}
	at, list, number := s.Start.Clone(), []string{}, 0
	for _, m := range s.Moves {
		text := s.Screen.Words.Move(s.Game, at, m)
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
	m, ok := game.MarkOf(s.Game, p)
	switch {
	case !ok || m.Symbol == 0:
		return unbroken
	case s.Screen.Colour:
		return unbroken + paint(string(s.Screen.glyph(s.Game, p, m.Symbol, m.Glyph, ' ')), m.Ink, m.Surface, 0) + unbroken
	}
	return unbroken + string(m.Symbol) + unbroken
}

// review judges the game so far.
func (s *Session) review(ctx context.Context) error {
	if s.Review == nil {
		return s.reader().wrong("games of %s cannot be reviewed here: save it, then gambito review FILE", s.Screen.Words.Text(s.Game.Info().Name))
	}
	if len(s.Moves) == 0 {
		return s.reader().wrong("there is no move to review yet")
	}
	until, done := s.thinking(ctx, "", true)
	defer done()
	err := s.Review(until, s.record(), s.Screen)
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return s.reader().wrong("the review was stopped")
	}
	return err
}
