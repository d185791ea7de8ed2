package replay

import (
	"math/rand/v2"
	"sort"
)

// Buffer is the latest games, from which positions are drawn.
type Buffer struct {
	most  int // positions
	games []*Game
	ends  []int // by game: how many positions there are up to its end
}

// NewBuffer returns a buffer for about so many positions: as many of the latest
// games as have them.
func NewBuffer(positions int) *Buffer { return &Buffer{most: positions} }

// learnt is from how many positions of a game there is something to learn.
func learnt(g *Game) int {
	n := len(g.Moves)
	for _, f := range g.Found {
		if f.Skip {
			n--
		}
	}
	return n
}

// Add adds games and drops the oldest that are too many.
func (b *Buffer) Add(games ...*Game) {
	b.games = append(b.games, games...)
	total, first := 0, len(b.games)
	for first > 0 && total < b.most {
		first--
		total += learnt(b.games[first])
	}
	b.games = append([]*Game(nil), b.games[first:]...)
	b.ends = b.ends[:0]
	end := 0
	for _, g := range b.games {
		end += learnt(g)
		b.ends = append(b.ends, end)
	}
}

// Games are those in the buffer, the oldest first.
func (b *Buffer) Games() []*Game { return b.games }

// Positions is how many can be drawn.
func (b *Buffer) Positions() int {
	if len(b.ends) == 0 {
		return 0
	}
	return b.ends[len(b.ends)-1]
}

// At returns position i: a game and the move before which it stood.
func (b *Buffer) At(i int) (g *Game, ply int) {
	n := sort.SearchInts(b.ends, i+1)
	g = b.games[n]
	if n > 0 {
		i -= b.ends[n-1]
	}
	for ply = range g.Moves {
		if len(g.Found) > 0 && g.Found[ply].Skip {
			continue
		}
		if i == 0 {
			break
		}
		i--
	}
	return g, ply
}

// Draw returns any position. Precondition: there is one.
func (b *Buffer) Draw(r *rand.Rand) (g *Game, ply int) { return b.At(r.IntN(b.Positions())) }
