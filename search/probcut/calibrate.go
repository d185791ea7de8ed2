package probcut

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gambito/crew"
	"gambito/game"
	"gambito/progress"
)

// Calibration is how cuts are fitted.
type Calibration struct {
	Positions int // to search, from games of the search against itself
	Depth     int // to which each is searched at every depth, without cuts
	Solve     int // positions with so many plies left or fewer are searched to the end as well
	Seed      uint64
	Jobs      int
}

// Fitted is cuts, and how well they foretell searches that they were not fitted to.
type Fitted struct {
	Cuts   *Cuts
	Pairs  []Pair
	Within [top]float64 // share of deep values that lie no further beyond than each level of doubt allows, on positions held out
}

// Pair is how a search of some depth differs from a shallower one of the same positions.
type Pair struct {
	Depth, Shallow int
	Count          int
	Deviation      float64 // standard deviation, in units of values
}

// heldOut is one in how many positions that cuts are checked by.
const heldOut = 5

// comparison is a deep value and one that foretells it.
type comparison struct {
	left, depth, shallow int
	deep, quick          float64
}

// Calibrate fits cuts to searches of a game on boards that open returns. The same seed
// gives the same for any number of jobs.
func Calibrate(ctx context.Context, g game.Game, open func() Board, c Calibration, tell progress.Func) (Fitted, error) {
	found := make([][]comparison, c.Positions)
	calibrators, err := crew.Make(c.Jobs, c.Positions, func() (*calibrator, error) {
		return &calibrator{game: g, search: New(open(), Params{Bytes: calibrationTable}), settings: c}, nil
	})
	if err != nil {
		return Fitted{}, err
	}
	err = crew.Do(ctx, c.Positions, calibrators, func(ctx context.Context, w *calibrator, n int) (err error) {
		found[n], err = w.compare(ctx, rand.New(rand.NewPCG(c.Seed, uint64(n))))
		return err
	}, tell.Count("positions", c.Positions))
	if err != nil {
		return Fitted{}, err
	}
	return fitCuts(found)
}

// calibrationTable is the size of the table of searches without cuts, in bytes.
const calibrationTable = 32 << 20

// calibrator searches positions for Calibrate.
type calibrator struct {
	game     game.Game
	search   *Search
	settings Calibration
}

// How positions come about: games begin with so many random plies at least, and later
// moves are random one time in so many.
const (
	randomPlies = 6
	randomEvery = 8
	playDepth   = 3
)

// position plays a game up to a ply drawn at random.
func (c *calibrator) position(ctx context.Context, r *rand.Rand) (game.State, error) {
	for {
		s := c.game.New()
		plies := randomPlies + r.IntN(max(1, c.game.Info().MaxMoves-randomPlies))
		c.search.Forget()
		for ply := 0; ply < plies && s.Turn() != game.Over; ply++ {
			if ply < randomPlies || r.IntN(randomEvery) == 0 {
				moves := s.Moves(nil)
				s.Play(moves[r.IntN(len(moves))])
				continue
			}
			found, err := c.search.Run(ctx, s, Limits{Depth: playDepth}, 1, nil)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			s.Play(found.Lines[0].Move)
		}
		if s.Turn() != game.Over {
			return s, nil
		}
	}
}

// compare searches a position to all depths.
func (c *calibrator) compare(ctx context.Context, r *rand.Rand) ([]comparison, error) {
	s, err := c.position(ctx, r)
	if err != nil {
		return nil, err
	}
	c.search.Forget()
	values := map[int]int{}
	tell := func(r Result) { values[r.Depth] = r.Lines[0].Value }
	limits := Limits{Depth: c.settings.Depth}
	b := c.search.workers[0].board
	b.Set(s)
	left := b.Left()
	if left <= c.settings.Solve {
		limits = Limits{}
	}
	if _, err := c.search.Run(ctx, s, limits, 1, tell); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var list []comparison
	for depth, deep := range values {
		if quick, ok := values[shallow(depth)]; ok {
			list = append(list, comparison{left, depth, shallow(depth), float64(deep), float64(quick)})
		}
	}
	slices.SortFunc(list, func(a, b comparison) int { return a.depth - b.depth })
	return list, nil
}

// errFew says that positions do not tell enough.
var errFew = errors.New("the positions are too few to fit cuts to: more of them, or more depth, are needed")

// fitCuts finds the slope by least squares and the standard deviation by maximum
// likelihood: the logarithm of the standard deviation is a sum of weighted terms.
func fitCuts(found [][]comparison) (Fitted, error) {
	var learn, check []comparison
	for n, list := range found {
		if n%heldOut == 0 {
			check = append(check, list...)
		} else {
			learn = append(learn, list...)
		}
	}
	if len(learn) < 100 || len(check) < 10 {
		return Fitted{}, errFew
	}
	both, quick := 0.0, 0.0
	for _, l := range learn {
		both, quick = both+l.deep*l.quick, quick+l.quick*l.quick
	}
	c := &Cuts{Slope: both / max(quick, 1), Sigma: make([]float64, terms)}
	c.Sigma[0] = math.Log(usualDeviation)
	for range scoringSteps {
		if err := c.score(learn); err != nil {
			return Fitted{}, err
		}
	}
	return Fitted{Cuts: c, Pairs: pairs(c, learn), Within: within(c, check)}, nil
}

const (
	usualDeviation = 300 // to begin with
	scoringSteps   = 40
)

// score makes a step of Fisher scoring. With the logarithm of σ linear in the terms x the
// gradient of an error e is (e²/σ²−1)·x, and the information 2·x·xᵀ.
func (c *Cuts) score(learn []comparison) error {
	var information [terms][terms + 1]float64
	for _, l := range learn {
		x := sigmaTerms(l.left, l.depth, l.shallow)
		sigma := c.sigma(l.left, l.depth, l.shallow)
		e := (l.deep - c.Slope*l.quick) / sigma
		pull := min(e*e, 9) - 1 // errors beyond three σ would rule all others
		for i := range terms {
			for j := range terms {
				information[i][j] += 2 * x[i] * x[j]
			}
			information[i][i] += 1e-6
			information[i][terms] += pull * x[i]
		}
	}
	step, ok := eliminate(information)
	if !ok {
		return errFew
	}
	for i := range step {
		c.Sigma[i] += step[i]
	}
	return nil
}

// eliminate solves a linear system by Gauss and Jordan, the right side being the last column.
func eliminate(a [terms][terms + 1]float64) (x [terms]float64, ok bool) {
	for i := range terms {
		pivot := i
		for r := i + 1; r < terms; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		if math.Abs(a[i][i]) < 1e-9 {
			return x, false
		}
		for r := range terms {
			if r == i {
				continue
			}
			factor := a[r][i] / a[i][i]
			for k := i; k <= terms; k++ {
				a[r][k] -= factor * a[i][k]
			}
		}
	}
	for i := range terms {
		x[i] = a[i][terms] / a[i][i]
	}
	return x, true
}

// pairs tells how far values of pairs of depths lie apart.
func pairs(c *Cuts, all []comparison) (list []Pair) {
	slices.SortStableFunc(all, func(a, b comparison) int { return a.depth - b.depth })
	for i := 0; i < len(all); {
		p, squares := Pair{Depth: all[i].depth, Shallow: all[i].shallow}, 0.0
		for ; i < len(all) && all[i].depth == p.Depth; i++ {
			e := all[i].deep - c.Slope*all[i].quick
			squares += e * e
			p.Count++
		}
		p.Deviation = math.Sqrt(squares / float64(p.Count))
		list = append(list, p)
	}
	return list
}

// within is the share of values that lie no further from what was foretold than each
// level of doubt allows.
func within(c *Cuts, all []comparison) (share [top]float64) {
	for _, l := range all {
		e := math.Abs(l.deep-c.Slope*l.quick) / c.sigma(l.left, l.depth, l.shallow)
		for level := range share {
			if e <= float64(doubts[level]) {
				share[level] += 1 / float64(len(all))
			}
		}
	}
	return share
}
