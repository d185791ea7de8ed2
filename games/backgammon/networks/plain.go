package networks

import (
	"fmt"
	"math"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/nn/sparse"
)

// A plain network sees nothing but where the men are, and tells nothing but the chance
// to win, as that of J. Pollack and A. Blair (1998) did: one for positions of all
// classes, whose weights are one vector. In the vector are
//
//   - by input a row of hidden units: four inputs a point, those of one's own points 1
//     to 24 and the bar, then one for the share of one's own men that are off, then the
//     same of the other side
//   - the biases of the hidden units
//   - the weights of the output, and its bias.
const (
	PlainHidden = 20
	plainSide   = pointInputs + 1
	plainInputs = 2 * plainSide
	PlainSize   = plainInputs*PlainHidden + PlainHidden + PlainHidden + 1
)

// never is a bias so low that the chance is next to none.
const never = -100

// NewPlain makes a model of a plain network's weights. All its networks are that one:
// inputs that it does not have weigh nothing.
func NewPlain(weights []float32) *Model {
	if len(weights) != PlainSize {
		panic(fmt.Sprintf("networks: %d weights, not %d", len(weights), PlainSize))
	}
	const hidden = (PlainHidden + sparse.Block - 1) / sparse.Block * sparse.Block
	first, rest := weights[:plainInputs*PlainHidden], weights[plainInputs*PlainHidden:]
	m := &Model{}
	for c := range m {
		n := sparse.Zero(Class(c).inputs(), hidden, outputs)
		copy(n.FirstBias, rest[:PlainHidden])
		copy(n.Second, rest[PlainHidden:2*PlainHidden])
		n.SecondBias[0] = rest[2*PlainHidden]
		for o := 1; o < outputs; o++ {
			n.SecondBias[o] = never
		}
		for s := range 2 {
			plainFirst(n, Class(c), s, first[s*plainSide*PlainHidden:][:plainSide*PlainHidden])
		}
		m[c] = n
	}
	return m
}

// plainFirst sets the weights of the inputs of a side.
func plainFirst(n *sparse.Network, c Class, side int, weights []float32) {
	set := func(input, from int, share float32) {
		row := n.First[input*n.Hidden:]
		for h, w := range weights[from*PlainHidden:][:PlainHidden] {
			row[h] = share * w
		}
	}
	base, points := side*c.sideInputs(), pointInputs
	if c == Race {
		points = racePoints
	}
	for i := range points {
		set(base+i, i, 1)
	}
	if c != Race {
		set(base+pointInputs+inOff, pointInputs, 1)
		return
	}
	for off := 1; off < backgammon.Men; off++ { // an input each
		set(base+racePoints+inRaceOff+off, pointInputs, float32(off)/backgammon.Men)
	}
}

// plain reports whether the networks see nothing but where the men are, so that the other
// inputs need not be worked out.
func (m *Model) plain() bool {
	for c, n := range m {
		points, off, offs := pointInputs, pointInputs+inOff, 1
		if Class(c) == Race {
			points, off, offs = racePoints, racePoints+inRaceOff, backgammon.Men
		}
		side := Class(c).sideInputs()
		for i := range n.Inputs {
			if k := i % side; i < 2*side && (k < points || k >= off && k < off+offs) {
				continue
			}
			for _, w := range n.First[i*n.Hidden:][:n.Hidden] {
				if w != 0 {
					return false
				}
			}
		}
	}
	return true
}

// sideInputs is how many inputs each side has, but for those of patterns.
func (c Class) sideInputs() int {
	if c == Race {
		return raceSide
	}
	return sideInputs
}

// encodePlain is Encode for a plain network.
func encodePlain(b *backgammon.Board, p game.Player, c Class, x *sparse.Input) {
	x.Reset()
	own, other := sides(&b[p], &b[p^1])
	for i, s := range []*side{&own, &other} {
		base, off := i*c.sideInputs(), s.men[backgammon.Off]
		if c == Race {
			s.placed(x, base, 24)
			x.Set(base+racePoints+inRaceOff+int(min(off, 14)), 1)
			continue
		}
		s.placed(x, base, backgammon.Bar)
		x.Set(base+pointInputs+inOff, float32(off)/backgammon.Men)
	}
}

// PlainGroups are what the weights of a plain network belong to.
var PlainGroups = func() (names []string) {
	for _, side := range []string{"own", "other"} {
		for k := 1; k < backgammon.Bar; k++ {
			names = append(names, fmt.Sprintf("%s point %d", side, k))
		}
		names = append(names, side+" men on the bar", side+" men off")
	}
	return append(names, "hidden units", "output", "output alone")
}()

// PlainSizes is how large the weights of each group are: the roots of the means of
// their squares.
func PlainSizes(weights []float32) []float64 {
	sums, counts := make([]float64, len(PlainGroups)), make([]float64, len(PlainGroups))
	for i, w := range weights {
		g := plainGroup(i)
		sums[g] += float64(w) * float64(w)
		counts[g]++
	}
	for g := range sums {
		sums[g] = math.Sqrt(sums[g] / counts[g])
	}
	return sums
}

// plainGroup is the group of a weight.
func plainGroup(i int) int {
	const perSide = backgammon.Bar + 1 // points, the bar, men off
	input := i / PlainHidden
	if input < plainInputs {
		return input/plainSide*perSide + input%plainSide/units
	}
	return 2*perSide + min(input-plainInputs, 2)
}
