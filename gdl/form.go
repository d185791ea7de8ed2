package gdl

import (
	"math"
	"slices"
)

// formRule is a rule made ready to answer questions of a form.
type formRule struct {
	variables int
	head      pattern
	heads     []headKey // what the head must match before the conditions are looked at
	steps     []formStep
}

// headKey is a term of a head and the number of the known term that stands there.
type headKey struct {
	pattern *pattern
	key     int
}

// formStep is a condition: one that is given, or a question.
type formStep struct {
	step
	form *form // of the question; its known terms are step.keys
	once bool  // one way to make it hold is as good as many: what it binds is not used
}

// form returns the one of a predicate in which so much is known.
func (t *tabled) form(p predicate, shapes []shape) *form {
	for _, f := range t.forms[p] {
		if slices.EqualFunc(f.shapes, shapes, shape.equal) {
			return f
		}
	}
	f := &form{predicate: p, shapes: shapes, moved: t.prog.onMoves[p]}
	f.whole = !slices.ContainsFunc(shapes, func(s shape) bool { return !s.known })
	t.forms[p], t.all = append(t.forms[p], f), append(t.all, f)
	return f
}

// planForm makes the rules ready that answer questions of a form.
func (t *tabled) planForm(f *form) {
	f.planned = true
	if t.given[f.predicate] {
		t.planGiven(f)
		return
	}
	for _, r := range t.rules[f.predicate] {
		if ready := t.planRule(f, r); ready != nil {
			f.rules = append(f.rules, ready)
		}
	}
}

// planGiven answers questions about what is given, which only the outside asks.
func (t *tabled) planGiven(f *form) {
	r := &rule{head: term{variable: -1, sym: f.predicate.sym}}
	for i := range f.predicate.arity {
		r.head.args = append(r.head.args, term{variable: int32(i)})
		r.vars = append(r.vars, "")
	}
	r.body = []literal{{positive, r.head, Pos{}}}
	f.rules = append(f.rules, t.planRule(f, r))
}

// planRule orders the conditions of a rule for what a form knows of its head: each is
// the one of those left that should have the fewest ways to hold. It returns nil if the
// head never fits.
func (t *tabled) planRule(f *form, r *rule) *formRule {
	ready := &formRule{variables: len(r.vars), head: t.e.pattern(r.head)}
	bound, keys := make([]bool, len(r.vars)), 0
	for i := range r.head.args {
		if !ready.known(&ready.head.args[i], r.head.args[i], f.shapes[i], bound, &keys) {
			return nil
		}
	}
	done := make([]bool, len(r.body))
	for range r.body {
		best, cost := -1, farAway
		for i, l := range r.body {
			if !done[i] {
				if now := t.cost(l, bound); now < cost {
					best, cost = i, now
				}
			}
		}
		if best < 0 {
			break
		}
		done[best] = true
		ready.steps = append(ready.steps, t.planStep(r.body[best], best, bound))
	}
	ready.markOnce(r)
	return ready
}

// known notes which terms of the head a form knows. It is false if they cannot fit.
func (ready *formRule) known(p *pattern, of term, s shape, bound []bool, keys *int) bool {
	switch {
	case s.known:
		ready.heads = append(ready.heads, headKey{p, *keys})
		of.vars(bound)
		*keys++
		return true
	case s.sym < 0:
		return true
	case of.isVar():
		*keys += s.keys() // answers that do not fit are left out by those who ask
		return true
	case of.sym != s.sym || len(of.args) != len(s.args):
		return false
	}
	for i := range of.args {
		if !ready.known(&p.args[i], of.args[i], s.args[i], bound, keys) {
			return false
		}
	}
	return true
}

// keys counts the terms that are known.
func (s shape) keys() (n int) {
	if s.known {
		return 1
	}
	for _, a := range s.args {
		n += a.keys()
	}
	return n
}

func (t *tabled) planStep(l literal, number int, bound []bool) formStep {
	if l.polarity == distinct || t.isGiven(l.atom.predicate()) {
		return formStep{step: t.e.planStep(l, number, -1, bound)}
	}
	s := formStep{step: step{polarity: l.polarity, literal: number, atom: t.e.pattern(l.atom), index: -1}}
	var shapes []shape
	for i, a := range l.atom.args {
		shapes = append(shapes, shapeOf(a, &s.atom.args[i], bound, &s.keys))
	}
	s.form = t.form(l.atom.predicate(), shapes)
	if l.polarity == positive {
		s.binds = bind(l.atom, bound)
	}
	return s
}

// isGiven reports whether sentences of a name are looked up: they are given, or nothing
// derives them.
func (t *tabled) isGiven(p predicate) bool { return t.given[p] || len(t.rules[p]) == 0 }

// shapeOf tells what is known of a term whose bound variables are known, and appends
// where the known terms stand.
func shapeOf(a term, p *pattern, bound []bool, keys *[]*pattern) shape {
	switch {
	case allBound(a, bound):
		*keys = append(*keys, p)
		return shape{known: true}
	case a.isVar():
		return shape{sym: -1}
	}
	s := shape{sym: a.sym}
	for i, inner := range a.args {
		s.args = append(s.args, shapeOf(inner, &p.args[i], bound, keys))
	}
	return s
}

// markOnce finds the conditions that bind nothing that is used later.
func (ready *formRule) markOnce(r *rule) {
	used := make([]bool, len(r.vars))
	r.head.vars(used)
	for i := len(ready.steps) - 1; i >= 0; i-- {
		s := &ready.steps[i]
		s.once = s.polarity == positive && !slices.ContainsFunc(s.binds, func(v int32) bool { return used[v] })
		r.body[s.literal].atom.vars(used)
	}
}

// cost guesses how many ways there are to make a condition hold.
func (t *tabled) cost(l literal, bound []bool) float64 {
	p := l.atom.predicate()
	switch {
	case l.polarity == distinct && allBound(l.atom, bound):
		return -1
	case l.polarity == negative && allBound(l.atom, bound):
		if t.isGiven(p) {
			return -1
		}
		return 0.7
	case l.polarity != positive:
		return farAway
	case t.isGiven(p) && allBound(l.atom, bound):
		return -0.5
	case t.isGiven(p):
		return t.figures.rows(l.atom, bound)
	}
	free, known := 0, false
	var count func(a term)
	count = func(a term) {
		switch {
		case allBound(a, bound):
			known = true
		case a.isVar():
			free++
		default:
			for _, inner := range a.args {
				count(inner)
			}
		}
	}
	for _, a := range l.atom.args {
		count(a)
	}
	switch {
	case free == 0:
		return 0.6
	case known:
		return 1 + math.Pow(3, float64(free))
	}
	return 20 * math.Pow(3, float64(free))
}

// figures are numbers of what is given, by which joins are planned. Facts and moves change
// from position to position, and plans must not: they are as at the start.
type figures struct {
	e    *engine
	of   map[predicate]*figure
	true map[predicate]*figure // of facts, by their functions
}

// figure is how many sentences there are and how many terms stand at each argument.
type figure struct {
	rows     int
	distinct []int
}

// unknown is a guess where nothing is known.
var unknown = figure{rows: 40}

func newFigures(e *engine) *figures {
	return &figures{e: e, of: map[predicate]*figure{}, true: map[predicate]*figure{}}
}

func countTerms(s *store, arity int, list []id) *figure {
	fig := &figure{rows: len(list)}
	for i := range arity {
		seen := map[id]bool{}
		for _, t := range list {
			seen[s.argsOf(t)[i]] = true
		}
		fig.distinct = append(fig.distinct, len(seen))
	}
	return fig
}

// facts takes note of the start position.
func (g *figures) facts(list []id) {
	by := map[predicate][]id{}
	for _, f := range list {
		p := g.e.store.predicate(f)
		by[p] = append(by[p], f)
	}
	for p, facts := range by {
		g.true[p] = countTerms(g.e.store, p.arity, facts)
	}
}

// rows guesses how many sentences that are given fit an atom whose bound variables are
// known.
func (g *figures) rows(atom term, bound []bool) float64 {
	p := atom.predicate()
	switch p.sym {
	case symDoes:
		return 1
	case symTrue:
		fact := atom.args[0]
		if fact.isVar() {
			return 100
		}
		fig := g.true[fact.predicate()]
		if fig == nil {
			fig = &unknown
		}
		return fig.expect(fact, bound)
	}
	fig := g.of[p]
	if fig == nil {
		fig = countTerms(g.e.store, p.arity, g.e.relation(p).rows)
		g.of[p] = fig
	}
	return fig.expect(atom, bound)
}

// expect guesses how many rows fit an atom whose bound variables are known.
func (fig *figure) expect(atom term, bound []bool) float64 {
	return fig.divide(float64(fig.rows), atom, bound)
}

// divide takes a number of rows for each term that is known as evenly spread.
func (fig *figure) divide(n float64, atom term, bound []bool) float64 {
	for i, a := range atom.args {
		different := 6.0
		if fig.distinct != nil {
			different = float64(max(1, fig.distinct[i]))
		}
		if allBound(a, bound) {
			n /= different
		}
	}
	return n
}
