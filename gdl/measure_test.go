package gdl

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gambito/game"
)

// TestMeasureEnds checks that measuring can be left in the middle of a game, which may
// take minutes where rules are slow.
func TestMeasureEnds(t *testing.T) {
	var b strings.Builder
	b.WriteString("(role a) (init (at 0))\n(legal a m) (legal a l)\n(<= terminal (true (at 300)))\n(goal a 100)\n")
	b.WriteString("(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))\n(c 1) (c 2) (c 3) (c 4) (c 5) (c 6) (c 7) (c 8) (c 9)\n")
	b.WriteString("(<= (x ?n ?a ?b ?c ?d) (true (at ?n)) (c ?a) (c ?b) (c ?c) (c ?d))\n(<= (next (w ?a ?b ?c ?d)) (x ?n ?a ?b ?c ?d))\n")
	for i := range 300 {
		fmt.Fprintf(&b, "(succ %d %d)\n", i, i+1)
	}
	g, err := New([]byte(b.String()), Options{ID: "gdl:x", Name: "x"})
	if err != nil || g.Fallback() == nil {
		t.Fatal(err, g.Fallback())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begun := time.Now()
	speed := g.Measure(ctx, time.Second, 1)
	if took := time.Since(begun); took > 10*time.Second || speed.Playouts != 0 || speed.Positions == 0 || speed.Seconds <= 0 {
		t.Errorf("after %s: %+v", took, speed)
	}
}

// TestMeasureAtOnce checks that nobody lists the moves of all players together, of
// which there may be more than a machine can hold.
func TestMeasureAtOnce(t *testing.T) {
	var b strings.Builder
	b.WriteString("(role a) (role b) (role c) (role d) (init s)\n(<= (legal ?r (pick ?x ?y)) (role ?r) (i ?x) (i ?y))\n")
	b.WriteString("(<= (next (p ?r ?x ?y)) (does ?r (pick ?x ?y)))\n(<= terminal (true (p a ?x ?y)))\n(<= (goal ?r 50) (role ?r))\n")
	for i := range 40 {
		fmt.Fprintf(&b, "(i %d)\n", i)
	}
	g, err := New([]byte(b.String()), Options{ID: "gdl:x", Name: "x", Limits: DefaultLimits})
	if err != nil {
		t.Fatal(err)
	}
	if speed := g.Measure(t.Context(), time.Millisecond, 1); speed.Playouts == 0 {
		t.Errorf("%+v", speed)
	}
	if _, err := game.ParseLine(g, g.New(), "x"); err == nil || !strings.Contains(err.Error(), "legal is for example ((pick ") {
		t.Errorf("a move that is none: %v", err)
	}
}
