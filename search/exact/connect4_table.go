package exact

import (
	"math/bits"
	"sync/atomic"
)

// connect4Table is the transposition table: what is known of positions that
// were searched. It is exact: a key is scrambled by a bijection (multiplication
// by an odd number, modulo a power of two), of which the upper bits choose a
// bucket and all others are kept in the entry, so that no two positions are
// ever mistaken for each other. An entry is
//
//	tag … | work 6 bits | upper bound 6 bits | lower bound 6 bits
//
// and zero is an entry that says nothing.
//
// Waiting for memory is most of what a solver does, so the table starts at a
// size that stays in the fast caches and doubles when it is nearly full. This
// made the middle game more than twice as fast as one large table. It also makes
// clearing cheap, for there is no more to clear than the search had filled.
//
// A bucket holds two entries: the first the one that cost most nodes, the
// second the latest of the others (Breuker's "two big").
//
// A shared table is read and written by several goroutines at once without a
// lock. It has its full size from the start, so that copies of the struct stay
// views of the same entries. An entry is one word and says all it says by
// itself: whatever the goroutines do to a bucket between each other's steps, at
// worst an entry is lost or there twice, and each that is found is true.
type connect4Table struct {
	entries             []uint64
	shared              bool
	keyBits             uint
	keyMask, tagMask    uint64
	bits, first, most   uint // the logarithms of the entries in use, at first, at most
	shift               uint // from a scrambled key to its bucket
	used, growWhenAbove int
}

const (
	tableFirstBits  = 14 // 128 KiB
	tableMaxBits    = 34
	tableScrambler  = 0x9E3779B97F4A7C15
	tableBoundBits  = 6
	tableWorkShift  = 2 * tableBoundBits
	tableTagShift   = tableWorkShift + 6
	tableBoundsMask = 1<<tableWorkShift - 1

	// tableMinWork is how many nodes a position must have cost to be worth
	// a place.
	tableMinWork = 4
)

// connect4TableBits returns the least and the most size, as logarithms of the
// number of entries, that a table for keys of keyBits can have.
func connect4TableBits(keyBits int) (least, most int) {
	least = max(tableFirstBits, keyBits+1+tableTagShift-64)
	return least, max(least, tableMaxBits)
}

func newConnect4Table(keyBits, tableBits int) connect4Table {
	least, _ := connect4TableBits(keyBits)
	t := connect4Table{
		keyBits: uint(keyBits),
		keyMask: 1<<keyBits - 1,
		first:   uint(min(least, keyBits)), // small boards need no more entries than keys
		most:    uint(min(tableBits, keyBits)),
	}
	t.entries = make([]uint64, 1<<t.most)
	t.tagMask = 1<<(t.keyBits-t.first+1) - 1
	t.resize(t.first)
	return t
}

// share makes the table one that several goroutines may use. Precondition:
// nothing is in it.
func (t *connect4Table) share() {
	t.shared = true
	t.first = t.most
	t.resize(t.most)
}

func (t *connect4Table) resize(bits uint) {
	t.bits = bits
	t.shift = t.keyBits - (bits - 1)
	t.growWhenAbove = (1 << bits) * 9 / 10
	if bits == t.most {
		t.growWhenAbove = 1 << bits
	}
}

// reset forgets everything.
func (t *connect4Table) reset() {
	clear(t.entries[:1<<t.bits])
	t.used = 0
	t.resize(t.first)
}

// grow doubles the size. The bit of the tag that joins the number of the bucket
// says which half of the bucket's two successors an entry moves to.
func (t *connect4Table) grow() {
	half := func(entry uint64) int { return int(entry >> tableTagShift >> (t.shift - 1) & 1) }
	for i := 1<<(t.bits-1) - 1; i >= 0; i-- {
		big, late := t.entries[2*i], t.entries[2*i+1]
		clear(t.entries[4*i : 4*i+4])
		t.entries[4*i+2*half(big)] = big
		if half(late) == half(big) {
			t.entries[4*i+2*half(late)+1] = late
		} else {
			t.entries[4*i+2*half(late)] = late
		}
	}
	t.resize(t.bits + 1)
}

// load returns the bucket of a key and the key scrambled, for match. They are
// apart so that several loads can be under way before the first is looked at.
func (t *connect4Table) load(key uint64) (big, late, scrambled uint64) {
	scrambled = key * tableScrambler & t.keyMask
	i := 2 * (scrambled >> (t.shift & 63))
	return atomic.LoadUint64(&t.entries[i]), atomic.LoadUint64(&t.entries[i+1]), scrambled
}

// match returns what a bucket knows of a position.
func (t *connect4Table) match(big, late, scrambled uint64) connect4Bounds {
	switch {
	case (big>>tableTagShift^scrambled)&t.tagMask == 0:
		return connect4Bounds(big & tableBoundsMask)
	case (late>>tableTagShift^scrambled)&t.tagMask == 0:
		return connect4Bounds(late & tableBoundsMask)
	}
	return 0
}

// store keeps the bounds of a position that took the given number of nodes.
func (t *connect4Table) store(key uint64, bounds connect4Bounds, nodes uint64) {
	if nodes < tableMinWork {
		return
	}
	if t.used > t.growWhenAbove {
		t.grow()
	}
	scrambled := key * tableScrambler & t.keyMask
	i := 2 * (scrambled >> (t.shift & 63))
	big, late := &t.entries[i], &t.entries[i+1]
	work := uint64(bits.Len64(nodes))
	entry := scrambled&t.tagMask<<tableTagShift | work<<tableWorkShift | uint64(bounds)
	if t.shared {
		t.storeShared(big, late, entry, scrambled)
		return
	}
	switch {
	case (*big>>tableTagShift^scrambled)&t.tagMask == 0:
		if *big == 0 {
			t.used++
		}
		*big = entry
	case (*late>>tableTagShift^scrambled)&t.tagMask == 0 || work < *big>>tableWorkShift&63:
		if *late == 0 {
			t.used++
		}
		*late = entry
	default:
		if *late == 0 {
			t.used++
		}
		*big, *late = entry, *big
	}
}

// storeShared is the rest of store for a shared table. It is apart because the
// atomic writes would cost a single goroutine a few percent.
func (t *connect4Table) storeShared(big, late *uint64, entry, scrambled uint64) {
	first, second := atomic.LoadUint64(big), atomic.LoadUint64(late)
	switch {
	case (first>>tableTagShift^scrambled)&t.tagMask == 0:
		atomic.StoreUint64(big, entry)
	case (second>>tableTagShift^scrambled)&t.tagMask == 0 || entry>>tableWorkShift&63 < first>>tableWorkShift&63:
		atomic.StoreUint64(late, entry)
	default:
		atomic.StoreUint64(late, first)
		atomic.StoreUint64(big, entry)
	}
}

// connect4Bounds is what is known of a score, packed into 12 bits: a lower and
// an upper bound. Zero is the widest of all.
type connect4Bounds uint64

const (
	tableWidest    = 1 << (tableBoundBits - 1)
	tableBoundMask = 1<<tableBoundBits - 1
)

func newConnect4Bounds(lower, upper int) connect4Bounds {
	return connect4Bounds(tableWidest-upper)<<tableBoundBits | connect4Bounds(lower+tableWidest)
}

func (b connect4Bounds) lower() int { return int(b&tableBoundMask) - tableWidest }
func (b connect4Bounds) upper() int { return tableWidest - int(b>>tableBoundBits) }
