package exact

// Before a position is solved it is searched with doubt, less of it each time: where a
// look ahead is far beyond the window the rest is believed (ProbCut; Buro 1995). That
// finds the score of two in three positions, which the proof then only has to confirm,
// and leaves good moves in the table.

// othelloDoubts are by how many discs a look ahead must be beyond the window to be
// believed, by the doubt that is left: none is the search that proves.
var othelloDoubts = [...]int{0, 14, 10, 6}

// prepare returns a good guess of the score between two bounds, given a first one.
func (o *Othello) prepare(own, opp, legal uint64, lower, upper, guess, empties int) int {
	for o.doubt = uint8(len(othelloDoubts) - 1); o.doubt > 0; o.doubt-- {
		low, high := lower, upper
		for low < high && !o.stopped {
			target := min(max(guess, low+2), high)
			if guess, _ = o.root(own, opp, legal, target-1, empties); guess >= target {
				low = guess
			} else {
				high = guess
			}
		}
	}
	return guess
}

// probably says whether a look ahead shows that the score is probably beyond alpha, and
// on which side. Scores are even.
func (o *Othello) probably(own, opp, legal uint64, alpha, empties int) (score int, ok bool) {
	margin := othelloDoubts[o.doubt]
	x, depth := o.indices[empties], min((empties-10)/3, othelloForesight)
	now := o.patterns.value(x, empties)
	if high := alpha + 1 + margin; high < 64 && now >= othelloDisc*alpha {
		bound := othelloDisc * high
		if o.foresee(own, opp, legal, x, bound-1, bound, depth, empties) >= bound {
			return (alpha + 2) &^ 1, true
		}
	}
	if low := alpha - margin; low > -64 && now <= othelloDisc*(alpha+1) {
		bound := othelloDisc * low
		if o.foresee(own, opp, legal, x, bound, bound+1, depth, empties) <= bound {
			return alpha &^ 1, true
		}
	}
	return 0, false
}
