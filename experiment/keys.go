package experiment

import (
	"slices"
	"time"

	"gambito/arena"
	"gambito/spec"
	"gambito/stats"
)

// Keys describes what an experiment file may say; a dot leads into a mapping. The
// reader takes its defaults, ranges and choices from here.
var Keys = []spec.Option{
	{Name: "name", Type: spec.Text, Help: "name of the run, under which it is stored: letters, digits, dots, dashes, underscores; it must be given"},
	{Name: "games", Type: spec.List, Help: "game specs, such as connect4:8x6; they must be given"},
	{Name: "agents", Type: spec.List, Help: "{name, spec}, or agent specs, which are then their own names; they must be given"},
	{Name: "rounds", Type: spec.Int, Default: "1", Min: 1, Max: 1e7, Help: "how often all pairings are played"},
	{Name: "games-per-pair", Type: spec.Int, Default: "100", Min: 2, Max: 1e7, Scale: spec.Logarithmic, Help: "games of every two agents at every game a round; even, because sides are swapped"},
	{Name: "schedule", Type: spec.Choice, Default: string(arena.RoundRobin), Choices: []string{string(arena.RoundRobin), string(arena.Gauntlet), string(arena.Swiss), string(arena.Ladder)}, Help: "who meets whom: all agents each other, the first agent all others, agents of like success in each round, or each agent the next in the list"},
	{Name: "openings", Type: spec.Text, Default: "none", Help: "none, random:PLIES, a file with a line of moves a line, or one of these by game"},
	{Name: "pairs", Type: spec.Bool, Default: "on", Help: "whether the two games of a pair share opening and dice"},
	{Name: "draw", Type: spec.Choice, Default: string(arena.DrawHalf), Choices: []string{string(arena.DrawHalf), string(arena.DrawLoss)}, Help: "what a draw is worth: half a point, or nothing to both"},
	{Name: "seed", Type: spec.Int, Default: "1", Help: "a whole number up to 2⁶⁴ − 1, from which all randomness comes"},
	{Name: "stop", Type: spec.Choice, Default: string(arena.StopFixed), Choices: stopRules, Help: "when it ends: after all rounds, or when a test of two agents decides, or when their score is known well enough, or so many games were decided"},
	{Name: "stop.elo0", Type: spec.Float, Default: "0", Help: "of sprt: the advantage of the first agent that is refused"},
	{Name: "stop.elo1", Type: spec.Float, Default: "20", Help: "of sprt: the advantage that is accepted"},
	{Name: "stop.alpha", Type: spec.Float, Default: "0.05", Min: 0, Max: 1, Scale: spec.Logarithmic, Help: "of sprt: probability of accepting wrongly"},
	{Name: "stop.beta", Type: spec.Float, Default: "0.05", Min: 0, Max: 1, Scale: spec.Logarithmic, Help: "of sprt: probability of refusing wrongly"},
	{Name: "stop.model", Type: spec.Choice, Default: string(stats.LogisticElo), Choices: []string{string(stats.LogisticElo), string(stats.NormalizedElo)}, Help: "of sprt: what Elo means"},
	{Name: "stop.width", Type: spec.Float, Default: "0.05", Min: 0, Max: 1, Scale: spec.Logarithmic, Help: "of width: how narrow the interval of the first agent's score must be"},
	{Name: "stop.level", Type: spec.Float, Default: "0.95", Min: 0, Max: 1, Help: "of width: the level of that interval"},
	{Name: "stop.games", Type: spec.Int, Default: "10000", Min: 1, Max: 1e7, Scale: spec.Logarithmic, Help: "of decided: how many games must have a winner"},
	{Name: "max-plies", Type: spec.Int, Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "a game that is not over after so many plies is a draw (default: never)"},
	{Name: "resign.value", Type: spec.Float, Default: "0.95", Min: 0, Max: 1, Help: "with resign: an agent that values its position at minus this or worse gives up (without resign: never)"},
	{Name: "resign.moves", Type: spec.Int, Default: "3", Min: 1, Max: 1e6, Help: "with resign: for so many of its moves in a row"},
	{Name: "limits.sims", Type: spec.Int, Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "simulations for every move of all agents (default: none)"},
	{Name: "limits.nodes", Type: spec.Int, Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "positions for every move of all agents (default: none)"},
	{Name: "limits.depth", Type: spec.Int, Min: 1, Max: 200, Help: "plies to look ahead for every move of all agents (default: none)"},
	{Name: "limits.time", Type: spec.Duration, Min: 0.001, Max: 86400, Scale: spec.Logarithmic, Help: "time for every move of all agents (default: none); results then depend on the machine"},
}

var stopRules = []string{string(arena.StopFixed), string(arena.StopSPRT), string(arena.StopWidth), string(arena.StopDecided)}

// key is the description of a key.
func key(name string) spec.Option {
	return Keys[slices.IndexFunc(Keys, func(o spec.Option) bool { return o.Name == name })]
}

// whole reads a whole number in the range of a key.
func whole(n node, name string) (int, error) {
	o := key(name)
	return n.Whole(int(o.Min), int(o.Max))
}

// duration reads a time in the range of a key.
func duration(n node, name string) (time.Duration, error) {
	o := key(name)
	d, err := n.Duration()
	if err == nil && (d.Seconds() < o.Min || d.Seconds() > o.Max) {
		return d, n.Fail("%s: it must be %s", d, o.Domain())
	}
	return d, err
}

// number reads a number in the range of a key.
func number(n node, name string) (float64, error) {
	o := key(name)
	x, err := n.Number()
	if err == nil && o.Max > o.Min && !(x >= o.Min && x <= o.Max) {
		return x, n.Fail("%g: it must be %s", x, o.Domain())
	}
	return x, err
}
