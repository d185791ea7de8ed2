package exact

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gambito/game"
	"gambito/games/othello"
)

// plainOthello is alpha-beta with fewest replies first and nothing else: fast enough for
// positions that patterns help to solve.
func plainOthello(own, opp uint64, alpha, beta int) int {
	type reply struct{ own, opp, legal uint64 }
	legal := othello.Legal(own, opp)
	if legal == 0 {
		if othello.Legal(opp, own) == 0 {
			return slowOthello(own, opp)
		}
		return -plainOthello(opp, own, -beta, -alpha)
	}
	var room [32]reply
	replies := room[:0]
	for ; legal != 0; legal &= legal - 1 {
		cell := bits.TrailingZeros64(legal)
		flipped := othello.Flips(own, opp, cell)
		r := reply{own: opp ^ flipped, opp: own | flipped | 1<<cell}
		r.legal = othello.Legal(r.own, r.opp)
		replies = append(replies, r)
	}
	slices.SortFunc(replies, func(a, b reply) int { return bits.OnesCount64(a.legal) - bits.OnesCount64(b.legal) })
	best := -64
	for _, r := range replies {
		if best = max(best, -plainOthello(r.own, r.opp, -beta, -max(alpha, best))); best >= beta {
			break
		}
	}
	return best
}

// usePatterns is a solver that patterns help with every position that they can.
func usePatterns(tableBits int) *Othello {
	o := NewOthello(tableBits)
	o.patterned = othelloForeseen
	return o
}

func TestPlainOthello(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 50 {
		own, opp := othello.Discs(randomOthello(r, 7))
		if got, want := plainOthello(own, opp, -64, 64), slowOthello(own, opp); got != want {
			t.Fatalf("%s: %d, want %d", othelloText(own, opp), got, want)
		}
	}
}

// TestOthelloPatterned compares what is found with patterns, without them and by plain
// alpha-beta: scores, best moves, windows beside the score and the scores of all moves.
// The table is so small that entries of all degrees of doubt replace each other.
func TestOthelloPatterned(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	ctx := context.Background()
	with, without := usePatterns(10), NewOthello(10)
	without.patterned = 65
	for i := range 40 {
		s := randomOthello(r, othelloForeseen+i%3)
		own, opp := othello.Discs(s)
		text := othelloText(own, opp)
		want := plainOthello(own, opp, -64, 64)
		score, best := solveOthello(t, with, s)
		if plain, _ := solveOthello(t, without, s); score != want || plain != want {
			t.Fatalf("%s: score %d with patterns and %d without, want %d", text, score, plain, want)
		}
		after := s.Clone()
		after.Play(best)
		sign := 1
		if after.Turn() != s.Turn() {
			sign = -1
		}
		nextOwn, nextOpp := othello.Discs(after)
		if after.Turn() != game.Over && sign*plainOthello(nextOwn, nextOpp, -64, 64) != want {
			t.Fatalf("%s: move %d does not reach %d", text, best, want)
		}
		with.Reset()
		for range 3 {
			alpha := min(max(want+2*(r.IntN(9)-4), -64), 62)
			got, _, err := with.SolveWindow(ctx, s, alpha, alpha+2)
			if err != nil || min(max(got, alpha), alpha+2) != min(max(want, alpha), alpha+2) {
				t.Fatalf("%s: %d in the window of %d and %d, the score is %d, %v", text, got, alpha, alpha+2, want, err)
			}
		}
		scores, err := with.SolveMoves(ctx, s)
		if err != nil || BestScore(scores) != want {
			t.Fatalf("%s: the moves have %v, the score is %d, %v", text, scores, want, err)
		}
		other, err := without.SolveMoves(ctx, s)
		if err != nil || !slices.Equal(scores, other) {
			t.Fatalf("%s: the moves have %v with patterns and %v without, %v", text, scores, other, err)
		}
	}
}

// TestOthelloPatternsSparse has boards that no game leads to, with passes, wipe-outs
// and early ends.
func TestOthelloPatternsSparse(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	o, solved := usePatterns(12), 0
	for range 500 {
		empty := r.Uint64() & r.Uint64()
		own := r.Uint64() &^ empty
		if r.IntN(2) == 0 {
			own &= r.Uint64() & r.Uint64()
		}
		opp := ^(own | empty)
		if n := bits.OnesCount64(empty); n < othelloForeseen || n > othelloForeseen+1 || othello.Legal(own, opp)|othello.Legal(opp, own) == 0 {
			continue
		}
		if got, want := o.Finish(own, opp, -64, 64), plainOthello(own, opp, -64, 64); got != want {
			t.Fatalf("%s: %d, want %d", othelloText(own, opp), got, want)
		}
		solved++
	}
	if solved < 40 {
		t.Errorf("only %d positions", solved)
	}
}

// TestOthelloPatternsPay says that what patterns are for comes true: fewer positions, also
// counting those that they judge.
func TestOthelloPatternsPay(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 30))
	with, without := NewOthello(18), NewOthello(18)
	without.patterned = 65
	for range 20 {
		s := randomOthello(r, 17)
		if a, _ := solveOthello(t, with, s); a != must(t, without, s) {
			t.Fatalf("%s scores differ", othello.New().FormatPosition(s))
		}
	}
	if with.Nodes() > without.Nodes()*9/10 {
		t.Errorf("%d nodes with patterns, %d without", with.Nodes(), without.Nodes())
	}
}

func must(t *testing.T, o *Othello, s game.State) int {
	t.Helper()
	score, _ := solveOthello(t, o, s)
	return score
}

// TestOthelloPatternsSame has two solvers share the patterns at the same time, one of
// which has solved something else before: they visit the same number of positions.
func TestOthelloPatternsSame(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	s, small := randomOthello(r, 16), randomOthello(r, 10)
	var nodes [2]uint64
	var group sync.WaitGroup
	for i := range nodes {
		group.Go(func() {
			o := NewOthello(16)
			if i == 1 {
				_, _ = o.Solve(context.Background(), small)
				o.Reset()
			}
			_, _ = o.Solve(context.Background(), s)
			nodes[i] = o.Nodes()
		})
	}
	group.Wait()
	if nodes[0] != nodes[1] || nodes[0] == 0 {
		t.Errorf("%d and %d nodes", nodes[0], nodes[1])
	}
}

// TestOthelloPatternsStopped stops a solver at any time: what it leaves in its table must
// not hurt.
func TestOthelloPatternsStopped(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	o, stopped := usePatterns(16), 0
	for i := range 20 {
		s := randomOthello(r, 17)
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*200*time.Microsecond)
		if _, _, err := o.SolveBest(ctx, s); errors.Is(err, context.DeadlineExceeded) {
			stopped++
		}
		cancel()
		for range 5 { // closer to the end of the same game
			if moves := s.Moves(nil); len(moves) > 0 {
				s.Play(moves[r.IntN(len(moves))])
			}
		}
		if own, opp := othello.Discs(s); s.Turn() != game.Over {
			if got, want := must(t, o, s), plainOthello(own, opp, -64, 64); got != want {
				t.Fatalf("%s: %d, want %d", othelloText(own, opp), got, want)
			}
		}
	}
	if stopped == 0 {
		t.Error("no search was stopped")
	}
}

// TestOthelloPatternsAllocations says that solving allocates nothing once the patterns
// are there.
func TestOthelloPatternsAllocations(t *testing.T) {
	o, s, ctx := NewOthello(14), randomOthello(rand.New(rand.NewPCG(35, 36)), othelloPatterned), context.Background()
	solveOthello(t, o, s)
	if n := testing.AllocsPerRun(3, func() {
		o.Reset()
		if _, _, err := o.SolveBest(ctx, s); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("solving allocates %g times", n)
	}
}

// TestOthelloDoubt says that the table forgets what holds with doubt for what is surer,
// and never the other way round.
func TestOthelloDoubt(t *testing.T) {
	table := newOthelloTable(4)
	table.store(1, 2, 3, 10, 7, 100, 2)
	if e := table.find(1, 2); e == nil || e.doubt() != 2 || e.lower != 10 || e.upper != 64 || e.move != 7 {
		t.Fatalf("first %+v", e)
	}
	table.store(1, 2, 3, 2, 8, 1000, 0)
	if e := table.find(1, 2); e.doubt() != 0 || e.lower != -64 || e.upper != 2 || e.move != 7 {
		t.Fatalf("the proof left %+v", e)
	}
	table.store(1, 2, -5, 20, 9, 1<<40, 1)
	if e := table.find(1, 2); e.doubt() != 0 || e.lower != -64 || e.upper != 2 || e.move != 7 || e.effort&othelloEfforts != 10 {
		t.Fatalf("more doubt left %+v", e)
	}
}
