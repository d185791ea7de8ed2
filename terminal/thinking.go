package terminal

import (
	"context"
	"strconv"
	"sync"
	"time"
)

// When and how often a sign of thinking is shown.
const (
	signAfter = 400 * time.Millisecond
	signEvery = 250 * time.Millisecond
)

// thinking shows a person that somebody who has a name thinks, and for how long, until
// done is called. Ctrl-C ends the context that is returned, not ctx. An adviser then
// stops, a player plays.
func (s *Session) thinking(ctx context.Context, who string, adviser bool) (until context.Context, done func()) {
	until, cancel := context.WithCancel(ctx)
	if !s.In.Terminal {
		return until, cancel
	}
	release := s.Interrupts.Stops(cancel)
	over, end := context.WithCancel(until)
	var all sync.WaitGroup
	if s.Screen.Terminal() && who != "" {
		all.Go(func() { s.sign(over, who, adviser) })
	}
	return until, func() {
		end()
		all.Wait()
		release()
		cancel()
	}
}

// sign counts the seconds on a line that is taken off again.
func (s *Session) sign(ctx context.Context, who string, adviser bool) {
	begin := time.Now()
	ticks := time.NewTicker(signEvery)
	defer ticks.Stop()
	shown := ""
	for {
		select {
		case <-ctx.Done():
			if shown != "" {
				s.Screen.printf("\r\x1b[K")
			}
			return
		case <-ticks.C:
		}
		if took := time.Since(begin); took >= signAfter {
			text := s.signText(who, strconv.Itoa(int(took.Seconds())), adviser)
			if text != shown {
				s.Screen.printf("\r\x1b[K%s", clip(text, s.Screen.Width()))
				shown = text
			}
		}
	}
}

// signText is the sign, with what Ctrl-C does.
func (s *Session) signText(who, seconds string, adviser bool) string {
	switch w := s.Screen.Words; {
	case adviser:
		return w.Say("%s is thinking: %s s (Ctrl-C: stop)", who, seconds)
	case s.Watched:
		return w.Say("%s is thinking: %s s", who, seconds)
	default:
		return w.Say("%s is thinking: %s s (Ctrl-C: play now)", who, seconds)
	}
}
