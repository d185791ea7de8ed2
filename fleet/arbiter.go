package fleet

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gambito/build"
	"gambito/crew"
	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// verdict is what this machine came to about a unit that workers contradict each other
// about.
type verdict struct {
	about  dispatch.Contradiction
	result crew.Result
	err    error
}

// arbitrate has this machine do the next unit in doubt, one at a time.
func (d *desk) arbitrate(ctx context.Context) {
	if d.judging || len(d.doubts) == 0 {
		return
	}
	d.judging = true
	about := d.doubts[0]
	d.all.Go(func() {
		v := verdict{about: about}
		v.result, v.err = doSafely(ctx, d.run.doer, about.Unit)
		d.verdicts <- v
	})
}

// Whether a worker was compared with this machine.
type tryState int

const (
	untried tryState = iota
	trying
	tried
)

// thisMachine is the name under which the dispatcher knows what the coordinator did. No
// worker can have it.
const thisMachine = "this machine"

// trial is a unit of a worker that nobody else is there to be compared with, done here.
type trial struct {
	worker  string
	unit    int
	result  crew.Result
	seconds float64
	err     error
}

// try has this machine do a unit that a worker has done, once for every worker: also one
// that is alone must not be believed blindly. Half of the cores may be busy with that.
func (d *desk) try(ctx context.Context, worker string, unit int) {
	if d.trials[worker] != untried || d.trying >= max(d.run.client.options.Jobs/2, 1) {
		return
	}
	d.trials[worker] = trying
	d.trying++
	d.all.Go(func() {
		t := trial{worker: worker, unit: unit}
		began := time.Now()
		t.result, t.err = doSafely(ctx, d.run.doer, unit)
		t.seconds = time.Since(began).Seconds()
		select {
		case d.tried <- t:
		case <-ctx.Done():
		}
	})
}

// compare takes what this machine came to, as the answer of one more worker.
func (d *desk) compare(t trial) {
	d.trying--
	d.trials[t.worker] = tried
	if t.err != nil { // workers know better what cannot be done
		return
	}
	o := d.dispatcher.Answer(d.run.now(), message.Answer{
		Job: d.run.id, Worker: thisMachine, Seconds: t.seconds,
		Done: []message.Unit{{Number: t.unit, Data: t.result.Data, Notes: t.result.Notes}},
	}, func(message.Unit) error { return nil })
	d.doubts = append(d.doubts, o.Contradictions...)
	for _, u := range o.New { // what the worker came to was dropped meanwhile
		d.shelf.add(crew.Done{Unit: u.Number, Result: crew.Result{Data: u.Data, Notes: u.Notes}, Build: build.This().Version})
	}
}

// examine lets go of results that are held back of workers which somebody has agreed with.
// Those of which nobody knows are tried here if nobody else can be asked, or it takes too
// long. It reports whether nothing is held any more.
func (d *desk) examine(ctx context.Context, last bool) bool {
	if len(d.shelf.held) == 0 {
		return true
	}
	now, stats := d.run.now(), d.dispatcher.Stats()
	wait := d.run.client.hold + holdUnits*stats.Each
	if stats.Total > 0 && stats.Done == stats.Total { // nobody has anything else to do
		wait /= holdUnits
	}
	for worker, p := range d.shelf.held {
		long := last || d.seen.fleet.Workers < 2 || now-d.shelf.since[worker] > wait || d.shelf.full()
		switch {
		case !d.doubtful(worker), len(p.done) == 0: // as of one that was wrong
			d.shelf.release(worker)
		case long:
			d.try(ctx, worker, p.done[0].Unit)
		}
	}
	return len(d.shelf.held) == 0
}

// decide bans who was wrong. What these workers did that was not handed over yet is done
// again; if anything was, whoever has it must take it back.
func (d *desk) decide(ctx context.Context, v verdict) error {
	d.judging = false
	d.doubts = d.doubts[1:]
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	contradiction := ErrContradiction{Job: d.run.job.Name, Unit: v.about.Unit, Workers: v.about.Workers}
	if v.err != nil {
		return fmt.Errorf("%w; this machine cannot do it: %w", contradiction, v.err)
	}
	judged := d.dispatcher.Judge(v.about.Unit, v.result.Data)
	if slices.Contains(judged.Wrong, thisMachine) {
		return fmt.Errorf("%v; this machine too comes now to this and now to that: nobody is to blame, results of this work differ by themselves", contradiction)
	}
	contradiction.Wrong = judged.Wrong
	d.shelf.drop(judged.Wrong, judged.Drop)
	back := judged.Back
	for _, name := range judged.Wrong {
		d.ban(name, fmt.Sprintf("%s, unit %d: it came to something else than others", d.run.job.Name, v.about.Unit))
		back = back || d.run.client.hasGiven(d.run.id, name)
	}
	if back {
		return contradiction
	}
	return nil
}

// ban keeps a worker from doing anything for the fleet any more.
func (d *desk) ban(worker, why string) {
	if !d.shun(worker) {
		return
	}
	d.run.client.tell.say(fmt.Sprintf("worker %s is banned: %s", worker, why))
	d.all.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), tryTime)
		defer cancel()
		d.run.insist(ctx, func(ctx context.Context) error {
			_, err := d.run.link.settings.Put(ctx, bannedKey+worker, []byte(why))
			return err
		})
	})
}
