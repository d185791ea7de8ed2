package zero

import (
	"gambito/game"
	"gambito/learn/replay"
)

// repeats tells how much of what is played was played before: self-play that
// goes in circles teaches nothing.
type repeats struct {
	game         game.Game
	sym          game.Symmetric
	state, image game.State
	seen         map[uint64]struct{}
}

func newRepeats(g game.Game) *repeats {
	r := &repeats{game: g, state: g.New(), image: g.New(), seen: map[uint64]struct{}{}}
	r.sym, _ = g.(game.Symmetric)
	return r
}

// add counts the positions of a game that are to be learnt, and those that, or
// an image of which, were met before.
func (r *repeats) add(g *replay.Game) (positions, repeated int) {
	r.state.CopyFrom(r.game.New())
	for ply, m := range g.Moves {
		if !g.Found[ply].Skip {
			positions++
			hash := r.hash()
			if _, known := r.seen[hash]; known {
				repeated++
			}
			r.seen[hash] = struct{}{}
		}
		r.state.Play(m)
	}
	return positions, repeated
}

// hash is the least of all images of the position.
func (r *repeats) hash() uint64 {
	least := r.state.Hash()
	if r.sym != nil {
		for k := 1; k < r.sym.Symmetries(); k++ {
			r.sym.Transform(r.image, r.state, k)
			least = min(least, r.image.Hash())
		}
	}
	return least
}
