// Package mcts is one Monte Carlo tree search, composed of parts. A simulation
// walks down the tree by a selection policy of package bandit, which reads the
// statistics of a position's moves in place; grows the tree where it leaves it;
// plays the game out, or asks an evaluator; and counts the result for every
// move on its path. Each part has a file:
//
//	params.go        what a search is composed of
//	tree.go          positions and moves in flat slices
//	simulate.go      one simulation: down the tree and back up
//	rewards.go       what results are worth
//	choose.go        which move to follow: the policy, and what bends its choice
//	groups.go        a group of moves first, then one of them
//	playout.go       how games are played out
//	mast.go          playouts that remember which moves were good
//	weights.go       playouts in which some moves are likelier
//	amaf.go          statistics of moves wherever they were made: AMAF, RAVE, GRAVE
//	solver.go        proven bounds of scores
//	together.go      positions in which all players move at once
//	alone.go         what each of them chooses, without walking in step
//	evaluator.go     estimates of positions, in batches
//	noise.go         priors of the root's moves, shaken
//	gumbel.go        the root's moves as a knockout
//	parallel.go      several threads on one tree, or a tree each
//	line.go          the best game for one, played again
//	reuse.go         the tree kept from move to move
//	adapt.go         parameters that vary while the search runs
//	final.go         the move to play, and what the search has seen
//	top.go           the top of the tree, for those who look at it
//	trace.go         every simulation, for those who want to follow the search
//
// The search follows Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning
// (2006), and Coulom (2006); Browne et al., A Survey of Monte Carlo Tree Search
// Methods (2012), describes most of its options.
package mcts

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"gambito/game"
)

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
	watch       *watch    // nil if nobody watches
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
	if p.RootParallel {
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

// NewGame forgets everything. The search then chooses for the player at seat,
// with random numbers from seed.
func (s *Search) NewGame(seat game.Player, seed uint64) {
	s.seat = seat
	for i, w := range s.workers {
		w.source.Seed(seed, uint64(i))
		w.seedStreams(seed, i)
		w.mast.reset()
		w.line.moves = w.line.moves[:0]
		if w.adapt != nil {
			w.adapt.reset(seed, uint64(i))
		}
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
	if at.Turn() == game.Over {
		return Result{}, errors.New("the game is over")
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
	limit := limits{ctx: ctx, budget: b, watch: s.watch}
	if b.Time > 0 {
		limit.deadline = begin.Add(b.Time)
	}
	s.work(&limit)
	// The most winning and the most visited move must be one: go on until they are, or
	// FinalLimit is reached.
	if s.p.Final == MaxRobust {
		s.settle(&limit)
	}
	if f, ok := s.p.Evaluator.(Fallible); ok {
		if err := f.Fault(); err != nil {
			return Result{}, err
		}
	}
	r := s.result(s.workers)
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

	source   rand.PCG
	r        *rand.Rand
	state    game.State
	fast     game.Playouter         // state, if it can
	weighted game.WeightedPlayouter // likewise
	wins     game.WinFinder         // likewise
	chance   game.Stochastic        // likewise
	joint    game.Simultaneous      // likewise
	probe    game.State             // a second state, to try moves on
	before   game.State             // a third, where tryAll begins
	trial    game.State             // a fourth, to look for wins

	grouped game.Grouped // the game, if it tells groups of moves
	names   []string     // buffer: of groups
	replies []game.Move  // buffer

	base  *Variant  // what the search follows
	drawn *Variant  // what it follows for the searching player; nil if nothing varies
	adapt *adapting // nil likewise

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

	path      []step
	joined    []joint     // the parts of joint moves, by path
	streams   []stream    // by player, where players move at once
	sequence  []played    // the players' moves of a simulation
	chosen    []game.Move // by player, of one joint move
	scores    []float64   // by player, of the simulation
	rewards   []float64   // by player
	exact     bool        // the walk ended where the scores are proven
	ended     bool        // the walk ended where the game is over
	pick      picker
	mast      *mast
	line      line
	amaf      amafMarks
	batch     []pending
	requests  []Position
	moves     []game.Move // buffer
	threats   []game.Move // buffer
	shown     shown       // with a tracer
	playedOut []game.Move // likewise: the moves of a playout
	ends      []int32     // buffer

	simulations int
	depth       int
}

func newWorker(s *Search, t *tree, m *mast) *worker {
	w := &worker{search: s, tree: t, p: &s.p, mast: m, from: s.root}
	w.r = rand.New(&w.source)
	w.state, w.probe, w.before, w.trial = s.game.New(), s.game.New(), s.game.New(), s.game.New()
	w.grouped, _ = s.game.(game.Grouped)
	w.fast, _ = w.state.(game.Playouter)
	w.weighted, _ = w.state.(game.WeightedPlayouter)
	w.wins, _ = w.state.(game.WinFinder)
	w.chance, _ = w.state.(game.Stochastic)
	w.joint, _ = w.state.(game.Simultaneous)
	w.scores, w.rewards = make([]float64, s.players), make([]float64, s.players)
	w.chosen = make([]game.Move, s.players)
	if w.joint != nil {
		w.streams = newStreams(s.players)
	}
	w.opens = s.p.opens()
	w.base, w.adapt = variantOf(&s.p), newAdapting(s)
	w.pick.init(w)
	w.amaf.init(s.players, &s.p.AMAF)
	w.claim = newClaim(s.game, s.players)
	w.duel = s.players == 2 && !s.game.Info().GeneralSum
	w.line.on = s.p.KeepBestLine
	w.recording = w.mast.on || w.amaf.on || w.line.on
	w.plain = w.fast != nil && s.p.Playout.Weights == nil && !w.recording && s.p.Playout.Decisive == DecisiveOff && s.p.Trace == nil
	w.judged = s.p.judges()
	return w
}
