package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"gambito/arena"
	"gambito/game"
	"gambito/play"
)

// thinking is an agent at work.
type thinking struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when the agent has left the game to others
	seats  []game.Player

	mutex sync.Mutex
	stop  context.CancelFunc // has the agent play now; nil before it has begun
	hurry bool               // it was told to before it had begun
}

// now has the agent play the best that it has found.
func (t *thinking) now() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.hurry = true; t.stop != nil {
		t.stop()
	}
}

// begin is called by play before an agent is asked.
func (t *thinking) begin(ctx context.Context) (context.Context, func()) {
	until, stop := context.WithTimeout(ctx, mostThinking)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.stop = stop; t.hurry {
		stop()
	}
	t.hurry = false // who has no move yet is asked again, and may think a little
	return newPausing(until), stop
}

// think has agents choose, one after another.
func (l *liveGame) think(seats []game.Player) {
	ctx, cancel := context.WithCancel(l.server.ctx)
	t := &thinking{cancel: cancel, done: make(chan struct{}), seats: seats}
	l.thinking, l.warm = t, true
	g, bytes := l.play, int64(0)
	for _, p := range seats {
		bytes += memoryOf(g.Seats[p])
	}
	l.server.work.Go(func() {
		defer cancel()
		found := make([]thought, 0, len(seats))
		err := l.server.search(ctx, l.client, bytes, func(ctx context.Context) {
			for _, p := range seats {
				found = append(found, t.ask(ctx, g, p))
			}
		})
		close(t.done)
		l.mutex.Lock()
		defer l.mutex.Unlock()
		if l.thinking != t {
			return // somebody has stopped it
		}
		if l.thinking = nil; err != nil {
			found = []thought{{err: err}}
		}
		l.settle(found)
	})
}

// thought is what comes of asking an agent.
type thought struct {
	seat  game.Player
	move  game.Move
	fault arena.Fault
	err   error
}

// mostAgain is how often an agent is asked again that has found no move in its time.
const mostAgain = 3

// ask asks one agent.
func (t *thinking) ask(ctx context.Context, g *play.Game, p game.Player) thought {
	again := 0
	m, fault, err := g.Think(ctx, p, play.Thinking{Begin: t.begin, Again: func(failure string) {
		if again++; failure == "" && again > mostAgain {
			t.cancel()
		}
	}})
	if err != nil && again > mostAgain {
		err = fmt.Errorf("the agent %s finds no move in its time", g.Seats[p])
	}
	return thought{p, m, fault, err}
}

// stopThinking ends what agents think, without a move. The mutex is held.
func (l *liveGame) stopThinking() {
	if t := l.thinking; t != nil {
		l.thinking = nil
		t.cancel()
		<-t.done
	}
}

// settle takes what agents have chosen. In a game without people they wait for its
// pace.
func (l *liveGame) settle(found []thought) {
	for _, a := range found {
		switch {
		case a.err != nil && busy(a.err):
			l.publish()
			l.after(busyTime, l.advance)
			return
		case a.err != nil:
			l.fail(a.err)
			return
		case a.fault.Reason != "":
			l.forfeit(a.fault)
			return
		}
		l.choices[a.seat] = choice{set: true, move: a.move}
	}
	wait := l.pace - time.Since(l.since)
	switch {
	case l.play.People() == 0 && !l.stepped && wait > 0:
		l.publish()
		l.after(wait, l.watched)
	case l.play.People() == 0:
		l.watched()
	case l.simultaneous() && l.pace > 0 && l.going && !l.overdue:
		l.publish()
	case l.overdue:
		l.tick()
	default:
		l.join()
	}
}

// busyTime is after what time an agent is asked again that found no place to think.
const busyTime = 500 * time.Millisecond

// busy reports whether an error only says that too many think at once.
func busy(err error) bool {
	var r *Refusal
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &r) && r.Status == http.StatusTooManyRequests
}
