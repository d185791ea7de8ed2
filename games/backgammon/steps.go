package backgammon

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"gambito/game"
)

// Step implements game.Stepwise: a turn may be made man by man, each as far as
// one or several dice take it.
func (g *Game) Step(s game.State, parts []string) (game.Partial, error) {
	st := s.(*State)
	if st.Turn() < 0 {
		return game.Partial{}, fmt.Errorf("%s: nobody is to move men", strings.Join(parts, " "))
	}
	text := strings.Join(parts, " ")
	var ways []path
	if len(parts) > 0 {
		var err error
		if ways, err = parsePaths(text); err != nil {
			return game.Partial{}, fmt.Errorf("%q: %w", text, err)
		}
	}
	if m, err := st.match(ways); err == nil {
		after := st.Clone().(*State)
		after.board.Play(st.side, m)
		return game.Partial{State: after, Done: true, Move: m}, nil
	}
	own, other, err := st.after(ways)
	if err != nil {
		return game.Partial{}, fmt.Errorf("%q: %w", text, err)
	}
	t := newSteps(st)
	t.walk(st.board, t.dice)
	var fits []node
	for _, n := range t.order {
		if n.board[st.side] != own || !t.nodes[n] {
			continue
		}
		if n.board[st.side^1] == other { // as it was written
			fits = []node{n}
			break
		}
		fits = append(fits, n)
	}
	if len(fits) == 0 {
		return game.Partial{}, fmt.Errorf("%q: no turn with %s begins so", text, st.dice)
	}
	after := st.Clone().(*State)
	after.board = fits[0].board
	return game.Partial{State: after, Next: t.next(fits[0])}, nil
}

// node is a position within a turn: the men, and how often each of the two dice
// may still be played.
type node struct {
	board Board
	dice  [2]uint8
}

// steps are the ways to make the turns of a position die by die.
type steps struct {
	state *State
	dice  [2]uint8
	ends  map[Board]bool // where the legal turns lead
	nodes map[node]bool  // whether a legal turn goes through it
	order []node         // as they were found
}

func newSteps(s *State) *steps {
	t := &steps{state: s, dice: [2]uint8{1, 1}, ends: map[Board]bool{}, nodes: map[node]bool{}}
	if s.dice[0] == s.dice[1] {
		t.dice = [2]uint8{4, 0}
	}
	for _, m := range s.Moves(nil) {
		after := s.board
		after.Play(s.side, m)
		t.ends[after] = true
	}
	return t
}

// walk reports whether a legal turn goes through a position.
func (t *steps) walk(b Board, dice [2]uint8) bool {
	n := node{b, dice}
	if known, ok := t.nodes[n]; ok {
		return known
	}
	found := t.ends[b]
	t.each(n, func(_, _ int, after node) {
		found = t.walk(after.board, after.dice) || found
	})
	t.nodes[n] = found
	t.order = append(t.order, n)
	return found
}

// each visits what one more die can do.
func (t *steps) each(n node, visit func(from, to int, after node)) {
	p := t.state.side
	own, block, _ := n.board.view(p)
	for i, left := range n.dice {
		if left == 0 {
			continue
		}
		die := int(t.state.dice[i])
		for from := movable(own, block, die); from != 0; from &= from - 1 {
			k := bits.TrailingZeros32(from)
			after := n
			after.dice[i]--
			to := max(k-die, Off)
			after.board.step(p, k, to)
			visit(k, to, after)
		}
	}
}

// next writes the single steps that may follow, men from farther away first.
func (t *steps) next(n node) []string {
	type step struct {
		from, to int
		text     string
	}
	var found []step
	t.each(n, func(from, to int, after node) {
		if !t.nodes[after] {
			return
		}
		text := append(appendPoint(nil, from), '/')
		text = appendPoint(text, to)
		if to > 0 && n.board[t.state.side^1][Bar-to] == 1 {
			text = append(text, '*')
		}
		found = append(found, step{from, to, string(text)})
	})
	slices.SortFunc(found, func(a, b step) int {
		if a.from != b.from {
			return b.from - a.from
		}
		return b.to - a.to
	})
	var texts []string
	for _, s := range slices.Compact(found) {
		texts = append(texts, s.text)
	}
	return texts
}
