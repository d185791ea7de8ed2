// Package dispatch decides who is given what and when: the coordinator of a fleet
// without its network. It is a state machine: what happens goes in by methods, what is
// to be done comes out as values. There is no clock inside (every method that needs
// one is told how long ago the job began), no goroutine and no input or output, so that
// thousands of courses of events can be tried in a test.
//
// A carrier uses it like this, in one goroutine:
//
//	d := dispatch.New(job, dispatch.Usual())
//	defer d.Close()
//	for !d.Finished() {
//		publish(d.Tick(now, seen)) // after every answer, and every 100 ms or so
//		o := d.Answer(now, answer, check)
//		…hand over o.New, then d.Delivered(…), then acknowledge the answer
//		…have o.Contradictions arbitrated: d.Judge(unit, data)
//	}
//	…d.Aside() are the units that nobody survives
//
// Every unit of the job is in exactly one state: it waits, is out with a piece, is
// done, or is set aside. What came of a unit is not kept: a short hash is, to compare
// what a second worker says, and who did it. That is 8 bytes a unit.
package dispatch

import (
	"hash/maphash"
	"iter"
	"math"
	"slices"
	"time"

	"gambito/fleet/message"
)

// Job is what is to be done.
type Job struct {
	ID    string
	Units iter.Seq[int] // each once, in any order; taken ahead of what is handed out
	Timed bool          // two results of a unit may differ: nothing is compared

	// First is the number of the first piece. It must be above all that earlier
	// coordinators of the same job have used, for their pieces may still be answered:
	// nanoseconds of the clock will do.
	First uint64

	// Earlier says that results of this job may have been handed over before, by
	// whomever: by an earlier coordinator, or a Do that failed. Then nobody knows here
	// what a worker that proves to be wrong has done.
	Earlier bool

	// Proven names workers whose answers were found right by others. The dispatcher
	// reads it and adds to it, so that a client that has many short jobs need not try
	// every worker in each. It may be nil.
	Proven map[string]bool
}

// Policy is how pieces are made and given.
type Policy struct {
	Piece      time.Duration // of work of one core that a piece should be
	Rate       float64       // pieces a second that the whole fleet should do at most: large fleets get longer ones
	Least      time.Duration // of work of one core below which a piece is not made smaller
	Audit      int           // one piece in so many is given to somebody else as well; 0 for none, not even first ones
	Deliveries int           // how often a single unit is delivered before it is set aside
	Lost       time.Duration // how long a broker must have nothing before its pieces count as lost
	Pause      time.Duration // before a piece that came to nothing is given again; doubled each time
	Stuck      time.Duration // how long a piece that was given twice is waited for at least, when others wait
}

// Usual is the policy of a real fleet.
func Usual() Policy {
	return Policy{
		Piece: 3 * time.Second, Rate: 500, Least: 50 * time.Millisecond, Audit: 64, Deliveries: 4,
		Lost: 2 * time.Second, Pause: time.Second, Stuck: 30 * time.Second,
	}
}

// longest is the longest pause.
const longest = time.Minute

// Fleet is what the carrier sees of the fleet. It may be old, as long as At says so.
type Fleet struct {
	At      time.Duration // when this was seen, on the clock of Tick; new whenever the carrier has looked again
	Workers int           // alive, of the right build, not banned
	Slots   int           // sum of their jobs, that is, cores
	Width   int           // units that are done at a time on each core, more than 1 where units wait for each other; 0 is 1
	Queued  int           // pieces that nobody has taken: NumPending of the job's consumer, and those that the broker has not confirmed yet
	Held    int           // pieces that somebody has taken and not acknowledged: NumAckPending
	Hungry  int           // how many wait for a piece: NumWaiting
	Answers int           // answers that wait for the coordinator: NumPending + NumAckPending of its own consumer, without the one in hand
}

// Stats is how far a job is.
type Stats struct {
	Done    int           // units
	Total   int           // units, if all are known by now, else 0
	Out     int           // units that are with pieces
	Pieces  int           // that are out and not answered, doubles and audits too
	Given   int           // pieces ever given
	Doubled int           // of these, those given again because somebody waited or nobody answered
	Audits  int           // of these, those that somebody else had done already
	Twice   int           // units that were done twice or more
	Aside   int           // units that were set aside
	Each    time.Duration // of one core that a unit takes; 0 if nobody knows yet
	Refused []string      // what workers said who did nothing
}

// Dispatcher is the state of one job. It is for one goroutine.
type Dispatcher struct {
	job    Job
	policy Policy
	seed   maphash.Seed

	units   ledger
	line    line // units that wait for their first piece, or were returned
	later   later
	pieces  []*piece // by slot
	free    []uint32 // slots
	givings map[uint64]*giving
	next    uint64   // number of a piece
	order   []*piece // as they were first given, dead ones between

	workers   []worker
	names     map[string]uint32
	doubts    map[int][]claim
	failed    map[int][]uint32
	asides    []int
	suspects  []int // wait to be tried alone
	suspected int   // ever
	audits    []*piece
	refused   []string

	open    int // givings that are not answered
	waiting int // units
	out     int // units
	stats   Stats
	seconds float64 // of cores lately, and
	counted float64 // units lately, both fading
	largest int     // units of an answer so far

	seen    Fleet
	sighted bool          // there was a sight at all
	since   int           // pieces given since it was seen
	empty   time.Duration // since when the broker has nothing, −1 if it has
	deficit deficit
	rested  time.Duration // when units were last seen that are not done
	looked  time.Duration // At of the sight that the tail was last looked through for
}

type worker struct {
	name    string
	pieces  int     // that it has answered
	sample  int     // a unit that it has done, if
	sampled bool    // there was one
	took    float64 // seconds that it took about
	tried   bool    // others are asked about it
	proven  bool
	banned  bool
}

// New begins a job. Close must be called at its end.
func New(job Job, p Policy) *Dispatcher {
	d := &Dispatcher{
		job: job, policy: p, seed: maphash.MakeSeed(), next: job.First,
		units: ledger{pages: map[int]*page{}}, givings: map[uint64]*giving{},
		names: map[string]uint32{}, doubts: map[int][]claim{}, failed: map[int][]uint32{},
		empty: -1, looked: -1,
	}
	d.line.next, d.line.stop = iter.Pull(job.Units)
	return d
}

// Close lets go of the sequence of units.
func (d *Dispatcher) Close() { d.line.stop() }

// Finished reports whether nothing is left to do: every unit is done or set aside, no
// contradiction waits for Judge, and every worker whose results were taken was
// compared with another once, as far as others could be asked.
func (d *Dispatcher) Finished() bool {
	if len(d.doubts) > 0 || d.waiting+d.out > 0 {
		return false
	}
	if !d.line.ended {
		d.ahead(1)
	}
	if !d.line.ended || d.waiting > 0 {
		return false
	}
	if !d.sighted || d.seen.Workers > 1 {
		if slices.ContainsFunc(d.workers, func(w worker) bool { return w.untried() }) {
			return false
		}
	}
	return !slices.ContainsFunc(d.audits, func(p *piece) bool { return p.audit.first && !p.dead })
}

// Aside lists the units that were set aside and that nobody has done since, in the
// order of their numbers.
func (d *Dispatcher) Aside() []int {
	slices.Sort(d.asides)
	return slices.Clone(d.asides)
}

// Stats tells how far the job is.
func (d *Dispatcher) Stats() Stats {
	s := d.stats
	s.Out, s.Pieces, s.Aside, s.Each, s.Refused = d.out, d.open, len(d.asides), d.each(), slices.Clone(d.refused)
	if d.line.ended {
		s.Total = s.Done + s.Aside + d.waiting + d.out
	}
	return s
}

// Delivered says that units were handed over for good: if their worker proves to be
// wrong it is too late to drop them.
func (d *Dispatcher) Delivered(units ...int) {
	for _, u := range units {
		if e := d.units.find(u); e != nil && e.state() == done {
			e.who |= handed
		}
	}
}

// each is how long a unit takes one core, as far as answers have told.
func (d *Dispatcher) each() time.Duration {
	if d.counted == 0 {
		return 0
	}
	return max(time.Duration(d.seconds/d.counted*float64(time.Second)), 1)
}

// took learns how long units take. Answers count for less as others come, and those
// that cannot be true count for nothing.
func (d *Dispatcher) took(units int, seconds float64) {
	const day = 24 * 3600
	if units == 0 || math.IsNaN(seconds) || seconds < 0 || seconds > day*float64(units) {
		return
	}
	const keep = 0.98
	d.seconds = keep*d.seconds + seconds
	d.counted = keep*d.counted + float64(units)
	d.largest = max(d.largest, units)
}

// who is the number of a worker by its name.
func (d *Dispatcher) who(name string) uint32 {
	w, ok := d.names[name]
	if !ok {
		w = uint32(len(d.workers))
		d.names[name] = w
		d.workers = append(d.workers, worker{name: name, proven: d.job.Proven[name]})
	}
	return w
}

// Ban has all later answers of a worker ignored. What it holds is given to others when
// the broker takes it back or it answers.
func (d *Dispatcher) Ban(name string) { d.workers[d.who(name)].banned = true }

// pause is how long to wait before what came to nothing is tried again.
func (d *Dispatcher) pause(tries int) time.Duration {
	return min(d.policy.Pause<<min(tries, 10), longest)
}

// length is the number of units of spans.
func length(spans []message.Span) (n int) {
	for _, s := range spans {
		n += s.Count
	}
	return n
}
