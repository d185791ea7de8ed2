package gdl

import "slices"

// form is a kind of question: which sentences of a name hold, where some of their terms
// are known. All questions of a form are answered by the same plans.
type form struct {
	predicate predicate
	shapes    []shape // by argument
	whole     bool    // all is known: whether it holds
	moved     bool    // the answer depends on the moves
	planned   bool
	rules     []*formRule

	tables []*table
	used   int     // tables in use
	slots  []int32 // hash table of tables + 1, a power of two long and at most half full
}

// shape is what is known of a term: all, nothing, or that it is a function some of whose
// arguments are known.
type shape struct {
	known bool
	sym   symbol // −1 if it may be anything
	args  []shape
}

func (s shape) equal(other shape) bool {
	return s.known == other.known && s.sym == other.sym && slices.EqualFunc(s.args, other.args, shape.equal)
}

// table is a question and its answers.
type table struct {
	keys  []id // the terms that are known
	arity int
	rows  []id // the answers: all arguments, one answer after the other
	n     int
	slots []int32 // hash table of answers + 1, if there are many

	done     bool  // nothing can be added
	active   bool  // being answered
	inCircle bool  // asked again while it was being answered
	place    int32 // on the stack, or −1
	low      int32 // the place of the one it waits for
	pass     int32 // in which it was answered last
}

func (t *table) row(i int) []id { return t.rows[i*t.arity : (i+1)*t.arity] }

func (f *form) forget() {
	if f.used > 0 {
		f.used = 0
		clear(f.slots)
	}
}

func hashIDs(list []id) uint64 {
	h := uint64(len(list))
	for _, x := range list {
		h = mix(h, x)
	}
	return h
}

// table returns that of a question, an empty one if it was not asked before.
func (f *form) table(keys []id) *table {
	if 2*(f.used+1) > len(f.slots) {
		f.slots = make([]int32, max(8, 2*len(f.slots)))
		for i, t := range f.tables[:f.used] {
			f.slots[f.slot(t.keys)] = int32(i + 1)
		}
	}
	at := f.slot(keys)
	if i := f.slots[at]; i > 0 {
		return f.tables[i-1]
	}
	if f.used == len(f.tables) {
		f.tables = append(f.tables, &table{arity: f.predicate.arity})
	}
	t := f.tables[f.used]
	f.used++
	f.slots[at] = int32(f.used)
	*t = table{keys: append(t.keys[:0], keys...), arity: t.arity, rows: t.rows[:0], slots: t.slots[:0], place: -1}
	return t
}

// slot finds where a question stands, or would.
func (f *form) slot(keys []id) uint64 {
	mask := uint64(len(f.slots) - 1)
	for at := hashIDs(keys) & mask; ; at = (at + 1) & mask {
		if i := f.slots[at]; i == 0 || slices.Equal(f.tables[i-1].keys, keys) {
			return at
		}
	}
}

// fewRows is up to how many answers are compared one by one.
const fewRows = 8

// add adds an answer and reports whether it is new.
func (t *table) add(row []id) bool {
	if t.n < fewRows {
		for i := range t.n {
			if slices.Equal(t.row(i), row) {
				return false
			}
		}
		t.rows = append(t.rows, row...)
		t.n++
		return true
	}
	if 2*(t.n+1) > len(t.slots) {
		size := max(4*fewRows, 2*len(t.slots))
		t.slots = slices.Grow(t.slots[:0], size)[:size]
		clear(t.slots)
		for i := range t.n {
			t.slots[t.slot(t.row(i))] = int32(i + 1)
		}
	}
	at := t.slot(row)
	if t.slots[at] > 0 {
		return false
	}
	t.rows = append(t.rows, row...)
	t.n++
	t.slots[at] = int32(t.n)
	return true
}

func (t *table) slot(row []id) uint64 {
	mask := uint64(len(t.slots) - 1)
	for at := hashIDs(row) & mask; ; at = (at + 1) & mask {
		if i := t.slots[at]; i == 0 || slices.Equal(t.row(int(i-1)), row) {
			return at
		}
	}
}
