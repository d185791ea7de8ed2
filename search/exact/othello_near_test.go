package exact

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	"gambito/games/othello"
)

// checkNullWindow compares the answer of a null window with the exact score.
func checkNullWindow(t *testing.T, name string, alpha, got, exact int) {
	t.Helper()
	if exact > alpha && (got <= alpha || got > exact) || exact <= alpha && (got > alpha || got < exact) {
		t.Fatalf("%s at %d answers %d, the score is %d", name, alpha, got, exact)
	}
}

// TestOthelloNear asks every search close to the end for many windows, with the
// cache as the others left it.
func TestOthelloNear(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	o := NewOthello(10)
	for i := range 1000 {
		empties := 1 + i%othelloNear
		own, opp := othello.Discs(randomOthello(r, empties))
		want := slowOthello(own, opp)
		for range 4 {
			alpha := min(max(want+r.IntN(9)-4, -64), 63)
			if r.IntN(4) == 0 {
				alpha = r.IntN(128) - 64
			}
			got := o.search(own, opp, othelloLegal(own, opp), alpha, empties)
			checkNullWindow(t, othelloText(own, opp), alpha, got, want)
		}
	}
}

func othelloText(own, opp uint64) string {
	text := make([]byte, 64)
	for cell := range text {
		text[cell] = "-XO"[own>>cell&1+2*(opp>>cell&1)]
	}
	return string(text) + " X"
}

// TestOthelloMoves compares the list of moves with the rules, and the one in assembly
// with the plain one, on boards from games and on any.
func TestOthelloMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	var moves, plain [64]othelloMove
	for i := range 20_000 {
		own, opp := othello.Discs(randomOthello(r, 1+i%50))
		if i%2 == 0 {
			own = r.Uint64()
			opp = r.Uint64() &^ own
		}
		legal, odd := othello.Legal(own, opp), r.Uint64()
		count := othelloMoves(moves[:], own, opp, legal, odd)
		if count != bits.OnesCount64(legal) || count != othelloMovesPlain(plain[:], own, opp, legal, odd) {
			t.Fatalf("%s: %d moves, want %d", othelloText(own, opp), count, bits.OnesCount64(legal))
		}
		for k, m := range moves[:count] {
			cell := bits.TrailingZeros64(legal)
			legal &= legal - 1
			flipped := othello.Flips(own, opp, cell)
			if m != plain[k] || int(m.cell) != cell || m.own != opp^flipped || m.opp != own|flipped|1<<cell || m.legal != othello.Legal(m.own, m.opp) {
				t.Fatalf("%s: cell %d leads to %+v and %+v", othelloText(own, opp), cell, m, plain[k])
			}
		}
	}
}

func TestOthelloParity(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for range 10_000 {
		empties := r.Uint64() & r.Uint64()
		var want uint8
		for q, cells := range othelloQuadrants {
			want |= uint8(bits.OnesCount64(empties&cells)&1) << q
		}
		if got := othelloParity(empties); got != want {
			t.Fatalf("empties %x: parity %b, want %b", empties, got, want)
		}
	}
}

func TestOthelloCache(t *testing.T) {
	var c othelloCache
	e := c.at(1, 2)
	if _, ok := e.settles(1, 2, 0); ok {
		t.Fatal("an empty cache knows a position")
	}
	e.note(1, 2, 3, 6)
	e.note(1, 2, 9, 8)
	for _, w := range []struct {
		alpha, score int
		ok           bool
	}{{5, 6, true}, {6, 0, false}, {7, 0, false}, {8, 8, true}} {
		if score, ok := c.at(1, 2).settles(1, 2, w.alpha); ok != w.ok || ok && score != w.score {
			t.Errorf("at %d it answers %d, %t", w.alpha, score, ok)
		}
	}
	if _, ok := e.settles(2, 1, 20); ok {
		t.Error("it takes one position for another")
	}
	e.note(2, 1, 20, 10)
	if _, ok := e.settles(1, 2, 0); ok {
		t.Error("it knows a position that was replaced")
	}
}

func TestOthelloBucketSize(t *testing.T) {
	if n := unsafe.Sizeof(othelloBucket{}); n != 64 {
		t.Errorf("a bucket has %d bytes: it must fill a line of 64", n)
	}
}

// TestOthelloAgain asks for what the table knows already, also in windows
// beside the score.
func TestOthelloAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	o := NewOthello(16)
	for range 10 {
		s := randomOthello(r, 9)
		score, best := solveOthello(t, o, s)
		nodes := o.Nodes()
		if again, move := solveOthello(t, o, s); again != score || move != best || o.Nodes() != nodes {
			t.Fatalf("%d by %d, then %d by %d in %d more nodes", score, best, again, move, o.Nodes()-nodes)
		}
		for alpha := -64; alpha < 64; alpha += 8 {
			got, move, err := o.SolveWindow(context.Background(), s, alpha, alpha+8)
			if err != nil || got != min(max(score, alpha), alpha+8) || score > alpha && move != best {
				t.Fatalf("score %d from %d to %d: %d by %d, best is %d, %v", score, alpha, alpha+8, got, move, best, err)
			}
		}
		checkOthello(t, o, s)
	}
}
