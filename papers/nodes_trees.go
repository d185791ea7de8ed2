package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/search/minimax"
)

// uniformTree is a game whose positions all have the same number of moves and which
// never ends: a search of so many plies looks at a uniform tree. Values of leaves, for
// player 0, are either independent of each other and equally likely to be anything, or
// such that the first move of every position is the best and the tree is worth 0.
type uniformTree struct {
	degree  int
	ordered bool
	seed    uint64
}

// leafValues is how many values the leaves may have on either side of 0: so many that
// hardly two of a tree are equal.
const leafValues = minimax.Win - 1

type uniformState struct {
	tree   *uniformTree
	moves  []game.Move
	keys   []uint64 // by ply: tell positions apart
	values []int    // by ply: what the position is worth to player 0 if the tree is ordered
}

func (t *uniformTree) Info() game.Info {
	return game.Info{ID: fmt.Sprintf("tree-%d", t.degree), Name: "Uniform tree", Roles: []string{"MAX", "MIN"}, MaxMoves: t.degree, MaxPlies: 1 << 20}
}

func (t *uniformTree) New() game.State {
	return &uniformState{tree: t, keys: []uint64{mixed(t.seed)}, values: []int{0}}
}

func (t *uniformTree) FormatMove(_ game.State, m game.Move) string { return strconv.Itoa(int(m) + 1) }

func (t *uniformTree) ParseMove(_ game.State, text string) (game.Move, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > t.degree {
		return 0, fmt.Errorf("%q is no move: there are 1 to %d", text, t.degree)
	}
	return game.Move(n - 1), nil
}

func (t *uniformTree) FormatPosition(s game.State) string {
	var texts []string
	for _, m := range s.(*uniformState).moves {
		texts = append(texts, t.FormatMove(s, m))
	}
	return strings.Join(texts, ".")
}

func (t *uniformTree) ParsePosition(text string) (game.State, error) {
	s := t.New()
	for _, move := range strings.FieldsFunc(text, func(r rune) bool { return r == '.' }) {
		m, err := t.ParseMove(s, move)
		if err != nil {
			return nil, err
		}
		s.Play(m)
	}
	return s, nil
}

func (s *uniformState) Turn() game.Player { return game.Player(len(s.moves) % 2) }

func (s *uniformState) Moves(buf []game.Move) []game.Move {
	for m := range s.tree.degree {
		buf = append(buf, game.Move(m))
	}
	return buf
}

func (s *uniformState) Play(m game.Move) {
	key := mixed(s.Hash() + uint64(m) + 1)
	value := s.values[len(s.values)-1]
	if m > 0 { // worse for who makes it
		if worse := 1 + int(key%1000); s.Turn() == 0 {
			value -= worse
		} else {
			value += worse
		}
	}
	s.moves, s.keys, s.values = append(s.moves, m), append(s.keys, key), append(s.values, value)
}

func (s *uniformState) Undo(game.Move) {
	s.moves, s.keys, s.values = s.moves[:len(s.moves)-1], s.keys[:len(s.keys)-1], s.values[:len(s.values)-1]
}

func (s *uniformState) Score(game.Player) float64 { return 0 }
func (s *uniformState) Hash() uint64              { return s.keys[len(s.keys)-1] }

func (s *uniformState) CopyFrom(src game.State) {
	from := src.(*uniformState)
	s.tree = from.tree
	s.moves, s.keys, s.values = append(s.moves[:0], from.moves...), append(s.keys[:0], from.keys...), append(s.values[:0], from.values...)
}

func (s *uniformState) Clone() game.State {
	return &uniformState{s.tree, slices.Clone(s.moves), slices.Clone(s.keys), slices.Clone(s.values)}
}

// worth is the value of a leaf for the player to move.
func (s *uniformState) worth() int {
	value := s.values[len(s.values)-1]
	if !s.tree.ordered {
		value = int(mixed(s.Hash())%(2*leafValues+1)) - leafValues
	}
	if s.Turn() == 1 {
		return -value
	}
	return value
}

// mixed scatters a number over all 64 bits (Steele, Lea and Flood, Fast Splittable
// Pseudorandom Number Generators, 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
