package gdl

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// fast is a sheet compiled to a network. It is immutable.
type fast struct {
	network *network
	start   *machine
	zobrist []uint64

	factTexts  []string
	first      []int32        // facts of the start position
	factNumber map[string]int // by the text in small letters
	moveTexts  [][]string     // by role
	ends       [][]int        // by role: goals that may hold where the game is over
	steps      int            // that compiling took
	seconds    float64        // likewise, on this machine
}

// compileSheet compiles a sheet within the limits, unless the context ends before. Its
// rules are split, which makes grounding short work of many sheets. If the rules as they
// are written do not take much longer the network is made of them: it has fewer layers.
func compileSheet(ctx context.Context, sheet *Sheet, limits Limits) (*fast, error) {
	begun := time.Now()
	if foretold(programOf(sheet)) > 2*float64(limits.Steps) { // facts may be there twice
		return nil, stepsError(limits)
	}
	f, err := compileSplit(ctx, split(sheet), limits)
	switch {
	case errors.Is(err, errSteps):
		return nil, stepsError(limits)
	case errors.Is(err, errMemory):
		return nil, fmt.Errorf("grounding takes more than %d MiB", limits.Memory>>20)
	case err != nil:
		return nil, err
	}
	written := limits
	written.Steps = min(wholeSteps, wholeRatio*int64(f.steps)+100_000) // whatever the limit: it must not decide which network plays
	if int64(f.steps) < wholeSteps/2 {
		whole, err := compileRules(ctx, sheet, written, false)
		switch {
		case err == nil:
			whole.steps = f.steps
			f = whole
		case !tooMuch(err):
			return nil, err
		}
	}
	f.seconds = time.Since(begun).Seconds()
	return f, nil
}

// compileSplit compiles a sheet whose rules are split: all that they derive, or, if that is
// too much, what is asked for.
func compileSplit(ctx context.Context, sheet *Sheet, limits Limits) (*fast, error) {
	all := limits
	all.Steps = min(all.Steps, allSteps)
	f, err := compileRules(ctx, sheet, all, true)
	if err == nil || !tooMuch(err) {
		return f, err
	}
	if sheet, err = byDemand(ctx, sheet, limits); err != nil {
		return nil, err
	}
	return compileRules(ctx, sheet, limits, true)
}

// tooMuch reports whether a limit was met.
func tooMuch(err error) bool { return errors.Is(err, errSteps) || errors.Is(err, errMemory) }

func stepsError(limits Limits) error {
	return fmt.Errorf("compiling takes more than %d steps", limits.Steps)
}

// How many steps the rules as they are written may take, how many times those that are split
// took, and how many these may take if they derive all.
const (
	wholeSteps = 20_000_000
	wholeRatio = 32
	allSteps   = 20_000_000
)

// compileRules compiles a sheet as it is written. If it grows joins are planned by how
// many rows there are, which takes longer and pays where there are many.
func compileRules(ctx context.Context, sheet *Sheet, limits Limits, grows bool) (*fast, error) {
	g, err := ground(ctx, sheet, limits, grows)
	if err != nil {
		return nil, err
	}
	g.sort()
	c, err := circuitOf(g)
	if err != nil {
		return nil, err
	}
	return networkOf(g, c, gatedNetwork), nil
}

// networkOf lays a circuit out, which is gated if it has so many edges.
func networkOf(g *grounding, c *circuit, gatedFrom int) *fast {
	n, number := layout(c)
	f := &fast{network: n, ends: c.endings(len(g.roles))}
	for i, t := range g.facts {
		f.factTexts = append(f.factTexts, g.store.text(t))
		if slices.Contains(g.start, t) {
			f.first = append(f.first, int32(i))
		}
	}
	for _, moves := range g.legal {
		var texts []string
		for _, m := range moves {
			texts = append(texts, g.store.text(m))
		}
		f.moveTexts = append(f.moveTexts, texts)
	}
	f.makeReady()
	if len(n.edges) >= gatedFrom {
		c = gated(c, number, f.watch(number))
		f.network, _ = layout(c)
		f.makeReady()
	}
	f.steps = g.steps + c.gates.work
	return f
}

// makeReady makes what follows from the network and the texts: the start position above
// all.
func (f *fast) makeReady() {
	f.factNumber = make(map[string]int, len(f.factTexts))
	for i, text := range f.factTexts {
		f.factNumber[lowered(text)] = i
	}
	r := rand.New(rand.NewPCG(0x67646c, uint64(len(f.factTexts))))
	f.zobrist = make([]uint64, len(f.factTexts))
	for i := range f.zobrist {
		f.zobrist[i] = r.Uint64()
	}
	f.start = newMachine(f)
	facts := make([]uint64, f.network.factLen)
	for _, i := range f.first {
		facts[i/64] |= 1 << (i % 64)
	}
	f.start.set(facts)
}

// sort orders facts and moves by their texts, so that their numbers depend on
// the sheet alone.
func (g *grounding) sort() {
	byText := func(ts []id) {
		texts := make(map[id]string, len(ts))
		for _, t := range ts {
			texts[t] = g.store.text(t)
		}
		slices.SortFunc(ts, func(x, y id) int { return natural(texts[x], texts[y]) })
	}
	byText(g.facts)
	for _, moves := range g.legal {
		byText(moves)
	}
}

// natural compares texts with numbers in them by value: a2 is before a10.
func natural(x, y string) int {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	for i, j := 0, 0; ; {
		switch {
		case i == len(x) && j == len(y):
			return 0
		case i == len(x):
			return -1
		case j == len(y):
			return 1
		case digit(x[i]) && digit(y[j]):
			a, b := i, j
			for i < len(x) && digit(x[i]) {
				i++
			}
			for j < len(y) && digit(y[j]) {
				j++
			}
			if d := (i - a) - (j - b); d != 0 {
				return d
			}
			for ; a < i; a, b = a+1, b+1 {
				if x[a] != y[b] {
					return int(x[a]) - int(y[b])
				}
			}
		case x[i] != y[j]:
			return int(x[i]) - int(y[j])
		default:
			i, j = i+1, j+1
		}
	}
}
