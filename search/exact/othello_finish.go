package exact

import (
	"math"
	"math/bits"
)

// Finish is what a position is worth to own, who is to move or to pass, for searches
// that end here: the exact score if it lies between alpha and beta, else a bound
// beyond the same end. It cannot be stopped, so the cells left should be few.
// Precondition: alpha and beta are even, and alpha < beta.
func (o *Othello) Finish(own, opp uint64, alpha, beta int) int {
	o.stopped, o.nextCheck = false, math.MaxUint64
	empties := bits.OnesCount64(^(own | opp))
	if empties == 0 {
		return othelloFinal(own, opp)
	}
	if alpha+2 < beta {
		return o.between(own, opp, alpha, beta)
	}
	return o.search(own, opp, othelloLegal(own, opp), alpha+1, empties)
}
