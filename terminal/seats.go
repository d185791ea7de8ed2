package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
)

// askAgent returns an agent's move. One that fails is made anew and asked once
// more, so that its fault does not cost the person the game.
func (s *Session) askAgent(ctx context.Context, p game.Player) (game.Move, error) {
	for failures := 0; ; {
		until, done := s.thinking(ctx, s.plainName(p), false)
		m, fault, err := s.table.AskUntil(ctx, until, p)
		done()
		switch {
		case errors.Is(err, arena.ErrNoMove):
			s.Screen.say("%s has found no move yet and is asked again.", s.name(p))
			continue
		case err != nil:
			return 0, fmt.Errorf("agent %q: %w", s.Seats[p], err)
		case fault.Reason == "":
			return m, nil
		case fault.Reason == arena.Resignation:
			return 0, agent.ErrResigned
		case fault.Reason == arena.OutOfTime:
			return 0, s.outOfTime(ctx, fault)
		case failures > 0:
			return 0, s.failed(int(p), errors.New(fault.Detail))
		}
		failures++
		s.Screen.say("%s fails (%s) and is asked again.", s.name(p), fault.Detail)
		if err := s.replace(ctx, p); err != nil {
			return 0, err
		}
	}
}

// outOfTime ends the game for a player whose clock has run out.
func (s *Session) outOfTime(ctx context.Context, f arena.Fault) error {
	s.Screen.say("%s is out of time.", s.name(game.Player(f.Seat)))
	return s.table.Forfeit(ctx, f)
}

func (s *Session) failed(seat int, err error) error {
	return fmt.Errorf("agent %q: %w", s.Seats[seat], err)
}

// replace puts another agent of the same kind on a seat.
func (s *Session) replace(ctx context.Context, p game.Player) error {
	a, err := s.agent(int(p))
	if err != nil {
		return err
	}
	return s.table.Seat(ctx, int(p), a)
}

// agent makes the one of a seat, ready to play.
func (s *Session) agent(seat int) (agent.Agent, error) {
	a, err := s.Seats[seat].New(s.Game)
	if err != nil {
		return nil, err
	}
	if err := arena.NewGame(a, game.Player(seat), s.seedOf(seat)); err != nil {
		return nil, s.failed(seat, err)
	}
	return a, nil
}

// askPerson shows the board and carries out commands until one is a move. The
// person's clock runs all the while.
func (s *Session) askPerson(ctx context.Context, p game.Player) (game.Move, error) {
	present := s.present()
	s.show(present, s.shown)
	s.shown, s.made = present.Clone(), nil
	table, begin, within := s.table, time.Now(), ctx // a game that is loaded has another table
	s.since = begin
	if left, ok := s.table.Left(p); ok {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, left)
		defer cancel()
	}
	for first := true; ; first = false {
		c, err := s.ask(within, present, p, first)
		if err == nil && c.verb != aMove {
			err = s.obey(within, p, c)
		}
		switch {
		case ctx.Err() == nil && within.Err() != nil:
			return 0, s.outOfTime(ctx, s.table.Charge(p, time.Since(begin)))
		case errors.Is(err, io.EOF) || errors.Is(err, errInterrupted):
			err = errLeft
		case err == nil && c.verb == aMove:
			if f := s.table.Spend(p, time.Since(begin)); f.Reason != "" {
				return 0, s.outOfTime(ctx, f)
			}
			return c.move, nil
		}
		if err != nil {
			table.Charge(p, time.Since(begin))
			return 0, err
		}
	}
}
