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
	"gambito/words"
)

const (
	// mostThinking is how long an agent may think about a move. It then plays the best
	// that it has found.
	mostThinking = time.Minute

	// unattended is for how long a game that goes on by itself does so though nobody
	// looks or says anything.
	unattended = 5 * time.Second
)

// liveGame is a game in memory. Requests, agents who have thought and clocks come to it
// one at a time by its mutex. While an agent thinks its play.Game is the agent's: what
// others want to know is in shown, and who wants to change something stops the agent
// before.
type liveGame struct {
	server *Server
	client string // who is charged for what agents think

	mutex    sync.Mutex
	id       string
	play     *play.Game
	players  []string // agent specs by seat
	frozen   bool     // it had ended when it was opened: nobody sits at it
	gone     bool     // it is no longer in memory, or is deleted
	version  int64
	changed  chan struct{} // closed with every change
	shown    shown
	views    map[words.Language]*view
	notice   string // what went wrong
	thinking *thinking
	choices  []choice // by seat, where all move at once; also that of an agent which waits for its pace
	last     made

	pace    time.Duration
	paused  bool
	going   bool // players who move all at once have begun to
	overdue bool // the pace waits for who thinks
	stepped bool // one move although it is paused

	epoch    int       // grows with every turn, so that clocks of earlier ones mean nothing
	since    time.Time // when the turn began
	timers   []*time.Timer
	watchers int       // open streams
	heard    time.Time // when anybody was here last

	warm    bool       // an agent has thought since it was made
	known   string     // the ID under which it is listed, by the mutex of playedGames
	keeping sync.Mutex // held while it is written
	unkept  bool       // it could not be
	deleted bool
}

// choice is what a player has chosen before it is made.
type choice struct {
	set  bool
	move game.Move
	text string
}

// made is the move that a person made last: the same request again changes nothing.
type made struct {
	ply, seat int
	text      string
}

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
	return until, stop
}

// advance goes on until somebody has to choose: chance rolls, agents begin to think,
// clocks run. The mutex is held, and nobody thinks.
func (l *liveGame) advance() {
	l.stopTimers()
	l.epoch++
	l.since, l.overdue = time.Now(), false
	l.choices = make([]choice, len(l.players))
	for !l.frozen && !l.play.Over() && l.play.State().Turn() == game.Chance {
		if err := l.play.Make(l.server.ctx, l.play.Roll()); err != nil {
			l.fail(err)
			return
		}
	}
	l.look()
	if l.frozen || l.play.Over() {
		l.publish()
		return
	}
	agents := l.toThink()
	if !l.goesOn() {
		agents = nil
	}
	if l.publish(); len(agents) > 0 {
		l.think(agents)
	}
	l.startClocks()
	if l.simultaneous() && l.pace > 0 && l.going {
		l.after(l.pace, l.tick)
	}
}

// toThink are the agents who have to choose.
func (l *liveGame) toThink() (agents []game.Player) {
	for p := range game.Player(len(l.players)) {
		if game.ToMove(l.shown.state, p) && !l.person(p) {
			agents = append(agents, p)
		}
	}
	return agents
}

// goesOn reports whether agents may think: in a game without people only while it is
// not stopped and somebody looks on.
func (l *liveGame) goesOn() bool {
	if l.play.People() > 0 {
		return l.notice == ""
	}
	return l.stepped || !l.paused && l.attended()
}

// attended reports whether anybody is there.
func (l *liveGame) attended() bool { return l.watchers > 0 || time.Since(l.heard) < unattended }

func (l *liveGame) simultaneous() bool { return l.shown.state.Turn() == game.Together }

// after calls a function of the game in a while, unless another turn has come.
func (l *liveGame) after(d time.Duration, f func()) {
	epoch := l.epoch
	l.timers = append(l.timers, time.AfterFunc(d, func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		if epoch == l.epoch && !l.gone {
			f()
		}
	}))
}

func (l *liveGame) stopTimers() {
	for _, t := range l.timers {
		t.Stop()
	}
	l.timers = nil
}

// startClocks has the flags of people fall who are to move.
func (l *liveGame) startClocks() {
	for p := range game.Player(len(l.players)) {
		if left := l.shown.left; left != nil && l.person(p) && game.ToMove(l.shown.state, p) {
			l.after(left[p], func() {
				if !l.choices[p].set {
					l.forfeit(l.play.Charge(p, time.Since(l.since)))
				}
			})
		}
	}
}

// forfeit ends the game for a player by what it has done, if it has, and goes on.
func (l *liveGame) forfeit(f arena.Fault) {
	if f.Reason == "" {
		return
	}
	l.stopThinking()
	if err := l.play.Forfeit(l.server.ctx, f); err != nil {
		l.fail(err)
		return
	}
	l.advance()
}

// think has agents choose, one after another.
func (l *liveGame) think(seats []game.Player) {
	ctx, cancel := context.WithCancel(l.server.ctx)
	t := &thinking{cancel: cancel, done: make(chan struct{}), seats: seats}
	l.thinking, l.warm = t, true
	g := l.play
	l.server.work.Go(func() {
		defer cancel()
		found := make([]thought, 0, len(seats))
		err := l.server.search(ctx, l.client, func(ctx context.Context) {
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

// watched makes the move that agents among themselves have chosen, unless the game is
// stopped.
func (l *liveGame) watched() {
	if l.paused && !l.stepped || !l.attended() {
		return
	}
	l.stepped = false
	l.join()
}

// tick makes the move of players who move all at once at a pace: who has said nothing
// goes on as before.
func (l *liveGame) tick() {
	if l.thinking != nil {
		l.overdue = true
		return
	}
	if l.paused || !l.attended() {
		l.going = false
		l.publish()
		return
	}
	for p := range game.Player(len(l.players)) {
		if l.person(p) && !l.choices[p].set {
			l.choices[p] = l.shown.same(l.play.Rules, p)
		}
	}
	l.join()
}

// join makes the move once all who have to have chosen.
func (l *liveGame) join() {
	moves := make([]game.Move, len(l.choices))
	for p, c := range l.choices {
		if game.ToMove(l.shown.state, game.Player(p)) && !c.set {
			l.publish()
			return
		}
		moves[p] = c.move
	}
	said := l.choices
	if err := l.play.Make(l.server.ctx, l.play.Join(moves)); err != nil {
		l.fail(err)
		return
	}
	l.shown.said = said
	l.advance()
}

// choose takes the move of a person.
func (l *liveGame) choose(p game.Player, c choice) {
	if !l.choices[p].set && (!l.simultaneous() || l.pace == 0) {
		if f := l.play.Spend(p, time.Since(l.since)); f.Reason != "" {
			l.forfeit(f)
			return
		}
	}
	l.last = made{len(l.shown.moves), int(p), c.text}
	l.choices[p] = c
	switch {
	case !l.simultaneous():
		l.join()
	case l.pace == 0:
		if l.thinking == nil {
			l.join()
		} else {
			l.publish()
		}
	default:
		if !l.going {
			l.going, l.paused = true, false
			l.after(l.pace, l.tick)
		}
		l.publish()
	}
}

// fail tells what went wrong with an agent. The game stands where it was.
func (l *liveGame) fail(err error) {
	if l.server.ctx.Err() != nil || l.gone {
		return
	}
	l.notice, l.paused, l.going = err.Error(), true, false
	l.look()
	l.publish()
}

// goOn goes on with a game that was stopped, or at which nobody looked.
func (l *liveGame) goOn() {
	agents := l.toThink()
	switch {
	case l.frozen || l.shown.over || l.thinking != nil:
		l.publish()
	case l.play.People() == 0 && len(agents) > 0 && l.choices[agents[0]].set:
		l.watched()
		l.publish()
	case l.simultaneous() && l.pace > 0 && l.play.People() > 0:
		l.going = !l.paused
		l.advance()
	default:
		l.advance()
	}
}

// setUp sets the position up after a change of the moves, and goes on.
func (l *liveGame) setUp() error {
	l.notice, l.going, l.last = "", false, made{}
	if l.play.People() > 0 {
		l.paused = false
	}
	if err := l.play.SetUp(l.server.ctx); err != nil {
		l.fail(err)
		return err
	}
	l.advance()
	return nil
}

// charge takes the time off the clock of a person who did something else than move.
func (l *liveGame) charge() {
	turn := l.shown.state.Turn()
	if !l.shown.over && turn >= 0 && l.person(turn) {
		l.play.Charge(turn, time.Since(l.since))
	}
}

// errGone says that a game is no longer in memory.
var errGone = refuse(http.StatusConflict, "the game was put away meanwhile: ask again")

// within calls a function with the game to itself.
func (l *liveGame) within(f func() error) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.gone {
		return errGone
	}
	l.heard = time.Now()
	return f()
}
