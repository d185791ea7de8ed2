package breed

import (
	"slices"

	"gambito/learn/genetic"
	"gambito/spec"
)

// Options describe the settings, those of the genetic algorithm among them, by
// their names in files. Default holds the defaults.
var Options = slices.Concat([]spec.Option{
	{Name: "player", Type: spec.Choice, Choices: Players(), Help: "the kind that is bred"},
	{Name: "from", Type: spec.Text, Help: "the first individual: default, random, or numbers separated by slashes, of coding=tree what the agent's option trees reads; semicolons between several"},
	{Name: "against", Type: spec.Text, Help: "whom individuals meet: an agent spec, self for every other individual, or default for the player's default numbers; several with semicolons between, whose mean counts"},
	{Name: "games", Type: spec.Int, Min: 2, Max: maxGames, Scale: spec.Logarithmic, Help: "an individual plays in a generation, against each of several agents"},
	{Name: "dice", Type: spec.Choice, Choices: []string{string(NewDice), string(SameDice)}, Help: "how long they stay the same: new ones for every generation make luck pass"},
	{Name: "agree", Type: spec.Text, Help: "how agreement with the agent's moves counts, instead of points against it, such as rank:10"},
	{Name: "game", Type: spec.Text, Help: "what they play, if it is not the player's usual game, such as connect4:8x7"},
	{Name: "search", Type: spec.Text, Help: "by which agent players with an evaluation choose, such as alphabeta:depth=3; empty: " + usualSearch},
	{Name: "options", Type: spec.Text, Help: "of the player's agent beside its numbers, such as rear-blots=on/open-home=on of rules; slashes between several"},
	{Name: "openings", Type: spec.Int, Min: 0, Max: maxOpenings, Help: "random plies that games begin with; 0: none where dice decide, else 6"},
	{Name: "finalists", Type: spec.Int, Min: 0, Max: 1000, Help: "of the best of all generations, who meet the agent once more"},
	{Name: "final-games", Type: spec.Int, Min: 4, Max: maxGames, Scale: spec.Logarithmic, Help: "for how many games each, against each of several agents"},
}, genetic.Options)
