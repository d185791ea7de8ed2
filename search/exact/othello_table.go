package exact

import "math/bits"

// othelloEntry is what is known of one position: bounds on its score and the
// move that was best last.
type othelloEntry struct {
	lower, upper int8
	move         uint8 // othelloNoMove if none is known
	effort       uint8 // logarithm of the nodes it took, above it the doubt in which the bounds hold
	generation   uint8
}

// Where the doubt begins in the effort, and what is below it.
const (
	othelloDoubtAt = 6
	othelloEfforts = 1<<othelloDoubtAt - 1
)

// doubt is that of the bounds: an index of othelloDoubts. The move is good advice
// whatever it is.
func (e *othelloEntry) doubt() uint8 { return e.effort >> othelloDoubtAt }

const (
	othelloNoMove = 64
	othelloWays   = 3 // entries that one position may be kept in
)

// othelloBucket is made to fill a line of the processor's cache, so that a look
// at the table waits for memory once.
type othelloBucket struct {
	own, opp [othelloWays]uint64
	entries  [othelloWays]othelloEntry
	_        uint8
}

// othelloTable is a hash table. Entries of another generation count as empty.
type othelloTable struct {
	buckets    []othelloBucket
	shift      uint
	generation uint8
}

// newOthelloTable returns a table of 1<<tableBits times 16 bytes.
func newOthelloTable(tableBits int) othelloTable {
	bucketBits := max(tableBits, 4) - 2
	return othelloTable{
		buckets:    make([]othelloBucket, 1<<bucketBits),
		shift:      uint(64 - bucketBits),
		generation: 1,
	}
}

// clear forgets everything, by starting a generation.
func (t *othelloTable) clear() {
	t.generation++
	if t.generation == 0 {
		clear(t.buckets)
		t.generation = 1
	}
}

// othelloHash mixes a position; its top bits are the best.
func othelloHash(own, opp uint64) uint64 {
	hash := (own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(opp, 29)) * 0xbf58476d1ce4e5b9
	return (hash ^ hash>>32) * 0x94d049bb133111eb
}

// bucket returns the entries where a position may be.
func (t *othelloTable) bucket(own, opp uint64) *othelloBucket {
	return &t.buckets[othelloHash(own, opp)>>(t.shift&63)]
}

// find returns the entry of a position, nil if there is none.
func (t *othelloTable) find(own, opp uint64) *othelloEntry {
	bucket := t.bucket(own, opp)
	for i := range bucket.own {
		if bucket.own[i] == own && bucket.opp[i] == opp && bucket.entries[i].generation == t.generation {
			return &bucket.entries[i]
		}
	}
	return nil
}

// store notes that a null window at alpha gave score, by move if that was a
// success, for so many nodes and with some doubt. It replaces the entry that took
// least effort; what is known for surer stays.
func (t *othelloTable) store(own, opp uint64, alpha, score, move int, nodes uint64, doubt uint8) {
	bucket := t.bucket(own, opp)
	worst := 0
	for i := range bucket.entries {
		e := &bucket.entries[i]
		if e.generation != t.generation {
			worst = i
			break
		}
		if bucket.own[i] == own && bucket.opp[i] == opp {
			if e.doubt() > doubt {
				e.lower, e.upper, e.effort = -64, 64, e.effort&othelloEfforts|doubt<<othelloDoubtAt
			}
			if e.doubt() == doubt {
				e.note(alpha, score, move, nodes)
			}
			return
		}
		if e.effort&othelloEfforts < bucket.entries[worst].effort&othelloEfforts {
			worst = i
		}
	}
	bucket.own[worst], bucket.opp[worst] = own, opp
	bucket.entries[worst] = othelloEntry{lower: -64, upper: 64, move: othelloNoMove, effort: doubt << othelloDoubtAt, generation: t.generation}
	bucket.entries[worst].note(alpha, score, move, nodes)
}

func (e *othelloEntry) note(alpha, score, move int, nodes uint64) {
	if score > alpha && score >= int(e.lower) || e.move == othelloNoMove {
		e.move = uint8(move) // of those that succeed the one that reaches lower
	}
	if score > alpha {
		e.lower = max(e.lower, int8(score))
	} else {
		e.upper = min(e.upper, int8(score))
	}
	e.effort = max(e.effort, e.doubt()<<othelloDoubtAt|uint8(bits.Len64(nodes)))
}
