package terminal

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// When and how often a sign of thinking is shown.
const (
	signAfter = 400 * time.Millisecond
	signEvery = 250 * time.Millisecond
)

// thinking shows a person that somebody who has a name thinks, and for how long, until
// done is called. Ctrl-C ends the context that is returned, not ctx; a second one is not
// taken.
func (s *Session) thinking(ctx context.Context, who string) (until context.Context, done func()) {
	until, cancel := context.WithCancel(ctx)
	if !s.In.Terminal {
		return until, cancel
	}
	release := func() {}
	if !s.Watched {
		release = s.Interrupts.Take(func() {
			cancel()
			release()
		})
	}
	var all sync.WaitGroup
	if s.Screen.Terminal() && who != "" {
		all.Go(func() { s.sign(until, who) })
	}
	return until, func() {
		cancel()
		all.Wait()
		release()
	}
}

// sign counts the seconds on a line that is taken off again.
func (s *Session) sign(ctx context.Context, who string) {
	begin := time.Now()
	ticks := time.NewTicker(signEvery)
	defer ticks.Stop()
	shown := false
	for {
		select {
		case <-ctx.Done():
			if shown {
				s.Screen.printf("\r\x1b[K")
			}
			return
		case <-ticks.C:
		}
		if took := time.Since(begin); took >= signAfter {
			seconds := fmt.Sprintf("%.0f", took.Seconds())
			text := s.Screen.Words.Say("%s is thinking: %s s (Ctrl-C: play now)", who, seconds)
			if s.Watched {
				text = s.Screen.Words.Say("%s is thinking: %s s", who, seconds)
			}
			s.Screen.printf("\r\x1b[K%s", clip(text, s.Screen.Width()))
			shown = true
		}
	}
}
