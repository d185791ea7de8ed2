package exact

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"gambito/game"
)

func standardBookOf(t *testing.T) *Book {
	t.Helper()
	b, err := StandardBook()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestStandardBook checks what the book promises: its size, the known values of
// the first moves (Allis 1988, Tromp 1995), and that it holds all positions of
// its plies and of its repertoire, and no other.
func TestStandardBook(t *testing.T) {
	b := standardBookOf(t)
	if len(standardBook) > 2<<20 {
		t.Errorf("it has %d bytes", len(standardBook))
	}
	g, solver := newBoard(t, 7, 6)
	if err := solver.SetBook(b); err != nil {
		t.Fatal(err)
	}
	first, err := solver.SolveMoves(context.Background(), g.New())
	want := []MoveScore{{0, -2}, {1, -1}, {2, 0}, {3, 1}, {4, 0}, {5, -1}, {6, -2}}
	if err != nil || !slices.Equal(first, want) || solver.Nodes() != 0 {
		t.Errorf("the first moves are worth %v, not %v; %d nodes, %v", first, want, solver.Nodes(), err)
	}

	m := &bookMaker{board: &b.board, known: map[uint64]BookFact{}}
	for _, f := range b.Facts() {
		m.known[f.Key] = f
	}
	levels := [][]uint64{{b.board.key(0, 0)}}
	all := slices.Clone(levels[0])
	for ply := 1; ply <= b.Plies(); ply++ {
		levels = append(levels, b.board.successors(levels[ply-1]))
		all = append(all, levels[ply]...)
	}
	reached := [][]uint64{levels[0]}
	for ply := 1; ply <= b.Repertoire(); ply++ {
		before := levels[0]
		if ply > 1 {
			before = m.moved(reached[ply-2])
		}
		reached = append(reached, b.board.successors(before))
		all = append(all, reached[ply]...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); !slices.Equal(all, b.keys) {
		t.Errorf("it holds %d positions, and it should hold %d", b.Len(), len(all))
	}
}

// TestStandardBookAgrees derives every position all of whose successors are in
// the book too from them: score and preferred move.
func TestStandardBookAgrees(t *testing.T) {
	b := standardBookOf(t)
	m := &bookMaker{board: &b.board, known: map[uint64]BookFact{}}
	for _, f := range b.Facts() {
		m.known[f.Key] = f
	}
	derived := 0
	for _, f := range b.Facts() {
		own, mask, _ := b.board.unkey(f.Key)
		if _, ok := b.board.scoreFrom(own, mask, m.score); !ok {
			continue
		}
		derived++
		if got := m.derive(f.Key); got != f {
			t.Errorf("%#x: the book says score %d and column %d, its successors say %d and %d", f.Key, f.Score, f.Column+1, got.Score, got.Column+1)
		}
	}
	if derived < 100 {
		t.Errorf("only %d positions follow from others", derived)
	}
}

// TestStandardBookSample solves some of the latest positions again.
func TestStandardBookSample(t *testing.T) {
	b := standardBookOf(t)
	_, solver := newBoard(t, 7, 6)
	const sample = 60
	var late []BookFact
	for _, f := range b.Facts() {
		if _, mask, _ := b.board.unkey(f.Key); bits.OnesCount64(mask) == b.Repertoire() {
			late = append(late, f)
		}
	}
	for i := range sample {
		f := late[i*len(late)/sample]
		solver.done, solver.stopped = nil, false
		own, mask, _ := b.board.unkey(f.Key)
		if score, column := solver.best(own, mask); score != f.Score || column != f.Column {
			t.Errorf("%#x: the book says score %d and column %d, the search %d and %d", f.Key, f.Score, f.Column+1, score, column+1)
		}
	}
}

// TestNewUsesStandardBook checks that solvers of the standard board have the
// book and others do without.
func TestNewUsesStandardBook(t *testing.T) {
	for _, c := range []struct {
		columns, rows int
		book          bool
	}{{7, 6, true}, {6, 7, false}, {5, 4, false}} {
		g, _ := newBoard(t, c.columns, c.rows)
		solver, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		if got := solver.(*Connect4).book != nil; got != c.book {
			t.Errorf("%s: book: %v", g.Info().ID, got)
		}
	}
	g, _ := newBoard(t, 7, 6)
	solver, err := New(g)
	if err != nil {
		t.Fatal(err)
	}
	score, best, err := solver.(*Connect4).SolveBest(context.Background(), g.New())
	if score != 1 || best != game.Move(3) || err != nil {
		t.Errorf("the empty board has the score %d by move %d, %v", score, best, err)
	}
}
