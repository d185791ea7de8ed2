package exact

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games/connect4"
)

func standardBookOf(t *testing.T) *Book {
	t.Helper()
	b, err := ReadBook(StandardBookFile)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestStandardBook checks what the book promises: its size, the known values of
// the first moves (Allis 1988, Tromp 1995), and that it holds of every third ply
// up to the tenth all positions that need a search, and no other.
func TestStandardBook(t *testing.T) {
	b := standardBookOf(t)
	if len(StandardBookFile) > 2<<20 {
		t.Errorf("it has %d bytes", len(StandardBookFile))
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
	if b.Plies() != 10 {
		t.Errorf("it has %d plies", b.Plies())
	}
	keys := []uint64{b.board.key(0, 0)}
	for ply := range b.Plies() + 1 {
		var held []uint64
		if (b.Plies()-ply)%bookStep == 0 {
			held = slices.DeleteFunc(slices.Clone(keys), func(key uint64) bool {
				_, _, static := b.board.static(b.stones(key))
				return static
			})
		}
		if !slices.Equal(held, b.levels[ply].keys) {
			t.Errorf("of ply %d it holds %d positions, and it should hold %d", ply, len(b.levels[ply].keys), len(held))
		}
		keys = b.board.successors(keys)
	}
}

// stones is the position of a key of the book.
func (b *Book) stones(key uint64) (own, mask uint64) {
	own, mask, _ = b.board.unkey(key)
	return own, mask
}

// TestStandardBookAgrees derives every position all of whose successors the book
// knows too from them: score and preferred move.
func TestStandardBookAgrees(t *testing.T) {
	b := standardBookOf(t)
	derived := make([]int, len(b.levels))
	for _, f := range factsOf(b) {
		own, mask := b.stones(f.Key)
		score, column, ok := b.board.bestFrom(own, mask, b.score)
		if !ok {
			continue
		}
		derived[bits.OnesCount64(mask)]++
		if score != f.Score || column != f.Column {
			t.Errorf("%#x: the book says score %d and column %d, its successors say %d and %d", f.Key, f.Score, f.Column+1, score, column+1)
		}
	}
	if derived[7] != len(b.levels[7].keys) || derived[12] < 100 {
		t.Errorf("only so many positions of each ply follow from others: %d", derived)
	}
}

// TestStandardBookSample solves some positions of the last plies again.
func TestStandardBookSample(t *testing.T) {
	b := standardBookOf(t)
	_, solver := newBoard(t, 7, 6)
	const sample = 3 // of each ply; the later ones were chosen because they are hard
	for ply := b.Plies(); ply < len(b.levels); ply++ {
		l := b.levels[ply]
		for i := range sample {
			at := (2*i + 1) * len(l.keys) / (2 * sample)
			solver.Reset()
			solver.done, solver.stopped = nil, false
			if score, column := solver.best(b.stones(l.keys[at])); score != int(l.scores[at]) || column != int(l.columns[at]) {
				t.Errorf("%#x: the book says score %d and column %d, the search %d and %d", l.keys[at], l.scores[at], l.columns[at]+1, score, column+1)
			}
		}
	}
}

// TestStandardBookLeavesLittle solves positions of random games: what the book does
// not know takes no long search.
func TestStandardBookLeavesLittle(t *testing.T) {
	g, solver := newBoard(t, 7, 6)
	if err := solver.UseStandardBook(); err != nil {
		t.Fatal(err)
	}
	searched := 0
	for _, s := range randomPositions(g, 300, 0, 20) {
		solver.Reset()
		if _, _, err := solver.SolveBest(context.Background(), s); err != nil {
			t.Fatal(err)
		}
		nodes := solver.Nodes()
		if _, mask := connect4.Stones(s); nodes > 3_000_000 || bits.OnesCount64(mask) < 10 && nodes > 0 {
			t.Errorf("%s takes %d nodes", g.FormatPosition(s), nodes)
		}
		if nodes > 100_000 {
			searched++
		}
	}
	if searched == 0 {
		t.Error("nothing had to be searched")
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
