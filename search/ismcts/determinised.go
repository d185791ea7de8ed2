package ismcts

import (
	"context"
	"math"
	"math/rand/v2"

	"gambito/game"
)

// Determinisation is how Determinised searches.
type Determinisation struct {
	Worlds      int
	Simulations int     // in each world that is too large to be searched to its end
	Nodes       int     // positions that a world may have that is searched so
	Explore     float64 // the constant of UCB in the others
}

// Determinised finds what moves are worth on average over worlds, each as if everything
// were seen: exactly where a world is small and for two players, else by a tree search of its
// own. What is best has all of the shares; what ties has them alike. It stops early when ctx
// ends, after one world at least.
func Determinised(ctx context.Context, g game.Game, state game.Veiled, p game.Player, d Determinisation, r *rand.Rand) Found {
	f := empty(state)
	world := state.Clone().(game.Veiled)
	exact := opened{most: d.Nodes, player: p}
	small := g.Info().Players() == 2 && d.Nodes > 0
	for f.Worlds < d.Worlds && (f.Worlds == 0 || ctx.Err() == nil) {
		world.CopyFrom(state)
		world.Redeal(p, r)
		f.Worlds++
		if small = small && exact.add(world, &f); !small {
			addSearched(ctx, g, world, p, d, r, &f)
		}
	}
	best, ties := math.Inf(-1), 0.0
	for i := range f.Values {
		if f.Visits[i] > 0 {
			f.Values[i] /= float64(f.Visits[i])
			best = max(best, f.Values[i])
		}
	}
	for i, x := range f.Values {
		if f.Visits[i] > 0 && x >= best-1e-9 {
			f.Shares[i] = 1
			ties++
		}
	}
	for i := range f.Shares {
		f.Shares[i] /= ties
	}
	return f
}

// addSearched adds what a tree search finds in a world.
func addSearched(ctx context.Context, g game.Game, world game.State, p game.Player, d Determinisation, r *rand.Rand, f *Found) {
	s := newSearcher(g, p, Options{Explore: d.Explore}, r)
	s.open = true
	at := world.Clone()
	for n := range d.Simulations {
		if n > 0 && n%32 == 0 && ctx.Err() != nil {
			break
		}
		at.CopyFrom(world)
		s.simulate(at)
		f.Simulations++
	}
	one := s.found(world)
	for i, n := range one.Visits {
		if n > 0 {
			f.Values[i] += one.Values[i]
			f.Visits[i]++
		}
	}
}

// opened searches worlds to their ends.
type opened struct {
	most   int // positions
	player game.Player
	nodes  int
	states []game.State // by depth
	moves  [][]game.Move
}

// add adds what the moves of a world are worth, unless it is too large.
func (o *opened) add(world game.State, f *Found) bool {
	o.nodes = 0
	values := make([]float64, len(f.Moves))
	for i, m := range f.Moves {
		next := o.at(world, 0)
		next.Play(m)
		if values[i] = o.value(next, 1); o.nodes > o.most {
			return false
		}
	}
	f.Nodes += o.nodes
	for i, v := range values {
		f.Values[i] += v
		f.Visits[i]++
	}
	return true
}

// at is a copy of s at a depth.
func (o *opened) at(s game.State, depth int) game.State {
	if depth == len(o.states) {
		o.states, o.moves = append(o.states, s.Clone()), append(o.moves, nil)
	}
	o.states[depth].CopyFrom(s)
	return o.states[depth]
}

// value is what a position is worth to the player if both see everything. It means nothing
// once there are too many positions.
func (o *opened) value(s game.State, depth int) float64 {
	turn := s.Turn()
	if turn == game.Over {
		return s.Score(o.player)
	}
	if o.nodes++; o.nodes > o.most {
		return 0
	}
	o.at(s, depth)
	o.moves[depth] = s.Moves(o.moves[depth][:0])
	value := math.Inf(1)
	switch turn {
	case game.Chance:
		value = 0
	case o.player:
		value = math.Inf(-1)
	}
	for _, m := range o.moves[depth] {
		next := o.at(s, depth)
		next.Play(m)
		v := o.value(next, depth+1)
		switch turn {
		case game.Chance:
			value += s.(game.Stochastic).Probability(m) * v
		case o.player:
			value = max(value, v)
		default:
			value = min(value, v)
		}
	}
	return value
}
