package gdl

import (
	"math"
	"slices"
)

// pattern is a term of a rule made ready for matching.
type pattern struct {
	variable int32 // or −1
	fixed    id    // the term if it has no variables, or −1
	sym      symbol
	args     []pattern
}

func (e *engine) pattern(t term) pattern {
	if t.isVar() {
		return pattern{variable: t.variable, fixed: -1}
	}
	p := pattern{variable: -1, fixed: -1, sym: t.sym}
	if t.ground() {
		p.fixed = e.store.internTerm(t)
	}
	for _, a := range t.args {
		p.args = append(p.args, e.pattern(a))
	}
	return p
}

// match unifies a pattern with a term under the bindings at hand. Variables
// that it binds stay bound even if it fails; the caller unbinds them.
func (e *engine) match(p *pattern, t id) bool {
	switch {
	case p.variable >= 0:
		if bound := e.env[p.variable]; bound >= 0 {
			return bound == t
		}
		e.env[p.variable] = t
		return true
	case p.fixed >= 0:
		return p.fixed == t
	case e.store.syms[t] != p.sym:
		return false
	}
	args := e.store.argsOf(t)
	if len(args) != len(p.args) {
		return false
	}
	for i := range args {
		if !e.match(&p.args[i], args[i]) {
			return false
		}
	}
	return true
}

// instance is the term that p stands for, all variables being bound. Without
// create it is −1 if nobody ever interned it.
func (e *engine) instance(p *pattern, create bool) id {
	switch {
	case p.variable >= 0:
		return e.env[p.variable]
	case p.fixed >= 0:
		return p.fixed
	}
	from := len(e.scratch)
	for i := range p.args {
		a := e.instance(&p.args[i], create)
		if a < 0 {
			e.scratch = e.scratch[:from]
			return -1
		}
		e.scratch = append(e.scratch, a)
	}
	args := e.scratch[from:]
	e.scratch = e.scratch[:from]
	if create {
		return e.store.intern(p.sym, args)
	}
	return e.store.find(p.sym, args)
}

// step is one condition of a join.
type step struct {
	polarity polarity
	literal  int // its number in the body
	atom     pattern
	relation *relation
	index    int        // which index of the relation finds candidates, or −1 for all
	keys     []*pattern // what stands at the places of the index
	binds    []int32
	before   bool // of the delta in the body: the delta's own sentence does not count
	against  bool // a negation of the rule's own stage, see engine.alternate
}

// join finds all ways to make the body of a rule true, beginning with one of
// its conditions if delta is not −1.
type join struct {
	rule  *compiled
	delta *pattern
	binds []int32 // by the delta
	steps []step

	planned int // rows there were in its relations
	looked  int // how often relations had doubled when that was looked at
}

// compiled is a rule with its joins.
type compiled struct {
	number int
	source *rule
	head   pattern
	body   []pattern
	into   *relation
	full   *join
	deltas []*join // by condition; nil until it is used

	against []int // conditions that negate a sentence of the rule's own stage
}

// planJoin orders the conditions: each is the cheapest of those left, and
// negations are tested as soon as their variables are bound.
func (e *engine) planJoin(c *compiled, delta int) *join {
	body := c.source.body
	j := &join{rule: c}
	bound, done := make([]bool, len(c.source.vars)), make([]bool, len(body))
	if delta >= 0 {
		p := e.pattern(body[delta].atom)
		j.delta, done[delta] = &p, true
		j.binds = bind(body[delta].atom, bound)
	}
	for range body {
		best, cost := -1, math.Inf(1)
		for i, l := range body {
			if done[i] {
				continue
			}
			if now := e.cost(l, bound); now < cost {
				best, cost = i, now
			}
		}
		if best < 0 {
			break
		}
		done[best] = true
		s := e.planStep(body[best], best, delta, bound)
		s.against = slices.Contains(c.against, best)
		j.steps = append(j.steps, s)
	}
	j.planned, j.looked = j.rows(), e.doublings
	if e.work += len(body) * len(body); e.work >= e.lookAt {
		e.look() // long rules take long to plan
	}
	return j
}

// cost guesses how many candidates a condition has. Tests cost nothing, and
// wait until they can be made.
func (e *engine) cost(l literal, bound []bool) float64 {
	if l.polarity != positive {
		if allBound(l.atom, bound) {
			return -1
		}
		return math.Inf(1)
	}
	if e.growing {
		return e.relation(l.atom.predicate()).expect(e.store, l.atom, bound)
	}
	cost := float64(e.relation(l.atom.predicate()).expected() + 1)
	for _, a := range l.atom.args {
		if allBound(a, bound) {
			cost /= 8
			continue
		}
		for _, b := range a.args {
			if allBound(b, bound) {
				cost /= 8
			}
		}
	}
	return cost
}

func (e *engine) planStep(l literal, number, delta int, bound []bool) step {
	s := step{polarity: l.polarity, literal: number, atom: e.pattern(l.atom), index: -1, before: number < delta}
	if l.polarity == distinct {
		return s
	}
	s.relation = e.relation(l.atom.predicate())
	if l.polarity == positive {
		var places []place
		for i, a := range l.atom.args {
			switch p := (place{arg: i, sym: -1}); {
			case allBound(a, bound):
				places = append(places, p)
				s.keys = append(s.keys, &s.atom.args[i])
			case !a.isVar():
				p.sym, p.size = a.sym, len(a.args)
				for j, b := range a.args {
					if allBound(b, bound) {
						p.subs |= 1 << j
						s.keys = append(s.keys, &s.atom.args[i].args[j])
					}
				}
				places = append(places, p)
			}
		}
		if len(places) > 0 {
			s.index = s.relation.indexOver(e.store, places)
		}
		s.binds = bind(l.atom, bound)
	}
	return s
}

func allBound(t term, bound []bool) bool {
	if t.isVar() {
		return bound[t.variable]
	}
	for _, a := range t.args {
		if !allBound(a, bound) {
			return false
		}
	}
	return true
}

// bind marks the variables of t as bound and returns those that were not.
func bind(t term, bound []bool) (fresh []int32) {
	in := make([]bool, len(bound))
	t.vars(in)
	for v := range in {
		if in[v] && !bound[v] {
			bound[v] = true
			fresh = append(fresh, int32(v))
		}
	}
	return fresh
}

func (e *engine) unbind(vars []int32) {
	for _, v := range vars {
		e.env[v] = -1
	}
}

// run makes the join with the sentence atom for its delta, and calls found for
// every way to make the body true. The bindings and e.body hold during a call.
func (e *engine) run(j *join, atom id) {
	if j.delta != nil {
		if e.match(j.delta, atom) {
			e.delta = atom
			e.steps(j, 0)
		}
		e.unbind(j.binds)
		return
	}
	e.delta = -1
	e.steps(j, 0)
}

func (e *engine) steps(j *join, at int) {
	if e.stopped != nil {
		return
	}
	if at == len(j.steps) {
		e.found(j.rule)
		return
	}
	s := &j.steps[at]
	switch s.polarity {
	case distinct:
		if e.instance(&s.atom.args[0], true) != e.instance(&s.atom.args[1], true) {
			e.steps(j, at+1)
		}
		return
	case negative:
		t := e.instance(&s.atom, false)
		if s.against && t >= 0 && e.against[t] {
			return
		}
		if s.relation.open || s.against || !e.holds(t) {
			e.steps(j, at+1)
		}
		return
	}
	if s.index < 0 {
		for _, t := range s.relation.rows {
			e.try(j, at, s, t)
		}
		return
	}
	key := uint64(0)
	for _, p := range s.keys {
		a := e.instance(p, false)
		if a < 0 {
			return
		}
		key = mix(key, a)
	}
	x := &s.relation.indexes[s.index]
	for row := x.first.get(key) - 1; row >= 0; row = x.next[row] {
		e.try(j, at, s, s.relation.rows[row])
	}
}

func (e *engine) try(j *join, at int, s *step, t id) {
	e.spend()
	if s.before && t == e.delta {
		return // found when the delta stands there
	}
	if e.match(&s.atom, t) {
		e.steps(j, at+1)
	}
	e.unbind(s.binds)
}
