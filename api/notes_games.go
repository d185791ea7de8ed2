package api

import (
	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/measure"
	"gambito/protocol/ggp"
	"gambito/spec"
)

// gameNotes are of games, agents and the records of games.
var gameNotes = []notes{
	{of: measure.Size{}, name: "GameSize", about: "How large a game is, as it was in games that were played.", fields: map[string]string{
		"game":         "Game spec.",
		"agent":        "Agent spec of who played all sides.",
		"games":        "Games played.",
		"branching":    "Moves there are where a player is to move, on average, with a 95 % interval; where all move at once, joint moves.",
		"most":         "The greatest number of moves seen.",
		"outcomes":     "Ways in which chance can decide, where it does, on average; 1 without chance.",
		"length":       "Moves that the players make in a game, on average, with a 95 % interval.",
		"shortest":     "Moves of the shortest game.",
		"longest":      "Moves of the longest game.",
		"search_space": "Common logarithm of (branching × outcomes)^length, with a 95 % interval.",
		"leaves":       "Common logarithm of the number of games by Knuth's estimate, if all moves were drawn with equal chances.",
		"ahead":        "Positions to look at for a move, the answer to it and the next move.",
	}},
	{of: measure.Profile{}, name: "GameProfile", about: "What a game looks like depth by depth, as it was in games that were played."},
	{of: measure.Depth{}, name: "GameDepth", about: "How many moves and ends there are at a depth of a game."},
	{of: spec.Schema{}, name: "Declaration", about: "A name and the options it takes, of a game or an agent.", fields: map[string]string{
		"id":      "Name in specs.",
		"name":    "What people call it.",
		"about":   "A line of help.",
		"options": "The options, in the order in which they are explained.",
		"size":    "The options that a bare value such as 8x6 sets, in order. A name that stands twice asks for equal numbers.",
	}},
	{of: spec.Option{}, about: "An option of a game or an agent.", fields: map[string]string{
		"name":      "Name in specs.",
		"type":      "What values it takes.",
		"default":   "Its value if none is given; empty if the help tells where the default comes from.",
		"min":       "Least value of numbers, where max is above min; of durations in seconds.",
		"max":       "Greatest value likewise.",
		"scale":     "How numbers are spread out from min to max: equal differences or equal ratios count alike; absent for differences.",
		"choices":   "The values of a choice.",
		"cases":     "What the option is where default and range depend on another option.",
		"vary":      "Values of which a search may try which is best while it runs; absent if it may not.",
		"variables": "What a formula in place of a number may depend on; absent if it must be a number.",
		"help":      "A line of help.",
	}},
	{of: spec.Case{}, name: "OptionCase", about: "What an option is if another has a value.", fields: map[string]string{
		"where":   "The other option and its value, such as policy=ucb.",
		"default": "Its value if none is given.",
		"min":     "Least value.",
		"max":     "Greatest value.",
		"scale":   "How numbers are spread out from min to max.",
		"help":    "A line of help.",
	}},
	{of: game.EvaluationInfo{}, name: "Evaluation", about: "An evaluation of positions that a game has.", fields: map[string]string{
		"name":  "Name in specs.",
		"help":  "A line of help.",
		"scale": "The evaluation, in its own unit, that stands for an expected score of tanh(1) = 0.76, if it is known.",
		"unit":  "How much of the evaluation stands for one of what people count in the game, such as a disc, if it is known.",
		"leaf":  "Whether a tree search does better to judge positions by it than by playouts, as measured.",
	}},
	{of: agent.Chance{}, about: "How likely a game is to end with a score.", fields: map[string]string{
		"score":       "The score.",
		"probability": "How likely it is, from 0 to 1.",
	}},
	{of: arena.Record{}, about: "One game, finished or not. Lists run over the seats: the first belongs to who moves first.", nullable: []string{"result"}, fields: map[string]string{
		"game":        "Game spec.",
		"names":       "Names of an experiment's agents, by seat.",
		"agents":      "Agent specs as given, by seat.",
		"full":        "The same with every option.",
		"seats":       "Which of the match's agents, from 0, sat at each seat.",
		"pairing":     "Which agents of the schedule met, from 0.",
		"number":      "Number of the game within its pairing, from 0.",
		"seed":        "Seed of the match.",
		"position":    "Where the game started, if not at the game's own start.",
		"opening":     "How many of the moves were given, not chosen.",
		"moves":       "The moves as the game writes them, what chance decided among them.",
		"result":      "Scores by seat; null while the game is not over.",
		"reason":      "Why it ended.",
		"faults":      "What cost players the game, other than the rules.",
		"clock":       "How long players might think: a time for all moves and what each move adds, such as 5m+3s; absent without a clock.",
		"simulations": "Simulations by seat, as the agents told.",
		"nodes":       "Positions visited by seat, as the agents told.",
		"seconds":     "Thinking time by seat, in seconds. No second game repeats it.",
		"build":       "The gambito that played it.",
		"machine":     "The machine of a fleet that played it.",
		"date":        "When the game began, of games that people played: RFC 3339, or as another program has written it.",
		"event":       "Where it was played, such as the tournament that a database names.",
	}},
	{of: arena.Fault{}, about: "What a player did that lost the game at once.", fields: map[string]string{
		"seat":      "Seat of the player, from 0.",
		"reason":    "What it was.",
		"detail":    "The illegal move or the error.",
		"times":     "How often the stake was lost by it, where a game may count more than once; once if it is absent.",
		"continued": "Whether only a game of a match was lost by it, and the match went on.",
	}},
	{of: ggp.Record{}, name: "GGPRecord", about: "A match over the protocol of General Game Playing. Lists over roles are in the order of the rulesheet.", fields: map[string]string{
		"matchId":     "Name of the match.",
		"game":        "Game spec.",
		"roles":       "The roles of the rulesheet.",
		"players":     "Addresses of the players by role, random for the server's own.",
		"startTime":   "When the match began, in milliseconds since 1970.",
		"startClock":  "What players had before the first move, in seconds.",
		"playClock":   "What players had for a move, in seconds.",
		"scrambled":   "Whether the names of the rules were replaced.",
		"seed":        "Seed of the moves that the server made.",
		"moves":       "Moves by step and role.",
		"states":      "Facts of the positions, the start first.",
		"errors":      "By step and role: empty, or what made the move one of the server's: IL, TO or CE.",
		"goalValues":  "Goals by role, from 0 to 100.",
		"isCompleted": "Whether the match ended by the rules.",
		"isAborted":   "Whether it was stopped.",
		"silent":      "Roles whose players have never answered anything.",
		"seconds":     "Time that the match took, in seconds.",
	}},
}
