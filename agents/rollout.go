package agents

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/networks"
	"gambito/games/backgammon/pubeval"
	"gambito/games/backgammon/rollout"
	"gambito/games/backgammon/rules"
	"gambito/spec"
	"gambito/stats"
)

var rolloutEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "rollout", Name: "Rollout",
		About: "Backgammon by games played from every turn, with equal dice for all: the turn with the best equity.",
		Options: []spec.Option{
			{Name: "policy", Type: spec.Choice, Default: "td", Choices: []string{"td", "pubeval", "rules"}, Help: "who plays these games, without looking ahead"},
			{Name: "games", Type: spec.Int, Default: "360", Min: 36, Max: 1e7, Scale: spec.Logarithmic, Help: "games from a position; multiples of 36 and of 1296 spread the first rolls evenly"},
			modelOption,
			{Name: "truncate", Type: spec.Int, Default: "10", Min: 0, Max: 1000, Help: "turns after which the networks of td tell the chances, 0 to play to the end"},
		},
	},
	Make: agent.Maker{Resolve: resolveTD, New: newRollout, Open: openTD, Included: includedTD},
}

func newRollout(o agent.Order) (agent.Agent, error) {
	m, err := modelOf(o)
	if err != nil {
		return nil, err
	}
	v, estimator := o.Values, networks.NewEstimator(m, bearoffTables(o.Environment))
	a := &rolloutAgent{Roller: rollout.Roller{Policy: pubeval.Best, Games: v.Int("games"), Truncate: v.Int("truncate"), Estimate: estimator}}
	switch v.Text("policy") {
	case "rules":
		a.Policy = byRules(rules.Default.Prepare())
	case "td":
		a.Policy = byChances(estimator)
	}
	return a, nil
}

// byRules plays by the standard rules; of equal turns the first.
func byRules(e *rules.Prepared) rollout.Policy {
	return func(b *backgammon.Board, p game.Player, moves []game.Move) game.Move {
		scorer := e.Scorer(b, p)
		best, highest := moves[0], 0
		for i, m := range moves {
			after := *b
			after.Play(p, m)
			if score := scorer.Score(&after); i == 0 || score > highest {
				best, highest = m, score
			}
		}
		return best
	}
}

// byChances plays for the best equity; of equal turns the first.
func byChances(e *networks.Estimator) rollout.Policy {
	after := new(backgammon.Board)
	return func(b *backgammon.Board, p game.Player, moves []game.Move) game.Move {
		best, lowest := moves[0], 0.0
		if len(moves) == 1 {
			return best
		}
		for i, m := range moves {
			*after = *b
			after.Play(p, m)
			if equity := e.Evaluate(after, p^1).Equity(); i == 0 || equity < lowest {
				best, lowest = m, equity
			}
		}
		return best
	}
}

// rolloutAgent is also a cube.Sampler.
type rolloutAgent struct {
	rollout.Roller
	moves []game.Move
}

// NewGame implements Agent.
func (a *rolloutAgent) NewGame(_ game.Player, seed uint64) {
	a.Seed = rand.New(rand.NewPCG(seed, 0)).Uint64()
}

// contender is a turn and what has come of it.
type contender struct {
	move  game.Move
	board backgammon.Board
	tally rollout.Tally
}

func (c *contender) equity() float64 { return -c.tally.Chances().Equity() }

// Choose implements Agent.
func (a *rolloutAgent) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	found, err := a.Analyze(ctx, s, agent.Question{Limits: limits})
	return found.Move, found.Info, err
}

// Analyze implements Analyst. Turns that fall behind by more than three standard
// errors get no more games.
func (a *rolloutAgent) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	begin := time.Now()
	st := s.(*backgammon.State)
	a.moves = st.Moves(a.moves[:0])
	var field, out []contender
	for _, m := range a.moves {
		c := contender{move: m, board: *st.Board()}
		if c.board.Play(st.Side(), m); c.board.Winner() != game.Nobody {
			v := chancesValue(c.board.Ended(st.Side()))
			v.Proven = true
			return agent.Analysis{Move: m, Info: agent.Info{Value: v}, Lines: []agent.Line{{Move: m, PV: []game.Move{m}, Value: v}}}, nil
		}
		field = append(field, c)
	}
	played := 0
	for len(field) > 1 && field[0].tally.Games < a.Games {
		for i := range field {
			if ctx.Err() != nil {
				return agent.Analysis{}, ctx.Err()
			}
			c := &field[i]
			games := min(36, a.Games-c.tally.Games)
			a.Play(&c.tally, &c.board, st.Side()^1, games)
			played += games
		}
		slices.SortStableFunc(field, func(x, y contender) int { return cmp.Compare(y.equity(), x.equity()) })
		best := &field[0]
		field = slices.DeleteFunc(field, func(c contender) bool {
			behind := c.equity() < best.equity()-3*(c.tally.Deviation()+best.tally.Deviation())
			if behind {
				out = append(out, c)
			}
			return behind
		})
		if q.Tell != nil {
			q.Tell(rolledOut(field, out, played, begin))
		}
	}
	return rolledOut(field, out, played, begin), nil
}

// rolledOut is what is known of the turns still in the field and of those out of it.
func rolledOut(field, out []contender, played int, begin time.Time) agent.Analysis {
	found := agent.Analysis{Move: field[0].move, Info: agent.Info{Simulations: played, Time: time.Since(begin)}}
	slices.SortStableFunc(out, func(x, y contender) int { return cmp.Compare(y.equity(), x.equity()) })
	for _, c := range slices.Concat(field, out) {
		line := agent.Line{Move: c.move, PV: []game.Move{c.move}, Visits: c.tally.Games}
		if c.tally.Games > 0 {
			line.Value = chancesValue(c.tally.Chances().Other())
			doubt := stats.Z95 * c.tally.Deviation()
			line.Low, line.High = c.equity()-doubt, c.equity()+doubt
		}
		found.Lines = append(found.Lines, line)
	}
	found.Value = found.Lines[0].Value
	return found
}
