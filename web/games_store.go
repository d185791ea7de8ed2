package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/gamefile"
	"gambito/kept"
	"gambito/play"
	"gambito/review"
)

const (
	// saveEvery is how often games are written that have changed: what a crash may
	// lose.
	saveEvery = 200 * time.Millisecond

	// restAfter is when a game at which nobody looks is put away. It is kept.
	restAfter = 2 * time.Minute

	// unmovedFor is how long a game is kept in which nobody has moved.
	unmovedFor = 30 * 24 * time.Hour

	// mostLive is how many games there are in memory.
	mostLive = 4000
)

// playedGames are the games that are played here: those in memory, and all that are
// kept.
type playedGames struct {
	server *Server
	folder kept.Folder

	mutex   sync.Mutex
	live    map[string]*liveGame
	claimed map[string]chan struct{} // games that somebody opens or deletes; closed when that is done
	changed map[*liveGame]bool
	saving  bool               // some that have changed are being written
	saved   chan struct{}      // closed when they are
	judges  learnt[agent.Spec] // by game
	files   learnt[[]string]   // endings, by game
	number  int                // of games where none is kept
	closed  bool

	wake    chan struct{}
	version atomic.Int64 // of the latest change of any game
}

// next is the version of a change: later ones have higher numbers, also those of servers
// that come after this one.
func (p *playedGames) next() int64 {
	for {
		last := p.version.Load()
		if v := max(time.Now().UnixMilli(), last+1); p.version.CompareAndSwap(last, v) {
			return v
		}
	}
}

func newPlayedGames(s *Server) *playedGames {
	return &playedGames{
		server: s, folder: kept.In(s.options.Data), wake: make(chan struct{}, 1),
		live: map[string]*liveGame{}, claimed: map[string]chan struct{}{}, changed: map[*liveGame]bool{},
		saved: make(chan struct{}),
	}
}

// add makes a game known by its ID.
func (p *playedGames) add(l *liveGame) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.live[l.id], l.known = l, l.id
}

// rest puts games away that nobody has looked at since.
func (p *playedGames) rest(since time.Time) {
	for _, l := range p.all() {
		l.mutex.Lock()
		clocked := l.shown.left != nil && !l.shown.over && !l.frozen && !l.unbegun()
		idle := l.watchers == 0 && l.thinking == nil && l.heard.Before(since) && !clocked && !l.unkept
		l.mutex.Unlock()
		if idle && p.folder.Path() != "" {
			p.putAway(l)
		}
	}
}

// all are the games in memory.
func (p *playedGames) all() (list []*liveGame) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for id, l := range p.live {
		if id == l.known { // not by a name that it had before
			list = append(list, l)
		}
	}
	return list
}

// putAway writes a game and takes it out of memory.
func (p *playedGames) putAway(l *liveGame) {
	if l.end() {
		l.save()
		p.forget(l)
	}
}

// drop takes a game out of memory with which another program has gone on.
func (p *playedGames) drop(l *liveGame) {
	if l.end() {
		p.forget(l)
	}
}

// end stops all that goes on in a game, unless another has done so.
func (l *liveGame) end() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.gone {
		return false
	}
	l.stopThinking()
	l.stopTimers()
	l.gone = true
	l.play.Leave()
	l.tell()
	return true
}

// forget takes a game out of memory.
func (p *playedGames) forget(l *liveGame) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.changed, l)
	for id, other := range p.live {
		if other == l {
			delete(p.live, id)
		}
	}
}

// close puts all games away. None is opened or begun after.
func (p *playedGames) close() {
	p.mutex.Lock()
	p.closed = true
	p.mutex.Unlock()
	for _, l := range p.all() {
		p.putAway(l)
	}
}

// begin takes a game into memory, where it has an ID from then on, and has it go on.
func (p *playedGames) begin(ctx context.Context, g *play.Game, pace time.Duration, players []string) (*liveGame, error) {
	l := p.newLive(ctx, g, pace, players)
	if err := g.Sit(); err != nil {
		return nil, err
	}
	if err := g.SetUp(p.server.ctx); err != nil {
		return nil, err
	}
	g.Keeper.Pace = pace
	if err := g.Keeper.Reserve(g.Record()); err != nil {
		p.server.log.Warn("a game cannot be kept", "error", err.Error())
		return nil, refuse(http.StatusConflict, "%s", withoutPath(err))
	}
	if l.id = g.Keeper.ID(); l.id == "" { // nothing is kept here
		p.mutex.Lock()
		p.number++
		l.id = fmt.Sprintf("game-%d", p.number)
		p.mutex.Unlock()
	}
	return l, p.take(l)
}

// take makes a game known and has it go on.
func (p *playedGames) take(l *liveGame) error {
	p.mutex.Lock()
	if len(p.live) >= mostLive {
		p.mutex.Unlock()
		p.rest(time.Now().Add(-unattended))
		p.mutex.Lock()
	}
	switch {
	case p.closed:
		p.mutex.Unlock()
		return refuse(http.StatusConflict, "the server is closing")
	case len(p.live) >= mostLive:
		p.mutex.Unlock()
		return refuse(http.StatusTooManyRequests, "there are too many games at once: ask again in a while")
	}
	p.live[l.id], l.known = l, l.id
	p.mutex.Unlock()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.advance()
	return nil
}

func (p *playedGames) newLive(ctx context.Context, g *play.Game, pace time.Duration, players []string) *liveGame {
	return &liveGame{
		server: p.server, client: clientOf(ctx), play: g, players: players, pace: pace,
		version: p.next(), changed: make(chan struct{}), views: map[viewKey]*view{}, heard: time.Now(),
		choices: make([]choice, len(players)),
	}
}

// open is the game of an ID: the one in memory, or one that is kept, which goes on.
func (p *playedGames) open(ctx context.Context, id string) (*liveGame, error) {
	for {
		if l := p.inMemory(id); l != nil {
			if !l.overtaken() {
				return l, nil
			}
			p.drop(l)
			continue
		}
		release, err := p.claim(ctx, id)
		if err != nil {
			return nil, err
		}
		defer release()
		if p.inMemory(id) == nil { // nobody has opened it meanwhile
			return p.load(ctx, id)
		}
		release()
	}
}

// inMemory is the game of an ID if it is in memory, else nil.
func (p *playedGames) inMemory(id string) *liveGame {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.live[id]
}

// claim waits until nobody takes a game into memory or forgets it. Nobody else does
// until release is called.
func (p *playedGames) claim(ctx context.Context, id string) (release func(), err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for p.claimed[id] != nil {
		wait := p.claimed[id]
		p.mutex.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if p.mutex.Lock(); err != nil {
			return nil, err
		}
	}
	done := make(chan struct{})
	p.claimed[id] = done
	return sync.OnceFunc(func() {
		p.mutex.Lock()
		delete(p.claimed, id)
		p.mutex.Unlock()
		close(done)
	}), nil
}

// load takes a game that is kept into memory.
func (p *playedGames) load(ctx context.Context, id string) (*liveGame, error) {
	e, err := p.folder.Open(id)
	if err != nil {
		if errors.As(err, new(kept.ErrNone)) {
			return nil, noGame(id)
		}
		return nil, err
	}
	f, err := p.server.replayed(ctx, e)
	if err != nil {
		return nil, err
	}
	rules := f.Game
	players, ended := e.Record.Agents, e.Record.Result != nil
	sitting := players
	if ended { // nobody need sit
		sitting = slices.Repeat([]string{gamefile.Person}, len(players))
	}
	seats, err := p.seats(rules, sitting)
	if err != nil {
		return nil, err
	}
	g, err := p.base(rules).Resumed(f, seats, true)
	if err == nil {
		err = g.SetUp(p.server.ctx)
	}
	if err != nil {
		return nil, err
	}
	g.Keeper = p.folder.GoOn(e, rules)
	l := p.newLive(ctx, g, e.Pace, players)
	l.id, l.frozen = id, ended
	return l, p.take(l)
}

func noGame(id string) error { return refuse(http.StatusNotFound, "there is no game %q", id) }

// base is what all games of some rules have in common.
func (p *playedGames) base(rules game.Game) *play.Game {
	return &play.Game{Rules: rules, Agents: p.server.options.Agents, Kept: p.folder}
}

// seats reads who is to play.
func (p *playedGames) seats(rules game.Game, texts []string) (specs []agent.Spec, err error) {
	for _, text := range texts {
		var spec agent.Spec
		if text == gamefile.Person {
			spec, err = p.server.options.Agents.Parse(text)
		} else {
			spec, err = p.server.agent(text, rules)
		}
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// judge is who gives hints in a game.
func (p *playedGames) judge(rules game.Game) (agent.Spec, error) {
	spec, err := p.judges.get(gameKey(rules), func() (*agent.Spec, error) {
		found, err := review.DefaultJudge(p.server.options.Agents, rules)
		if err != nil {
			return nil, err
		}
		found = capped(found, rules, mostMemory)
		return &found, nil
	})
	if err != nil {
		return agent.Spec{}, err
	}
	return *spec, nil
}

// endings are those of the formats in which games can be downloaded.
func (p *playedGames) endings(rules game.Game) []string {
	list, _ := p.files.get(gameKey(rules), func() (*[]string, error) { // which never fails
		found := gamefile.Endings(rules)
		return &found, nil
	})
	return *list
}

// search has agents think in the pool, which may take so many bytes, no longer than
// until the server is closed.
func (s *Server) search(ctx context.Context, client string, bytes int64, f func(ctx context.Context)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	return s.pool.move(ctx, client, bytes, func(ctx context.Context) error {
		f(ctx)
		return nil
	})
}
