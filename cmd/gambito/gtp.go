package main

import (
	"fmt"
	"os"

	"gambito/agent"
	"gambito/build"
	"gambito/game"
	"gambito/protocol/gtp"
)

type gtpCmd struct {
	Game  string `arg:"" help:"Game spec, such as othello or atari-go:9x9."`
	Agent string `arg:"" name:"spec" help:"Agent spec of who plays, such as pvs:time=1s."`
	seedFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (gtpCmd) Help() string {
	return `Reads commands of the Go Text Protocol, version 2, from the standard input and answers
on the standard output until quit or the end of input: what boards for Go and Othello
start as an engine. It plays games of two on boards of cells, without dice: othello,
connect4, atari-go, tictactoe, the breakthrough family and others. A step is written
with two cells, B2-C3, and a stone of Connect 4 by the cell where it comes to rest.
lz-analyze and kata-analyze tell what the agent thinks. To run other people's engines
there is the agent gtp: gambito match othello pvs 'gtp:cmd=gtp-rhino -l 3'.

Examples:

  gambito gtp othello pvs:time=1s
  gambito gtp atari-go:9x9 mcts:sims=10000
  printf 'genmove black\nshowboard\n' | gambito gtp connect4 perfect`
}

// Run answers.
func (c gtpCmd) Run(s *session) error {
	g, spec, err := engineOf(s, c.Game, c.Agent)
	if err != nil {
		return err
	}
	server := gtp.Server{Game: g, Agent: spec, Seed: c.Seed, Version: build.This().Version}
	if err := server.Check(); err != nil {
		return err
	}
	if err := server.Serve(s.ctx, os.Stdin, s.stdout); err != nil {
		return failure{err}
	}
	return nil
}

// engineOf reads the game and the agent of a verb that is an engine for others.
func engineOf(s *session, gameText, agentText string) (game.Game, agent.Spec, error) {
	g, err := parseGame(s.ctx, gameText)
	if err != nil {
		return nil, agent.Spec{}, err
	}
	spec, err := s.agents.Parse(agentText)
	if err == nil && spec.Interactive() {
		err = fmt.Errorf("agent %s: it must be an agent that thinks for itself", spec)
	}
	if err == nil {
		_, err = spec.For(g)
	}
	return g, spec, err
}
