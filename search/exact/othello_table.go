package exact

import "math/bits"

// othelloEntry is what is known of one position: bounds on its score and the
// move that was best last.
type othelloEntry struct {
	own, opp     uint64
	lower, upper int8
	move         uint8 // othelloNoMove if none is known
	effort       uint8 // logarithm of the nodes it took
	generation   uint8
}

const (
	othelloNoMove = 64
	othelloWays   = 4 // entries that one position may be kept in
)

// othelloTable is a hash table in buckets of othelloWays entries. Entries of
// another generation count as empty.
type othelloTable struct {
	entries    []othelloEntry
	shift      uint
	generation uint8
}

func newOthelloTable(tableBits int) othelloTable {
	tableBits = max(tableBits, 4)
	return othelloTable{
		entries:    make([]othelloEntry, 1<<tableBits),
		shift:      uint(64 - tableBits + bits.TrailingZeros(othelloWays)),
		generation: 1,
	}
}

// clear forgets everything, by starting a generation.
func (t *othelloTable) clear() {
	t.generation++
	if t.generation == 0 {
		clear(t.entries)
		t.generation = 1
	}
}

// bucket returns the entries where a position may be.
func (t *othelloTable) bucket(own, opp uint64) *[othelloWays]othelloEntry {
	hash := (own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(opp, 29)) * 0xbf58476d1ce4e5b9
	hash = (hash ^ hash>>32) * 0x94d049bb133111eb
	first := hash >> (t.shift & 63) * othelloWays
	return (*[othelloWays]othelloEntry)(t.entries[first : first+othelloWays])
}

// find returns the entry of a position, nil if there is none.
func (t *othelloTable) find(own, opp uint64) *othelloEntry {
	bucket := t.bucket(own, opp)
	for i := range bucket {
		if e := &bucket[i]; e.own == own && e.opp == opp && e.generation == t.generation {
			return e
		}
	}
	return nil
}

// store notes that a null window at alpha gave score, by move if that was a
// success, for so many nodes. It replaces the entry that took least effort.
func (t *othelloTable) store(own, opp uint64, alpha, score, move int, nodes uint64) {
	bucket := t.bucket(own, opp)
	worst := &bucket[0]
	for i := range bucket {
		e := &bucket[i]
		if e.generation != t.generation {
			worst = e
			break
		}
		if e.own == own && e.opp == opp {
			e.note(alpha, score, move, nodes)
			return
		}
		if e.effort < worst.effort {
			worst = e
		}
	}
	*worst = othelloEntry{own: own, opp: opp, lower: -64, upper: 64, move: othelloNoMove, generation: t.generation}
	worst.note(alpha, score, move, nodes)
}

func (e *othelloEntry) note(alpha, score, move int, nodes uint64) {
	if score > alpha {
		e.lower = max(e.lower, int8(score))
	} else {
		e.upper = min(e.upper, int8(score))
	}
	if score > alpha || e.move == othelloNoMove {
		e.move = uint8(move)
	}
	e.effort = max(e.effort, uint8(bits.Len64(nodes)))
}
