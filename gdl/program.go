package gdl

import "slices"

// program is the rules of a sheet in the order in which they can be evaluated.
// Each stage is a group of rules that may be recursive among themselves and
// otherwise depend on earlier stages alone.
type program struct {
	deps    *dependencies
	onState map[predicate]bool
	onMoves map[predicate]bool

	rigid [][]*rule // neither state nor moves change what these derive
	view  [][]*rule // the state alone does
	move  [][]*rule // the moves do
}

// programOf leaves out what does not bear on a game: base, input, sees and
// what only they need, unless it is among more.
func programOf(sheet *Sheet, more ...symbol) *program {
	p := &program{deps: dependenciesOf(sheet.rules)}
	p.onState, p.onMoves = p.deps.dependOn(symTrue), p.deps.dependOn(symDoes)
	needed := p.deps.below(append(more, symRole, symInit, symNext, symLegal, symGoal, symTerminal)...)
	stages := map[int][]*rule{}
	var parts []int
	for i := range sheet.rules {
		r := &sheet.rules[i]
		n := p.deps.ids[r.head.predicate()]
		if !needed[n] {
			continue
		}
		part := p.deps.part[n]
		if stages[part] == nil {
			parts = append(parts, part)
		}
		stages[part] = append(stages[part], r)
	}
	slices.Sort(parts)
	for _, part := range parts {
		switch head := stages[part][0].head.predicate(); {
		case p.onMoves[head]:
			p.move = append(p.move, stages[part])
		case p.onState[head]:
			p.view = append(p.view, stages[part])
		default:
			p.rigid = append(p.rigid, stages[part])
		}
	}
	return p
}

// isRigid reports whether the sentences of a predicate are the same all game.
func (p *program) isRigid(q predicate) bool { return !p.onState[q] && !p.onMoves[q] }

// below returns what sentences of these names depend on, themselves included.
func (d *dependencies) below(roots ...symbol) []bool {
	in := make([]bool, len(d.preds))
	var stack []int
	push := func(i int) {
		if !in[i] {
			in[i] = true
			stack = append(stack, i)
		}
	}
	for i, p := range d.preds {
		if slices.Contains(roots, p.sym) {
			push(i)
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, j := range d.on[i] {
			push(j)
		}
	}
	return in
}
