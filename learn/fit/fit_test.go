package fit

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/othello"
	"gambito/progress"
)

// TestSquaresLine fits a line through four points; the solution is that of
// the textbook: y = 3.5 + 1.4 x.
func TestSquaresLine(t *testing.T) {
	s := NewSquares(2)
	for _, point := range [][2]int{{1, 6}, {2, 5}, {3, 7}, {4, 10}} {
		s.Add([]int{1, point[0]}, point[1])
	}
	w, err := s.Solve(0)
	if err != nil || math.Abs(w[0]-3.5) > 1e-12 || math.Abs(w[1]-1.4) > 1e-12 {
		t.Errorf("weights %v, %v", w, err)
	}
}

// TestSquaresFindWeights hides weights behind more equations than unknowns.
func TestSquaresFindWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	want := []int{7, -3, 0, 12, 5, -40}
	s := NewSquares(len(want))
	for range 50 {
		x, y := make([]int, len(want)), 0
		for i := range x {
			x[i] = r.IntN(41) - 20
			y += x[i] * want[i]
		}
		s.Add(x, y)
	}
	w, err := s.Solve(0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(w[i]-float64(want[i])) > 1e-9 {
			t.Errorf("weights %v, not %v", w, want)
		}
	}
}

func TestRidge(t *testing.T) {
	s := NewSquares(2)
	s.Add([]int{1, 1}, 4) // says nothing of how the two share the 4
	if _, err := s.Solve(0); err == nil {
		t.Error("equations that determine no weights are solved")
	}
	// (1 + ridge) w + w = 4 for both.
	w, err := s.Solve(2)
	if err != nil || math.Abs(w[0]-1) > 1e-12 || math.Abs(w[1]-1) > 1e-12 {
		t.Errorf("weights %v, %v", w, err)
	}
}

func TestQuality(t *testing.T) {
	var q Quality
	for _, pair := range [][2]int{{1, 2}, {2, 2}, {3, 2}, {6, 6}} {
		q.add(pair[0], float64(pair[1]))
	}
	if q.MeanError() != 0.5 || math.Abs(q.R2()-(1-2.0/14)) > 1e-12 {
		t.Errorf("mean error %g, R² %g", q.MeanError(), q.R2())
	}
	var equal Quality
	equal.add(2, 2)
	if r := equal.R2(); !math.IsNaN(r) {
		t.Errorf("results that are all equal have R² %g", r)
	}
}

func TestFinal(t *testing.T) {
	for _, c := range []struct {
		own, opp uint64
		want     int
	}{{0b111, 0b1000, 62}, {0b1, 0b110, -62}, {0b1, 0b10, 0}, {math.MaxUint64, 0, 64}} {
		if got := final(c.own, c.opp); got != c.want {
			t.Errorf("discs %b and %b end in %d, not %d", c.own, c.opp, got, c.want)
		}
	}
}

// nearEnd returns a labelled position as a state if it is quickly solved.
func nearEnd(p labelled) (game.State, bool) {
	cells := make([]byte, 64)
	for cell := range cells {
		cells[cell] = "-XO"[p.own>>cell&1+2*(p.opp>>cell&1)]
	}
	s, err := othello.New().ParsePosition(string(cells) + " X")
	return s, err == nil && bits.OnesCount64(p.own|p.opp) >= 64-solvedEmpties
}

// TestLabelsAreExact solves positions near the end by themselves.
func TestLabelsAreExact(t *testing.T) {
	p, err := newPlayer()
	if err != nil {
		t.Fatal(err)
	}
	ctx, checked := context.Background(), 0
	for n := range uint64(5) {
		positions, err := p.play(ctx, rand.New(rand.NewPCG(3, n)))
		if err != nil {
			t.Fatal(err)
		}
		for _, position := range positions {
			if s, ok := nearEnd(position); ok {
				if score, err := p.solver.Solve(ctx, s); err != nil || score != position.result {
					t.Errorf("game %d: a position of score %d, %v, has the label %d", n, score, err, position.result)
				}
				checked++
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d positions were checked", checked)
	}
}

func TestSameForAnyJobs(t *testing.T) {
	var sources [][]byte
	for _, s := range []Settings{{Games: 30, Seed: 5, Jobs: 1}, {Games: 30, Seed: 5, Jobs: 3}, {Games: 30, Seed: 6, Jobs: 2}} {
		done := 0
		f, err := Othello(context.Background(), s, func(s progress.Step) { done = s.Done })
		if err != nil {
			t.Fatal(err)
		}
		source, err := f.Source()
		if err != nil {
			t.Fatal(err)
		}
		if done != s.Games || f.Quality.Positions == 0 || !strings.HasPrefix(string(source), Mark+"\n") {
			t.Errorf("%d games, %d positions held out, source:\n%s", done, f.Quality.Positions, source)
		}
		sources = append(sources, source)
	}
	if !bytes.Equal(sources[0], sources[1]) {
		t.Error("one job and three give different weights")
	}
	if bytes.Equal(sources[0], sources[2]) {
		t.Error("two seeds give the same weights")
	}
}

func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	_, err := Othello(ctx, Settings{Games: 1000, Seed: 1, Jobs: 2}, func(s progress.Step) {
		if s.Done > 0 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a fit that was stopped ends with %v", err)
	}
}
