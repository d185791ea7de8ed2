package agents

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/search/exact"
	"gambito/search/minimax"
	"gambito/spec"
)

var perfectEntry = agent.Entry{
	Schema: spec.Schema{
		ID:   "perfect",
		Name: "Perfect player",
		About: "Plays a best move, proven by solving the position: Connect 4 with four in a line, Othello's endgame, games small enough to be solved outright. " +
			"Connect 4 and Othello are won by as much and lost by as little as can be.",
		Options: []spec.Option{
			{Name: "ties", Type: spec.Choice, Default: "rule", Choices: []string{"rule", "random"}, Help: "of equally good moves: rule, in Connect 4 the one nearest to the centre, in Othello the one found first, elsewhere one that wins at once or else the first in order; random, any, by the seed"},
			{Name: "time", Type: spec.Duration, Min: 0.001, Max: 86400, Scale: spec.Logarithmic, Help: "time for a move (default: no limit); what is not solved by then is played by alpha-beta search, in Connect 4 by a move that keeps the result if that is known; results then depend on the machine"},
			{Name: "empties", Type: spec.Int, Default: "20", Min: 0, Max: 60, Help: "in Othello: from how many empty cells on the game is solved; before, alpha-beta search plays"},
			{Name: "depth", Type: spec.Int, Min: 1, Max: 60, Help: fmt.Sprintf("plies that alpha-beta search looks ahead (default: %d, or no limit if time is given)", perfectDepth)},
			evalOption,
			{Name: "positions", Type: spec.Int, Default: "5000000", Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "in other games: positions to look at, of which each takes some 20 bytes; a game that needs more is refused"},
			{Name: "table", Type: spec.Int, Default: "8", Min: 1, Max: 1 << 16, Scale: spec.Logarithmic, Help: "in Connect 4 and Othello: size of the solver's table in MB"},
			{Name: "book", Type: spec.File, Help: "in Connect 4: file of opening positions, as gambito solve --make-book writes it, or none (default: standard, the one that comes with gambito, on 7×6)"},
			{Name: "threads", Type: spec.Int, Default: "1", Min: 1, Max: 1024, Help: "in Connect 4: threads of one search"},
		},
	},
	Make: agent.Maker{Resolve: resolvePerfect, New: newPerfect, Open: openBook, Included: includedBook},
}

const (
	// perfectDepth is how deep alpha–beta looks where nothing is solved.
	perfectDepth = 8

	// searchShare is the part of the time for a move that is left to
	// alpha–beta when the solver has not finished.
	searchShare = 4

	// searchTable is the size of alpha–beta's own table in bytes.
	searchTable = 4 << 20
)

// perfect plays what a solver proves to be best.
type perfect struct {
	judged
	solver  exact.Solver
	empties int             // of Othello: from how many on it is solved
	search  *minimax.Search // for what is not solved
	limits  agent.Limits    // of the spec
	ties    bool            // draw among the best moves
	source  rand.PCG
	random  *rand.Rand
}

func newPerfect(o agent.Order) (agent.Agent, error) {
	g, v := o.Game, o.Values
	a := &perfect{
		judged:  judgedBy(g, v.Text("eval"), minimax.Win),
		empties: v.Int("empties"),
		limits:  agent.Limits{Depth: v.Int("depth"), Time: v.Duration("time")},
		ties:    v.Text("ties") == "random",
	}
	a.random = rand.New(&a.source)
	var err error
	if a.solver, err = solverFor(o); err != nil {
		return nil, err
	}
	evaluate, err := evaluation(g, v.Text("eval"))
	if err != nil {
		return nil, err
	}
	a.search, err = minimax.New(g, minimax.Params{
		Algorithm: minimax.AlphaBeta,
		Depth:     perfectDepth, // until look sets the limits
		Evaluate:  evaluate, TableBits: minimax.TableBits(searchTable),
		Order: true, Deepen: true,
	})
	return a, err
}

// resolvePerfect refuses options that mean nothing to g.
func resolvePerfect(g game.Game, v spec.Values) (spec.Values, error) {
	method, err := exact.MethodOf(g)
	if err != nil {
		return v, err
	}
	endgame := method == exact.ByOthello
	late := endgame // whether the game is solved from some move on
	if c, ok := g.(*connect4.Game); ok && method == exact.ByConnect4 {
		columns, rows, _ := c.Size()
		late = columns*rows > exact.Connect4Most
	}
	for _, option := range []struct {
		name  string
		means bool
		where string
	}{
		{"empties", endgame, "Othello"},
		{"depth", late || v.Has("time"), "Othello and large boards of Connect 4, or where time is limited"},
		{"eval", late || v.Has("time"), "Othello and large boards of Connect 4, or where time is limited"},
		{"positions", method == exact.Outright, "games that are solved outright"},
		{"table", method != exact.Outright, "Connect 4 and Othello"},
		{"book", method == exact.ByConnect4, "Connect 4"},
		{"threads", method == exact.ByConnect4, "Connect 4"},
	} {
		switch {
		case option.means:
		case v.Given(option.name):
			return v, fmt.Errorf("option %s is for %s", option.name, option.where)
		default:
			v = v.Without(option.name)
		}
	}
	if method == exact.ByConnect4 && !v.Has("book") {
		v = v.With("book", noBook)
		if columns, rows, _ := g.(*connect4.Game).Size(); columns == 7 && rows == 6 {
			v = v.With("book", standardBook)
		}
	}
	if !late && !v.Has("time") {
		return v, nil
	}
	if !v.Has("time") && !v.Has("depth") {
		v = v.With("depth", strconv.Itoa(perfectDepth))
	}
	return resolveEvaluation(g, v)
}

// solverFor makes the solver of a game.
func solverFor(o agent.Order) (exact.Solver, error) {
	g, v := o.Game, o.Values
	method, err := exact.MethodOf(g)
	switch {
	case err != nil:
		return nil, err
	case method == exact.Outright:
		return solvedOutright(o.Environment, g, v.Int("positions"))
	}
	size, err := tableSize(v)
	if err != nil {
		return nil, err
	}
	if method == exact.ByOthello {
		return exact.For(g, exact.Options{Memory: size})
	}
	options := exact.Options{Memory: size, Threads: v.Int("threads")}
	switch v.Text("book") {
	case standardBook:
	case noBook:
		options.NoBook = true
	default:
		if options.Book, err = sharedBook(o); err != nil {
			return nil, err
		}
	}
	return exact.For(g, options)
}

// What the option book may name that is no file.
const (
	standardBook = "standard"
	noBook       = "none"
)

func openBook(e *agent.Environment, _, name string) ([]byte, error) {
	switch name {
	case noBook:
		return nil, nil
	case standardBook:
		return exact.StandardBookFile, nil
	}
	return e.Read(name)
}

func includedBook(_ *agent.Environment, name string) bool {
	return name == noBook || name == standardBook
}

// sharedBook reads a book once for all agents.
func sharedBook(o agent.Order) (*exact.Book, error) {
	type key struct{ digest string }
	file := o.File("book")
	return agent.Share(o.Environment, key{file.Digest}, func() (*exact.Book, error) {
		book, err := exact.ReadBook(file.Content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		return book, nil
	})
}

// NewGame implements Agent.
func (a *perfect) NewGame(_ game.Player, seed uint64) {
	a.source.Seed(seed, 0)
	a.solver.Reset()
	a.search.Reset()
}

// Choose implements Agent.
func (a *perfect) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	begin := time.Now()
	limit := time.Duration(tighter(int(a.limits.Time), int(limits.Time)))
	var m game.Move
	var info agent.Info
	err := errUnsolved
	if a.solvable(s) {
		m, info, err = a.solve(ctx, s, limit)
		if limit != 0 {
			limit = max(limit-time.Since(begin), time.Millisecond)
		}
	}
	if errors.Is(err, errUnsolved) {
		nodes := info.Nodes
		m, info, err = a.look(ctx, s, limits, limit)
		info.Nodes += nodes
	}
	info.Time = time.Since(begin)
	return m, info, err
}

// errUnsolved says that a position is not solved within the limits.
var errUnsolved = errors.New("not solved")

// solvable reports whether the solver is meant for a position.
func (a *perfect) solvable(s game.State) bool {
	if _, ok := a.solver.(*exact.Othello); !ok {
		return a.solver.Check(s) == nil
	}
	own, opp := othello.Discs(s)
	return 64-bits.OnesCount64(own|opp) <= a.empties
}

// solve finds a best move, or after the time for it one that is known to keep
// the result. The error is that of ctx, errUnsolved, or says that the game is
// too large.
func (a *perfect) solve(ctx context.Context, s game.State, limit time.Duration) (game.Move, agent.Info, error) {
	before, within := a.solver.Nodes(), ctx
	if limit != 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, limit-limit/searchShare)
		defer cancel()
	}
	value, m, err := agent.Value{}, game.Move(0), errUnsolved
	if c, ok := a.solver.(*exact.Connect4); ok && limit != 0 {
		if sign, safe, weak := c.SolveWeakBest(within, s); weak == nil {
			value, m, err = agent.Proof(a.game, float64(sign)), safe, nil
		}
	}
	if score, best, failed := a.best(within, s); failed == nil {
		value, m, err = a.proven(s, score), best, nil
	} else if within.Err() == nil {
		err = failed
	} else if ctx.Err() != nil {
		err = ctx.Err()
	}
	info := agent.Info{Value: value, Nodes: int(a.solver.Nodes() - before)}
	if err == nil {
		info.PV = []game.Move{m}
	}
	return m, info, err
}

// best returns the score of a position and the move to make of the best ones.
func (a *perfect) best(ctx context.Context, s game.State) (score int, m game.Move, err error) {
	if !a.ties {
		return a.solver.SolveBest(ctx, s)
	}
	score, moves, err := a.solver.SolveAllBest(ctx, s)
	if err != nil {
		return 0, 0, err
	}
	return score, moves[a.random.IntN(len(moves))], nil
}

// look chooses by alpha–beta search.
func (a *perfect) look(ctx context.Context, s game.State, limits agent.Limits, limit time.Duration) (game.Move, agent.Info, error) {
	a.limit(limits, limit)
	r, err := a.search.Run(ctx, s)
	return r.Move, a.info(r), err
}

// limit sets the limits of alpha–beta search.
func (a *perfect) limit(limits agent.Limits, time time.Duration) {
	depth := tighter(a.limits.Depth, limits.Depth)
	if depth == 0 && limits.Nodes == 0 && time == 0 {
		depth = perfectDepth
	}
	a.search.Limit(depth, uint64(limits.Nodes), time)
}

// proven is the value of a position that the solver gives a score.
func (a *perfect) proven(s game.State, score int) agent.Value { return Solved(a.game, s, score) }

// Solved is the value to the player to move of a position to which the solver of the
// game, see package exact, gives a score.
func Solved(g game.Game, s game.State, score int) agent.Value {
	v := agent.Proof(g, float64(max(-1, min(1, score))))
	method, _ := exact.MethodOf(g)
	switch g := g.(type) {
	case *connect4.Game:
		if method != exact.ByConnect4 {
			break
		}
		v.Unit, v.Count = g.Unit(), float64(score)
		winner := s.Turn()
		if score < 0 {
			winner, score = winner^1, -score
		}
		if score > 0 {
			v.Plies = g.PliesTo(s, winner, score)
		}
	case othello.Game:
		v.Unit, v.Count = g.Unit(), float64(score)
	}
	return v
}

// solvedOutright returns a solver that knows the value of g already. What it takes
// to prove that is immutable once it is known, and much: all agents share it.
func solvedOutright(e *agent.Environment, g game.Game, positions int) (exact.Solver, error) {
	type key struct {
		id        string
		rules     string
		positions int
	}
	solved, err := agent.Share(e, key{g.Info().ID, game.Digest(g), positions}, func() (*exact.Small, error) {
		solver, err := exact.NewSmall(g, positions, false)
		if err != nil {
			return nil, err
		}
		if _, err := solver.Solve(e.Context(), g.New()); errors.Is(err, exact.ErrTooLarge) {
			return nil, fmt.Errorf("%s takes more than positions=%d to be solved", g.Info().ID, positions)
		} else if err != nil {
			return nil, err
		}
		return solver, nil
	})
	if err != nil {
		return nil, err
	}
	return solved.Fork(positions), nil
}
