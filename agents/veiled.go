package agents

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/search/ismcts"
	"gambito/spec"
)

// veiledEntries are the agents of games in which players do not see everything.
var veiledEntries = []agent.Entry{
	{
		Schema: spec.Schema{
			ID: "ismcts", Name: "Information-set MCTS",
			About: "For games with secrets: a tree search over what players see, in worlds that are drawn to fit.",
			Options: []spec.Option{
				{Name: "sims", Type: spec.Int, Default: "1000", Min: 1, Max: 100_000_000, Help: "simulations a move, each in a world of its own"},
				timeOption,
				{Name: "explore", Type: spec.Float, Default: "0.7", Min: 0, Max: 100, Help: "the constant of UCB, beside rewards between -1 and 1"},
				{Name: "observers", Type: spec.Choice, Default: "multiple", Choices: []string{"multiple", "single"}, Help: "whether each player has a tree of what it sees, or all moves are in that of the one who searches"},
				{Name: "play", Type: spec.Choice, Default: "most", Choices: []string{"most", "mixed"}, Help: "the move that was chosen most often, or each as often as it was chosen"},
			},
		},
		Make: agent.Maker{Veiled: true, Resolve: resolveVeiled, New: func(o agent.Order) (agent.Agent, error) {
			v := o.Values
			options := ismcts.Options{Explore: v.Float("explore"), Single: v.Text("observers") == "single"}
			a := newInformed(o, options)
			a.mixed = v.Text("play") == "mixed"
			return a, nil
		}},
	},
	{
		Schema: spec.Schema{
			ID: "pimc", Name: "Determinised search",
			About: "For games with secrets: what is best on average over worlds that are drawn to fit, each searched as if everything were seen.",
			Options: []spec.Option{
				{Name: "worlds", Type: spec.Int, Default: "50", Min: 1, Max: 100_000, Help: "worlds a move"},
				{Name: "sims", Type: spec.Int, Default: "100", Min: 1, Max: 1_000_000, Help: "simulations in each world that is too large to be searched to its end"},
				{Name: "nodes", Type: spec.Int, Default: "1000", Min: 0, Max: 100_000_000, Help: "positions that a world may have which is searched to its end; 0 for never"},
				timeOption,
				{Name: "explore", Type: spec.Float, Default: "0.7", Min: 0, Max: 100, Help: "the constant of UCB in the simulations, beside rewards between -1 and 1"},
			},
		},
		Make: agent.Maker{Veiled: true, Resolve: resolveVeiled, New: func(o agent.Order) (agent.Agent, error) {
			v := o.Values
			d := ismcts.Determinisation{Worlds: v.Int("worlds"), Nodes: v.Int("nodes"), Explore: v.Float("explore")}
			a := newVeiled(o, func(ctx context.Context, s game.Veiled, p game.Player, sims int, r *rand.Rand) ismcts.Found {
				d.Simulations = sims
				return ismcts.Determinised(ctx, o.Game, s, p, d, r)
			})
			a.mixed = true // what ties
			return a, nil
		}},
	},
	strategyEntry,
	hunterEntry,
}

func resolveVeiled(g game.Game, v spec.Values) (spec.Values, error) {
	if !game.OfSecrets(g) {
		return v, fmt.Errorf("it is for games in which players do not see everything, and those of %s do", g.Info().ID)
	}
	if g.New().Turn() == game.Together {
		return v, fmt.Errorf("players of %s move at once, and it knows moves in turn only", g.Info().ID)
	}
	return v, nil
}

// veiledSearch finds what a player should do by what it sees.
type veiledSearch func(ctx context.Context, s game.Veiled, p game.Player, sims int, r *rand.Rand) ismcts.Found

// veiledAgent plays what a search finds.
type veiledAgent struct {
	game   game.Game
	search veiledSearch
	sims   int
	time   time.Duration
	mixed  bool // moves are made as often as they were found, else what was found most
	seat   game.Player
	source rand.PCG
	random *rand.Rand
}

// newInformed is information-set search.
func newInformed(o agent.Order, options ismcts.Options) *veiledAgent {
	return newVeiled(o, func(ctx context.Context, s game.Veiled, p game.Player, sims int, r *rand.Rand) ismcts.Found {
		options.Simulations = sims
		return ismcts.Search(ctx, o.Game, s, p, options, r)
	})
}

func newVeiled(o agent.Order, search veiledSearch) *veiledAgent {
	a := &veiledAgent{game: o.Game, search: search, sims: math.MaxInt32} // time is the limit
	if o.Values.Has("sims") {
		a.sims = o.Values.Int("sims")
	}
	if o.Values.Has("time") {
		a.time = o.Values.Duration("time")
	}
	a.random = rand.New(&a.source)
	return a
}

// NewGame implements agent.Agent.
func (a *veiledAgent) NewGame(seat game.Player, seed uint64) {
	a.seat = seat
	a.source.Seed(seed, 0)
}

// look searches.
func (a *veiledAgent) look(ctx context.Context, s game.State, limits agent.Limits) (ismcts.Found, agent.Info) {
	begin, sims := time.Now(), a.sims
	if limits.Simulations > 0 {
		sims = min(sims, limits.Simulations)
	}
	for _, most := range []time.Duration{a.time, limits.Time} {
		if most > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, most)
			defer cancel()
		}
	}
	f := a.search(ctx, s.(game.Veiled), a.seat, sims, a.random)
	info := agent.Info{Simulations: f.Simulations, Nodes: f.Nodes, Time: time.Since(begin)}
	if best := mostLikely(f); f.Visits[best] > 0 {
		info.Value = agent.Estimate(a.game, f.Values[best])
	}
	return f, info
}

// mostLikely is the number of the move with the largest share, and of several with the
// greatest value.
func mostLikely(f ismcts.Found) (best int) {
	for i := range f.Shares {
		if c := cmp.Or(cmp.Compare(f.Shares[i], f.Shares[best]), cmp.Compare(f.Values[i], f.Values[best])); c > 0 {
			best = i
		}
	}
	return best
}

// mix makes of what was found how likely the moves are.
func (a *veiledAgent) mix(f ismcts.Found) []float64 {
	if a.mixed {
		return f.Shares
	}
	shares := make([]float64, len(f.Shares))
	shares[mostLikely(f)] = 1
	return shares
}

// Choose implements agent.Agent.
func (a *veiledAgent) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	f, info := a.look(ctx, s, limits)
	return f.Moves[drawn(a.mix(f), a.random)], info, nil
}

// drawn is a number, each with its share.
func drawn(shares []float64, r *rand.Rand) (i int) {
	x := r.Float64()
	for i = range shares {
		if x -= shares[i]; x < 0 {
			return i
		}
	}
	for shares[i] == 0 && i > 0 { // rounding left the sum below one
		i--
	}
	return i
}

// Mix implements agent.Mixer.
func (a *veiledAgent) Mix(ctx context.Context, s game.State, limits agent.Limits) ([]float64, error) {
	f, _ := a.look(ctx, s, limits)
	return a.mix(f), ctx.Err()
}

// Analyze implements agent.Analyst.
func (a *veiledAgent) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	f, info := a.look(ctx, s, q.Limits)
	found := agent.Analysis{Move: f.Moves[mostLikely(f)], Info: info}
	for i, m := range f.Moves {
		line := agent.Line{Move: m, PV: []game.Move{m}, Visits: f.Visits[i]}
		if f.Visits[i] > 0 {
			line.Value = agent.Estimate(a.game, f.Values[i])
		}
		found.Lines = append(found.Lines, line)
	}
	slices.SortStableFunc(found.Lines, func(a, b agent.Line) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value.Score, a.Value.Score))
	})
	found.First(found.Move)
	return found, nil
}
