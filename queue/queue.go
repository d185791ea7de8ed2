package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"gambito/progress"
)

// Why the queue refuses something.
var (
	ErrFull    = fmt.Errorf("%d tasks are in the queue already: wait until some are done, or take some out", MostTasks)
	ErrNone    = errors.New("it is not in the queue")
	ErrBusy    = errors.New("it waits or runs already")
	ErrAtRest  = errors.New("it neither waits nor runs")
	ErrClosed  = errors.New("the queue is closed")
	ErrUnkept  = errors.New("the queue cannot be written: is the data folder full, or gone?")
	ErrUnknown = errors.New("nobody knows how to do that kind of work")
)

// What tasks say that nobody has ended on purpose.
var (
	errServerEnded = errors.New("the server ended in the middle of it")
	errPanicked    = errors.New("gambito made a mistake; its terminal tells more")
)

// How long tasks stay that are over.
const (
	doneTime   = time.Hour
	failedTime = 7 * 24 * time.Hour
)

// Queue holds tasks and has them done. It is for any number of goroutines.
type Queue struct {
	cores int
	kinds map[string]Kind
	keep  keeper

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mutex   sync.Mutex
	tasks   []*task // in the order in which they were added
	changed chan struct{}
	started bool
	closed  bool
}

// task is a task and what goes on with it.
type task struct {
	Task
	cancel context.CancelFunc // while it runs
	ended  chan struct{}      // likewise; closed when it does no more
	leave  bool               // it is taken out as soon as it has ended
	pace   progress.Pace
}

// Open opens the queue that is kept in a file, or one that is kept nowhere if there is
// no name, for a machine with so many cores. Nothing begins before Start. A file that is
// no queue's is put aside; one that another process works with is left to it, and this
// queue is kept nowhere.
func Open(file string, cores int, kinds ...Kind) (*Queue, error) {
	q := &Queue{cores: max(1, cores), kinds: map[string]Kind{}}
	for _, k := range kinds {
		q.kinds[k.Name] = k
	}
	q.ctx, q.cancel = context.WithCancel(context.Background())
	q.keep.file = file
	list, err := q.keep.read()
	if err != nil {
		return nil, errors.Join(err, q.keep.release())
	}
	for _, t := range list {
		if _, known := q.kinds[t.Kind]; !known || t.check() != nil || q.find(t.Kind, t.Name) != nil || len(q.tasks) == MostTasks {
			continue
		}
		switch t.State {
		case Waiting, Stopped, Failed, Done:
		case Running:
			t.State, t.Error = Stopped, errServerEnded.Error()
		default:
			continue
		}
		q.tasks = append(q.tasks, &task{Task: t})
	}
	return q, nil
}

// Start begins what is waiting.
func (q *Queue) Start() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.started = true
	q.dispatch()
}

// Close stops what runs, which waits again when the queue is opened the next time, and
// returns once it has ended.
func (q *Queue) Close() error {
	q.mutex.Lock()
	if q.closed {
		q.mutex.Unlock()
		return nil
	}
	q.closed = true
	q.cancel()
	if slices.ContainsFunc(q.tasks, func(t *task) bool { return t.State == Running }) {
		q.saved() // what takes too long to end may be ended with the process
	}
	q.mutex.Unlock()
	q.work.Wait()
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return errors.Join(q.save(), q.keep.release())
}

// Add puts a task into the queue. One of its kind and name that is over or was stopped
// it replaces.
func (q *Queue) Add(t Task) error {
	if err := t.check(); err != nil {
		return err
	}
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if _, known := q.kinds[t.Kind]; !known {
		return ErrUnknown
	}
	if q.closed {
		return ErrClosed
	}
	before := slices.Clone(q.tasks)
	if old := q.find(t.Kind, t.Name); old != nil {
		if old.State == Waiting || old.State == Running {
			return ErrBusy
		}
		q.drop(old)
	}
	if len(q.tasks) >= MostTasks && !q.makeRoom() {
		q.tasks = before
		return ErrFull
	}
	t.State, t.Error, t.Added, t.Begun, t.Ended = Waiting, "", time.Now().UTC(), time.Time{}, time.Time{}
	t.Step, t.Speed, t.Left, t.Stopping = progress.Step{}, 0, 0, false
	q.tasks = append(q.tasks, &task{Task: t})
	if err := q.save(); err != nil {
		slog.Warn("the queue could not be kept", "error", err)
		q.tasks = before
		return ErrUnkept
	}
	q.dispatch()
	q.tell()
	return nil
}

// Room reports, by an error, that a task of that kind and name could not be added.
func (q *Queue) Room(kind, name string) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	t := q.find(kind, name)
	switch {
	case t != nil && (t.State == Waiting || t.State == Running):
		return ErrBusy
	case t == nil && len(q.tasks) >= MostTasks && !slices.ContainsFunc(q.tasks, func(t *task) bool { return t.State.ended() }):
		return ErrFull
	}
	return nil
}

// Stop stops a task that waits or runs. One that runs ends soon, not at once.
func (q *Queue) Stop(kind, name string) error {
	return q.change(kind, name, func(t *task) error {
		switch t.State {
		case Waiting:
			t.State, t.Error, t.Ended = Stopped, "", time.Now().UTC()
		case Running:
			t.Stopping = true
			t.cancel()
		default:
			return ErrAtRest
		}
		return nil
	})
}

// GoOn lets a task wait again that was stopped, has failed or is done.
func (q *Queue) GoOn(kind, name string) error {
	return q.change(kind, name, func(t *task) error {
		if t.State == Waiting || t.State == Running {
			return ErrBusy
		}
		t.State, t.Error, t.Added = Waiting, "", time.Now().UTC()
		q.drop(t) // it is the last of its priority
		q.tasks = append(q.tasks, t)
		return nil
	})
}

// Prioritise gives a task another priority. What runs goes on.
func (q *Queue) Prioritise(kind, name string, priority int) error {
	return q.change(kind, name, func(t *task) error {
		other := t.Task
		other.Priority = priority
		if err := other.check(); err != nil {
			return err
		}
		t.Priority = priority
		return nil
	})
}

// Remove takes a task out of the queue. One that runs is stopped before, and Remove
// returns once it has ended, or ctx has.
func (q *Queue) Remove(ctx context.Context, kind, name string) error {
	var ended chan struct{}
	err := q.change(kind, name, func(t *task) error {
		if t.State != Running {
			q.drop(t)
			return nil
		}
		t.Stopping, t.leave, ended = true, true, t.ended
		t.cancel()
		return nil
	})
	if err != nil || ended == nil {
		return err
	}
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Find returns a task.
func (q *Queue) Find(kind, name string) (Task, bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if t := q.find(kind, name); t != nil {
		return t.shown(time.Now()), true
	}
	return Task{}, false
}

// List returns all tasks: those that run, those that wait in the order in which they
// begin, and those that rest, the one that ended last first.
func (q *Queue) List() []Task {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	now := time.Now()
	q.forget(now)
	list := make([]Task, len(q.tasks))
	for i, t := range q.ordered() {
		list[i] = t.shown(now)
	}
	return list
}

// Changed returns a channel that is closed when something about a task changes next.
func (q *Queue) Changed() <-chan struct{} {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.changed == nil {
		q.changed = make(chan struct{})
	}
	return q.changed
}

// change changes a task, keeps that, and begins what can begin then.
func (q *Queue) change(kind, name string, do func(*task) error) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	t := q.find(kind, name)
	if t == nil {
		return ErrNone
	}
	if q.closed {
		return ErrClosed
	}
	if err := do(t); err != nil {
		return err
	}
	q.saved()
	q.dispatch()
	q.tell()
	return nil
}

// run does the work of a task, whose state it changes after.
func (q *Queue) run(ctx context.Context, t *task, shown Task, do func(context.Context, Task, progress.Func) error) {
	err := survived(func() error {
		return do(ctx, shown, func(s progress.Step) {
			q.mutex.Lock()
			defer q.mutex.Unlock()
			t.Step = s
			t.pace.Note(time.Now(), s)
			q.tell()
		})
	})
	q.mutex.Lock()
	defer q.mutex.Unlock()
	defer close(t.ended)
	broken := ctx.Err() != nil
	t.cancel()
	t.cancel, t.pace = nil, progress.Pace{}
	switch {
	case err == nil:
		t.State = Done
	case broken && !t.Stopping && q.closed:
		t.State = Waiting // the next time
	case broken:
		t.State = Stopped
	default:
		t.State, t.Error = Failed, err.Error()
	}
	t.Ended, t.Stopping = time.Now().UTC(), false
	if t.leave {
		q.drop(t)
	}
	q.saved()
	q.dispatch()
	q.tell()
}

// survived is the error of work, also if it panics.
func survived(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			slog.Error("panic", "value", v, "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	return work()
}

// The methods below are called with the mutex held.

// find is the task of a kind and a name, nil if there is none.
func (q *Queue) find(kind, name string) *task {
	i := slices.IndexFunc(q.tasks, func(t *task) bool { return t.Kind == kind && t.Name == name })
	if i < 0 {
		return nil
	}
	return q.tasks[i]
}

// drop takes a task out.
func (q *Queue) drop(t *task) {
	q.tasks = slices.DeleteFunc(slices.Clone(q.tasks), func(o *task) bool { return o == t })
}

// forget takes out what has been over for long.
func (q *Queue) forget(now time.Time) {
	q.tasks = slices.DeleteFunc(q.tasks, func(t *task) bool {
		return t.State == Done && now.Sub(t.Ended) > doneTime || t.State == Failed && now.Sub(t.Ended) > failedTime
	})
}

// makeRoom takes out the task that has been over for longest, if one is.
func (q *Queue) makeRoom() bool {
	var oldest *task
	for _, t := range q.tasks {
		if t.State.ended() && (oldest == nil || t.Ended.Before(oldest.Ended)) {
			oldest = t
		}
	}
	if oldest == nil {
		return false
	}
	q.drop(oldest)
	return true
}

// ordered are the tasks in the order of List.
func (q *Queue) ordered() []*task {
	place := map[State]int{Running: 0, Waiting: 1, Stopped: 2, Failed: 2, Done: 2}
	list := slices.Clone(q.tasks)
	slices.SortStableFunc(list, func(a, b *task) int {
		switch c := cmp.Compare(place[a.State], place[b.State]); {
		case c != 0:
			return c
		case place[a.State] == 2:
			return b.Ended.Compare(a.Ended)
		}
		return cmp.Compare(b.Priority, a.Priority)
	})
	return list
}

// jobs is how many a task takes of this machine.
func (q *Queue) jobs(t *task) int {
	if t.Jobs == 0 {
		return q.cores
	}
	return min(t.Jobs, q.cores)
}

// dispatch begins the first of those that wait, as long as its jobs are free. Others
// never pass it: it would wait for ever if they did.
func (q *Queue) dispatch() {
	if !q.started || q.closed {
		return
	}
	free := q.cores
	for _, t := range q.tasks {
		if t.State == Running {
			free -= q.jobs(t)
		}
	}
	begun := false
	for _, t := range q.ordered() {
		if t.State != Waiting {
			continue
		}
		if free -= q.jobs(t); free < 0 {
			break
		}
		begun = true
		q.begin(t)
	}
	if begun {
		q.saved()
	}
}

// begin begins a task.
func (q *Queue) begin(t *task) {
	ctx, cancel := context.WithCancel(q.ctx)
	t.State, t.Error, t.Begun, t.Ended, t.cancel, t.ended = Running, "", time.Now().UTC(), time.Time{}, cancel, make(chan struct{})
	t.Step, t.pace = progress.Step{}, progress.Pace{}
	shown := t.Task
	shown.Jobs = q.jobs(t)
	shown.Args = slices.Clone(t.Args)
	q.work.Go(func() { q.run(ctx, t, shown, q.kinds[t.Kind].Do) })
}

// shown is a task as others see it.
func (t *task) shown(now time.Time) Task {
	c := t.Task
	c.Args = slices.Clone(t.Args)
	if t.State == Running {
		c.Speed, c.Left = t.pace.Speed(now)
	}
	return c
}

// tell wakes whoever waits for a change.
func (q *Queue) tell() {
	if q.changed != nil {
		close(q.changed)
		q.changed = nil
	}
}

// save keeps the tasks. What runs when the queue is closed was ended by that.
func (q *Queue) save() error {
	list := make([]Task, len(q.tasks))
	for i, t := range q.tasks {
		switch list[i] = t.Task; {
		case !q.closed || t.State != Running:
		case t.Stopping:
			list[i].State = Stopped
		default:
			list[i].State = Waiting
		}
	}
	return q.keep.write(list)
}

// saved keeps the tasks. If that fails the queue goes on: it will be tried again with
// the next change.
func (q *Queue) saved() {
	if err := q.save(); err != nil {
		slog.Warn("the queue could not be kept", "error", err)
	}
}
