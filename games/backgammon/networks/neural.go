// Package networks evaluates backgammon positions by three small networks: for
// races, for positions with contact, and for crashed ones, those with contact in
// which a side has few men left to play with. The outputs of each are the
// chances of the player about to roll. The end of the game, with all men of both
// sides home, comes from bear-off tables.
//
// As in TD-Gammon (Tesauro 1995) and its successors the inputs say where the men
// are and, in numbers that a small network would have to work out otherwise,
// what that means: shots, primes, how far men can get, and so on. They are
// listed in inputs.go.
package networks

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/nn/sparse"
)

// Class is a kind of position.
type Class int

// The classes. Only the first three have a network.
const (
	Contact Class = iota
	Crashed
	Race
	Bearoff
	Over

	Networks = 3
)

// useful is how few men outside its points 1 and 2 make a side crashed.
const useful = 6

// Classify tells the class of a board.
func Classify(b *backgammon.Board) Class {
	switch {
	case b[0][backgammon.Off] == backgammon.Men || b[1][backgammon.Off] == backgammon.Men:
		return Over
	case b.Race():
		if bearoff.Covers(b) {
			return Bearoff
		}
		return Race
	}
	for p := range b {
		if men := &b[p]; backgammon.Men-int(men[backgammon.Off])-int(men[1])-int(men[2]) <= useful {
			return Crashed
		}
	}
	return Contact
}

// outputs of the networks: the fields of backgammon.Chances.
const outputs = 5

// inputs is how many the network of a class has.
func (c Class) inputs() int {
	if c == Race {
		return RaceInputs
	}
	return ContactInputs
}

// Encode sets the inputs of a board of a class that has a network, on which p is
// about to roll.
func Encode(b *backgammon.Board, p game.Player, c Class, x *sparse.Input) {
	x.Reset()
	own, other := sides(&b[p], &b[p^1])
	if c == Race {
		own.race(x, 0)
		other.race(x, raceSide)
		return
	}
	own.contact(x, 0, &other)
	other.contact(x, sideInputs, &own)
	own.patterns(x, firstInputs)
	other.patterns(x, firstInputs+patternInputs)
}

// Model is the networks, by class. It may be read by many goroutines.
type Model [Networks]*sparse.Network

// NewModel returns one that knows nothing, with so many hidden units, and for races.
func NewModel(hidden, race int, seed uint64) *Model {
	m := &Model{}
	for c := range m {
		if Class(c) == Race {
			hidden = race
		}
		m[c] = sparse.New(Class(c).inputs(), hidden, outputs, rand.New(rand.NewPCG(seed, uint64(c))))
	}
	return m
}

// Widen returns one that says the same, with more hidden units to learn with.
func (m *Model) Widen(hidden int, seed uint64) *Model {
	w := &Model{}
	for c, n := range m {
		w[c] = n.Widen(hidden, rand.New(rand.NewPCG(seed, uint64(c))))
	}
	return w
}

// Clone returns a copy.
func (m *Model) Clone() *Model {
	c := &Model{}
	for i, n := range m {
		c[i] = n.Clone()
	}
	return c
}

// CopyFrom takes the weights of a model of the same size.
func (m *Model) CopyFrom(src *Model) {
	for i, n := range m {
		n.CopyFrom(src[i])
	}
}

// Estimator evaluates boards. It belongs to one goroutine.
type Estimator struct {
	model   *Model
	class   func(*backgammon.Board) Class
	encode  func(*backgammon.Board, game.Player, Class, *sparse.Input)
	read    func([outputs]float32) backgammon.Chances
	tables  *bearoff.Tables
	input   sparse.Input
	scratch *sparse.Scratch
	output  [outputs]float32
}

// NewEstimator returns one for a model.
func NewEstimator(m *Model, tables *bearoff.Tables) *Estimator {
	hidden := 0
	for _, n := range m {
		hidden = max(hidden, n.Hidden)
	}
	e := &Estimator{model: m, class: Classify, encode: Encode, read: FromOutputs, tables: tables, scratch: sparse.NewScratch(hidden, outputs)}
	switch {
	case m.Thesis():
		e.class, e.encode, e.read = ThesisClass, EncodeThesis, fromThesis
	case m.plain():
		e.encode = encodePlain
	}
	return e
}

// Evaluate tells the chances of p, who is about to roll.
func (e *Estimator) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	switch c := e.class(b); c {
	case Over:
		return b.Ended(p)
	case Bearoff:
		return e.tables.Chances(b, p)
	default:
		e.encode(b, p, c, &e.input)
		e.model[c].Evaluate(&e.input, e.scratch, e.output[:])
		return possible(b, p, e.read(e.output))
	}
}

// FromOutputs makes chances of a network's outputs.
func FromOutputs(o [outputs]float32) backgammon.Chances {
	return backgammon.Chances{Win: o[0], WinGammon: o[1], WinBackgammon: o[2], LoseGammon: o[3], LoseBackgammon: o[4]}
}

// ToOutputs makes targets for a network of chances.
func ToOutputs(c backgammon.Chances) [outputs]float32 {
	return [outputs]float32{c.Win, c.WinGammon, c.WinBackgammon, c.LoseGammon, c.LoseBackgammon}
}

// possible makes chances agree with the rules and each other: who has borne off
// a man loses no gammon, and a gammon is not likelier than a win.
func possible(b *backgammon.Board, p game.Player, c backgammon.Chances) backgammon.Chances {
	if b[p^1][backgammon.Off] > 0 {
		c.WinGammon, c.WinBackgammon = 0, 0
	}
	if b[p][backgammon.Off] > 0 {
		c.LoseGammon, c.LoseBackgammon = 0, 0
	}
	c.WinGammon = min(c.WinGammon, c.Win)
	c.WinBackgammon = min(c.WinBackgammon, c.WinGammon)
	c.LoseGammon = min(c.LoseGammon, 1-c.Win)
	c.LoseBackgammon = min(c.LoseBackgammon, c.LoseGammon)
	return c
}
