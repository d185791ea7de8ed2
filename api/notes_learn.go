package api

import (
	"gambito/learn/breed"
	"gambito/learn/genetic"
	"gambito/learn/network"
	"gambito/learn/setting"
	"gambito/learn/td"
	"gambito/learn/training"
	"gambito/learn/truth"
	"gambito/learn/tuples"
	"gambito/learn/value"
	"gambito/learn/zero"
	"gambito/nn"
	"gambito/ntuple"
)

// learnNotes are of networks, of learning and of breeding.
var learnNotes = []notes{
	{of: nn.Architecture{}, about: "The layers of a network.", fields: map[string]string{
		"planes":  "Planes of the input.",
		"rows":    "Rows of the board.",
		"columns": "Columns of the board.",
		"trunk":   "Layers that both heads share.",
		"policy":  "Layers of the policy, which end in a logit for every move.",
		"value":   "Layers of the value.",
	}},
	{of: nn.Layer{}, about: "One step of a network.", fields: map[string]string{
		"kind":       "conv3, conv1, residual, dense or dropout.",
		"size":       "Filters or outputs; a residual block has as many as its input.",
		"norm":       "Whether batch normalisation follows the sums.",
		"activation": "What is applied last: none, relu, tanh, sigmoid or softmax.",
		"rate":       "Share of the numbers that dropout leaves out.",
	}},
	{of: nn.Milestone{}, about: "A moment of a training.", fields: map[string]string{
		"step":      "Steps of the optimizer so far.",
		"positions": "Positions learned from so far.",
		"loss":      "Mean loss since the milestone before.",
		"note":      "What there is to say.",
	}},
	{of: ntuple.Milestone{}, name: "PatternMilestone", about: "A moment of the learning of patterns.", fields: map[string]string{
		"games":     "Games learned from so far.",
		"positions": "Positions learned from so far, repetitions included.",
		"error":     "Of the values, as the note or the method says.",
		"note":      "What there is to say.",
	}},
	{of: nn.Loss{}, about: "How far a network is from its targets.", fields: map[string]string{
		"policy": "Cross-entropy of the moves, in nats.",
		"value":  "Loss of the value.",
		"l2":     "Loss of the size of the weights.",
	}},
	{of: training.Description{}, name: "TrainingOptions", about: "What a method of learning can be told for a game.", fields: map[string]string{
		"game":    "Game spec.",
		"presets": "Settings under a name, the default first.",
	}},
	{of: training.Method{}, fields: map[string]string{
		"name":    "Name of the method.",
		"about":   "What it does.",
		"step":    "What a step of it is called.",
		"options": "Its settings, with the defaults of the first preset.",
	}},
	{of: setting.Preset{}, about: "Settings under a name.", fields: map[string]string{
		"name":     "Its name.",
		"about":    "What it is for.",
		"settings": "All settings by name.",
	}},
	{of: zero.Round{}, name: "ZeroRound", about: "What came out of a round of self-play and learning.", nullable: []string{"baselines"}, fields: map[string]string{
		"round":            "Number of the round, from 0.",
		"games":            "Games of self-play.",
		"positions":        "Positions to learn from that they gave.",
		"plies":            "Mean plies of a game.",
		"repeated":         "Share of the positions that were met before.",
		"games_per_second": "Games a second; 0 if all were there already.",
		"steps":            "Steps of learning.",
		"window":           "Positions that were learned from.",
		"loss":             "Mean loss.",
		"gate":             "Share of the points against the best network so far.",
		"passed":           "Whether the new network is the best now.",
		"baselines":        "Share of the points against each fixed opponent.",
		"truth":            "How the best network alone, without search, did against a solver; absent where there is none.",
		"seconds":          "Time of the round, in seconds.",
		"total_seconds":    "Time of all rounds, in seconds.",
	}},
	{of: network.Entry{}, name: "KnownNetwork", about: "A network that agents can name."},
	{of: network.Comparison{}, name: "NetworkComparison", about: "What networks for one game are worth beside each other."},
	{of: network.Measured{}, name: "MeasuredNetwork", about: "What was measured of a network by itself."},
	{of: network.Meeting{}, name: "NetworkMatch", about: "A match of two networks."},
	{of: truth.Grade{}, name: "ExamGrade", about: "How somebody did in positions that are solved, in each of which some move loses something.", fields: map[string]string{
		"positions":      "How many there are.",
		"kept":           "In how many the move kept the outcome.",
		"absolute_error": "Mean distance of the expected score from the outcome, 1, 0 or -1.",
	}},
	{of: value.Stage{}, name: "ValueStage", about: "What came out of a stage of fitting a value to results.", fields: map[string]string{
		"stage":     "Number of the stage, from 0.",
		"opponents": "Who played the games.",
		"games":     "Games learned from or measured on.",
		"learnt":    "Positions learned from.",
		"held_out":  "Positions measured on.",
		"epochs":    "How fitting went.",
		"quality":   "Quality of the best epoch, on what was held out; null if that was nothing.",
		"against":   "Share of the points against plain UCT.",
		"seconds":   "Time of the stage, in seconds.",
	}},
	{of: value.Epoch{}, name: "ValueEpoch", about: "One pass over the positions.", fields: map[string]string{
		"epoch":    "Number of the epoch, from 0.",
		"loss":     "Mean squared error while learning.",
		"held_out": "Quality on what was held out; null if that was nothing.",
	}},
	{of: value.Quality{}, name: "ValueQuality", about: "How well a value foresees results.", fields: map[string]string{
		"mse": "Mean squared error.",
		"mae": "Mean absolute error.",
		"r2":  "Share of the variance that is explained; null where all results are equal.",
	}},
	{of: td.Settings{}, name: "TDSettings", about: "How backgammon is learned by temporal differences.", fields: map[string]string{
		"games":      "Games to learn from.",
		"hidden":     "Hidden units of each network.",
		"lambda":     "How much of later positions a target takes, from 0 to 1.",
		"rate":       "Rate of learning at first.",
		"final_rate": "Rate of learning at the end; it falls geometrically.",
		"batch":      "Games that are played with the same weights.",
		"stage":      "Batches after which play waits until all are learned from.",
		"seed":       "Seed of all randomness.",
		"explore":    "Share of games that begin with turns by Pubeval for one side.",
		"plies":      "0: targets are what games come to; 1: the mean over all rolls, each played as looks best.",
		"replies":    "With plies 1: turns of a roll that networks look at, the best by Pubeval; 0: all.",
		"skip":       "With plies 1: share of positions from which nothing is learned.",
		"others":     "With plies 1: share of lessons that are of another good turn than the one made.",
		"minibatch":  "Lessons of a step by Adam; 0: plain steps, a lesson each.",
		"passes":     "With a minibatch: how often a lesson is learned from, if more than once.",
		"average":    "With a minibatch: share that a step adds to the running mean of the weights, which plays; 0: the last play.",
	}},
	{of: td.Measurement{}, name: "TDMeasurement", about: "How networks do against Pubeval.", fields: map[string]string{
		"games":  "Games learned from before.",
		"played": "Games against Pubeval.",
		"wins":   "Share of them that were won.",
		"points": "Points won less points lost, a game.",
		"error":  "Standard error of the points.",
	}},
	{of: tuples.Measurement{}, name: "PatternMeasurement", about: "How a pattern system does that chooses moves by the positions right behind them.", fields: map[string]string{
		"games":  "Games learned from before.",
		"first":  "Games against the opponent in which it moved first.",
		"second": "Games in which it moved second.",
		"truth":  "How it did in solved positions; absent where there is no solver.",
	}},
	{of: tuples.Results{}, name: "GameResults", about: "How games ended.", fields: map[string]string{
		"won":   "Games won.",
		"drawn": "Games drawn.",
		"lost":  "Games lost.",
	}},
	{of: truth.Result{}, fields: map[string]string{
		"positions":      "Positions in the set.",
		"kept":           "In how many the agent's move kept the outcome: a win stayed a win, a draw a draw.",
		"moves":          "What can be told if all moves were solved.",
		"mistakes":       "Moves that did not keep the outcome, if they were asked for.",
		"absolute_error": "Mean distance of the agent's expected score from the outcome, 1, 0 or -1.",
		"squared_error":  "Mean square of that distance.",
		"times":          "How long the agent took for a move.",
	}},
	{of: truth.OfMoves{}, name: "SolvedMoves", about: "What can be told if all moves of the positions are solved.", fields: map[string]string{
		"critical":      "Positions in which some move would not have kept the outcome.",
		"critical_kept": "In how many of those the agent's move kept it.",
		"best":          "In how many positions the agent kept the score to the point.",
	}},
	{of: truth.Mistake{}, name: "OutcomeMistake", about: "A move that did not keep the outcome.", fields: map[string]string{
		"position": "The position, as the game writes it.",
		"move":     "The move that was made.",
		"outcome":  "Outcome of the position for the player to move: 1, 0 or -1.",
		"after":    "What the move left of it.",
	}},
	{of: truth.Times{}, name: "MoveTimes", about: "How long an agent took for a move.", fields: map[string]string{
		"median_ms":  "Median, in milliseconds.",
		"longest_ms": "The longest, in milliseconds.",
	}},
	{of: breed.Settings{}, name: "BreedSettings", about: "How players are bred.", fields: map[string]string{
		"player":      "What is bred: rules or fuzzy.",
		"from":        "The first individual: default, random, or numbers separated by slashes; semicolons between several.",
		"against":     "Agent spec of whom they meet, or self: every other individual; semicolons between several, whose mean counts.",
		"games":       "Games that an individual plays in a generation, against each of several agents.",
		"dice":        "How long dice stay the same.",
		"agree":       "How agreement with the agent's moves counts, instead of points against it.",
		"finalists":   "How many of the best of all generations meet the agent once more.",
		"final-games": "For how many games each, against each of several agents.",
		"genetic":     "The algorithm.",
	}},
	{of: breed.Finalist{}, about: "One of the best of all generations with what it has reached once more.", fields: map[string]string{
		"genes": "Its numbers.",
		"spec":  "Agent spec that plays by them.",
		"met":   "What it has reached against each of several agents; absent if there is one.",
	}},
	{of: breed.Meeting{}, about: "What a finalist has reached against one of several agents.", fields: map[string]string{
		"against": "Agent spec of whom it has met.",
	}},
	{of: breed.Result{}, fields: map[string]string{
		"games":     "Games of the finals.",
		"share":     "Share of the points; of several agents the mean.",
		"win_share": "Share of the games won, with Wilson's 95 % interval.",
		"points":    "Points with their intervals; null if there are too few games.",
	}},
	{of: genetic.Entry{}, name: "Generation", about: "What came out of a generation.", fields: map[string]string{
		"best":      "The best fitness, in percent.",
		"mean":      "Mean fitness.",
		"deviation": "Standard deviation of the fitness.",
		"diversity": "How likely two individuals of an island differ at a place.",
		"record":    "The best fitness of all generations so far.",
		"genes":     "Numbers of the best.",
		"restarts":  "Islands that are to start again.",
	}},
	{of: genetic.Settings{}, name: "GeneticSettings", about: "How a genetic algorithm or hill climbing breeds.", fields: map[string]string{
		"seed":           "Seed of all randomness.",
		"method":         "Genetic algorithm or hill climbing.",
		"coding":         "How numbers are written in a chromosome.",
		"population":     "Individuals of an island.",
		"selection":      "How parents are drawn.",
		"scaling":        "How fitness becomes the number of children to expect.",
		"max-copies":     "Of ranking: what the best may expect, 1 to 2.",
		"temperature":    "Of Boltzmann scaling.",
		"contenders":     "Individuals in a tournament.",
		"win-chance":     "Chance that the best of a tournament wins, then the second and so on.",
		"crossover":      "How parents are crossed.",
		"crossover-rate": "Chance that they are.",
		"swap-chance":    "Chance of a place to be swapped in uniform crossover.",
		"mutation":       "Chance of a place to mutate.",
		"mutation-last":  "What it falls to by the last generation; 0 if it stays.",
		"creep":          "Share of its range by about which a mutated number moves; 0 if it is drawn anew.",
		"elite":          "The best, who live on unchanged.",
		"replace":        "How many of the worst die; 0 for all but the elite.",
		"restart":        "Share of places that differ from the best below which all others are drawn anew; below 0 for never.",
		"islands":        "Populations that evolve apart.",
		"migrate":        "Generations after which the best of an island goes to the next; 0 for never.",
		"margin":         "Of hill climbing: by how much a challenger must win.",
		"stride":         "How far the champion then moves towards it; 1 is all the way.",
		"generations":    "Generations after which it ends.",
		"stale":          "Generations without a new best after which it ends; 0 for never.",
		"target":         "Fitness at which it ends; 0 for never.",
	}},
}
