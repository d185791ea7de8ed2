package exact

import (
	"bufio"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"gambito/game"
	"gambito/game/gametest"
	"gambito/games/connect4"
)

func newBoard(t testing.TB, columns, rows int) (*connect4.Game, *Connect4) {
	t.Helper()
	g, err := connect4.New(columns, rows, 4)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewConnect4(g, 22)
	if err != nil {
		t.Fatal(err)
	}
	return g, c
}

func position(t testing.TB, g game.Game, line string) game.State {
	t.Helper()
	s := g.New()
	if _, err := game.ParseLine(g, s, line); err != nil {
		t.Fatal(err)
	}
	return s
}

func solve(t testing.TB, c *Connect4, s game.State) int {
	t.Helper()
	score, err := c.Solve(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return score
}

// plainSolver is minimax as one would tell it, with nothing but the rules of
// the game and a memory.
type plainSolver struct {
	g     game.Game
	cells int
	known map[string]int
}

func newPlainSolver(g game.Game) *plainSolver {
	return &plainSolver{g: g, cells: g.Info().MaxPlies, known: map[string]int{}}
}

func (p *plainSolver) solve(s game.State, plies int) int {
	text := p.g.FormatPosition(s)
	if score, ok := p.known[text]; ok {
		return score
	}
	best := -p.cells
	for _, m := range s.Moves(nil) {
		after := s.Clone()
		after.Play(m)
		switch {
		case after.Turn() != game.Over:
			best = max(best, -p.solve(after, plies+1))
		case after.Score(s.Turn()) > 0:
			best = max(best, (p.cells+1-plies)/2)
		default:
			best = max(best, 0)
		}
	}
	p.known[text] = best
	return best
}

// randomPosition plays random moves until left cells are empty; ok is false
// when the game ended before.
func randomPosition(g game.Game, left int, r *rand.Rand) (s game.State, plies int, ok bool) {
	s = g.New()
	for plies = 0; plies < g.Info().MaxPlies-left; plies++ {
		if s.Turn() == game.Over {
			return nil, 0, false
		}
		moves := s.Moves(nil)
		s.Play(moves[r.IntN(len(moves))])
	}
	return s, plies, s.Turn() != game.Over
}

// TestConnect4AgainstMinimax compares random positions of boards of all shapes,
// among them some whose keys take all 64 bits.
func TestConnect4AgainstMinimax(t *testing.T) {
	for _, c := range []struct{ columns, rows, mostLeft, positions int }{
		{4, 4, 13, 1500}, {5, 4, 10, 1000}, {4, 5, 11, 1000}, {6, 4, 9, 1000}, {4, 6, 11, 1000}, {5, 5, 10, 600},
		{1, 4, 4, 20}, {4, 1, 4, 20}, {5, 2, 10, 200}, {3, 7, 12, 300}, {2, 9, 12, 200},
		{7, 6, 8, 300}, {9, 6, 7, 100}, {8, 7, 7, 100}, {16, 3, 6, 50}, {4, 15, 8, 100}, {10, 5, 7, 100}, {32, 1, 5, 10},
	} {
		g, solver := newBoard(t, c.columns, c.rows)
		plain, r := newPlainSolver(g), rand.New(rand.NewPCG(1, 2))
		for tries := 0; c.positions > 0 && tries < 1000*c.positions && tries < 100_000; tries++ {
			s, plies, ok := randomPosition(g, 1+r.IntN(c.mostLeft), r)
			if !ok {
				continue
			}
			c.positions--
			want := plain.solve(s, plies)
			if got := solve(t, solver, s); got != want {
				t.Fatalf("%s: %s has the score %d, not %d", g.Info().ID, g.FormatPosition(s), want, got)
			}
			if sign, _ := solver.SolveWeak(context.Background(), s); sign != signOf(want) {
				t.Fatalf("%s: %s has the sign %d, not %d", g.Info().ID, g.FormatPosition(s), signOf(want), sign)
			}
		}
	}
}

// TestConnect4StartPositions checks whole small games against Tromp's table of
// results by board size.
func TestConnect4StartPositions(t *testing.T) {
	for _, c := range []struct{ columns, rows, sign int }{
		{4, 4, 0}, {5, 4, 0}, {4, 5, 0}, {6, 4, -1}, {4, 6, 0}, {5, 5, 0}, {4, 7, 0}, {7, 4, 0}, {5, 6, 0}, {6, 5, 0}, {4, 8, 0},
	} {
		g, solver := newBoard(t, c.columns, c.rows)
		if got, err := solver.SolveWeak(context.Background(), g.New()); got != c.sign || err != nil {
			t.Errorf("%s: %d, %v, not %d", g.Info().ID, got, err, c.sign)
		}
	}
}

// connect4Reference are positions of Pons' test sets with their scores, from
// the end of the game, its middle and its beginning.
const connect4Reference = `
3135151421347443544172316522225776773566 0
56166146423261152341216473547 4
76447166434364334263563717555522715 0
5772624547777336225413423114425536311651 0
225613572645725446426523357443661731311 0
514725241775125111576567272344434 2
17735557635562757333143746111126266 -1
2252576253462244111563365343671351441 -1
7422341735647741166133573473242566 1
662222576343651642712157 8
65313213177411167266555 8
2345313466774477 11
5576756557216531177411466147 2
2233572322143744675323611166 -4
2717653773577466212256 6
33377623244637635747416466 6
65444437612 13
73235641141 15
5261 18
44227721 16
67743217454126 12
6653245777 10
32164625 11
531432254 -13
6242432155656447531617622 0
255644442164457 6
521337647223552667 3
2411136733625227412 0
274552224131661 0
5455174361263362 -1
2416615552 4
157564142155 -5
`

// checkReference solves the positions of a text, each with an empty table.
func checkReference(t *testing.T, lines *bufio.Scanner) {
	t.Helper()
	g, solver := newBoard(t, 7, 6)
	for positions := 0; ; positions++ {
		if !lines.Scan() {
			if lines.Err() != nil || positions < 20 {
				t.Fatalf("%d positions, %v", positions, lines.Err())
			}
			return
		}
		line, value, _ := strings.Cut(lines.Text(), " ")
		want, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		s := position(t, g, line)
		solver.Reset()
		if got := solve(t, solver, s); got != want {
			t.Errorf("%s has the score %d, not %d", line, want, got)
		}
		if got, err := solver.SolveWeak(context.Background(), s); got != signOf(want) || err != nil {
			t.Errorf("%s has the sign %d, not %d, %v", line, signOf(want), got, err)
		}
	}
}

func TestConnect4Positions(t *testing.T) {
	checkReference(t, bufio.NewScanner(strings.NewReader(strings.TrimSpace(connect4Reference))))
}

func TestConnect4ReferenceFiles(t *testing.T) {
	for _, name := range []string{"Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2_first500", "Test_L1_R2_first20"} {
		t.Run(name, func(t *testing.T) {
			file, err := os.Open(gametest.Reference(t, "connect4/"+name))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			checkReference(t, bufio.NewScanner(file))
		})
	}
}

// TestConnect4Nodes pins the size of some searches: a change that alters it
// changes the search, and should do so on purpose.
func TestConnect4Nodes(t *testing.T) {
	g, solver := newBoard(t, 7, 6)
	for _, c := range []struct {
		line  string
		nodes uint64
	}{
		{"514725241775125111576567272344434", 10},
		{"5576756557216531177411466147", 34},
		{"274552224131661", 64285},
		{"531432254", 8630},
		{"2416615552", 248027},
	} {
		solver.Reset()
		solve(t, solver, position(t, g, c.line))
		if solver.Nodes() != c.nodes {
			t.Errorf("%s takes %d nodes, not %d", c.line, solver.Nodes(), c.nodes)
		}
	}
}

func TestConnect4MovesAndMirror(t *testing.T) {
	ctx := context.Background()
	g, solver := newBoard(t, 7, 6)
	r := rand.New(rand.NewPCG(3, 4))
	for positions := 0; positions < 150; {
		s, _, ok := randomPosition(g, 1+r.IntN(24), r)
		if !ok {
			continue
		}
		positions++
		text := g.FormatPosition(s)
		scores, err := solver.SolveMoves(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		mirrored := g.New()
		g.Transform(mirrored, s, 1)
		images, err := solver.SolveMoves(ctx, mirrored)
		if err != nil {
			t.Fatal(err)
		}
		moves := s.Moves(nil)
		if len(scores) != len(moves) || len(images) != len(moves) {
			t.Fatalf("%s: scores of %d and %d moves, not %d", text, len(scores), len(images), len(moves))
		}
		best := -100
		for i, m := range moves {
			after := s.Clone()
			after.Play(m)
			if want := (MoveScore{m, -solve(t, solver, after)}); scores[i] != want {
				t.Errorf("%s: %v, not %v", text, scores[i], want)
			}
			if want := (MoveScore{g.TransformMove(m, 1), scores[i].Score}); images[len(images)-1-i] != want {
				t.Errorf("%s: %v in the mirror, not %v", text, images[len(images)-1-i], want)
			}
			best = max(best, scores[i].Score)
		}
		if got := solve(t, solver, s); got != best {
			t.Errorf("%s has the score %d, but its best move %d", text, got, best)
		}
	}
}

func TestConnect4OverAndNearlyOver(t *testing.T) {
	g, solver := newBoard(t, 7, 6)
	for _, c := range []struct {
		line  string
		score int
	}{
		{"1212121", -18}, // the seventh stone has won
		{"121212", 18},   // the seventh stone will win
		{"22334", -18},   // it will on either side of the row
	} {
		if got := solve(t, solver, position(t, g, c.line)); got != c.score {
			t.Errorf("%s has the score %d, not %d", c.line, got, c.score)
		}
	}
	if scores, err := solver.SolveMoves(context.Background(), position(t, g, "1212121")); len(scores) != 0 || err != nil {
		t.Errorf("a game that is won has the moves %v, %v", scores, err)
	}
	g, solver = newBoard(t, 4, 4)
	full := position(t, g, "4321311144234232")
	if got := solve(t, solver, full); got != 0 {
		t.Errorf("a full board has the score %d", got)
	}
	if scores, err := solver.SolveMoves(context.Background(), full); len(scores) != 0 || err != nil {
		t.Errorf("a full board has the moves %v, %v", scores, err)
	}
}

func TestConnect4Cancellation(t *testing.T) {
	g, solver := newBoard(t, 7, 6)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := solver.Solve(ctx, g.New()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before the start: %v", err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := solver.Solve(ctx, g.New()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled on the way: %v", err)
	}
	if _, err := solver.SolveWeak(ctx, g.New()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("weak: %v", err)
	}
	if scores, err := solver.SolveMoves(ctx, g.New()); scores != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("moves: %v, %v", scores, err)
	}
	if spent := time.Since(start); spent > 5*time.Second {
		t.Errorf("cancelled after %v", spent)
	}

	// What an interrupted search leaves in the table is right.
	for i, line := range strings.Split(strings.TrimSpace(connect4Reference), "\n")[24:] {
		moves, value, _ := strings.Cut(line, " ")
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*300*time.Microsecond)
		_, _ = solver.Solve(ctx, position(t, g, moves))
		cancel()
		if got := solve(t, solver, position(t, g, moves)); strconv.Itoa(got) != value {
			t.Errorf("%s has the score %s, not %d", moves, value, got)
		}
	}
}

func TestConnect4Refuses(t *testing.T) {
	five, err := connect4.New(7, 6, 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewConnect4(five, 22); err == nil {
		t.Error("a run of five is accepted")
	}
	tall, err := connect4.New(3, maxRows+1, 4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewConnect4(tall, 22); err == nil {
		t.Error("a board is accepted on which shifts go round")
	}
	newBoard(t, 3, maxRows)
	g, solver := newBoard(t, 5, 4)
	for _, bits := range []int{-1, 0, 13, 35} {
		if _, err := NewConnect4(g, bits); err == nil {
			t.Errorf("a table of 2^%d entries is accepted", bits)
		}
	}
	large, _ := newBoard(t, 8, 7)
	if _, err := NewConnect4(large, 18); err == nil {
		t.Error("a table too small for its keys is accepted")
	}
	if _, err := solver.Solve(context.Background(), position(t, large, "88")); err == nil {
		t.Error("a position of a larger board is accepted")
	}
}

func TestConnect4DoesNotAllocate(t *testing.T) {
	g, solver := newBoard(t, 7, 6)
	s, ctx := position(t, g, "274552224131661"), context.Background()
	if allocs := testing.AllocsPerRun(3, func() {
		solver.Reset()
		_, _ = solver.Solve(ctx, s)
		_, _ = solver.SolveWeak(ctx, s)
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// TestConnect4Threats compares the bit tricks with a stone put into each cell.
func TestConnect4Threats(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, size := range [][2]int{{7, 6}, {9, 6}, {8, 7}, {5, 4}, {16, 3}, {4, 15}, {32, 1}, {1, 4}} {
		b := newConnect4Board(size[0], size[1])
		for range 3000 {
			var mask uint64
			for c := range b.columns {
				mask |= (1<<r.IntN(b.rows+1) - 1) << (uint(c) * b.stride)
			}
			stones := r.Uint64() & mask
			if b.four(stones) {
				continue
			}
			var want uint64
			for empty := b.board &^ mask; empty != 0; empty &= empty - 1 {
				if cell := empty & -empty; b.four(stones | cell) {
					want |= cell
				}
			}
			if got := b.threats(stones, mask); got != want {
				t.Fatalf("%v: stones %#x of %#x threaten %#x, not %#x", size, stones, mask, want, got)
			}
		}
	}
}

// TestConnect4Table compares a table that has to grow with a map: it may
// forget, but never mistake one key for another.
func TestConnect4Table(t *testing.T) {
	for _, keyBits := range []int{8, 20, 49, 64} {
		least, _ := connect4TableBits(keyBits)
		for _, shared := range []bool{false, true} {
			table := newConnect4Table(keyBits, least+2)
			if shared {
				table.share()
			}
			r := rand.New(rand.NewPCG(7, 8))
			for range 3 {
				want := map[uint64]connect4Bounds{}
				found := 0
				for i := range 300_000 {
					key := r.Uint64() & table.keyMask
					if i%4 == 0 {
						key &= 0xFFFF // some keys again and again
					}
					known := table.match(table.load(key))
					if known != 0 {
						found++
						if known != want[key] {
							t.Fatalf("%d bits: key %#x is known as %v, not %v", keyBits, key, known, want[key])
						}
					}
					lower := r.IntN(60) - 30
					bounds := newConnect4Bounds(lower, lower+r.IntN(31-lower))
					table.store(key, bounds, 4+r.Uint64N(1000))
					want[key] = bounds
				}
				if found < 1000 {
					t.Errorf("%d bits: only %d keys found again", keyBits, found)
				}
				table.reset()
				for key := range want {
					if known := table.match(table.load(key)); known != 0 {
						t.Fatalf("%d bits: key %#x is known after a reset", keyBits, key)
					}
				}
			}
		}
	}
}

func BenchmarkConnect4(b *testing.B) {
	g, solver := newBoard(b, 7, 6)
	s := position(b, g, "2416615552")
	for b.Loop() {
		solver.Reset()
		if score := solve(b, solver, s); score != 4 {
			b.Fatalf("score %d", score)
		}
	}
	b.ReportMetric(float64(solver.Nodes())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
