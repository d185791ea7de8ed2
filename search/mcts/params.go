package mcts

import (
	"errors"
	"fmt"

	"gambito/bandit"
	"gambito/game"
)

// Params say what a search is composed of. Exactly one of Policy and Weighted
// is set; the zero value of everything else is plain UCT.
type Params struct {
	Policy   bandit.Policy
	Weighted bandit.Weighted // a policy with numbers of its own, such as EXP3

	// Rewards are what results are worth; the zero value is Half. For policies that
	// need them between 0 and 1, see bandit.Bounded, they are scaled to that.
	Rewards Rewards

	// AgainstDraws takes a draw to be worth a win to everybody but the player who
	// searches: they only want that player not to win.
	AgainstDraws bool

	Final Final // which move to play in the end

	// FinalLimit is for how many times its simulations a search with MaxRobust goes on at
	// the most, 0 means 1.
	FinalLimit float64

	// Expansion: a move's position gets moves of its own in the tree once
	// the move has Visits visits (0 means 1). Its moves are then tried one
	// a simulation; with ExpandAll each of them gets a playout at once, which
	// may take a few simulations more than the budget has. A position that an
	// evaluator judges joins the tree at once.
	Visits    int
	ExpandAll bool

	// FPU, first-play urgency: moves that were not tried compete with this
	// index, in the unit of Rewards, instead of being tried first.
	FPU *float64

	// Progressive widening: a position visited n times considers at most
	// WidenFactor·n^WidenExponent of its moves, which are in random order. 0 is
	// off.
	WidenFactor, WidenExponent float64

	Groups         bool // choose a group of moves first, see game.Grouped and setGroups
	Transpositions bool // positions reached in several ways are one
	AMAF           AMAF
	Playout        Playout
	Solver         bool // prove wins, draws and losses
	KeepBestLine   bool // for one player without chance: play the best game met in the search
	Sequential     bool // where players move at once: one after the other in the tree
	Reuse          bool // Keep will be called: half the memory is for that

	// Evaluator, if any, judges positions. It is asked Cutoff plies into
	// each playout; with Mix below 1 the result is mixed with that of the
	// rest of the playout. Batch positions are gathered for one call.
	Evaluator Evaluator
	Cutoff    int
	Mix       float64 // share of the evaluator, 0 means 1
	Batch     int     // 0 means 1

	// PriorsOnly takes nothing but priors from the evaluator: results are those of
	// playouts.
	PriorsOnly bool

	// Noise shakes the priors of the root's moves, for self-play. Gumbel, if
	// any, lets them meet in a knockout in place of the policy.
	Noise  Noise
	Gumbel *Gumbel

	// Threads work on one tree or, with RootParallel, on a tree each, whose
	// roots are added up. VirtualLoss is how many lost visits keep threads, and
	// the positions of a batch, apart.
	Threads      int
	RootParallel bool
	VirtualLoss  int // 0 means 1

	// Adapt, if any, has what belongs to the searching player vary.
	Adapt  *Adapt
	varied varied

	Memory int // bytes that the tree may take, 0 means 1 GiB

	Trace Tracer // told of every simulation; nil: nobody
}

// traits are what decides which parts fit a game.
type traits struct {
	id         string
	players    int
	generalSum bool
	chance     bool
	together   bool // players move at once
	weighted   bool // it weighs the moves of playouts
}

func traitsOf(g game.Game) traits {
	s, info := g.New(), g.Info()
	t := traits{id: info.ID, players: info.Players(), generalSum: info.GeneralSum}
	_, t.chance = s.(game.Stochastic)
	_, t.together = s.(game.Simultaneous)
	_, t.weighted = s.(game.WeightedPlayouter)
	return t
}

// complete fills in defaults and lets every part say whether it fits g and the
// other parts.
func (p *Params) complete(g game.Game) error {
	if game.OfSecrets(g) {
		return fmt.Errorf("the search is for players who see everything, and those of %s do not", g.Info().ID)
	}
	p.Visits, p.Batch = max(p.Visits, 1), max(p.Batch, 1)
	p.Threads, p.VirtualLoss = max(p.Threads, 1), max(p.VirtualLoss, 1)
	if p.Memory == 0 {
		p.Memory = 1 << 30
	}
	if p.Mix == 0 {
		p.Mix = 1
	}
	if p.Rewards == (Rewards{}) {
		p.Rewards = Half
	}
	p.completeFPU()
	if bandit.Bounded(p.Policy) || bandit.Bounded(p.Weighted) {
		p.scale(max(g.Info().MaxScore, 1))
	}
	of := traitsOf(g)
	for _, check := range []func(*Params, traits) error{
		(*Params).checkPolicy, (*Params).checkSolver, (*Params).checkLine,
		(*Params).checkPlayout, (*Params).checkGroups, (*Params).checkTogether,
		(*Params).checkEvaluator, (*Params).checkBatch, (*Params).checkNoise, (*Params).checkGumbel,
		(*Params).checkFinal, (*Params).checkFPU, (*Params).checkWeighted,
		(*Params).checkAMAF, (*Params).checkExpansion, (*Params).checkTrace, (*Params).checkAdapt,
	} {
		if err := check(p, of); err != nil {
			return err
		}
	}
	return p.completeAdapt(g)
}

// scale makes rewards of scores up to most lie between 0 and 1, and the urgency worth
// as much among them as it was.
func (p *Params) scale(most float64) {
	before := p.Rewards
	p.Rewards = before.unit(most)
	if p.FPU != nil && p.Rewards != before {
		share := (*p.FPU - before.Loss) / (before.Win - before.Loss)
		urgency := p.Rewards.Loss + share*(p.Rewards.Win-p.Rewards.Loss)
		p.FPU = &urgency
	}
}

func (p *Params) checkPolicy(traits) error {
	if (p.Policy == nil) == (p.Weighted == nil) {
		return errors.New("a search needs one policy")
	}
	return nil
}

func (p *Params) checkWeighted(traits) error {
	if p.Weighted != nil && (p.Solver || p.Groups || p.AMAF.Kind != AMAFOff || p.WidenFactor > 0) {
		return errors.New("a policy with weights of its own goes with neither solver, groups, AMAF nor widening")
	}
	return nil
}

// opens reports whether the policy knows what to do with moves that were not
// tried.
func (p *Params) opens() bool {
	_, opens := p.Policy.(bandit.Opener)
	return opens
}

// judges reports whether an evaluator judges the positions where the tree ends.
func (p *Params) judges() bool { return p.Evaluator != nil && p.Cutoff == 0 && !p.varied.cutoff }
