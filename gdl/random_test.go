package gdl

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// randomSheet writes a sheet of random rules: recursive ones, negations,
// functions, alternatives, several roles. Some have errors.
func randomSheet(r *rand.Rand) string {
	var b strings.Builder
	roles := []string{"r1", "r2", "random"}[:1+r.IntN(3)]
	constants := []string{"a", "b", "c", "(f a)", "(f b)"}
	constant := func() string { return constants[r.IntN(len(constants))] }
	for _, role := range roles {
		fmt.Fprintf(&b, "(role %s)\n", role)
	}
	for _, c := range constants {
		fmt.Fprintf(&b, "(d %s)\n", c)
	}
	for range 4 {
		fmt.Fprintf(&b, "(e %s %s)\n(init (s %s))\n", constant(), constant(), constant())
	}
	// Sentences p0 to p5 depend on the state, q0 to q2 on the moves too; a
	// negation is about a lower number.
	variable := func() string { return []string{"?x", "?y", "?z"}[r.IntN(3)] }
	argument := func() string {
		switch r.IntN(6) {
		case 0:
			return constant()
		case 1:
			return "(f " + variable() + ")"
		}
		return variable()
	}
	positive := func(level int, moves bool) string {
		switch n := r.IntN(8); {
		case n < 2:
			return fmt.Sprintf("(true (s %s))", argument())
		case n == 2:
			return fmt.Sprintf("(e %s %s)", argument(), argument())
		case n == 3 && moves:
			return fmt.Sprintf("(does %s (m %s))", roles[r.IntN(len(roles))], argument())
		case n < 6 && level >= 0:
			return fmt.Sprintf("(p%d %s)", r.IntN(level+1), argument())
		}
		return fmt.Sprintf("(d %s)", argument())
	}
	body := func(level int, moves bool) string {
		text := "(d ?x) (d ?y) (d ?z)"
		for range 1 + r.IntN(3) {
			text += " " + positive(level, moves)
		}
		switch r.IntN(4) {
		case 0:
			text += " (distinct ?x ?y)"
		case 1:
			text += fmt.Sprintf(" (or %s (not (true (s %s))))", positive(level, moves), argument())
		case 2:
			if level > 0 {
				text += fmt.Sprintf(" (not (p%d %s))", r.IntN(level), argument())
			}
		}
		return text
	}
	for level := range 6 {
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&b, "(<= (p%d ?x) %s)\n", level, body(level, false))
		}
	}
	for level := range 3 {
		for range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "(<= (q%d ?x) %s)\n", level, body(5, true))
		}
		fmt.Fprintf(&b, "(<= (next (s ?x)) (d ?x) (q%d ?x))\n", level)
	}
	fmt.Fprintf(&b, "(<= (next (s ?x)) (true (s ?x)) (not (q0 ?x)))\n")
	for _, role := range roles {
		fmt.Fprintf(&b, "(<= (legal %s (m ?x)) %s)\n(legal %s (m a))\n(<= (goal %s 100) (p3 a))\n(<= (goal %s 20) (not (p3 a)))\n", role, body(5, false), role, role, role)
	}
	fmt.Fprintf(&b, "(<= terminal (p5 %s) (p4 %s) (p2 %s))\n", constant(), constant(), constant())
	return b.String()
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
		f, err := compileSheet(sheet, DefaultLimits)
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
