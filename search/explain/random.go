package explain

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gambito/spec"
)

// Random is a random tree: every position down to a depth has so many moves, and
// leaves are whole numbers. The same numbers make the same tree.
type Random struct {
	Branching, Depth int
	Low, High        int // of the leaves
	Seed             uint64
	Uneven           bool // positions have fewer moves, and some end earlier
	Chance           bool // every second position is chance's
	Bounds           bool // positions have bounds, for B*
	Min              bool // MIN moves first
}

// RandomOptions are what a random tree takes.
var RandomOptions = spec.Schema{ID: "random", Name: "Random tree", About: "A tree of random numbers.", Options: []spec.Option{
	{Name: "branching", Type: spec.Int, Default: "3", Min: 1, Max: 8, Help: "moves of a position"},
	{Name: "depth", Type: spec.Int, Default: "3", Min: 1, Max: 10, Help: "moves to a leaf"},
	{Name: "low", Type: spec.Int, Default: "0", Min: -1000, Max: 1000, Help: "least leaf"},
	{Name: "high", Type: spec.Int, Default: "20", Min: -1000, Max: 1000, Help: "greatest leaf"},
	{Name: "seed", Type: spec.Int, Default: "1", Min: 0, Max: 1e9, Help: "which of all such trees"},
	{Name: "uneven", Type: spec.Bool, Default: "off", Help: "positions with fewer moves, and leaves higher up"},
	{Name: "chance", Type: spec.Bool, Default: "off", Help: "chance decides between the players' moves"},
	{Name: "min", Type: spec.Bool, Default: "off", Help: "MIN moves first"},
	{Name: "bounds", Type: spec.Bool, Default: "off", Help: "bounds of positions, as B* reads them"},
}}

// ParseRandom reads options such as branching=3,depth=4,seed=1.
func ParseRandom(text string) (Random, error) {
	name := "random"
	if text != "" {
		name += ":" + text
	}
	parsed, err := spec.Parse(name)
	if err != nil {
		return Random{}, fmt.Errorf("random tree %q: %w", text, err)
	}
	v, err := RandomOptions.Read(parsed.Args)
	if err != nil {
		return Random{}, fmt.Errorf("random tree %q: %w", text, err)
	}
	r := Random{
		Branching: v.Int("branching"), Depth: v.Int("depth"), Low: v.Int("low"), High: v.Int("high"), Seed: uint64(v.Int("seed")),
		Uneven: v.Bool("uneven"), Chance: v.Bool("chance"), Bounds: v.Bool("bounds"), Min: v.Bool("min"),
	}
	positions := 0
	for level, wide := 0, 1; level <= r.Depth && positions <= maxRandom; level++ {
		positions += wide
		wide *= r.Branching
	}
	switch {
	case r.Low > r.High:
		return r, fmt.Errorf("random tree %q: the least leaf, %d, is above the greatest, %d", text, r.Low, r.High)
	case positions > maxRandom:
		return r, fmt.Errorf("random tree %q: it may have more than %d positions: choose a smaller depth or branching", text, maxRandom)
	case r.Chance && r.Bounds:
		return r, fmt.Errorf("random tree %q: bounds are for B*, which does not search where chance has a part", text)
	}
	return r, nil
}

// maxRandom is how many positions a random tree may have.
const maxRandom = 100_000

// Text is the tree as nested lists.
func (r Random) Text() string {
	maker := treeMaker{Random: r, draw: rand.New(rand.NewPCG(r.Seed, 0))}
	if side := 1; r.Min {
		maker.text.WriteString("min")
		maker.position(0, -side)
	} else {
		maker.position(0, side)
	}
	return maker.text.String()
}

type treeMaker struct {
	Random
	draw *rand.Rand
	text strings.Builder
}

// position writes one and returns the value of minimax, of which side is 1 where MAX
// moves and −1 where MIN does.
func (m *treeMaker) position(depth, side int) int {
	if depth == m.Depth || m.Uneven && depth > 1 && m.draw.IntN(5) == 0 {
		v := m.Low + m.draw.IntN(m.High-m.Low+1)
		m.text.WriteString(strconv.Itoa(v))
		return v
	}
	before := m.text.String()
	if m.Bounds {
		m.text.Reset()
	}
	brackets, next := "()", -side
	if m.Chance && depth%2 == 1 {
		brackets, next = "[]", side
	}
	m.text.WriteByte(brackets[0])
	moves := m.Branching
	if m.Uneven {
		moves = 1 + m.draw.IntN(moves)
	}
	best := 0
	for i := range moves {
		if i > 0 {
			m.text.WriteByte(' ')
		}
		// Chance lies between the moves of players, who take turns.
		v := m.position(depth+1, next)
		if i == 0 || side*v > side*best {
			best = v
		}
	}
	m.text.WriteByte(brackets[1])
	if m.Bounds {
		list := m.text.String()
		m.text.Reset()
		m.text.WriteString(before)
		if depth > 0 { // of the root nobody asks
			fmt.Fprintf(&m.text, "[%d..%d]", max(m.Low, best-m.width()), min(m.High, best+m.width()))
		}
		m.text.WriteString(list)
	}
	return best
}

// width is how far a bound is from the value.
func (m *treeMaker) width() int { return m.draw.IntN((m.High-m.Low)/2 + 1) }
