package agents

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/othello"
	"gambito/models"
	"gambito/ntuple"
	"gambito/search/probcut"
	"gambito/spec"
)

// patternDepth is how deep the agent looks if its spec names no limit.
const patternDepth = 8

var patternEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "pattern", Name: "Pattern search",
		About: "Principal variation search by a pattern system, with Multi-ProbCut where the model has cuts, " +
			"and through to the end of the game where that is near. The strongest player of Othello here.",
		Options: []spec.Option{
			{Name: "depth", Type: spec.Int, Min: 1, Max: 100, Help: fmt.Sprintf("plies to look ahead (default: %d, or no limit if another is given)", patternDepth)},
			nodesOption,
			timeOption,
			{Name: "model", Type: spec.File, Help: "name of a pattern system that comes with gambito or is in the data folder, or a file (default: the game's own)"},
			{Name: "probcut", Type: spec.Bool, Default: "on", Help: "leave out what a shallow search shows to be probably beyond the window, where the model has cuts"},
			{Name: "empties", Type: spec.Int, Min: 0, Max: 60, Help: "in Othello: from how many empty cells on the search goes through to the end, first with doubt and then without (default: 10 more than the depth, 30 where there is none)"},
			{Name: "book", Type: spec.File, Default: bookOff, Help: "in Othello: on, play the opening by the book that comes with gambito; off; or a file, as gambito solve --make-book writes it"},
			{Name: "variety", Type: spec.Float, Default: "0", Min: 0, Max: 64, Help: "with a book: draw among its moves that are worth at most so many discs less than the best"},
			{Name: "table", Type: spec.Int, Default: "16", Min: 1, Max: 1 << 16, Scale: spec.Logarithmic, Help: "size of the table in MB"},
			{Name: "threads", Type: spec.Int, Default: "1", Min: 1, Max: 1024, Help: "threads of one search, which share the table (not reproducible)"},
		},
	},
	Make: agent.Maker{Resolve: resolvePattern, New: newPattern, Open: openPattern, Included: includedPattern},
}

// From how many empty cells on a search goes through to the end.
const (
	solvedBeyond = 10 // more than its depth
	solvedFrom   = 30 // if only time or positions limit it
)

// resolvePattern names the model, and limits the depth where nothing else is limited.
func resolvePattern(g game.Game, v spec.Values) (spec.Values, error) {
	if _, err := probcut.Celled(g); err != nil {
		return v, err
	}
	v = resolveLimits(v, patternDepth)
	if !v.Has("model") {
		name := models.Of(g.Info().ID) + patternsSuffix
		if _, ok := models.Read(name); !ok {
			return v, fmt.Errorf("no pattern system comes with gambito for %s: train one and give its file as model=FILE", g.Info().ID)
		}
		v = v.With("model", name)
	}
	if _, ok := g.(othello.Game); !ok {
		for _, option := range []string{"empties", "book", "variety"} {
			if v.Given(option) {
				return v, fmt.Errorf("option %s is for Othello", option)
			}
			v = v.Without(option)
		}
		return v, nil
	}
	if v.Text("book") == bookOff {
		if v.Given("variety") {
			return v, errors.New("option variety needs a book: give book=on as well")
		}
		v = v.Without("variety")
	}
	if !v.Has("empties") {
		empties := solvedFrom
		if v.Has("depth") {
			empties = min(v.Int("depth")+solvedBeyond, solvedFrom)
		}
		v = v.With("empties", strconv.Itoa(empties))
	}
	return v, nil
}

// patternsSuffix ends the names of pattern systems.
const patternsSuffix = "-patterns"

// pattern plays what a search by patterns finds.
type pattern struct {
	game    game.Game
	search  *probcut.Search
	discs   bool // values are discs
	limits  agent.Limits
	empties int
	opening *opening // nil if it plays without a book
}

func newPattern(o agent.Order) (agent.Agent, error) {
	v := o.Values
	judge, err := sharedJudge(o)
	if err != nil {
		return nil, err
	}
	size, err := tableSize(v)
	if err != nil {
		return nil, err
	}
	p := probcut.Params{Bytes: size << 20, Threads: v.Int("threads")}
	if v.Bool("probcut") {
		p.Cuts = judge.Cuts
	}
	a := &pattern{game: o.Game, search: probcut.New(judge.Board(), p), discs: judge.Discs(), limits: limitsOf(v)}
	if v.Has("empties") {
		a.empties = v.Int("empties")
	}
	a.opening, err = openingOf(o)
	return a, err
}

// sharedJudge reads a pattern system once for all agents.
func sharedJudge(o agent.Order) (*probcut.Judge, error) {
	type key struct{ digest, game string }
	file := o.File("model")
	return agent.Share(o.Environment, key{file.Digest, o.Game.Info().ID}, func() (*probcut.Judge, error) {
		m, err := ntuple.Decode(file.Content)
		if err != nil {
			return nil, fmt.Errorf("model %s: %w", file.Name, err)
		}
		judge, err := probcut.NewJudge(o.Game, m)
		if err != nil {
			return nil, fmt.Errorf("model %s: %w", file.Name, err)
		}
		return judge, nil
	})
}

// NewGame implements Agent.
func (a *pattern) NewGame(_ game.Player, seed uint64) {
	a.search.Forget()
	if a.opening != nil {
		a.opening.source.Seed(seed, 0)
	}
}

// Choose implements Agent.
func (a *pattern) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	if a.opening != nil {
		if choice, ok := a.opening.choose(s); ok {
			r := probcut.Result{Lines: []probcut.Line{{Move: choice.Move, Value: choice.Value, PV: []game.Move{choice.Move}}}}
			return choice.Move, a.info(r), nil
		}
	}
	r, err := a.search.Run(ctx, s, a.limit(s, limits), 1, nil)
	if err != nil {
		return 0, agent.Info{}, err
	}
	return r.Lines[0].Move, a.info(r), nil
}

// Analyze implements Analyst. A search for many lines takes about as many times as
// long as one for the best move.
func (a *pattern) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	var tell func(probcut.Result)
	if q.Tell != nil {
		tell = func(r probcut.Result) { q.Tell(a.found(r)) }
	}
	r, err := a.search.Run(ctx, s, a.limit(s, q.Limits), max(1, q.Lines), tell)
	if err != nil {
		return agent.Analysis{}, err
	}
	return a.found(r), nil
}

// limit joins the limits of the spec and those given with a position.
func (a *pattern) limit(s game.State, limits agent.Limits) probcut.Limits {
	l := probcut.Limits{
		Depth: tighter(a.limits.Depth, limits.Depth),
		Nodes: uint64(tighter(a.limits.Nodes, limits.Nodes)),
		Time:  time.Duration(tighter(int(a.limits.Time), int(limits.Time))),
		Solve: a.empties,
	}
	if limits.Clock > 0 && a.limits.Time == 0 {
		all, long := a.toThink(s)
		l.Soft, l.Time = share(limits.Clock, all, long)
	}
	return l
}

// toThink is how many moves of its own the agent still has to make, and how many of them to
// think about at length: in Othello until the end of the game is within reach.
func (a *pattern) toThink(s game.State) (all, long int) {
	if _, ok := a.game.(othello.Game); !ok {
		return usualMoves, usualMoves
	}
	own, opp := othello.Discs(s)
	empty := 64 - bits.OnesCount64(own|opp)
	return (empty + 1) / 2, max(empty/4+3, (empty-solvedSoon)/2+3)
}

// Plans for the moves to come.
const (
	usualMoves = 25                    // in games of which nothing else is known
	solvedSoon = 20                    // empty cells of Othello with which little time is needed
	lost       = 20 * time.Millisecond // that a move may cost beyond what was meant, on a busy machine
)

// share is how much of what is left on a clock a move may take when there are so many to
// come, and some of them to think about at length: after soft nothing more is begun, and after hard all ends.
func share(clock time.Duration, all, long int) (soft, hard time.Duration) {
	clock = max(clock*9/10-time.Duration(all)*lost, clock/5)
	each := clock / time.Duration(long)
	return max(each*2/3, 1), max(min(each*2, clock/5), 1)
}

// found is what a search has found.
func (a *pattern) found(r probcut.Result) agent.Analysis {
	found := agent.Analysis{Move: r.Lines[0].Move, Info: a.info(r)}
	for _, l := range r.Lines {
		found.Lines = append(found.Lines, agent.Line{Move: l.Move, PV: l.PV, Value: a.worth(l.Value, r)})
	}
	return found
}

func (a *pattern) info(r probcut.Result) agent.Info {
	best := r.Lines[0]
	return agent.Info{Value: a.worth(best.Value, r), PV: best.PV, Nodes: int(r.Nodes), Depth: r.Depth, Time: r.Time}
}

// discScale is the estimate, in discs, that stands for an expected score of tanh(1).
const discScale = 12

// worth is what a value of a search means.
func (a *pattern) worth(value int, r probcut.Result) agent.Value {
	if !a.discs {
		if math.Abs(float64(value)) >= probcut.Won {
			return agent.Proof(a.game, math.Copysign(1, float64(value)))
		}
		if r.Exact {
			return agent.Proof(a.game, 0)
		}
		return agent.Estimate(a.game, math.Tanh(float64(value)/probcut.Logit))
	}
	count := float64(value) / probcut.Disc
	v := agent.Estimate(a.game, math.Tanh(count/discScale))
	if r.Exact {
		v = agent.Proof(a.game, max(-1, min(1, count)))
	}
	if measured, ok := a.game.(game.Measured); ok {
		v.Unit, v.Count = measured.Unit(), count
	}
	return v
}
