package gdl

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// sheetWriter writes random rules. Sentences p0 to p5 depend on the state, q0
// to q2 on the moves too; a negation is about a lower number.
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

// TestRandomSheets plays random sheets with both reasoners in lock-step.
func TestRandomSheets(t *testing.T) {
	played, loops := 0, 0
	for seed := range uint64(300) {
		text := randomSheet(rand.New(rand.NewPCG(seed, 5)))
		sheet, _ := Check([]byte(text))
		if sheet == nil {
			continue
		}
		f, err := compileSheet(t.Context(), sheet, DefaultLimits)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		p, err := newPlain(sheet)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := walkTogether(&fastWalk{f, f.start.clone()}, &plainWalk{p, p.start}, 2, time.Second); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
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
