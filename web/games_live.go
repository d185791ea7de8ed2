package web

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"gambito/arena"
	"gambito/game"
	"gambito/play"
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
	views    map[viewKey]*view
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

// unbegun reports whether a person can take all the time for the first move: nobody may
// have looked at the game yet, so that no clock of a person runs before it.
func (l *liveGame) unbegun() bool {
	return l.play.People() > 0 && !slices.ContainsFunc(l.shown.turns, func(p game.Player) bool { return p != game.Chance })
}

// took is how long a person has needed so far, as its clock counts it.
func (l *liveGame) took() time.Duration {
	if l.unbegun() {
		return 0
	}
	return time.Since(l.since)
}

// startClocks has the flags of people fall who are to move.
func (l *liveGame) startClocks() {
	if l.unbegun() {
		return
	}
	for p := range game.Player(len(l.players)) {
		if left := l.shown.left; left != nil && l.person(p) && game.ToMove(l.shown.state, p) {
			l.after(left[p], func() {
				if !l.choices[p].set {
					l.forfeit(l.play.Charge(p, l.took()))
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
	l.count()
	l.advance()
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
	l.count()
	l.advance()
}

// count counts the game if it is over since the last move.
func (l *liveGame) count() {
	switch {
	case !l.play.Over():
	case l.play.People() > 0:
		l.server.meters.games.WithLabelValues(byPeople).Inc()
	default:
		l.server.meters.games.WithLabelValues(byAgents).Inc()
	}
}

// choose takes the move of a person.
func (l *liveGame) choose(p game.Player, c choice) {
	if !l.choices[p].set && (!l.simultaneous() || l.pace == 0) {
		if f := l.play.Spend(p, l.took()); f.Reason != "" {
			l.forfeit(f)
			return
		}
	}
	l.last = made{l.noticed(p), int(p), c.text}
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
	if l.look(); l.hides() { // which position it was about is nobody's business
		l.server.log.Warn("an agent of a game with secrets has failed", "game", l.id, "error", l.notice)
		l.notice = "An agent has failed: go on to ask it again."
	}
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
		l.play.Charge(turn, l.took())
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
