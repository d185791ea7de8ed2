package minimax

import (
	"math/bits"
	"unsafe"

	"gambito/game"
)

// table is a transposition table: what is known of positions met before,
// whatever the moves that led to them. An entry bounds the value of a position
// searched to one very depth, so that a search with a table finds the same
// value as one without.
//
// Every position has one place. A new entry takes it if the old one is of an
// earlier search or was not searched deeper.
type table struct {
	entries []entry
	mask    uint64
	search  uint16 // number of the present search
	oldest  uint16 // of the first search whose entries count
}

type entry struct {
	key          uint64
	lower, upper int32
	move         game.Move
	depth        int16
	search       uint16
}

func newTable(size int) *table {
	return &table{entries: make([]entry, 1<<size), mask: 1<<size - 1, oldest: 1}
}

// maxTableBits is that of a table of some dozen gigabytes.
const maxTableBits = 30

// TableBits is the largest table, as Params takes it, that fits so many bytes.
func TableBits(bytes int) int {
	return max(bits.Len(uint(bytes)/uint(unsafe.Sizeof(entry{})))-1, 0)
}

// reset forgets all entries, without touching them.
func (t *table) reset() { t.oldest = t.search + 1 }

// newSearch makes all entries old.
func (t *table) newSearch() {
	if t.search++; t.search == 0 { // once in 65,536 searches
		clear(t.entries)
		t.search, t.oldest = 1, 1
	}
}

// find returns the entry for a key, and whether it is of that position.
func (t *table) find(key uint64) (*entry, bool) {
	e := &t.entries[key&t.mask]
	return e, e.search >= t.oldest && e.search != 0 && e.key == key
}

// probe returns what is known of the present position searched to a depth: its
// bounds, and the move that was best in it at any depth.
func (s *Search) probe(depth int) (lower, upper int, move game.Move) {
	lower, upper, move = -infinity, infinity, noMove
	if s.ply == 0 && len(s.left) > 0 { // another position than its hash says
		return lower, upper, s.hint
	}
	if s.table == nil {
		return lower, upper, move
	}
	e, ok := s.table.find(s.state.Hash())
	if !ok {
		return lower, upper, move
	}
	if int(e.depth) == depth && !(s.ranks && s.ply == 0) {
		lower, upper = int(e.lower), int(e.upper)
	}
	return lower, upper, e.move
}

// store notes the result of a search of the present position with a window: at
// or above beta it is a lower bound, at or below alpha an upper bound, and
// between them the value.
func (s *Search) store(depth, value, alpha, beta int, move game.Move) {
	if s.table == nil || s.stopped || s.ply == 0 && len(s.left) > 0 {
		return
	}
	key := s.state.Hash()
	e, ok := s.table.find(key)
	if !ok || int(e.depth) != depth {
		if e.search == s.table.search && int(e.depth) > depth {
			return
		}
		known := noMove
		if ok {
			known = e.move
		}
		*e = entry{key: key, lower: -infinity, upper: infinity, move: known, depth: int16(depth)}
	}
	e.search = s.table.search
	if value > alpha {
		e.lower = max(e.lower, int32(value))
	}
	if value < beta {
		e.upper = min(e.upper, int32(value))
	}
	// A search that fails low knows no best move. Where moves are ordered it has tried
	// the table's first and still names that one if it is as good as any.
	if move != noMove && (value > alpha || s.params.Order || e.move == noMove) {
		e.move = move
	}
}
