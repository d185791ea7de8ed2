package ntuple

import (
	"encoding/binary"
	"math/bits"

	"gambito/game"
)

// Follower tells the indices of positions that are mostly a few moves apart, as those
// of a search are: of what a player sees it only counts in what has changed since it was
// asked for that player the last time. It knows nothing of moves, so that there is
// nothing to take back.
type Follower struct {
	game   game.Celled
	system *System
	sides  [2]seen
	view   []uint8 // what is seen now; both views are zero up to a multiple of eight
}

// seen is what a player saw the last time.
type seen struct {
	view    []uint8
	indices Indices
	vacant  int
}

// NewFollower returns the follower of one game. Precondition: the system is one for its
// cells.
func NewFollower(g game.Celled, s *System) *Follower {
	count := s.shape.Cells.Count()
	f := &Follower{game: g, system: s, view: make([]uint8, (count+7)/8*8)}
	for p := range f.sides {
		// Nobody has seen anything: zeros show nothing but the opponent's pieces.
		f.sides[p] = seen{view: make([]uint8, len(f.view)), indices: s.NewIndices()}
	}
	return f
}

// See returns the indices of what player p sees in a position, good until it is called
// for p again, and how many cells are vacant.
func (f *Follower) See(s game.State, p game.Player) (x Indices, vacant int) {
	side := &f.sides[p]
	f.game.Look(s, p, f.view[:f.system.shape.Cells.Count()])
	for block := 0; block < len(f.view); block += 8 {
		now, before := binary.LittleEndian.Uint64(f.view[block:]), binary.LittleEndian.Uint64(side.view[block:])
		for changed := now ^ before; changed != 0; {
			i := bits.TrailingZeros64(changed) &^ 7
			changed &^= 0xff << i
			shows, showed := uint8(now>>i), uint8(before>>i)
			f.system.Change(side.indices, block+i/8, int(shows)-int(showed))
			side.vacant += vacancy(shows) - vacancy(showed)
		}
		binary.LittleEndian.PutUint64(side.view[block:], now)
	}
	return side.indices, side.vacant
}

// vacancy is 1 of a vacant cell, of whatever kind, and 0 of others.
func vacancy(shows uint8) int {
	if shows == game.Own || shows == game.Theirs {
		return 0
	}
	return 1
}
