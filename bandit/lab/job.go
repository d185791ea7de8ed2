package lab

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gambito/bandit"
	"gambito/crew"
)

// Kind is the runs of experiments as work for other machines. A unit is some runs of a
// problem by one entrant: entrant after entrant, problem after problem. What comes of it
// is what was seen, in the bits in which it would be added here.
var Kind = crew.Kind{Name: "bandit", Open: open}

// texts are what an experiment was read from, so that others can read it too.
type texts struct {
	Policies string    `json:"policies,omitempty"`
	Alphas   []float64 `json:"alphas,omitempty"` // of UCB, instead of policies
	Problem  string    `json:"problem"`
	Arms     int       `json:"arms,omitempty"` // of uniform problems
	Law      string    `json:"law"`
}

// task is an experiment as the spec of a job.
type task struct {
	texts
	Rounds   []int  `json:"rounds"`
	First    int    `json:"first"`
	Problems int    `json:"problems"`
	Runs     int    `json:"runs"`
	Seed     uint64 `json:"seed"`
}

// experiment reads a task that anybody may have written.
func (t task) experiment() (*Experiment, error) {
	source, err := Setup{Problem: t.Problem, Arms: t.Arms, Law: t.Law}.source()
	if err != nil {
		return nil, err
	}
	e := &Experiment{
		Source: source, Rounds: t.Rounds, First: t.First, Problems: t.Problems, Runs: t.Runs, Seed: t.Seed, Jobs: 1, texts: t.texts,
	}
	switch {
	case t.Policies != "" && t.Alphas != nil:
		return nil, errors.New("policies and alphas: there may be only one of them")
	case t.Policies != "":
		if e.Entrants, err = ParseEntrants(t.Policies); err != nil {
			return nil, err
		}
	default:
		e.Entrants = ucbs(t.Alphas)
	}
	switch {
	case !slices.IsSorted(t.Rounds) || len(t.Rounds) > mostLooks || len(t.Rounds) > 0 && t.Rounds[0] < 1:
		return nil, fmt.Errorf("rounds: they must ascend, from 1 on, and be %d at most", mostLooks)
	case t.First < 0 || t.Problems > mostNumber || t.Runs > mostNumber || t.First > mostNumber:
		return nil, fmt.Errorf("%d problems from number %d on, %d runs: such an experiment cannot be played", t.Problems, t.First, t.Runs)
	case len(e.Entrants) == 0 || len(e.Entrants) > mostEntrants:
		return nil, fmt.Errorf("%d policies: there must be 1 to %d", len(e.Entrants), mostEntrants)
	}
	return e, e.Check()
}

// ucbs are entrants without names, one for each α.
func ucbs(alphas []float64) (entrants []Entrant) {
	for _, alpha := range alphas {
		entrants = append(entrants, Entrant{Policy: bandit.UCB{Alpha: alpha}})
	}
	return entrants
}

// What a task may ask for at the most.
const (
	mostLooks    = 1000
	mostEntrants = 1000
	mostNumber   = 1 << 24
)

// A unit is long enough not to be all post and packing, and what comes of it is short
// enough for a message.
const (
	unitRounds = 1 << 20
	unitBytes  = 1 << 16
)

// runsOfUnit is how many runs a unit has, but for the last of a problem.
func (e *Experiment) runsOfUnit() int {
	return min(e.Runs, max(1, min(unitRounds/e.length(), unitBytes/(sampleBytes*len(e.Rounds)))))
}

// unit is what unit number n is: runs of a problem from the first on.
func (e *Experiment) unit(n int) (entrant, problem, first, runs int) {
	each := e.runsOfUnit()
	ofProblem := (e.Runs + each - 1) / each
	first = n % ofProblem * each
	n /= ofProblem
	return n / e.Problems, n % e.Problems, first, min(each, e.Runs-first)
}

// jobUnits is how many units there are.
func (e *Experiment) jobUnits() int {
	each := e.runsOfUnit()
	return e.Units() * ((e.Runs + each - 1) / each)
}

// job is the experiment for others.
func (e *Experiment) job() (crew.Job, error) {
	if e.texts.Problem == "" {
		return crew.Job{}, errors.New("only an experiment that was read from texts can be played elsewhere")
	}
	spec, err := json.Marshal(task{e.texts, e.Rounds, e.First, e.Problems, e.Runs, e.Seed})
	name := fmt.Sprintf("regret, %s, %d arms", e.Source.Name, e.Source.Arms)
	if e.texts.Alphas != nil {
		name = fmt.Sprintf("α of UCB, %d arms", e.Source.Arms)
	}
	return crew.Job{Kind: Kind.Name, Name: name, Spec: spec}, err
}

// elsewhere has the fleet play everything into samples, and tells how many problems of
// entrants are done.
func (e *Experiment) elsewhere(ctx context.Context, samples [][][][]sample, tell func(int)) error {
	j, err := e.job()
	if err != nil {
		return err
	}
	for _, problems := range samples {
		for i := range problems {
			problems[i] = make([][]sample, e.Runs)
		}
	}
	done, units := 0, e.jobUnits()
	all := func(yield func(int) bool) {
		for n := 0; n < units && yield(n); n++ {
		}
	}
	return e.Fleet.Do(ctx, j, all, func(batch []crew.Done) error {
		for _, d := range batch {
			entrant, problem, first, runs := e.unit(d.Unit)
			seen, err := readSamples(d.Data, runs, len(e.Rounds))
			if err != nil {
				return fmt.Errorf("unit %d: %w", d.Unit, err)
			}
			copy(samples[entrant][problem][first:], seen)
		}
		done += len(batch)
		tell(done * e.Units() / units)
		return nil
	})
}

// sampleBytes is how many a sample takes: three numbers.
const sampleBytes = 3 * 8

func writeSamples(runs [][]sample) []byte {
	var data []byte
	for _, run := range runs {
		for _, s := range run {
			for _, x := range []float64{s.expected, s.realised, s.optimal} {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
			}
		}
	}
	return data
}

// readSamples reads what writeSamples has written, by run and look.
func readSamples(data []byte, runs, looks int) ([][]sample, error) {
	if len(data) != runs*looks*sampleBytes {
		return nil, fmt.Errorf("%d bytes are not what %d looks at %d runs come to", len(data), looks, runs)
	}
	next := func() float64 {
		x := math.Float64frombits(binary.LittleEndian.Uint64(data))
		data = data[8:]
		return x
	}
	all := make([][]sample, runs)
	for run := range all {
		all[run] = make([]sample, looks)
		for look := range all[run] {
			s := sample{next(), next(), next()}
			if !(s.expected >= 0) || math.IsInf(s.expected, 0) || math.IsNaN(s.realised) || math.IsInf(s.realised, 0) || !(s.optimal >= 0 && s.optimal <= 1) {
				return nil, fmt.Errorf("regrets of %v and %v and a share of %v cannot be", s.expected, s.realised, s.optimal)
			}
			all[run][look] = s
		}
	}
	return all, nil
}

// doer plays units of an experiment.
type doer struct {
	e      *Experiment
	jobs   int
	makers func() []func() player

	mutex sync.Mutex
	idle  [][]player // by entrant, of nobody now
}

func open(j crew.Job, p crew.Place) (crew.Doer, error) {
	var t task
	if err := json.Unmarshal(j.Spec, &t); err != nil {
		return nil, fmt.Errorf("%s is no experiment with bandits: %w", j.Name, err)
	}
	e, err := t.experiment()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.Name, err)
	}
	return &doer{e: e, jobs: p.Jobs, makers: sync.OnceValue(e.makers)}, nil
}

// Width implements crew.Doer.
func (d *doer) Width() int { return d.jobs }

// Do implements crew.Doer.
func (d *doer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if err := d.within(unit); err != nil {
		return crew.Result{}, err
	}
	entrant, problem, first, count := d.e.unit(unit)
	players := d.take()
	if players[entrant] == nil {
		players[entrant] = d.makers()[entrant]()
	}
	runs := d.e.playProblem(ctx, players[entrant], d.e.First+problem, first, count)
	d.give(players)
	if runs == nil {
		return crew.Result{}, ctx.Err()
	}
	return crew.Result{Data: writeSamples(runs)}, nil
}

// within refuses units that there are not.
func (d *doer) within(unit int) error {
	if n := d.e.jobUnits(); unit < 0 || unit >= n {
		return fmt.Errorf("unit %d: there are %d", unit, n)
	}
	return nil
}

func (d *doer) take() []player {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if n := len(d.idle); n > 0 {
		players := d.idle[n-1]
		d.idle = d.idle[:n-1]
		return players
	}
	return make([]player, len(d.e.Entrants))
}

func (d *doer) give(players []player) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.idle = append(d.idle, players)
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	if err := d.within(unit); err != nil {
		return err
	}
	_, _, _, runs := d.e.unit(unit)
	_, err := readSamples(r.Data, runs, len(d.e.Rounds))
	return err
}

// Close implements crew.Doer.
func (d *doer) Close() error { return nil }
