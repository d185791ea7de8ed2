package game_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/games/connect4"
	"gambito/games/othello"
)

func TestPickerIsUniform(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := game.NewPicker(r)
	for _, n := range []int{1, 2, 3, 7, 10, 33} {
		const draws = 300_000
		counts := make([]float64, n)
		pairs := make([]float64, n*n)
		last := 0
		for range draws {
			k := pick.Below(n)
			if k < 0 || k >= n {
				t.Fatalf("Below(%d) gave %d", n, k)
			}
			counts[k]++
			pairs[last*n+k]++
			last = k
		}
		for _, c := range []struct {
			what   string
			counts []float64
		}{{"numbers", counts}, {"successive pairs", pairs}} {
			chi2, expected := 0.0, draws/float64(len(c.counts))
			for _, count := range c.counts {
				chi2 += (count - expected) * (count - expected) / expected
			}
			freedom := float64(len(c.counts) - 1)
			if chi2 > freedom+5*math.Sqrt(2*freedom)+5 {
				t.Errorf("Below(%d): %s are not uniform, χ² = %.1f with %.0f degrees of freedom", n, c.what, chi2, freedom)
			}
		}
	}
}

func TestPerft(t *testing.T) {
	ctx := context.Background()
	start := othello.New().New()
	for jobs := range 4 {
		if n, err := game.Perft(ctx, start, 6, jobs, nil); n != 8200 || err != nil {
			t.Errorf("perft 6 with %d jobs is %d, %v", jobs, n, err)
		}
	}
	counts, err := game.Divide(ctx, start, 5, 2, nil)
	if err != nil || len(counts) != 4 {
		t.Fatalf("divide gives %v, %v", counts, err)
	}
	for _, c := range counts {
		if c.Leaves != 1396/4 { // the four first moves are mirror images
			t.Errorf("move %d has %d leaves", c.Move, c.Leaves)
		}
	}
	if n, err := game.Perft(ctx, start, 0, 1, nil); n != 1 || err != nil {
		t.Errorf("perft 0 is %d, %v", n, err)
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := game.Perft(ctx, othello.New().New(), 30, 2, nil); err == nil {
		t.Error("perft 30 came to an end")
	}
}

func TestParseLineStopsAtTheEnd(t *testing.T) {
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	moves, err := game.ParseLine(g, s, "12121212")
	if want := `move 8, "2": the game is over`; err == nil || err.Error() != want {
		t.Errorf("the error is %v, not %s", err, want)
	}
	if len(moves) != 7 || s.Turn() != game.Over {
		t.Errorf("%d moves were played", len(moves))
	}
}

// bag is a draw from a bag of numbers, some of which are in it more often.
type bag struct{ game.State }

var bagOf = map[game.Move]float64{2: 0.5, 3: 0.25, 5: 0.125, 7: 0.125}

func (b bag) Turn() game.Player                 { return game.Chance }
func (b bag) Moves(buf []game.Move) []game.Move { return append(buf, 2, 3, 5, 7) }
func (b bag) Probability(m game.Move) float64   { return bagOf[m] }

// TestRandomMoveKeepsTheOdds draws by probability, one number a draw.
func TestRandomMoveKeepsTheOdds(t *testing.T) {
	const draws = 80_000
	r, twin := rand.New(rand.NewPCG(4, 4)), rand.New(rand.NewPCG(4, 4))
	counts := map[game.Move]float64{}
	buf := make([]game.Move, 0, 4)
	for range draws {
		m, ok := game.RandomMove(bag{}, r, buf)
		if !ok {
			t.Fatal("chance has no outcome")
		}
		counts[m]++
		twin.Float64()
	}
	if r.Uint64() != twin.Uint64() {
		t.Error("a draw takes another amount of randomness than one number")
	}
	for m, p := range bagOf {
		if sigma := math.Sqrt(draws * p * (1 - p)); math.Abs(counts[m]-draws*p) > 5*sigma {
			t.Errorf("%d is drawn %g times of %d", m, counts[m], draws)
		}
	}
	if len(counts) != len(bagOf) {
		t.Errorf("%v are drawn", counts)
	}
}

// TestLinesOfPeople reads moves with numbers and separators that no game writes.
func TestLinesOfPeople(t *testing.T) {
	for _, c := range []struct{ spec, line, want string }{
		{"connect4", "4 4 3 3", "4433"},
		{"connect4", "4,4,3,3", "4433"},
		{"connect4", "1. 4 4 2. 3 3", "4433"},
		{"connect4", "1.4;4 2...3,3;", "4433"},
		{"othello", "F5D6C3", "f5 d6 c3"},
		{"othello", "1. f5 d6, 2. c3", "f5 d6 c3"},
		{"tictactoe", "a1,b2; c3", "a1 b2 c3"},
		{"tictactoe", "1. a1 b2 2. c3", "a1 b2 c3"},
		{"tron:8x8", "1. up,down; 2. up,down", "up,down up,down"},
		{"gdl:tictactoe", "1. (mark 1 1), 2. (mark 2 2)", "(mark 1 1) (mark 2 2)"},
		{"backgammon", "31: 8/5, 6/5; 43: 24/21, 13/9", "31: 8/5 6/5 43: 24/21 13/9"},
	} {
		g, err := games.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := game.ParseLine(g, g.New(), c.line)
		if got := game.FormatLine(g, g.New(), moves); err != nil || got != c.want {
			t.Errorf("%s: %q is read as %q, %v", c.spec, c.line, got, err)
		}
	}
	for _, c := range []struct{ spec, line, want string }{
		{"othello", "f5d6a1", "move 3: a1 turns no disc over (legal are "},
		{"tictactoe", "a1,b2,a1", "move 3: "},
		{"tron:8x8", "up,sideways", `move 1: `},
		{"connect4", "4,9", "(legal are 1, 2, 3, 4, 5, 6, 7)"},
	} {
		g, _ := games.Parse(c.spec)
		if _, err := game.ParseLine(g, g.New(), c.line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q gives %v", c.spec, c.line, err)
		}
	}
}
