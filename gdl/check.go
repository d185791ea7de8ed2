package gdl

import (
	"maps"
	"slices"
	"strconv"
)

// check looks for what is wrong with the rules as a whole.
func (b *builder) check() {
	b.present()
	for i := range b.rules {
		if b.full() {
			return
		}
		b.heads(&b.rules[i])
		b.safety(&b.rules[i])
	}
	d := dependenciesOf(b.rules)
	b.timeless(d)
	b.recursion(d)
	if b.errors == 0 {
		b.stratified(d)
	}
	if b.errors == 0 {
		b.usage() // rules with errors may be missing, so that it would mislead
	}
}

// present demands the sentences that no game is without.
func (b *builder) present() {
	have := map[symbol]bool{}
	for _, r := range b.rules {
		have[r.head.sym] = true
	}
	for _, s := range []symbol{symRole, symLegal, symGoal, symTerminal} {
		if !have[s] {
			b.errorf(Pos{1, 1}, "the sheet has no %s", keywordNames[s])
		}
	}
}

// heads checks which keywords stand where.
func (b *builder) heads(r *rule) {
	name := b.symbols.names[r.head.sym]
	switch r.head.sym {
	case symTrue, symDoes:
		b.errorf(r.pos, "%s cannot be derived: the state and the moves make it true", name)
	case symRole:
		if len(r.body) > 0 {
			b.errorf(r.pos, "role must be a fact, not a rule")
		} else if len(r.head.args[0].args) > 0 {
			b.errorf(r.pos, "the name of a role must be one word")
		}
	case symGoal:
		if v := r.head.args[1]; !v.isVar() {
			if _, ok := goalValue(b.symbols, v); !ok {
				b.warnf(r.pos, "the goal is not a whole number from 0 to 100")
			}
		}
	}
	for _, l := range r.body {
		switch l.atom.sym {
		case symInit, symNext, symBase, symInput, symSees:
			b.errorf(l.pos, "%s cannot be a condition", b.symbols.names[l.atom.sym])
		}
	}
}

// goalValue reads the value of a goal.
func goalValue(t *symbols, v term) (int, bool) {
	if len(v.args) > 0 || v.isVar() {
		return 0, false
	}
	n, err := strconv.Atoi(t.names[v.sym])
	return n, err == nil && 0 <= n && n <= 100
}

// safety demands that positive conditions bind every variable.
func (b *builder) safety(r *rule) {
	bound, used := make([]bool, len(r.vars)), make([]bool, len(r.vars))
	r.head.vars(used)
	for _, l := range r.body {
		if l.polarity == positive {
			l.atom.vars(bound)
		} else {
			l.atom.vars(used)
		}
	}
	for v, name := range r.vars {
		if used[v] && !bound[v] {
			b.errorf(r.pos, "the rule is not safe: no positive condition binds %s", name)
		}
	}
}

// timeless demands that what is fixed does not depend on the state, nor what
// the state alone decides on the moves.
func (b *builder) timeless(d *dependencies) {
	onState, onMoves := d.dependOn(symTrue), d.dependOn(symDoes)
	for _, r := range b.rules {
		for _, l := range r.body {
			p, name := l.atom.predicate(), b.symbols.names[r.head.sym]
			switch r.head.sym {
			case symInit, symBase, symInput:
				if onState[p] || onMoves[p] {
					b.errorf(r.pos, "%s must not depend on true or does", name)
				}
			case symLegal, symGoal, symTerminal:
				if onMoves[p] {
					b.errorf(r.pos, "%s must not depend on does", name)
				}
			}
		}
	}
}

// recursion demands the recursion restriction, which keeps what can be derived
// finite: an argument of a condition that depends on the head in turn is fixed,
// an argument of the head, or an argument of a condition that does not.
func (b *builder) recursion(d *dependencies) {
	for _, r := range b.rules {
		p := r.head.predicate()
		if id := d.ids[p]; !d.loop[id] {
			continue
		}
		bound := map[string]bool{} // terms that restrict the recursion
		for _, arg := range r.head.args {
			bound[arg.key()] = true
		}
		for _, l := range r.body {
			if l.polarity == positive && !d.sameCycle(p, l.atom.predicate()) {
				for _, arg := range l.atom.args {
					bound[arg.key()] = true
				}
			}
		}
		for _, l := range r.body {
			if l.polarity != positive || !d.sameCycle(p, l.atom.predicate()) {
				continue
			}
			for _, arg := range l.atom.args {
				if !arg.ground() && !bound[arg.key()] {
					b.errorf(l.pos, "the recursion of %s is not restricted: an argument is neither in the head nor in a condition outside the recursion", b.symbols.names[p.sym])
					break
				}
			}
		}
	}
}

// usage warns of sentences that are asked for but never derived, or derived but
// never asked for.
func (b *builder) usage() {
	derived, asked := map[predicate]Pos{}, map[predicate]Pos{}
	first := func(in map[predicate]Pos, p predicate, at Pos) {
		if _, met := in[p]; !met && !isSentenceKeyword(p.sym) {
			in[p] = at
		}
	}
	for _, r := range b.rules {
		first(derived, r.head.predicate(), r.pos)
		for _, l := range r.body {
			if l.polarity != distinct {
				first(asked, l.atom.predicate(), l.pos)
			}
		}
	}
	order := func(x, y predicate) int { return 1000*int(x.sym-y.sym) + x.arity - y.arity }
	for _, p := range slices.SortedFunc(maps.Keys(asked), order) {
		if _, ok := derived[p]; !ok {
			b.warnf(asked[p], "%s is asked for, but nothing derives it", b.symbols.names[p.sym])
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(derived), order) {
		if _, ok := asked[p]; !ok {
			b.warnf(derived[p], "%s is derived, but nothing asks for it", b.symbols.names[p.sym])
		}
	}
}
