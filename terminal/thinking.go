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
// done is called. Ctrl-C ends the context that is returned, not ctx.
func (s *Session) thinking(ctx context.Context, who string) (until context.Context, done func()) {
	until, cancel := context.WithCancel(ctx)
	if !s.In.Terminal {
		return until, cancel
	}
	release := s.Interrupts.Stops(cancel)
	over, end := context.WithCancel(until)
	var all sync.WaitGroup
	if s.Screen.Terminal() && who != "" {
		all.Go(func() { s.sign(over, who) })
	}
	return until, func() {
		end()
		all.Wait()
		release()
		cancel()
	}
}

// sign counts the seconds on a line that is taken off again.
func (s *Session) sign(ctx context.Context, who string) {
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
			seconds := strconv.Itoa(int(took.Seconds()))
			text := s.Screen.Words.Say("%s is thinking: %s s (Ctrl-C: play now)", who, seconds)
			if s.Watched {
				text = s.Screen.Words.Say("%s is thinking: %s s", who, seconds)
			}
			if text != shown {
				s.Screen.printf("\r\x1b[K%s", clip(text, s.Screen.Width()))
				shown = text
			}
		}
	}
}
