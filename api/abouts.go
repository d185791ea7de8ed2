package api

import "reflect"

// abouts say of the types of this package what they are, as definitions of the
// schema do.
var abouts = map[reflect.Type]string{
	reflect.TypeFor[Accuracy]():           "How an agent's moves on a set of positions compare with exact solutions.",
	reflect.TypeFor[AlphaFit]():           "A function of the number of arms K fitted to the best constants of UCB.",
	reflect.TypeFor[AnalysedMove]():       "What a tree search found out about a move.",
	reflect.TypeFor[Analysis]():           "What an agent thinks of a position.",
	reflect.TypeFor[BackgammonAnalysis](): "What an agent that tells chances thinks of a position of backgammon: of all turns if the dice are rolled, else of the cube.",
	reflect.TypeFor[BackgammonNetwork]():  "The networks that learned backgammon together.",
	reflect.TypeFor[BackgammonReview]():   "What went wrong in a whole match of backgammon.",
	reflect.TypeFor[Bearoff]():            "What the tables of the end of backgammon games say.",
	reflect.TypeFor[Chances]():            "Chances of a side to win and to lose a game of backgammon, from 0 to 1.",
	reflect.TypeFor[Estimate]():           "What an experiment would play and about how long that takes.",
	reflect.TypeFor[Estimated]():          "An estimate with its 95 % interval, the ends of which are null where nothing is known of them.",
	reflect.TypeFor[Evolution]():          "What came of breeding players.",
	reflect.TypeFor[EvolutionOptions]():   "The settings of breeding that can be chosen.",
	reflect.TypeFor[Game]():               "A game that can be played, with its options.",
	reflect.TypeFor[Match]():              "What a match came to. Lists run over the agents in the order they were given.",
	reflect.TypeFor[Mistake]():            "A decision in a match of backgammon that lost equity.",
	reflect.TypeFor[MoveCount]():          "A first move and the leaves of the tree behind it.",
	reflect.TypeFor[MoveScore]():          "A move and its exact score.",
	reflect.TypeFor[Network]():            "What a network is made of and how it was trained.",
	reflect.TypeFor[Perft]():              "The number of leaves of a game tree.",
	reflect.TypeFor[PolicyRegret]():       "How one policy did on bandit problems: after all rounds, and on the way.",
	reflect.TypeFor[RatedMove]():          "A move of backgammon and what it is worth.",
	reflect.TypeFor[Regret]():             "How selection policies did on bandit problems of a kind.",
	reflect.TypeFor[RegretPoint]():        "How a policy did after a number of rounds. Intervals are over the problems or, if there is one only, over its runs.",
	reflect.TypeFor[Run]():                "A stored run.",
	reflect.TypeFor[RunDetails]():         "All there is to know of a stored run but its games.",
	reflect.TypeFor[SheetPerft]():         "The number of positions that a rulesheet leads to.",
	reflect.TypeFor[SheetSpeed]():         "How fast a rulesheet is played on one core.",
	reflect.TypeFor[Solution]():           "The exact value of a position.",
	reflect.TypeFor[TDTraining]():         "What came of learning backgammon by temporal differences.",
	reflect.TypeFor[TunedAlpha]():         "The best constant of UCB for a number of arms.",
	reflect.TypeFor[Tuning]():             "The constants of UCB with the least regret for numbers of arms.",
	reflect.TypeFor[TuningCell]():         "The regret of one constant of UCB, beside a published one if there is one.",
	reflect.TypeFor[Walk]():               "How an algorithm walked a tree.",
}
