package lab

import (
	"context"
	"sync"

	"gambito/crew"
)

// Growth is how far an experiment has come that is watched.
type Growth struct {
	// Done and Total count the problems that all entrants have played or, if there
	// is one problem only, its runs.
	Done, Total int

	of *growing
}

// Experiment is what has been played: an experiment of fewer problems, or runs.
func (g Growth) Experiment() Experiment { return g.of.part(g.Done) }

// Curves are those of Experiment, which would come to the same bits by itself.
func (g Growth) Curves() []Curve { return g.of.curves(g.Done) }

// growing is an experiment that is watched.
type growing struct {
	Experiment
	byRun   bool           // there is one problem only
	samples [][][][]sample // by entrant, problem, run and look
	bounds  *bounds

	mutex sync.Mutex
	open  []int // entrants that have yet to play a piece
	done  int   // pieces that all have played, from the first on
}

// Grow is Run for whoever watches. All entrants play a problem, or a run, before the
// next begins, and tell gets to know of every one, in their order and never twice at a
// time. What it is told holds until it returns. The result is that of Run. It plays here,
// whether or not there is a fleet.
func (e *Experiment) Grow(ctx context.Context, tell func(Growth)) ([]Curve, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	g := &growing{Experiment: *e, byRun: e.Problems == 1, bounds: e.newBounds(), samples: make([][][][]sample, len(e.Entrants))}
	pieces := e.Problems
	if g.byRun {
		pieces = e.Runs
	}
	for i := range g.samples {
		g.samples[i] = make([][][]sample, e.Problems)
		if g.byRun {
			g.samples[i][0] = make([][]sample, e.Runs)
		}
	}
	g.open = make([]int, pieces)
	for i := range g.open {
		g.open[i] = len(e.Entrants)
	}
	makers, units := e.makers(), pieces*len(e.Entrants)
	workers, _ := crew.Make(e.Jobs, units, func() ([]player, error) { return make([]player, len(makers)), nil })
	err := crew.Do(ctx, units, workers, func(ctx context.Context, players []player, unit int) error {
		piece, entrant := unit/len(makers), unit%len(makers)
		if players[entrant] == nil {
			players[entrant] = makers[entrant]()
		}
		if g.play(ctx, players[entrant], entrant, piece) {
			g.note(piece, tell)
		}
		return nil
	}, nil)
	if err != nil {
		return nil, err
	}
	return g.curves(pieces), nil
}

// play plays a piece and reports whether it came to an end.
func (g *growing) play(ctx context.Context, p player, entrant, piece int) bool {
	if g.byRun {
		runs := g.playProblem(ctx, p, g.First, piece, 1)
		if runs != nil {
			g.samples[entrant][0][piece] = runs[0]
		}
		return runs != nil
	}
	g.samples[entrant][piece] = g.playProblem(ctx, p, g.First+piece, 0, g.Runs)
	return g.samples[entrant][piece] != nil
}

// note counts a piece that an entrant has played, and tells how far all have come.
func (g *growing) note(piece int, tell func(Growth)) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.open[piece]--
	before := g.done
	for g.done < len(g.open) && g.open[g.done] == 0 {
		if g.bounds.wants() {
			g.bounds.add(g.Source.Problem(g.Seed, g.First+g.done).Gaps())
		}
		g.done++
	}
	if g.done > before && tell != nil {
		tell(Growth{Done: g.done, Total: len(g.open), of: g})
	}
}

// part is the experiment of the first pieces.
func (g *growing) part(pieces int) Experiment {
	e := g.Experiment
	if g.byRun {
		e.Runs = pieces
	} else {
		e.Problems = pieces
	}
	return e
}

// curves reduces what was seen of the first pieces.
func (g *growing) curves(pieces int) []Curve {
	e, samples := g.part(pieces), g.samples
	if g.byRun {
		samples = make([][][][]sample, len(g.samples))
		for i, problems := range g.samples {
			samples[i] = [][][]sample{problems[0][:pieces]}
		}
	}
	return e.curves(samples, g.bounds)
}
