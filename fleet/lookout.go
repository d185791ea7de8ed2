package fleet

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/build"
	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// How often it is looked where things stand, and told.
const (
	lookEvery    = 100 * time.Millisecond
	workersEvery = time.Second
	reportEvery  = 2 * time.Second
	workerQuiet  = 12 * time.Second // workers tell of themselves every 3 s
)

// sight is what was seen of the fleet.
type sight struct {
	fleet   dispatch.Fleet
	waiting int            // answers that nobody has read yet
	others  map[string]int // workers of other builds, by name
	banned  []string
	shy     int // workers that start no programs, of a job that needs one
}

// lookout looks at the fleet until ctx ends: at the queues of a job, at who is there. It
// also tells how far the job is, and makes again what the broker has lost of it.
type lookout struct {
	run      *run
	sights   chan sight
	progress atomic.Pointer[message.Progress] // to be told
	inHand   atomic.Int64                     // answers that were taken into account and not acknowledged

	workers  sight // what was seen of workers last
	asked    time.Time
	reported time.Time
	pulses   map[string]pulse
}

// pulse is when a worker told of itself last.
type pulse struct {
	told time.Time // by the clock of the broker
	at   time.Time // when that was seen here
}

func newLookout(r *run) *lookout {
	return &lookout{run: r, sights: make(chan sight), pulses: map[string]pulse{}}
}

func (l *lookout) watch(ctx context.Context) {
	again := l.run.link.reconnected()
	for pause := lookEvery; ctx.Err() == nil; {
		var s sight
		err := l.run.try(ctx, tryTime, func(ctx context.Context) (err error) {
			select {
			case <-again:
				next := l.run.link.reconnected()
				if err := l.run.renew(ctx); err != nil {
					return err
				}
				again = next
			default:
			}
			s, err = l.look(ctx)
			return err
		})
		if err == nil {
			pause = lookEvery
			select {
			case l.sights <- s:
			case <-ctx.Done():
			}
		} else if ctx.Err() == nil {
			pause = min(2*pause, mostPause)
			l.run.trouble(ctx, err)
			if missing(err) {
				l.run.try(ctx, uploadTime, l.run.announce)
			}
		}
		rest(ctx, pause)
	}
}

// look asks the broker.
func (l *lookout) look(ctx context.Context) (sight, error) {
	if now := time.Now(); now.Sub(l.asked) >= workersEvery {
		if err := l.count(ctx, now); err != nil {
			return sight{}, err
		}
		l.asked = now
	}
	if now := time.Now(); now.Sub(l.reported) >= reportEvery {
		if err := l.report(ctx); err != nil {
			return sight{}, err
		}
		l.reported = now
	}
	work, results := l.run.queues.get()
	under := int(l.run.unconfirmed.Load()) // before the broker is asked: rather twice than not at all
	s := l.workers
	s.fleet.At = l.run.now()
	w, err := work.Info(ctx)
	if err != nil {
		return sight{}, err
	}
	a, err := results.Info(ctx)
	if err != nil {
		return sight{}, err
	}
	s.fleet.Queued, s.fleet.Held, s.fleet.Hungry = int(w.NumPending)+under, w.NumAckPending, w.NumWaiting
	s.waiting = max(int(a.NumPending)+a.NumAckPending-int(l.inHand.Load()), 0)
	s.fleet.Answers = s.waiting
	return s, nil
}

// report tells how far the job is, and sees to it that workers know of the job.
func (l *lookout) report(ctx context.Context) error {
	if _, err := l.run.link.jobs.Get(ctx, l.run.id); err != nil {
		return err
	}
	p := l.progress.Load()
	if p == nil {
		return nil
	}
	return l.run.report(ctx, *p)
}

// count looks who is there.
func (l *lookout) count(ctx context.Context, now time.Time) error {
	bans, err := l.run.link.bans(ctx)
	if err != nil {
		return err
	}
	list, err := entriesOf(ctx, l.run.link.workers, jetstream.AllKeys)
	if err != nil {
		return err
	}
	s := sight{others: map[string]int{}}
	for _, b := range bans {
		s.banned = append(s.banned, b.Worker)
	}
	own, width := build.Fingerprint(), max(l.run.doer.Width()/l.run.client.options.Jobs, 1)
	for _, e := range list {
		w, err := message.Read[message.Worker](e.value)
		if err != nil || w.Leaving || !l.alive(e, now) || slices.Contains(s.banned, w.Name) {
			continue
		}
		if w.Build != own && !l.run.link.options.AnyBuild {
			s.others[build.Name(w.Version, w.Build)]++
			continue
		}
		if l.run.job.Outside && !w.Trust {
			s.shy++
			continue
		}
		s.fleet.Workers++
		s.fleet.Slots += w.Jobs * width
	}
	l.workers = s
	return nil
}

// alive reports whether a worker has told of itself lately.
func (l *lookout) alive(e entry, now time.Time) bool {
	p := l.pulses[e.key]
	if !p.told.Equal(e.time) {
		p = pulse{e.time, now}
		l.pulses[e.key] = p
	}
	return now.Sub(p.at) < workerQuiet
}
