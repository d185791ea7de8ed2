package terminal

import (
	"context"
	"errors"
	"io"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/play"
)

// askAgent returns an agent's move, and tells a person when one is asked again.
func (s *Session) askAgent(ctx context.Context, p game.Player) (game.Move, error) {
	m, fault, err := s.Think(ctx, p, play.Thinking{
		Begin: func(ctx context.Context) (context.Context, func()) { return s.thinking(ctx, s.plainName(p), false) },
		Again: func(failure string) {
			if failure == "" {
				s.Screen.say("%s has found no move yet and is asked again.", s.name(p))
				return
			}
			s.Screen.say("%s fails (%s) and is asked again.", s.name(p), failure)
		},
	})
	switch {
	case err != nil:
		return 0, err
	case fault.Reason == arena.Resignation:
		return 0, agent.ErrResigned
	case fault.Reason == arena.OutOfTime:
		return 0, s.outOfTime(ctx, fault)
	}
	return m, nil
}

// outOfTime ends the game for a player whose clock has run out.
func (s *Session) outOfTime(ctx context.Context, f arena.Fault) error {
	s.Screen.say("%s is out of time.", s.name(game.Player(f.Seat)))
	return s.Forfeit(ctx, f)
}

// askPerson shows the board and carries out commands until one is a move. The
// person's clock runs all the while.
func (s *Session) askPerson(ctx context.Context, p game.Player) (game.Move, error) {
	present := s.State()
	if err := s.handOver(ctx, p); err != nil {
		return 0, err
	}
	s.show(present, s.shown)
	s.shown, s.made = present.Clone(), nil
	playing, begin, within := s.Game, time.Now(), ctx // a game that is loaded is another
	s.since = begin
	if left, ok := s.Left(p); ok {
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
			return 0, s.outOfTime(ctx, s.Charge(p, time.Since(begin)))
		case errors.Is(err, io.EOF) || errors.Is(err, errInterrupted):
			err = errLeft
		case err == nil && c.verb == aMove:
			if f := s.Spend(p, time.Since(begin)); f.Reason != "" {
				return 0, s.outOfTime(ctx, f)
			}
			return c.move, nil
		}
		if err != nil {
			playing.Charge(p, time.Since(begin))
			return 0, err
		}
	}
}
