package gdl

import (
	"context"
	"math"
	"slices"
	"strconv"
)

// Rules derive much that nobody asks for: how many stones there would be had seven been
// counted before the first cell. So a sheet may be grounded by demand: for each name it is
// found which of its arguments are known wherever it is asked for, rules derive what is
// asked for, and a sentence is derived only for those arguments (Bancilhon, Maier, Sagiv and
// Ullman, "Magic sets and other strange ways to implement logic programs", 1986):
//
//	(<= (count ?cell ?before ?all) (one ?cell ?before ?now) (after ?cell ?next) (count ?next ?now ?all))
//
// becomes, as count is asked with its first two arguments known,
//
//	(<= (count ?cell ?before ?all) (asked ?cell ?before) (one ?cell ?before ?now) (after ?cell ?next) (count ?next ?now ?all))
//	(<= (asked ?next ?now) (asked ?cell ?before) (one ?cell ?before ?now) (after ?cell ?next))
//
// What is asked for bounds the instances and is no condition of them.

// demander adds to rules what is asked for.
type demander struct {
	prog  *program
	rigid *engine // what never changes, for its numbers
	rules []rule
	known map[predicate][]bool // by argument: whether it is known wherever it is asked for
	asked map[predicate]symbol // of those of which something is known
}

// byDemand returns a sheet of the same meaning that derives only what is asked for. Its
// symbols of what is asked are marked.
func byDemand(ctx context.Context, sheet *Sheet, limits Limits) (*Sheet, error) {
	d := &demander{prog: programOf(sheet), rules: sheet.rules, known: map[predicate][]bool{}, asked: map[predicate]symbol{}}
	d.rigid = newEngine(sheet)
	if err := d.deriveRigid(ctx, limits); err != nil {
		return nil, err
	}
	d.findKnown()
	for _, p := range d.prog.deps.preds { // in the order of the sheet
		if slices.Contains(d.known[p], true) {
			d.asked[p] = sheet.symbols.intern("asked " + strconv.Itoa(len(d.asked)+1))
		}
	}
	questions := &splitter{symbols: sheet.symbols, known: map[string]symbol{}, name: "asked part "}
	var rules []rule
	for i := range sheet.rules {
		r := sheet.rules[i]
		if !d.restricts(&r) {
			rules = append(rules, r)
			continue
		}
		for _, q := range d.questions(&r) {
			questions.add(q)
		}
		if own := d.ownQuestion(&r); own != nil {
			r.body = append([]literal{*own}, r.body...)
		}
		rules = append(rules, r)
	}
	result := *sheet
	result.rules = append(rules, questions.rules...)
	result.asked = map[symbol]bool{}
	for _, r := range questions.rules {
		result.asked[r.head.sym] = true
	}
	for _, s := range d.asked {
		result.asked[s] = true
	}
	return &result, nil
}

// deriveRigid derives what never changes.
func (d *demander) deriveRigid(ctx context.Context, limits Limits) error {
	e := d.rigid
	e.limit = func() error {
		switch {
		case int64(e.work) > limits.Steps:
			return errSteps
		case int64(e.bytes()) > limits.Memory/4:
			return errMemory
		}
		return ctx.Err()
	}
	e.derive(e.compileStages(d.prog, d.prog.rigid))
	return e.stopped
}

// restricts reports whether a rule derives or asks for something that changes.
func (d *demander) restricts(r *rule) bool { return !d.prog.isRigid(r.head.predicate()) }

// derived reports whether rules derive sentences of a name, and not the same ones all game:
// such are asked for.
func (d *demander) derived(p predicate) bool {
	return !isSentenceKeyword(p.sym) && d.prog.derives(p) && !d.prog.isRigid(p)
}

// findKnown finds out what is known of all that is asked for: everything, until it is seen
// that it is not.
func (d *demander) findKnown() {
	for _, p := range d.prog.deps.preds {
		if d.derived(p) {
			d.known[p] = make([]bool, p.arity)
			for i := range p.arity {
				d.known[p][i] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range d.rules {
			r := &d.rules[i]
			if !d.restricts(r) {
				continue
			}
			d.inOrder(r, func(l literal, bound []bool, _ []literal) {
				known := d.known[l.atom.predicate()]
				for a := range known {
					if known[a] && !allBound(l.atom.args[a], bound) {
						known[a], changed = false, true
					}
				}
			})
		}
	}
}

// question is the sentence that asks for an atom, or nil if all of its name are derived.
func (d *demander) question(atom term) *literal {
	p := atom.predicate()
	sym, restricted := d.asked[p]
	if !restricted {
		return nil
	}
	q := term{variable: -1, sym: sym}
	for i, known := range d.known[p] {
		if known {
			q.args = append(q.args, atom.args[i])
		}
	}
	return &literal{positive, q, Pos{}}
}

// ownQuestion asks for the head of a rule.
func (d *demander) ownQuestion(r *rule) *literal { return d.question(r.head) }

// questions returns rules for what a rule asks for.
func (d *demander) questions(r *rule) (rules []rule) {
	d.inOrder(r, func(l literal, _ []bool, before []literal) {
		q := d.question(l.atom)
		if q == nil {
			return
		}
		asks := rule{head: q.atom, vars: r.vars, pos: r.pos}
		if own := d.ownQuestion(r); own != nil {
			asks.body = append(asks.body, *own)
		}
		for _, b := range before {
			if b.polarity != negative || d.prog.isRigid(b.atom.predicate()) {
				asks.body = append(asks.body, b)
			}
		}
		if len(asks.body) == 1 && asks.body[0].atom.key() == asks.head.key() {
			return // asked for already
		}
		rules = append(rules, asks)
	})
	return rules
}

// inOrder calls visit for the conditions of a rule that are asked for, with what is known
// then and the conditions before it. They are ordered as one would look at them: tests as soon
// as they can be made, what is given before what is derived, few unknowns before many.
func (d *demander) inOrder(r *rule, visit func(l literal, bound []bool, before []literal)) {
	bound := make([]bool, len(r.vars))
	for i, known := range d.known[r.head.predicate()] {
		if known {
			r.head.args[i].vars(bound)
		}
	}
	left := slices.Clone(r.body)
	var before []literal
	for len(left) > 0 {
		best, cost := 0, math.Inf(1)
		for i, l := range left {
			if now := d.cost(r, l, bound); now < cost {
				best, cost = i, now
			}
		}
		l := left[best]
		left = slices.Delete(left, best, best+1)
		if l.polarity != distinct && d.derived(l.atom.predicate()) {
			visit(l, bound, before)
		}
		before = append(before, l)
		if l.polarity == positive {
			bind(l.atom, bound)
		}
	}
}

// cost tells how late a condition should be looked at: about the binary logarithm of the ways
// in which it may hold. Of what never changes that is known. A condition that holds nearly
// always, such as that two cells are different ones, thus comes late and lets nobody ask for
// all that is different.
func (d *demander) cost(r *rule, l literal, bound []bool) float64 {
	p := l.atom.predicate()
	switch {
	case l.polarity != positive && !allBound(l.atom, bound):
		return math.Inf(1)
	case l.polarity != positive:
		return -1
	case d.prog.isRigid(p):
		return math.Log2(d.rigid.relation(p).expect(d.rigid.store, l.atom, bound))
	}
	used, free := make([]bool, len(r.vars)), 0.0
	l.atom.vars(used)
	for v := range used {
		if used[v] && !bound[v] {
			free++
		}
	}
	switch {
	case !d.derived(p):
		return 2 * free
	case d.prog.deps.sameCycle(p, r.head.predicate()):
		return 2*free + 3
	}
	return 2*free + 1
}
