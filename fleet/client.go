package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"iter"
	"maps"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"gambito/build"
	"gambito/crew"
	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// ClientOptions say for whom work is done.
type ClientOptions struct {
	// Salt tells jobs of this client from the same ones of others. With one, as Salt
	// makes it, a job that was broken off keeps its results for the same job asked for
	// again; "" is for work that nobody takes up again, of which nothing stays.
	Salt string

	Jobs   int    // cores of this machine that may look through results; 0 for all
	Folder string // where tables are kept that are made once; "" for nowhere

	// Tell is told in a line each what people should know. It may be called by several
	// goroutines, never twice at a time. It may be nil.
	Tell func(line string)
}

// Client has jobs done by the workers of a fleet: it is their coordinator. Several jobs
// may be done at a time.
type Client struct {
	link    *Link
	kinds   []crew.Kind
	options ClientOptions
	policy  dispatch.Policy
	hold    time.Duration
	tell    teller

	mutex   sync.Mutex
	salt    string
	swept   time.Time
	files   [][]string                 // digests, of the jobs that have ended last
	earlier map[string]bool            // by job, whether another process has coordinated it before
	proven  map[string]bool            // workers that others agreed with
	gave    map[string]map[string]bool // by job, the workers whose results were handed over
}

// NewClient makes a client that knows some kinds of jobs.
func NewClient(l *Link, kinds []crew.Kind, o ClientOptions) *Client {
	if o.Jobs <= 0 {
		o.Jobs = runtime.NumCPU()
	}
	c := &Client{
		link: l, kinds: kinds, options: o, policy: dispatch.Usual(), hold: holdTime, salt: o.Salt,
		earlier: map[string]bool{}, proven: map[string]bool{}, gave: map[string]map[string]bool{},
	}
	c.tell.to = o.Tell
	if c.salt == "" {
		c.salt = rand.Text()
	}
	return c
}

// Join checks that this gambito is the one that the fleet is, unless any may be. Do does it
// too; whoever calls Join first hears of it sooner.
func (c *Client) Join(ctx context.Context) error { return c.link.join(ctx) }

// Do implements crew.Fleet. While the broker does not answer, or no worker is there, it
// waits. If units had to be set aside the error is ErrAside, and everything else was
// handed over.
func (c *Client) Do(ctx context.Context, j crew.Job, units iter.Seq[int], deliver func([]crew.Done) error) error {
	doer, err := crew.Open(c.kinds, j, crew.Place{Jobs: c.options.Jobs, Folder: c.options.Folder, Trust: true, Build: build.This().Version})
	if err != nil {
		return err
	}
	defer doer.Close()
	r := &run{client: c, link: c.link, job: j, id: identity(c.salt, j), doer: doer, began: time.Now(), fatal: make(chan error, 1)}
	list := newUnits(units)
	defer list.stop()
	if err := r.open(ctx); err != nil {
		return err
	}
	err = r.work(ctx, list, deliver)
	r.close(err)
	return err
}

// run is one time that a job is done.
type run struct {
	client *Client
	link   *Link
	job    crew.Job
	id     string
	doer   crew.Doer
	began  time.Time

	earlier bool              // another process has coordinated this job before
	banned  []Ban             // when it began
	files   []string          // digests of what it needs
	last    *message.Progress // how far it was when it ended
	queues  queues
	fatal   chan error // has an error that ends the job

	unconfirmed atomic.Int64 // pieces that are given and not in the queue yet, as far as is known
}

// now is the clock of the dispatcher.
func (r *run) now() time.Duration { return time.Since(r.began) }

// durable reports whether results of the job are kept when it is broken off.
func (r *run) durable() bool { return r.client.options.Salt != "" }

// steady reports whether two results of a unit must be the same: not where time, programs
// of the machines or their builds have a part in them.
func (r *run) steady() bool {
	return !r.job.Timed && !r.job.Outside && !r.link.options.AnyBuild
}

// open tells the fleet of the job. What is left of an earlier coordinator of the same
// job is taken over: its results, not its pieces.
func (r *run) open(ctx context.Context) error {
	err := r.insist(ctx, func(ctx context.Context) error {
		if err := r.link.join(ctx); err != nil {
			return err
		}
		_, err := r.link.progress.Get(ctx, r.id)
		if err != nil && !missing(err) {
			return err
		}
		r.earlier = r.client.earlierLife(r.id, err == nil)
		if r.banned, err = r.link.bans(ctx); err != nil {
			return err
		}
		r.client.tidy(ctx, sweepEvery, false)
		// Answers that another has taken and not acknowledged come at once to a new queue.
		if err := closeQueue(ctx, r.link.results, resultSubject(r.id), r.id, !r.durable()); err != nil {
			return err
		}
		return r.link.work.Purge(ctx, purged(workSubject(r.id)))
	})
	if err != nil {
		return err
	}
	if err := r.insist(ctx, r.announce); err != nil {
		r.close(err)
		return err
	}
	return nil
}

// renew makes the queue of answers anew, so that those come at once that were lost with a
// connection: the broker believes that they were read.
func (r *run) renew(ctx context.Context) error {
	if err := closeQueue(ctx, r.link.results, resultSubject(r.id), r.id, false); err != nil {
		return err
	}
	results, err := r.link.openResults(ctx, r.id)
	if err == nil {
		work, _ := r.queues.get()
		r.queues.set(work, results)
	}
	return err
}

// announce makes everything that the job needs in the broker, unless it is there.
func (r *run) announce(ctx context.Context) error {
	spec, list, err := r.link.upload(ctx, r.job)
	if err != nil {
		return err
	}
	results, err := r.link.openResults(ctx, r.id)
	if err != nil {
		return err
	}
	work, err := r.link.openWork(ctx, r.id)
	if err != nil {
		return err
	}
	r.queues.set(work, results)
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	header, err := message.JSON(message.Header{
		ID: r.id, Kind: r.job.Kind, Name: r.job.Name, Build: build.Fingerprint(), Version: build.This().Version,
		Timed: r.job.Timed, Outside: r.job.Outside, Any: r.link.options.AnyBuild, Durable: r.durable(), Spec: spec, Files: list,
		Coordinator: host, Begun: wall(),
	})
	if err != nil {
		return lasting{err}
	}
	if _, err := r.link.jobs.Put(ctx, r.id, header); err != nil {
		return err
	}
	// Nobody removes files of a job that is there; somebody may have just before.
	if _, _, err := r.link.upload(ctx, r.job); err != nil {
		return err
	}
	r.files = []string{spec}
	for _, f := range list {
		r.files = append(r.files, f.Digest)
	}
	return r.report(ctx, message.Progress{ID: r.id, Name: r.job.Name})
}

// report tells the fleet how far the job is.
func (r *run) report(ctx context.Context, p message.Progress) error {
	p.Seen = wall()
	text, err := message.JSON(p)
	if err == nil {
		_, err = r.link.progress.Put(ctx, r.id, text)
	}
	return err
}

// close takes the job off the fleet. Of one that can be taken up again results that come
// later are kept unless it is done.
func (r *run) close(err error) {
	var aside ErrAside
	finished := err == nil || errors.As(err, &aside)
	if p := r.last; finished && r.durable() && p != nil {
		ctx, cancel := context.WithTimeout(context.Background(), recallTime)
		defer cancel()
		p.Total = p.Done // whoever tidies up sees that nothing is left
		r.report(ctx, *p)
	}
	if err := r.recall(r.durable() && !finished); err != nil {
		r.client.tell.say("the broker at " + r.link.where + " does not answer: it may still have work of this command, which is recalled by the next one")
	}
}

// recall is that of the link, within seconds.
func (r *run) recall(keep bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), recallTime)
	defer cancel()
	err := r.link.recall(ctx, r.id, keep, r.durable())
	if err == nil {
		r.dropOutdated(ctx)
	}
	return err
}

// recallTime is how long the end of a job waits for a broker that does not answer.
const recallTime = 5 * time.Second

// handed notes that results of workers were handed over.
func (c *Client) handed(job string, done []crew.Done) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.gave[job] == nil {
		c.gave[job] = map[string]bool{}
	}
	for i := range done {
		c.gave[job][done[i].Worker] = true
	}
}

// earlierLife reports whether another process has coordinated a job before this one did
// for the first time; seen is whether anybody has before now.
func (c *Client) earlierLife(job string, seen bool) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, known := c.earlier[job]; !known {
		c.earlier[job] = seen
	}
	return c.earlier[job]
}

// hasGiven reports whether results of a worker were handed over for a job.
func (c *Client) hasGiven(job, worker string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.gave[job][worker]
}

// provenWorkers are those that others agreed with, in any job.
func (c *Client) provenWorkers() map[string]bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return maps.Clone(c.proven)
}

func (c *Client) prove(workers map[string]bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	maps.Copy(c.proven, workers)
}

// tidy tidies the broker up, unless this was done lately: within the given time.
func (c *Client) tidy(ctx context.Context, within time.Duration, full bool) {
	c.mutex.Lock()
	due := c.swept.IsZero() || time.Since(c.swept) >= within
	if due {
		c.swept = time.Now()
	}
	c.mutex.Unlock()
	if !due {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	if now, err := c.link.brokerTime(ctx); err == nil {
		c.link.sweep(ctx, now, full) // what cannot be done now is done the next time
	}
}
