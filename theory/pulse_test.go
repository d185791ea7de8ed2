package theory

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// long is a game that takes for ever to be solved in fractions: numbers of as many
// digits as there may be, of which no two have a common denominator.
func long(t *testing.T, rows, columns int, sum bool) *Game {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	number := func() string {
		return fmt.Sprintf("%d/%d", r.Int64N(1e12), 900_000_000_000+r.Int64N(1e11))
	}
	var b strings.Builder
	for range rows {
		for range columns {
			if b.WriteString(" " + number()); !sum {
				b.WriteString("," + number())
			}
		}
		b.WriteString("\n")
	}
	g, err := Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestAnalyseEnds: every method ends soon after its context has, whatever the game.
func TestAnalyseEnds(t *testing.T) {
	ended := map[Method]bool{}
	for _, g := range []*Game{long(t, 2, 60, true), long(t, 8, 8, false), long(t, 20, 20, true), long(t, 20, 20, false), long(t, 100, 100, false)} {
		for _, m := range g.Fitting() {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			begun := time.Now()
			_, err := Analyse(ctx, g, []Method{m}, 1_000_000)
			cancel()
			if took := time.Since(begun); took > 5*time.Second {
				t.Errorf("%d×%d, %s: it goes on for %v", g.Size(0), g.Size(1), m, took)
			}
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%d×%d, %s: %v", g.Size(0), g.Size(1), m, err)
			}
			ended[m] = ended[m] || err != nil
		}
	}
	for _, m := range []Method{Dominated, LinearProgramme, Enumeration, Complementary, ParetoFront, Replicating, Fictitious, Regrets} {
		if !ended[m] {
			t.Errorf("%s was never ended", m)
		}
	}
}
