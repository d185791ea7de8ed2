package api

import (
	"gambito/arena"
	"gambito/stats"
)

// statsNotes are of what comes of counting.
var statsNotes = []notes{
	{of: stats.Interval{}, about: "An estimate with its interval.", fields: map[string]string{
		"estimate": "The estimate.",
		"low":      "Lower end of the interval.",
		"high":     "Upper end of the interval.",
	}},
	{of: stats.Results{}, about: "Games of an agent.", fields: map[string]string{
		"wins":   "Games won.",
		"draws":  "Games drawn.",
		"losses": "Games lost.",
	}},
	{of: stats.Summary{}, name: "Distribution", about: "A sample in numbers. Of an empty one all is 0, and of a single value the deviations are.", fields: map[string]string{
		"n":      "Values in it.",
		"mean":   "Their mean.",
		"sd":     "Standard deviation.",
		"se":     "Standard error of the mean.",
		"min":    "The least.",
		"q1":     "First quartile.",
		"median": "The median.",
		"q3":     "Third quartile.",
		"max":    "The greatest.",
	}},
	{of: stats.SPRT{}, name: "SPRT", about: "A sequential probability ratio test between two differences in strength.", fields: map[string]string{
		"elo0":  "Elo that the first agent is better by under H0.",
		"elo1":  "Elo that it is better by under H1.",
		"alpha": "Probability of accepting H1 when H0 holds.",
		"beta":  "Probability of accepting H0 when H1 holds.",
		"model": "What Elo means.",
	}},
	{of: stats.Friedman{}, fields: map[string]string{
		"n":           "Games, the blocks of the test.",
		"k":           "Agents, its treatments.",
		"rank_sums":   "Sum of an agent's ranks over the games, 1 being the best.",
		"chi_squared": "The statistic without regard to ties.",
		"corrected":   "The statistic corrected for ties.",
		"p":           "p-value of the corrected statistic by χ².",
		"p_f":         "p-value by the F distribution, less conservative.",
	}},
	{of: arena.PointResult{}, name: "PointResult", about: "Points of the first agent in games that can count more than one, with 95 % intervals.", fields: map[string]string{
		"pairs":        "Pairs of games from which it comes; 0 if it comes from single games.",
		"per_game":     "Points won less points lost, a game.",
		"superiority":  "Likelihood that the first agent wins more than it loses, from 0 to 1, by the same normal approximation as the interval of per_game.",
		"share":        "Share of all points won, from 0 to 1.",
		"gammons":      "Gammons won by each agent, backgammons included.",
		"backgammons":  "Backgammons won by each agent.",
		"gammon_rates": "Gammons won by each agent as a share of all games.",
	}},
}
