package mcts

import (
	"errors"
	"math/rand/v2"

	"gambito/bandit"
	"gambito/game"
)

// Adapt has the part of a search that belongs to the searching player vary while it runs:
// the player's choices in the tree and in playouts follow a combination of values that a
// Tuner draws for some simulations at a time, those of others the search as it is. What is
// drawn depends on the seed alone.
type Adapt struct {
	// NewTuner makes what draws, for a game and a tree.
	NewTuner func(seed uint64) Tuner

	// Levels are how many values each parameter has.
	Levels []int

	// Make returns the search with a combination of values. Of what it returns only that
	// counts which a Variant has. A combination that fits neither the game nor the other
	// parts, which New does not find unless one value alone does not, is the search as it is.
	Make func(combination []int) (Params, error)

	// Batch is for how many simulations a combination is drawn, 0 means 1.
	Batch int
}

// Tuner draws combinations of values and learns what they were worth, see package adapt.
type Tuner interface {
	Draw(combination []int)
	Learn(reward float64) // the mean, from 0 to 1
	Best(combination []int)
}

// Variant is what of a search may vary.
type Variant struct {
	Policy                     bandit.Policy
	FPU                        *float64
	WidenFactor, WidenExponent float64
	AMAF                       AMAF
	Playout                    Playout
	Cutoff                     int
	Mix                        float64

	// With first-play urgency, one of these or neither.
	explorer bandit.Explorer
	indexed  bandit.Indexed
}

func variantOf(p *Params) *Variant {
	v := &Variant{p.Policy, p.FPU, p.WidenFactor, p.WidenExponent, p.AMAF, p.Playout, p.Cutoff, p.Mix, nil, nil}
	v.explorer, _ = p.Policy.(bandit.Explorer)
	v.indexed, _ = p.Policy.(bandit.Indexed)
	return v
}

func (p *Params) checkAdapt(traits) error {
	switch {
	case p.Adapt == nil:
	case p.Weighted != nil || p.Gumbel != nil:
		return errors.New("what adapts itself needs a policy without weights of its own, and no knockout")
	case p.shared() || p.Batch > 1:
		return errors.New("what adapts itself needs one thread a tree")
	}
	return nil
}

// completeAdapt tries every value alone and notes what the search needs for them.
func (p *Params) completeAdapt(g game.Game) error {
	if p.Adapt == nil {
		return nil
	}
	combination := make([]int, len(p.Adapt.Levels))
	for i, levels := range p.Adapt.Levels {
		for level := range levels {
			clear(combination)
			combination[i] = level
			q, err := p.with(g, combination)
			if err != nil {
				return err
			}
			p.varied.mast = p.varied.mast || q.Playout.MAST != MASTOff
			p.varied.cutoff = p.varied.cutoff || q.Cutoff != p.Cutoff
			p.varied.urgent = p.varied.urgent || q.FPU != nil
		}
	}
	return nil
}

// varied is what a search needs for the sake of what varies.
type varied struct {
	mast   bool // some playouts remember moves
	cutoff bool // an evaluator judges after different numbers of plies
	urgent bool // there is a first-play urgency at times
}

// with is the search with a combination of values.
func (p *Params) with(g game.Game, combination []int) (Params, error) {
	q, err := p.Adapt.Make(combination)
	if err == nil {
		q.Adapt = nil
		q.varied = p.varied
		err = q.complete(g)
	}
	return q, err
}

// adapting is what a worker has drawn and what came of it.
type adapting struct {
	p        *Params
	game     game.Game
	tuner    Tuner
	variants map[int]*Variant
	drawn    []int
	left     int // simulations of the batch
	sum      float64
	seen     [][]bandit.Arm // by parameter and value: simulations
	count    int            // in this batch
}

func newAdapting(s *Search) *adapting {
	if s.p.Adapt == nil {
		return nil
	}
	a := &adapting{p: &s.p, game: s.game, variants: map[int]*Variant{}, drawn: make([]int, len(s.p.Adapt.Levels))}
	for _, levels := range s.p.Adapt.Levels {
		a.seen = append(a.seen, make([]bandit.Arm, levels))
	}
	return a
}

// reset forgets what was learned.
func (a *adapting) reset(seed, number uint64) {
	source := rand.NewPCG(seed, number)
	a.tuner = a.p.Adapt.NewTuner(source.Uint64())
	a.left, a.sum, a.count = 0, 0, 0
	for _, values := range a.seen {
		clear(values)
	}
}

// nextVariant is for the next simulation.
func (w *worker) nextVariant() {
	a := w.adapt
	if a.left--; a.left >= 0 {
		return
	}
	if a.count > 0 {
		a.tuner.Learn(a.sum / float64(a.count))
		for i, level := range a.drawn {
			arm := &a.seen[i][level]
			addRewards(arm, a.count, a.sum, 0)
		}
	}
	a.left, a.sum, a.count = max(a.p.Adapt.Batch, 1)-1, 0, 0
	a.tuner.Draw(a.drawn)
	w.drawn = a.variant()
}

// variant is that of the combination drawn.
func (a *adapting) variant() *Variant {
	number := 0
	for i, level := range a.drawn {
		number = number*a.p.Adapt.Levels[i] + level
	}
	v := a.variants[number]
	if v == nil {
		q, err := a.p.with(a.game, a.drawn)
		if err != nil {
			q = *a.p
		}
		v = variantOf(&q)
		a.variants[number] = v
	}
	return v
}

// note counts a simulation's reward.
func (a *adapting) note(reward float64) {
	r := &a.p.Rewards
	a.sum += (reward - r.Loss) / (r.Win - r.Loss)
	a.count++
}

// of is what a player's part of the search follows.
func (w *worker) of(player game.Player) *Variant {
	if w.drawn != nil && player == w.search.seat {
		return w.drawn
	}
	return w.base
}

// Adapted is what a search has learned of the values of its parameters in this game.
type Adapted struct {
	Best   []int            // by parameter, the value that it has settled on; nil before anything was seen
	Values [][]AdaptedValue // by parameter and value
}

// AdaptedValue is what was seen of a value.
type AdaptedValue struct {
	Simulations int
	Reward      float64 // their mean, from 0 to 1; meaningless without simulations
}

// Adapted is what the search has learned since NewGame, in all trees; nil if nothing
// varies. What it settled on is that of the first tree.
func (s *Search) Adapted() *Adapted {
	first := s.workers[0].adapt
	if first == nil {
		return nil
	}
	r := &Adapted{}
	if first.known() {
		r.Best = make([]int, len(first.seen))
		first.tuner.Best(r.Best)
	}
	for i := range first.seen {
		values := make([]AdaptedValue, len(first.seen[i]))
		for k := range values {
			var sum bandit.Arm
			for _, w := range s.workers {
				addRewards(&sum, int(w.adapt.seen[i][k].N), w.adapt.seen[i][k].Sum, 0)
			}
			if values[k].Simulations = int(sum.N); sum.N > 0 {
				values[k].Reward = sum.Mean()
			}
		}
		r.Values = append(r.Values, values)
	}
	return r
}

// known says whether anything was learned.
func (a *adapting) known() bool {
	for k := range a.seen[0] {
		if a.seen[0][k].N > 0 {
			return true
		}
	}
	return false
}
