package agents

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/search/minimax"
	"gambito/spec"
)

// defaultDepth is how deep an agent of the minimax family looks if its spec
// names no limit.
const defaultDepth = 4

// Options of all agents that search by minimax and its kin.
var (
	nodesOption = spec.Option{Name: "nodes", Type: spec.Int, Min: 1, Max: 1e12, Scale: spec.Logarithmic, Help: "positions to look at for a move (default: no limit)"}
	timeOption  = spec.Option{Name: "time", Type: spec.Duration, Min: 0.001, Max: 86400, Scale: spec.Logarithmic, Help: "time for a move (default: no limit); results then depend on the machine"}
	evalOption  = spec.Option{Name: "eval", Type: spec.Evaluation, Help: "evaluation of positions, see the game's in gambito games (default: the game's first, or none)"}
)

// resolveLimits limits the depth where nothing else is limited.
func resolveLimits(v spec.Values, depth int) spec.Values {
	if !v.Has("depth") && !v.Has("nodes") && !v.Has("time") {
		return v.With("depth", strconv.Itoa(depth))
	}
	return v
}

// limitsOf reads the limits of a spec.
func limitsOf(v spec.Values) agent.Limits {
	return agent.Limits{Depth: v.Int("depth"), Nodes: v.Int("nodes"), Time: v.Duration("time")}
}

// minimaxEntries are the agents of the minimax family, one an algorithm.
func minimaxEntries() (entries []agent.Entry) {
	for _, a := range minimax.Algorithms {
		options := []spec.Option{
			{Name: "depth", Type: spec.Int, Min: 1, Max: 200, Help: fmt.Sprintf("plies to look ahead (default: %d, or no limit if another is given)", defaultDepth)},
			nodesOption,
			timeOption,
			evalOption,
			{Name: "order", Type: spec.Bool, Default: "on", Help: "try promising moves first: the table's, killers, history"},
			{Name: "quiesce", Type: spec.Bool, Default: "off", Help: "see wins by one more move at the leaves"},
			{Name: "deepen", Type: spec.Bool, Default: "on", Help: "search to depth 1, 2, … instead of to the last depth at once"},
		}
		if a.UsesTable {
			options = append(options, spec.Option{Name: "table", Type: spec.Int, Default: "4", Min: 0, Max: 4096, Scale: spec.Logarithmic, Help: "size of the transposition table in MB, 0 for none"})
		}
		entries = append(entries, agent.Entry{
			Schema: spec.Schema{ID: a.Name, Name: a.Name, About: a.About, Options: options},
			Make: agent.Maker{
				Resolve: resolveMinimax,
				New:     func(o agent.Order) (agent.Agent, error) { return newMinimax(o, a.Search, a.UsesTable) },
			},
		})
	}
	return entries
}

// minimaxAgent plays what a search finds.
type minimaxAgent struct {
	search *minimax.Search
	limits agent.Limits // of the spec
	judged
}

// judged tells what the values of a search mean.
type judged struct {
	game       game.Game
	scale      int // the value of a score of 1
	evaluation game.EvaluationInfo
}

// judgedBy is what values mean to a search with that evaluation, in which a score of
// 1 has the value scale.
func judgedBy(g game.Game, evaluation string, scale int) judged {
	j := judged{game: g, scale: scale}
	if e, ok := g.(game.Evaluated); ok && evaluation != agent.NoEvaluation {
		kind, _, _ := strings.Cut(evaluation, ":") // h1:5/41 is one of h1
		for i, info := range e.Evaluations() {
			if info.Name == kind || i == 0 && kind == "" {
				j.evaluation = info
			}
		}
	}
	return j
}

// worth is what a value of the search means to the player it is for. A value of
// Win was proven; any other is an evaluation, or between such ones and scores where
// chance has a part: there what is closer to scores is taken for one.
func (j judged) worth(value float64, plies int) agent.Value {
	score := value / float64(j.scale)
	switch {
	case math.Abs(value) >= minimax.Win && j.scale == minimax.Win:
		v := agent.Proof(j.game, score)
		v.Plies = plies
		return v
	case j.evaluation.Scale == 0 || math.Abs(score) >= 0.5:
		return agent.Estimate(j.game, score)
	}
	v := agent.Estimate(j.game, math.Tanh(value/j.evaluation.Scale))
	if measured, ok := j.game.(game.Measured); ok && j.evaluation.Unit != 0 {
		v.Unit, v.Count = measured.Unit(), value/j.evaluation.Unit
		if v.Unit == game.Discs {
			v.Count = max(-mostDiscs, min(mostDiscs, v.Count))
		}
	}
	return v
}

// mostDiscs is by how many anybody can be ahead; an evaluation may have more.
const mostDiscs = 64

func resolveMinimax(g game.Game, v spec.Values) (spec.Values, error) {
	v = resolveLimits(v, defaultDepth)
	if !v.Has("depth") { // there is no last depth to begin with
		v = v.With("deepen", "on")
	}
	return resolveEvaluation(g, v)
}

// resolveEvaluation names the evaluation.
func resolveEvaluation(g game.Game, v spec.Values) (spec.Values, error) {
	if !v.Has("eval") {
		name := agent.NoEvaluation
		if e, ok := g.(game.Evaluated); ok {
			name = e.Evaluations()[0].Name
		}
		v = v.With("eval", name)
	}
	_, err := evaluation(g, v.Text("eval"))
	return v, err
}

func newMinimax(o agent.Order, algorithm minimax.Algorithm, usesTable bool) (agent.Agent, error) {
	g, v := o.Game, o.Values
	evaluate, err := evaluation(g, v.Text("eval"))
	if err != nil {
		return nil, err
	}
	a := &minimaxAgent{limits: limitsOf(v), judged: judgedBy(g, v.Text("eval"), minimax.Win)}
	p := minimax.Params{
		Algorithm: algorithm,
		Depth:     a.limits.Depth, Nodes: uint64(a.limits.Nodes), Time: a.limits.Time,
		Evaluate: evaluate,
		Order:    v.Bool("order"), Quiesce: v.Bool("quiesce"), Deepen: v.Bool("deepen"),
	}
	if usesTable {
		size, err := tableSize(v)
		if err != nil {
			return nil, err
		}
		p.TableBits = minimax.TableBits(size << 20)
	}
	a.search, err = minimax.New(g, p)
	return a, err
}

// evaluation returns the evaluation of that name, the game's own for "".
func evaluation(g game.Game, name string) (minimax.Evaluation, error) {
	e, ok := g.(game.Evaluated)
	switch {
	case name == agent.NoEvaluation || !ok && name == "":
		return nil, nil
	case !ok:
		return nil, fmt.Errorf("evaluation %q: %s has none", name, g.Info().ID)
	}
	evaluate, err := e.Evaluation(name)
	if err != nil {
		return nil, fmt.Errorf("%w, and none", err)
	}
	return evaluate, nil
}

// NewGame implements Agent.
func (a *minimaxAgent) NewGame(game.Player, uint64) { a.search.Reset() }

// Choose implements Agent.
func (a *minimaxAgent) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	a.limit(limits)
	r, err := a.search.Run(ctx, s)
	return r.Move, a.info(r), err
}

// limit joins the limits of the spec and those given with a position.
func (a *minimaxAgent) limit(limits agent.Limits) {
	depth := tighter(a.limits.Depth, limits.Depth)
	nodes := tighter(a.limits.Nodes, limits.Nodes)
	a.search.Limit(depth, uint64(nodes), time.Duration(tighter(int(a.limits.Time), int(limits.Time))))
}

// Analyze implements Analyst. A search for many lines takes about as many times as
// long as one for the best move.
func (a *minimaxAgent) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	a.limit(q.Limits)
	return a.analyze(ctx, a.search, s, q)
}

// analyze runs a search and tells of all moves.
func (j judged) analyze(ctx context.Context, search *minimax.Search, s game.State, q agent.Question) (agent.Analysis, error) {
	var tell func(minimax.Result)
	if q.Tell != nil {
		tell = func(r minimax.Result) { q.Tell(j.found(r)) }
	}
	r, err := search.RunLines(ctx, s, max(1, q.Lines), tell)
	return j.found(r), err
}

// found is what a search has found.
func (j judged) found(r minimax.Result) agent.Analysis {
	found := agent.Analysis{Move: r.Move, Info: j.info(r)}
	for _, l := range r.Lines {
		found.Lines = append(found.Lines, agent.Line{Move: l.Move, PV: l.PV, Value: j.bounded(l.Value, l.Plies, l.Bound)})
	}
	return found
}

// bounded is a value that is perhaps only known to be at least or at most so much. That
// a position is at least lost or at most won says nothing.
func (j judged) bounded(value float64, plies int, bound minimax.Bound) agent.Value {
	v := j.worth(value, plies)
	switch bound {
	case minimax.AtLeast:
		if v.Bound = agent.AtLeast; value <= -minimax.Win {
			return agent.Value{}
		}
	case minimax.AtMost:
		if v.Bound = agent.AtMost; value >= minimax.Win {
			return agent.Value{}
		}
	}
	return v
}

func (j judged) info(r minimax.Result) agent.Info {
	bound := minimax.Exactly
	if !r.Exact { // Best Node Search and B* may know a move to be best, and how good it is at least
		bound = minimax.AtLeast
	}
	return agent.Info{Value: j.bounded(r.Value, r.Plies, bound), PV: r.PV, Nodes: int(r.Nodes), Depth: r.Depth, Time: r.Time}
}

// tighter is the smaller of two limits, of which 0 is none.
func tighter(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
