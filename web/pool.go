package web

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// pool bounds the work that clients may have done: as many searches as there are cores
// run at a time, and the others wait for their turn.
//
// A search that says when it can pause (giveWay, pausing) is given short turns while
// others wait. One that never does loses its claim to a core when its turn is long over,
// and the next begins beside it, but only a few do (beside): the operating system shares
// the cores out, and requests must stay quick. Of those who wait, moves of games that
// have just begun go before everything else; then it is the turn of the client that has
// fewest searches running and was served least recently.
type pool struct {
	slots  int     // searches that run at a time
	meters *meters // or nil

	mutex   sync.Mutex
	running []*job
	waiting []*job
	clients map[string]*clientUse
	inAll   [kinds]int // work of each kind, running and waiting
	tickets uint64
	overdue *time.Timer
	memory  int64 // bytes not spoken for, of those for searches
	moves   int64 // the same, of those for moves

	crowded atomic.Bool // somebody waits
}

// kind is what work is for.
type kind int

// The kinds, those that go first first.
const (
	moving    kind = iota // an agent's move in a game
	compiling             // a rulesheet
	analysing             // a live search
	reviewing             // a whole game
	kinds
)

// allowance bounds work of one kind.
type allowance struct {
	time            time.Duration // that one piece may take, waiting included
	ofClient, ofAll int           // pieces at once, running and waiting
	tooMany         error
}

var allowances = [kinds]allowance{
	moving:    {2 * time.Minute, 200, 2000, refuse(http.StatusTooManyRequests, "too many agents are thinking at once: try again in a moment")},
	compiling: {time.Minute, 8, 32, refuse(http.StatusTooManyRequests, "too many rulesheets are being compiled at once: try again in a moment")},
	analysing: {maxAnalysis + time.Minute, 16, 64, refuse(http.StatusTooManyRequests, "too many searches are running at once: close some, or try again later")},
	reviewing: {30 * time.Minute, 4, 16, refuse(http.StatusTooManyRequests, "too many games are being reviewed at once: try again later")},
}

const (
	// turnTime is how long a search that can pause goes on while others wait, and
	// shortTurn how long if it had to wait for its turn for long itself. Then there are
	// many, or the machine does other things too; all of them want to tell ten times a
	// second what they have found.
	turnTime  = 3 * time.Millisecond
	shortTurn = time.Millisecond
	long      = 30 * time.Millisecond

	// patience is after what time a search that does not pause counts no more.
	patience = 100 * time.Millisecond

	// beside is how many searches run at a time at the most beside those for which
	// there are cores, and besideMoves how many if it is a move that is to begin.
	beside      = 2
	besideMoves = 4

	// poolMemory is what all trees and tables of searches may take together, a search
	// at the most mostMemory of it and at the least leastMemory; moveMemory is what
	// those of moves may that are thought about.
	poolMemory  = 3 << 30
	moveMemory  = 1 << 30
	mostMemory  = 256 << 20
	leastMemory = 8 << 20
)

// job is a piece of work.
type job struct {
	client string
	kind   kind
	rank   kind  // what it waits as: a move that has paused goes before no other search
	bytes  int64 // what a move may take
	holds  bool  // and has been given
	ticket uint64
	queued time.Time     // it waits for its turn
	begun  time.Time     // its turn
	ready  chan struct{} // its turn begins
}

// clientUse is what a client has in the pool.
type clientUse struct {
	running int
	inAll   [kinds]int
	served  uint64 // ticket of its latest turn
}

func newPool(slots int) *pool {
	p := &pool{slots: slots, clients: map[string]*clientUse{}, memory: poolMemory, moves: moveMemory}
	p.overdue = time.AfterFunc(time.Hour, func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.dispatch()
	})
	return p
}

type jobKey struct{}

// Do does work on this goroutine once it is its turn. It returns the error of work, of
// ctx, or a refusal if there is too much to do already. The context that work gets ends
// with ctx or when the time for work of the kind is over.
func (p *pool) Do(ctx context.Context, client string, k kind, work func(context.Context) error) error {
	return p.do(ctx, &job{client: client, kind: k}, work)
}

// move is Do for a move of which the agents may take so many bytes. It waits until they
// are there.
func (p *pool) move(ctx context.Context, client string, bytes int64, work func(context.Context) error) error {
	return p.do(ctx, &job{client: client, kind: moving, bytes: bytes}, work)
}

func (p *pool) do(ctx context.Context, j *job, work func(context.Context) error) error {
	j.rank, j.ready = j.kind, make(chan struct{}, 1)
	entered := time.Now()
	if err := p.enter(j); err != nil {
		p.meters.turnedAway(j.kind)
		return err
	}
	defer p.leave(j)
	ctx, cancel := context.WithTimeout(ctx, allowances[j.kind].time)
	defer cancel()
	if err := p.wait(ctx, j); err != nil {
		return err
	}
	begun := time.Now()
	defer func() { p.meters.searched(j.kind, begun.Sub(entered), time.Since(begun)) }()
	return survived(func() error { return work(context.WithValue(ctx, jobKey{}, &turn{p, j})) })
}

// survived is the error of work, also if it panics, which is a mistake of ours.
func survived(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			slog.Error("panic", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = errMistake
		}
	}()
	return work()
}

// turn is the work of a context.
type turn struct {
	pool *pool
	job  *job
}

// giveWay pauses the work that ctx belongs to if its turn is over and others wait.
// Searches call it now and then.
func giveWay(ctx context.Context) {
	t, ok := ctx.Value(jobKey{}).(*turn)
	if !ok || ctx.Err() != nil || !t.pool.crowded.Load() || time.Since(t.job.begun) < t.job.turnTime() {
		return
	}
	p, j := t.pool, t.job
	p.mutex.Lock()
	if p.stop(j); !slices.Contains(p.waiting, j) { // as one does that did not wait for its turn before
		select {
		case <-j.ready:
		default:
		}
		p.waiting = append(p.waiting, j)
	}
	j.rank = max(j.rank, analysing)
	p.number(j)
	p.dispatch()
	p.mutex.Unlock()
	_ = p.wait(ctx, j) // the search sees by itself that ctx has ended
}

// pausing is a context in which searches pause without knowing of it: whenever one looks
// whether it has to end it gives way, if its turn is over. Its threads may all look.
type pausing struct {
	context.Context
	pool  *pool
	mutex *sync.Mutex
}

// newPausing makes one of the context of work in the pool.
func newPausing(ctx context.Context) context.Context {
	if t, ok := ctx.Value(jobKey{}).(*turn); ok {
		return pausing{ctx, t.pool, new(sync.Mutex)}
	}
	return ctx
}

// Err implements context.Context.
func (p pausing) Err() error {
	if p.pool.crowded.Load() {
		p.mutex.Lock()
		giveWay(p.Context)
		p.mutex.Unlock()
	}
	return p.Context.Err()
}

// turnTime is how long the turn of a job is.
func (j *job) turnTime() time.Duration {
	if j.begun.Sub(j.queued) > long {
		return shortTurn
	}
	return turnTime
}

// enter puts a job into the queue.
func (p *pool) enter(j *job) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	c := p.clients[j.client]
	if c == nil {
		c = &clientUse{}
		p.clients[j.client] = c
	}
	a := allowances[j.kind]
	if p.inAll[j.kind] >= a.ofAll || c.inAll[j.kind] >= a.ofClient && !loopback(j.client) {
		p.forget(j.client)
		return a.tooMany
	}
	p.inAll[j.kind]++
	c.inAll[j.kind]++
	p.waiting = append(p.waiting, j)
	p.number(j)
	p.dispatch()
	return nil
}

// leave takes a job out, wherever it is.
func (p *pool) leave(j *job) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.waiting = slices.DeleteFunc(p.waiting, func(w *job) bool { return w == j })
	if p.stop(j); j.holds {
		p.moves += j.bytes
	}
	p.inAll[j.kind]--
	p.clients[j.client].inAll[j.kind]--
	p.forget(j.client)
	p.dispatch()
}

// wait waits until it is the turn of a job.
func (p *pool) wait(ctx context.Context, j *job) error {
	select {
	case <-j.ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The methods below are called with the mutex held.

// number gives a job its place in the queue.
func (p *pool) number(j *job) {
	p.tickets++
	j.ticket, j.queued = p.tickets, time.Now()
}

// stop takes a job from those that run, if it is one.
func (p *pool) stop(j *job) {
	if i := slices.Index(p.running, j); i >= 0 {
		p.running = slices.Delete(p.running, i, i+1)
		p.clients[j.client].running--
	}
}

// forget drops what is known of a client that has nothing to do.
func (p *pool) forget(client string) {
	if c := p.clients[client]; c.inAll == [kinds]int{} {
		delete(p.clients, client)
	}
}

// dispatch begins as many turns as it can.
func (p *pool) dispatch() {
	now := time.Now()
	for len(p.waiting) > 0 {
		counted := 0
		var oldest time.Time // of those that count
		for _, j := range p.running {
			if now.Sub(j.begun) >= patience {
				continue
			}
			if counted++; oldest.IsZero() || j.begun.Before(oldest) {
				oldest = j.begun
			}
		}
		if counted >= p.slots {
			p.overdue.Reset(oldest.Add(patience).Sub(now) + time.Millisecond)
			break
		}
		at := p.next()
		if at < 0 {
			break // until one of those that run has ended
		}
		p.begin(at, now)
	}
	p.crowded.Store(len(p.waiting) > 0)
}

// next is the place in the queue of the job whose turn is next; -1 if there is room for
// none.
func (p *pool) next() int {
	best := -1
	reviews := 0
	for _, j := range p.running {
		if j.kind == reviewing {
			reviews++
		}
	}
	for i, j := range p.waiting {
		if !p.room(j, reviews) {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		b := p.waiting[best]
		c, d := p.clients[j.client], p.clients[b.client]
		if cmp.Or(cmp.Compare(j.rank, b.rank), cmp.Compare(c.running, d.running), cmp.Compare(c.served, d.served), cmp.Compare(j.ticket, b.ticket)) < 0 {
			best = i
		}
	}
	return best
}

// room reports whether a job can run beside those that do, so many of which are reviews.
// Those go on for long without a pause: they leave some room to others.
func (p *pool) room(j *job, reviews int) bool {
	switch j.kind {
	case moving:
		fits := j.holds || j.bytes <= p.moves || p.moves == moveMemory
		return fits && len(p.running) < p.slots+besideMoves
	case reviewing:
		return reviews < p.slots && len(p.running) < p.slots+beside
	}
	return len(p.running) < p.slots+beside
}

// begin begins the turn of the job at a place in the queue.
func (p *pool) begin(at int, now time.Time) {
	j := p.waiting[at]
	p.waiting = slices.Delete(p.waiting, at, at+1)
	p.running = append(p.running, j)
	c := p.clients[j.client]
	c.running++
	p.tickets++
	c.served = p.tickets
	if j.begun = now; j.bytes > 0 && !j.holds {
		j.holds = true
		p.moves -= j.bytes
	}
	j.ready <- struct{}{}
}

// reserve sets memory aside for a search: a part of what is left, so that there is
// always some. It is given back by release; 0 is none.
func (p *pool) reserve() (bytes int64, release func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	bytes = min(mostMemory, max(leastMemory, p.memory/16))
	if bytes > p.memory {
		return 0, func() {}
	}
	p.memory -= bytes
	return bytes, func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.memory += bytes
	}
}

// loopback reports whether a client is on this machine, where whoever has started the
// server may use all of it.
func loopback(client string) bool {
	ip := net.ParseIP(client)
	return ip != nil && ip.IsLoopback()
}
