package theory

import (
	"math/big"
	"slices"
)

// Geometric is the solution of a game of constant sum in which one player has two
// strategies, found as on squared paper: what each strategy of the opponent pays is a
// straight line over the probability of the player's first strategy, the worst of them
// is the envelope, and its best point the solution.
type Geometric struct {
	Player   int       // who has two strategies
	Lines    []Segment // of each strategy of the opponent
	Envelope []Corner  // from probability 0 to 1
	Best     Corner    // the highest point of the envelope, or, of the second player, the lowest
	Through  []int     // the lines that meet there
}

// Segment is what the first player of the game is paid where the player of two
// strategies plays its second one always (At0) and its first one always (At1).
type Segment struct{ At0, At1 *big.Rat }

// Corner is a point of the drawing.
type Corner struct{ P, Value *big.Rat }

// at is the height of the line over p.
func (s Segment) at(p *big.Rat) *big.Rat {
	rise := new(big.Rat).Sub(s.At1, s.At0)
	return rise.Add(rise.Mul(rise, p), s.At0)
}

// Geometric solves the game so, if it is of constant sum and a player has two
// strategies; if both have, that is the first.
func (g *Game) Geometric() (*Geometric, bool) {
	if _, ok := g.Constant(); !ok || g.Size(0) != 2 && g.Size(1) != 2 {
		return nil, false
	}
	r := &Geometric{}
	if g.Size(0) != 2 {
		r.Player = 1
	}
	for k := range g.Size(1 - r.Player) {
		if r.Player == 0 {
			r.Lines = append(r.Lines, Segment{g.Payoff(0, 1, k), g.Payoff(0, 0, k)})
		} else {
			r.Lines = append(r.Lines, Segment{g.Payoff(0, k, 1), g.Payoff(0, k, 0)})
		}
	}
	r.envelope()
	for i, c := range r.Envelope {
		if i == 0 || r.worse(r.Best.Value, c.Value) {
			r.Best = c
		}
	}
	for k, line := range r.Lines {
		if line.at(r.Best.P).Cmp(r.Best.Value) == 0 {
			r.Through = append(r.Through, k)
		}
	}
	return r, true
}

// worse reports whether a is worse than b for the player of two strategies.
func (r *Geometric) worse(a, b *big.Rat) bool {
	c := a.Cmp(b)
	return r.Player == 0 && c < 0 || r.Player == 1 && c > 0
}

// envelope finds the corners: places where two lines cross and no line is worse.
func (r *Geometric) envelope() {
	places := []*big.Rat{new(big.Rat), big.NewRat(1, 1)}
	for i, a := range r.Lines {
		for _, b := range r.Lines[:i] {
			// a.At0 + p·da = b.At0 + p·db
			slope := new(big.Rat).Sub(new(big.Rat).Sub(a.At1, a.At0), new(big.Rat).Sub(b.At1, b.At0))
			if slope.Sign() == 0 {
				continue
			}
			p := new(big.Rat).Quo(new(big.Rat).Sub(b.At0, a.At0), slope)
			if p.Sign() > 0 && p.Cmp(big.NewRat(1, 1)) < 0 && r.worst(p).Cmp(a.at(p)) == 0 {
				places = append(places, p)
			}
		}
	}
	slices.SortFunc(places, (*big.Rat).Cmp)
	places = slices.CompactFunc(places, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	for _, p := range places {
		r.Envelope = append(r.Envelope, Corner{p, r.worst(p)})
	}
}

// worst is the height of the envelope over p.
func (r *Geometric) worst(p *big.Rat) (worst *big.Rat) {
	for _, line := range r.Lines {
		if v := line.at(p); worst == nil || r.worse(v, worst) {
			worst = v
		}
	}
	return worst
}
