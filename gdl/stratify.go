package gdl

import (
	"context"
	"errors"
	"fmt"
)

// Rules in which a sentence depends on its own negation have no meaning. That a
// *name* does is common and harmless: (goal ?r 0) holds where (goal ?r 100) does not.
// So names only raise the suspicion, and the rules without variables decide (local
// stratification; Przymusinski, "On the declarative semantics of deductive databases
// and logic programs", 1988).

// stratifyLimits bound the grounding that decides. Sheets that take more are given the
// benefit of the doubt; whoever plays them says so where it matters.
var stratifyLimits = Limits{Steps: 5_000_000, Memory: 256 << 20}

// stratified demands that no sentence depends on its own negation.
func (b *builder) stratified(d *dependencies) {
	type suspect struct{ head, negated predicate }
	at := map[suspect]Pos{}
	var order []suspect
	for _, r := range b.rules {
		for _, l := range r.body {
			if l.polarity != negative || !d.sameCycle(r.head.predicate(), l.atom.predicate()) {
				continue
			}
			s := suspect{r.head.predicate(), l.atom.predicate()}
			if _, met := at[s]; !met {
				at[s] = l.pos
				order = append(order, s)
			}
		}
	}
	if len(order) == 0 {
		return
	}
	var roots []symbol
	for _, s := range order {
		roots = append(roots, s.head.sym)
	}
	g, err := ground(context.Background(), &Sheet{symbols: b.symbols, rules: b.rules}, stratifyLimits, true, roots...)
	found := map[suspect]bool{}
	var paradox *paradox
	switch {
	case err == nil:
		g.negativeCycles(func(head, negated id) {
			found[suspect{g.store.predicate(head), g.store.predicate(negated)}] = true
		})
	case errors.As(err, &paradox):
		for _, s := range order {
			found[s] = found[s] || s.head == paradox.of
		}
	}
	for _, s := range order {
		name := b.symbols.names[s.head.sym]
		switch {
		case found[s]:
			b.errorf(at[s], "%s depends on its own negation", name)
		case err != nil && paradox == nil:
			b.warnf(at[s], "%s depends on the negation of its name; whether a sentence does takes too long to tell (%v)", name, err)
		default:
			b.warnf(at[s], "%s depends on the negation of its name, though no sentence on that of its own", name)
		}
	}
}

// paradox is the error of rules by which a sentence holds iff it does not.
type paradox struct {
	of   predicate
	name string
}

func (p *paradox) Error() string { return fmt.Sprintf("%s depends on its own negation", p.name) }

// predicate is the name of a sentence and the number of its arguments.
func (s *store) predicate(sentence id) predicate {
	return predicate{s.syms[sentence], len(s.argsOf(sentence))}
}

// negativeCycles calls visit for every condition that a sentence does not hold on which
// that sentence depends in turn.
func (g *grounding) negativeCycles(visit func(head, negated id)) {
	b := &circuitry{g: g, of: make([]wire, g.store.size())}
	b.sortInstances()
	part := b.parts()
	for i, head := range g.heads {
		for _, l := range b.literals(int32(i)) {
			if l&1 != 0 && part[l>>1] == part[head] {
				visit(head, l>>1)
			}
		}
	}
}
