package td

import (
	"gambito/games/backgammon/networks"
	"gambito/spec"
)

// Options describe the settings that can be chosen, by their names in JSON. Default
// holds the defaults.
var Options = []spec.Option{
	{Name: "games", Type: spec.Int, Min: 1, Max: 1e12, Scale: spec.Logarithmic, Help: "to learn from"},
	{Name: "hidden", Type: spec.Int, Min: 1, Max: networks.MaxHidden, Help: "units of each network"},
	{Name: "race_hidden", Type: spec.Int, Min: 0, Max: networks.MaxHidden, Help: "units of the network of races, if other than those; 0: as many"},
	{Name: "thesis", Type: spec.Bool, Help: "networks as a thesis prints them: 248 and 224 inputs, no biases, one output that learns from the next position"},
	{Name: "lambda", Type: spec.Float, Min: 0, Max: 1, Help: "how much of later positions a target takes"},
	{Name: "rate", Type: spec.Float, Min: 1e-9, Max: 1, Scale: spec.Logarithmic, Help: "of learning, at first"},
	{Name: "final_rate", Type: spec.Float, Min: 1e-9, Max: 1, Scale: spec.Logarithmic, Help: "and at the end, not above rate; it falls geometrically"},
	{Name: "batch", Type: spec.Int, Min: 1, Max: maxBatch, Scale: spec.Logarithmic, Help: "games that are played with the same weights"},
	{Name: "stage", Type: spec.Int, Min: 1, Max: maxBatch, Scale: spec.Logarithmic, Help: "batches after which play waits until all are learned from"},
	{Name: "explore", Type: spec.Float, Min: 0, Max: 1, Help: "share of games that begin with turns by Pubeval for one side"},
	{Name: "plies", Type: spec.Int, Min: 0, Max: 1, Help: "0: targets are what games come to; 1: the mean over all rolls, each played as looks best"},
	{Name: "replies", Type: spec.Int, Min: 0, Max: 100, Help: "with plies=1: turns of a roll that networks look at, the best by Pubeval; 0: all"},
	{Name: "skip", Type: spec.Float, Min: 0, Max: 1, Help: "with plies=1: share of positions from which nothing is learned"},
	{Name: "others", Type: spec.Float, Min: 0, Max: 1, Help: "with plies=1: share of lessons that are of another good turn than the one made"},
	{Name: "minibatch", Type: spec.Int, Min: 0, Max: maxBatch, Help: "lessons of a step by Adam; 0: plain steps, a lesson each"},
	{Name: "passes", Type: spec.Int, Min: 0, Max: 1000, Help: "with a minibatch: how often a lesson is learned from, if more than once"},
	{Name: "average", Type: spec.Float, Min: 0, Max: 1, Help: "with a minibatch: play by a running mean of the weights, to which a step adds this share; 0: by the last"},
}
