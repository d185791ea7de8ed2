package gdl

import (
	"errors"
	"fmt"
	"slices"
)

// plain is the plain reasoner: for every position it derives all that holds
// there, stage by stage. It is the oracle for the others, and plays sheets
// that neither of them can. It belongs to one goroutine.
type plain struct {
	sheet   *Sheet
	engine  *engine
	rigid   [][]*compiled
	view    [][]*compiled
	move    [][]*compiled
	dynamic []*relation // cleared between positions
	moved   []*relation // those of them that depend on the moves

	roles []id
	start []id // facts of the start position, ascending
	at    []id // the facts that the relations are about, nil if they are not

	begun int // work done when the position at hand was begun
}

// view is what can be seen of a position.
type view struct {
	legal    [][]id // by role
	terminal bool
	goals    []int // by role
}

// The bounds of one derivation.
const (
	maxWork  = 2_000_000
	maxStore = 1 << 30
)

var errTooMuch = errors.New("a position takes more work to understand than is allowed")

func newPlain(sheet *Sheet) (*plain, error) {
	p := &plain{sheet: sheet, engine: newEngine(sheet)}
	e := p.engine
	most := int64(maxStore)
	if sheet.memory > 0 {
		most = min(most, sheet.memory)
	}
	e.limit = func() error {
		if e.work-p.begun > maxWork || int64(e.bytes()) > most {
			return errTooMuch
		}
		return nil
	}
	prog := programOf(sheet)
	p.rigid, p.view, p.move = e.compileStages(prog, prog.rigid), e.compileStages(prog, prog.view), e.compileStages(prog, prog.move)
	p.dynamic = append(p.dynamic, e.relation(predicate{symTrue, 1}))
	p.moved = append(p.moved, e.relation(predicate{symDoes, 2}))
	for _, q := range prog.deps.preds {
		switch r := e.relation(q); {
		case prog.onMoves[q]:
			p.moved = append(p.moved, r)
		case prog.onState[q]:
			p.dynamic = append(p.dynamic, r)
		}
	}
	for _, s := range sheet.roles {
		p.roles = append(p.roles, e.store.intern(s, nil))
	}
	if e.derive(p.rigid); e.stopped != nil {
		return nil, e.stopped
	}
	for _, t := range e.relation(predicate{symInit, 1}).rows {
		p.start = append(p.start, e.store.argsOf(t)[0])
	}
	slices.Sort(p.start)
	if _, err := p.look(p.start); err != nil {
		return nil, err
	}
	return p, nil
}

// begin starts to count the work of a position. When the limits are looked at
// depends on nothing that came before.
func (p *plain) begin() {
	e := p.engine
	e.stopped, p.begun, e.lookAt = nil, e.work, e.work+lookEvery
}

// plan makes the joins that no position has asked for yet: how much work a
// position takes must not depend on which other ones were looked at before it.
func (p *plain) plan() {
	e := p.engine
	for _, c := range e.rules {
		if c.full == nil {
			c.full = e.planJoin(c, -1)
		}
	}
	for _, relations := range [][]*relation{p.dynamic, p.moved} {
		for _, r := range relations {
			for _, u := range r.users {
				if u.rule.deltas[u.literal] == nil {
					u.rule.deltas[u.literal] = e.planJoin(u.rule, u.literal)
				}
			}
		}
	}
}

// enter makes the relations those of a position, given by its facts ascending.
func (p *plain) enter(facts []id) error {
	e := p.engine
	if p.at != nil && slices.Equal(p.at, facts) {
		return nil
	}
	for _, r := range p.dynamic {
		e.clear(r)
	}
	p.begin()
	p.at = nil
	r := e.relation(predicate{symTrue, 1})
	for _, f := range facts {
		e.offer(r, e.store.intern(symTrue, []id{f}))
	}
	e.drain(nil)
	e.derive(p.view)
	if e.stopped != nil {
		return e.stopped
	}
	p.at = append([]id{}, facts...)
	return nil
}

// look returns what can be seen of a position.
func (p *plain) look(facts []id) (view, error) {
	if err := p.enter(facts); err != nil {
		return view{}, err
	}
	e := p.engine
	v := view{legal: make([][]id, len(p.roles)), goals: make([]int, len(p.roles))}
	v.terminal = len(e.relation(predicate{symTerminal, 0}).rows) > 0
	for _, t := range e.relation(predicate{symLegal, 2}).rows {
		args := e.store.argsOf(t)
		if r := slices.Index(p.roles, args[0]); r >= 0 {
			v.legal[r] = append(v.legal[r], args[1])
		}
	}
	for _, t := range e.relation(predicate{symGoal, 2}).rows {
		args := e.store.argsOf(t)
		r := slices.Index(p.roles, args[0])
		value, ok := e.store.goalOf(args[1])
		if r >= 0 && ok {
			v.goals[r] = max(v.goals[r], value)
		}
	}
	return v, nil
}

// next returns the facts, ascending, after one move of every role.
func (p *plain) next(facts, moves []id) ([]id, error) {
	if err := p.enter(facts); err != nil {
		return nil, err
	}
	e := p.engine
	for _, r := range p.moved {
		e.clear(r)
	}
	p.begin()
	does := e.relation(predicate{symDoes, 2})
	for r, m := range moves {
		e.offer(does, e.store.intern(symDoes, []id{p.roles[r], m}))
	}
	e.drain(nil)
	e.derive(p.move)
	if e.stopped != nil {
		p.at = nil
		return nil, e.stopped
	}
	after := []id{}
	for _, t := range e.relation(predicate{symNext, 1}).rows {
		after = append(after, e.store.argsOf(t)[0])
	}
	slices.Sort(after)
	return after, nil
}

func (p *plain) terms() *store                         { return p.engine.store }
func (p *plain) beginning() []id                       { return p.start }
func (p *plain) after(facts, moves []id) ([]id, error) { return p.next(facts, moves) }
func (p *plain) worked() int                           { return p.engine.work }

func (p *plain) goals(facts []id) ([]int, error) {
	v, err := p.look(facts)
	return v.goals, err
}

// parseGround interns what an expression says, or without create finds it.
func parseGround(s *store, e Expression, create bool) (id, error) {
	name, list := e, []Expression(nil)
	if e.isList {
		if len(e.list) == 0 || e.list[0].isList {
			return -1, fmt.Errorf("%q is not a term", e.brief())
		}
		name, list = e.list[0], e.list[1:]
	}
	sym, known := s.symbols.lookup(name.word)
	if !known {
		return -1, fmt.Errorf("%q is no word of the rulesheet", name.brief())
	}
	args := make([]id, len(list))
	for i, item := range list {
		var err error
		if args[i], err = parseGround(s, item, create); err != nil {
			return -1, err
		}
	}
	if create {
		return s.intern(sym, args), nil
	}
	t := s.find(sym, args)
	if t < 0 {
		return -1, fmt.Errorf("%s never holds", e.brief())
	}
	return t, nil
}
