package probcut

import (
	"math/bits"
	"sync/atomic"

	"gambito/game"
)

// table remembers positions. Threads share it without locks: an entry whose halves
// come from two of them does not fit its key (Hyatt and Mann 2002), and is none.
type table struct {
	entries    []slot
	mask       uint64
	generation uint8
}

// slot is an entry as it lies in memory: its two halves, the first mixed with the second.
type slot struct{ key, data atomic.Uint64 }

// ways is how many slots a position may be in: what a line of the processor's cache holds.
const ways = 4

// known is what is remembered of a position: bounds of its value, by a search of some
// depth that leaves some doubt, and the best move.
type known struct {
	lower, upper int16
	depth        uint8
	trust        uint8 // which of the search's levels of doubt: the higher, the less doubt
	move         uint16
}

// noMove is the move of positions of which none is known. Moves that have no room are
// remembered as it.
const noMove = 1<<16 - 1

// newTable makes a table of about so many bytes.
func newTable(bytes int) *table {
	count := max(bytes/16, 64)
	count = 1 << (bits.Len(uint(count)) - 1)
	return &table{entries: make([]slot, count), mask: uint64(count - ways)}
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.entries)
	t.generation = 0
}

// age makes what is in the table give way to what comes.
func (t *table) age() { t.generation = (t.generation + 1) & 31 }

// Layout of the second half, from its lowest bit: lower 16, upper 16, move 16,
// depth 8, trust 3, generation 5.
func pack(k known, generation uint8) uint64 {
	return uint64(uint16(k.lower)) | uint64(uint16(k.upper))<<16 | uint64(k.move)<<32 |
		uint64(k.depth)<<48 | uint64(k.trust)<<56 | uint64(generation)<<59
}

func unpack(data uint64) known {
	return known{lower: int16(data), upper: int16(data >> 16), move: uint16(data >> 32), depth: uint8(data >> 48), trust: uint8(data >> 56 & 7)}
}

// find returns what is known of a position.
func (t *table) find(hash uint64) (known, bool) {
	bucket := t.entries[hash&t.mask:]
	for i := range bucket[:ways] {
		data := bucket[i].data.Load()
		if bucket[i].key.Load()^data == hash && data != 0 {
			return unpack(data), true
		}
	}
	return known{}, false
}

// store remembers a position in place of what is known of it, or else of what is
// old, or of little depth.
func (t *table) store(hash uint64, k known) {
	bucket := t.entries[hash&t.mask:]
	worst, least := 0, 1<<30
	for i := range bucket[:ways] {
		data := bucket[i].data.Load()
		if data == 0 || bucket[i].key.Load()^data == hash {
			worst = i
			break
		}
		worth := int(data >> 48 & 0xff)
		if uint8(data>>59) == t.generation {
			worth += 256
		}
		if worth < least {
			worst, least = i, worth
		}
	}
	data := pack(k, t.generation)
	bucket[worst].key.Store(hash ^ data)
	bucket[worst].data.Store(data)
}

// short is a move as the table keeps it.
func short(m game.Move) uint16 { return uint16(min(m, noMove)) }
