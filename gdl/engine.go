package gdl

import (
	"fmt"
	"slices"
)

// engine derives sentences from rules bottom-up. Sentences are taken from a
// queue one at a time and joined with those taken before: every way to derive
// something is found just once, when the last of its conditions is taken.
type engine struct {
	store     *store
	relations map[predicate]*relation
	rules     []*compiled
	held      []bool // by id: whether the sentence is in its relation
	queued    []bool

	env     []id
	scratch []id
	delta   id
	queue   []queuedAtom
	work    int
	lookAt  int // how much work there is when the limits are looked at next
	entries int // of rows in relations and their indexes, about

	// limit is asked now and then and ends everything by an error.
	limit   func() error
	stopped error

	// watch, if it is not nil, is told of every way in which a rule holds.
	watch func(c *compiled, head id)
}

type queuedAtom struct {
	relation *relation
	atom     id
}

// relation is the sentences of one predicate that hold.
type relation struct {
	predicate predicate
	rows      []id
	indexes   []index
	most      int   // sentences it ever held, for planning
	users     []use // conditions to be joined anew when a sentence is added

	// open marks relations whose negation is not decided: it always holds.
	open bool
}

type use struct {
	rule    *compiled
	literal int
}

// index chains the rows that are equal at certain places.
type index struct {
	places []place
	first  map[uint64]int32 // row + 1
	next   []int32          // row, or −1
}

// place is an argument of a sentence, or some arguments of an argument that is
// a function: facts such as (true (cell 1 2 x)) differ only there.
type place struct {
	arg  int
	sym  symbol // of the function, or −1 for the whole argument
	size int    // number of the function's arguments
	subs uint64 // which of them
}

func newEngine(sheet *Sheet) *engine {
	e := &engine{store: newStore(sheet.symbols), relations: map[predicate]*relation{}, env: make([]id, maxVars)}
	for i := range e.env {
		e.env[i] = -1
	}
	return e
}

func (e *engine) relation(p predicate) *relation {
	r := e.relations[p]
	if r == nil {
		r = &relation{predicate: p}
		e.relations[p] = r
	}
	return r
}

func (r *relation) expected() int { return max(r.most, len(r.rows)) }

// indexOver returns the number of the index over some places.
func (r *relation) indexOver(s *store, places []place) int {
	for i := range r.indexes {
		if slices.Equal(r.indexes[i].places, places) {
			return i
		}
	}
	r.indexes = append(r.indexes, index{places: places, first: map[uint64]int32{}})
	x := &r.indexes[len(r.indexes)-1]
	for _, t := range r.rows {
		x.add(s, t)
	}
	return len(r.indexes) - 1
}

func (x *index) add(s *store, t id) {
	row := int32(len(x.next))
	x.next = append(x.next, -1)
	if key, ok := x.key(s, t); ok {
		x.next[row] = x.first[key] - 1
		x.first[key] = row + 1
	}
}

// key is that of a sentence; it is not ok if another function stands there.
func (x *index) key(s *store, t id) (key uint64, ok bool) {
	args := s.argsOf(t)
	for _, p := range x.places {
		a := args[p.arg]
		if p.sym < 0 {
			key = mix(key, a)
			continue
		}
		inner := s.argsOf(a)
		if s.syms[a] != p.sym || len(inner) != p.size {
			return 0, false
		}
		for i, b := range inner {
			if p.subs>>i&1 != 0 {
				key = mix(key, b)
			}
		}
	}
	return key, true
}

// clear empties the relation.
func (e *engine) clear(r *relation) {
	r.most = max(r.most, len(r.rows))
	for _, t := range r.rows {
		e.held[t], e.queued[t] = false, false
	}
	e.entries -= len(r.rows) * (1 + len(r.indexes))
	r.rows = r.rows[:0]
	for i := range r.indexes {
		clear(r.indexes[i].first)
		r.indexes[i].next = r.indexes[i].next[:0]
	}
}

func (e *engine) holds(t id) bool { return t >= 0 && int(t) < len(e.held) && e.held[t] }

// offer queues a sentence unless it is known.
func (e *engine) offer(r *relation, t id) {
	for int(t) >= len(e.queued) {
		e.queued, e.held = append(e.queued, false), append(e.held, false)
	}
	if !e.queued[t] {
		e.queued[t] = true
		e.queue = append(e.queue, queuedAtom{r, t})
	}
}

// spend counts work and looks at the limits now and then.
func (e *engine) spend() {
	if e.work++; e.work >= e.lookAt {
		e.look()
	}
}

// lookEvery is how much work is done between two looks at the limits.
const lookEvery = 4096

func (e *engine) look() {
	e.lookAt = e.work + lookEvery
	if e.limit != nil && e.stopped == nil {
		e.stopped = e.limit()
	}
}

// found is called when the body of a rule holds.
func (e *engine) found(c *compiled) {
	head := e.instance(&c.head, true)
	if e.store.sizes[head] > maxTerm && e.stopped == nil {
		e.stopped = fmt.Errorf("terms grow to more than %d words", maxTerm)
	}
	e.spend()
	e.offer(c.into, head)
	if e.watch != nil {
		e.watch(c, head)
	}
}

// compile makes a rule ready.
func (e *engine) compile(r *rule) *compiled {
	c := &compiled{number: len(e.rules), source: r, head: e.pattern(r.head), into: e.relation(r.head.predicate())}
	c.deltas = make([]*join, len(r.body))
	for _, l := range r.body {
		c.body = append(c.body, e.pattern(l.atom))
	}
	e.rules = append(e.rules, c)
	return c
}

// compileStages compiles rules by stage. Conditions on sentences of a rule's own
// stage are joined whenever one is added.
func (e *engine) compileStages(prog *program, stages [][]*rule) (all [][]*compiled) {
	for _, stage := range stages {
		var rules []*compiled
		for _, r := range stage {
			c := e.compile(r)
			rules = append(rules, c)
			for i, l := range r.body {
				if l.polarity == positive && prog.deps.sameCycle(r.head.predicate(), l.atom.predicate()) {
					in := e.relation(l.atom.predicate())
					in.users = append(in.users, use{c, i})
				}
			}
		}
		all = append(all, rules)
	}
	return all
}

// derive makes all that the stages derive hold.
func (e *engine) derive(stages [][]*compiled) {
	for _, stage := range stages {
		for _, c := range stage {
			e.begin(c)
		}
		e.drain(nil)
	}
}

// begin makes all joins of a rule with what holds now.
func (e *engine) begin(c *compiled) {
	if e.stopped != nil {
		return
	}
	if c.full == nil {
		c.full = e.planJoin(c, -1)
	}
	e.run(c.full, -1)
}

// drain takes sentences from the queue until nothing new follows. after, if it
// is not nil, is called for each.
func (e *engine) drain(after func(r *relation, t id)) {
	for at := 0; at < len(e.queue); at++ {
		q := e.queue[at]
		if e.stopped != nil {
			e.queued[q.atom] = false
			continue
		}
		e.spend()
		r := q.relation
		r.rows = append(r.rows, q.atom)
		e.entries += 1 + len(r.indexes)
		e.held[q.atom] = true
		for i := range r.indexes {
			r.indexes[i].add(e.store, q.atom)
		}
		for _, u := range r.users {
			if e.stopped != nil {
				break
			}
			if u.rule.deltas[u.literal] == nil {
				u.rule.deltas[u.literal] = e.planJoin(u.rule, u.literal)
			}
			e.run(u.rule.deltas[u.literal], q.atom)
		}
		if after != nil {
			after(r, q.atom)
		}
	}
	e.queue = e.queue[:0]
}

// bytes is about how much memory the engine takes.
func (e *engine) bytes() int {
	return e.store.bytes() + 2*len(e.held) + 8*len(e.queue) + 16*e.entries
}
