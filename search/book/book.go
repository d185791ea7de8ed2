// Package book grows opening books of Othello from searches by patterns, and looks
// moves up in them.
//
// A book is a set of positions with the start among them. Every position has been
// searched for the best move that leads out of the book, and knows what that is worth:
// its way out. What a position is worth follows by minimax: as much as its way out or
// as the best position of the book behind a move. Books grow where both sides lose
// least on the way, as those of Logistello (Buro 1997, "Toward opening book learning")
// and of Edax do. docs/othello.md tells how the one that comes with gambito was made.
package book

import (
	"math/bits"
	"slices"

	"gambito/game"
	"gambito/games/othello"
)

// Position is one as the player to move sees it, of the eight that symmetry makes
// equal the least.
type Position struct{ Own, Opp uint64 }

// canonical is the position of some discs, and which symmetry shows it.
func canonical(own, opp uint64) (least Position, symmetry int) {
	least = Position{own, opp}
	for k := 1; k < 8; k++ {
		p := Position{othello.Image(own, k), othello.Image(opp, k)}
		if p.Own < least.Own || p.Own == least.Own && p.Opp < least.Opp {
			least, symmetry = p, k
		}
	}
	return least, symmetry
}

// Start is the first position of every book.
func Start() Position {
	p, _ := canonical(othello.Discs(othello.New().New()))
	return p
}

// reply is a position that a move leads to, in which the opponent can move, and all
// moves that lead to it.
type reply struct {
	to    Position
	moves []game.Move // of the canonical position, ascending
}

// replies are those of a position, by their first moves. Moves after which the opponent
// passes or the game is over lead to none: no book goes on there.
func (p Position) replies() (list []reply) {
	for left := othello.Legal(p.Own, p.Opp); left != 0; left &= left - 1 {
		m := game.Move(bits.TrailingZeros64(left))
		own, opp := p.after(m)
		if othello.Legal(own, opp) == 0 {
			continue
		}
		to, _ := canonical(own, opp)
		if i := slices.IndexFunc(list, func(r reply) bool { return r.to == to }); i >= 0 {
			list[i].moves = append(list[i].moves, m)
		} else {
			list = append(list, reply{to, []game.Move{m}})
		}
	}
	return list
}

// after is what the opponent sees after a move.
func (p Position) after(m game.Move) (own, opp uint64) {
	flipped := othello.Flips(p.Own, p.Opp, int(m))
	return p.Opp ^ flipped, p.Own | flipped | 1<<m
}

// ply is how many moves have led to a position, passes not counted.
func (p Position) ply() int { return bits.OnesCount64(p.Own|p.Opp) - 4 }

// Exit is the best move of a position that leads out of the book.
type Exit struct {
	Move  game.Move
	Value int // of the move to who makes it, by the search, in hundredths of a disc
	Depth int // of the search; 0 if there is no such move
}

// Entry is what a book knows of a position.
type Entry struct {
	Position Position
	Exit     Exit
	Value    int // to the player to move, in hundredths of a disc
}

// node is an entry on its way through a book.
type node struct {
	Entry
	known []known // the replies that are in the book
}

// known is a reply that is in the book.
type known struct {
	moves []game.Move
	node  int // its number
}

// stays are the moves that stay in the book.
func (n *node) stays() (moves []game.Move) {
	for _, k := range n.known {
		moves = append(moves, k.moves...)
	}
	return moves
}

// leaves says whether a move leads out of the book.
func (n *node) leaves() bool {
	return len(n.stays()) < bits.OnesCount64(othello.Legal(n.Position.Own, n.Position.Opp))
}

// Book is a book. It is immutable and safe for concurrent use.
type Book struct {
	model string // digest of the pattern system that it was grown by
	nodes []node // the start first, every other behind one that leads to it
	index map[Position]int
}

// Len is how many positions are in the book.
func (b *Book) Len() int { return len(b.nodes) }

// Model is the digest of the pattern system that the book was grown by.
func (b *Book) Model() string { return b.model }

// Entries are all that the book knows.
func (b *Book) Entries() []Entry {
	list := make([]Entry, len(b.nodes))
	for i, n := range b.nodes {
		list[i] = n.Entry
	}
	return list
}

// weigh gives all positions their values, those with most discs first.
func weigh(nodes []node) {
	for _, i := range byPly(nodes) {
		n := &nodes[i]
		n.Value = -most
		if n.Exit.Depth > 0 {
			n.Value = n.Exit.Value
		}
		for _, k := range n.known {
			n.Value = max(n.Value, -nodes[k.node].Value)
		}
	}
}

// most is more than any position is worth.
const most = 6500

// byPly is the numbers of nodes, the last plies first, in a set order.
func byPly(nodes []node) []int {
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return nodes[b].Position.ply() - nodes[a].Position.ply() })
	return order
}

// Choice is a move that leads to a position of the book.
type Choice struct {
	Move  game.Move
	Value int // to who makes it, in hundredths of a disc
}

// Choices are the moves of a position that stay in the book and are worth no less than
// the best of all moves that it knows by more than some hundredths of a disc. There are none if
// the position is not in the book, or if the moves to stay are worse than that.
func (b *Book) Choices(s game.State, within int) (list []Choice) {
	if s.Turn() == game.Over {
		return nil
	}
	own, opp := othello.Discs(s)
	p, _ := canonical(own, opp)
	at, ok := b.index[p]
	if !ok {
		return nil
	}
	here := Position{own, opp}
	for left := othello.Legal(own, opp); left != 0; left &= left - 1 {
		m := game.Move(bits.TrailingZeros64(left))
		to, _ := canonical(here.after(m))
		if i, ok := b.index[to]; ok && b.nodes[at].Value+b.nodes[i].Value <= within {
			list = append(list, Choice{m, -b.nodes[i].Value})
		}
	}
	slices.SortStableFunc(list, func(a, b Choice) int { return b.Value - a.Value })
	return list
}
