package faults

// Works are small works of every kind that can go on after it was stopped: each takes a
// fraction of a second, so that many things can go wrong with it.
func Works() []Work {
	works := []Work{tournament(), sequential(), imported()}
	works = append(works, trainings()...)
	works = append(works, strategies()...)
	return append(works, evolution(), breeding(), tuning(), book(), grown(), records())
}

const tournamentFile = `name: drill
games: [tictactoe, connect4]
agents:
  - {name: tree, spec: "mcts:sims=20"}
  - {name: plies, spec: "alphabeta:depth=2"}
  - random
games-per-pair: 16
openings: random:2
`

func tournament() Work {
	return Work{
		Name:   "tournament",
		Files:  map[string]string{"experiment.yaml": tournamentFile},
		Args:   []string{"tournament", "experiment.yaml", "--quiet", "--json", "--jobs", "1", "--data", "data"},
		Export: []string{"runs", "export", "drill", "--data", "data"},
		Reads:  [][]string{{"runs", "export", "drill", "--data", "data"}, {"report", "drill", "--data", "data"}},
	}
}

// sequential ends when a test decides: games beyond are dropped.
func sequential() Work {
	w := tournament()
	w.Name = "sequential"
	w.Files = map[string]string{"experiment.yaml": `name: drill
games: [tictactoe]
agents: [random, "alphabeta:depth=2"]
rounds: 20
games-per-pair: 20
stop: {rule: sprt, elo0: 0, elo1: 100}
`}
	return w
}

// imported reads an archive, which a run before has written.
func imported() Work {
	w := tournament()
	w.Name = "import"
	w.Before = [][]string{w.Args, {"runs", "export", "drill", "--data", "data", "--archive", "drill.gz"}, {"runs", "delete", "drill", "--data", "data", "--yes"}}
	w.Args = []string{"runs", "import", "drill.gz", "--data", "data"}
	w.Over = "there is a run drill already"
	return w
}

// trained is a training, of which readers ask the model.
func trained(name, agent string, args ...string) Work {
	w := Work{
		Name:   name,
		Args:   append(append([]string{"train"}, args...), "--out", "out", "--quiet", "--jobs", "1"),
		Models: []string{"out/model.safetensors"},
	}
	if agent != "" {
		w.Reads = [][]string{{"analyze", args[0], "--agent", agent + "model=out/model.safetensors"}}
	}
	return w
}

// trainings are those of every method that makes networks and patterns.
func trainings() []Work {
	const zero = "games=8,filters=8,blocks=0,simulations=4,fast=2,gate_games=2,baseline_games=2,play_sims=4,truth=5,window=200,passes=1"
	works := []Work{
		trained("alphazero", "policy:", "tictactoe", "--rounds", "3", "--set", zero),
		trained("solver", "policy:", "connect4:4x4", "--method", "solver", "--rounds", "3", "--set", zero+",solved=8"),
		trained("value", "", "tictactoe", "--method", "value", "--rounds", "3", "--set", "games=6,simulations=5,epochs=1,measure=2,play_sims=5,network=residual"),
		trained("fit", "pattern:depth=1,", "tictactoe", "--method", "fit", "--rounds", "3", "--set", "games=50,solve=4,iterations=5,depth=1"),
		trained("differences", "td:", "backgammon", "--games", "60", "--hidden", "64", "--every", "20", "--measure", "4"),
	}
	for _, method := range []string{"td", "q", "sarsa", "mc"} {
		works = append(works, trained(method, "", "tictactoe", "--method", method, "--games", "400", "--every", "100", "--measure", "10"))
	}
	return works
}

// strategies are those of games with secrets, by every method.
func strategies() (works []Work) {
	for _, method := range []string{"cfr", "cfr+", "linear", "dcfr", "external", "outcome"} {
		works = append(works, Work{
			Name:   method,
			Args:   []string{"train", "kuhn", "--method", method, "--rounds", "5", "--iterations", "40", "--out", "out", "--quiet"},
			Models: []string{"out/strategy.json", "out/rounds.json"},
			Reads:  [][]string{{"exploitability", "kuhn", "out"}},
		})
	}
	return works
}

// evolution breeds the weights of an evaluation.
func evolution() Work {
	return Work{
		Name: "evolution",
		Args: []string{"evolve", "connect4:5x4", "--player", "h1", "--games", "4", "--final-games", "4", "--generations", "4",
			"--set", "population=4,elite=1", "--out", "out.json", "--quiet", "--jobs", "1"},
		Models: []string{"out.json", "out.json.finals"},
	}
}

// breeding breeds a network.
func breeding() Work {
	return Work{
		Name:   "breeding",
		Args:   []string{"evolve", "--preset", "hc-gammon", "--generations", "3", "--final-games", "4", "--out", "out.json", "--quiet", "--jobs", "1"},
		Models: []string{"out.json", "out.safetensors"},
		Reads:  [][]string{{"analyze", "backgammon", "--agent", "td:model=out.safetensors", "--moves", "31"}},
	}
}

func tuning() Work {
	return Work{
		Name: "tuning",
		Files: map[string]string{"tune.yaml": `name: drill
game: tictactoe
agent: "mcts:sims=8"
options:
  final: [robust, mean]
  alpha: {min: 0.1, max: 4, scale: logarithmic}
openings: random:1
pairs: 3
games: 120
method: "random:batch=5"
confirm: {pairs: 6}
`},
		Args:   []string{"tune", "tune.yaml", "--out", "out.json", "--quiet", "--jobs", "1"},
		Models: []string{"out.json"},
	}
}

// book is one of Connect 4 on a small board.
func book() Work {
	return Work{
		Name:   "book",
		Args:   []string{"solve", "connect4:5x4", "--make-book", "out.book", "--plies", "3", "--jobs", "1"},
		Models: []string{"out.book"},
		Reads:  [][]string{{"analyze", "connect4:5x4", "--agent", "perfect:book=out.book"}},
		Done:   "out.book",
	}
}

// grown is a book of Othello.
func grown() Work {
	return Work{
		Name:   "grown",
		Args:   []string{"solve", "othello", "--make-book", "out.book", "--positions", "30", "--depth", "2", "--jobs", "1"},
		Models: []string{"out.book"},
		Done:   "out.book",
	}
}

// records are games in a file.
func records() Work {
	return Work{
		Name:   "records",
		Args:   []string{"match", "tictactoe", "random", "random", "-n", "20", "--save", "games.jsonl", "--quiet", "--jobs", "1"},
		Models: []string{"games.jsonl"},
		Reads:  [][]string{{"replay", "games.jsonl", "--game", "7"}},
		Still:  true,
	}
}
