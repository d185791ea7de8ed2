package web

import (
	"context"
	"runtime/metrics"
	"time"
)

// run writes games that have changed and puts away those that nobody looks at, until
// the server is closed.
func (p *playedGames) run(ctx context.Context) {
	_ = p.folder.Sweep(time.Now().Add(-unmovedFor)) // what cannot be forgotten hurts nobody
	rest := time.NewTicker(restAfter / 4)
	defer rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-rest.C:
			p.rest(time.Now().Add(-restAfter))
		case <-p.wake:
			p.saveAll(ctx)
			p.mutex.Lock()
			close(p.saved)
			p.saved, p.saving = make(chan struct{}), false
			p.mutex.Unlock()
			p.cool()
			select {
			case <-ctx.Done():
				return
			case <-time.After(saveEvery):
			}
		}
	}
}

// keepSoon has a game written.
func (p *playedGames) keepSoon(l *liveGame) {
	p.mutex.Lock()
	p.changed[l] = true
	p.mutex.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// settle waits until games that have changed are written, or would have been if the disk
// were not busy.
func (p *playedGames) settle(ctx context.Context) {
	within, cancel := context.WithTimeout(ctx, 5*saveEvery)
	defer cancel()
	for {
		p.mutex.Lock()
		waiting, saved := len(p.changed) > 0 || p.saving, p.saved
		p.mutex.Unlock()
		if !waiting {
			return
		}
		select {
		case <-saved:
		case <-within.Done():
			return
		}
	}
}

// saveAll writes the games that have changed.
func (p *playedGames) saveAll(ctx context.Context) {
	p.mutex.Lock()
	list := p.changed
	p.changed, p.saving = map[*liveGame]bool{}, true
	p.mutex.Unlock()
	for l := range list {
		if ctx.Err() != nil {
			p.mutex.Lock()
			p.changed[l] = true // it is written when all is closed
			p.mutex.Unlock()
			continue
		}
		l.save()
	}
}

// save writes the game as it is shown. One that another program has gone on with gets
// another ID, and is found under both.
func (l *liveGame) save() {
	l.keeping.Lock()
	defer l.keeping.Unlock()
	l.mutex.Lock()
	record, keeper, before := l.shown.record, l.play.Keeper, l.id
	keeps := !l.frozen && !l.deleted
	l.mutex.Unlock()
	if !keeps {
		return
	}
	err := keeper.Keep(record)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	id := keeper.ID()
	if problem := (err != nil); problem != l.unkept {
		if l.unkept = problem; problem {
			l.server.log.Warn("a game cannot be kept", "game", before, "error", err.Error())
			l.notice = "This game cannot be kept: " + withoutPath(err)
		} else {
			l.notice = ""
		}
		l.tell()
	}
	if id != "" && id != before {
		l.id = id
		l.server.played.add(l)
		l.tell()
	}
}

// mostHeap is how much memory may be in use before agents of games that wait for people
// are made anew, which forget the trees of their last moves.
const mostHeap = 1 << 30

// cool has agents forget if memory is scarce.
func (p *playedGames) cool() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Uint64() < mostHeap {
		return
	}
	for _, l := range p.all() {
		l.mutex.Lock()
		if l.warm && l.thinking == nil && !l.gone {
			l.warm = false
			if err := l.play.Rest(); err != nil {
				l.fail(err)
			}
		}
		l.mutex.Unlock()
	}
}

// freshFor is how long nobody looks before another program may have gone on with a game.
const freshFor = 2 * time.Second

// overtaken reports whether another program has gone on with a game at which nobody has
// looked here meanwhile.
func (l *liveGame) overtaken() bool {
	l.keeping.Lock()
	defer l.keeping.Unlock()
	l.mutex.Lock()
	idle := l.watchers == 0 && l.thinking == nil && !l.gone && time.Since(l.heard) > freshFor
	keeper := l.play.Keeper
	l.mutex.Unlock()
	return idle && keeper.Overtaken()
}

// written has a game written now, for those who read it where it is kept.
func (p *playedGames) written(id string) {
	p.mutex.Lock()
	l := p.live[id]
	changed := l != nil && p.changed[l]
	p.mutex.Unlock()
	if changed {
		l.save()
	}
}
