package gdl

import (
	"context"
	"math/rand/v2"
	"time"

	"gambito/game"
)

// Size is how large a compiled sheet is.
type Size struct {
	Facts   int     `json:"facts"` // that may be true
	Moves   int     `json:"moves"` // that may be legal, of all roles
	Nodes   int     `json:"nodes"` // inputs and gates
	Edges   int     `json:"edges"`
	Loops   int     `json:"loops"`   // sets of sentences that depend on each other
	Bytes   int     `json:"bytes"`   // of the network
	State   int     `json:"state"`   // bytes of a position
	Steps   int     `json:"steps"`   // that compiling took, see Limits
	Seconds float64 `json:"seconds"` // likewise
}

// Size tells how large the compiled sheet is; it is not ok if the plain
// reasoner plays the game.
func (g *Game) Size() (s Size, ok bool) {
	if g.fast == nil {
		return Size{}, false
	}
	n := g.fast.network
	s = Size{
		Facts: len(n.facts), Nodes: int(n.gates), Edges: len(n.edges), Loops: len(n.loops),
		Bytes: n.bytes(), State: 2*len(n.counts) + 8*(len(n.out)+2*n.factLen), Steps: g.fast.steps, Seconds: g.fast.seconds,
	}
	for _, moves := range n.does {
		s.Moves += len(moves)
	}
	return s, true
}

// Speed is what random playouts on one core achieve.
type Speed struct {
	Playouts  int     `json:"playouts"`
	Positions int     `json:"positions"`
	Seconds   float64 `json:"seconds"`
}

// Measure plays random games for about so long, at least one unless ctx ends.
func (g *Game) Measure(ctx context.Context, long time.Duration, seed uint64) Speed {
	start, s := g.New(), coreOf(g.New())
	r := rand.New(rand.NewPCG(seed, 0x62656e63))
	var speed Speed
	begun := time.Now()
	if positions, ended := g.first(ctx, r); !ended {
		return Speed{Positions: positions, Seconds: time.Since(begun).Seconds()}
	}
	for begun = time.Now(); ; {
		s.CopyFrom(start)
		s.Playout(r)
		speed.Playouts++
		speed.Positions += s.plies
		if speed.Playouts&15 == 0 || s.plies > 100 || g.fast == nil {
			if speed.Seconds = time.Since(begun).Seconds(); speed.Seconds >= long.Seconds() || ctx.Err() != nil {
				return speed
			}
		}
	}
}

// first plays one game step by step, which a whole playout cannot be left at: rules
// may be so slow that it takes minutes. It tells how far it came when ctx ended.
func (g *Game) first(ctx context.Context, r *rand.Rand) (positions int, ended bool) {
	s, pick := coreOf(g.New()), game.NewPicker(r)
	for s.plies < maxPlies && !s.b.terminal() {
		if ctx.Err() != nil {
			return s.plies, false
		}
		if !s.stepAtRandom(&pick) {
			break
		}
	}
	return s.plies, true
}
