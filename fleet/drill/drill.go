// Package drill tries a fleet as a fire drill tries a house: real processes of gambito,
// a broker, workers and a coordinator, each on a wire of its own, while hundreds of
// random faults happen to them. Whatever happens, what comes out must be, to the byte,
// what one machine alone gets.
package drill

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"gambito/faults"
)

// Settings are those of a drill.
type Settings struct {
	Program  string   // gambito
	Env      []string // for its processes, beside what they have from this one
	Folder   string   // for everything that they write
	Faults   int
	Seed     uint64        // of what happens, to whom, when and for how long
	Works    []faults.Work // are done in turn, with faults, until there were enough of these
	Share    int           // faults of a work at the most; then it ends in peace
	Workers  int           // with one core each
	Patience time.Duration // after which the fleet gives a worker up
	Gap      time.Duration // between faults, in the mean
	Limit    time.Duration // within which a work must end once nothing goes wrong any more
	Tell     func(string)  // is told every fault
}

// Report is what came of a drill.
type Report struct {
	Faults  map[string]int // by kind
	Again   map[string]int // how often a process was started again, by part
	Ends    map[string]int // with what words coordinators ended by themselves
	Done    []Done
	Seconds float64
	Wrong   error // what must not have happened
}

// Done is a work that was done while things went wrong.
type Done struct {
	Work    string
	Folder  string
	Faults  int
	Starts  int // of its coordinator
	Units   int // games, if they can be counted
	Twice   int // units that were done twice, as far as that was seen
	Aside   int // units that were given up for a time, likewise
	Seconds float64
	Alone   float64 // seconds that it takes without a fleet
	Differs string  // from what one machine gets, "" if it is the same
}

// Same reports whether all is as it should be.
func (r Report) Same() bool {
	for _, d := range r.Done {
		if d.Differs != "" {
			return false
		}
	}
	return r.Wrong == nil
}

// Run does works with faults until there were as many as wanted. The error is why it
// could not go on; what came out wrong is in the report.
func Run(ctx context.Context, s Settings) (Report, error) {
	if faults.Supported != nil {
		return Report{}, faults.Supported
	}
	t, err := newStage(s)
	if t != nil {
		defer t.close()
	}
	if err != nil {
		return Report{}, err
	}
	d := director{stage: t, deck: deck{r: rand.New(rand.NewPCG(s.Seed, 0))}, alone: map[string]reference{}}
	err = d.run(ctx)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return Report{Faults: t.faults, Again: t.again, Ends: t.ends, Done: d.done,
		Seconds: time.Since(t.begun).Seconds(), Wrong: errors.Join(t.problems...)}, err
}

// director leads a drill.
type director struct {
	*stage
	deck  deck
	alone map[string]reference // by work
	done  []Done
}

// reference is what a work comes to without a fleet.
type reference struct {
	faults.Result
	seconds float64
}

func (d *director) run(ctx context.Context) error {
	for left, i := d.settings.Faults, 0; left > 0 && d.wrong() == nil; i++ {
		w := d.settings.Works[i%len(d.settings.Works)]
		alone, err := d.reference(ctx, w)
		if err != nil {
			return err
		}
		folder := filepath.Join(d.settings.Folder, fmt.Sprintf("%02d-%s", i+1, w.Name))
		done, err := d.perform(ctx, w, folder, min(left, d.settings.Share))
		if err != nil {
			return err
		}
		left -= done.Faults
		if d.wrong() == nil {
			done.Alone = alone.seconds
			if err := d.compare(ctx, w, alone.Result, &done); err != nil {
				return err
			}
		}
		d.done = append(d.done, done)
		if done.Differs != "" {
			d.testimony()
			return nil
		}
	}
	return nil
}

// reference does a work without a fleet, once.
func (d *director) reference(ctx context.Context, w faults.Work) (reference, error) {
	if r, ok := d.alone[w.Name]; ok {
		return r, nil
	}
	folder := filepath.Join(d.settings.Folder, "alone-"+w.Name)
	if err := w.Prepare(folder); err != nil {
		return reference{}, err
	}
	d.tell("%s is done by one process alone", w.Name)
	began := time.Now()
	c := d.command(w.Args...)
	stop := context.AfterFunc(ctx, func() {
		if c.Process != nil {
			c.Process.Kill()
		}
	})
	defer stop()
	if _, err := faults.Output(c, folder); err != nil {
		return reference{}, errors.Join(ctx.Err(), err)
	}
	seconds := time.Since(began).Seconds()
	result, err := w.Result(d.command, folder)
	d.alone[w.Name] = reference{result, seconds}
	return d.alone[w.Name], err
}

// compare notes how what the fleet has done differs from what it should be.
func (d *director) compare(ctx context.Context, w faults.Work, alone faults.Result, done *Done) error {
	got, err := w.Result(d.command, done.Folder)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	done.Units = got.Units
	if err != nil {
		done.Differs = err.Error()
	} else {
		done.Differs = got.Differs(alone)
	}
	if done.Differs == "" {
		d.tell("%s is done, and the same: %d faults, %d starts of the coordinator", w.Name, done.Faults, done.Starts)
	} else {
		d.tell("%s DIFFERS: %s", w.Name, done.Differs)
	}
	return nil
}

// perform has a work done by the fleet while so many faults happen, or until it is done.
func (d *director) perform(ctx context.Context, w faults.Work, folder string, faults int) (Done, error) {
	done := Done{Work: w.Name, Folder: folder}
	if err := w.Prepare(folder); err != nil {
		return done, err
	}
	began := time.Now()
	ended := d.coordinator(w, folder)
	if err := d.chief.start(); err != nil {
		return done, err
	}
	busy, calm := context.WithCancel(ctx)
	defer calm()
	seen := d.observe(busy)
	troubled := make(chan int, 1)
	go func() { troubled <- d.trouble(busy, faults) }()
	var limit <-chan time.Time
	for waiting := true; waiting; {
		select {
		case <-ctx.Done():
			waiting = false
		case <-d.alarm:
			d.testimony()
			waiting = false
		case <-ended:
			waiting = false
		case done.Faults = <-troubled:
			troubled = nil
			limit = time.After(d.settings.Limit)
			d.tell("nothing goes wrong any more; %s must end", w.Name)
		case <-limit:
			d.problem(fmt.Errorf("%s has not ended %v after the last fault", w.Name, d.settings.Limit))
		}
	}
	calm()
	if troubled != nil {
		done.Faults = <-troubled
	}
	d.chief.kill()
	c := seen()
	done.Twice, done.Aside = c.twice, c.aside
	done.Seconds, done.Starts = time.Since(began).Seconds(), d.chief.starts
	return done, ctx.Err()
}

// trouble lets faults happen, some of them at the same time, and returns how many.
func (d *director) trouble(ctx context.Context, faults int) int {
	const atOnce = 3
	var all sync.WaitGroup
	var mutex sync.Mutex
	happened, under := 0, 0
	wait := func() (missing bool) { // for those under way to happen or miss, if they would be enough
		for {
			mutex.Lock()
			happened, under := happened, under
			mutex.Unlock()
			if happened+under < faults || under == 0 {
				return happened < faults
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	slots := make(chan struct{}, atOnce)
	for wait() {
		k, f := d.deck.next(d.stage)
		gap := time.Duration(d.deck.r.ExpFloat64() * float64(d.settings.Gap))
		slots <- struct{}{}
		if !sleep(ctx, min(gap, 4*d.settings.Gap)) || d.wrong() != nil {
			break
		}
		mutex.Lock()
		under++
		mutex.Unlock()
		d.tell("%s", f.what)
		all.Go(func() {
			hit := f.do(ctx)
			mutex.Lock()
			defer mutex.Unlock()
			if under--; hit {
				happened++
				d.count(k)
			}
			<-slots
		})
	}
	all.Wait()
	return happened
}

func (t *stage) count(k kind) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.faults[k.name]++
}
