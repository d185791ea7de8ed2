package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"gambito/agent"
	"gambito/bandit"
	"gambito/files"
	"gambito/game"
	"gambito/models"
	"gambito/neural"
	"gambito/search/mcts"
	"gambito/spec"
)

// Options that agents with a network share.
var (
	networkOption = spec.Option{Name: "model", Type: spec.File, Help: "name of a network that comes with gambito or is in the data folder, or a file (default: the game's own)"}
	cacheOption   = spec.Option{Name: "cache", Type: spec.Int, Default: "32768", Min: 0, Max: 1 << 28, Scale: spec.Logarithmic, Help: "positions whose judgement is remembered"}
	simsOption    = spec.Option{Name: "sims", Type: spec.Int, Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "simulations for a move (default: 400, or no limit if time is given)"}
	thinkOption   = spec.Option{Name: "time", Type: spec.Duration, Min: 0.001, Max: 86400, Scale: spec.Logarithmic, Help: "time for a move (default: no limit); results then depend on the machine"}
	batchOption   = spec.Option{Name: "batch", Type: spec.Int, Default: "8", Min: 1, Max: 4096, Scale: spec.Logarithmic, Help: "positions that the network judges at a time; simulations of a batch do not know of each other"}

	networkThreads = spec.Option{Name: "threads", Type: spec.Int, Default: "1", Min: 1, Max: 1024, Help: "threads of one search, which share a tree (not reproducible)"}
	networkReuse   = spec.Option{Name: "reuse", Type: spec.Bool, Default: "on", Help: "keep what is known of the position after both moves; simulations are added to it"}

	imagesOption = spec.Option{Name: "images", Type: spec.Int, Default: "1", Min: 1, Max: 8, Help: "images of a position under the game's symmetries that the network judges, whose mean counts; each takes as long"}

	heatOption = spec.Option{Name: "temperature", Type: spec.Float, Default: "0", Min: 0, Max: 100, Scale: spec.Logarithmic, Help: "draw the move to play: the greater, the less the best is preferred; 0 plays the best"}
)

// defaultSims is for agents with a network that are given no limit.
const defaultSims = 400

var networkEntries = []agent.Entry{
	{
		Schema: spec.Schema{
			ID: "alphazero", Name: "AlphaZero",
			About: "Tree search that a network leads: it says how likely moves are and what positions are worth.",
			Options: []spec.Option{
				networkOption, simsOption, thinkOption, batchOption,
				{Name: "c", Type: spec.Float, Default: "1.5", Min: 0, Max: 1000, Scale: spec.Logarithmic, Help: "weight of exploration (c_puct)"},
				{Name: "fpu", Type: spec.Float, Default: "0.25", Min: 0, Max: 2, Help: "first-play urgency: by how much moves not tried count as worse than the others"},
				{Name: "noise", Type: spec.Float, Default: "0", Min: 0, Max: 1, Help: "share of random noise in the likelihood of the first moves"},
				{Name: "noise-alpha", Type: spec.Float, Default: "1", Min: 0.001, Max: 1000, Scale: spec.Logarithmic, Help: "evenness of that noise"},
				{Name: "gumbel", Type: spec.Int, Default: "0", Min: 0, Max: 1 << 16, Help: "most moves that meet in a knockout at the root, 0 for no knockout"},
				heatOption,
				{Name: "solver", Type: spec.Bool, Default: "on", Help: "prove wins, draws and losses in the tree"},
				{Name: "decisive", Type: spec.Bool, Default: "on", Help: "make winning moves at once and avoid those that let the opponent win at once, where the game sees them"},
				networkReuse, networkThreads, cacheOption, imagesOption,
			},
		},
		Make: agent.Maker{Resolve: resolveAlphaZero, New: newAlphaZero, Open: openNetwork, Included: includedNetwork},
	},
	{
		Schema: spec.Schema{
			ID: "uct-net", Name: "UCT with a network",
			About: "UCT in which a network's value takes the place of playouts, or is mixed with them.",
			Options: []spec.Option{
				networkOption, simsOption, thinkOption, batchOption,
				{Name: "alpha", Type: spec.Float, Default: "1", Min: 0, Max: 1e6, Scale: spec.Logarithmic, Help: "weight of exploration, √(alpha ln N/n); 1 is Cp = 1/√2"},
				{Name: "mix", Type: spec.Float, Default: "1", Min: 0.001, Max: 1, Help: "share of the network in a result; the rest comes from a playout"},
				{Name: "final", Type: spec.Choice, Default: "mean", Choices: []string{"max", "robust", "max-robust", "mean"}, Help: "the move to play: of most wins, most visits, both, or best mean"},
				{Name: "noise", Type: spec.Float, Default: "0", Min: 0, Max: 10, Help: "standard deviation of Gaussian noise on what moves are worth when one is selected"},
				{Name: "values", Type: spec.Choice, Default: moverValues, Choices: []string{moverValues, rootValues}, Help: "whom the network is asked for: the player to move in a position, or always the one at the root although results change sign on the way up, as published for Othello"},
				networkReuse, networkThreads, cacheOption, imagesOption,
			},
		},
		Make: agent.Maker{Resolve: resolveSidedUCT, New: newNetworkUCT, Open: openNetwork, Included: includedNetwork},
	},
	{
		Schema: spec.Schema{
			ID: "puct-net", Name: "PUCT with chances to win",
			About: "Tree search by playouts, with UCB1's rewards, in which the chance to win that a network sees behind a move weighs exploration, as published for Connect 4.",
			Options: []spec.Option{
				networkOption, simsOption, thinkOption,
				{Name: "c", Type: spec.Float, Default: "1", Min: 0, Max: 1000, Scale: spec.Logarithmic, Help: "weight of exploration (c_puct)"},
				{Name: "reuse", Type: spec.Bool, Default: "off", Help: "keep what is known of the position after both moves; simulations are added to it"},
				cacheOption, imagesOption,
			},
		},
		Make: agent.Maker{Resolve: resolveNetworkUCT, New: newWinPUCT, Open: openNetwork, Included: includedNetwork},
	},
	{
		Schema: spec.Schema{
			ID: "policy", Name: "Policy of a network",
			About:   "Plays the move that a network takes for the likeliest, without search.",
			Options: []spec.Option{networkOption, heatOption, imagesOption},
		},
		Make: agent.Maker{Resolve: resolveNetwork, New: newPolicy, Open: openNetwork, Included: includedNetwork},
	},
}

var errNoPolicy = errors.New("the model has no policy: it only says what positions are worth, see uct-net")

// resolveNetwork names the network: the game's own unless told otherwise.
func resolveNetwork(g game.Game, v spec.Values) (spec.Values, error) {
	if _, err := neural.Encoded(g); err != nil {
		return v, err
	}
	if v.Has("model") {
		return v, nil
	}
	name, err := neural.Standard(g)
	return v.With("model", name), err
}

// resolveNetworkUCT limits the simulations where nothing else is limited.
func resolveNetworkUCT(g game.Game, v spec.Values) (spec.Values, error) {
	if !v.Has("sims") && !v.Has("time") {
		v = v.With("sims", strconv.Itoa(defaultSims))
	}
	return resolveNetwork(g, v)
}

// Whom values of uct-net are for.
const (
	moverValues = "mover"
	rootValues  = "root"
)

// resolveSidedUCT keeps no tree whose values were those for another root.
func resolveSidedUCT(g game.Game, v spec.Values) (spec.Values, error) {
	if v.Text("values") == rootValues {
		if _, ok := g.(game.OtherSided); !ok {
			return v, fmt.Errorf("values=root is for games whose positions can be looked at from the other side, such as othello, not %s", g.Info().ID)
		}
		v = v.With("reuse", "off").With("threads", "1")
	}
	return resolveNetworkUCT(g, v)
}

func resolveAlphaZero(g game.Game, v spec.Values) (spec.Values, error) {
	if v.Float("noise") == 0 {
		v = v.Without("noise-alpha")
	}
	if v.Int("gumbel") > 0 {
		v = v.With("reuse", "off")
	}
	return resolveNetworkUCT(g, v)
}

// openNetwork reads a network by its name, or from a file.
func openNetwork(e *agent.Environment, _, name string) ([]byte, error) {
	if data, ok, err := onShelf(e, name); ok {
		return data, err
	}
	return neural.Find(name, e.Read)
}

// onShelf returns the content of a network that the data folder has under a name, or
// that came along under it. Hundreds may play by the same one: they share it until its
// file changes.
func onShelf(e *agent.Environment, name string) (data []byte, ok bool, err error) {
	if e.Sealed() {
		data, err := e.Read(name)
		return data, err == nil, nil
	}
	file, ok := models.In(e.Folder()).File(name)
	if !ok {
		return nil, false, nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, true, fmt.Errorf("model %q could not be read", name)
	}
	type key struct {
		file string
		size int64
		time time.Time
	}
	data, err = agent.Share(e, key{file, info.Size(), info.ModTime()}, func() ([]byte, error) { return files.ReadModel(file) })
	return data, true, err
}

// includedNetwork says whether a network is known by name.
func includedNetwork(e *agent.Environment, name string) bool {
	return shelved(e, name) || neural.Included(name)
}

// shelved says whether the data folder has a network under that name for everybody.
func shelved(e *agent.Environment, name string) bool {
	_, ok := models.In(e.Folder()).File(name)
	return ok && !e.Sealed()
}

// sharedNetwork reads a network once for all agents.
func sharedNetwork(o agent.Order, g game.Encoded) (*neural.Network, error) {
	type key struct{ digest, game string }
	file := o.File("model")
	return agent.Share(o.Environment, key{file.Digest, g.Info().ID}, func() (*neural.Network, error) {
		m, err := neural.Decode(file.Name, file.Content, g)
		if err != nil {
			return nil, err
		}
		network := neural.Of(m)
		network.Name = file.Name
		return network, nil
	})
}

// judgeFor loads the network that the options name.
func judgeFor(o agent.Order, policy bool, cache, threads int) (*neural.Judge, error) {
	e, err := neural.Encoded(o.Game)
	if err != nil {
		return nil, err
	}
	network, err := sharedNetwork(o, e)
	if err != nil {
		return nil, err
	}
	if policy && !network.HasPolicy() {
		return nil, errNoPolicy
	}
	var asked neural.Predictor = network
	if threads > 1 {
		size := e.Encoding()
		asked = neural.NewGatherer(network, size.Inputs(), size.Moves, gatheredBatch, min(threads, runtime.NumCPU()))
	}
	return neural.NewJudge(e, asked, neural.JudgeOptions{Policy: policy, Cache: cache, Images: o.Values.Int("images")}), nil
}

// gatheredBatch is how many positions of several threads are judged together.
// More would leave cores idle.
const gatheredBatch = 8

func newAlphaZero(o agent.Order) (agent.Agent, error) {
	g, v := o.Game, o.Values
	judge, err := judgeFor(o, true, v.Int("cache"), v.Int("threads"))
	if err != nil {
		return nil, err
	}
	p := ZeroParams(g, judge)
	p.Policy = bandit.PUCT{C: v.Float("c"), Relative: true, Reduction: v.Float("fpu")}
	p.Batch, p.Threads = v.Int("batch"), v.Int("threads")
	p.Noise = mcts.Noise{Alpha: v.Float("noise-alpha"), Share: v.Float("noise")}
	p.Solver = v.Bool("solver")
	if !v.Bool("decisive") {
		p.Playout.Decisive = mcts.DecisiveOff
	}
	if n := v.Int("gumbel"); n > 0 {
		p.Gumbel = &mcts.Gumbel{Moves: n}
	}
	p.Reuse = v.Bool("reuse")
	a, err := newNetworkAgent(g, p, v)
	if err != nil || v.Float("temperature") == 0 {
		return a, err
	}
	return &heated{mctsAgent: a, temperature: v.Float("temperature")}, nil
}

// ZeroParams are those of a search as AlphaZero's, led by an evaluator with
// priors, in a game for two.
func ZeroParams(g game.Game, judge mcts.Evaluator) mcts.Params {
	p := mcts.Params{
		Policy:    bandit.PUCT{C: 1.5, Relative: true, Reduction: 0.25},
		Rewards:   mcts.Zero,
		Evaluator: judge,
		Solver:    true,
		Memory:    256 << 20,
	}
	if _, ok := g.New().(game.WinFinder); ok {
		p.Playout.Decisive = mcts.DecisiveAnti
	}
	return p
}

func newNetworkUCT(o agent.Order) (agent.Agent, error) {
	g, v := o.Game, o.Values
	judge, err := judgeFor(o, false, v.Int("cache"), v.Int("threads"))
	if err != nil {
		return nil, err
	}
	p := mcts.Params{
		Policy:    bandit.UCB{Alpha: v.Float("alpha")},
		Rewards:   mcts.Zero,
		Final:     mcts.FinalNames[v.Text("final")],
		Evaluator: judge,
		Mix:       v.Float("mix"),
		Batch:     v.Int("batch"), Threads: v.Int("threads"), Reuse: v.Bool("reuse"),
		Memory: 256 << 20,
	}
	if sigma := v.Float("noise"); sigma > 0 {
		p.Policy = bandit.Noisy{UCB: bandit.UCB{Alpha: v.Float("alpha")}, Sigma: sigma}
	}
	if v.Text("values") != rootValues {
		return newNetworkAgent(g, p, v)
	}
	view, err := neural.NewRootView(g, judge)
	if err != nil {
		return nil, err
	}
	p.Evaluator = view
	a, err := newNetworkAgent(g, p, v)
	if err == nil {
		a.atRoot = view.Root
	}
	return a, err
}

// untried is what a move not yet tried counts for in puct-net: each is tried once
// before any is tried again.
const untried = 1e9

// newWinPUCT is ucb1 but for the policy.
func newWinPUCT(o agent.Order) (agent.Agent, error) {
	v := o.Values
	judge, err := judgeFor(o, false, v.Int("cache"), 1)
	if err != nil {
		return nil, err
	}
	return newNetworkAgent(o.Game, mcts.Params{
		Policy:     bandit.PUCT{C: v.Float("c"), First: untried},
		Rewards:    mcts.Mixed,
		Final:      mcts.Robust,
		Evaluator:  neural.NewWinPriors(judge),
		PriorsOnly: true,
		Reuse:      v.Bool("reuse"),
		Memory:     256 << 20,
	}, v)
}

func newNetworkAgent(g game.Game, p mcts.Params, v spec.Values) (*mctsAgent, error) {
	a := &mctsAgent{game: g, limits: agent.Limits{Simulations: v.Int("sims"), Time: v.Duration("time")}, reuse: p.Reuse}
	var err error
	a.search, err = mcts.New(g, p)
	return a, err
}

// FromParams returns an agent that plays what a search finds with so many
// simulations a move.
func FromParams(g game.Game, p mcts.Params, simulations int) (agent.Agent, error) {
	search, err := mcts.New(g, p)
	return &mctsAgent{game: g, search: search, limits: agent.Limits{Simulations: simulations}, reuse: p.Reuse}, err
}

// heated draws the move to play by the visits.
type heated struct {
	*mctsAgent
	temperature float64
	source      rand.PCG
}

// NewGame implements Agent.
func (a *heated) NewGame(seat game.Player, seed uint64) {
	a.mctsAgent.NewGame(seat, seed)
	a.source.Seed(seed, 1)
}

// Choose implements Agent.
func (a *heated) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	r, err := a.run(ctx, s, limits)
	if err != nil {
		return 0, agent.Info{}, err
	}
	return r.Draw(a.temperature, rand.New(&a.source)), a.info(r), nil
}

// policyAgent plays by the priors of a network alone.
type policyAgent struct {
	game        game.Game
	judge       *neural.Judge
	temperature float64
	source      rand.PCG
	asked       []mcts.Position
}

func newPolicy(o agent.Order) (agent.Agent, error) {
	g, v := o.Game, o.Values
	judge, err := judgeFor(o, true, 0, 1)
	if err != nil {
		return nil, err
	}
	return &policyAgent{game: g, judge: judge, temperature: v.Float("temperature"), asked: make([]mcts.Position, 1)}, nil
}

// NewGame implements Agent.
func (a *policyAgent) NewGame(_ game.Player, seed uint64) { a.source.Seed(seed, 0) }

// Choose implements Agent.
func (a *policyAgent) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	found, err := a.Analyze(ctx, s, agent.Question{Limits: limits})
	return found.Move, found.Info, err
}

// Analyze implements Analyst.
func (a *policyAgent) Analyze(ctx context.Context, s game.State, _ agent.Question) (agent.Analysis, error) {
	if err := ctx.Err(); err != nil {
		return agent.Analysis{}, err
	}
	begin := time.Now()
	p := &a.asked[0]
	p.State = s
	p.Moves, p.Priors = s.Moves(p.Moves[:0]), p.Priors[:0]
	for range p.Moves {
		p.Priors = append(p.Priors, 0)
	}
	a.judge.Evaluate(a.asked)
	if err := a.judge.Fault(); err != nil {
		return agent.Analysis{}, err
	}
	weights := make([]float64, len(p.Moves))
	found := agent.Analysis{Info: agent.Info{Value: agent.Estimate(a.game, p.Value), Nodes: 1}}
	for i, m := range p.Moves {
		weights[i] = float64(p.Priors[i])
		found.Lines = append(found.Lines, agent.Line{Move: m, PV: []game.Move{m}, Prior: weights[i]})
	}
	best := slices.Index(weights, slices.Max(weights))
	if a.temperature > 0 {
		best = mcts.Draw(weights, a.temperature, rand.New(&a.source))
	}
	m := p.Moves[best]
	slices.SortStableFunc(found.Lines, func(a, b agent.Line) int { return cmp.Compare(b.Prior, a.Prior) })
	found.Move, found.PV, found.Time = m, []game.Move{m}, time.Since(begin)
	return found, nil
}
