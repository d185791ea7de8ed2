package fleet

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gambito/build"
	"gambito/crew"
	"gambito/fleet/dispatch"
	"gambito/fleet/message"
	"gambito/progress"
)

// holdTime is how long others may take until they agree with a worker, and some units
// more. After that this machine does a unit of it.
const (
	holdTime  = 5 * time.Second
	holdUnits = 5
)

// desk is where a job is coordinated: one goroutine that takes what the others bring and
// gives them what is to be done. It decides nothing itself; the dispatcher does.
type desk struct {
	run        *run
	units      *units
	dispatcher *dispatch.Dispatcher
	proven     map[string]bool
	lookout    *lookout
	answers    chan received
	pieces     chan []message.Piece
	verdicts   chan verdict
	delivery   *delivery

	seen     sight
	ready    bool            // what waited when the job began has been read
	last     time.Duration   // when an answer came
	outgoing []message.Piece // to be published
	shelf    shelf
	busy     bool // something is being handed over
	doubts   []dispatch.Contradiction
	judging  bool
	trials   map[string]tryState // which workers were compared with this machine
	trying   int                 // units that it does for that
	tried    chan trial
	pace     progress.Pace
	banned   map[string]bool
	alone    time.Duration  // since when no worker is there, −1 if there are some
	passing  int            // messages of what is being handed over
	failed   bool           // what was handed over was not taken
	all      sync.WaitGroup // who works for the desk
}

// work has the job done.
func (r *run) work(ctx context.Context, list *units, deliver func([]crew.Done) error) error {
	d := &desk{
		run: r, units: list, proven: r.client.provenWorkers(), lookout: newLookout(r), answers: make(chan received),
		pieces: make(chan []message.Piece), verdicts: make(chan verdict, 1), banned: map[string]bool{}, alone: -1,
		trials: map[string]tryState{}, tried: make(chan trial),
	}
	d.dispatcher = dispatch.New(dispatch.Job{
		ID: r.id, Units: list.all, Timed: !r.steady(), First: 1 + rand.Uint64()>>2, Earlier: r.earlier, Proven: d.proven,
	}, r.client.policy)
	defer d.dispatcher.Close()
	for _, b := range r.banned {
		d.shun(b.Worker)
	}
	d.delivery = newDelivery(func(done []crew.Done) error {
		list.mutex.Lock()
		defer list.mutex.Unlock()
		return deliver(done)
	})
	defer close(d.delivery.parcels)
	d.tell()
	inner, stop := context.WithCancel(ctx)
	d.all.Go(func() { r.read(inner, d.answers) })
	d.all.Go(func() { r.publish(inner, d.pieces) })
	d.all.Go(func() { d.lookout.watch(inner) })
	err := d.loop(inner)
	stop()
	d.all.Wait()
	r.client.prove(d.proven)
	d.tell()
	r.last = d.lookout.progress.Load()
	return d.finish(err)
}

// finish hands over what is there, and says how the job ended.
func (d *desk) finish(err error) error {
	for !d.failed && (d.busy || d.shelf.waits()) {
		if !d.busy {
			d.delivery.parcels <- d.handOver()
		}
		if e := d.handed(<-d.delivery.handed); err == nil {
			err = e
		}
	}
	if aside := d.dispatcher.Aside(); err == nil && len(aside) > 0 {
		return ErrAside{Job: d.run.job.Name, Units: aside}
	}
	return err
}

// loop coordinates until nothing is left to do.
func (d *desk) loop(ctx context.Context) error {
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	for !d.dispatcher.Finished() || len(d.doubts) > 0 || !d.examine(ctx, true) {
		d.arbitrate(ctx)
		var (
			answers = d.answers
			pieces  chan<- []message.Piece
			parcels chan<- parcel
			err     error
		)
		if d.shelf.full() {
			answers = nil
		}
		if len(d.outgoing) > 0 {
			pieces = d.pieces
		}
		if !d.busy && d.shelf.waits() {
			parcels = d.delivery.parcels
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case in := <-answers:
			err = d.take(in)
		case d.seen = <-d.lookout.sights:
			d.saw()
			d.examine(ctx, false)
		case pieces <- d.outgoing:
			d.outgoing = nil
		case parcels <- d.shelf.ready:
			d.handOver()
		case e := <-d.delivery.handed:
			err = d.handed(e)
		case err = <-d.run.fatal:
		case t := <-d.tried:
			d.compare(t)
		case v := <-d.verdicts:
			err = d.decide(ctx, v)
		case <-ticks.C:
			d.tell()
		}
		if err != nil {
			return err
		}
		d.tick()
	}
	return nil
}

// handOver takes what is ready off the shelf. From now on it counts as handed over: the
// dispatcher drops nothing of it any more.
func (d *desk) handOver() parcel {
	p := d.shelf.take()
	d.busy, d.passing = true, len(p.messages)
	for i := range p.done {
		d.dispatcher.Delivered(p.done[i].Unit)
	}
	d.run.client.handed(d.run.id, p.done)
	return p
}

// handed notes that this was done.
func (d *desk) handed(err error) error {
	d.busy, d.failed = false, err != nil
	d.lookout.inHand.Add(-int64(d.passing))
	return err
}

// take takes an answer.
func (d *desk) take(in received) error {
	d.last = d.run.now()
	d.lookout.inHand.Add(1)
	a, t := in.answer, &d.run.client.tell
	switch {
	case in.broken != nil:
		t.once("broken "+in.broken.Error(), fmt.Sprintf("%s: %v came, and is left alone", d.run.job.Name, in.broken))
		d.shelf.put(nil, in.msg)
		return nil
	case a.Build != build.Fingerprint() && !d.run.link.options.AnyBuild:
		t.once("build "+a.Worker, fmt.Sprintf("worker %s is of another build, %s: what it did is left alone", a.Worker, build.Name(a.Version, a.Build)))
		d.shelf.put(nil, in.msg)
		return nil
	}
	o := d.dispatcher.Answer(d.last, a, in.check)
	done := make([]crew.Done, len(o.New))
	for i, u := range o.New {
		done[i] = crew.Done{Unit: u.Number, Result: crew.Result{Data: u.Data, Notes: u.Notes}, Worker: a.Worker, Build: a.Version}
	}
	if len(done) > 0 && d.doubtful(a.Worker) {
		d.shelf.hold(a.Worker, done, in.msg, d.last)
	} else {
		d.shelf.put(done, in.msg)
	}
	d.doubts = append(d.doubts, o.Contradictions...)
	if o.Garbage != nil {
		d.ban(a.Worker, "it answered what cannot be: "+o.Garbage.Error())
	}
	if o.Refused != "" {
		t.once("refused "+d.run.id+a.Worker+o.Refused, fmt.Sprintf("worker %s does nothing of %s: %s", a.Worker, d.run.job.Name, o.Refused))
	}
	for _, u := range o.Aside {
		t.say(fmt.Sprintf("%s: unit %d is set aside: every worker that was given it was gone before it answered", d.run.job.Name, u))
	}
	if f := o.Failed; f != nil {
		return fmt.Errorf("%s: unit %d cannot be done: %s (worker %s)", d.run.job.Name, f.Unit, f.Why, f.Worker)
	}
	return nil
}

// shun takes nothing of a worker any more. It reports whether that is new.
func (d *desk) shun(worker string) bool {
	if d.banned[worker] {
		return false
	}
	d.banned[worker] = true
	d.dispatcher.Ban(worker)
	return true
}

// doubtful reports whether results of a worker are held back: neither another nor this
// machine has come to the same yet.
func (d *desk) doubtful(worker string) bool {
	if !d.run.steady() || d.run.client.policy.Audit == 0 || d.proven[worker] {
		return false
	}
	return d.trials[worker] != tried || len(d.doubts) > 0
}

// saw takes what was seen of the fleet.
func (d *desk) saw() {
	now, t := d.run.now(), &d.run.client.tell
	d.ready = d.ready || d.seen.waiting == 0 || now-d.last > drainTime
	for _, name := range d.seen.banned {
		d.shun(name)
	}
	switch {
	case d.seen.fleet.Workers > 0:
		d.alone = -1
		t.over("alone", fmt.Sprintf("%s there", count(d.seen.fleet.Workers, "worker is", "workers are")))
	case d.alone < 0:
		d.alone = now
	case now-d.alone > aloneTime && d.seen.shy > 0:
		t.once("shy "+d.run.id, fmt.Sprintf("%s starts programs of the machine where it is done, which workers do only with --trust; %s there without",
			d.run.job.Name, count(d.seen.shy, "worker is", "workers are")))
	case now-d.alone > aloneTime:
		t.once("alone", "no worker has joined: gambito worker "+hideSecret(d.run.link.options.URL)+" lends a machine to the fleet")
	}
	for _, version := range slices.Sorted(maps.Keys(d.seen.others)) {
		n := d.seen.others[version]
		t.once(fmt.Sprint("others ", version, n), fmt.Sprintf("%s of another build, %s: they get nothing of this", count(n, "worker is", "workers are"), version))
	}
}

const (
	drainTime = time.Second     // without an answer, after which no more is expected of an earlier life
	aloneTime = 2 * time.Second // without a worker, after which that is told
)

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// tick lets the dispatcher give out what it wants to, once what was there has been read.
func (d *desk) tick() {
	if d.ready {
		give := d.dispatcher.Tick(d.run.now(), d.seen.fleet)
		d.run.unconfirmed.Add(int64(len(give)))
		d.outgoing = append(d.outgoing, give...)
	}
}

// tell has the lookout report how far the job is.
func (d *desk) tell() {
	s := d.dispatcher.Stats()
	if d.units.total > 0 {
		s.Total = d.units.total
	}
	if before := d.run.job.Whole - s.Total; s.Total > 0 && before > 0 {
		s.Done, s.Total = s.Done+before, s.Total+before
	}
	now := time.Now()
	d.pace.Note(now, progress.Step{What: d.run.job.Name, Done: s.Done, Total: s.Total})
	speed, left := d.pace.Speed(now)
	d.lookout.progress.Store(&message.Progress{
		ID: d.run.id, Name: d.run.job.Name, Done: s.Done, Total: s.Total, Pieces: s.Pieces, Each: s.Each.Seconds(),
		Speed: speed, Left: left, Twice: s.Twice, Aside: s.Aside, Refused: s.Refused,
	})
}
