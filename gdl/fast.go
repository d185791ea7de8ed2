package gdl

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// fast is a sheet compiled to a network. It is immutable.
type fast struct {
	grounding *grounding
	network   *network
	start     *machine
	zobrist   []uint64

	factTexts  []string
	factNumber map[string]int
	moveTexts  [][]string // by role
	ends       [][]int    // by role: goals that may hold where the game is over
	steps      int        // that compiling took
	seconds    float64    // likewise, on this machine
}

// compileSheet compiles a sheet within the limits, unless the context ends before.
func compileSheet(ctx context.Context, sheet *Sheet, limits Limits) (*fast, error) {
	begun := time.Now()
	g, err := ground(ctx, sheet, limits)
	if err != nil {
		return nil, err
	}
	g.sort()
	c, err := circuitOf(g)
	if err != nil {
		return nil, err
	}
	f := &fast{grounding: g, network: layout(c), steps: g.steps + c.gates.work, ends: c.endings(len(g.roles))}
	r := rand.New(rand.NewPCG(0x67646c, uint64(len(g.facts))))
	f.zobrist = make([]uint64, len(g.facts))
	for i := range f.zobrist {
		f.zobrist[i] = r.Uint64()
	}
	f.name()
	f.start = newMachine(f)
	facts := make([]uint64, f.network.factLen)
	for i, t := range g.facts {
		if slices.Contains(g.start, t) {
			facts[i/64] |= 1 << (i % 64)
		}
	}
	f.start.set(facts)
	f.seconds = time.Since(begun).Seconds()
	g.heads, g.from, g.literals, g.limit = nil, nil, nil, nil
	return f, nil
}

// name writes the texts of facts and moves.
func (f *fast) name() {
	f.factNumber = map[string]int{}
	for i, t := range f.grounding.facts {
		f.factTexts = append(f.factTexts, f.grounding.store.text(t))
		f.factNumber[f.factTexts[i]] = i
	}
	for _, moves := range f.grounding.legal {
		var texts []string
		for _, m := range moves {
			texts = append(texts, f.grounding.store.text(m))
		}
		f.moveTexts = append(f.moveTexts, texts)
	}
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
