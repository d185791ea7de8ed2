// Package extensive is games in which players do not see everything, as trees: New
// compiles a small game whose states are game.Veiled into flat arrays with its
// information sets. On them strategies are found by counterfactual regret minimisation
// (Learner), and judged: Value is what two strategies come to, Respond the best that
// can be had against one, Exploitability how much a strategy gives away.
//
// Games are of two players whose scores sum to zero.
package extensive

import (
	"fmt"

	"gambito/game"
)

// Who moves at a node, besides players 0 and 1.
const (
	chanceNode = 2
	leafNode   = 3
)

// Tree is a game as a tree. Nodes are numbered so that children are side by side and
// behind their parent. It is immutable and may be shared.
type Tree struct {
	Game game.Game
	Sets []Set

	Nodes   int
	Actions int // moves at all information sets together

	kind   []int8    // a player, chanceNode or leafNode
	set    []int32   // the information set of a player's node
	first  []int32   // the first child
	count  []int32   // children
	drawn  []float64 // the probability of the move that leads here if chance has made it, else 1
	chance []float64 // the product of those on the way
	payoff []float64 // what player 0 wins at a leaf
}

// Set is an information set: what a player sees when it has to move. Its moves have
// numbers from First on among those of all sets.
type Set struct {
	Player  game.Player
	Sees    string
	Moves   []game.Move
	First   int
	History []game.Move // that leads to one of its positions

	nodes  []int32
	before int // the player's own move before, by its number; -1 if there is none
}

// MaxNodes is how large trees may be.
const MaxNodes = 5_000_000

// New compiles a game.
func New(g game.Game) (*Tree, error) { return Within(g, MaxNodes) }

// Within compiles a game that has no more than so many positions.
func Within(g game.Game, nodes int) (*Tree, error) {
	info := g.Info()
	root, veiled := g.New().(game.Veiled)
	undo, undoes := root.(game.Undoer)
	if !veiled || !undoes || info.Players() != 2 || info.GeneralSum {
		return nil, fmt.Errorf("%s is no game of two with secrets whose scores sum to zero", info.ID)
	}
	b := builder{most: nodes, tree: &Tree{Game: g}, state: root, undo: undo, sets: map[string]int32{}, last: [2]int{-1, -1}}
	b.add(1, 1)
	if err := b.grow(0); err != nil {
		return nil, err
	}
	b.tree.Nodes = len(b.tree.kind)
	b.tree.number()
	return b.tree, nil
}

// number gives the moves of player 0 the numbers below those of player 1, so that what is
// kept of a player's moves lies side by side.
func (t *Tree) number() {
	numbers, next := make([]int, t.Actions), 0
	for p := range game.Player(2) {
		for i := range t.Sets {
			s := &t.Sets[i]
			if s.Player != p {
				continue
			}
			for k := range s.Moves {
				numbers[s.First+k] = next + k
			}
			if s.First = next; s.before >= 0 {
				s.before = numbers[s.before] // of a set that was met earlier
			}
			next += len(s.Moves)
		}
	}
}

// builder walks the game.
type builder struct {
	most  int // nodes
	tree  *Tree
	state game.Veiled
	undo  game.Undoer
	sets  map[string]int32
	last  [2]int // number of the latest move of each player on the way
	path  []game.Move
	key   []byte
}

// add makes a node.
func (b *builder) add(drawn, chance float64) {
	t := b.tree
	t.kind, t.set, t.first, t.count = append(t.kind, leafNode), append(t.set, -1), append(t.first, 0), append(t.count, 0)
	t.drawn, t.chance, t.payoff = append(t.drawn, drawn), append(t.chance, chance), append(t.payoff, 0)
}

// grow fills in a node, which is the state's, and all below it.
func (b *builder) grow(node int32) error {
	t, turn := b.tree, b.state.Turn()
	if turn == game.Over {
		t.payoff[node] = b.state.Score(0)
		return nil
	}
	moves := b.state.Moves(nil)
	if len(t.kind)+len(moves) > b.most {
		return fmt.Errorf("%s has more than %d positions: it is too large to be solved so", t.Game.Info().ID, b.most)
	}
	number := 0
	if turn == game.Chance {
		t.kind[node] = chanceNode
	} else {
		t.kind[node] = int8(turn)
		set, err := b.find(turn, node, moves)
		if err != nil {
			return err
		}
		t.set[node], number = set, t.Sets[set].First
	}
	first := int32(len(t.kind))
	t.first[node], t.count[node] = first, int32(len(moves))
	for _, m := range moves {
		drawn := 1.0
		if turn == game.Chance {
			drawn = b.state.(game.Stochastic).Probability(m)
		}
		b.add(drawn, t.chance[node]*drawn)
	}
	before := b.last
	for i, m := range moves {
		if turn != game.Chance {
			b.last[turn] = number + i
		}
		b.undo.Play(m)
		b.path = append(b.path, m)
		if err := b.grow(first + int32(i)); err != nil {
			return err
		}
		b.path = b.path[:len(b.path)-1]
		b.undo.Undo(m)
		b.last = before
	}
	return nil
}

// find returns the information set of the state, a new one if it was not met before.
func (b *builder) find(p game.Player, node int32, moves []game.Move) (int32, error) {
	t := b.tree
	b.key = append(b.key[:0], byte('0'+p))
	b.key = b.state.Sees(p, b.key)
	set, known := b.sets[string(b.key)]
	if !known {
		set = int32(len(t.Sets))
		b.sets[string(b.key)] = set
		t.Sets = append(t.Sets, Set{
			Player: p, Sees: string(b.key[1:]), Moves: moves, First: t.Actions,
			History: append([]game.Move(nil), b.path...), before: b.last[p],
		})
		t.Actions += len(moves)
	}
	s := &t.Sets[set]
	if s.before != b.last[p] || len(s.Moves) != len(moves) {
		return 0, fmt.Errorf("%s: player %d that sees %q has forgotten what it did before", t.Game.Info().ID, p, s.Sees)
	}
	s.nodes = append(s.nodes, node)
	return set, nil
}

// Strategy is a probability for every move of every information set, by the numbers of
// the moves: what both players do.
type Strategy []float64

// Uniform plays all moves alike.
func (t *Tree) Uniform() Strategy {
	s := make(Strategy, t.Actions)
	for _, set := range t.Sets {
		for i := range set.Moves {
			s[set.First+i] = 1 / float64(len(set.Moves))
		}
	}
	return s
}

// Value is what player 0 wins on average if both play by the strategy, or each by its
// part of two.
func (t *Tree) Value(strategies [2]Strategy) float64 {
	values := make([]float64, t.Nodes)
	for n := t.Nodes - 1; n >= 0; n-- {
		switch t.kind[n] {
		case leafNode:
			values[n] = t.payoff[n]
		case chanceNode:
			for c := t.first[n]; c < t.first[n]+t.count[n]; c++ {
				values[n] += t.drawn[c] * values[c]
			}
		default:
			at := t.Sets[t.set[n]].First
			for i := range t.count[n] {
				values[n] += strategies[t.kind[n]][at+int(i)] * values[t.first[n]+i]
			}
		}
	}
	return values[0]
}
