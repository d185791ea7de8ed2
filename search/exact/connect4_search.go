package exact

import "math/bits"

// connect4Move is a move under consideration: the stone, and what is known
// after it.
type connect4Move struct {
	stone   uint64
	threats uint64 // of the player who has moved
	replies uint64 // that do not lose at once
	value   int    // for the order

	big, late, scrambled uint64 // the bucket of the position, see connect4Table
}

const (
	// Nearer to the end than this the table costs more than it saves: to
	// look at the position itself, and at those a move away.
	tableHorizon     = 6
	lookAheadHorizon = 12

	// mirrorPlies is for how many plies a position shares the entry of its
	// mirror image. Later the two seldom occur in one search.
	mirrorPlies = 12

	pollNodes = 4096 // between looks at whether to stop
)

// search finds out whether the score is above alpha: what it returns is above
// alpha and at most the score, or not above alpha and at least the score.
//
// There are left empty cells; mine and theirs are the threats of the player to
// move and of its opponent. Preconditions: the player to move cannot win with
// its next stone, and moves, those that do not lose to the next stone of the
// opponent, are not empty.
//
// It is alpha–beta search with a null window, and owes to Pons the order of
// moves by the threats they make and the bounds that need no search. Beyond
// him it carries the threats of both players along, sees for every move at once
// whether it leaves the opponent without a reply or is part of a plan that decides
// (see followUp), and looks up all positions a move ahead before it searches any
// (enhanced transposition cut-offs, Schaeffer and Plaat).
func (c *Connect4) search(own, mask, moves, mine, theirs uint64, left, alpha int) int {
	before := c.nodes
	c.nodes++
	if c.nodes%pollNodes == 0 {
		c.poll()
		c.tell()
	}
	lower, upper := lossScore(left, 2), winScore(left, 2)
	switch {
	case left <= 2:
		return 0
	case upper <= alpha:
		return upper
	case lower > alpha:
		return lower
	}
	var key uint64
	if left > tableHorizon {
		key = c.tableKey(own, mask, left)
		table := c.tableAt(left)
		known := table.match(table.load(key))
		if l := known.lower(); l > alpha {
			return l
		}
		if u := known.upper(); u <= alpha {
			return u
		}
		lower, upper = max(lower, known.lower()), min(upper, known.upper())
	}

	order, best := c.order(own, mask, moves, mine, left, alpha)
	if best > alpha {
		return best
	}
	upper = min(upper, winScore(left, 3))
	if upper <= alpha {
		return upper
	}
	if left > lookAheadHorizon {
		order, best = c.lookAhead(order, best, alpha, left)
		if best > alpha {
			return best
		}
	}
	if c.together != nil && left > togetherHorizon {
		best = c.searchTogether(order, own, mask, theirs, left, alpha, best)
		if c.stopped {
			return 0
		}
		order = nil
	}
	for i := range order {
		m := &order[i]
		score := -c.search(own^mask, mask|m.stone, m.replies, theirs&^m.stone, m.threats, left-1, -alpha-1)
		if c.stopped {
			return 0
		}
		if best = max(best, score); best > alpha {
			break
		}
	}
	if best > alpha {
		lower = max(lower, best)
	} else {
		upper = min(upper, best)
	}
	if left > tableHorizon {
		c.tableAt(left).store(key, newConnect4Bounds(lower, upper), c.nodes-before)
	}
	return best
}

// order sorts the moves, the most promising first. If one of them is seen to score above
// alpha it returns its score alone: it leaves the opponent without a reply and so wins
// with the stone after it, or with a plan that needs no search (see followUp).
//
// Moves that make more threats come first, of these those that leave fewer replies,
// and among equals those nearer to the centre. A move right below a threat of one's
// own comes last: it makes the opponent block the threat.
func (c *Connect4) order(own, mask, moves, mine uint64, left, alpha int) (order []connect4Move, least int) {
	order = c.moves[left][:0]
	table := c.tableAt(left - 1)
	for _, column := range c.centreFirst {
		stone := moves & column
		if stone == 0 {
			continue
		}
		after := mask | stone
		threats := c.threats(own|stone, after)
		replies := c.safe(after, threats)
		if replies == 0 {
			return nil, winScore(left, 2)
		}
		if bound, ok := c.followUp(own^mask, after, threats, left-1, -alpha-1); ok {
			return nil, -bound
		}
		value := c.columns*bits.OnesCount64(threats) - bits.OnesCount64(replies)
		if stone<<1&mine != 0 {
			value -= c.columns * c.cells
		}
		n := len(order)
		order = order[:n+1]
		for n > 0 && order[n-1].value < value {
			order[n] = order[n-1]
			n--
		}
		m := &order[n]
		m.stone, m.threats, m.replies, m.value = stone, threats, replies, value
		if left > lookAheadHorizon {
			m.big, m.late, m.scrambled = table.load(c.tableKey(own^mask, after, left-1))
		}
	}
	return order, lossScore(left, 1)
}

// lookAhead drops the moves of which the table knows that they do not score
// above alpha, and returns the others with the best score known.
func (c *Connect4) lookAhead(order []connect4Move, best, alpha, left int) ([]connect4Move, int) {
	table, kept := c.tableAt(left-1), 0
	for i := range order {
		m := &order[i]
		known := table.match(m.big, m.late, m.scrambled)
		if score := -known.upper(); score > alpha {
			return nil, score
		}
		if score := -known.lower(); score <= alpha {
			best = max(best, score)
			continue
		}
		if kept != i {
			order[kept] = *m
		}
		kept++
	}
	return order[:kept], best
}

// tableAt is the table for positions with left empty cells.
func (c *Connect4) tableAt(left int) *connect4Table {
	if left > c.sharedAbove {
		return &c.shared
	}
	return &c.table
}

// tableKey is the key of a position in the table.
func (c *Connect4) tableKey(own, mask uint64, left int) uint64 {
	key := c.key(own, mask)
	if left > c.mirrorAbove {
		key = min(key, c.mirror(key))
	}
	return key
}

func (c *Connect4) poll() {
	select {
	case <-c.done:
		c.stopped = true
	default:
	}
	if c.together != nil && c.together.finished.Load() {
		c.stopped = true
	}
}

// tell tells who watches what all goroutines have visited. Only the solver itself
// is watched, not its helpers.
func (c *Connect4) tell() {
	nodes := c.nodes
	if c.together != nil {
		nodes = c.together.visited.Add(pollNodes)
	}
	c.watch.Tell(visited, int(nodes), 0)
}
