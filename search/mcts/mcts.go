// Package mcts is one Monte Carlo tree search, composed of parts. A simulation
// walks down the tree by a selection policy of package bandit, which reads the
// statistics of a position's moves in place; grows the tree where it leaves it;
// plays the game out, or asks an evaluator; and counts the result for every
// move on its path. Each part has a file:
//
//	tree.go          positions and moves in flat slices
//	simulate.go      one simulation: down the tree and back up
//	rewards.go       what results are worth
//	choose.go        which move to follow: the policy, and what bends its choice
//	playout.go       how games are played out
//	mast.go          playouts that remember which moves were good
//	amaf.go          statistics of moves wherever they were made: AMAF, RAVE, GRAVE
//	solver.go        proven bounds of scores
//	together.go      positions in which all players move at once
//	evaluator.go     estimates of positions, in batches
//	noise.go         priors of the root's moves, shaken
//	gumbel.go        the root's moves as a knockout
//	parallel.go      several threads on one tree, or a tree each
//	line.go          the best game for one, played again
//	reuse.go         the tree kept from move to move
//	final.go         the move to play, and what the search has seen
//	top.go           the top of the tree, for those who look at it
//
// The search follows Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning
// (2006), and Coulom (2006); Browne et al., A Survey of Monte Carlo Tree Search
// Methods (2012), describes most of its options.
package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"gambito/bandit"
	"gambito/game"
)

// Params say what a search is composed of. Exactly one of Policy and Weighted
// is set; the zero value of everything else is plain UCT.
type Params struct {
	Policy   bandit.Policy
	Weighted bandit.Weighted // a policy with numbers of its own, such as EXP3

	Rewards Rewards // what results are worth; the zero value is Half
	Final   Final   // which move to play in the end

	// Expansion: a move's position gets moves of its own in the tree once
	// the move has Visits visits (0 means 1). Its moves are then tried one
	// a simulation; with All each of them gets a playout at once, which may
	// take a few simulations more than the budget has. A position that an
	// evaluator judges joins the tree at once.
	Visits int
	All    bool

	// FPU, first-play urgency: moves that were not tried compete with this
	// index instead of being tried first. Needs a bandit.Explorer.
	FPU *float64

	// Progressive widening: a position visited n times considers at most
	// WidenFactor·n^WidenExponent of its moves, which are in random order. 0 is
	// off.
	WidenFactor, WidenExponent float64

	Groups         bool // choose a group of moves first, see game.Grouped
	Transpositions bool // positions reached in several ways are one
	AMAF           AMAF
	Playout        Playout
	Solver         bool // prove wins, draws and losses
	Line           bool // for one player without chance: play the best game met in the search
	Sequential     bool // where players move at once: one after the other in the tree
	Reuse          bool // Keep will be called: half the memory is for that

	// Evaluator, if any, judges positions. It is asked Cutoff plies into
	// each playout; with Mix below 1 the result is mixed with that of the
	// rest of the playout. Batch positions are gathered for one call.
	Evaluator Evaluator
	Cutoff    int
	Mix       float64 // share of the evaluator, 0 means 1
	Batch     int     // 0 means 1

	// Noise shakes the priors of the root's moves, for self-play. Gumbel, if
	// any, lets them meet in a knockout in place of the policy.
	Noise  Noise
	Gumbel *Gumbel

	// Threads work on one tree or, with Root, on a tree each. VirtualLoss is
	// how many lost visits keep threads, and the positions of a batch, apart.
	Threads     int
	Root        bool
	VirtualLoss int // 0 means 1

	Memory int // bytes that the tree may take, 0 means 1 GiB
}

// Budget bounds one search; the first limit that is reached ends it. Zero is
// no limit, but there must be one.
type Budget struct {
	Simulations int
	Nodes       int // positions in the tree
	Time        time.Duration
}

// Search searches positions of one game. It belongs to one goroutine, though it
// may use more.
type Search struct {
	game    game.Game
	p       Params
	players int
	seat    game.Player // for whom the search chooses

	tree    *tree
	workers []*worker // crewSize of them to a thread
	trees   []*tree   // of root parallelism, the first is tree
	root    game.State

	simulations int // since the search began
	depth       int // of the deepest path
	reused      int // visits of the root before the search began
	knockout    knockout
	gathering   Gathering // the evaluator, if it gathers
}

// New returns a search of positions of g, or says which parts do not fit g or
// each other.
func New(g game.Game, p Params) (*Search, error) {
	if err := p.complete(g); err != nil {
		return nil, err
	}
	s := &Search{game: g, p: p, players: g.Info().Players(), root: g.New()}
	s.gathering, _ = p.Evaluator.(Gathering)
	trees := 1
	if p.Root {
		trees = p.Threads
	}
	for range trees {
		s.trees = append(s.trees, newTree(g, &s.p, trees))
	}
	s.tree = s.trees[0]
	for thread := range p.Threads {
		mast := newMast(s.players, &s.p)
		for range p.crewSize() {
			s.workers = append(s.workers, newWorker(s, s.trees[min(thread, trees-1)], mast))
		}
	}
	s.NewGame(0, 0)
	return s, nil
}

// complete fills in defaults and checks what belongs together.
func (p *Params) complete(g game.Game) error {
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
	s := g.New()
	id := g.Info().ID
	_, stochastic := s.(game.Stochastic)
	_, together := s.(game.Simultaneous)
	_, finder := s.(game.WinFinder)
	_, grouped := g.(game.Grouped)
	_, explorer := p.Policy.(bandit.Explorer)
	_, opens := p.Policy.(bandit.Opener)
	switch {
	case (p.Policy == nil) == (p.Weighted == nil):
		return errors.New("a search needs one policy")
	case p.Solver && (stochastic || together || g.Info().Players() != 2 || g.Info().GeneralSum):
		return fmt.Errorf("the solver proves games for two without chance, in which players move in turn; %s is not one", id)
	case p.Line && (g.Info().Players() != 1 || stochastic):
		return fmt.Errorf("the best game can be played again by one player without chance; %s is not such a game", id)
	case p.Playout.Decisive != DecisiveOff && !finder:
		return fmt.Errorf("decisive moves need a game that sees winning moves, which %s does not", id)
	case p.Groups && !grouped:
		return fmt.Errorf("%s has no groups of moves", id)
	case p.Sequential && p.Reuse:
		return errors.New("a tree in which players choose one after the other for a joint move cannot be kept")
	case together && !p.Sequential && (p.Transpositions || p.FPU != nil || p.WidenFactor > 0):
		return fmt.Errorf("transpositions, first-play urgency and widening do not go with players who choose for themselves at once, as those of %s do", id)
	case p.Evaluator != nil && g.Info().GeneralSum:
		return fmt.Errorf("an evaluation judges for one player what others lose, which is not so in %s", id)
	case together && p.Evaluator != nil:
		return fmt.Errorf("an evaluation judges positions in which one player is to move; those of %s move at once", id)
	case p.Evaluator != nil && p.Cutoff == 0 && p.Visits > 1:
		return errors.New("positions that an evaluation judges join the tree at their first visit")
	case p.Batch > 1 && (p.Evaluator == nil || p.Cutoff > 0):
		return errors.New("batches are for an evaluator that judges where the tree ends")
	case p.Noise.Share > 0 && !opens:
		return errors.New("noise is of priors, which only policy puct reads")
	case p.Gumbel != nil && (!opens || p.Evaluator == nil || p.Cutoff > 0 || p.Threads > 1 || p.VirtualLoss > 1 || p.Reuse || p.Groups || p.WidenFactor > 0):
		return errors.New("a knockout of the root's moves needs policy puct, an evaluator where the tree ends, one thread and virtual losses of 1, and goes with neither groups, widening nor a tree that is kept")
	case p.Final == ByPolicy && p.Policy == nil:
		return errors.New("a policy with weights of its own has no say in the final move")
	case p.FPU != nil && !explorer:
		return errors.New("first-play urgency needs a policy of the UCB family, whose indices it can be compared with")
	case p.Weighted != nil && (p.Solver || p.Groups || p.AMAF.Kind != AMAFOff || p.WidenFactor > 0):
		return errors.New("a policy with weights of its own goes with neither solver, groups, AMAF nor widening")
	case (p.AMAF.Kind != AMAFOff || p.Playout.MAST != MASTOff) && together:
		return fmt.Errorf("statistics of moves (AMAF, MAST) need players who move in turn, which those of %s do not", id)
	case p.All && (together || p.Threads > 1 && !p.Root || p.Evaluator != nil && p.Cutoff == 0):
		return errors.New("all moves of a position can be tried at once only by one thread a tree, with playouts, where players move in turn")
	}
	return nil
}

// judges reports whether an evaluator judges the positions where the tree ends.
func (p *Params) judges() bool { return p.Evaluator != nil && p.Cutoff == 0 }

// NewGame forgets everything. The search then chooses for the player at seat,
// with random numbers from seed.
func (s *Search) NewGame(seat game.Player, seed uint64) {
	s.seat = seat
	for i, w := range s.workers {
		w.source.Seed(seed, uint64(i))
		w.mast.reset()
		w.line.moves = w.line.moves[:0]
	}
	for _, t := range s.trees {
		t.reset()
	}
}

// Forget empties the trees. What playouts have learnt of moves stays.
func (s *Search) Forget() {
	for _, w := range s.workers {
		w.line.moves = w.line.moves[:0]
	}
	for _, t := range s.trees {
		t.reset()
	}
}

// simulationsANode bounds a search that is only given a number of positions: the
// tree of an endgame may never have as many.
const simulationsANode = 64

// Run searches the position at and returns what it found. Precondition: the
// search's player has to move in it.
func (s *Search) Run(ctx context.Context, at game.State, b Budget) (Result, error) {
	if b == (Budget{}) {
		return Result{}, errors.New("a search needs a limit of simulations, nodes or time")
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	begin := time.Now()
	if b.Simulations == 0 && b.Time == 0 {
		b.Simulations = simulationsANode * b.Nodes
	}
	if s.p.Gumbel != nil && b.Simulations == 0 {
		return Result{}, errors.New("a knockout of the root's moves needs a number of simulations")
	}
	s.join(1)
	defer s.join(-1)
	s.begin(at, b)
	limit := limits{ctx: ctx, budget: b}
	if b.Time > 0 {
		limit.deadline = begin.Add(b.Time)
	}
	s.work(&limit)
	// The most winning and the most visited move must be one: go on for as
	// many simulations again, at most, until they are.
	if s.p.Final == MaxRobust {
		s.settle(&limit)
	}
	r := s.result()
	r.Time = time.Since(begin)
	return r, nil
}

// begin prepares the trees for a search of at: with what they know of it from
// searches before, or empty.
func (s *Search) begin(at game.State, b Budget) {
	s.simulations, s.depth, s.reused = 0, 0, 0
	// What is known may be of another position, and a knockout is planned for
	// moves without visits.
	if s.root.Hash() != at.Hash() || s.root.Turn() != at.Turn() || s.p.Gumbel != nil {
		s.Forget()
	}
	s.root.CopyFrom(at)
	for i, t := range s.trees {
		t.prepare(b)
		w := s.workers[i]
		if t.nodeCount == 0 {
			w.state.CopyFrom(at)
			w.expandState()
			if w.judged {
				w.judgeRoot()
			}
		}
		if s.p.Noise.Share > 0 {
			w.shake()
		}
		s.reused += int(t.nodes[0].visits)
	}
	if s.p.Gumbel != nil {
		s.knockout.begin(s.workers[0], b.Simulations)
	}
}

// worker runs simulations on one tree, with buffers of its own.
type worker struct {
	search *Search
	tree   *tree
	p      *Params
	shared bool // other threads use the tree too, and their walks should keep apart

	source rand.PCG
	r      *rand.Rand
	state  game.State
	fast   game.Playouter    // state, if it can
	wins   game.WinFinder    // likewise
	chance game.Stochastic   // likewise
	joint  game.Simultaneous // likewise
	probe  game.State        // a second state, to try moves on
	before game.State        // a third, where tryAll begins

	duel      bool // what one of two players wins the other loses
	plain     bool // playouts are the game's own
	judged    bool // an evaluator is asked about the positions where the tree ends
	recording bool // AMAF, MAST or the best line want the sequence
	opens     bool // the policy knows what to do with moves that were not tried

	start int32      // where simulations begin, and the position there
	from  game.State // likewise
	above int        // how many steps it is from the root
	claim *claim     // what it claims, if it does
	room  *room      // where it makes nodes, if not at the end of the tree

	path     []step
	joined   []joint     // the parts of joint moves, by path
	sequence []played    // the players' moves of a simulation
	chosen   []game.Move // by player, of one joint move
	scores   []float64   // by player, of the simulation
	rewards  []float64   // by player
	exact    bool        // the walk ended where the scores are proven
	ended    bool        // the walk ended where the game is over
	pick     picker
	mast     *mast
	line     line
	amaf     amafMarks
	batch    []pending
	requests []Position
	moves    []game.Move // buffer
	threats  []game.Move // buffer
	ends     []int32     // buffer

	simulations int
	depth       int
}

func newWorker(s *Search, t *tree, m *mast) *worker {
	w := &worker{search: s, tree: t, p: &s.p, mast: m, from: s.root}
	w.r = rand.New(&w.source)
	w.state, w.probe, w.before = s.game.New(), s.game.New(), s.game.New()
	w.fast, _ = w.state.(game.Playouter)
	w.wins, _ = w.state.(game.WinFinder)
	w.chance, _ = w.state.(game.Stochastic)
	w.joint, _ = w.state.(game.Simultaneous)
	w.scores, w.rewards = make([]float64, s.players), make([]float64, s.players)
	w.chosen = make([]game.Move, s.players)
	_, w.opens = s.p.Policy.(bandit.Opener)
	w.pick.init(w)
	w.amaf.init(s.players, &s.p.AMAF)
	w.claim = newClaim(s.game, s.players)
	w.duel = s.players == 2 && !s.game.Info().GeneralSum
	w.line.on = s.p.Line
	w.recording = w.mast.on || w.amaf.on || w.line.on
	w.plain = w.fast != nil && !w.recording && s.p.Playout.Decisive == DecisiveOff
	w.judged = s.p.judges()
	return w
}
