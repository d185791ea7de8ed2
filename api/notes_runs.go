package api

import (
	"gambito/agent"
	"gambito/arena"
	"gambito/build"
	"gambito/ladder"
	"gambito/papers"
	"gambito/report"
)

// runNotes are of experiments, runs and what they come to.
var runNotes = []notes{
	{of: arena.Settings{}, name: "Experiment", about: "An experiment in words and numbers: all that decides about its games.", fields: map[string]string{
		"format":         "Version of this object.",
		"name":           "Name of the experiment and of its run.",
		"games":          "The games that are played.",
		"agents":         "The agents that meet.",
		"schedule":       "Who meets whom.",
		"rounds":         "How many rounds.",
		"games-per-pair": "Games of every two agents at every game, a round.",
		"unpaired":       "Whether the games of a pair draw openings and dice of their own.",
		"draw":           "What a draw counts.",
		"seed":           "Seed of all randomness.",
		"stop":           "When the experiment ends.",
		"limits":         "What agents may use for a move, beside their own limits.",
		"max-plies":      "After so many plies a game is a draw; 0 for never.",
		"resign":         "When agents give up.",
	}},
	{of: arena.GameSettings{}, name: "ExperimentGame", about: "A game of an experiment.", nullable: []string{"agents"}, fields: map[string]string{
		"id":            "Game spec.",
		"digest":        "SHA-256 of the text that its rules were read from, hexadecimal.",
		"openings":      "Moves to start with, as given.",
		"lines":         "A hash of the moves, of openings from a file.",
		"opening-lines": "These moves.",
		"agents":        "What each of the experiment's agents is in this game; null of runs of the first format.",
	}},
	{of: arena.PlayerSettings{}, name: "ExperimentPlayer", about: "An agent in one game of an experiment.", fields: map[string]string{
		"spec":      "Its spec with every option.",
		"artefacts": "The files that it names.",
	}},
	{of: agent.Artefact{}, about: "A file, or something like it that comes with gambito, on which play depends.", fields: map[string]string{
		"option": "Option of the spec that names it.",
		"name":   "Its name there.",
		"digest": "SHA-256 of the content, hexadecimal.",
	}},
	{of: arena.AgentSettings{}, name: "ExperimentAgent", about: "An agent of an experiment.", fields: map[string]string{
		"name": "Its name in tables.",
		"spec": "Its spec as given.",
		"full": "The same with every option, of runs of the first format.",
	}},
	{of: arena.Stop{}, about: "When an experiment ends.", fields: map[string]string{
		"rule":  "After all rounds, when a sequential test decides, or when the score is known well enough.",
		"sprt":  "The test of the rule sprt.",
		"width": "Of the rule width: how wide the interval of the score may be, as a share of the points.",
		"level": "Level of that interval.",
	}},
	{of: agent.Limits{}, name: "Limits", about: "What an agent may use for a move; 0 is no limit.", fields: map[string]string{
		"Simulations": "Simulations of a tree search.",
		"Nodes":       "Positions to visit.",
		"Depth":       "Plies to look ahead.",
		"Time":        "Time in nanoseconds.",
	}},
	{of: arena.Resign{}, about: "When an agent gives up.", fields: map[string]string{
		"value": "Once it has expected a score of minus so much or less, from 0 to 1.",
		"moves": "For so many of its moves in a row; 0 for never.",
	}},
	{of: arena.Estimate{}, name: "GameEstimate", about: "How long the games of one kind take.", fields: map[string]string{
		"game":     "Game spec.",
		"left":     "Games to play.",
		"probed":   "Games that the estimate rests on.",
		"seconds":  "Time of a game on one core, in seconds.",
		"at_least": "Whether it takes longer: no game ended within the probe.",
	}},
	{of: arena.Verdict{}, name: "StopVerdict", about: "What a sequential stop makes of pairs of games.", fields: map[string]string{
		"pairs":    "Pairs by the half points that the first agent made in both games, from 0 to 4.",
		"llr":      "Log-likelihood ratio of the test.",
		"decision": "Which hypothesis the test accepts.",
		"score":    "Score of the first agent, with its interval.",
		"decided":  "Whether the pairs suffice.",
	}},
	{of: build.Info{}, name: "Build", about: "Which gambito it was, and where it ran."},
	{of: report.Summary{}, about: "What a run says about its agents.", fields: map[string]string{
		"name":     "Name of the run.",
		"games":    "Games played.",
		"planned":  "Games that the experiment has at most.",
		"seed":     "Seed of all randomness.",
		"draw":     "What a draw counts.",
		"total":    "The agents over all games.",
		"by_game":  "The agents at each game.",
		"friedman": "Whether the agents differ over the games.",
		"verdict":  "What a sequential stop says.",
		"warnings": "What makes the result worth less than it looks.",
	}},
	{of: report.Table{}, about: "The agents at one game or at all, the best first.", fields: map[string]string{
		"game":   "Game spec; empty for all games.",
		"mixed":  "Whether the points of the games cannot be added, so that a win of any is one point.",
		"agents": "The agents.",
		"pairs":  "Every two agents compared at this game, once all of it is played.",
	}},
	{of: report.GamePair{}, about: "Two agents compared at one game: the randomisation test on pairs of games, or the sign test on games that are not paired.", fields: map[string]string{
		"better": "The one with the higher score.",
		"worse":  "The other.",
		"units":  "Pairs of games, or games if they are not paired.",
		"paired": "Whether those are pairs.",
		"score":  "Score of the better one against the other, a draw worth ½, with its 95 % interval.",
		"p":      "Two-sided p-value of this pair alone, which is exact.",
		"holm":   "The same adjusted over all pairs at this game by Holm's method.",
	}},
	{of: report.Line{}, name: "Standing", about: "One agent in a table.", fields: map[string]string{
		"agent":     "Its name.",
		"results":   "Games won, drawn and lost.",
		"as_first":  "Those in which it moved first.",
		"as_second": "Those in which it did not.",
		"points":    "Points made.",
		"share":     "Share of the points that could be made, were every win worth one, with its 95 % interval.",
		"rounds":    "Points of its rounds, once all are played.",
		"elo":       "Elo rating, the mean of all being 0, with its 95 % interval.",
		"rated":     "Whether anything is known of the rating.",
		"of_points": "Points against all others, where a game can count more than one.",
	}},
	{of: report.RankTest{}, about: "Whether the agents differ over the games at all (Friedman's test), and which two of them do.", fields: map[string]string{
		"exact_p": "p-value by enumeration or resampling.",
		"exact":   "Whether it is by enumeration.",
		"agents":  "The agents, in the order of the rank sums.",
		"pairs":   "Every two agents.",
		"nemenyi": "How far apart mean ranks must be to differ, if the games are enough to tell.",
	}},
	{of: report.Nemenyi{}, about: "Nemenyi's test after Friedman's.", fields: map[string]string{
		"critical_difference": "Agents whose mean ranks are further apart differ.",
		"level":               "Probability that any two differ so by chance.",
	}},
	{of: report.PairedTest{}, about: "Two agents compared over the games by Wilcoxon's signed ranks.", fields: map[string]string{
		"first":  "The one agent.",
		"second": "The other.",
		"plus":   "Sum of the ranks where the first is better.",
		"minus":  "Sum of the ranks where the second is.",
		"p":      "Two-sided p-value of this pair alone.",
		"holm":   "The same adjusted over all pairs by Holm's method.",
	}},
	{of: ladder.Result{}, name: "Ladder", about: "The levels of a game, measured.", fields: map[string]string{
		"game":     "Game spec.",
		"openings": "Moves to start with.",
		"games":    "Games of every two neighbours.",
		"seed":     "Seed of all randomness.",
		"target":   "Share of the points that a level should make against the one below.",
		"holds":    "Whether every level does.",
		"levels":   "The levels, the lowest first.",
	}},
	{of: ladder.Level{}, about: "A level of a ladder.", nullable: []string{"share", "holds", "elo"}, fields: map[string]string{
		"level":   "Its number.",
		"spec":    "Agent spec that it is a name for.",
		"results": "Games won, drawn and lost against the level below; none for the lowest.",
		"share":   "Share of the points of these games, with its 95 % interval; null for the lowest.",
		"holds":   "Whether that reaches the target; null for the lowest.",
		"elo":     "Elo rating by Bradley and Terry's model, the mean of all levels being 0, with its 95 % interval; null if a level won all games or none.",
		"seconds": "Time for a move in seconds, on average.",
	}},
	{of: papers.Study{}, about: "A published experiment that can be repeated.", fields: map[string]string{
		"id":     "Its name, such as ggp/first.",
		"source": "Where it was published.",
		"about":  "What it is.",
	}},
	{of: papers.Finding{}, about: "A published value and what came out here.", fields: map[string]string{
		"id":        "Study, experiment and cell.",
		"source":    "The published table.",
		"published": "The published value, in the unit; null if there is none.",
		"measured":  "What came out here, in the unit; null if nothing did.",
		"low":       "Lower end of the 95 % interval of what was measured.",
		"high":      "Upper end of that interval.",
		"verdict":   "Whether both agree.",
		"unit":      "Unit of the values, such as %.",
		"games":     "Games measured.",
		"note":      "What the verdict rests on, if not on the rule.",
	}},
}
