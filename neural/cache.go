package neural

import "sync"

// cache remembers what a network said of positions, by hash. A new position
// takes the place of another whose hash leads to the same place.
type cache struct {
	width  int // the most logits of a position
	locks  [64]sync.Mutex
	keys   []uint64
	counts []int16 // of logits; −1 where nothing is known
	values []float32
	logits []float32
}

func newCache(positions, width int) *cache {
	size := 1
	for size < positions {
		size *= 2
	}
	c := &cache{width: width, keys: make([]uint64, size), counts: make([]int16, size), values: make([]float32, size), logits: make([]float32, size*width)}
	c.reset()
	return c
}

func (c *cache) reset() {
	for i := range c.counts {
		c.counts[i] = -1
	}
}

// lock takes hold of a place in the table.
func (c *cache) lock(hash uint64) (at int, mutex *sync.Mutex) {
	at = int(hash & uint64(len(c.keys)-1))
	mutex = &c.locks[at%len(c.locks)]
	mutex.Lock()
	return at, mutex
}

// get appends the logits of a position, if it is known.
func (c *cache) get(hash uint64, logits []float32) (value float32, of []float32, ok bool) {
	at, mutex := c.lock(hash)
	defer mutex.Unlock()
	if c.counts[at] < 0 || c.keys[at] != hash {
		return 0, logits, false
	}
	first := at * c.width
	return c.values[at], append(logits, c.logits[first:first+int(c.counts[at])]...), true
}

func (c *cache) put(hash uint64, value float32, logits []float32) {
	at, mutex := c.lock(hash)
	defer mutex.Unlock()
	c.keys[at], c.values[at], c.counts[at] = hash, value, int16(len(logits))
	copy(c.logits[at*c.width:], logits)
}
