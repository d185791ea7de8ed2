package main

import (
	"fmt"

	"gambito/games/backgammon"
)

type trainCmd struct {
	Game   string `arg:"" help:"Game to learn: backgammon."`
	Method string `placeholder:"METHOD" help:"How: td, temporal differences (default: the game's own, td for backgammon)."`
	Out    string `type:"path" required:"" placeholder:"DIR" help:"Folder for what is learned. A run that is there already goes on."`
	tdFlags
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (trainCmd) Help() string {
	return `Lets an agent learn a game from playing against itself. What is learned is kept
in the folder DIR while it goes on; a run that was stopped, by whatever, goes on
with the same command and ends with the same result, for any number of jobs.

Backgammon is learned by temporal differences (td) with networks for races,
contact and crashed positions. DIR/model.safetensors is what the agent td takes:
td:model=FILE. On the way the networks play against Pubeval.

Examples:

  gambito train backgammon --out mine
  gambito train backgammon --out mine --games 50000 --hidden 64
  gambito train backgammon --out mine --for 9m
  gambito match backgammon td:model=mine/model.safetensors pubeval -n 1000`
}

// Validate is called by the command-line parser.
func (c trainCmd) Validate() error { return c.jobsFlag.Validate() }

// Run learns by the method that is asked for.
func (c trainCmd) Run(s *session) error {
	g, err := parseGame(c.Game)
	if err != nil {
		return err
	}
	if _, ok := g.(*backgammon.Game); !ok {
		return fmt.Errorf("only backgammon can be learned, not %s", g.Info().ID)
	}
	if c.Method != "" && c.Method != "td" {
		return fmt.Errorf("--method %s: backgammon is learned by td", c.Method)
	}
	return c.trainTD(s)
}
