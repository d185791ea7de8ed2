package regress

import (
	"strings"

	"gambito/game"
	"gambito/learn/setting"
)

// usual is what presets have in common.
var usual = Settings{
	Sets: "walks:40x7", Rounds: 3, Games: 5_000, Growth: 2, Most: 1_000_000, Depth: 3, Fewest: 2, Plies: 8, Explore: 0.05, ExploreEnd: 0.2,
	Lambda: 1, Recent: 2, Ridge: 10, Seldom: 2, Iterations: 100, Patience: 3, HeldOut: 20,
}

// Presets are settings for a game, the usual ones first.
func Presets(g game.Game) []setting.Preset {
	s := usual
	s.Game = g.Info().ID
	name, _, _ := strings.Cut(s.Game, ":")
	switch name {
	case "othello":
		s.Sets, s.Width, s.Early, s.Late, s.Parity, s.Overlap = "othello+angles", 4, 52, 12, true, 6
		s.Rounds, s.Games, s.Growth, s.Depth, s.Plies, s.Solve, s.Explore = 4, 1_000, 2, 4, 16, 16, 0.03
		s.Fewest, s.Ridge, s.Lambda, s.Seldom = 4, 20, 0.8, 4
		return []setting.Preset{{Name: "minutes", About: "lines, edges, corners and angles in 24 stages, four rounds with 15,000 games", Settings: s}}
	case "connect4":
		s.Sets, s.Parity, s.Plies, s.Solve = "walks:70x8", true, 16, 20
		return []setting.Preset{{Name: "minutes", About: "70 random walks of 8 cells, with the last 20 cells solved", Settings: s}}
	case "tictactoe":
		if cells, ok := g.(game.Celled); ok && cells.Cells().Count() <= 9 {
			s.Sets, s.Rounds, s.Games, s.Fewest, s.Plies, s.Solve = "all", 1, 2_000, 0, 4, 9
			s.Seldom, s.Ridge = 0, 0.1
			return []setting.Preset{{Name: "seconds", About: "a table of all positions, each of them solved", Settings: s}}
		}
	}
	return []setting.Preset{{Name: "laptop", About: "40 random walks of 7 cells", Settings: s}}
}
