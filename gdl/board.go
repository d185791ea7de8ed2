package gdl

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
)

// board is a position by one of the reasoners. Roles are numbered as in the
// sheet, and the moves of a role have numbers of their own.
type board interface {
	terminal() bool
	goal(role int) int
	legalCount(role int) int
	legalMove(role, k int) int32 // ascending in k
	play(joint []int32)          // one legal move of every role
	remember()                   // keeps the position for takeBack, until copyOf
	takeBack()                   // returns to the position remembered last, which is forgotten
	hashed() uint64
	copyOf(src board)
	another() board
	factTexts() []string // sorted by natural
}

// rules makes boards and names what stands on them.
type rules interface {
	begin() board
	from(facts []Expression) (board, error)
	moveText(role int, m int32) string
	moveCount(role int) int // how many moves a role may ever have, or 0 if nobody knows
}

// The fast reasoner.

func (m *machine) hashed() uint64   { return m.hash }
func (m *machine) copyOf(src board) { m.copyFrom(src.(*machine)) }
func (m *machine) another() board   { return m.clone() }
func (m *machine) remember()        { m.past = append(m.past, m.facts...) }

func (m *machine) takeBack() {
	before := len(m.past) - len(m.facts)
	m.set(m.past[before:])
	m.past = m.past[:before]
}

func (m *machine) factTexts() (texts []string) {
	for f, text := range m.f.factTexts {
		if m.facts[f/64]>>(f%64)&1 != 0 {
			texts = append(texts, text)
		}
	}
	return texts
}

func (f *fast) begin() board                      { return f.start.clone() }
func (f *fast) moveText(role int, m int32) string { return f.moveTexts[role][m] }
func (f *fast) moveCount(role int) int            { return len(f.moveTexts[role]) }

func (f *fast) from(list []Expression) (board, error) {
	facts := make([]uint64, f.network.factLen)
	for _, e := range list {
		i, ok := f.factNumber[lowered(e.String())]
		if !ok {
			return nil, fmt.Errorf("%s is never true", e.brief())
		}
		if facts[i/64]>>(i%64)&1 != 0 {
			return nil, fmt.Errorf("%s stands there twice", e.brief())
		}
		facts[i/64] |= 1 << (i % 64)
	}
	m := f.start.clone()
	m.set(facts)
	return m, nil
}

// The reasoners that derive each position from the rules, which all boards of a game share.

// deriver is such a reasoner. Facts are ascending.
type deriver interface {
	terms() *store
	beginning() []id
	look(facts []id) (view, error)         // without goals, if they cost extra
	goals(facts []id) ([]int, error)       // by role
	after(facts, moves []id) ([]id, error) // moves by role
	worked() int                           // steps taken so far
	plan()                                 // what positions to come may need
}

type plainRules struct {
	mu    sync.Mutex
	by    deriver
	roles int
	texts []string // of terms, once they were asked for
	codes []uint64 // likewise hashes of their texts, 0 if unknown
}

type plainBoard struct {
	rules *plainRules
	facts []id
	view  view
	moves [][]plainMove // by role, ascending
	hash  uint64
	past  []plainBoard // without their own

	givenUp bool // it took too much work to know what holds
}

type plainMove struct {
	number int32
	move   id
}

func textHash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// text writes a term. Precondition: the lock is held.
func (r *plainRules) text(t id) string {
	if grow := int(t) + 1 - len(r.texts); grow > 0 {
		r.texts = append(r.texts, make([]string, grow)...)
	}
	if r.texts[t] == "" {
		r.texts[t] = r.by.terms().text(t)
	}
	return r.texts[t]
}

// code is a hash of a term's text, the same in every run. Precondition: the lock is held.
func (r *plainRules) code(t id) uint64 {
	if grow := int(t) + 1 - len(r.codes); grow > 0 {
		r.codes = append(r.codes, make([]uint64, grow)...)
	}
	if r.codes[t] == 0 {
		r.codes[t] = textHash(r.by.terms().text(t))
	}
	return r.codes[t]
}

// newBoard returns the position of the facts. Precondition: the lock is held.
func (r *plainRules) newBoard(facts []id) *plainBoard {
	b := &plainBoard{rules: r, facts: facts}
	b.refresh()
	return b
}

// refresh finds out what holds. A position that is too much to understand is
// the end of the game, and nobody has reached anything.
func (b *plainBoard) refresh() {
	r := b.rules
	v, err := r.by.look(b.facts)
	if b.givenUp = err != nil; b.givenUp {
		v = view{terminal: true, legal: make([][]id, r.roles)}
	}
	b.view, b.hash = v, 0
	for _, f := range b.facts {
		b.hash ^= r.code(f)
	}
	b.moves = make([][]plainMove, len(v.legal))
	for role, legal := range v.legal {
		b.moves[role] = r.numbered(legal)
	}
}

// numbered numbers moves by a hash of their texts, so that a move has the same
// number everywhere without a list of all moves. If two moves of a position
// have one hash the later in the order of texts gets the next free number.
func (r *plainRules) numbered(legal []id) []plainMove {
	moves := make([]plainMove, len(legal))
	for i, m := range legal {
		moves[i] = plainMove{int32(r.code(m) >> 33), m}
	}
	byNumber := func(x, y plainMove) int { return int(x.number) - int(y.number) }
	slices.SortFunc(moves, byNumber)
	twice := false
	for i := 1; i < len(moves); i++ {
		twice = twice || moves[i].number == moves[i-1].number
	}
	if !twice {
		return moves
	}
	slices.SortFunc(moves, func(x, y plainMove) int { return natural(r.text(x.move), r.text(y.move)) })
	taken := map[int32]bool{}
	for i := range moves {
		n := moves[i].number
		for taken[n] {
			n = (n + 1) & (1<<31 - 1)
		}
		taken[n], moves[i].number = true, n
	}
	slices.SortFunc(moves, byNumber)
	return moves
}

func (b *plainBoard) terminal() bool              { return b.view.terminal }
func (b *plainBoard) legalCount(role int) int     { return len(b.moves[role]) }
func (b *plainBoard) legalMove(role, k int) int32 { return b.moves[role][k].number }
func (b *plainBoard) hashed() uint64              { return b.hash }

// goal is found out when it is asked for: most positions are passed through.
func (b *plainBoard) goal(role int) int {
	if b.view.goals == nil {
		b.rules.mu.Lock()
		defer b.rules.mu.Unlock()
		goals, err := b.rules.by.goals(b.facts)
		if err != nil {
			goals = make([]int, b.rules.roles)
		}
		b.view.goals = goals
	}
	return b.view.goals[role]
}

func (b *plainBoard) play(joint []int32) {
	b.rules.mu.Lock()
	defer b.rules.mu.Unlock()
	moves := make([]id, len(joint))
	for role, n := range joint {
		moves[role] = b.move(role, n)
	}
	after, err := b.rules.by.after(b.facts, moves)
	if err != nil {
		b.givenUp, b.view.terminal = true, true // where the reasoner gives up the game ends as it stands
		return
	}
	b.facts = after
	b.refresh()
}

// move finds a legal move by its number, or −1.
func (b *plainBoard) move(role int, number int32) id {
	i, ok := slices.BinarySearchFunc(b.moves[role], number, func(m plainMove, n int32) int { return int(m.number) - int(n) })
	if !ok {
		return -1
	}
	return b.moves[role][i].move
}

// copyOf shares what is never changed in place.
func (b *plainBoard) copyOf(src board) { *b = src.(*plainBoard).alone() }

func (b *plainBoard) another() board {
	c := b.alone()
	return &c
}

// alone is the position without those remembered.
func (b *plainBoard) alone() plainBoard {
	c := *b
	c.past = nil
	return c
}

func (b *plainBoard) remember() { b.past = append(b.past, b.alone()) }

func (b *plainBoard) takeBack() {
	last, past := len(b.past)-1, b.past
	*b = past[last]
	b.past = past[:last]
}

func (b *plainBoard) factTexts() (texts []string) {
	b.rules.mu.Lock()
	defer b.rules.mu.Unlock()
	for _, f := range b.facts {
		texts = append(texts, b.rules.text(f))
	}
	slices.SortFunc(texts, natural)
	return texts
}

func (r *plainRules) begin() board {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.newBoard(r.by.beginning())
}

func (r *plainRules) from(list []Expression) (board, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var facts []id
	for _, e := range list {
		f, err := parseGround(r.by.terms(), e, true)
		if err != nil {
			return nil, err
		}
		if slices.Contains(facts, f) {
			return nil, fmt.Errorf("%s stands there twice", e.brief())
		}
		facts = append(facts, f)
	}
	slices.Sort(facts)
	return r.newBoard(facts), nil
}

// moveText is not known without a position.
func (r *plainRules) moveText(int, int32) string { return "" }
func (r *plainRules) moveCount(int) int          { return 0 }

// moveTextOn names a legal move of a board.
func moveTextOn(r rules, b board, role int, m int32) string {
	if p, ok := b.(*plainBoard); ok {
		p.rules.mu.Lock()
		defer p.rules.mu.Unlock()
		if move := p.move(role, m); move >= 0 {
			return p.rules.text(move)
		}
		return ""
	}
	return r.moveText(role, m)
}

// positionText writes facts in one line.
func positionText(facts []string) string {
	if len(facts) == 0 {
		return "()"
	}
	return strings.Join(facts, " ")
}
