package gdl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// builder turns expressions into rules and collects what is wrong with them.
type builder struct {
	symbols  *symbols
	rules    []rule
	problems []Problem
	errors   int // among the problems

	functions map[symbol]map[int]Pos // arities of functions, and where each was first met
	sentences map[symbol]map[int]Pos
	respelt   map[string]bool // words warned of that were written otherwise before

	vars map[string]int32 // of the rule at hand
	sum  int              // literals of all rules
}

// errorf notes an error; warnf a warning, unless there are very many.
func (b *builder) errorf(at Pos, format string, args ...any) {
	if b.errors++; b.errors <= maxErrors {
		b.problems = append(b.problems, Problem{Pos: at, Message: fmt.Sprintf(format, args...)})
	}
}

func (b *builder) warnf(at Pos, format string, args ...any) {
	if len(b.problems)-b.errors < maxErrors {
		b.problems = append(b.problems, Problem{Pos: at, Warning: true, Message: fmt.Sprintf(format, args...)})
	}
}

// Check reads a rulesheet. The sheet is nil if there is an error among the
// problems, which are sorted by place.
func Check(text []byte) (*Sheet, []Problem) {
	all, odd, problem := read(text)
	if problem != nil {
		return nil, []Problem{*problem}
	}
	b := &builder{
		symbols:   newSymbols(),
		functions: map[symbol]map[int]Pos{}, sentences: map[symbol]map[int]Pos{},
		respelt: map[string]bool{},
	}
	for _, c := range slices.Sorted(maps.Keys(odd)) {
		b.warnf(odd[c], "the character %q is unusual in names", c)
	}
	for _, e := range all {
		b.statement(e)
	}
	switch {
	case len(b.rules) > maxRules:
		b.errorf(Pos{1, 1}, "the sheet has more than the %d rules that are read", maxRules)
	case b.sum > maxSum:
		b.errorf(Pos{1, 1}, `the sheet has more than the %d literals that are read, alternatives of "or" counted`, maxSum)
	default:
		b.arities()
		b.check()
	}
	slices.SortStableFunc(b.problems, func(x, y Problem) int { return x.Pos.compare(y.Pos) })
	if b.errors > 0 {
		return nil, b.problems
	}
	s := &Sheet{symbols: b.symbols, rules: b.rules, text: compact(all)}
	for _, r := range b.rules {
		if r.head.sym == symRole {
			if role := r.head.args[0].sym; !slices.Contains(s.roles, role) {
				s.roles = append(s.roles, role)
			}
		}
	}
	return s, b.problems
}

// full reports whether so much is wrong that more need not be said.
func (b *builder) full() bool { return b.errors >= maxErrors }

// statement reads a fact or a rule.
func (b *builder) statement(e Expression) {
	if b.full() || len(b.rules) > maxRules || b.sum > maxSum {
		return
	}
	b.vars = map[string]int32{}
	arrow := e.isList && len(e.list) > 0 && !e.list[0].isList && b.symbols.intern(e.list[0].word) == symArrow
	if !arrow {
		if head, ok := b.sentence(e); ok {
			if len(b.vars) > 0 {
				b.errorf(e.pos, "the fact %s has variables", e.brief())
				return
			}
			b.add(rule{head: head, pos: e.pos}, nil)
		}
		return
	}
	if len(e.list) == 1 {
		b.errorf(e.pos, "the rule has no head")
		return
	}
	if len(e.list) == 2 {
		b.warnf(e.pos, "the rule has no body; a fact would say the same")
	}
	if len(e.list)-2 > maxBody {
		b.errorf(e.pos, "the body has %d literals; at most %d are read", len(e.list)-2, maxBody)
		return
	}
	head, ok := b.sentence(e.list[1])
	bodies := [][]literal{nil}
	for _, item := range e.list[2:] {
		alternatives, fine := b.conjunct(item, false)
		if ok = ok && fine; !ok {
			continue
		}
		if bodies, ok = product(bodies, alternatives); !ok {
			b.errorf(e.pos, `expanding "or" makes more than %d rules of this one`, maxSplits)
			return
		}
	}
	if ok {
		b.add(rule{head: head, pos: e.pos}, bodies)
	}
}

// add adds the rule with each of its bodies.
func (b *builder) add(r rule, bodies [][]literal) {
	r.vars = make([]string, len(b.vars))
	for name, i := range b.vars {
		r.vars[i] = name
	}
	if len(r.vars) > maxVars {
		b.errorf(r.pos, "the rule has %d variables; at most %d are read", len(r.vars), maxVars)
		return
	}
	if bodies == nil {
		b.rules = append(b.rules, r)
		return
	}
	for _, body := range bodies {
		b.sum += len(body)
		r.body = body
		b.rules = append(b.rules, r)
	}
}

// product joins every body with every alternative.
func product(bodies, alternatives [][]literal) (all [][]literal, ok bool) {
	if len(bodies)*len(alternatives) > maxSplits {
		return nil, false
	}
	for _, body := range bodies {
		for _, more := range alternatives {
			if len(body)+len(more) > 2*maxBody {
				return nil, false
			}
			all = append(all, slices.Concat(body, more))
		}
	}
	return all, true
}

// conjunct reads one item of a body as a list of alternatives.
func (b *builder) conjunct(e Expression, inOr bool) (alternatives [][]literal, ok bool) {
	keyword := symbol(-1)
	if e.isList && len(e.list) > 0 && !e.list[0].isList {
		keyword = b.symbols.intern(e.list[0].word)
	}
	switch keyword {
	case symOr:
		return b.alternatives(e, inOr)
	case symNot:
		return b.negation(e)
	case symDistinct:
		if len(e.list) != 3 {
			b.errorf(e.pos, "distinct has %d arguments, not 2", len(e.list)-1)
			return nil, false
		}
		left, okLeft := b.term(e.list[1])
		right, okRight := b.term(e.list[2])
		l := literal{distinct, term{variable: -1, sym: symDistinct, args: []term{left, right}}, e.pos}
		return [][]literal{{l}}, okLeft && okRight
	}
	atom, ok := b.sentence(e)
	return [][]literal{{{positive, atom, e.pos}}}, ok
}

func (b *builder) alternatives(e Expression, inOr bool) (all [][]literal, ok bool) {
	if inOr {
		b.warnf(e.pos, `"or" within "or"; one of them would do`)
	}
	if len(e.list) == 1 {
		b.warnf(e.pos, `"or" without alternatives is never true`)
	}
	ok = true
	for _, item := range e.list[1:] {
		more, fine := b.conjunct(item, true)
		if ok = ok && fine; ok {
			all = append(all, more...)
		}
		if len(all) > maxSplits {
			b.errorf(e.pos, `expanding "or" makes more than %d rules of this one`, maxSplits)
			return nil, false
		}
	}
	return all, ok
}

func (b *builder) negation(e Expression) ([][]literal, bool) {
	if len(e.list) != 2 {
		b.errorf(e.pos, "not has %d arguments, not 1", len(e.list)-1)
		return nil, false
	}
	inner := e.list[1]
	if inner.isList && len(inner.list) > 0 && !inner.list[0].isList {
		if s := b.symbols.intern(inner.list[0].word); isDatalogKeyword(s) {
			b.errorf(e.pos, "not needs a sentence, but %s is none", inner.brief())
			return nil, false
		}
	}
	atom, ok := b.sentence(inner)
	return [][]literal{{{negative, atom, e.pos}}}, ok
}

// sentence reads a name, or a list of a name and its arguments.
func (b *builder) sentence(e Expression) (t term, ok bool) {
	name, args := e, []Expression(nil)
	if e.isList {
		if len(e.list) == 0 {
			b.errorf(e.pos, "() is not a sentence")
			return t, false
		}
		if name, args = e.list[0], e.list[1:]; len(args) == 0 {
			b.warnf(e.pos, "%s needs no parentheses", e.brief())
		}
	}
	if name.isList || strings.HasPrefix(name.word, "?") {
		b.errorf(e.pos, "%s is not a sentence: it must start with a name", e.brief())
		return t, false
	}
	t = term{variable: -1, sym: b.word(name)}
	if isDatalogKeyword(t.sym) {
		b.errorf(e.pos, "%q cannot be the name of a sentence here", name.word)
		return t, false
	}
	want, fixed := keywordArity[t.sym]
	if fixed && len(args) != want {
		b.errorf(e.pos, "%s has %d arguments, not %d", b.symbols.names[t.sym], len(args), want)
		return t, false
	}
	if !fixed {
		note(b.sentences, t.sym, len(args), e.pos)
	}
	t.args, ok = b.arguments(e, args)
	return t, ok
}

func (b *builder) arguments(e Expression, list []Expression) (args []term, ok bool) {
	if len(list) > maxArity {
		b.errorf(e.pos, "there are %d arguments; at most %d are read", len(list), maxArity)
		return nil, false
	}
	ok = true
	for _, item := range list {
		arg, fine := b.term(item)
		args, ok = append(args, arg), ok && fine
	}
	return args, ok
}

// term reads a variable, a constant or a function.
func (b *builder) term(e Expression) (t term, ok bool) {
	switch {
	case e.isList && len(e.list) == 0:
		b.errorf(e.pos, "() is not a term")
		return t, false
	case e.isList && (e.list[0].isList || strings.HasPrefix(e.list[0].word, "?")):
		b.errorf(e.pos, "%s is not a term: a function must start with a name", e.brief())
		return t, false
	case e.isList:
		t = term{variable: -1, sym: b.word(e.list[0])}
		if t.sym < keywords && t.sym != symRandom {
			b.errorf(e.pos, "the keyword %q cannot be the name of a function", e.list[0].word)
			return t, false
		}
		note(b.functions, t.sym, len(e.list)-1, e.pos)
		t.args, ok = b.arguments(e, e.list[1:])
		return t, ok
	case strings.HasPrefix(e.word, "?"):
		i, known := b.vars[e.word]
		if !known {
			i = int32(len(b.vars))
			b.vars[e.word] = i
		}
		return term{variable: i}, true
	}
	t = term{variable: -1, sym: b.word(e)}
	switch {
	case isDatalogKeyword(t.sym):
		b.errorf(e.pos, "%q cannot be a constant", e.word)
		return t, false
	case isSentenceKeyword(t.sym):
		b.warnf(e.pos, "the keyword %q is used as a constant", e.word)
	}
	return t, true
}

// word interns a name and warns if it was written otherwise before.
func (b *builder) word(e Expression) symbol {
	s := b.symbols.intern(e.word)
	if first := b.symbols.names[s]; s >= keywords && first != e.word && !b.respelt[e.word] {
		b.warnf(e.pos, "%q is read as %q, which was written before: capitals do not tell names apart", e.word, first)
		b.respelt[e.word] = true
	}
	return s
}

func note(arities map[symbol]map[int]Pos, s symbol, arity int, at Pos) {
	if arities[s] == nil {
		arities[s] = map[int]Pos{}
	}
	if _, met := arities[s][arity]; !met {
		arities[s][arity] = at
	}
}

// arities warns of names with several arities or uses.
func (b *builder) arities() {
	for _, kind := range []struct {
		what string
		of   map[symbol]map[int]Pos
	}{{"sentence", b.sentences}, {"function", b.functions}} {
		for _, s := range slices.Sorted(maps.Keys(kind.of)) {
			if counts := slices.Sorted(maps.Keys(kind.of[s])); len(counts) > 1 {
				b.warnf(slices.MaxFunc(slices.Collect(maps.Values(kind.of[s])), Pos.compare), "the %s %s has different numbers of arguments: %v", kind.what, b.symbols.names[s], counts)
			}
		}
	}
	for _, s := range slices.Sorted(maps.Keys(b.functions)) {
		if uses, both := b.sentences[s]; both {
			b.warnf(slices.MinFunc(slices.Collect(maps.Values(uses)), Pos.compare), "%s is the name of a sentence and of a function", b.symbols.names[s])
		}
	}
}
