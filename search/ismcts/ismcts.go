// Package ismcts searches games in which players do not see everything, for what one
// player should do by what it sees. Search is information-set Monte Carlo tree search
// (Cowling, Powley and Whitehouse, 2012): every simulation draws a world that fits what
// is seen, and all go through one tree whose nodes are what a player sees. Determinised is
// perfect-information Monte Carlo (Ginsberg, 2001): worlds are drawn likewise, each is
// searched as if all of it were seen, and the moves are what they are worth on average. It
// is quick, and believes that it will know later what it cannot know.
package ismcts

import (
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

// arm is a move of a node.
type arm struct {
	move      game.Move
	visits    float64
	available float64 // how often it was legal where the node was met
	sum       float64 // of rewards of who moves there
}

// visit is an arm that a simulation went through.
type visit struct {
	arms   []*arm
	chosen *arm
	player game.Player
}

// searcher is a search on the way.
type searcher struct {
	Options
	player game.Player
	scale  float64 // scores times this are rewards
	nodes  map[string]map[game.Move]*arm
	random *rand.Rand
	key    []byte
	moves  []game.Move
	path   []visit
}

// Search returns for every legal move of the player how often the simulations chose it,
// as shares that sum to one. Nothing but what the player sees has an influence: state is
// any of the worlds that fit. Precondition: the player is to move there.
func Search(g game.Game, state game.Veiled, p game.Player, o Options, r *rand.Rand) []float64 {
	s := &searcher{Options: o, player: p, scale: 1, nodes: map[string]map[game.Move]*arm{}, random: r}
	if most := g.Info().MaxScore; most > 0 {
		s.scale = 1 / most
	}
	world := state.Clone().(game.Veiled)
	for range o.Simulations {
		world.CopyFrom(state)
		world.Redeal(p, r)
		s.simulate(world)
	}
	root := s.nodes[s.node(state, p)]
	shares := make([]float64, 0, len(root))
	sum := 0.0
	for _, m := range state.Moves(nil) {
		n := 0.0
		if a := root[m]; a != nil {
			n = a.visits
		}
		shares = append(shares, n)
		sum += n
	}
	for i := range shares {
		if shares[i] /= sum; sum == 0 {
			shares[i] = 1 / float64(len(shares))
		}
	}
	return shares
}

// node is the key of the node in which player q moves.
func (s *searcher) node(w game.Veiled, q game.Player) string {
	s.key = append(s.key[:0], byte(q))
	if s.Single {
		s.key = w.Sees(s.player, s.key)
	} else {
		s.key = w.Sees(q, s.key)
	}
	return string(s.key)
}

// simulate goes down the tree by UCB, adds a node, plays on at random, and counts.
func (s *searcher) simulate(w game.Veiled) {
	s.path = s.path[:0]
	for inside := true; ; {
		turn := w.Turn()
		if turn == game.Over {
			break
		}
		s.moves = w.Moves(s.moves[:0])
		if turn == game.Chance || !inside {
			m, _ := game.RandomMove(w, s.random, s.moves)
			w.Play(m)
			continue
		}
		key := s.node(w, turn)
		node := s.nodes[key]
		if node == nil {
			node, inside = map[game.Move]*arm{}, false
			s.nodes[key] = node
		}
		v := visit{player: turn}
		for _, m := range s.moves {
			if node[m] == nil {
				node[m] = &arm{move: m}
			}
			v.arms = append(v.arms, node[m])
		}
		v.chosen = s.choose(v.arms)
		s.path = append(s.path, v)
		w.Play(v.chosen.move)
	}
	for _, v := range s.path {
		for _, a := range v.arms {
			a.available++
		}
		v.chosen.visits++
		v.chosen.sum += w.Score(v.player) * s.scale
	}
}

// choose takes a move that nobody has tried, any of them, or that with the greatest
// bound; how often a move could have been chosen stands for how often the node was met.
func (s *searcher) choose(arms []*arm) *arm {
	var best *arm
	most, untried := math.Inf(-1), 0
	for _, a := range arms {
		if a.visits == 0 {
			if untried++; s.random.IntN(untried) == 0 {
				best = a
			}
			continue
		}
		if untried > 0 {
			continue
		}
		if bound := a.sum/a.visits + s.Explore*math.Sqrt(math.Log(a.available)/a.visits); bound > most {
			best, most = a, bound
		}
	}
	return best
}

// Determinised returns what perfect-information Monte Carlo plays: the move that is worth
// most on average over so many worlds, each as if everything were seen; what ties alike.
func Determinised(state game.Veiled, p game.Player, worlds int, r *rand.Rand) []float64 {
	moves := state.Moves(nil)
	sums := make([]float64, len(moves))
	world := state.Clone().(game.Veiled)
	for range worlds {
		world.CopyFrom(state)
		world.Redeal(p, r)
		for i, m := range moves {
			next := world.Clone()
			next.Play(m)
			sums[i] += open(next, p)
		}
	}

	best, ties := math.Inf(-1), 0.0
	for _, x := range sums {
		best = max(best, x)
	}
	shares := make([]float64, len(moves))
	for i, x := range sums {
		if x >= best-1e-6 {
			shares[i] = 1
			ties++
		}
	}
	for i := range shares {
		shares[i] /= ties
	}
	return shares
}

// open is what a position is worth to p if both players see everything.
func open(s game.State, p game.Player) float64 {
	turn := s.Turn()
	if turn == game.Over {
		return s.Score(p)
	}
	value := math.Inf(-1)
	if turn == game.Chance {
		value = 0
	}
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		v := open(next, p)
		switch {
		case turn == game.Chance:
			value += s.(game.Stochastic).Probability(m) * v
		case turn == p:
			value = max(value, v)
		default:
			value = max(value, -v)
		}
	}
	if turn != game.Chance && turn != p {
		return -value
	}
	return value
}
