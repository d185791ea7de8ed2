package dispatch

import (
	"slices"
)

// Contradiction is two workers that say different things of a unit, or one that says
// now this and now that.
type Contradiction struct {
	Unit    int
	Workers [2]string // who said it first, who says otherwise
}

// claim is what a worker says of a unit that is in doubt.
type claim struct {
	worker uint32
	hash   uint32
}

// doubt notes a contradiction. It is reported once, whoever takes part in it after.
func (d *Dispatcher) doubt(unit int, w, hash uint32, e *entry, o *Outcome) {
	claims := d.doubts[unit]
	if claims == nil {
		claims = []claim{{e.owner(), e.hash}}
		o.Contradictions = append(o.Contradictions, Contradiction{
			Unit: unit, Workers: [2]string{d.workers[e.owner()].name, d.workers[w].name},
		})
	}
	d.doubts[unit] = append(claims, claim{w, hash})
}

// Verdict is who is wrong about a unit.
type Verdict struct {
	Unit   int
	Wrong  []string // workers; they are banned now
	Drop   []int    // units of theirs that were not handed over: they must not be, and are done again
	Handed int      // units of theirs that were handed over by this dispatcher's carrier

	// Back says that what the wrong workers did must be taken back where results are
	// kept: some of it was handed over, or may have been (Job.Earlier). The job cannot
	// simply go on. If it is false, it can.
	Back bool
}

// Judge takes what the arbiter came to for a unit in doubt: whoever said otherwise is
// wrong. Nobody is if an earlier verdict has settled it, so that the unit is done again.
func (d *Dispatcher) Judge(unit int, data []byte) Verdict {
	v := Verdict{Unit: unit}
	right := d.hash(data)
	var wrong []uint32
	for _, c := range d.doubts[unit] {
		if c.hash != right && !slices.Contains(wrong, c.worker) {
			wrong = append(wrong, c.worker)
			v.Wrong = append(v.Wrong, d.workers[c.worker].name)
			d.workers[c.worker].banned = true
		}
	}
	delete(d.doubts, unit)
	if len(wrong) == 0 {
		return v
	}
	for n, p := range d.units.pages {
		for i := range p {
			e := &p[i]
			if e.state() != done || !slices.Contains(wrong, e.owner()) {
				continue
			}
			if e.who&handed != 0 {
				v.Handed++
				continue
			}
			e.set(waiting, 0)
			v.Drop = append(v.Drop, n<<pageBits+i)
		}
	}
	v.Back = v.Handed > 0 || d.job.Earlier
	slices.Sort(v.Drop)
	for _, u := range v.Drop {
		d.line.back = extend(d.line.back, u)
		delete(d.doubts, u) // nobody is believed: it is done again
	}
	d.waiting += len(v.Drop)
	d.stats.Done -= len(v.Drop)
	return v
}
