package main

import (
	"fmt"
	"time"

	"gambito/game"
	"gambito/spec"
)

type trainCmd struct {
	Game   string        `arg:"" help:"Game spec, such as connect4 or breakthrough."`
	Method string        `placeholder:"METHOD" help:"How: alphazero, by self-play; solver, from exact solutions (default: alphazero)."`
	Out    string        `type:"path" required:"" placeholder:"DIR" help:"Folder for what is learned. A run that is there already goes on."`
	For    time.Duration `placeholder:"TIME" help:"Stop after about this time, such as 9m; the same command goes on."`
	zeroFlags
	Seed uint64 `default:"1" help:"Seed of all randomness (default: ${default})."`
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (trainCmd) Help() string {
	return `Lets an agent learn a game from playing against itself. What is learned is kept
in the folder DIR while it goes on; a run that was stopped, by whatever, goes on
with the same command.

The method alphazero takes any game for two without chance that can be shown to a
network. A round is self-play, learning, a match of the new network against the
best so far, and one against fixed opponents; a line tells what came out. The best
network is DIR/model.safetensors, which the agents alphazero, uct-net and policy
take: alphazero:model=FILE. The method solver does the same with games whose
positions were solved exactly, which is not learning from itself: the model says
so.

Examples:

  gambito train connect4 --method alphazero --preset laptop --out mine
  gambito train breakthrough --method alphazero --out mine --for 9m --set games=800,filters=48
  gambito match connect4 alphazero:model=mine/model.safetensors mcts:sims=4000`
}

// Validate is called by the command-line parser.
func (c trainCmd) Validate() error {
	if c.For < 0 {
		return fmt.Errorf("--for %s: it must not be negative", c.For)
	}
	return c.jobsFlag.Validate()
}

// trainMethods are the ways to learn, by name.
var trainMethods = []struct {
	name  string
	train func(c trainCmd, s *session, g game.Game) error
}{
	{"alphazero", trainCmd.trainZero},
	{solverMethod, trainCmd.trainZero},
}

const solverMethod = "solver"

// Run learns by the method that is asked for.
func (c trainCmd) Run(s *session) error {
	g, err := parseGame(c.Game)
	if err != nil {
		return err
	}
	var names []string
	for _, m := range trainMethods {
		if m.name == c.Method || c.Method == "" {
			return m.train(c, s, g)
		}
		names = append(names, m.name)
	}
	return fmt.Errorf("--method: unknown method %q %s", c.Method, spec.Suggest(c.Method, names))
}
