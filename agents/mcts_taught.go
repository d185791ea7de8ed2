package agents

import (
	"fmt"
	"slices"

	"gambito/game"
	"gambito/search/mcts"
	"gambito/spec"
)

// TreeSearches are the names of the Monte Carlo tree searches.
func TreeSearches() (names []string) {
	for _, preset := range mctsPresets {
		names = append(names, preset.id)
	}
	return names
}

// TaughtSimulations are those of a search that is shown step by step and names no
// limit.
const TaughtSimulations = 20

// TaughtSearch is what the spec of a Monte Carlo tree search is composed of, for those
// who show it step by step: it has few simulations unless they are given, and plays
// out unless an evaluation is.
func TaughtSearch(text string, g game.Game) (p mcts.Params, b mcts.Budget, err error) {
	parsed, err := spec.Parse(text)
	if err != nil {
		return p, b, err
	}
	entries := mctsEntries()
	i := slices.IndexFunc(TreeSearches(), func(name string) bool { return name == parsed.Name })
	if i < 0 {
		return p, b, fmt.Errorf("unknown search %q %s", parsed.Name, spec.Suggest(parsed.Name, TreeSearches()))
	}
	v, err := entries[i].Read(parsed.Args)
	if err != nil {
		return p, b, fmt.Errorf("%q: %w", text, err)
	}
	if !v.AnyGiven("sims", "time", "nodes") {
		v = v.With("sims", fmt.Sprint(TaughtSimulations))
	}
	if !v.AnyGiven("leaf", "eval", "scale", "cutoff", "mix") {
		v = v.With("leaf", "playout")
	}
	if v, err = entries[i].Make.Resolve(g, v); err != nil {
		return p, b, fmt.Errorf("%q: %w", text, err)
	}
	if p, err = mctsParams(g, v); err != nil {
		return p, b, fmt.Errorf("%q: %w", text, err)
	}
	return p, mcts.Budget{Simulations: v.Int("sims"), Nodes: v.Int("nodes"), Time: v.Duration("time")}, nil
}
