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

	growing   bool // joins are planned anew when relations grow
	doublings int  // how often a relation did

	against map[id]bool // what holds for negations of a stage's own sentences, see alternate

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

	spread *spread // of its rows, for planning while it grows

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
	first  rowTable
	next   []int32 // row, or −1
}

// rowTable finds the first row of a key, plus one.
type rowTable struct {
	keys []uint64
	rows []int32 // 0 where there is none; a power of two long and at most half full
	used int
}

func (t *rowTable) slot(key uint64) uint64 {
	mask := uint64(len(t.rows) - 1)
	at := key & mask
	for t.rows[at] != 0 && t.keys[at] != key {
		at = (at + 1) & mask
	}
	return at
}

// get returns 0 if there is none.
func (t *rowTable) get(key uint64) int32 {
	if t.used == 0 {
		return 0
	}
	return t.rows[t.slot(key)]
}

// put makes a row the first of its key and returns the one that was.
func (t *rowTable) put(key uint64, row int32) (before int32) {
	if 2*(t.used+1) > len(t.rows) {
		old := *t
		size := max(16, 2*len(t.rows))
		t.keys, t.rows = make([]uint64, size), make([]int32, size)
		for i, r := range old.rows {
			if r != 0 {
				at := t.slot(old.keys[i])
				t.keys[at], t.rows[at] = old.keys[i], r
			}
		}
	}
	at := t.slot(key)
	if before = t.rows[at]; before == 0 {
		t.used++
	}
	t.keys[at], t.rows[at] = key, row
	return before
}

func (t *rowTable) clear() {
	if t.used > 0 {
		clear(t.rows)
		t.used = 0
	}
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
	r.indexes = append(r.indexes, index{places: places})
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
		x.next[row] = x.first.put(key, row+1) - 1
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
		r.indexes[i].first.clear()
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
				if l.polarity == distinct || !prog.deps.sameCycle(r.head.predicate(), l.atom.predicate()) {
					continue
				}
				if l.polarity == negative {
					c.against = append(c.against, i)
					continue
				}
				in := e.relation(l.atom.predicate())
				in.users = append(in.users, use{c, i})
			}
		}
		all = append(all, rules)
	}
	return all
}

// derive makes all that the stages derive hold.
func (e *engine) derive(stages [][]*compiled) {
	for _, stage := range stages {
		if slices.ContainsFunc(stage, func(c *compiled) bool { return c.against != nil }) {
			e.alternate(stage)
			continue
		}
		e.least(stage)
	}
}

// least makes all that a stage derives hold.
func (e *engine) least(stage []*compiled) {
	for _, c := range stage {
		e.begin(c)
	}
	e.drain(nil)
}

// alternate derives a stage in which a name depends on its own negation. Taken that
// nothing of it holds, all that may hold follows; taken that all that may does, only what
// must hold follows; and so on with what must hold, until nothing changes: the
// well-founded model (Van Gelder, "The alternating fixpoint of logic programs with
// negation", 1993). What may hold and need not then depends on its own negation.
func (e *engine) alternate(stage []*compiled) {
	own := map[*relation]bool{}
	for _, c := range stage {
		own[c.into] = true
	}
	outer := e.against
	defer func() { e.against = outer }()
	derive := func(against map[id]bool) map[id]bool {
		for r := range own {
			e.clear(r)
		}
		e.against = against
		e.least(stage)
		all := map[id]bool{}
		for r := range own {
			for _, t := range r.rows {
				all[t] = true
			}
		}
		return all
	}
	for must := (map[id]bool{}); e.stopped == nil; {
		may := derive(must)
		now := derive(may)
		if len(now) == len(must) && len(may) > len(now) {
			if e.stopped == nil {
				head := stage[slices.IndexFunc(stage, func(c *compiled) bool { return c.against != nil })].source.head
				e.stopped = &paradox{head.predicate(), e.store.symbols.names[head.sym]}
			}
			return
		}
		if len(now) == len(may) {
			return // what must hold is among what may
		}
		must = now
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
		if n := len(r.rows); n&(n-1) == 0 {
			e.doublings++
		}
		e.entries += 1 + len(r.indexes)
		e.held[q.atom] = true
		for i := range r.indexes {
			r.indexes[i].add(e.store, q.atom)
		}
		for _, u := range r.users {
			if e.stopped != nil {
				break
			}
			if j := u.rule.deltas[u.literal]; j == nil || e.growing && j.stale(e) {
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
