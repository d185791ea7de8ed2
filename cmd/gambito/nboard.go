package main

import (
	"os"

	"gambito/protocol/nboard"
)

type nboardCmd struct {
	Agent string `arg:"" name:"spec" help:"Agent spec of who plays, such as pvs:time=1s."`
	seedFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (nboardCmd) Help() string {
	return `Speaks version 2 of the protocol of the Othello board NBoard on the standard input and
output: that is the command to give to NBoard as an engine. hint and go tell the agent's
lines while it thinks, with values in discs, and analyze those of the whole game. The
depth that the board sets limits agents that search to a depth, on top of their spec. To
run other people's engines there is the agent nboard:
gambito match othello pvs 'nboard:cmd=edax -nboard'.

Examples:

  gambito nboard pvs:time=1s
  gambito nboard level:8
  printf 'nboard 2\ngo\n' | gambito nboard alphabeta:depth=6`
}

// Run answers.
func (c nboardCmd) Run(s *session) error {
	_, spec, err := engineOf(s, "othello", c.Agent)
	if err != nil {
		return err
	}
	server := nboard.Server{Agent: spec, Seed: c.Seed}
	if err := server.Serve(s.ctx, os.Stdin, s.stdout); err != nil {
		return failure{err}
	}
	return nil
}
