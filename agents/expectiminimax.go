package agents

import (
	"fmt"

	"gambito/agent"
	"gambito/game"
	"gambito/search/minimax"
	"gambito/spec"
)

// defaultChanceDepth is how deep expectiminimax looks if its spec names no
// limit: every ply of a game with a die costs six times as much as of one
// without.
const defaultChanceDepth = 2

// PruningOption is the option of expectiminimax that says how it prunes.
var PruningOption = spec.Option{
	Name: "pruning", Type: spec.Choice, Default: string(minimax.Star2), Choices: prunings(),
	Help: "what to leave out: nothing, what the bounds of values allow, or that after probing a move of every outcome",
}

func prunings() (names []string) {
	for _, pruning := range minimax.Prunings {
		names = append(names, string(pruning))
	}
	return names
}

var expectiminimaxEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "expectiminimax", Name: "expectiminimax",
		About: "Expectiminimax: minimax for games of chance, where a roll is worth the mean of what follows it.",
		Options: []spec.Option{
			{Name: "depth", Type: spec.Int, Min: 1, Max: 200, Help: fmt.Sprintf("moves of players to look ahead (default: %d, or no limit if another is given); chance costs none", defaultChanceDepth)},
			nodesOption,
			timeOption,
			evalOption,
			PruningOption,
		},
	},
	Make: agent.Maker{
		Resolve: func(g game.Game, v spec.Values) (spec.Values, error) {
			return resolveEvaluation(g, resolveLimits(v, defaultChanceDepth))
		},
		New: newExpectiminimax,
	},
}

func newExpectiminimax(o agent.Order) (agent.Agent, error) {
	g, v := o.Game, o.Values
	evaluate, err := evaluation(g, v.Text("eval"))
	if err != nil {
		return nil, err
	}
	// The most that can be won is what the search calls a win.
	a := &minimaxAgent{limits: limitsOf(v), judged: judgedBy(g, v.Text("eval"), int(minimax.Win/max(g.Info().MaxScore, 1)))}
	a.search, err = minimax.New(g, minimax.Params{
		Pruning: minimax.Pruning(v.Text("pruning")),
		Depth:   a.limits.Depth, Nodes: uint64(a.limits.Nodes), Time: a.limits.Time,
		Scale: a.scale, Evaluate: evaluate, Order: true, Deepen: true,
	})
	return a, err
}
