package gdl

// Some sheets derive all lists of ten cells, of which there are more than anybody can count,
// by one rule whose conditions have nothing to do with each other:
//
//	(<= (list_of (l ?a (l ?b (l ?c nil)))) (cell ?a) (cell ?b) (cell ?c))
//
// How many sentences follow from such a rule is known before any is derived, so that nobody
// waits for the limits to be met.

// foretold is the largest number of sentences that are seen to follow from one rule.
func foretold(p *program) (most float64) {
	facts, derived := map[predicate]float64{}, map[predicate]bool{}
	for _, stage := range p.rigid {
		for _, r := range stage {
			if len(r.body) == 0 {
				facts[r.head.predicate()]++
			} else {
				derived[r.head.predicate()] = true
			}
		}
	}
	for _, stage := range p.rigid {
		for _, r := range stage {
			if n, ok := instances(r, facts, derived); ok {
				most = max(most, n)
			}
		}
	}
	return most
}

// instances is how many sentences follow from a rule whose conditions are facts of different
// variables, all of which are part of what follows; else it is not known.
func instances(r *rule, facts map[predicate]float64, derived map[predicate]bool) (n float64, ok bool) {
	inHead, seen := map[int32]bool{}, map[int32]bool{}
	eachVariable(r.head, func(v int32) { inHead[v] = true })
	n = 1
	for _, l := range r.body {
		if l.polarity != positive || derived[l.atom.predicate()] {
			return 0, false
		}
		for _, a := range l.atom.args {
			if !a.isVar() || seen[a.variable] || !inHead[a.variable] {
				return 0, false
			}
			seen[a.variable] = true
		}
		n *= facts[l.atom.predicate()]
	}
	return n, len(r.body) > 0
}

// eachVariable calls do with every variable of a term.
func eachVariable(t term, do func(v int32)) {
	if t.isVar() {
		do(t.variable)
		return
	}
	for _, a := range t.args {
		eachVariable(a, do)
	}
}
