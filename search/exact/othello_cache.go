package exact

// othelloCache remembers positions with few empties, where the hash table would
// cost more than it saves. Nearly all that is found again there is found soon
// after, so a table small enough for the processor's own cache has it.
type othelloCache struct {
	entries [1 << othelloCacheBits]othelloBounds
}

const othelloCacheBits = 14

// othelloBounds are bounds on the score of a position. The zero value is of no
// position: it has no discs.
type othelloBounds struct {
	own, opp     uint64
	lower, upper int8
}

// at returns the entry where a position has to be, which may hold another.
func (c *othelloCache) at(own, opp uint64) *othelloBounds {
	return &c.entries[othelloHash(own, opp)>>(64-othelloCacheBits)]
}

// settles tells whether what is known of a position answers a null window at
// alpha, and the score if it does.
func (b *othelloBounds) settles(own, opp uint64, alpha int) (score int, ok bool) {
	if b.own != own || b.opp != opp {
		return 0, false
	}
	if int(b.lower) > alpha {
		return int(b.lower), true
	}
	return int(b.upper), int(b.upper) <= alpha
}

// note keeps what a null window at alpha gave, in place of what was known of
// another position.
func (b *othelloBounds) note(own, opp uint64, alpha, score int) {
	if b.own != own || b.opp != opp {
		*b = othelloBounds{own: own, opp: opp, lower: -64, upper: 64}
	}
	if score > alpha {
		b.lower = max(b.lower, int8(score))
	} else {
		b.upper = min(b.upper, int8(score))
	}
}
