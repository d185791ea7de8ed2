package gdl

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// sheetWriter writes random rules. Sentences p0 to p5 depend on the state, q0
// to q2 on the moves too; a negation is about a lower number, or of k about a shorter
// term.
type sheetWriter struct {
	strings.Builder
	r     *rand.Rand
	roles []string
}

func (w *sheetWriter) linef(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func (w *sheetWriter) one(of ...string) string { return of[w.r.IntN(len(of))] }

func (w *sheetWriter) constant() string { return w.one("a", "b", "c", "(f a)", "(f b)") }
func (w *sheetWriter) variable() string { return w.one("?x", "?y", "?z") }

func (w *sheetWriter) argument() string {
	switch w.r.IntN(6) {
	case 0:
		return w.constant()
	case 1:
		return "(f " + w.variable() + ")"
	}
	return w.variable()
}

func (w *sheetWriter) condition(level int, moves bool) string {
	switch n := w.r.IntN(8); {
	case n < 2:
		return fmt.Sprintf("(true (s %s))", w.argument())
	case n == 2:
		return fmt.Sprintf("(e %s %s)", w.argument(), w.argument())
	case n == 3 && moves:
		return fmt.Sprintf("(does %s (m %s))", w.one(w.roles...), w.argument())
	case n < 6:
		return fmt.Sprintf("(p%d %s)", w.r.IntN(level+1), w.argument())
	case n == 6 && level > 2:
		return fmt.Sprintf("(k %s)", w.argument())
	}
	return fmt.Sprintf("(d %s)", w.argument())
}

func (w *sheetWriter) body(level int, moves bool) string {
	text := "(d ?x) (d ?y) (d ?z)"
	for range 1 + w.r.IntN(3) {
		text += " " + w.condition(level, moves)
	}
	switch w.r.IntN(4) {
	case 0:
		text += " (distinct ?x ?y)"
	case 1:
		text += fmt.Sprintf(" (or %s (not (true (s %s))))", w.condition(level, moves), w.argument())
	case 2:
		if level > 0 {
			text += fmt.Sprintf(" (not (p%d %s))", w.r.IntN(level), w.argument())
		}
	}
	return text
}

// randomSheet writes a sheet of random rules: recursive ones, negations,
// functions, alternatives, several roles. Some have errors.
func randomSheet(r *rand.Rand) string {
	w := &sheetWriter{r: r, roles: []string{"r1", "r2", "random"}[:1+r.IntN(3)]}
	for _, c := range []string{"a", "b", "c", "(f a)", "(f b)"} {
		w.linef("(d %s)", c)
	}
	for range 4 {
		w.linef("(e %s %s)\n(init (s %s))", w.constant(), w.constant(), w.constant())
	}
	for level := range 6 {
		for range 1 + r.IntN(3) {
			w.linef("(<= (p%d ?x) %s)", level, w.body(level, false))
		}
	}
	w.linef("(<= (k (f ?x)) (d ?x) (d (f ?x)) (not (k ?x)))\n(<= (k ?x) %s)", w.body(2, false))
	for level := range 3 {
		for range 1 + r.IntN(2) {
			w.linef("(<= (q%d ?x) %s)", level, w.body(5, true))
		}
		w.linef("(<= (next (s ?x)) (d ?x) (q%d ?x))", level)
	}
	w.linef("(<= (next (s ?x)) (true (s ?x)) (not (q0 ?x)))")
	for _, role := range w.roles {
		w.linef("(role %s)\n(<= (legal %s (m ?x)) %s)\n(legal %s (m a))", role, role, w.body(5, false), role)
		w.linef("(<= (goal %s 100) (p3 a))\n(<= (goal %s 20) (not (p3 a)))", role, role)
	}
	w.linef("(<= terminal (p5 %s) (p4 %s) (p2 %s))", w.constant(), w.constant(), w.constant())
	return w.String()
}

// TestRandomSheets plays random sheets with all reasoners in lock-step.
func TestRandomSheets(t *testing.T) {
	played, loops := 0, 0
	for seed := range uint64(300) {
		f := randomTogether(t, seed)
		if f == nil {
			continue
		}
		played++
		if len(f.network.loops) > 0 {
			loops++
		}
	}
	if played < 150 || loops < 20 {
		t.Errorf("%d sheets were played, %d of them with loops", played, loops)
	}
}

// FuzzSheets does so with random sheets without end.
func FuzzSheets(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { randomTogether(t, seed) })
}

// randomTogether plays a random sheet by a network of its rules as written, one of its
// rules when they are split, one of what is asked for of these, by tables and by the plain reasoner. It is nil if the sheet has
// an error.
func randomTogether(t *testing.T, seed uint64) *fast {
	t.Helper()
	text := randomSheet(rand.New(rand.NewPCG(seed, 5)))
	sheet, _ := Check([]byte(text))
	if sheet == nil {
		return nil
	}
	p, err := newPlain(sheet)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	f, err := compileRules(t.Context(), sheet, DefaultLimits, false)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	parts, err := compileRules(t.Context(), split(sheet), DefaultLimits, true)
	if err != nil {
		t.Fatalf("seed %d, split: %v", seed, err)
	}
	demand, err := byDemand(t.Context(), split(sheet), DefaultLimits)
	if err != nil {
		t.Fatalf("seed %d, by demand: %v", seed, err)
	}
	asked, err := compileRules(t.Context(), demand, DefaultLimits, true)
	if err != nil {
		t.Fatalf("seed %d, by demand: %v", seed, err)
	}
	gated := gatedNetworkOf(t, sheet)
	b, err := newTabled(sheet)
	if err != nil {
		t.Fatalf("seed %d, with tables: %v", seed, err)
	}
	for name, w := range map[string]reasoner{"written": &fastWalk{f, f.start.clone()}, "split": &fastWalk{parts, parts.start.clone()}, "asked": &fastWalk{asked, asked.start.clone()}, "gated": &fastWalk{gated, gated.start.clone()}, "tables": &plainWalk{b, b.start}} {
		if err := walkTogether(w, &plainWalk{p, p.start}, 1, time.Second); err != nil {
			t.Fatalf("seed %d, %s: %v\n%s", seed, name, err, text)
		}
	}
	return f
}

// gatedNetworkOf compiles a sheet to a network that is gated, however small it is.
func gatedNetworkOf(t *testing.T, sheet *Sheet) *fast {
	t.Helper()
	g, err := ground(t.Context(), sheet, DefaultLimits, false)
	if err != nil {
		t.Fatal(err)
	}
	g.sort()
	c, err := circuitOf(g)
	if err != nil {
		t.Fatal(err)
	}
	return networkOf(g, c, 0)
}
