package main

import (
	"errors"
	"fmt"
	"os"

	"gambito/shell"
	"gambito/store"
)

type runsRetractCmd struct {
	runFlags
	Machine string `arg:"" help:"Machine of a fleet, as gambito runs show names it."`
	Yes     bool   `short:"y" help:"Do not ask."`
}

// Help is shown by --help.
func (runsRetractCmd) Help() string {
	return `For games of a machine that gambito report finds to deviate, or that is not to be
trusted. The run goes on with them: gambito runs resume RUN, with a fleet or without.
At a terminal it asks before, unless --yes; what runs in a script is not asked.

Examples:

  gambito report timed
  gambito runs retract timed mill-17
  gambito runs resume timed --fleet nats://TOKEN@10.0.0.1:4222`
}

// Run removes the games of one machine. At a terminal it asks before.
func (c runsRetractCmd) Run(s *session) error {
	db, info, err := c.find()
	if err != nil {
		return err
	}
	defer db.Close()
	tallies, err := db.Machines(s.ctx, info)
	if err != nil {
		return failure{err}
	}
	games := 0
	for _, t := range tallies {
		if t.Machine == c.Machine {
			games = t.Games()
		}
	}
	if games == 0 || c.Machine == "" {
		return fmt.Errorf("run %s has no game of a machine %q; gambito runs show %[1]s names those that played it", c.Name, c.Machine)
	}
	if !c.Yes {
		if err := s.confirm(fmt.Sprintf("Delete %s of %s from run %s?", counted(games, "game"), c.Machine, c.Name)); err != nil {
			return err
		}
	}
	games, err = db.TakeBack(c.Name, c.Machine)
	if errors.As(err, new(store.ErrNoRun)) {
		return err
	}
	if err != nil {
		return failure{err}
	}
	resume := "gambito runs resume " + shell.Quote(c.Name)
	if c.Data != "" {
		resume += " --data " + shell.Quote(c.Data)
	}
	fmt.Fprintf(os.Stderr, "gambito: %s of %s deleted from run %s; to play them again: %s\n", counted(games, "game"), c.Machine, c.Name, resume)
	return nil
}
