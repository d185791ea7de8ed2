package zero

import "gambito/spec"

// Options describe the settings that can be chosen, by their names in JSON. The
// presets hold the defaults.
var Options = []spec.Option{
	{Name: "filters", Type: spec.Int, Min: 8, Max: 512, Scale: spec.Logarithmic, Help: "of each layer of the network, a multiple of 8"},
	{Name: "blocks", Type: spec.Int, Min: 0, Max: 40, Help: "residual ones of the network"},
	{Name: "games", Type: spec.Int, Min: 1, Max: 1e7, Scale: spec.Logarithmic, Help: "of self-play in a round"},
	{Name: "simulations", Type: spec.Int, Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "of a search that is learnt from"},
	{Name: "fast", Type: spec.Int, Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "simulations of the other searches, which only move a game on"},
	{Name: "full_share", Type: spec.Float, Min: 0.01, Max: 1, Help: "share of moves whose search is learnt from"},
	{Name: "considered", Type: spec.Int, Min: 0, Max: 1e4, Help: "moves that meet in the knockout at the root (Gumbel); 0 searches with noise, as the first AlphaZero did"},
	{Name: "value_scale", Type: spec.Float, Min: 0.001, Max: 100, Scale: spec.Logarithmic, Help: "what values count beside priors in the knockout"},
	{Name: "noise_alpha", Type: spec.Float, Min: 0.001, Max: 1000, Scale: spec.Logarithmic, Help: "of the Dirichlet noise at the root, where considered is 0"},
	{Name: "noise_share", Type: spec.Float, Min: 0, Max: 1, Help: "of that noise in the priors"},
	{Name: "warm", Type: spec.Int, Min: 0, Max: 1e6, Help: "plies whose moves are drawn by visits, where considered is 0"},
	{Name: "opening_share", Type: spec.Float, Min: 0, Max: 1, Help: "share of games that begin with random moves"},
	{Name: "opening_least", Type: spec.Int, Min: 0, Max: 1000, Help: "random moves that such a game has at least, not above opening"},
	{Name: "opening", Type: spec.Int, Min: 0, Max: 1000, Help: "and at most"},
	{Name: "resign", Type: spec.Float, Min: 0, Max: 1, Help: "who expects less than minus this plays on without searches; 0: never"},
	{Name: "solved", Type: spec.Int, Min: 0, Max: 1000, Help: "method solver: the ply from which positions are solved"},
	{Name: "window", Type: spec.Int, Min: 100, Max: 1e9, Scale: spec.Logarithmic, Help: "latest positions to learn from"},
	{Name: "batch", Type: spec.Int, Min: 1, Max: 1e5, Scale: spec.Logarithmic, Help: "positions of a step of learning"},
	{Name: "passes", Type: spec.Float, Min: 0.01, Max: 1000, Scale: spec.Logarithmic, Help: "how often a position is learnt in its round"},
	{Name: "rate", Type: spec.Float, Min: 1e-7, Max: 1, Scale: spec.Logarithmic, Help: "of learning"},
	{Name: "l2", Type: spec.Float, Min: 0, Max: 1, Help: "decay of the weights"},
	{Name: "value_mix", Type: spec.Float, Min: 0, Max: 1, Help: "share of what the search expected in the value to learn; the rest is the result"},
	{Name: "averaging", Type: spec.Float, Min: 0.001, Max: 1, Scale: spec.Logarithmic, Help: "how much of the network that plays a hundred steps replace; 1 plays what was learnt last"},
	{Name: "gate_games", Type: spec.Int, Min: 0, Max: 1e6, Help: "of a new network against the best so far; 0: it takes its place unseen"},
	{Name: "gate_share", Type: spec.Float, Min: 0, Max: 1, Help: "of the points that lets it pass"},
	{Name: "baseline_games", Type: spec.Int, Min: 0, Max: 1e6, Help: "of the best network against each fixed opponent, after a round"},
	{Name: "play_sims", Type: spec.Int, Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "simulations of the network in these games"},
	{Name: "solver", Type: spec.Bool, Help: "prove ends of games in the tree"},
	{Name: "truth", Type: spec.Int, Min: 0, Max: 10_000, Help: "positions on which the network alone is compared with a solver after a round, where there is one"},
}
