package api

import (
	"gambito/bandit/trees"
	"gambito/bench"
	"gambito/config"
	"gambito/gdl"
	"gambito/search/explain"
	"gambito/tune"
	"gambito/tune/optimise"
)

// otherNotes are of speeds and of searches.
var otherNotes = []notes{
	{of: bench.Result{}, name: "Speed", about: "A speed of this machine on one core.", fields: map[string]string{
		"name":           "What was measured, such as playout/othello.",
		"ops_per_second": "Units a second, the median of the windows.",
		"unit":           "What was counted.",
		"slowest":        "Units a second in the slowest window.",
		"fastest":        "Units a second in the fastest window.",
		"allocs_per_op":  "Allocations of memory a unit.",
	}},
	{of: bench.Comparison{}, name: "SpeedComparison", about: "What has become of speeds since others were measured.", fields: map[string]string{
		"machine": "The median of all ratios, which is the machine's and taken out of each; 1 if there are fewer than five.",
		"changes": "Those that were measured before and now.",
	}},
	{of: bench.Change{}, name: "SpeedChange", about: "A speed beside an earlier one.", fields: map[string]string{
		"name":          "What was measured, such as playout/othello.",
		"unit":          "What was counted.",
		"before":        "Units a second then.",
		"after":         "Units a second now.",
		"ratio":         "How many times as fast it is now, without what is the machine's.",
		"low":           "The ratio at the least, with 97 % confidence.",
		"high":          "The ratio at the most.",
		"verdict":       "faster or slower if all of the interval is so by more than 5 %, slower if it allocates more; else same.",
		"allocs_before": "Allocations of memory a unit then.",
		"allocs_after":  "Allocations of memory a unit now.",
	}},
	{of: gdl.Size{}, name: "SheetSize", about: "How large a compiled rulesheet is.", fields: map[string]string{
		"facts":   "Facts that may be true.",
		"moves":   "Moves that may be legal, of all roles.",
		"nodes":   "Inputs and gates of the network.",
		"edges":   "Connections between them.",
		"loops":   "Sets of sentences that depend on each other.",
		"bytes":   "Memory of the network, in bytes.",
		"state":   "Memory of a position, in bytes.",
		"steps":   "Steps that compiling took, the same on any machine.",
		"seconds": "Time that compiling took, in seconds.",
	}},
	{of: config.Setting{}, name: "Setting", about: "A default that holds.", fields: map[string]string{
		"key":    "Its name in the file of defaults.",
		"value":  "What holds.",
		"origin": "Who says so: a variable of the environment, a line of the file, or gambito itself.",
	}},
	{of: gdl.Speed{}, fields: map[string]string{
		"playouts":  "Random games that were played.",
		"positions": "Positions in them.",
		"seconds":   "Time that they took, in seconds.",
	}},
	{of: trees.Result{}, name: "TreeRegret", about: "What a search gives away at the root of synthetic trees."},
	{of: tune.Result{}, name: "AgentTuning", about: "What tuning an agent came to."},
	{of: tune.Settings{}, name: "TuningSettings", about: "What is tuned, and how."},
	{of: tune.Option{}, name: "TunedOption", about: "An option of an agent that is searched over.", nullable: []string{"choices"}},
	{of: tune.Finals{}, name: "TuningFinals", about: "How the winner of a tuning is chosen among the best of the search."},
	{of: tune.Confirm{}, name: "TuningConfirmation", about: "The match, or the questions, that tell what the winner of a tuning is worth."},
	{of: tune.Confirmed{}, name: "ConfirmedTuning", about: "What they came to."},
	{of: tune.Rung{}, name: "TuningRung", about: "An opponent of a ladder by which agents are tuned."},
	{of: tune.Trial{}, name: "TuningTrial", about: "A candidate of a tuning, and what it came to."},
	{of: tune.Importance{}, name: "OptionImportance", about: "How much an option matters."},
	{of: optimise.Score{}, name: "TuningScore", about: "What a candidate was found to be worth.", fields: map[string]string{
		"mean":  "Share of the points, from 0 to 1.",
		"error": "Its standard error.",
		"stage": "How far it came in the race of its batch, from 0.",
	}},
	{of: explain.Counts{}, fields: map[string]string{
		"positions": "Positions visited at least once.",
		"visits":    "All visits.",
		"leaves":    "Visits of leaves.",
		"cutoffs":   "Positions whose remaining moves were cut off.",
		"pruned":    "Subtrees never visited.",
	}},
}
