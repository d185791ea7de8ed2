package web

import (
	"slices"
	"sync"
	"time"

	"gambito/agent"
)

const (
	// parkTime is how long an agent waits to go on where it has stopped.
	parkTime = 2 * time.Minute

	// mostParked is how many agents wait.
	mostParked = 3
)

// parkKey is what a search must be about to go on with what another has found: asked
// by the same client, of the same position and the same agent.
type parkKey struct {
	client, game, rules, position, moves string
	agent                                string
	seat                                 int
	timed                                bool // the time that is given takes the place of the agent's usual limits
}

// parked are agents whose search has ended, with the tree or the tables that they have
// made: who goes on, or deeper, need not begin anew. They hold the memory that was set
// aside for them.
type parked struct {
	mutex sync.Mutex
	list  []*parkedAgent // the one that came last comes last
}

type parkedAgent struct {
	key     parkKey
	agent   agent.Agent
	bytes   int64
	release func()
	timer   *time.Timer
}

// take is the agent that waits for a key, if there is one. Whoever takes it gives its
// memory back.
func (p *parked) take(key parkKey) (*parkedAgent, bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	i := slices.IndexFunc(p.list, func(a *parkedAgent) bool { return a.key == key })
	if i < 0 {
		return nil, false
	}
	a := p.list[i]
	p.list = slices.Delete(p.list, i, i+1)
	a.timer.Stop()
	return a, true
}

// put has an agent wait.
func (p *parked) put(a *parkedAgent) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	a.timer = time.AfterFunc(parkTime, func() { p.drop(a) })
	if p.list = append(p.list, a); len(p.list) > mostParked {
		p.remove(0)
	}
}

// drop lets an agent go that nobody has come for.
func (p *parked) drop(a *parkedAgent) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if i := slices.Index(p.list, a); i >= 0 {
		p.remove(i)
	}
}

// clear lets all go, where their memory is needed.
func (p *parked) clear() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for len(p.list) > 0 {
		p.remove(0)
	}
}

// remove lets one go. The mutex is held.
func (p *parked) remove(i int) {
	a := p.list[i]
	p.list = slices.Delete(p.list, i, i+1)
	a.timer.Stop()
	a.release()
}

// reserve sets memory aside for a search, if need be that of agents who only wait.
func (s *Server) reserve() (bytes int64, release func()) {
	if bytes, release = s.pool.reserve(); bytes >= mostMemory/4 {
		return bytes, release
	}
	release()
	s.parked.clear()
	return s.pool.reserve()
}
