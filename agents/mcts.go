package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gambito/agent"
	"gambito/bandit"
	"gambito/game"
	"gambito/search/adapt"
	"gambito/search/ismcts"
	"gambito/search/mcts"
	"gambito/search/treetop"
	"gambito/spec"
	"gambito/stats"
)

// mctsPresets are the agents that search by Monte Carlo: one with everything as
// an option, and those of the sources, which differ in their defaults.
var mctsPresets = []struct {
	id, name, about string
	defaults        map[string]string
}{
	{"mcts", "Monte Carlo tree search", "Monte Carlo tree search, composed from its options.",
		map[string]string{"alpha": "1", "leaf": "auto"}},
	{"uct", "UCT", "UCT as for Othello: exploration 1/√2, rewards +1/0/−1, the move of the best mean.",
		map[string]string{"alpha": "1", "draw": "zero", "final": "mean"}},
	{"ucb1", "UCB1", "UCB1 as for Connect 4: exploration 2, rewards +1/½/−1, the most visited move.",
		map[string]string{"alpha": "4", "draw": "mixed", "final": "robust"}},
	{"thesis", "UCB as of the thesis", "Tree search as of the thesis on General Game Playing: UCB with α = 2, a draw is a loss, the move of the best mean.",
		map[string]string{"alpha": "2", "draw": "loss", "final": "mean"}},
	{GeneralPlayer, "General game player", "Tree search for games it has never seen: UCBα₂, GRAVE, MAST, decisive moves and proofs, each where the game allows it, the tree kept; Thompson sampling where players move at once and share no fixed sum; information-set search where they do not see everything.",
		map[string]string{"policy": "ucb-alpha2", "playout": "mast", "amaf": "grave", "reuse": "on", "decisive": "", "solver": ""}},
}

// GeneralPlayer is the ID of the agent for unknown games.
const GeneralPlayer = "ggp"

// mctsOptions are the options of all presets.
func mctsOptions() []spec.Option {
	var policies []string
	for _, e := range bandit.Catalogue {
		policies = append(policies, e.Name)
	}
	options := []spec.Option{
		{Name: "sims", Type: spec.Int, Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "simulations for a move (default: 1000, or no limit if another is given)"},
		{Name: "time", Type: spec.Duration, Min: 0.001, Max: 86400, Scale: spec.Logarithmic, Help: "time for a move (default: no limit); results then depend on the machine"},
		{Name: "nodes", Type: spec.Int, Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "positions in the tree (default: no limit)"},
		{Name: "memory", Type: spec.Int, Default: "1024", Min: 1, Max: 1 << 20, Scale: spec.Logarithmic, Help: "MB that the tree may take; when they are full it grows no more"},
		{Name: "policy", Type: spec.Choice, Default: "ucb", Choices: policies, Help: "selection policy"},
	}
	options = append(options, policyOptions()...)
	return append(options,
		spec.Option{Name: "policy-below", Type: spec.Text, Help: "selection policy from below-depth on, with its parameters in quotes if there are several: ucb:alpha=0.5 (default: the same everywhere)"},
		spec.Option{Name: "below-depth", Type: spec.Int, Default: "1", Min: 1, Max: 1000, Help: "of policy-below: choices from the root on that policy makes"},
		spec.Option{Name: "layers", Type: spec.Text, Help: "selection policies for some places, the first whose place it is, with | between and in quotes if there are commas: ucb-tuned@d<3|ucb:alpha=1/K@(d>2)*(K>20), by formulas of K, d and own that hold above 0 (default: policy everywhere)"},
		spec.Option{Name: "draw", Type: spec.Choice, Default: "half", Choices: []string{"half", "loss", "own-loss", "zero", "mixed"}, Help: "rewards of win, draw and loss: half 1/½/0, loss 1/0/0, own-loss likewise but 1/1/0 for opponents, zero +1/0/−1, mixed +1/½/−1; scaled for policies that need 0 to 1"},
		spec.Option{Name: "final", Type: spec.Choice, Default: "robust", Choices: []string{"max", "robust", "max-robust", "mean", "policy", "average"}, Help: "the move to play: of most wins, most visits, both, best mean, the policy's choice, or drawn as often as visited"},
		spec.Option{Name: "final-limit", Type: spec.Float, Default: "1", Min: 0.1, Max: 1000, Scale: spec.Logarithmic, Help: "of final=max-robust: for how many times its simulations the search goes on, at the most, until one move has most wins and most visits"},
		spec.Option{Name: "expand", Type: spec.Choice, Default: "one", Choices: []string{"one", "all"}, Help: "moves of a new position to try at once"},
		spec.Option{Name: "visits", Type: spec.Int, Default: "1", Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "visits after which a move's position joins the tree"},
		spec.Option{Name: "fpu", Type: spec.Float, Min: -100, Max: 100, Vary: []string{"0.4", "0.6", "0.8", "1", "1.2"}, Help: "first-play urgency: index of moves not tried yet (default: they come first)"},
		spec.Option{Name: "widen", Type: spec.Float, Default: "0", Min: 0, Max: 1e6, Scale: spec.Logarithmic, Help: "progressive widening: consider widen·visits^widen-exponent moves, 0 for all"},
		spec.Option{Name: "widen-exponent", Type: spec.Float, Default: "0.5", Min: 0.01, Max: 1, Help: "exponent of progressive widening"},
		spec.Option{Name: "groups", Type: spec.Bool, Default: "off", Help: "choose a group of moves first: as the game tells them, else by the names of moves"},
		spec.Option{Name: "transpositions", Type: spec.Bool, Default: "off", Help: "one node for a position reached in several ways; results count along the way taken"},
		spec.Option{Name: "amaf", Type: spec.Choice, Default: "off", Choices: []string{"off", "amaf", "alpha", "rave", "grave"}, Help: "count moves made later as if made first"},
		spec.Option{Name: "amaf-weight", Type: spec.Float, Min: 0, Max: 1e9, Scale: spec.Logarithmic, Vary: []string{"1e-07", "1e-05", "0.001", "0.1"}, Help: "share of amaf=alpha (default 0.5), bias of amaf-beta=mse (0.00001), equivalence of amaf-beta=hand (1000)"},
		spec.Option{Name: "amaf-beta", Type: spec.Choice, Choices: []string{"mse", "hand"}, Help: "how rave and grave weigh: for the least error, or by visits (default: mse; of rave with amaf-weight: hand)"},
		spec.Option{Name: "amaf-ref", Type: spec.Int, Default: "50", Min: 0, Max: 1e9, Vary: []string{"0", "25", "50", "100", "250", "1000"}, Help: "visits from which on grave uses a position's own counts"},
		spec.Option{Name: "playout", Type: spec.Choice, Default: "uniform", Choices: []string{"uniform", "mast", "mast-greedy", "weighted"}, Vary: []string{"uniform", "mast", "mast-greedy"}, Help: "moves of playouts: all equal, by their success (Gibbs), the most successful, or by weights: those of the option, else those that the game gives them (tron)"},
		spec.Option{Name: "weights", Type: spec.Text, Help: "of playout=weighted: what moves weigh, by their numbers, as gambito balance finds it: 0:1.25|1:-0.4"},
		spec.Option{Name: "temperature", Type: spec.Float, Default: "0.3", Min: 0.001, Max: 1000, Scale: spec.Logarithmic, Vary: []string{"0.1", "0.2", "0.3", "0.6", "1.2"}, Help: "of playout=mast: less follows success more closely"},
		spec.Option{Name: "mast-epsilon", Type: spec.Float, Default: "0.4", Min: 0, Max: 1, Vary: []string{"0.1", "0.25", "0.4", "0.6", "0.8"}, Help: "of playout=mast-greedy: probability of any move"},
		spec.Option{Name: "mast-select", Type: spec.Bool, Help: "with playout=mast or mast-greedy, moves of the tree not tried yet come by their success too (default: off)"},
		spec.Option{Name: "decisive", Type: spec.Choice, Default: "off", Choices: []string{"off", "on", "anti"}, Help: "make winning moves at once; anti: avoid those that let the opponent win at once too"},
		spec.Option{Name: "leaf", Type: spec.Choice, Default: "playout", Choices: []string{"auto", "playout", "eval"}, Help: "what judges where the tree ends: playouts, or the game's evaluation; auto: the evaluation if that was measured to be better and nothing is said of playouts"},
		spec.Option{Name: "eval", Type: spec.Evaluation, Help: "that evaluation, see gambito games (default: the game's first)"},
		spec.Option{Name: "scale", Type: spec.Float, Min: 1e-6, Max: 1e12, Scale: spec.Logarithmic, Help: "evaluation that is worth tanh(1) = 0.76 of a win (default: the evaluation's own if it is known, else 100)"},
		spec.Option{Name: "cutoff", Type: spec.Int, Default: "0", Min: 0, Max: 10000, Vary: []string{"0", "2", "4", "8", "16"}, Help: "plies to play on before the evaluation judges"},
		spec.Option{Name: "mix", Type: spec.Float, Default: "1", Min: 0.001, Max: 1, Vary: []string{"0.25", "0.5", "0.75", "1"}, Help: "share of the evaluation in the result; the rest comes from a playout"},
		spec.Option{Name: "solver", Type: spec.Bool, Default: "off", Help: "prove wins, draws and losses in the tree"},
		spec.Option{Name: "reuse", Type: spec.Bool, Default: "off", Help: "keep what is known of the position after both moves; simulations are added to it"},
		spec.Option{Name: "threads", Type: spec.Int, Default: "1", Min: 1, Max: 1024, Help: "threads of one search"},
		spec.Option{Name: "parallel", Type: spec.Choice, Default: "tree", Choices: []string{"tree", "root"}, Help: "threads share a tree (not reproducible), or have one each"},
		spec.Option{Name: "virtual-loss", Type: spec.Int, Default: "1", Min: 1, Max: 1000, Help: "lost visits that keep threads apart"},
		spec.Option{Name: "adapt", Type: spec.Choice, Default: "off", Choices: append([]string{"off"}, adapt.Names()...), Help: "choose values of options while the search runs, for one's own side: at random, or by what they came to"},
		spec.Option{Name: "adapt-options", Type: spec.Text, Help: "which options, with | between; their values as declared, or one's own after colons: alpha:0.1:0.5:1/K|amaf-ref (default: those of alpha, explore, amaf-ref, mast-epsilon and temperature that mean something)"},
		spec.Option{Name: "adapt-batch", Type: spec.Int, Default: "20", Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "simulations for which a combination of values is drawn"},
		spec.Option{Name: "together", Type: spec.Choice, Default: "decoupled", Choices: []string{"decoupled", "sequential"}, Help: "where players move at once: each chooses alone, or one after the other over joint moves"},
	)
}

// policyOptions are the parameters of all policies. Where several have one of a
// name it takes what any of them takes; Cases tell them apart.
func policyOptions() (options []spec.Option) {
	for _, e := range bandit.Catalogue {
		for _, p := range e.Parameters {
			i := slices.IndexFunc(options, func(o spec.Option) bool { return o.Name == p.Name })
			if i < 0 {
				i = len(options)
				options = append(options, spec.Option{Name: p.Name, Type: p.Type, Min: p.Min, Max: p.Max, Scale: p.Scale})
			}
			o := &options[i]
			if o.Type != p.Type {
				o.Type = spec.Float
			}
			if p.Variables != nil {
				o.Variables = p.Variables
			}
			if o.Vary == nil {
				o.Vary = p.Vary
			}
			if o.Min, o.Max = min(o.Min, p.Min), max(o.Max, p.Max); o.Scale != p.Scale {
				o.Scale = ""
			}
			o.Cases = append(o.Cases, spec.Case{Where: "policy=" + e.Name, Default: p.Default, Min: p.Min, Max: p.Max, Scale: p.Scale, Help: p.Help})
		}
	}
	for i := range options {
		options[i].Help = casesHelp(options[i].Cases)
	}
	return options
}

// casesHelp says what an option means to each policy, those that agree together.
func casesHelp(cases []spec.Case) string {
	var texts []string
	for i, c := range cases {
		if slices.ContainsFunc(cases[:i], func(before spec.Case) bool { return before.Help == c.Help }) {
			continue
		}
		var of []string
		for _, like := range cases[i:] {
			if like.Help == c.Help {
				of = append(of, fmt.Sprintf("%s (%s unless given)", strings.TrimPrefix(like.Where, "policy="), like.Default))
			}
		}
		texts = append(texts, c.Help+": "+strings.Join(of, ", "))
	}
	return "of the policy; " + strings.Join(texts, "; ")
}

// mctsEntries are the agents of mctsPresets.
func mctsEntries() (entries []agent.Entry) {
	for _, preset := range mctsPresets {
		options := mctsOptions()
		for i := range options {
			if value, ok := preset.defaults[options[i].Name]; ok {
				options[i].Default = value
				if value == "" {
					options[i].Help += " (default: on where the game allows it)"
				}
			}
		}
		entry := agent.Entry{
			Schema: spec.Schema{ID: preset.id, Name: preset.name, About: preset.about, Options: options},
			Make:   agent.Maker{Resolve: resolveMCTS, New: newMCTS},
		}
		if preset.id == GeneralPlayer {
			entry.Make = agent.Maker{Resolve: resolveGeneral, New: newGeneral, Veiled: true}
		}
		entries = append(entries, entry)
	}
	return entries
}

// GeneralPlayerEntry is the agent for unknown games, for those who offer more
// under its name.
func GeneralPlayerEntry() agent.Entry {
	entries := mctsEntries()
	return entries[slices.IndexFunc(entries, func(e agent.Entry) bool { return e.ID == GeneralPlayer })]
}

// mctsAgent plays what a Monte Carlo tree search finds.
type mctsAgent struct {
	game   game.Game
	search *mcts.Search
	limits agent.Limits // of the spec
	reuse  bool
	varied []variedOption // what adapts itself
	seat   game.Player
	moves  []game.Move // buffer

	atRoot func(game.State) // told of every position that is searched; nil: nobody
}

func newMCTS(o agent.Order) (agent.Agent, error) {
	p, err := mctsParams(o.Game, o.Values)
	if err != nil {
		return nil, err
	}
	return fromParams(o, p)
}

// newGeneral also remembers the best line of a puzzle.
func newGeneral(o agent.Order) (agent.Agent, error) {
	if game.OfSecrets(o.Game) {
		return newInformed(o, ismcts.Options{Explore: 0.7}), nil
	}
	p, err := mctsParams(o.Game, o.Values)
	if err != nil {
		return nil, err
	}
	p.KeepBestLine = o.Game.Info().Players() == 1 && !game.OfChance(o.Game)
	return fromParams(o, p)
}

func fromParams(o agent.Order, p mcts.Params) (agent.Agent, error) {
	v := o.Values
	varied := adaptTo(o.Game, v, &p)
	search, err := mcts.New(o.Game, p)
	return &mctsAgent{
		game: o.Game, search: search, reuse: p.Reuse, varied: varied,
		limits: agent.Limits{Simulations: v.Int("sims"), Nodes: v.Int("nodes"), Time: v.Duration("time")},
	}, err
}

// mctsParams reads the options of mctsOptions, which are resolved.
func mctsParams(g game.Game, v spec.Values) (mcts.Params, error) {
	p := mcts.Params{
		Rewards:      map[string]mcts.Rewards{"half": mcts.Half, "loss": mcts.AsLoss, "zero": mcts.Zero, "mixed": mcts.Mixed, "own-loss": mcts.AsLoss}[v.Text("draw")],
		AgainstDraws: v.Text("draw") == "own-loss",
		Final:        mcts.FinalNames[v.Text("final")],
		FinalLimit:   v.Float("final-limit"),
		Visits:       v.Int("visits"),
		ExpandAll:    v.Text("expand") == "all",
		Groups:       v.Bool("groups"), Transpositions: v.Bool("transpositions"), Solver: v.Bool("solver"),
		WidenFactor: v.Float("widen"), WidenExponent: v.Float("widen-exponent"),
		AMAF: mcts.AMAF{Kind: amafKinds[v.Text("amaf")], Weight: v.Float("amaf-weight"), Reference: v.Int("amaf-ref")},
		Playout: mcts.Playout{
			MAST:        map[string]mcts.MAST{"mast": mcts.MASTGibbs, "mast-greedy": mcts.MASTGreedy}[v.Text("playout")],
			Temperature: v.Float("temperature"), Epsilon: v.Float("mast-epsilon"), Select: v.Bool("mast-select"),
			Weighted: v.Text("playout") == "weighted" && !v.Has("weights"),
			Decisive: map[string]mcts.Decisive{"on": mcts.DecisiveOn, "anti": mcts.DecisiveAnti}[v.Text("decisive")],
		},
		Sequential: v.Text("together") == "sequential", Reuse: v.Bool("reuse"),
		Threads: max(v.Int("threads"), 1), RootParallel: v.Text("parallel") == "root", VirtualLoss: v.Int("virtual-loss"),
		Memory: v.Int("memory") << 20,
	}
	if amafBeta(v) == "hand" {
		p.AMAF.Beta = mcts.HandSelected
	}
	if v.Has("fpu") {
		fpu := v.Float("fpu")
		p.FPU = &fpu
	}
	if v.Has("weights") {
		weights, err := mcts.ParseMoveWeights(g, v.Text("weights"))
		if err != nil {
			return p, err
		}
		p.Playout.Weights = weights
	}
	policy, err := policyOf(v)
	if err != nil {
		return p, err
	}
	p.Policy, _ = policy.(bandit.Policy)
	p.Weighted, _ = policy.(bandit.Weighted)
	if v.Text("leaf") != "eval" {
		return p, nil
	}
	evaluate, err := g.(game.Evaluated).Evaluation(v.Text("eval"))
	p.Evaluator = mcts.Heuristic{Evaluation: evaluate, Scale: v.Float("scale")}
	p.Cutoff, p.Mix = v.Int("cutoff"), v.Float("mix")
	return p, err
}

// policyOf makes the selection policy.
func policyOf(v spec.Values) (any, error) {
	entry, values := bandit.Find(v.Text("policy")), map[string]string{}
	for _, o := range policyOptions() {
		if v.Has(o.Name) {
			values[o.Name] = v.Text(o.Name)
		}
	}
	policy, err := entry.Read(values)
	if err != nil {
		return nil, err
	}
	switch below := v.Has("policy-below"); {
	case below && v.Has("layers"):
		return nil, errors.New("policy-below and layers both say where another policy chooses: leave one out")
	case below:
		made, err := bandit.Parse(v.Text("policy-below"))
		if err != nil {
			return nil, fmt.Errorf("policy-below: %w", err)
		}
		layer, err := bandit.Below(made, v.Int("below-depth"))
		if err != nil {
			return nil, err
		}
		return bandit.NewLayered(policy, []bandit.Layer{layer})
	case v.Has("layers"):
		layers, err := bandit.ParseLayers(v.Text("layers"))
		if err != nil {
			return nil, fmt.Errorf("layers: %w", err)
		}
		return bandit.NewLayered(policy, layers)
	}
	return policy, nil
}

// NewGame implements Agent.
func (a *mctsAgent) NewGame(seat game.Player, seed uint64) {
	a.seat = seat
	a.search.NewGame(seat, seed)
}

// Choose implements Agent. No time is spent on a move without a choice.
func (a *mctsAgent) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	if a.budget(limits).Time > 0 {
		if a.moves = game.MovesFor(s, a.seat, a.moves[:0]); len(a.moves) == 1 {
			limits.Simulations = 1
		}
	}
	r, err := a.run(ctx, s, limits)
	return r.Move, a.info(r), err
}

func (a *mctsAgent) info(r mcts.Result) agent.Info {
	most := a.maxScore()
	return agent.Info{
		Value:       a.value(max(-most, min(most, r.Value)), r.Proven),
		PV:          r.PV,
		Simulations: r.Simulations,
		Nodes:       r.Nodes,
		Depth:       r.Depth,
		Time:        r.Time,
	}
}

// value is that of a score, which may be proven.
func (a *mctsAgent) value(score float64, proven bool) agent.Value {
	if proven {
		return agent.Proof(a.game, score)
	}
	return agent.Estimate(a.game, score)
}

// maxScore is the most that a player can win.
func (a *mctsAgent) maxScore() float64 { return max(a.game.Info().MaxScore, 1) }

func (a *mctsAgent) run(ctx context.Context, s game.State, limits agent.Limits) (mcts.Result, error) {
	begin := time.Now()
	if a.atRoot != nil {
		a.atRoot(s)
	}
	if a.reuse {
		a.search.Keep(s)
	} else {
		a.search.Forget()
	}
	b := a.budget(limits)
	if b.Time > 0 {
		b.Time = max(b.Time-time.Since(begin), 1)
	}
	return a.search.Run(ctx, s, b)
}

// budget joins the limits of the spec and those given with a position.
func (a *mctsAgent) budget(limits agent.Limits) mcts.Budget {
	b := mcts.Budget{
		Simulations: tighter(a.limits.Simulations, limits.Simulations),
		Nodes:       tighter(a.limits.Nodes, limits.Nodes),
		Time:        time.Duration(tighter(int(a.limits.Time), int(limits.Time))),
	}
	if b == (mcts.Budget{}) {
		b.Simulations = 1000
	}
	return b
}

// Ponder implements Ponderer. Without a kept tree it would be for nothing.
func (a *mctsAgent) Ponder(ctx context.Context, s game.State, limits agent.Limits) {
	if a.reuse {
		a.search.Keep(s)
		a.search.Ponder(ctx, s, a.budget(limits))
	}
}

// What an Analysis shows of a tree.
const (
	shownDepth = 4
	shownShare = 0.02 // of the visits
)

// tellEvery is how often a search tells what it has found so far.
const tellEvery = 100 * time.Millisecond

// drawEvery is how often it tells a large top of its tree.
const drawEvery = 400 * time.Millisecond

// Analyze implements Analyst.
func (a *mctsAgent) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	if q.Tell != nil {
		drawn := time.Now()
		a.search.Watch(cmp.Or(q.Every, tellEvery), func(r mcts.Result) {
			found := a.found(r)
			if q.Tree == 0 || time.Since(drawn) > drawEvery {
				found.Tree, drawn = a.top(q), time.Now()
			}
			q.Tell(found)
		})
		defer a.search.Watch(0, nil)
	}
	r, err := a.run(ctx, s, q.Limits)
	if err != nil {
		return agent.Analysis{}, err
	}
	found := a.found(r)
	found.Tree = a.top(q)
	return found, nil
}

// top is the top of the tree that is asked for.
func (a *mctsAgent) top(q agent.Question) *treetop.Node {
	if q.Tree > 0 {
		return a.search.TopNodes(q.Tree)
	}
	return a.search.Top(shownDepth, shownShare)
}

// found is what is known after a search, or while it runs, but for the tree.
func (a *mctsAgent) found(r mcts.Result) agent.Analysis {
	found := agent.Analysis{Move: r.Move, Info: a.info(r), Edges: r.Edges, Bytes: r.Bytes, Adapted: a.adapted()}
	most := a.maxScore()
	likely := slices.ContainsFunc(r.Moves, func(m mcts.MoveStats) bool { return m.Prior != r.Moves[0].Prior })
	for _, m := range r.Moves {
		low, high := m.Value-stats.Z95*m.Sigma, m.Value+stats.Z95*m.Sigma
		if m.Visits < 2 && !m.Proven {
			low, high = -most, most
		}
		line := agent.Line{Move: m.Move, PV: a.search.PV(m.Move), Visits: m.Visits, Low: max(low, -most), High: min(high, most)}
		if likely { // somebody has told them apart
			line.Prior = m.Prior
		}
		if m.Visits > 0 || m.Proven {
			line.Value = a.value(m.Value, m.Proven)
		}
		found.Lines = append(found.Lines, line)
	}
	found.First(r.Move)
	return found
}
