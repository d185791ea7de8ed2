package drill

import (
	"fmt"
	"math"
	"strconv"

	"gambito/faults"
)

// Tournament is an experiment with several games and agents. Its size is 1 for about ten
// seconds of a core.
func Tournament(size float64) faults.Work {
	return stored("tournament", fmt.Sprintf(`name: drill
games: [connect4, othello]
agents:
  - {name: tree, spec: "mcts:sims=200,leaf=playout"}
  - {name: network, spec: "alphazero:sims=16"}
  - {name: plies, spec: "alphabeta:depth=4"}
  - random
games-per-pair: %d
openings: random:2
`, amount(50, size)))
}

// Sequential is an experiment that a sequential test ends: what is out then is recalled.
// It has a game of dice and one of a rulesheet. Its size decides how soon.
func Sequential(size float64) faults.Work {
	return stored("sequential", fmt.Sprintf(`name: drill
games: [backgammon, "gdl:breakthrough-holes"]
agents:
  - {name: tree, spec: "mcts:sims=40,leaf=playout"}
  - {name: shrub, spec: "mcts:sims=34,leaf=playout"}
rounds: 100
games-per-pair: 10
stop: {rule: sprt, elo0: 0, elo1: %.0f}
`, 30/math.Sqrt(size)))
}

// stored is an experiment named drill.
func stored(name, text string) faults.Work {
	return faults.Work{
		Name:   name,
		Files:  map[string]string{"experiment.yaml": text},
		Args:   []string{"tournament", "experiment.yaml", "--quiet", "--json", "--data", "data"},
		Export: []string{"runs", "export", "drill", "--data", "data"},
	}
}

// amount is an even number that is never too small.
func amount(usual int, size float64) int { return max(2*int(float64(usual)*size/2), 4) }

// Training is a small network that learns by playing against itself, of a size likewise.
func Training(size float64) faults.Work {
	return faults.Work{
		Name: "training",
		Args: []string{"train", "connect4", "--out", "out", "--rounds", "4", "--quiet", "--json",
			"--set", fmt.Sprintf("games=%d,filters=16,blocks=1,simulations=48,gate_games=30,baseline_games=10,window=5000,passes=1", amount(300, size))},
		Models: []string{"out/model.safetensors", "out/learner.safetensors"},
	}
}

// Differences is a network that learns backgammon by temporal differences: many jobs, of a
// batch of games each.
func Differences(size float64) faults.Work {
	games := amount(3000, size)
	return faults.Work{
		Name: "differences",
		Args: []string{"train", "backgammon", "--out", "out", "--games", strconv.Itoa(games), "--hidden", "64",
			"--every", strconv.Itoa(max(games/3, 1)), "--measure", "20", "--quiet", "--json"},
		Models: []string{"out/model.safetensors"},
	}
}
