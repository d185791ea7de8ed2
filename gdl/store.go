package gdl

import "strings"

// id is a ground term or sentence. Equal terms have equal ids.
type id = int32

// store interns ground terms.
type store struct {
	symbols *symbols
	syms    []symbol
	from    []int32 // where the arguments of a term start in args; one more than terms
	args    []id
	sizes   []int32 // words of a term's text, at most maxTerm + 1
	table   []id    // hash table of ids + 1, a power of two long and at most half full
}

func newStore(s *symbols) *store {
	return &store{symbols: s, from: []int32{0}, table: make([]id, 1024)}
}

func (s *store) size() int { return len(s.syms) }

// argsOf returns the arguments of a term.
func (s *store) argsOf(t id) []id { return s.args[s.from[t]:s.from[t+1]] }

func mix(h uint64, x int32) uint64 {
	h = (h ^ uint64(uint32(x))) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

func hashTerm(sym symbol, args []id) uint64 {
	h := mix(uint64(len(args)), int32(sym))
	for _, a := range args {
		h = mix(h, a)
	}
	return h
}

// find returns the term, or −1 if it was never interned.
func (s *store) find(sym symbol, args []id) id {
	mask := uint64(len(s.table) - 1)
	for i := hashTerm(sym, args) & mask; ; i = (i + 1) & mask {
		t := s.table[i] - 1
		if t < 0 || s.same(t, sym, args) {
			return t
		}
	}
}

func (s *store) same(t id, sym symbol, args []id) bool {
	if s.syms[t] != sym {
		return false
	}
	own := s.argsOf(t)
	if len(own) != len(args) {
		return false
	}
	for i, a := range args {
		if own[i] != a {
			return false
		}
	}
	return true
}

// intern returns the term, which is made if it is new.
func (s *store) intern(sym symbol, args []id) id {
	if t := s.find(sym, args); t >= 0 {
		return t
	}
	t := id(len(s.syms))
	s.syms = append(s.syms, sym)
	s.args = append(s.args, args...)
	s.from = append(s.from, int32(len(s.args)))
	size := int32(1)
	for _, a := range args {
		size = min(size+s.sizes[a], maxTerm+1)
	}
	s.sizes = append(s.sizes, size)
	if 2*len(s.syms) > len(s.table) {
		s.table = make([]id, 2*len(s.table))
		for old := range t {
			s.enter(old)
		}
	}
	s.enter(t)
	return t
}

func (s *store) enter(t id) {
	mask := uint64(len(s.table) - 1)
	i := hashTerm(s.syms[t], s.argsOf(t)) & mask
	for s.table[i] != 0 {
		i = (i + 1) & mask
	}
	s.table[i] = t + 1
}

// internTerm interns a term without variables.
func (s *store) internTerm(t term) id {
	args := make([]id, len(t.args))
	for i, a := range t.args {
		args[i] = s.internTerm(a)
	}
	return s.intern(t.sym, args)
}

// goalOf reads the value of a goal.
func (s *store) goalOf(t id) (int, bool) {
	return goalValue(s.symbols, term{variable: -1, sym: s.syms[t], args: make([]term, len(s.argsOf(t)))})
}

// text writes a term as KIF.
func (s *store) text(t id) string {
	if s.from[t] == s.from[t+1] {
		return s.symbols.names[s.syms[t]]
	}
	var b strings.Builder
	s.write(&b, t)
	return b.String()
}

func (s *store) write(b *strings.Builder, t id) {
	args := s.argsOf(t)
	if len(args) == 0 {
		b.WriteString(s.symbols.names[s.syms[t]])
		return
	}
	b.WriteByte('(')
	b.WriteString(s.symbols.names[s.syms[t]])
	for _, a := range args {
		b.WriteByte(' ')
		s.write(b, a)
	}
	b.WriteByte(')')
}

// bytes is about how much memory the terms take.
func (s *store) bytes() int { return 12*len(s.syms) + 4*len(s.args) + 4*len(s.table) }
