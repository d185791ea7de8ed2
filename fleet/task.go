package fleet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/crew"
	"gambito/fleet/message"
)

// task is a job as a worker does it.
type task struct {
	worker *Worker
	name   string // of the worker
	header message.Header

	pulling context.Context // ends when no more pieces are to be fetched
	doing   context.Context // ends when what is done is for nothing
	stop    context.CancelFunc
	end     context.CancelFunc
	hungry  chan struct{} // a unit was done
	pulled  chan struct{} // closed when no more pieces come

	delivering sync.WaitGroup
	working    sync.WaitGroup // goroutines that do units

	mutex    sync.Mutex
	patience time.Duration
	doer     crew.Doer
	share    *share
	width    int
	refused  bool    // it cannot be opened here
	garbage  int     // messages that were no pieces
	hands    []*hand // pieces that are not acknowledged yet
	waiting  int     // units that are not begun
	running  int     // units that are
	crew     int     // goroutines that do units
	each     float64 // seconds of a core that a unit takes; 0 if nobody knows yet
	counted  int     // units by which that is known
	size     float64 // units of a piece, lately
	held     int     // pieces that are done but not delivered
}

// hand is a piece that a worker has in hand.
type hand struct {
	message  jetstream.Msg
	piece    message.Piece
	delivery int

	units    []int // that are not begun
	running  int
	done     []message.Unit
	seconds  float64
	failed   *message.Failure
	cut      bool // units of it were given back
	answered bool
}

func newTask(ctx context.Context, w *Worker, h message.Header) *task {
	t := &task{
		worker: w, name: w.name, header: h, patience: DefaultPatience,
		hungry: make(chan struct{}, 1), pulled: make(chan struct{}),
	}
	t.pulling, t.stop = context.WithCancel(ctx)
	t.doing, t.end = context.WithCancel(context.WithoutCancel(ctx))
	return t
}

// recall drops the job and all that is done for it.
func (t *task) recall() {
	t.stop()
	t.end()
}

// run fetches pieces until the job is recalled or the worker leaves, and returns when
// nothing is done any more.
func (t *task) run() {
	var beats sync.WaitGroup
	beats.Go(t.beat)
	t.pull()
	close(t.pulled)
	<-t.doing.Done()
	t.working.Wait()
	t.delivering.Wait()
	beats.Wait()
	if t.doer != nil {
		t.doer.Close()
		t.worker.freed()
	}
	t.worker.stir()
}

// holds reports whether there is anything in hand.
func (t *task) holds() bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return len(t.hands) > 0
}

// beat tells the broker of the pieces in hand that they are being worked on.
func (t *task) beat() {
	for t.doing.Err() == nil {
		t.mutex.Lock()
		every := max(t.patience/4, 10*time.Millisecond)
		hands := slices.Clone(t.hands)
		t.mutex.Unlock()
		for _, h := range hands {
			h.message.InProgress()
		}
		rest(t.doing, every)
	}
}

// open makes ready for the job. An error is for good.
func (t *task) open() error {
	if t.doer != nil {
		return nil
	}
	w, h := t.worker, t.header
	spec, err := w.cache.get(t.pulling, h.Spec, message.MaxFile)
	if err != nil {
		return err
	}
	job := crew.Job{Kind: h.Kind, Name: h.Name, Spec: spec, Timed: h.Timed, Outside: h.Outside}
	for _, f := range h.Files {
		content, err := w.cache.get(t.pulling, f.Digest, f.Size)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		job.Files = append(job.Files, crew.File{Name: f.Name, Content: content})
	}
	d, err := openSafely(w.kinds, job, w.place)
	if err != nil {
		return err
	}
	width := max(d.Width(), 1)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.doer, t.width = d, width
	t.share = &share{weight: float64(w.options.Jobs) / float64(width)}
	return nil
}

// openSafely opens a job; a panic is an error.
func openSafely(kinds []crew.Kind, j crew.Job, p crew.Place) (d crew.Doer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return crew.Open(kinds, j, p)
}

// doSafely does a unit; a panic is an error.
func doSafely(ctx context.Context, d crew.Doer, unit int) (r crew.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return d.Do(ctx, unit)
}

// add takes a piece in hand and has its units done.
func (t *task) add(h *hand) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	h.units = slices.Collect(h.piece.All())
	t.waiting += len(h.units)
	if t.size == 0 {
		t.size = float64(len(h.units))
	} else {
		t.size += (float64(len(h.units)) - t.size) / 4
	}
	for n := min(t.width, t.running+t.waiting); t.crew < n; t.crew++ {
		t.working.Go(t.work)
	}
}

// work does units until there are none.
func (t *task) work() {
	seats := t.worker.seats
	sits := false
	for {
		if !sits && !seats.take(t.doing, t.share) {
			break
		}
		sits = true
		h, unit, ok := t.next()
		if !ok {
			seats.give(t.share)
			return
		}
		begun := time.Now()
		result, err := doSafely(t.doing, t.doer, unit)
		t.note(h, unit, result, err, time.Since(begun).Seconds()*t.share.weight)
		if seats.wanted() {
			seats.give(t.share)
			sits = false
		}
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.crew--
}

// next is the next unit to do. If there is none the goroutine that asks must end.
func (t *task) next() (*hand, int, bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.doing.Err() == nil {
		for _, h := range t.hands {
			if len(h.units) > 0 {
				unit := h.units[0]
				h.units = h.units[1:]
				h.running++
				t.waiting--
				t.running++
				return h, unit, true
			}
		}
	}
	t.crew--
	return nil, 0, false
}

// note takes what came of a unit. The answer to a piece whose last it was is delivered.
func (t *task) note(h *hand, unit int, r crew.Result, err error, seconds float64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.running--
	h.running = max(h.running-1, 0)
	if h.answered || t.doing.Err() != nil {
		return
	}
	h.seconds += seconds
	if err != nil {
		if h.failed == nil {
			h.failed = &message.Failure{Unit: unit, Why: err.Error()}
		}
		t.waiting -= len(h.units)
		h.units = nil
	} else {
		h.done = append(h.done, message.Unit{Number: unit, Data: r.Data, Notes: r.Notes})
		t.worker.pace.done(seconds)
		// The first may have made tables for all: it is soon forgotten.
		t.counted++
		t.each += (seconds - t.each) / float64(max(1, min(t.counted, 3+t.counted/8, 16)))
	}
	t.finish(h)
	t.stirHunger()
}

// finish answers a piece of which nothing is left to do here.
func (t *task) finish(h *hand) {
	if h.running > 0 || len(h.units) > 0 {
		return
	}
	a := message.Answer{Delivery: h.delivery, Done: h.done, Seconds: h.seconds, Failed: h.failed}
	if h.cut {
		a.Split, a.Delivery = true, 0
	}
	t.answer(h, a)
}

func (t *task) stirHunger() {
	select {
	case t.hungry <- struct{}{}:
	default:
	}
}

// ahead is how many seconds of work a worker has in hand, so that its cores never wait.
const ahead = 0.5

// hunger is how many pieces are wanted now. Of units that are short so many are fetched
// that there is always something to do; of long ones no more than can be begun at once.
func (t *task) hunger(active int) int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	w := t.worker
	if t.doer == nil { // the first piece is the one by which it is opened
		return 1
	}
	most := 2*t.width + 8
	if t.held >= most { // the broker is slow, or away, or full
		return 0
	}
	free, has := w.seats.free(t.share)
	begin := min(free, t.width-t.running) - t.waiting // units that could be begun at once
	if t.waiting == 0 && has < w.seats.total/float64(max(active, 1)) {
		begin = max(begin, 1) // others have all seats, but the next that is free is for this job
	}
	if t.each == 0 {
		return min(max(begin, 0), most)
	}
	units := float64(begin)
	if t.each <= ahead {
		units = max(units, ahead*float64(w.options.Jobs)/t.each-float64(t.waiting))
	}
	if units <= 0 {
		return 0
	}
	return min(int(math.Ceil(units/max(t.size, 1))), most)
}

// leave finishes what ends soon and returns the rest.
func (t *task) leave() {
	t.stopPulling()
	t.giveBack(false)
	for begun := time.Now(); t.busy() && time.Since(begun) < graceTime && t.doing.Err() == nil; {
		time.Sleep(10 * time.Millisecond)
	}
	t.giveBack(true)
	t.awaitDelivery()
}

// abandon returns everything that is in hand at once, and ends the task.
func (t *task) abandon() {
	t.stopPulling()
	t.giveBack(true)
	t.awaitDelivery()
	t.recall()
}

// stopPulling returns when no more pieces come.
func (t *task) stopPulling() {
	t.stop()
	select {
	case <-t.pulled:
	case <-time.After(graceTime): // it is being opened
	}
}

// awaitDelivery gives answers that are under way some time.
func (t *task) awaitDelivery() {
	delivered := make(chan struct{})
	go func() { t.delivering.Wait(); close(delivered) }()
	select {
	case <-delivered:
	case <-time.After(returnTime):
	case <-t.doing.Done():
	}
}

func (t *task) busy() bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.running > 0
}

// giveBack returns units that are not begun, or all that are not done.
func (t *task) giveBack(all bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, h := range slices.Clone(t.hands) {
		if h.answered {
			continue
		}
		h.cut = h.cut || len(h.units) > 0 || all
		t.waiting -= len(h.units)
		h.units = nil
		if all {
			h.running = 0 // what they come to is not waited for
		}
		t.finish(h)
	}
}

// errOther is when a message is not a piece of the job.
var errOther = errors.New("a message that is no piece of the job")
