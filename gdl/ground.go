package gdl

import (
	"context"
	"errors"
	"math"
)

// Limits bound the work of compiling a sheet. Both are counted, not measured:
// whether a sheet is compiled decides how its moves are numbered and with that
// which games a seed gives, so that it must not depend on the machine.
type Limits struct {
	Steps  int64 // sentences looked at in joins, instances found, wires read to make gates
	Memory int64 // bytes, as estimated from what is stored
}

var (
	errSteps  = errors.New("compiling takes more steps than are allowed")
	errMemory = errors.New("grounding takes more memory than is allowed")
)

// DefaultLimits are many times what the sheets need that we know to compile; one
// that is hopeless is given up after some 20 seconds on a machine of today.
var DefaultLimits = Limits{Steps: 500_000_000, Memory: 2 << 30}

// grounding is the rules of a sheet without variables: every way in which a
// rule can hold in some position that may be reached. What may be reached is
// estimated from above: a fact may be true once it can be derived with any
// moves that may be legal, and a negation always holds unless it is about
// sentences that never change.
type grounding struct {
	sheet *Sheet
	store *store
	limit func(more int) error // whether the limits are met, after so many steps more than the engine's
	left  int                  // steps that grounding left for the gates
	steps int                  // taken by grounding
	roles []id
	start []id // facts of the start position

	facts []id   // that may be true
	legal [][]id // by role: moves that may be legal
	goals []id   // sentences that may hold

	// The instances: instance i derives heads[i] where all literals of
	// literals[from[i]:from[i+1]] hold, each twice a sentence, plus one if
	// the sentence must not hold.
	heads    []id
	from     []int32
	literals []int32
}

// ground finds the instances, or an error if a limit is met or the context ends.
// Sentences named by more are grounded too, though a game may not need them.
func ground(ctx context.Context, sheet *Sheet, limits Limits, grows bool, more ...symbol) (*grounding, error) {
	g := &grounding{sheet: sheet, from: []int32{0}}
	e := newEngine(sheet)
	g.store = e.store
	e.growing = grows
	g.limit = func(more int) error {
		if int64(e.work+more) > limits.Steps {
			return errSteps
		}
		if int64(e.bytes()+8*len(g.heads)+4*len(g.literals)) > limits.Memory/2 { // the gates will need as much again
			return errMemory
		}
		if len(g.literals) > math.MaxInt32/2 || e.store.size() > math.MaxInt32/4 {
			return errMemory
		}
		return ctx.Err()
	}
	e.limit = func() error { return g.limit(0) }
	for _, s := range sheet.roles {
		g.roles = append(g.roles, e.store.intern(s, nil))
	}
	prog := programOf(sheet, more...)
	e.derive(e.compileStages(prog, prog.rigid))
	g.expand(e, prog)
	if e.stopped == nil {
		e.stopped = e.limit()
	}
	if e.stopped != nil {
		return nil, e.stopped
	}
	for _, t := range e.relation(predicate{symInit, 1}).rows {
		g.start = append(g.start, e.store.argsOf(t)[0])
	}
	g.collect(e, prog)
	g.steps, g.left = e.work, int(limits.Steps)-e.work
	return g, nil
}

// expand derives all that may hold in some position and notes how.
func (g *grounding) expand(e *engine, prog *program) {
	var rules []*compiled
	for _, p := range prog.deps.preds {
		e.relation(p).open = !prog.isRigid(p)
	}
	truth, does := e.relation(predicate{symTrue, 1}), e.relation(predicate{symDoes, 2})
	truth.open, does.open = true, true
	for _, stage := range append(prog.view, prog.move...) {
		for _, r := range stage {
			c := e.compile(r)
			rules = append(rules, c)
			for i, l := range r.body {
				if in := e.relation(l.atom.predicate()); l.polarity == positive && in.open {
					in.users = append(in.users, use{c, i})
				}
			}
		}
	}
	e.watch = func(c *compiled, head id) { g.note(e, c, head) }
	for _, c := range rules {
		e.begin(c)
	}
	isRole := map[id]bool{}
	for _, r := range g.roles {
		isRole[r] = true
	}
	becomes := func(r *relation, t id) {
		switch args := e.store.argsOf(t); {
		case r.predicate.sym == symNext || r.predicate.sym == symInit:
			e.offer(truth, e.store.intern(symTrue, []id{args[0]}))
		case r.predicate.sym == symLegal && isRole[args[0]]:
			e.offer(does, e.store.intern(symDoes, []id{args[0], args[1]}))
		}
	}
	for _, p := range []predicate{{symInit, 1}, {symNext, 1}, {symLegal, 2}} {
		for _, t := range e.relation(p).rows { // of rules that never change
			becomes(e.relation(p), t)
		}
	}
	e.drain(becomes)
}

// note adds the instance of a rule whose variables are bound.
func (g *grounding) note(e *engine, c *compiled, head id) {
	if g.sheet.asked[c.source.head.sym] {
		return
	}
	begin := len(g.literals)
	e.work += len(c.source.body)
	for i, l := range c.source.body {
		if l.polarity == distinct || !e.relation(l.atom.predicate()).open || g.sheet.asked[l.atom.sym] {
			continue
		}
		atom := e.instance(&c.body[i], true)
		if atom == head && l.polarity == positive {
			g.literals = g.literals[:begin]
			return // what follows from itself follows without it
		}
		g.literals = append(g.literals, atom<<1|int32(l.polarity))
	}
	g.heads = append(g.heads, head)
	g.from = append(g.from, int32(len(g.literals)))
}

// paradox is the error of a sentence that depends on its own negation.
func (g *grounding) paradox(sentence id) error {
	return &paradox{g.store.predicate(sentence), g.sheet.symbols.names[g.store.syms[sentence]]}
}

// collect lists what may be true, legal and a goal.
func (g *grounding) collect(e *engine, prog *program) {
	number := map[id]int{}
	for i, r := range g.roles {
		number[r] = i
	}
	for _, t := range e.relation(predicate{symTrue, 1}).rows {
		g.facts = append(g.facts, e.store.argsOf(t)[0])
	}
	g.legal = make([][]id, len(g.roles))
	for _, t := range e.relation(predicate{symDoes, 2}).rows {
		args := e.store.argsOf(t)
		r := number[args[0]]
		g.legal[r] = append(g.legal[r], args[1])
	}
	g.goals = append(g.goals, e.relation(predicate{symGoal, 2}).rows...)
	// What never changes is an instance without conditions.
	for _, p := range []predicate{{symNext, 1}, {symLegal, 2}, {symGoal, 2}, {symTerminal, 0}} {
		if _, known := prog.deps.ids[p]; !known || !prog.isRigid(p) {
			continue
		}
		for _, t := range e.relation(p).rows {
			g.heads = append(g.heads, t)
			g.from = append(g.from, int32(len(g.literals)))
		}
	}
}
