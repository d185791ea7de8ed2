package gdl

import (
	"slices"
	"strconv"
)

// A rule has as many instances as there are ways to choose all of its variables, though
// most of its conditions are about a few of them. Splitting takes the conditions on a
// variable that the head does not need into a rule of their own, as one takes a factor out
// of a sum:
//
//	(<= (next (at ?x ?y)) (true (at ?x ?y)) (does ?r (move ?u ?v ?w ?z)) (other ?x ?y ?u ?v))
//
// becomes two rules, of which the first is independent of x and y and the second of w and z:
//
//	(<= (1 ?u ?v) (does ?r (move ?u ?v ?w ?z)))
//	(<= (next (at ?x ?y)) (true (at ?x ?y)) (1 ?u ?v) (other ?x ?y ?u ?v))
//
// That is variable elimination, the variable whose conditions have the fewest variables
// first (Morak and Woltran, "Preprocessing of complex non-ground rules in answer set
// programming", 2012).

// splitter makes rules with fewer variables.
type splitter struct {
	symbols *symbols
	rules   []rule
	known   map[string]symbol // the sentences made, by their bodies
	name    string            // of sentences made, before their number
}

// split returns a sheet that means the same, of rules with as few variables as may be.
func split(sheet *Sheet) *Sheet {
	x := &splitter{symbols: sheet.symbols, known: map[string]symbol{}, name: "part "}
	for _, r := range sheet.rules {
		x.add(r)
	}
	result := *sheet
	result.rules = x.rules
	return &result
}

// add splits a rule.
func (x *splitter) add(r rule) {
	for x.splitOff(&r) {
	}
	x.rules = append(x.rules, r)
}

// part is some conditions of a rule, and its variables that other ones or the head need.
type part struct {
	in     []bool // by condition
	vars   int    // variables of the conditions
	needed []int32
}

// splitOff takes some conditions out of a rule if that leaves fewer variables on both
// sides.
func (x *splitter) splitOff(r *rule) bool {
	head, all := make([]bool, len(r.vars)), make([]bool, len(r.vars))
	r.head.vars(head)
	r.head.vars(all)
	for _, l := range r.body {
		l.atom.vars(all)
	}
	total := count(all)
	var best *part
	for v := range r.vars {
		if head[v] || !all[v] {
			continue
		}
		if p := partOn(r, int32(v), head); p != nil && p.vars < total && (best == nil || p.vars < best.vars || p.vars == best.vars && len(p.needed) < len(best.needed)) {
			best = p
		}
	}
	if best == nil {
		return false
	}
	var own, rest []literal
	for i, l := range r.body {
		if best.in[i] {
			own = append(own, l)
		} else {
			rest = append(rest, l)
		}
	}
	atom := x.sentence(r, own, best.needed)
	r.body = append(rest, literal{positive, atom, r.pos})
	return true
}

func count(in []bool) (n int) {
	for _, b := range in {
		if b {
			n++
		}
	}
	return n
}

// partOn collects the conditions on a variable, those that bind what negations among them
// are about, and the tests on nothing else. It is nil if that is all there is.
func partOn(r *rule, v int32, head []bool) *part {
	p := &part{in: make([]bool, len(r.body))}
	bound, used := make([]bool, len(r.vars)), make([]bool, len(r.vars))
	add := func(i int) {
		p.in[i] = true
		r.body[i].atom.vars(used)
		if r.body[i].polarity == positive {
			r.body[i].atom.vars(bound)
		}
	}
	for i, l := range r.body {
		on := make([]bool, len(r.vars))
		if l.atom.vars(on); on[v] {
			add(i)
		}
	}
	for missing := true; missing; {
		missing = false
		for u := range used {
			if !used[u] || bound[u] {
				continue
			}
			i := slices.IndexFunc(r.body, func(l literal) bool {
				on := make([]bool, len(r.vars))
				l.atom.vars(on)
				return l.polarity == positive && on[u]
			})
			add(i)
			missing = true
		}
	}
	rest := slices.Clone(head)
	others := false
	for i, l := range r.body {
		switch {
		case p.in[i]:
		case l.polarity != positive && allBound(l.atom, bound):
			add(i)
		default:
			others = true
			l.atom.vars(rest)
		}
	}
	if !others {
		return nil
	}
	p.vars = count(used)
	for u := range used {
		if used[u] && rest[u] {
			p.needed = append(p.needed, int32(u))
		}
	}
	return p
}

// sentence makes the rule of some conditions, unless there is the same one, and returns
// the condition that takes their place.
func (x *splitter) sentence(r *rule, body []literal, needed []int32) term {
	number := map[int32]int32{} // variables in the order in which they are met
	var rename func(t term) term
	rename = func(t term) term {
		if t.isVar() {
			n, met := number[t.variable]
			if !met {
				n = int32(len(number))
				number[t.variable] = n
			}
			return term{variable: n}
		}
		args := make([]term, len(t.args))
		for i, a := range t.args {
			args[i] = rename(a)
		}
		t.args = args
		return t
	}
	key := ""
	made := rule{pos: r.pos}
	for _, l := range body {
		l.atom = rename(l.atom)
		made.body = append(made.body, l)
		key += strconv.Itoa(int(l.polarity)) + l.atom.key()
	}
	slices.SortFunc(needed, func(u, v int32) int { return int(number[u] - number[v]) })
	atom := term{variable: -1}
	made.head.variable = -1
	for _, v := range needed {
		atom.args = append(atom.args, term{variable: v})
		made.head.args = append(made.head.args, term{variable: number[v]})
		key += " " + strconv.Itoa(int(number[v]))
	}
	sym, met := x.known[key]
	if !met {
		sym = x.symbols.intern(x.name + strconv.Itoa(len(x.known)+1)) // no word of a sheet has a blank
		x.known[key] = sym
		made.head.sym = sym
		made.vars = make([]string, len(number))
		x.rules = append(x.rules, made)
	}
	atom.sym = sym
	return atom
}
