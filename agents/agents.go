// Package agents is the catalogue of the agents, a file a family, as package games
// is that of the games: it makes players from specs such as "random" or
// "mcts:sims=1000". Begin with New(agent.NewEnvironment("")), which is the registry
// that reads them.
package agents

import (
	"fmt"
	"slices"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
)

// New returns the agents that come with gambito and those of more, which take the
// place of those with their ID.
func New(e *agent.Environment, more ...agent.Entry) *agent.Registry {
	return agent.NewRegistry(e, []agent.Decorator{doublingCube}, slices.Concat(
		[]agent.Entry{randomEntry}, minimaxEntries(), []agent.Entry{expectiminimaxEntry}, mctsEntries(), networkEntries,
		[]agent.Entry{levelEntry, perfectEntry, pubevalEntry, rulesEntry, rolloutEntry, fuzzyEntry, tdEntry, ensembleEntry, lookaheadEntry, patternEntry},
		veiledEntries,
		more,
	)...)
}

// onlyBackgammon refuses all other games.
func onlyBackgammon(g game.Game) error {
	if _, ok := g.(*backgammon.Game); !ok {
		return fmt.Errorf("it plays backgammon, not %s", g.Info().ID)
	}
	return nil
}
