package fleet

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/build"
	"gambito/crew"
	"gambito/fleet/message"
)

// WorkerOptions are what a machine lends.
type WorkerOptions struct {
	Name   string // by which the fleet knows it; "" for that of the host
	Jobs   int    // how many cores may work
	Trust  bool   // jobs may start programs
	Memory int64  // bytes that agents of a job may ask for, 0 for no bound
	Cache  string // the folder where files of jobs are kept; "" for none
	Folder string // the folder where kinds keep tables that are made once; "" for none

	Tell   func(line string) // told what its owner should know, or nil
	Joined func(name string) // told once it is in, by which name, or nil
}

// Worker does units of the jobs of a fleet.
type Worker struct {
	link        *Link
	fingerprint string
	kinds       []crew.Kind
	options     WorkerOptions
	place       crew.Place
	cache       *cache
	seats       *seats
	pace        workerPace
	stirred     chan struct{} // something is to be told

	mutex   sync.Mutex
	name    string
	self    string // its identity
	jobs    map[string]*task
	headers map[string]message.Header
	ban     string // why it may do nothing
	waits   string // why it does nothing, if that is no want of work
	leaving bool
	full    time.Time      // when the broker had no room, last
	sweep   *time.Timer    // gives memory back
	all     sync.WaitGroup // tasks
}

// NewWorker makes a worker of some kinds of work.
func NewWorker(l *Link, kinds []crew.Kind, o WorkerOptions) *Worker {
	o.Jobs = max(o.Jobs, 1)
	return &Worker{
		link: l, fingerprint: build.Fingerprint(), kinds: kinds, options: o,
		place:   crew.Place{Jobs: o.Jobs, Folder: o.Folder, Trust: o.Trust, Memory: o.Memory, Build: build.This().Version},
		seats:   newSeats(o.Jobs),
		stirred: make(chan struct{}, 1),
		jobs:    map[string]*task{},
		pace:    workerPace{joined: wall(), begun: time.Now()},
	}
}

// Times of a clean stop.
const (
	graceTime  = 5 * time.Second // units that end within it are finished
	cancelTime = time.Second     // units that were told to end should within it
	returnTime = 4 * time.Second // what is left is delivered within it
)

// Run works until ctx ends. It returns then, with no error, after it has finished what
// takes a few seconds and has returned the rest. What it cannot return is not lost: the
// fleet gives it to others after a while.
func (w *Worker) Run(ctx context.Context) error {
	if err := w.link.join(ctx); err != nil {
		return err
	}
	c, err := newCache(w.link, w.options.Cache)
	if err != nil {
		return err
	}
	w.cache = c
	leave, err := w.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	work, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	var group sync.WaitGroup
	group.Go(func() { w.beat(work) })
	group.Go(func() {
		w.link.follow(ctx, w.link.jobs, jetstream.AllKeys, func(all map[string][]byte) { w.see(ctx, all) })
	})
	group.Go(func() {
		w.link.follow(ctx, w.link.settings, bannedKey+w.Name(), func(all map[string][]byte) { w.seeBan(ctx, all) })
	})
	<-ctx.Done()
	w.leave()
	end()
	group.Wait()
	goodbye, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if w.link.conn.IsConnected() { // else it is forgotten after a while
		w.link.workers.Delete(goodbye, w.Name())
	}
	return nil
}

// Name is by what the fleet knows the worker, once it runs.
func (w *Worker) Name() string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.name
}

// see takes what jobs there are: those that are new are begun, those that are gone are
// dropped with all that is done for them.
func (w *Worker) see(ctx context.Context, all map[string][]byte) {
	headers := map[string]message.Header{}
	for id, value := range all {
		if h, err := message.Read[message.Header](value); err == nil && h.ID == id {
			headers[id] = h
		}
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.headers = headers
	w.choose(ctx)
}

// seeBan takes whether this worker is banned.
func (w *Worker) seeBan(ctx context.Context, all map[string][]byte) {
	why := string(all[bannedKey+w.Name()])
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if why != w.ban {
		w.ban = why
		if why != "" {
			w.tell("the fleet takes nothing from this worker any more: " + why)
		} else {
			w.tell("the fleet takes work from this worker again")
		}
	}
	w.choose(ctx)
}

// choose makes the tasks those of the jobs that this worker may do.
func (w *Worker) choose(ctx context.Context) {
	if w.leaving {
		return
	}
	w.waits = w.ban
	for id, t := range w.jobs {
		if _, ok := w.headers[id]; !ok {
			t.recall()
			delete(w.jobs, id)
		} else if w.ban != "" {
			go t.abandon()
			delete(w.jobs, id)
		}
	}
	for id, h := range w.headers {
		if w.ban != "" || w.jobs[id] != nil {
			continue
		}
		if why := w.unfit(h); why != "" {
			w.waits = why
			continue
		}
		t := newTask(ctx, w, h)
		w.jobs[id] = t
		w.all.Go(t.run)
	}
	w.stir()
}

// unfit is why this worker does nothing of a job.
func (w *Worker) unfit(h message.Header) string {
	known := false
	for _, k := range w.kinds {
		known = known || k.Name == h.Kind
	}
	switch {
	case h.Build != w.fingerprint && w.link.options.AnyBuild && !h.Any:
		return fmt.Sprintf("%s is for another gambito (%s) alone: it was not begun with --any-build", h.Name, h.Version)
	case h.Build != w.fingerprint && !w.link.options.AnyBuild:
		return fmt.Sprintf("%s is for another gambito, %s", h.Name, build.Name(h.Version, h.Build))
	case h.Outside && !w.options.Trust:
		return h.Name + " starts programs, which takes --trust"
	case !known:
		return fmt.Sprintf("%s is work of the kind %s, which this gambito does not know", h.Name, h.Kind)
	}
	return ""
}

// leave finishes what ends soon and returns the rest.
func (w *Worker) leave() {
	w.mutex.Lock()
	w.leaving = true
	var tasks []*task
	for _, t := range w.jobs {
		tasks = append(tasks, t)
	}
	w.mutex.Unlock()
	w.stir()
	var group sync.WaitGroup
	for _, t := range tasks {
		group.Go(t.leave)
	}
	group.Wait()
	for _, t := range tasks {
		t.recall()
	}
	ended := make(chan struct{})
	go func() { w.all.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(cancelTime): // a unit that does not listen
	}
}

// active is how many jobs have something in hand.
func (w *Worker) active() (n int) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, t := range w.jobs {
		if t.holds() {
			n++
		}
	}
	return n
}

func (w *Worker) tell(line string) {
	if w.options.Tell != nil {
		w.options.Tell(shown(line))
	}
}

// noteFull tells that the broker has no room, once for as long as that goes on and off.
func (w *Worker) noteFull() {
	w.mutex.Lock()
	news := w.full.IsZero() || time.Since(w.full) > time.Minute
	w.full = time.Now()
	w.mutex.Unlock()
	if news {
		w.tell("the broker has no room left for results: waiting until it has")
	}
}

// freed has memory that jobs held given back to the system, soon after the last of
// several that end.
func (w *Worker) freed() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.sweep == nil {
		w.sweep = time.AfterFunc(freeTime, debug.FreeOSMemory)
	} else {
		w.sweep.Reset(freeTime)
	}
}

// freeTime is how soon.
const freeTime = 2 * time.Second

// stir has the fleet told soon what this worker does.
func (w *Worker) stir() {
	select {
	case w.stirred <- struct{}{}:
	default:
	}
}

// report is what the worker tells of itself.
func (w *Worker) report() message.Worker {
	host, _ := os.Hostname()
	this := build.This()
	taken, used := w.seats.state()
	m := message.Worker{
		Host: host, Build: w.fingerprint, Version: this.Version, Machine: this.Machine,
		Cores: runtime.NumCPU(), Jobs: w.options.Jobs, Trust: w.options.Trust, Seen: wall(),
	}
	w.pace.report(&m, taken, used)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	m.Name, m.Self, m.Leaving = w.name, w.self, w.leaving
	for _, t := range w.jobs {
		if t.holds() {
			m.Doing = append(m.Doing, t.header.Name)
		}
	}
	if len(m.Doing) == 0 {
		m.Waits = w.waits
	}
	return m
}
