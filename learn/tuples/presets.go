package tuples

import (
	"strings"

	"gambito/game"
	"gambito/learn/setting"
)

// usual is what presets have in common.
var usual = Settings{
	Sets: "walks:40x7", Stages: 1,
	Games: 200_000, Lambda: 0.8, Rate: 5, FinalRate: 5, Loss: LossEntropy, Coherence: CoherenceExponential, Traces: TracesReturns,
	Explore: 0.1, FinalExplore: 0.1, Openings: 0.5, Plies: 4, Batch: 32,
	Every: 20_000, Opponent: "mcts:sims=100", Measure: 20, Exam: 200,
}

// Presets are settings for a game and a method, the usual ones first.
func Presets(g game.Game, method string) []setting.Preset {
	s := usual
	s.Game, s.Method = g.Info().ID, method
	name, _, _ := strings.Cut(s.Game, ":")
	switch name {
	case "tictactoe":
		return ticTacToe(s, g)
	case "connect4":
		s.Sets, s.Parity = "walks:70x8", true
		s.Loss, s.Openings, s.Plies, s.Batch = LossSquare, 0.1, 1, 1
		s.Games, s.Every = 700_000, 100_000
		s.Opponent, s.Measure, s.Exam = "perfect:ties=random", 25, 500
		return []setting.Preset{{Name: "minutes", About: "70 random walks of 8 cells", Settings: s}}
	case "othello":
		s.Sets, s.Exam = "walks:30x6", 0
		s.Rate, s.FinalRate = 2, 0.05
		s.Games, s.Every = 60_000, 5_000
		s.Opponent, s.Measure, s.Begin = "pvs:depth=2", 25, 4
		return []setting.Preset{{Name: "minutes", About: "30 random walks of 6 cells", Settings: s}}
	case "breakthrough":
		s.Exam = 0
		s.Games, s.Every = 100_000, 10_000
		s.Opponent, s.Measure, s.Begin = "pvs:depth=4", 25, 4
		return []setting.Preset{{Name: "minutes", About: "40 random walks of 7 cells", Settings: s}}
	}
	return []setting.Preset{{Name: "laptop", About: "40 random walks of 7 cells", Settings: s}}
}

// ticTacToe has a table of all positions where the board is small enough.
func ticTacToe(s Settings, g game.Game) []setting.Preset {
	s.Opponent, s.Measure, s.Exam = "perfect:ties=random", 50, 200
	if cells, ok := g.(game.Celled); !ok || cells.Cells().Count() > 9 {
		return []setting.Preset{{Name: "laptop", About: "40 random walks of 7 cells", Settings: s}}
	}
	s.Sets, s.Parity = "all", false
	s.Games, s.Every, s.Batch = 30_000, 5_000, 8
	s.Explore, s.FinalExplore, s.Plies = 0.3, 0.3, 4
	s.Lambda, s.Rate, s.FinalRate, s.Coherence = 0, 0.5, 0.05, CoherenceOff
	return []setting.Preset{{Name: "seconds", About: "a table of all positions: perfect play in seconds", Settings: s}}
}
