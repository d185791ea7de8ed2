package ggp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/gdl"
)

// Player plays one match at a time, whatever the game.
type Player struct {
	Name   string
	Agent  agent.Spec
	Margin time.Duration // before the end of a clock, by which the answer is given
	Ponder bool          // think while others do
	Limits gdl.Limits    // of compiling rules, which the start clock bounds too
	Seed   uint64

	// Log is told what happens, a line each; it may be called at any time.
	Log func(format string, args ...any)

	reading   sync.Mutex // of large messages: one at a time, for they take a hundred times their length
	compiling sync.Mutex // of rules: likewise, for Limits bound one
	mu        sync.Mutex
	match     *session
	shown     *preview // the game of the latest rules
	matches   uint64
}

// preview is a game that is compiled, or about to be, and the rules it is of.
type preview struct {
	rules  string
	game   func() (*gdl.Game, error)
	time   time.Duration      // that compiling may take
	late   atomic.Bool        // it took longer: the plain reasoner plays
	ready  atomic.Bool        // compiling has ended by itself
	ctx    context.Context    // of compiling
	cancel context.CancelFunc // nobody needs it any more
}

// usable reports whether the game is there, or will be.
func (v *preview) usable() bool { return v.ready.Load() || !errors.Is(v.ctx.Err(), context.Canceled) }

// abandoned is how long after its last clock a match is given up: a server that
// has died must not keep a player busy for ever.
const abandoned = time.Minute

// maxMissed is how many steps may pass before the rules are understood.
const maxMissed = 16

// Answer answers a message that came at that time. It is safe for concurrent
// use.
func (p *Player) Answer(ctx context.Context, text string, received time.Time) (string, error) {
	m, err := p.read(text)
	if err != nil {
		p.tell("a message is refused: %v", err)
		return "", err
	}
	switch m.Kind {
	case Info:
		status := "available"
		if p.current() != nil {
			status = Busy
		}
		return fmt.Sprintf("( ( name %s ) ( status %s ) ( species alien ) )", p.Name, status), nil
	case Preview:
		return p.preview(ctx, m, received), nil
	case Start:
		return p.start(ctx, m, received), nil
	}
	s := p.current()
	if s == nil || s.id != m.Match {
		return Busy, nil
	}
	switch m.Kind {
	case Play:
		return s.play(ctx, m, received), nil
	case Stop:
		p.leave(s)
		s.finish(m)
		return Done, nil
	default:
		p.leave(s)
		p.tell("match %s is aborted", s.id)
		return Aborted, nil
	}
}

// read reads a message.
func (p *Player) read(text string) (Message, error) {
	if len(text) > maxHead {
		p.reading.Lock()
		defer p.reading.Unlock()
	}
	return ParseMessage(text)
}

// current is the match that is played, if any.
func (p *Player) current() *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.match; s != nil && time.Now().After(s.expires()) {
		p.tell("match %s is given up: nothing was heard of it for long", s.id)
		s.leave()
		p.match = nil
	}
	return p.match
}

// leave ends a match.
func (p *Player) leave(s *session) {
	s.leave()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.match == s {
		p.match = nil
	}
}

// Close gives up the match that is played, if any.
func (p *Player) Close() {
	if s := p.current(); s != nil {
		p.leave(s)
	}
}

// before is when an answer must be given that is due a clock after it was asked
// for.
func (p *Player) before(received time.Time, clock time.Duration) time.Time {
	return received.Add(max(clock-p.Margin, clock/2))
}

// game returns the game of the rules, compiled before then; the same again if
// the rules are the same, unless time ran out and there is more of it now. What is
// still being compiled of other rules is given up. While a match is played only that
// match gets a game: for is its session, or nil; the answer may be nil then.
func (p *Player) game(rules []gdl.Expression, until time.Time, of *session) *preview {
	now := &preview{rules: joined(rules), time: time.Until(until) * 2 / 3} // the rest is for thinking, or for the plain reasoner
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.match != of {
		return nil
	}
	if old := p.shown; old != nil {
		if old.rules == now.rules && old.usable() && !(old.late.Load() && now.time > old.time) {
			return old
		}
		old.cancel()
	}
	p.shown = now
	now.ctx, now.cancel = context.WithTimeout(context.Background(), now.time)
	now.game = sync.OnceValues(func() (*gdl.Game, error) { return p.compile(now) })
	return now
}

// compile compiles rules, when nobody else does.
func (p *Player) compile(v *preview) (g *gdl.Game, err error) {
	defer recovered(&err)
	p.compiling.Lock()
	defer p.compiling.Unlock()
	if errors.Is(v.ctx.Err(), context.Canceled) {
		return nil, v.ctx.Err()
	}
	g, err = gdl.New([]byte(v.rules), gdl.Options{ID: "gdl:match", Name: "match", Limits: p.Limits, Context: v.ctx})
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	v.ready.Store(true)
	v.cancel() // nothing is left to give up
	if err != nil || g.Fallback() == nil {
		return g, err
	}
	if errors.Is(g.Fallback(), context.DeadlineExceeded) {
		v.late.Store(true)
		p.tell("the rules are not compiled: that takes more than %s, two thirds of the clock", v.time.Round(time.Millisecond))
	} else {
		p.tell("the rules are not compiled: %v", g.Fallback())
	}
	return g, err
}

// preview compiles rules that may be played soon.
func (p *Player) preview(ctx context.Context, m Message, received time.Time) string {
	until := p.before(received, m.StartClock)
	if p.current() != nil {
		return Busy
	}
	shown := p.game(m.Rules, until, nil)
	if shown == nil {
		return Busy
	}
	done := make(chan error, 1)
	go func() {
		_, err := shown.game()
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			p.tell("rules are shown that cannot be played: %v", err)
			return Busy
		}
	case <-time.After(time.Until(until)):
	case <-ctx.Done():
	}
	return Ready
}

// start begins a match: it answers when the start clock has nearly run out, or
// as soon as there is nothing to think about.
func (p *Player) start(ctx context.Context, m Message, received time.Time) string {
	if p.current() != nil {
		return Busy
	}
	until := p.before(received, m.StartClock)
	s := &session{player: p, id: m.Match, role: m.Role, clock: m.PlayClock, prepared: make(chan struct{})}
	s.hear(max(m.StartClock, m.PlayClock))
	p.mu.Lock()
	if p.match != nil {
		p.mu.Unlock()
		return Busy
	}
	p.match = s
	p.matches++
	s.seed = p.Seed + p.matches
	p.mu.Unlock()
	shown := p.game(m.Rules, until, s)
	if shown == nil { // it is given up already
		return Busy
	}
	s.compiles(shown)
	p.tell("match %s: role %s, clocks %s and %s", s.id, s.role, m.StartClock, m.PlayClock)
	go s.prepare(shown.game, until)
	select {
	case <-s.prepared:
	case <-time.After(time.Until(until)):
	case <-ctx.Done():
	}
	select {
	case <-s.prepared:
		if s.failure != nil {
			p.leave(s)
			p.tell("match %s is refused: %v", s.id, s.failure)
			return Busy
		}
	default:
	}
	return Ready
}

// tell logs a line, whatever the words of others in it hold.
func (p *Player) tell(format string, args ...any) { p.Log("%s", oneLine(fmt.Sprintf(format, args...))) }

// session is a match from a player's side.
type session struct {
	player *Player
	id     string
	role   string
	clock  time.Duration
	seed   uint64

	prepared chan struct{} // closed once the fields below are set
	failure  error         // why the match cannot be played
	game     *gdl.Game
	number   int // of the role
	seat     game.Player
	agent    agent.Agent
	spare    *rand.Rand // for moves when the agent has none

	step   sync.Mutex // one request at a time
	state  game.State
	missed []Message     // that came before the rules were understood
	seen   []gdl.Noticed // what the player has noticed, where it does not see everything

	mu     sync.Mutex
	dead   time.Time          // when the match is given up
	left   bool               // nobody waits for answers any more
	rules  *preview           // that are compiled for it
	cancel context.CancelFunc // of the thinking under way
	idle   chan struct{}      // closed when it has ended
}

// hear notes that the server is there, and may be silent for that long.
func (s *session) hear(silence time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead = time.Now().Add(silence + abandoned)
}

func (s *session) expires() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dead
}

// compiles notes which rules are compiled for the match.
func (s *session) compiles(rules *preview) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rules = rules; s.left {
		rules.cancel()
	}
}

// leave has the agent end what it is working on, and begin nothing else; compiling
// its rules is given up.
func (s *session) leave() {
	s.mu.Lock()
	s.left = true
	if s.rules != nil {
		s.rules.cancel()
	}
	s.mu.Unlock()
	s.stopThinking(time.Time{})
}

// think has the agent work on its own until it is done or told to stop.
// Precondition: it is not working yet.
func (s *session) think(until time.Time, work func(ctx context.Context)) (done <-chan struct{}) {
	ctx, cancel := context.WithDeadline(context.Background(), until)
	idle := make(chan struct{})
	s.mu.Lock()
	s.cancel, s.idle = cancel, idle
	if s.left { // while the rules were compiled
		cancel()
	}
	s.mu.Unlock()
	go func() {
		defer close(idle)
		defer cancel()
		defer func() {
			if v := recover(); v != nil {
				s.player.tell("match %s: the agent panics: %v", s.id, v)
			}
		}()
		work(ctx)
	}()
	return idle
}

// stopThinking tells the agent to end what it is working on, waits for it until
// then at most, and reports whether it has ended.
func (s *session) stopThinking(until time.Time) bool {
	s.mu.Lock()
	cancel, idle := s.cancel, s.idle
	s.mu.Unlock()
	if cancel == nil {
		return true
	}
	cancel()
	select {
	case <-idle:
		return true
	case <-time.After(time.Until(until)):
		return false
	}
}

// prepare compiles the rules, makes the agent and lets it think.
func (s *session) prepare(compile func() (*gdl.Game, error), until time.Time) {
	s.failure = s.sitDown(compile)
	if s.failure == nil {
		if ponderer, ok := s.agent.(agent.Ponderer); ok {
			at := s.state.Clone()
			<-s.think(until, func(ctx context.Context) { ponderer.Ponder(ctx, at, agent.Limits{Time: time.Until(until)}) })
		}
	}
	close(s.prepared)
}

func (s *session) sitDown(compile func() (*gdl.Game, error)) (err error) {
	defer recovered(&err)
	if s.game, err = compile(); err != nil {
		return err
	}
	if s.number = slices.Index(s.game.Roles(), s.role); s.number < 0 || s.game.Player(s.number) == game.Chance {
		return fmt.Errorf("%q is no role of a player in the rules", s.role)
	}
	s.seat = s.game.Player(s.number)
	if s.agent, err = s.player.Agent.Within(agent.Limits{Time: maxClock}).New(s.game); err != nil {
		return err
	}
	s.agent.NewGame(s.seat, s.seed)
	s.spare = rand.New(rand.NewPCG(s.seed, 0x67677))
	s.state = s.game.New()
	return nil
}

// play answers with a move after the others' last ones.
func (s *session) play(ctx context.Context, news Message, received time.Time) string {
	until := s.player.before(received, s.clock)
	s.hear(s.clock)
	s.step.Lock()
	defer s.step.Unlock()
	select {
	case <-s.prepared:
	case <-time.After(time.Until(until)):
		s.player.tell("match %s: the rules are not understood yet", s.id)
		if len(s.missed) < maxMissed {
			s.missed = append(s.missed, news)
		}
		return Nil
	}
	if s.failure != nil { // it took longer to find out than the start clock
		s.player.tell("match %s cannot be played: %v", s.id, s.failure)
		return Nil
	}
	idle := s.stopThinking(until)
	if err := s.follow(news); err != nil {
		s.player.tell("match %s: %v", s.id, err)
		return Nil
	}
	legal := s.game.MovesOfRole(s.state, s.number)
	switch {
	case s.state.Turn() == game.Over || len(legal) == 0:
		return Nil
	case len(legal) == 1:
		if idle {
			s.ponder()
		}
		return spaced(legal[0])
	}
	answer, err := "", errLate
	if idle {
		answer, err = s.choose(ctx, until)
	}
	if err != nil {
		s.player.tell("match %s: a random move is made: %v", s.id, err)
		answer = legal[s.spare.IntN(len(legal))]
	}
	return spaced(answer)
}

// follow makes the moves of the last step, and of those before that could not be
// made yet.
func (s *session) follow(news Message) error {
	for _, earlier := range s.missed {
		if err := s.hearOf(earlier); err != nil {
			s.player.tell("match %s: %v", s.id, err)
		}
	}
	s.missed = nil
	return s.hearOf(news)
}

// hearOf brings the position in line with what the server tells. Where the player does not see
// everything that is any position that fits.
func (s *session) hearOf(news Message) (err error) {
	switch {
	case news.Seen != nil && !s.game.Veiled():
		return errors.New("the server tells what is seen, and the rules do not say what that is")
	case news.Seen == nil && news.Moves == nil || news.Seen != nil && news.Seen.Move == nil:
		return nil
	case news.Seen == nil:
		return s.game.PlayJoint(s.state, news.Moves)
	}
	if news.Seen.Turn != len(s.seen)+1 {
		return fmt.Errorf("the server tells of turn %d after %d", news.Seen.Turn, len(s.seen))
	}
	noticed := gdl.Noticed{Move: news.Seen.Move[0].String()}
	for _, e := range news.Seen.Percepts {
		noticed.Percepts = append(noticed.Percepts, e.String())
	}
	s.seen = append(s.seen, noticed)
	world, err := s.game.World(s.seat, s.seen, s.spare)
	if err != nil {
		return err
	}
	s.state = world
	return nil
}

var errLate = errors.New("the agent has not answered in time")

// choose asks the agent, who must be quick enough.
func (s *session) choose(ctx context.Context, until time.Time) (string, error) {
	at := s.state.Clone()
	for at.Turn() >= 0 && at.Turn() != s.seat {
		m, _ := game.RandomMove(at, s.spare, nil) // whoever else has a choice at this step
		at.Play(m)
	}
	if !game.ToMove(at, s.seat) {
		return "", errors.New("it is not clear whose turn it is")
	}
	var answer string
	err := errLate // should it panic
	done := s.think(until, func(thinking context.Context) {
		var m game.Move
		if m, _, err = s.agent.Choose(thinking, at, agent.Limits{Time: time.Until(until)}); err == nil {
			answer = game.FormatMoveFor(s.game, at, s.seat, m)
		}
	})
	// An agent may notice a little late that its time is over.
	patience := time.Until(until) + s.player.Margin/2
	select {
	case <-done:
		return answer, err
	case <-time.After(patience):
	case <-ctx.Done():
	}
	return "", errLate
}

// ponder lets the agent think while others choose.
func (s *session) ponder() {
	ponderer, ok := s.agent.(agent.Ponderer)
	if !ok || !s.player.Ponder {
		return
	}
	at, until := s.state.Clone(), time.Now().Add(s.clock)
	s.think(until, func(ctx context.Context) { ponderer.Ponder(ctx, at, agent.Limits{Time: s.clock}) })
}

// finish ends the match after its last moves.
func (s *session) finish(news Message) {
	select {
	case <-s.prepared:
	default:
		s.player.tell("match %s has ended", s.id)
		return
	}
	s.step.Lock()
	defer s.step.Unlock()
	if s.failure != nil {
		s.player.tell("match %s was not played: %v", s.id, s.failure)
		return
	}
	if err := s.follow(news); err != nil || s.state.Turn() != game.Over {
		s.player.tell("match %s has ended early", s.id)
		return
	}
	if s.game.Veiled() { // what others have may not be seen
		s.player.tell("match %s has ended", s.id)
		return
	}
	var goals []string
	for role, goal := range s.game.Goals(s.state) {
		goals = append(goals, fmt.Sprintf("%s %d", s.game.Roles()[role], goal))
	}
	s.player.tell("match %s has ended: %s", s.id, strings.Join(goals, ", "))
}

// recovered makes a panic an error.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("panic: %v", v)
	}
}
