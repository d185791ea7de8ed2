package gdl

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gambito/game/gametest"
)

// fastWalk plays by the fast reasoner.
type fastWalk struct {
	f *fast
	m *machine
}

func (w *fastWalk) roles() int     { return len(w.f.moveTexts) }
func (w *fastWalk) reset()         { w.m.copyFrom(w.f.start) }
func (w *fastWalk) terminal() bool { return w.m.terminal() }

func (w *fastWalk) factTexts() []string { return w.m.factTexts() }

func (w *fastWalk) legal(role int) (texts []string) {
	for k := range w.m.legalCount(role) {
		texts = append(texts, w.f.moveTexts[role][w.m.legalMove(role, k)])
	}
	slices.Sort(texts)
	return texts
}

func (w *fastWalk) goals() (all []int) {
	for r := range w.f.moveTexts {
		all = append(all, w.m.goal(r))
	}
	return all
}

func (w *fastWalk) play(joint []string) error {
	moves := make([]int32, len(joint))
	for r, text := range joint {
		i := slices.Index(w.f.moveTexts[r], text)
		if i < 0 {
			return fmt.Errorf("%s is never legal", text)
		}
		moves[r] = int32(i)
	}
	w.m.play(moves)
	return nil
}

func fastOf(t testing.TB, name string) *fastWalk {
	t.Helper()
	f := gameOf(t, name, DefaultLimits).fast
	if f == nil {
		t.Fatalf("%s is not compiled", name)
		return nil
	}
	return &fastWalk{f: f, m: f.start.clone()}
}

// TestFastIsPlain plays random games with both reasoners in lock-step.
func TestFastIsPlain(t *testing.T) {
	for _, name := range ownSheets(t) {
		lockStep(t, name, 20, 2*time.Second)
	}
}

func TestFastIsPlainOnReferenceSheets(t *testing.T) {
	if raceDetector {
		t.Skip("one goroutine, and too slow with the race detector")
	}
	for _, name := range append(referenceSheets(t, "*.kif"), referenceSheets(t, "ggp-base-test/*.kif")...) {
		switch filepath.Base(name) {
		case "test_case_3b.kif", "test_case_3e.kif", "test_case_3f.kif", "test_clean_not_distinct.kif":
			continue // have errors
		}
		lockStep(t, name, 2, 100*time.Millisecond)
	}
}

// lockStep plays so many games, or for so long.
func lockStep(t *testing.T, name string, games int, most time.Duration) {
	t.Helper()
	if err := walkTogether(fastOf(t, name), plainOf(t, name), games, most); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if err := walkTogether(fastOf(t, name), tabledOf(t, name), games, most); err != nil {
		t.Errorf("%s, with tables: %v", name, err)
	}
}

func walkTogether(fast, slow reasoner, games int, most time.Duration) error {
	begun := time.Now()
	r := rand.New(rand.NewPCG(1, 2))
	for range games {
		fast.reset()
		slow.reset()
		for plies := 0; plies < 300; plies++ {
			if err := sameView(fast, slow); err != nil {
				return fmt.Errorf("after %d plies: %w", plies, err)
			}
			if slow.terminal() || time.Since(begun) > most {
				break
			}
			var joint []string
			for role := range slow.roles() {
				moves := slow.legal(role)
				if len(moves) == 0 {
					return nil // the sheet leaves a role without a move
				}
				joint = append(joint, moves[r.IntN(len(moves))])
			}
			for _, w := range []reasoner{fast, slow} {
				if err := w.play(joint); err != nil {
					return fmt.Errorf("%v: %w", joint, err)
				}
			}
		}
	}
	return nil
}

func sameView(x, y reasoner) error {
	if a, b := x.factTexts(), y.factTexts(); !slices.Equal(a, b) {
		return fmt.Errorf("the facts are %v against %v", a, b)
	}
	if x.terminal() != y.terminal() || !slices.Equal(x.goals(), y.goals()) {
		return fmt.Errorf("end %v, goals %v against %v, %v", x.terminal(), x.goals(), y.terminal(), y.goals())
	}
	for role := range x.roles() {
		if a, b := x.legal(role), y.legal(role); !slices.Equal(a, b) {
			return fmt.Errorf("role %d has the moves %v against %v", role, a, b)
		}
	}
	return nil
}

func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"connectFour", "breakthroughSmall", "ticTacToeLarge", "atariGo_7x7", "sheepAndWolf", "breakthroughSmallHoles", "breakthroughSuicideSmall", "knightThrough", "2pffa_zerosum", "knightfight"} {
		b.Run(name, func(b *testing.B) {
			file := gametest.Reference(b, "gdl/"+name+".kif")
			w := fastOf(b, file)
			b.Logf("%d nodes, %d edges, compiled in %.2f s", w.f.network.gates, len(w.f.network.edges), w.f.seconds)
			r := rand.New(rand.NewPCG(1, 2))
			joint := make([]int32, w.roles())
			b.ReportAllocs()
			plies := 0
			for b.Loop() {
				for w.reset(); !w.m.terminal(); plies++ {
					for role := range joint {
						joint[role] = w.m.legalMove(role, r.IntN(w.m.legalCount(role)))
					}
					w.m.play(joint)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
