// Package simulate runs a fleet that does not exist: the real dispatcher with a model
// of the broker, of the network and of thousands of workers, on a clock that jumps
// from one event to the next. It tells how much of the fleet's time would go into
// results, what is wasted and what is loaded most, for any number of machines.
//
// The model. A slot of a worker asks for a piece, does its units one after the other,
// sends one answer and asks again. A message takes Latency. The broker has two streams,
// work and results; each makes Durable messages a second durable, where both to store
// one and to remove it counts, and hands out Handed a second; what comes faster waits
// in line. The coordinator takes PerAnswer for an answer and PerUnit for each unit of
// it, which is stored. Workers die and come back; what they hold is given to others
// Patience after their last sign of life. Paused ones go on as if nothing had been.
// Units take times with a log-normal law, the same for every worker but for its speed.
package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gambito/fleet/dispatch"
)

// Settings is the fleet and its work.
type Settings struct {
	Workers int
	Jobs    int // slots of a worker
	Units   int
	Mean    time.Duration // of a unit
	Spread  float64       // standard deviation of units' times, as a share of their mean
	Uneven  float64       // the same of workers' speeds

	Fail     float64       // chance that a worker dies within a minute
	Back     time.Duration // how long until it is there again
	Pause    float64       // chance that a worker is paused within a minute
	PauseFor time.Duration

	Latency   time.Duration // of a message, one way
	Patience  time.Duration // of the broker with a worker that is silent
	Durable   float64       // messages a second, of each stream
	Handed    float64       // messages a second, of each stream
	PerAnswer time.Duration
	PerUnit   time.Duration

	Seed   uint64
	Policy dispatch.Policy
}

// Usual is a fleet of one-core workers with the broker and the coordinator of a
// machine of two cores whose disk takes 0.2 ms to keep something for good.
func Usual() Settings {
	return Settings{
		Workers: 100, Jobs: 1, Mean: 2 * time.Second, Spread: 0.5, Uneven: 0.1,
		Back: time.Minute, PauseFor: time.Minute, Latency: 2 * time.Millisecond, Patience: 20 * time.Second,
		Durable: 5000, Handed: 100_000, PerAnswer: 100 * time.Microsecond, PerUnit: 50 * time.Microsecond,
		Seed: 1, Policy: dispatch.Usual(),
	}
}

// Bounds of settings.
const (
	MaxSlots = 1_000_000
	MaxUnits = 20_000_000
)

// Check says what is wrong with settings.
func (s Settings) Check() error {
	chance := func(x float64) bool { return x >= 0 && x < 1 }
	switch {
	case s.Workers < 1 || s.Jobs < 1 || s.Workers > MaxSlots || s.Jobs > MaxSlots/s.Workers:
		return fmt.Errorf("%d workers of %d jobs: from 1 to %d jobs together can be simulated", s.Workers, s.Jobs, MaxSlots)
	case s.Mean < time.Microsecond || s.Mean > 24*time.Hour:
		return fmt.Errorf("units of %v: from 1µs to 24h can be simulated", s.Mean)
	case s.Units < 1 || s.Units > MaxUnits:
		return fmt.Errorf("%d units: from 1 to %d can be simulated", s.Units, MaxUnits)
	case !(s.Spread >= 0 && s.Spread <= 10):
		return fmt.Errorf("a spread of %v: it must be from 0 to 10 times the mean", s.Spread)
	case !(s.Uneven >= 0 && s.Uneven <= 1):
		return fmt.Errorf("speeds that differ by %v: it must be from 0 to 1 times their mean", s.Uneven)
	case !chance(s.Fail) || !chance(s.Pause):
		return fmt.Errorf("chances of %v and %v to fail and to be paused: they must be from 0 to below 1 (100%%) a minute", s.Fail, s.Pause)
	case s.Back < 0 || s.PauseFor < 0 || s.Latency < 0 || s.PerAnswer < 0 || s.PerUnit < 0:
		return fmt.Errorf("times must be 0 or more")
	case s.Patience < time.Second:
		return fmt.Errorf("a patience of %v: it must be 1s or more", s.Patience)
	case !(s.Durable >= 1) || !(s.Handed >= 1):
		return fmt.Errorf("a broker of %v and %v messages a second: it must be 1 or more", s.Durable, s.Handed)
	}
	return nil
}

// Result is what came of it. Shares are of all the time of all slots.
type Result struct {
	Slots   int
	Seconds float64 // until all was done
	Ideal   float64 // seconds that slots which never wait or fail would have taken
	Useful  float64 // share that went into results that count
	Doubled float64 // share that went into units that somebody else had done or did
	Audited float64 // share that went into units that were done twice to compare workers
	Lost    float64 // share that went into what died with its worker
	Away    float64 // share in which workers were dead or paused
	Idle    float64 // the rest: slots that waited

	Pieces      int
	Piece       float64 // mean seconds of a piece
	Messages    float64 // a second, at the broker, signs of life too
	Work        float64 // share of the time in which the stream of pieces was busy
	Results     float64 // the same of the stream of answers
	Coordinator float64 // share of the time in which the coordinator was busy
	Waited      int     // answers that waited at most
	Deaths      int
	Pauses      int
	Aside       int // units that were given up

	// Logic is what an answer costs the dispatcher itself, with the pieces that follow
	// from it: measured, not simulated, and therefore another each time.
	Logic time.Duration
}

// Run simulates a fleet until all its work is done. tell, unless it is nil, hears how
// many units are done.
func Run(ctx context.Context, s Settings, tell func(done int)) (Result, error) {
	if err := s.Check(); err != nil {
		return Result{}, err
	}
	f := newFleet(s)
	defer f.dispatcher.Close()
	for n := 0; !f.finished; n++ {
		if n%4096 == 0 {
			if ctx.Err() != nil {
				return Result{}, context.Cause(ctx)
			}
			if tell != nil {
				tell(f.dispatcher.Stats().Done)
			}
		}
		e := f.events.next()
		if e.at > 100*365*24*time.Hour {
			return Result{}, fmt.Errorf("the work is not done after 100 years: workers die faster than they finish anything")
		}
		f.now = e.at
		f.happen(e)
	}
	return f.result(), nil
}

// fleet is the state of a simulation.
type fleet struct {
	Settings
	*rand.Rand
	now        time.Duration
	events     agenda
	dispatcher *dispatch.Dispatcher
	sigma      float64 // of the logarithm of units' times

	work, results stream
	queue         fifo[*parcel] // pieces that nobody has
	sending       int           // pieces that the broker has not stored yet
	again         fifo[*parcel] // pieces that come a second time
	waiting       fifo[pull]    // slots that wait
	hungry        int           // of these, those that live
	held          int
	coordinator   line
	answers       int // sent and not taken

	machines []machine
	slots    []slot
	seen     dispatch.Fleet
	finished bool

	told     Result
	busy     float64 // seconds of slots
	useful   float64
	doubled  float64
	audited  float64
	lost     float64
	away     float64
	messages float64
	logic    time.Duration
	heard    int
}

func newFleet(s Settings) *fleet {
	f := &fleet{Settings: s, Rand: rand.New(rand.NewPCG(s.Seed, 0)), sigma: math.Sqrt(math.Log1p(s.Spread * s.Spread))}
	f.work, f.results = newStream(s), newStream(s)
	f.dispatcher = dispatch.New(dispatch.Job{ID: "simulated", Units: func(yield func(int) bool) {
		for u := range s.Units {
			if !yield(u) {
				return
			}
		}
	}}, s.Policy)
	f.machines = make([]machine, s.Workers)
	f.slots = make([]slot, s.Workers*s.Jobs)
	for i := range f.machines {
		m := &f.machines[i]
		m.name = fmt.Sprint("w", i)
		m.slow = f.logNormal(f.NormFloat64(), s.Uneven)
		m.alive = true
		f.fate(i)
		for j := range s.Jobs {
			f.slots[i*s.Jobs+j].machine = int32(i)
			f.events.add(event{at: s.Latency + time.Duration(f.Float64()*float64(time.Second)), kind: asks, slot: int32(i*s.Jobs + j)})
		}
	}
	f.events.add(event{kind: looks})
	return f
}

// logNormal is a number with mean 1 and a standard deviation, from a normal one.
func (f *fleet) logNormal(z, deviation float64) float64 {
	sigma := math.Sqrt(math.Log1p(deviation * deviation))
	return math.Exp(sigma*z - sigma*sigma/2)
}

// happen lets an event take place.
func (f *fleet) happen(e event) {
	switch e.kind {
	case asks:
		f.ask(e.slot, e.life)
	case arrives:
		f.sending--
		f.queue.put(e.parcel)
		f.match()
	case starts:
		f.start(e.slot, e.life, e.parcel)
	case finishes:
		f.finish(e.slot, e.life, e.parcel)
	case answered:
		f.hear(e.parcel, e.answer)
	case acknowledged:
		f.acknowledge(e.parcel)
	case lapses:
		f.lapse(e.parcel, e.life)
	case dies:
		f.die(int(e.slot))
	case returns:
		f.revive(int(e.slot))
	case pauses:
		f.pause(int(e.slot))
	case looks:
		f.look()
	}
}

// result sums up.
func (f *fleet) result() Result {
	r := f.told
	r.Slots = len(f.slots)
	r.Seconds = f.now.Seconds()
	for _, m := range f.machines {
		if !m.alive {
			f.away += float64(f.Jobs) * (f.now - m.since).Seconds()
		}
		f.away -= float64(f.Jobs) * max(m.until-f.now, 0).Seconds()
	}
	all := r.Seconds * float64(r.Slots)
	r.Ideal = f.useful / float64(r.Slots)
	r.Useful, r.Doubled, r.Audited, r.Lost, r.Away = f.useful/all, f.doubled/all, f.audited/all, f.lost/all, f.away/all
	r.Idle = max(0, 1-r.Useful-r.Doubled-r.Audited-r.Lost-r.Away)
	s := f.dispatcher.Stats()
	r.Pieces, r.Aside = s.Given, s.Aside
	r.Piece = f.busy / float64(max(r.Pieces, 1))
	const notices = 3.0 // seconds between those of a worker
	beats := f.busy / (f.Patience.Seconds() / 3)
	r.Messages = (f.messages+beats)/r.Seconds + float64(f.Workers)/notices
	r.Work, r.Results = min(f.work.busy.Seconds()/r.Seconds, 1), min(f.results.busy.Seconds()/r.Seconds, 1)
	r.Coordinator = min(f.coordinator.busy.Seconds()/r.Seconds, 1)
	r.Logic = f.logic / time.Duration(max(f.heard, 1))
	return r
}
