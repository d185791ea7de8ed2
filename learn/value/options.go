package value

import (
	"maps"
	"slices"

	"gambito/spec"
)

// Options describe the settings that can be chosen, by their names in JSON. The
// presets hold the defaults.
var Options = []spec.Option{
	{Name: "network", Type: spec.Choice, Choices: slices.Sorted(maps.Keys(Networks)), Help: "its architecture"},
	{Name: "games", Type: spec.Int, Min: 2, Max: 1e7, Scale: spec.Logarithmic, Help: "of a stage"},
	{Name: "simulations", Type: spec.Int, Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "of a move in them"},
	{Name: "opening", Type: spec.Int, Min: 0, Max: 1000, Help: "random moves that games begin with, so that they differ"},
	{Name: "noise", Type: spec.Float, Min: 0, Max: 10, Help: "on the choice of moves where the network version plays itself"},
	{Name: "both_noisy", Type: spec.Bool, Help: "both sides have the noise then, not one of them"},
	{Name: "opponent", Type: spec.Choice, Choices: []string{Staged, MeetsSelf, MeetsRand, MeetsUCT}, Help: "whom the network version meets after the first stage: itself, a random player, plain UCT, or all in turn"},
	{Name: "once", Type: spec.Bool, Help: "play games in the first stage alone; the others go on learning from them"},
	{Name: "keep", Type: spec.Int, Min: 2, Max: 1e8, Scale: spec.Logarithmic, Help: "latest games to learn from; older ones are dropped"},
	{Name: "epochs", Type: spec.Int, Min: 1, Max: 1e5, Scale: spec.Logarithmic, Help: "of fitting at most"},
	{Name: "batch", Type: spec.Int, Min: 1, Max: 1e5, Scale: spec.Logarithmic, Help: "positions of a step of learning"},
	{Name: "rate", Type: spec.Float, Min: 1e-7, Max: 1, Scale: spec.Logarithmic, Help: "of learning"},
	{Name: "l2", Type: spec.Float, Min: 0, Max: 1, Help: "decay of the weights"},
	{Name: "held_out", Type: spec.Float, Min: 0.01, Max: 0.9, Help: "share that is not learnt from, but measured on"},
	{Name: "split", Type: spec.Choice, Choices: []string{ByGame, ByPosition}, Help: "what is held out"},
	{Name: "images", Type: spec.Bool, Help: "learn from positions under random symmetries"},
	{Name: "patience", Type: spec.Int, Min: 1, Max: 1e5, Scale: spec.Logarithmic, Help: "epochs without a better network before fitting stops"},
	{Name: "last", Type: spec.Bool, Help: "take the network of the last epoch, not that of the best on what is held out"},
	{Name: "measure", Type: spec.Int, Min: 0, Max: 1e6, Help: "games against plain UCT after a stage"},
	{Name: "play_sims", Type: spec.Int, Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "simulations of both in them"},
}
