package exact

import (
	"bufio"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gambito/game"
	"gambito/game/gametest"
	"gambito/games/othello"
)

// slowOthello is the obvious negamax.
func slowOthello(own, opp uint64) int {
	moves := othello.Legal(own, opp)
	if moves == 0 {
		if othello.Legal(opp, own) != 0 {
			return -slowOthello(opp, own)
		}
		score, empties := bits.OnesCount64(own)-bits.OnesCount64(opp), bits.OnesCount64(^(own | opp))
		switch {
		case score > 0:
			return score + empties
		case score < 0:
			return score - empties
		}
		return 0
	}
	best := -64
	for ; moves != 0; moves &= moves - 1 {
		cell := bits.TrailingZeros64(moves)
		flipped := othello.Flips(own, opp, cell)
		best = max(best, -slowOthello(opp^flipped, own|flipped|1<<cell))
	}
	return best
}

// slowMove is the score of a move for who makes it.
func slowMove(own, opp uint64, m game.Move) int {
	if m == othello.Pass {
		return -slowOthello(opp, own)
	}
	flipped := othello.Flips(own, opp, int(m))
	return -slowOthello(opp^flipped, own|flipped|1<<m)
}

// randomOthello plays at random until so many cells are empty.
func randomOthello(r *rand.Rand, empties int) game.State {
	for {
		s := othello.New().New()
		for s.Turn() != game.Over {
			own, opp := othello.Discs(s)
			if bits.OnesCount64(^(own | opp)) == empties {
				return s
			}
			moves := s.Moves(nil)
			s.Play(moves[r.IntN(len(moves))])
		}
	}
}

func parseOthello(t testing.TB, text string) game.State {
	t.Helper()
	s, err := othello.New().ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func solveOthello(t testing.TB, o *Othello, s game.State) (int, game.Move) {
	t.Helper()
	score, best, err := o.SolveBest(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return score, best
}

// checkOthello compares all that the solver says of a position with negamax.
func checkOthello(t *testing.T, o *Othello, s game.State) {
	t.Helper()
	own, opp := othello.Discs(s)
	text := othello.New().FormatPosition(s)
	want := slowOthello(own, opp)
	score, best := solveOthello(t, o, s)
	if score != want {
		t.Fatalf("%s: score %d, negamax %d", text, score, want)
	}
	legal := s.Moves(nil)
	if !slices.Contains(legal, best) {
		t.Fatalf("%s: best move %d is not legal", text, best)
	}
	if got := slowMove(own, opp, best); got != want {
		t.Fatalf("%s: best move %d has score %d, not %d", text, best, got, want)
	}
	scores, err := o.SolveMoves(context.Background(), s)
	if err != nil || len(scores) != len(legal) {
		t.Fatalf("%s: %d scores of %d moves, %v", text, len(scores), len(legal), err)
	}
	for i, m := range scores {
		if slow := slowMove(own, opp, m.Move); m.Move != legal[i] || m.Score != slow {
			t.Fatalf("%s: move %d has score %d, negamax %d of %d", text, m.Move, m.Score, slow, legal[i])
		}
	}
	sign, _, err := o.SolveWindow(context.Background(), s, -2, 2)
	if err != nil || min(max(sign, -2), 2) != min(max(want, -2), 2) {
		t.Fatalf("%s: score %d in the window of -2 and 2 but %d in all, %v", text, sign, want, err)
	}
}

func TestOthelloAgainstNegamax(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	o := NewOthello(10) // small, so that entries replace each other
	for empties, positions := range []int{0, 400, 400, 400, 400, 400, 400, 200, 50, 10} {
		for i := range positions {
			checkOthello(t, o, randomOthello(r, empties))
			if i%20 == 0 {
				o.Reset()
			}
		}
	}
}

// TestOthelloSparse has boards that no game leads to, with few discs and many
// passes, wipe-outs and early ends.
func TestOthelloSparse(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	o := NewOthello(10)
	solved := 0
	for range 20_000 {
		empty := r.Uint64() & r.Uint64() & r.Uint64()
		own := r.Uint64() &^ empty
		switch r.IntN(3) {
		case 0:
			own &= r.Uint64() & r.Uint64()
		case 1:
			own |= r.Uint64() | r.Uint64()
			own &^= empty
		}
		if n := bits.OnesCount64(empty); n == 0 || n > 7 {
			continue
		}
		text := ""
		for cell := range 64 {
			text += string("-XO"[(own>>cell&1)+2*((^(own|empty))>>cell&1)])
		}
		if s := parseOthello(t, text+" X"); s.Turn() != game.Over {
			checkOthello(t, o, s)
			solved++
		}
	}
	if solved < 2000 {
		t.Errorf("only %d positions", solved)
	}
}

func TestOthelloByHand(t *testing.T) {
	for _, c := range []struct {
		name, position string
		score          int
		best           string
	}{
		{"a wipe-out counts the empties", "XO------" + strings.Repeat("-", 56) + " X", 64, "c1"},
		{"white must pass and is wiped out", "XO------" + strings.Repeat("-", 48) + strings.Repeat("X", 8) + " O", -64, "pass"},
		{"white must pass and keeps a corner", "XO-----O" + strings.Repeat("-", 48) + strings.Repeat("X", 8) + " O", -62, "pass"},
	} {
		s := parseOthello(t, c.position)
		score, best := solveOthello(t, NewOthello(10), s)
		if text := othello.New().FormatMove(s, best); score != c.score || text != c.best {
			t.Errorf("%s: %s scores %d, want %s and %d", c.name, text, score, c.best, c.score)
		}
	}
	if _, _, err := NewOthello(4).SolveBest(context.Background(), parseOthello(t, strings.Repeat("X", 63)+"- X")); err == nil {
		t.Error("a finished game was solved")
	}
}

func TestOthelloSymmetry(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	o := NewOthello(12)
	g := othello.New()
	for range 20 {
		s := randomOthello(r, 12)
		want, _ := solveOthello(t, o, s)
		image := s.Clone()
		for k := range g.Symmetries() {
			g.Transform(image, s, k)
			if got, _ := solveOthello(t, o, image); got != want {
				t.Fatalf("%s scores %d, its image %d scores %d", g.FormatPosition(s), want, k, got)
			}
		}
	}
}

func TestOthelloFlips(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		own, opp := r.Uint64(), r.Uint64()
		if r.IntN(2) == 0 {
			opp |= r.Uint64()
		}
		cell := r.IntN(64)
		own &^= 1 << cell
		opp &^= own | 1<<cell
		if got, want := othelloFlips(own, opp, cell), othello.Flips(own, opp, cell); got != want {
			t.Fatalf("own %x, opp %x, cell %d: flips %x, want %x", own, opp, cell, got, want)
		}
		if got, want := othelloLegal(own, opp), othello.Legal(own, opp); got != want {
			t.Fatalf("own %x, opp %x: legal %x, want %x", own, opp, got, want)
		}
		if got, want := othelloCountLast(own, cell), bits.OnesCount64(othello.Flips(own, ^own&^(1<<cell), cell)); got != want {
			t.Fatalf("own %x, last cell %d: %d flips, want %d", own, cell, got, want)
		}
	}
}

// TestOthelloStable plays on at random: discs counted as stable stay, so their
// number never falls and never exceeds what is there at the end.
func TestOthelloStable(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 3000 {
		s := randomOthello(r, 1+r.IntN(30))
		var stable [2]int
		for {
			own, opp := othello.Discs(s)
			if got, want := othelloStableBalance(own, opp), othelloStable(own, opp)-othelloStable(opp, own); got != want {
				t.Fatalf("%s: the balance of stable discs is %d, want %d", othello.New().FormatPosition(s), got, want)
			}
			side := max(s.Turn(), 0) // black's discs come first at the end
			for i, n := range [2]int{othelloStable(own, opp), othelloStable(opp, own)} {
				player := int(side) ^ i
				if n < stable[player] {
					t.Fatalf("%s: %d stable discs of player %d, once %d", othello.New().FormatPosition(s), n, player, stable[player])
				}
				stable[player] = n
			}
			if s.Turn() == game.Over {
				if bits.OnesCount64(own) < stable[0] || bits.OnesCount64(opp) < stable[1] {
					t.Fatalf("%s: stable discs %v", othello.New().FormatPosition(s), stable)
				}
				break
			}
			moves := s.Moves(nil)
			s.Play(moves[r.IntN(len(moves))])
		}
	}
}

// Positions from self-play, with their scores and the nodes a fresh solver
// visits, of which 0 is not looked at: patterns help, and models change. A change of the
// others is a change of the search.
var othelloPinned = []struct {
	position string
	score    int
	nodes    uint64
}{
	{"--XXOX-OX-XXOOO-XXOXXOOOXXOOOXOOXXXXOXXXX-XXOXXXXX-XXX-----X-XO- X", -34, 44287},
	{"----OXXX--OOOX-X--XOOX-X-XXXOOOXXXXOOOXO-XXOOOO--XXXXOO--XXXXOOO X", -14, 0},
	{"XXXXXXX-XXXXXX---XXXXXOO-XXXXXX-OOOXOOO-X-OOOX-O--OOO-----OOOO-- X", 30, 0},
}

func TestOthelloPinned(t *testing.T) {
	o := NewOthello(18)
	for _, c := range othelloPinned {
		for range 2 { // the same after a Reset
			o.Reset()
			if score, _ := solveOthello(t, o, parseOthello(t, c.position)); score != c.score || c.nodes != 0 && o.Nodes() != c.nodes {
				t.Errorf("%s: score %d in %d nodes, want %d in %d", c.position, score, o.Nodes(), c.score, c.nodes)
			}
		}
	}
}

// TestOthelloFFO solves the first positions of the FFO endgame suite.
func TestOthelloFFO(t *testing.T) {
	file, err := os.Open(gametest.Reference(t, "othello/ffo40-59.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	o := NewOthello(20)
	scanner := bufio.NewScanner(file)
	for number := 40; number <= 42 && scanner.Scan(); number++ {
		fields := strings.Fields(scanner.Text())
		want, err := strconv.Atoi(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		s := parseOthello(t, fields[0]+" "+fields[1])
		o.Reset()
		score, best := solveOthello(t, o, s)
		if text := othello.New().FormatMove(s, best); score != want || !slices.Contains(fields[3:], text) {
			t.Errorf("FFO %d: %s scores %d, want %d by %s", number, text, score, want, fields[3:])
		}
		t.Logf("FFO %d: %d nodes", number, o.Nodes())
	}
}

func TestOthelloCancel(t *testing.T) {
	o := NewOthello(12)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, _, err := o.SolveBest(ctx, othello.New().New())
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the start position was solved: %v", err)
	}
	if _, err := o.SolveMoves(ctx, othello.New().New()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the moves of the start position were solved: %v", err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it stopped after %v", took)
	}
	// What it left in the table must not hurt.
	s := randomOthello(rand.New(rand.NewPCG(11, 12)), 6)
	checkOthello(t, o, s)
}

func TestOthelloAllocations(t *testing.T) {
	o := NewOthello(14)
	s := randomOthello(rand.New(rand.NewPCG(13, 14)), 13)
	ctx := context.Background()
	if n := testing.AllocsPerRun(5, func() {
		o.Reset()
		if _, _, err := o.SolveBest(ctx, s); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("solving allocates %g times", n)
	}
}

func BenchmarkOthello(b *testing.B) {
	o := NewOthello(18)
	s := parseOthello(b, othelloPinned[0].position)
	for b.Loop() {
		o.Reset()
		if score, _ := solveOthello(b, o, s); score != othelloPinned[0].score {
			b.Fatalf("score %d", score)
		}
	}
	b.ReportMetric(float64(o.Nodes()), "nodes")
}
