package networks

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/nn/sparse"
)

// The networks of TD-Gammon as a master's thesis of 2006 prints them: one of 248 inputs and
// 128 hidden units for contact and one of 224 and 116 for races, with five outputs each and
// 32,384 and 26,564 weights, which leaves none for biases. The outputs are the one that is
// adjusted by temporal differences, then the chances of a plain win, a gammon won, a plain
// loss and a gammon lost.
//
// Of the inputs nothing is told but that they are of the position. Here they are, for each
// side, four a point and the bar as Tesauro had them, with contact the 16 numbers of
// inputs.go, how many men are off in four groups and blots at home in four; in races four a
// point, pips to go, and how many men are off. What the first output estimates is not told
// either: here it is the chance to win, and gammons are shares of wins and losses by the
// other four, which learn from results.
const (
	ThesisContact = 2 * thesisContactSide
	ThesisRace    = 2 * thesisRaceSide

	thesisContactSide = pointInputs + thesisBlots + 4
	thesisOff         = numberCount
	thesisBlots       = thesisOff + 4
	thesisRaceSide    = racePoints + 1 + backgammon.Men
)

// NewThesis returns networks as printed that know nothing, with so many hidden units for
// contact and for races.
func NewThesis(contact, race int, seed uint64) *Model {
	m := &Model{Crashed: sparse.Zero(0, 0, 0)}
	for c, size := range map[Class][2]int{Contact: {ThesisContact, contact}, Race: {ThesisRace, race}} {
		m[c] = sparse.New(size[0], size[1], outputs, rand.New(rand.NewPCG(seed, uint64(c))))
		m[c].Unbiased = true
	}
	return m
}

// Thesis reports whether the networks are such as the thesis prints: there is none of
// crashed positions.
func (m *Model) Thesis() bool { return m[Crashed].Inputs == 0 }

// ThesisClass is the class of a board among networks as printed.
func ThesisClass(b *backgammon.Board) Class {
	if c := Classify(b); c != Crashed {
		return c
	}
	return Contact
}

// EncodeThesis is Encode for networks as printed.
func EncodeThesis(b *backgammon.Board, p game.Player, c Class, x *sparse.Input) {
	x.Reset()
	own, other := sides(&b[p], &b[p^1])
	if c == Race {
		own.thesisRace(x, 0)
		other.thesisRace(x, thesisRaceSide)
		return
	}
	own.thesisContact(x, 0, &other)
	other.thesisContact(x, thesisContactSide, &own)
}

func (s *side) thesisContact(x *sparse.Input, base int, other *side) {
	s.placed(x, base, backgammon.Bar)
	at := base + pointInputs
	s.numbers(x, at, other)
	x.Set(at+thesisOff+offGroup(s.men[backgammon.Off]), 1)
	x.Set(at+thesisBlots+s.homeBlots(), 1)
}

func (s *side) thesisRace(x *sparse.Input, base int) {
	s.placed(x, base, 24)
	at, pips := base+racePoints, 0
	for k := 1; k <= 24; k++ {
		pips += k * int(s.men[k])
	}
	x.Set(at, float32(pips)/100)
	x.Set(at+1+int(min(s.men[backgammon.Off], backgammon.Men-1)), 1)
}

// fromThesis makes chances of the outputs of a network as printed.
func fromThesis(o [outputs]float32) backgammon.Chances {
	c := backgammon.Chances{Win: o[0]}
	if wins := o[1] + o[2]; wins > 0 {
		c.WinGammon = o[0] * o[2] / wins
	}
	if losses := o[3] + o[4]; losses > 0 {
		c.LoseGammon = (1 - o[0]) * o[4] / losses
	}
	return c
}

// ToThesis makes targets for a network as printed: the first output learns from what is said
// of the next position, the others from the result.
func ToThesis(next, result backgammon.Chances) [outputs]float32 {
	return [outputs]float32{next.Win, result.Win - result.WinGammon, result.WinGammon, 1 - result.Win - result.LoseGammon, result.LoseGammon}
}
