package induction

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/gdl"
	"gambito/theory"
)

func parse(t testing.TB, text string) game.Game {
	t.Helper()
	g, err := games.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func solve(t testing.TB, g game.Game, at game.State) Solution {
	t.Helper()
	s, err := New(g, 1_000_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Solve(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestKnown: what is known of games, exactly.
func TestKnown(t *testing.T) {
	for text, want := range map[string]string{"gdl:goofspiel": "0 0", "gdl:prisoners": "-3/5 -3/5", "tictactoe": "0 0"} {
		g := parse(t, text)
		r := solve(t, g, g.New())
		if got := r.Worth[0].RatString() + " " + r.Worth[1].RatString(); got != want {
			t.Errorf("%s is worth %s, not %s", text, got, want)
		}
	}
	g := parse(t, "gdl:prisoners")
	if r := solve(t, g, g.New()); r.Mixed[0][1].RatString() != "1" || r.Mixed[1][1].RatString() != "1" {
		t.Errorf("prisoners do not defect: %v", r.Mixed)
	}
}

// slowly is what a position is worth to player 0, in floating point and without memory.
func slowly(t *testing.T, at game.State) float64 {
	if at.Turn() == game.Over {
		return at.Score(0)
	}
	joint := at.(game.Simultaneous)
	var a [][]float64
	for _, own := range joint.MovesOf(0, nil) {
		var row []float64
		for _, other := range joint.MovesOf(1, nil) {
			next := at.Clone()
			next.Play(joint.Join([]game.Move{own, other}))
			row = append(row, slowly(t, next))
		}
		a = append(a, row)
	}
	r, err := theory.SolveRounded(a)
	if err != nil {
		t.Fatal(err)
	}
	return (r.Low + r.High) / 2
}

// TestSlowly: positions late in games are worth what the definition says, and the
// strategies guarantee it.
func TestSlowly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	mixed := 0
	for _, c := range []struct {
		text  string
		plies int
	}{{"tron:6x6", 9}, {"gdl:goofspiel", 2}} {
		text, plies := c.text, c.plies
		g := parse(t, text)
		for range 25 {
			at := g.New()
			for range plies {
				if at.Turn() != game.Over {
					m, _ := game.RandomMove(at, r, nil)
					at.Play(m)
				}
			}
			if at.Turn() == game.Over {
				continue
			}
			s := solve(t, g, at)
			got, _ := s.Worth[0].Float64()
			if want := slowly(t, at); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s, %s: %g, not %g", text, g.FormatPosition(at), got, want)
			}
			if len(s.Mixed[0].Support()) > 1 {
				mixed++
			}
			for j := range s.Payoffs[0] {
				sum := 0.0
				for i, x := range s.Mixed[0].Floats() {
					cell, _ := s.Payoffs[i][j][0].Float64()
					sum += x * cell
				}
				if sum < got-1e-9 {
					t.Errorf("%s, %s: the strategy wins %g against move %d, not %g", text, g.FormatPosition(at), sum, j, got)
				}
			}
		}
	}
	if mixed == 0 {
		t.Error("no position needs a mixed strategy: nothing was tested")
	}
}

// hunt is the stag hunt, which has three equilibria.
const hunt = `(role a) (role b) (init start)
(<= (legal ?p stag) (role ?p)) (<= (legal ?p hare) (role ?p))
(<= (next (done ?p ?m)) (does ?p ?m))
(<= terminal (true (done a ?m)))
(<= (goal ?p 100) (role ?p) (true (done a stag)) (true (done b stag)))
(<= (goal ?p 60) (true (done ?p hare)))
(<= (goal ?p 0) (true (done ?p stag)) (true (done ?q hare)))`

func TestRefused(t *testing.T) {
	g, err := gdl.New([]byte(hunt), gdl.Options{ID: "gdl:hunt"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(g, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Solve(context.Background(), g.New()); !errors.As(err, new(Several)) || !strings.Contains(err.Error(), "3 equilibria") {
		t.Errorf("the stag hunt: %v", err)
	}
	if _, err := New(parse(t, "gdl:three-in-line"), 1000, nil); err == nil {
		t.Error("a game of three")
	}
	tron := parse(t, "tron:6x6")
	s, err = New(tron, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Solve(context.Background(), tron.New()); !errors.Is(err, ErrTooLarge) {
		t.Errorf("more positions than are kept: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = s.Solve(ctx, tron.New()); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
