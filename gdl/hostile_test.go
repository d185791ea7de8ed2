package gdl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/game"
)

// hostile are sheets that check but are more than a machine can hold.
var hostile = map[string]string{
	"every combination of many constants": func() string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "(c %d)\n", i)
		}
		return b.String() + "(<= (x ?a ?b ?c ?d ?e ?f) (c ?a) (c ?b) (c ?c) (c ?d) (c ?e) (c ?f))\n(<= (next q) (x 1 1 1 1 1 1))\n"
	}(),
	"terms that grow with every move":       "(init (n z))\n(<= (next (n (s ?x))) (true (n ?x)))\n",
	"terms that double with every move":     "(init (n z))\n(<= (next (n (s ?x ?x))) (true (n ?x)))\n",
	"as many facts as pairs of facts":       "(init (n z))\n(<= (next (n (s ?x ?y))) (true (n ?x)) (true (n ?y)))\n(<= (next (n ?x)) (true (n ?x)))\n",
	"a counter of many digits":              counter(40),
	"a body that multiplies what is hidden": "(c 1) (c 2) (c 3) (c 4) (c 5) (c 6) (c 7) (c 8) (c 9)\n(<= (next q) " + strings.Repeat("(c ?a) (c ?b) (c ?c) (c ?d) (c ?e) (c ?f) (c ?g) (c ?h) (c ?i) (c ?j) ", 1) + "(true z))\n",
}

// doubt is a chain of differences: each sentence depends on the two before, so
// that a change at the start may run through it in as many ways as Fibonacci
// counted.
func doubt(n int) string {
	var b strings.Builder
	b.WriteString("(<= (next s) (not (true s)))\n(<= (next u) (true s))\n(<= x0 (true s))\n(<= x1 (true u))\n")
	for i := range n {
		fmt.Fprintf(&b, "(<= x%d x%d (not x%d))\n(<= x%d x%d (not x%d))\n", i+2, i+1, i, i+2, i, i+1)
	}
	fmt.Fprintf(&b, "(<= (next q) x%d)\n", n)
	return b.String()
}

// TestDoubt checks that changes which run to and fro end, and end right.
func TestDoubt(t *testing.T) {
	sheet, problems := Check([]byte(body + doubt(60)))
	if sheet == nil {
		t.Fatal(problems)
	}
	f, err := compileSheet(t.Context(), sheet, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlain(sheet)
	if err != nil {
		t.Fatal(err)
	}
	if err := walkTogether(&fastWalk{f, f.start.clone()}, &plainWalk{p, p.start}, 1, time.Second); err != nil {
		t.Error(err)
	}
}

// TestRecompute checks that computing all gates anew changes nothing.
func TestRecompute(t *testing.T) {
	for _, name := range ownSheets(t) {
		w := fastOf(t, name)
		r := rand.New(rand.NewPCG(1, 1))
		joint := make([]int32, w.roles())
		for !w.m.terminal() {
			for role := range joint {
				joint[role] = w.m.legalMove(role, r.IntN(w.m.legalCount(role)))
			}
			w.m.play(joint)
			was := w.m.clone()
			if w.m.recompute(); !slices.Equal(was.counts, w.m.counts) || !slices.Equal(was.out, w.m.out) {
				t.Fatalf("%s: the gates are others when computed anew", name)
			}
		}
	}
}

// counter counts in binary: few facts, no end in sight.
func counter(digits int) string {
	var b strings.Builder
	for i := range digits {
		carry := ""
		for j := range i {
			carry += fmt.Sprintf(" (true (bit %d))", j)
		}
		fmt.Fprintf(&b, "(<= (next (bit %d)) (not (true (bit %d)))%s (true p))\n", i, i, carry)
	}
	return b.String()
}

const body = "(role a)\n(init p)\n(legal a m)\n(legal a l)\n(<= (next p) (true p))\n(<= terminal (true over))\n(goal a 100)\n"

// TestHostileSheets checks that nothing hangs or takes all memory: a sheet is
// compiled, played plainly or refused in bounded time.
func TestHostileSheets(t *testing.T) {
	if raceDetector {
		t.Skip("one goroutine, and too slow with the race detector")
	}
	for name, more := range hostile {
		begun := time.Now()
		g, err := New([]byte(body+more), Options{ID: "gdl:x", Name: "x", Limits: Limits{Steps: 5_000_000, Memory: 64 << 20}})
		if err == nil {
			s, r := g.New(), rand.New(rand.NewPCG(1, 1))
			for plies := 0; plies < 200 && time.Since(begun) < time.Second; plies++ {
				m, ok := game.RandomMove(s, r, nil)
				if !ok {
					break
				}
				s.Play(m)
			}
		}
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%s took %s: %v", name, took, err)
		}
		t.Logf("%s: %s, %v", name, time.Since(begun).Round(time.Millisecond), err)
	}
}

func FuzzNew(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(body + "(<= (next q) (does a l) (not (true p)))\n(<= (goal a 0) (not (goal a 100)))\n(n 1 2)\n(n 2 3)\n(<= (next (at ?y)) (true (at ?x)) (n ?x ?y))\n(init (at 1))"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > shortSheet {
			return
		}
		g, err := New(text, Options{ID: "gdl:x", Name: "x", Limits: Limits{Steps: 20_000, Memory: 4 << 20}})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error %q is not one line", err)
			}
			return
		}
		s, r := g.New(), rand.New(rand.NewPCG(1, 1))
		for range 20 {
			m, ok := game.RandomMove(s, r, nil)
			if !ok {
				break
			}
			if back, err := g.ParseMove(s, g.FormatMove(s, m)); err != nil || back != m {
				t.Fatalf("move %d is written %q and read as %d, %v", m, g.FormatMove(s, m), back, err)
			}
			s.Play(m)
		}
	})
}
