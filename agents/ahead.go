package agents

import (
	"context"
	"errors"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/fuzzy"
	"gambito/games/backgammon/pubeval"
	"gambito/games/backgammon/rules"
	"gambito/spec"
)

// aheadOptions are those of agents that look ahead in backgammon.
func aheadOptions(plies string) []spec.Option {
	return []spec.Option{
		{Name: "plies", Type: spec.Int, Default: plies, Min: 0, Max: 3, Help: "how many rolls of both sides to look ahead; each costs some hundred times as much"},
		{Name: "width", Type: spec.Int, Default: "8", Min: 1, Max: 5000, Scale: spec.Logarithmic, Help: "how many turns are looked at again with a ply more"},
		{Name: "margin", Type: spec.Float, Default: "0.16", Min: 0, Max: 6, Help: "and by how many points a game they may look worse than the best"},
		{Name: "replies", Type: spec.Int, Default: "0", Min: 0, Max: 100, Help: "further ahead, how many turns of a roll are evaluated, the best by Pubeval; 0: all (default: 8 for networks with 2 plies or more, else all)"},
		{Name: "temperature", Type: spec.Float, Default: "0", Min: 0, Max: 100, Scale: spec.Logarithmic, Help: "draw the turn to play, which weakens: of two turns the one that is worth as many points a game less is e times as seldom; 0 plays the best"},
	}
}

// prunedPlies is from how many plies on networks do not look at all turns of a roll
// further ahead, and prunedReplies at how many they do: that takes less than a third
// of the time and loses a few ten-thousandths of a point a turn.
const prunedPlies, prunedReplies = 2, 8

// resolveAhead leaves out a temperature and a list of replies that change nothing.
func resolveAhead(v spec.Values) spec.Values {
	if v.Float("temperature") == 0 {
		v = v.Without("temperature")
	}
	if v.Int("replies") == 0 && v.Int("plies") < prunedPlies {
		v = v.Without("replies")
	}
	return v
}

var lookaheadEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "lookahead", Name: "look-ahead", About: "Backgammon by looking ahead with any evaluation of positions.",
		Options: append([]spec.Option{
			{Name: "eval", Type: spec.Choice, Default: "pubeval", Choices: []string{"pubeval", "rules", "fuzzy", "td"}, Help: "what tells the worth of positions: the scores of both sides by that agent, or the networks of td"},
			modelOption,
		}, append(vectorOptions("weights of eval=rules or eval=fuzzy, as these agents have them (default: theirs)"), aheadOptions("1")...)...),
	},
	Make: agent.Maker{Resolve: resolveLookahead, New: newLookahead, Open: openTD, Included: includedTD},
}

func resolveLookahead(g game.Game, v spec.Values) (spec.Values, error) {
	v = resolveAhead(v)
	eval := v.Text("eval")
	if v.Has("model") && eval != "td" {
		return v, errors.New("a model is for eval=td")
	}
	if (v.Has("weights") || v.Has("file")) && eval != "rules" && eval != "fuzzy" {
		return v, errors.New("weights are for eval=rules and eval=fuzzy")
	}
	switch eval {
	case "td":
		return resolveTD(g, v)
	case "rules":
		return resolveVector(g, v, rules.Default, rules.Parse)
	case "fuzzy":
		return resolveFuzzy(g, v)
	}
	return v, onlyBackgammon(g)
}

func newLookahead(o agent.Order) (agent.Agent, error) {
	tables := bearoffTables(o.Environment)
	switch o.Values.Text("eval") {
	case "td":
		return newTD(o)
	case "rules":
		vector, err := readVector(o, rules.Parse)
		if err != nil {
			return nil, err
		}
		return newTurns(o, vector.Positions(tables)), nil
	case "fuzzy":
		vector, err := readVector(o, fuzzy.Parse)
		if err != nil {
			return nil, err
		}
		return newTurns(o, vector.Positions(tables)), nil
	}
	return newTurns(o, pubeval.Positions(tables)), nil
}

// aheadAgent chooses turns of backgammon by an evaluation of positions.
type aheadAgent struct {
	search *ahead.Search
	voters []*ahead.Search // who decide by majority, if any
	votes  []int           // by index of turn
}

func newAhead(o agent.Order, e backgammon.Estimator) *aheadAgent {
	v := o.Values
	return &aheadAgent{search: &ahead.Search{
		Estimator: e, Plies: v.Int("plies"), Filter: ahead.Filter{Width: v.Int("width"), Margin: v.Float("margin")},
		Replies: ahead.NewShortlist(v.Int("replies"), pubeval.Score),
	}}
}

// newTurns is newAhead for one that may draw its turns.
func newTurns(o agent.Order, e backgammon.Estimator) agent.Agent {
	return warmed(newAhead(o, e), o.Values)
}

// NewGame implements Agent.
func (a *aheadAgent) NewGame(game.Player, uint64) {}

// Choose implements Agent.
func (a *aheadAgent) Choose(ctx context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	turns, info, err := a.rank(ctx, s)
	if err != nil {
		return 0, agent.Info{}, err
	}
	return turns[0].Move, info, nil
}

// Analyze implements Analyst.
func (a *aheadAgent) Analyze(ctx context.Context, s game.State, _ agent.Question) (agent.Analysis, error) {
	turns, info, err := a.rank(ctx, s)
	if err != nil {
		return agent.Analysis{}, err
	}
	analysis := agent.Analysis{Move: turns[0].Move, Info: info}
	for _, t := range turns {
		analysis.Lines = append(analysis.Lines, agent.Line{Move: t.Move, PV: []game.Move{t.Move}, Value: chancesValue(t.Chances)})
	}
	return analysis, nil
}

// chancesValue is the value of a player's chances in a game of backgammon without
// the cube.
func chancesValue(c backgammon.Chances) agent.Value {
	equity := c.Equity()
	chance := func(score float64, at, more float32) agent.Chance {
		return agent.Chance{Score: score, Probability: float64(max(0, at-more))}
	}
	return agent.Value{
		Known: true, Score: equity, Unit: game.Equity, Count: equity,
		Chances: []agent.Chance{
			chance(1, c.Win, c.WinGammon), chance(2, c.WinGammon, c.WinBackgammon), chance(3, c.WinBackgammon, 0),
			chance(-1, 1-c.Win, c.LoseGammon), chance(-2, c.LoseGammon, c.LoseBackgammon), chance(-3, c.LoseBackgammon, 0),
		},
	}
}

// Evaluate tells the chances of a player who is about to roll, with as many
// plies as turns are chosen with.
func (a *aheadAgent) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	return a.search.Evaluate(b, p, a.search.Plies)
}

// Outcomes implements backgammon.Looker, with as many plies as turns are chosen with.
func (a *aheadAgent) Outcomes(b *backgammon.Board, p game.Player) []backgammon.Outcome {
	return a.search.Outcomes(b, p)
}

// rank is all turns, the best first.
func (a *aheadAgent) rank(ctx context.Context, s game.State) ([]ahead.Turn, agent.Info, error) {
	st := s.(*backgammon.State)
	begin, nodes := time.Now(), a.search.Nodes
	turns, err := a.search.Rank(ctx, st.Board(), st.Side(), st.Dice())
	if err == nil && len(turns) > 1 && a.voters != nil {
		err = a.elect(ctx, st, turns)
	}
	if err != nil {
		return nil, agent.Info{}, err
	}
	return turns, agent.Info{Value: chancesValue(turns[0].Chances), Nodes: a.search.Nodes - nodes, Depth: turns[0].Plies, Time: time.Since(begin)}, nil
}

// elect puts the turn that most voters find best to the front.
func (a *aheadAgent) elect(ctx context.Context, s *backgammon.State, turns []ahead.Turn) error {
	a.votes = append(a.votes[:0], make([]int, len(turns))...)
	for _, voter := range a.voters {
		ranked, err := voter.Rank(ctx, s.Board(), s.Side(), s.Dice())
		if err != nil {
			return err
		}
		for i := range turns {
			if turns[i].Move == ranked[0].Move {
				a.votes[i]++
			}
		}
	}
	elected := 0
	for i, n := range a.votes {
		if n > a.votes[elected] {
			elected = i
		}
	}
	winner := turns[elected]
	copy(turns[1:], turns[:elected])
	turns[0] = winner
	return nil
}
