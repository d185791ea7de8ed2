package game

import (
	"math/bits"
	"math/rand/v2"
)

// RandomMove draws a legal move of s: any with equal probability where players
// choose, by its Probability where chance does, and then with just one number
// from r. It returns false if the game is over. buf is for the legal moves.
func RandomMove(s State, r *rand.Rand, buf []Move) (m Move, ok bool) {
	moves := s.Moves(buf[:0])
	if len(moves) == 0 {
		return 0, false
	}
	if s.Turn() != Chance {
		return moves[r.IntN(len(moves))], true
	}
	chance, x := s.(Stochastic), r.Float64()
	for _, m = range moves {
		if x -= chance.Probability(m); x < 0 {
			break
		}
	}
	return m, true // the last one if rounding left the sum below one
}

// RandomPlayout plays moves that RandomMove draws on s until the game is over,
// using buf for the legal moves. It returns the number of moves played.
func RandomPlayout(s State, r *rand.Rand, buf []Move) int {
	for plies := 0; ; plies++ {
		m, ok := RandomMove(s, r, buf)
		if !ok {
			return plies
		}
		s.Play(m)
	}
}

// Picker draws small uniform numbers and takes several from one random word,
// which makes it a few times faster than drawing a word for each. The word is
// read as a binary fraction: multiplying it by n leaves a number below n
// before the point and a new fraction behind it.
type Picker struct {
	r        *rand.Rand
	fraction uint64
	spent    uint64 // product of the n drawn from this word so far
}

// NewPicker returns a Picker that takes its words from r.
func NewPicker(r *rand.Rand) Picker {
	return Picker{r: r, spent: maxSpent + 1}
}

// A word is dropped once its draws multiply up to more than this, which keeps
// the probabilities of one draw below n equal to within n/2³².
const maxSpent = 1 << 32

// Below returns a number in [0, n). Precondition: 0 < n < 2³².
func (p *Picker) Below(n int) int {
	if p.spent > maxSpent {
		p.fraction, p.spent = p.r.Uint64(), 1
	}
	p.spent *= uint64(n)
	pick, rest := bits.Mul64(p.fraction, uint64(n))
	p.fraction = rest
	return int(pick)
}
