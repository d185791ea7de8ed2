package gdl

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/game"
)

// slow is a context that takes its time whenever compiling looks at the limits,
// as a slow machine does.
type slow struct {
	context.Context
	pause time.Duration
}

func (s slow) Err() error {
	time.Sleep(s.pause)
	return s.Context.Err()
}

// TestStepsDecide checks that a sheet is compiled iff it takes no more than the
// steps it may, on a slow machine as on a fast one, and is the same game then.
func TestStepsDecide(t *testing.T) {
	for _, name := range ownSheets(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		size, _ := gameOf(t, name, DefaultLimits).Size()
		for _, missing := range []int{0, 1} {
			var games []*Game
			for _, pause := range []time.Duration{0, 20 * time.Millisecond} {
				g, err := New(text, Options{
					ID: "gdl:x", Name: "x", Limits: Limits{Steps: int64(size.Steps - missing), Memory: DefaultLimits.Memory},
					Context: slow{t.Context(), pause},
				})
				if err != nil {
					t.Fatal(err)
				}
				if (g.Fallback() == nil) != (missing == 0) {
					t.Fatalf("%s with %d of %d steps and a pause of %s: %v", name, size.Steps-missing, size.Steps, pause, g.Fallback())
				}
				games = append(games, g)
			}
			if a, b := gameAtRandom(games[0]), gameAtRandom(games[1]); !slices.Equal(a, b) {
				t.Errorf("%s: the moves are %v and on a slow machine %v", name, a, b)
			}
		}
	}
}

func gameAtRandom(g *Game) (moves []game.Move) {
	s, r := g.New(), rand.New(rand.NewPCG(5, 6))
	for m, ok := game.RandomMove(s, r, nil); ok; m, ok = game.RandomMove(s, r, nil) {
		s.Play(m)
		moves = append(moves, m)
	}
	return moves
}

// TestContextEndsCompiling checks that it does: a game whose time is over says so, and who
// cancels gets none.
func TestContextEndsCompiling(t *testing.T) {
	options := Options{ID: "gdl:x", Name: "x", Limits: DefaultLimits}
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	options.Context = ctx
	if g, err := New([]byte(small), options); err != nil || g.Fallback() != context.DeadlineExceeded {
		t.Errorf("%v, %v", g, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	options.Context = ctx
	if g, err := New([]byte(small), options); g != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", g, err)
	}
}

// lateLoop is a sheet with a recursion that begins after more steps than the
// plain reasoner explores.
func lateLoop() string {
	var b strings.Builder
	b.WriteString("(role a) (init (at 0)) (link 1 2) (link 2 3)\n(legal a m) (legal a l)\n(<= terminal (true (at 80)))\n")
	b.WriteString("(<= (far 1) (true (at 70)))\n(<= (far ?y) (far ?x) (link ?x ?y))\n(<= (goal a 100) (far 3))\n(<= (goal a 0) (not (far 3)))\n")
	b.WriteString("(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))\n")
	for i := range 80 {
		fmt.Fprintf(&b, "(succ %d %d)\n", i, i+1)
	}
	return b.String()
}

// TestPlainWorkIsOfThePosition checks that the work of a position, which decides
// whether the plain reasoner gives it up, does not depend on those before it.
func TestPlainWorkIsOfThePosition(t *testing.T) {
	texts := []string{lateLoop()}
	for _, name := range ownSheets(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		if err := sameWork(plainGame(t, text), plainGame(t, text)); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func plainGame(t *testing.T, text string) *Game {
	t.Helper()
	g, err := New([]byte(text), Options{ID: "gdl:x", Name: "x"})
	if err != nil || g.Fallback() == nil {
		t.Fatalf("%.40q: %v, %v", text, g.Fallback(), err)
	}
	return g
}

// sameWork plays a game with a reasoner that is new and with one that is not.
func sameWork(fresh, used *Game) error {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		coreOf(used.New()).Playout(r)
	}
	a, b := fresh.New(), used.New()
	for m, ok := game.RandomMove(a, r, nil); ok; m, ok = game.RandomMove(a, r, nil) {
		a.Play(m)
		b.Play(m)
		if x, y := workOf(a), workOf(b); x != y {
			return fmt.Errorf("%s takes %d steps, after other games %d", fresh.FormatPosition(a), x, y)
		}
	}
	return nil
}

// workOf is how much it takes to look at a position anew.
func workOf(s game.State) int {
	b := coreOf(s).b.(*plainBoard)
	by := b.rules.by.(*tabled)
	by.at = nil
	if _, err := by.look(b.facts); err != nil {
		panic(err)
	}
	return by.e.work - by.begun
}
