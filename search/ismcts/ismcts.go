// Package ismcts searches games in which players do not see everything, for what one
// player should do by what it sees. Search is information-set Monte Carlo tree search
// (Cowling, Powley and Whitehouse, 2012): every simulation draws a world that fits what
// is seen, and all go through one tree whose nodes are what a player sees. Determinised is
// perfect-information Monte Carlo (Ginsberg, 2001): worlds are drawn likewise, each is
// searched as if all of it were seen, and the moves are what they are worth on average. It
// believes that it will know later what it cannot know.
package ismcts

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"gambito/game"
)

// Options of Search.
type Options struct {
	Simulations int
	Explore     float64 // the constant of UCB, beside rewards between −1 and 1
	Single      bool    // all nodes are what the searching player sees; else each player has its own tree
}

// Found is what a search has found out about the legal moves, in their order.
type Found struct {
	Moves       []game.Move
	Shares      []float64 // how often each should be made; they sum to one
	Values      []float64 // the mean score of each to the player, 0 where nothing is known
	Visits      []int     // simulations that chose it, or worlds
	Simulations int       // in all
	Worlds      int       // that were drawn
	Nodes       int       // positions of worlds that were searched to the end
}

// arm is a move of a node.
type arm struct {
	move      game.Move
	visits    float64
	available float64 // how often it was legal where the node was met
	sum       float64 // of rewards of who moves there
}

// node is what somebody sees who has to move.
type node struct{ arms []arm }

// find is the number of the arm of a move, a new one if there was none. Arms are mostly in
// the order of the legal moves, in which the move has the number likely.
func (n *node) find(m game.Move, likely int) int {
	if likely < len(n.arms) && n.arms[likely].move == m {
		return likely
	}
	for i := range n.arms {
		if n.arms[i].move == m {
			return i
		}
	}
	n.arms = append(n.arms, arm{move: m})
	return len(n.arms) - 1
}

// visit is an arm that a simulation went through.
type visit struct {
	node     *node
	from, to int // of searcher.legal: the arms that could be chosen
	chosen   int
	player   game.Player
}

// searcher is a search on the way.
type searcher struct {
	Options
	open   bool // everything is seen: nodes are positions
	player game.Player
	scale  float64 // scores times this are rewards
	nodes  map[string]*node
	random *rand.Rand
	key    []byte
	moves  []game.Move
	legal  []int
	path   []visit
}

func newSearcher(g game.Game, p game.Player, o Options, r *rand.Rand) *searcher {
	s := &searcher{Options: o, player: p, scale: 1, nodes: map[string]*node{}, random: r, moves: make([]game.Move, 0, g.Info().MaxMoves)}
	if most := g.Info().MaxScore; most > 0 {
		s.scale = 1 / most
	}
	return s
}

// Search finds how often simulations choose the player's moves. Nothing but what the player
// sees has an influence: state is any of the worlds that fit. It stops early when ctx ends,
// after one simulation at least. Precondition: the player is to move there.
func Search(ctx context.Context, g game.Game, state game.Veiled, p game.Player, o Options, r *rand.Rand) Found {
	s := newSearcher(g, p, o, r)
	world := state.Clone().(game.Veiled)
	done := 0
	for done < o.Simulations && (done == 0 || done%32 != 0 || ctx.Err() == nil) {
		world.CopyFrom(state)
		world.Redeal(p, r)
		s.simulate(world)
		done++
	}
	f := s.found(state)
	f.Simulations, f.Worlds = done, done
	return f
}

// found reads the statistics of a position's moves.
func (s *searcher) found(state game.State) Found {
	f := empty(state)
	root := s.nodes[string(s.nodeKey(state, s.player))]
	sum := 0
	for i, m := range f.Moves {
		if root == nil {
			continue
		}
		if a := root.arms[root.find(m, i)]; a.visits > 0 {
			f.Visits[i], f.Values[i] = int(a.visits), a.sum/a.visits/s.scale
			sum += f.Visits[i]
		}
	}
	for i := range f.Shares {
		if f.Shares[i] = float64(f.Visits[i]) / float64(sum); sum == 0 {
			f.Shares[i] = 1 / float64(len(f.Shares))
		}
	}
	return f
}

func empty(state game.State) Found {
	moves := state.Moves(nil)
	n := len(moves)
	return Found{Moves: moves, Shares: make([]float64, n), Values: make([]float64, n), Visits: make([]int, n)}
}

// nodeKey is that of the node in which player q moves.
func (s *searcher) nodeKey(w game.State, q game.Player) []byte {
	s.key = append(s.key[:0], byte(q))
	switch {
	case s.open:
		s.key = binary.LittleEndian.AppendUint64(s.key, w.Hash())
	case s.Single:
		s.key = w.(game.Veiled).Sees(s.player, s.key)
	default:
		s.key = w.(game.Veiled).Sees(q, s.key)
	}
	return s.key
}

// simulate goes down the tree by UCB, adds a node, plays on at random, and counts.
func (s *searcher) simulate(w game.State) {
	s.path, s.legal = s.path[:0], s.legal[:0]
	for inside := true; ; {
		turn := w.Turn()
		if turn == game.Over {
			break
		}
		if fast, ok := w.(game.Playouter); ok && !inside {
			fast.Playout(s.random)
			break
		}
		if turn == game.Chance || !inside {
			m, _ := game.RandomMove(w, s.random, s.moves)
			w.Play(m)
			continue
		}
		s.moves = w.Moves(s.moves[:0])
		key := s.nodeKey(w, turn)
		n := s.nodes[string(key)]
		if n == nil {
			n, inside = &node{make([]arm, 0, len(s.moves))}, false
			s.nodes[string(key)] = n
		}
		from := len(s.legal)
		for i, m := range s.moves {
			s.legal = append(s.legal, n.find(m, i))
		}
		chosen := s.choose(n, s.legal[from:])
		s.path = append(s.path, visit{n, from, len(s.legal), chosen, turn})
		w.Play(n.arms[chosen].move)
	}
	for _, v := range s.path {
		for _, i := range s.legal[v.from:v.to] {
			v.node.arms[i].available++
		}
		a := &v.node.arms[v.chosen]
		a.visits++
		a.sum += w.Score(v.player) * s.scale
	}
}

// choose takes a move that nobody has tried, any of them, or that with the greatest
// bound; how often a move could have been chosen stands for how often the node was met.
func (s *searcher) choose(n *node, legal []int) int {
	best, most, untried := legal[0], math.Inf(-1), 0
	for _, i := range legal {
		a := &n.arms[i]
		if a.visits == 0 {
			if untried++; s.random.IntN(untried) == 0 {
				best = i
			}
			continue
		}
		if untried > 0 {
			continue
		}
		if bound := a.sum/a.visits + s.Explore*math.Sqrt(math.Log(a.available)/a.visits); bound > most {
			best, most = i, bound
		}
	}
	return best
}
