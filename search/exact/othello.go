package exact

import (
	"context"
	"fmt"
	"math/bits"

	"gambito/game"
	"gambito/games/othello"
	"gambito/ntuple"
	"gambito/progress"
)

// Othello solves Othello endgames. A score is the difference of discs at the
// end for the side to move, the empties counted for the winner.
//
// The search is a series of null windows over a hash table. What keeps it
// small is the order of moves: a look ahead by patterns far from the end, the number
// of replies nearer to it and the parity of regions at the very end, as in
// Andersson's endgame solver, Zebra and Edax.
//
// It is not safe for concurrent use.
type Othello struct {
	table     othelloTable
	cache     othelloCache
	lists     [65][64]othelloMove                   // the moves under way, by number of empties
	foreseen  [othelloForesight + 1][64]othelloMove // those of foresee, by depth
	replies   [othelloNear + 1]othelloNearList      // those of near, by number of empties
	patterned int                                   // fewest empties of a position that patterns help to solve
	patterns  *othelloPatterns                      // nil if they do not help to solve the one under way
	indices   [65]ntuple.Indices                    // of the positions under way, by number of empties
	ahead     [othelloForesight + 2]ntuple.Indices  // of those of foresee, by depth and one more
	doubt     uint8                                 // index of othelloDoubts
	nodes     uint64
	nextCheck uint64
	watch     progress.Func
	ctx       context.Context
	stopped   bool
}

// NewOthello returns a solver with a table of 1<<tableBits times 16 bytes.
func NewOthello(tableBits int) *Othello {
	return &Othello{table: newOthelloTable(tableBits), patterned: othelloPatterned}
}

// Nodes is the number of positions visited since the last Reset.
func (o *Othello) Nodes() uint64 { return o.nodes }

// Watch implements Solver.
func (o *Othello) Watch(f progress.Func) { o.watch = f }

// Reset forgets all positions and restarts the count of nodes.
func (o *Othello) Reset() {
	o.table.clear()
	o.cache = othelloCache{}
	o.nodes = 0
}

// SolveBest returns the exact score of a position for the side to move and a move
// that reaches it.
func (o *Othello) SolveBest(ctx context.Context, s game.State) (score int, best game.Move, err error) {
	return o.SolveWindow(ctx, s, -64, 64)
}

// SolveAllBest returns the exact score of a position for the side to move and
// all moves that reach it, ascending. Precondition: the game is not over.
func (o *Othello) SolveAllBest(ctx context.Context, s game.State) (score int, best []game.Move, err error) {
	score, first, err := o.SolveBest(ctx, s)
	if err != nil {
		return 0, nil, err
	}
	own, opp := othello.Discs(s)
	o.start(ctx)
	for _, m := range s.Moves(nil) {
		if m == first {
			best = append(best, m)
			continue
		}
		// No reply scores less than -score. One that does not score more is
		// after a move as good as the best.
		flipped := othelloFlips(own, opp, int(m))
		if o.between(opp^flipped, own|flipped|1<<m, -score, -score+2) <= -score {
			best = append(best, m)
		}
	}
	if err := o.end(); err != nil {
		return 0, nil, err
	}
	return score, best, nil
}

// Solve implements Solver.
func (o *Othello) Solve(ctx context.Context, s game.State) (int, error) {
	score, _, err := o.SolveBest(ctx, s)
	return score, err
}

// SolveWindow is SolveBest for those who need to know the score only between alpha
// and beta: a score not above alpha is at most that, one not below beta at
// least that. From -2 to 2 it tells who wins. Only a score above alpha
// comes with a best move, otherwise it is any. Precondition: alpha and beta are
// even, as scores are, and alpha < beta.
func (o *Othello) SolveWindow(ctx context.Context, s game.State, alpha, beta int) (score int, best game.Move, err error) {
	if s.Turn() == game.Over {
		return 0, 0, fmt.Errorf("othello: the game is over, there is no move to find")
	}
	own, opp := othello.Discs(s)
	o.start(ctx)
	if legal := othelloLegal(own, opp); legal != 0 {
		var cell int
		score, cell = o.exact(own, opp, legal, alpha, beta)
		best = game.Move(cell)
	} else {
		score, _ = o.exact(opp, own, othelloLegal(opp, own), -beta, -alpha)
		score, best = -score, othello.Pass
	}
	if err := o.end(); err != nil {
		return 0, 0, err
	}
	return score, best, nil
}

// SolveMoves returns the exact score of every legal move for the side to move.
func (o *Othello) SolveMoves(ctx context.Context, s game.State) ([]MoveScore, error) {
	own, opp := othello.Discs(s)
	o.start(ctx)
	var scores []MoveScore
	for _, m := range s.Moves(nil) {
		nextOwn, nextOpp := opp, own
		if m != othello.Pass {
			flipped := othelloFlips(own, opp, int(m))
			nextOwn, nextOpp = opp^flipped, own|flipped|1<<m
		}
		scores = append(scores, MoveScore{m, -o.value(nextOwn, nextOpp)})
	}
	if err := o.end(); err != nil {
		return nil, err
	}
	return scores, nil
}

// value is the exact score of any position, be it a pass or the end.
func (o *Othello) value(own, opp uint64) int { return o.between(own, opp, -64, 64) }

// between is value for those who need to know the score only between alpha and
// beta, as in SolveWindow.
func (o *Othello) between(own, opp uint64, alpha, beta int) (score int) {
	if legal := othelloLegal(own, opp); legal != 0 {
		score, _ = o.exact(own, opp, legal, alpha, beta)
	} else if legal = othelloLegal(opp, own); legal != 0 {
		score, _ = o.exact(opp, own, legal, -beta, -alpha)
		score = -score
	} else {
		score = othelloFinal(own, opp)
	}
	return score
}

// exact finds the score of a position, given its legal moves, and a best move,
// by null windows that close in on it from a guess (MTD(f), Plaat et al. 1996).
func (o *Othello) exact(own, opp, legal uint64, lower, upper int) (score, best int) {
	empties := bits.OnesCount64(^(own | opp))
	best = bits.TrailingZeros64(legal)
	if e := o.table.find(own, opp); e != nil && e.doubt() == 0 {
		// What is known already is not asked again.
		best = int(e.move)
		lower, upper = min(max(lower, int(e.lower)), upper), max(min(upper, int(e.upper)), lower)
	}
	if lower == upper {
		return lower, best
	}
	o.read(own, opp, empties)
	score = o.guess(own, opp, legal, empties)
	if o.patterns != nil {
		score = o.prepare(own, opp, legal, lower, upper, score, empties)
	}
	for lower < upper && !o.stopped {
		target := min(max(score, lower+2), upper)
		var move int
		if score, move = o.root(own, opp, legal, target-1, empties); score >= target {
			lower, best = score, move
		} else {
			upper = score
		}
	}
	return score, best
}

func (o *Othello) start(ctx context.Context) {
	o.ctx, o.stopped, o.nextCheck = ctx, ctx.Err() != nil, o.nodes+othelloCheckEvery
}

func (o *Othello) end() error {
	ctx := o.ctx
	o.ctx = nil
	if o.stopped {
		return fmt.Errorf("othello: stopped before the position was solved: %w", ctx.Err())
	}
	return nil
}

// othelloCheckEvery is the number of nodes between looks at the context.
const othelloCheckEvery = 1 << 13

// cancelled looks at the context from time to time.
func (o *Othello) cancelled() bool {
	if o.nodes >= o.nextCheck {
		o.nextCheck = o.nodes + othelloCheckEvery
		o.stopped = o.stopped || o.ctx.Err() != nil
		o.watch.Tell(visited, int(o.nodes), 0)
	}
	return o.stopped
}
