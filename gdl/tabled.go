package gdl

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// tabled is the reasoner for sheets that are too large for a network. It reasons
// backwards: asked what is legal, it asks what the rules of legal need, and so on down to
// what is given, the facts, the moves and what never changes. Every question is answered
// once in a position and its answers are kept in a table (Tamaki and Sato, "OLD
// resolution with tabulation", 1986), so that rules may be recursive and nothing is
// derived that nobody asked for. It belongs to one goroutine.
type tabled struct {
	sheet *Sheet
	e     *engine // interns terms and holds what is given
	prog  *program
	given map[predicate]bool
	rules map[predicate][]*rule // of what is not given

	forms    map[predicate][]*form
	all      []*form
	stack    []*table // being answered, or waiting for one that is further down
	pass     int32
	added    int // answers, of all tables
	depth    int
	low      int32 // lowest place on the stack of what was asked before it was answered
	keys     []id  // of the questions that are being asked
	tuple    []id
	vars     []id     // room for the variables of the rules at work
	figures  *figures // of what is given, to plan by
	terminal *form
	legal    *form
	next     *form
	goal     *form

	roles []id
	start []id
	at    []id // the facts that the tables are about, nil if they are not
	begun int  // work done when the position at hand was begun
}

// The bounds of the reasoner: steps and depth of one position, steps of all sentences
// that never change.
const (
	maxTabledWork  = 60_000_000
	maxTabledDepth = 50_000
	maxRigidWork   = 1_000_000
)

var errTooDeep = errors.New("a position takes more conclusions from conclusions than are allowed")

func newTabled(sheet *Sheet) (*tabled, error) {
	t := &tabled{
		sheet: sheet, e: newEngine(sheet), prog: programOf(sheet),
		given: map[predicate]bool{}, rules: map[predicate][]*rule{}, forms: map[predicate][]*form{},
	}
	t.figures = newFigures(t.e)
	for _, s := range sheet.roles {
		t.roles = append(t.roles, t.e.store.intern(s, nil))
	}
	t.giveRigid()
	for _, p := range []predicate{{symTrue, 1}, {symDoes, 2}} {
		t.given[p] = true
		t.e.relation(p)
	}
	for _, stages := range [][][]*rule{t.prog.rigid, t.prog.view, t.prog.move} {
		for _, stage := range stages {
			for _, r := range stage {
				if p := r.head.predicate(); !t.given[p] {
					t.rules[p] = append(t.rules[p], r)
				}
			}
		}
	}
	most := int64(maxStore)
	if sheet.memory > 0 {
		most = min(most, sheet.memory)
	}
	t.e.limit = func() error {
		if t.e.work-t.begun > maxTabledWork || int64(t.e.bytes()) > most {
			return errTooMuch
		}
		return nil
	}
	free, known := shape{sym: -1}, shape{known: true}
	init := t.form(predicate{symInit, 1}, []shape{free})
	t.terminal = t.form(predicate{symTerminal, 0}, nil)
	t.legal = t.form(predicate{symLegal, 2}, []shape{known, free})
	t.goal = t.form(predicate{symGoal, 2}, []shape{known, free})
	t.next = t.form(predicate{symNext, 1}, []shape{free})
	t.begin()
	if err := t.collect(init, nil, func(row []id) { t.start = append(t.start, row[0]) }); err != nil {
		return nil, err
	}
	slices.Sort(t.start)
	t.figures.facts(t.start)
	if _, err := t.look(t.start); err != nil {
		return nil, err
	}
	return t, nil
}

// giveRigid derives what never changes, stage by stage, as far as that is no great work;
// the rest is answered when it is asked for.
func (t *tabled) giveRigid() {
	e := t.e
	for i, rules := range e.compileStages(t.prog, t.prog.rigid) {
		known := true
		for _, r := range t.prog.rigid[i] {
			for _, l := range r.body {
				p := l.atom.predicate()
				derived := slices.ContainsFunc(t.prog.rigid[i], func(r *rule) bool { return r.head.predicate() == p })
				known = known && (l.polarity == distinct || derived || t.given[p] || !t.prog.derives(p))
			}
		}
		if !known {
			continue
		}
		begun := e.work
		e.limit = func() error {
			if e.work-begun > maxRigidWork {
				return errTooMuch
			}
			return nil
		}
		e.derive([][]*compiled{rules})
		for _, r := range t.prog.rigid[i] {
			if e.stopped != nil {
				e.clear(e.relation(r.head.predicate()))
			} else {
				t.given[r.head.predicate()] = true
			}
		}
		e.stopped = nil
	}
}

// derives reports whether rules derive sentences of a name.
func (p *program) derives(q predicate) bool {
	id, known := p.deps.ids[q]
	return known && len(p.deps.on[id]) > 0
}

// begin starts to count the work of a position.
func (t *tabled) begin() {
	t.e.stopped, t.begun, t.e.lookAt = nil, t.e.work, t.e.work+lookEvery
}

// forget empties the tables, or only those about the moves.
func (t *tabled) forget(movesOnly bool) {
	for _, f := range t.all {
		if f.moved || !movesOnly {
			f.forget()
		}
	}
	t.stack, t.keys, t.depth = t.stack[:0], t.keys[:0], 0
}

// enter makes the tables those of a position, given by its facts ascending.
func (t *tabled) enter(facts []id) {
	if t.at != nil && slices.Equal(t.at, facts) {
		return
	}
	t.begin()
	t.forget(false)
	t.give(predicate{symTrue, 1}, facts, func(f id) id { return t.e.store.intern(symTrue, []id{f}) })
	t.at = append([]id{}, facts...)
}

// give makes a relation that of some sentences.
func (t *tabled) give(p predicate, list []id, sentence func(id) id) {
	r := t.e.relation(p)
	t.e.clear(r)
	for _, x := range list {
		t.e.offer(r, sentence(x))
	}
	t.e.drain(nil)
}

// collect asks a question and calls visit for all answers.
func (t *tabled) collect(f *form, keys []id, visit func(row []id)) error {
	asked := t.ask(f, keys)
	if t.e.stopped != nil {
		t.at = nil // the tables are worth nothing
		t.forget(false)
		return t.e.stopped
	}
	for i := range asked.n {
		visit(asked.row(i))
	}
	return nil
}

// look returns what can be seen of a position but its goals.
func (t *tabled) look(facts []id) (view, error) {
	t.enter(facts)
	v := view{legal: make([][]id, len(t.roles))}
	if err := t.collect(t.terminal, nil, func([]id) { v.terminal = true }); err != nil {
		return view{}, err
	}
	for r, role := range t.roles {
		if err := t.collect(t.legal, []id{role}, func(row []id) { v.legal[r] = append(v.legal[r], row[1]) }); err != nil {
			return view{}, err
		}
	}
	return v, nil
}

// goals returns what every role has reached.
func (t *tabled) goals(facts []id) ([]int, error) {
	t.enter(facts)
	goals := make([]int, len(t.roles))
	for r, role := range t.roles {
		if err := t.collect(t.goal, []id{role}, func(row []id) {
			if value, ok := t.e.store.goalOf(row[1]); ok {
				goals[r] = max(goals[r], value)
			}
		}); err != nil {
			return nil, err
		}
	}
	return goals, nil
}

// after returns the facts, ascending, after one move of every role.
func (t *tabled) after(facts, moves []id) ([]id, error) {
	t.enter(facts)
	t.begin()
	t.forget(true)
	role := -1
	t.give(predicate{symDoes, 2}, moves, func(m id) id {
		role++
		return t.e.store.intern(symDoes, []id{t.roles[role], m})
	})
	after := []id{}
	err := t.collect(t.next, nil, func(row []id) { after = append(after, row[0]) })
	slices.Sort(after)
	return after, err
}

func (t *tabled) terms() *store   { return t.e.store }
func (t *tabled) beginning() []id { return t.start }
func (t *tabled) worked() int     { return t.e.work }
func (t *tabled) plan()           {}

// ask returns the table of a question, answered as far as can be. Where it is asked in
// the course of answering it, more answers may come.
func (t *tabled) ask(f *form, keys []id) *table {
	tab := f.table(keys)
	switch {
	case tab.done:
	case tab.active:
		tab.inCircle = true
		t.low = min(t.low, tab.place)
	case tab.place >= 0 && tab.pass == t.pass:
		t.low = min(t.low, tab.low)
	default:
		t.answer(f, tab)
	}
	return tab
}

// answer fills a table. A question that is asked again in the course of its answer is
// answered again and again until nothing new comes; those that were asked in between
// wait for it on the stack, and are answered once in every pass.
func (t *tabled) answer(f *form, tab *table) {
	if !f.planned {
		t.planForm(f)
	}
	waits := tab.place >= 0 // for one further down, whatever it comes to now
	if !waits {
		tab.place = int32(len(t.stack))
		t.stack = append(t.stack, tab)
	}
	if t.depth++; t.depth > maxTabledDepth && t.e.stopped == nil {
		t.e.stopped = errTooDeep
	}
	outer := t.low
	tab.active = true
	for t.e.stopped == nil {
		before := t.added
		t.low, tab.inCircle, tab.pass = tab.place, false, t.pass
		t.derive(f, tab)
		if t.e.stopped != nil || !t.again(tab, waits, f.whole && tab.n > 0, t.added > before) {
			break
		}
		t.pass++
	}
	tab.active = false
	if tab.done {
		t.low = outer
	} else {
		t.low = min(outer, tab.low)
	}
	t.depth--
}

// again decides after a pass over the rules of a table whether there must be another.
// Enough is that one answer was found where one will do; more, that answers were found.
func (t *tabled) again(tab *table, waits, enough, more bool) bool {
	switch {
	case waits:
		tab.done, tab.low = enough, min(tab.low, t.low)
		return false
	case enough:
		t.finish(tab, false)
		return false
	case t.low < tab.place:
		tab.low = t.low
		return false
	case !more || !tab.inCircle && len(t.stack) == int(tab.place)+1:
		t.finish(tab, true)
		return false
	}
	return true
}

// finish ends a circle. If its first table is complete so are those that waited for it;
// if not, because one answer was enough, they are answered again when they are asked again.
func (t *tabled) finish(first *table, complete bool) {
	for _, tab := range t.stack[first.place+1:] {
		tab.done = tab.done || complete
		tab.place = -1
	}
	first.done = true
	t.stack = t.stack[:first.place]
	first.place = -1
}

// derive answers a question by every rule once.
func (t *tabled) derive(f *form, tab *table) {
	env := t.e.env
	from := len(t.vars)
	for _, r := range f.rules {
		for range r.variables {
			t.vars = append(t.vars, -1)
		}
		t.e.env = t.vars[from:]
		matches := true
		for _, h := range r.heads {
			if matches = t.e.match(h.pattern, tab.keys[h.key]); !matches {
				break
			}
		}
		stop := matches && t.steps(f, tab, r, 0)
		t.vars = t.vars[:from]
		if stop {
			break
		}
	}
	t.e.env = env
}

// steps looks for ways to make the conditions of a rule hold, from one on. It reports
// whether no more need be looked for.
func (t *tabled) steps(f *form, tab *table, r *formRule, at int) (stop bool) {
	e := t.e
	if e.stopped != nil {
		return true
	}
	if at == len(r.steps) {
		return t.found(f, tab, r)
	}
	s := &r.steps[at]
	switch {
	case s.polarity == distinct:
		return e.instance(&s.atom.args[0], true) != e.instance(&s.atom.args[1], true) && t.steps(f, tab, r, at+1)
	case s.form != nil:
		return t.askStep(f, tab, r, at)
	case s.polarity == negative:
		return !e.holds(e.instance(&s.atom, false)) && t.steps(f, tab, r, at+1)
	case s.index < 0:
		for _, sentence := range s.relation.rows {
			if matched, stop := t.try(f, tab, r, at, sentence); stop || matched && s.once {
				return stop
			}
		}
		return false
	}
	key := uint64(0)
	for _, p := range s.keys {
		a := e.instance(p, false)
		if a < 0 {
			return false
		}
		key = mix(key, a)
	}
	x := &s.relation.indexes[s.index]
	for row := x.first.get(key) - 1; row >= 0; row = x.next[row] {
		if matched, stop := t.try(f, tab, r, at, s.relation.rows[row]); stop || matched && s.once {
			return stop
		}
	}
	return false
}

// try goes on with one sentence that is given.
func (t *tabled) try(f *form, tab *table, r *formRule, at int, sentence id) (matched, stop bool) {
	s := &r.steps[at]
	t.e.spend()
	if matched = t.e.match(&s.atom, sentence); matched {
		stop = t.steps(f, tab, r, at+1)
	}
	t.e.unbind(s.binds)
	return matched, stop
}

// askStep goes on with the answers to a question.
func (t *tabled) askStep(f *form, tab *table, r *formRule, at int) (stop bool) {
	e, s := t.e, &r.steps[at]
	from := len(t.keys)
	for _, p := range s.keys {
		t.keys = append(t.keys, e.instance(p, true))
	}
	e.spend()
	env := e.env
	asked := t.ask(s.form, t.keys[from:])
	e.env = env
	t.keys = t.keys[:from]
	if s.polarity == negative {
		if !asked.done && e.stopped == nil {
			e.stopped = &paradox{s.form.predicate, e.store.symbols.names[s.form.predicate.sym]}
		}
		return e.stopped != nil || asked.n == 0 && t.steps(f, tab, r, at+1)
	}
	for i := 0; i < asked.n; i++ { // more may come
		e.spend()
		matched := true
		for a, x := range asked.row(i) {
			if matched = e.match(&s.atom.args[a], x); !matched {
				break
			}
		}
		if matched {
			stop = t.steps(f, tab, r, at+1)
		}
		e.unbind(s.binds)
		if stop || matched && s.once {
			return stop
		}
	}
	return e.stopped != nil
}

// found adds the head of a rule to the answers and reports whether it is enough.
func (t *tabled) found(f *form, tab *table, r *formRule) bool {
	e := t.e
	e.spend()
	t.tuple = t.tuple[:0]
	for i := range r.head.args {
		x := e.instance(&r.head.args[i], true)
		if e.store.sizes[x] > maxTerm && e.stopped == nil {
			e.stopped = fmt.Errorf("terms grow to more than %d words", maxTerm)
		}
		t.tuple = append(t.tuple, x)
	}
	if tab.add(t.tuple) {
		t.added++
	}
	return f.whole || e.stopped != nil
}

// farAway is the cost of a condition that cannot be looked at yet.
var farAway = math.Inf(1)
