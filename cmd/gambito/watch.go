package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"gambito/arena"
	"gambito/play"
	"gambito/terminal"
)

type watchCmd struct {
	positionFlags
	Agents []string      `arg:"" name:"spec" help:"Agents by seat: one for each player, or one for all."`
	Pace   time.Duration `default:"1s" help:"Least time between two moves (default: ${default})."`
	Clock  string        `help:"Time for all moves of each side and what each move adds, such as 5m+3s."`
	Seed   uint64        `default:"1" help:"Seed of all randomness (default: ${default})."`
	seatFlag
	langFlag
	jsonFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (watchCmd) Help() string {
	return `Draws every move. Ctrl-C leaves. Of games with secrets everything is shown, or with
--as what one player sees. With --json the boards go to standard error
and the record of the game to standard output.

Examples:

  gambito watch connect4 level:3 level:8
  gambito watch othello level:5 alphabeta:depth=4 --pace 500ms
  gambito watch phantom-tictactoe ismcts random --as first
  gambito watch tron random --pace 0s --seed 7 --json`
}

// Run plays a game between agents.
func (c watchCmd) Run(s *session) error {
	at, err := c.choose(s.ctx)
	if err != nil {
		return err
	}
	players := at.game.Info().Players()
	if len(c.Agents) == 1 {
		for len(c.Agents) < players {
			c.Agents = append(c.Agents, c.Agents[0])
		}
	}
	switch {
	case len(c.Agents) != players:
		return fmt.Errorf("%s is a game for %d: name %d agents, not %d", at.game.Info().ID, players, players, len(c.Agents))
	case c.Pace < 0:
		return fmt.Errorf("--pace %s: it must not be negative", c.Pace)
	}
	seats, err := s.agents.ParseAll(c.Agents...)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if seat.Interactive() {
			return errors.New("people do not watch themselves: gambito play is for them")
		}
		if _, err := seat.New(at.game); err != nil { // it does not fit the game
			return err
		}
	}
	clock, err := parseClock(c.Clock)
	if err != nil {
		return err
	}
	screen := s.stdout
	if c.JSON {
		screen = terminal.NewScreen(os.Stderr)
	}
	if screen.Words, err = c.words(); err != nil {
		return err
	}
	eyes, err := c.eyes(at.game)
	if err != nil {
		return err
	}
	t := terminal.Session{
		Game: &play.Game{
			Rules: at.game, Seats: seats, Start: at.start, Moves: at.moves, Seed: c.Seed, Clock: clock, Agents: s.agents,
		},
		Screen: screen, In: s.in, Interrupts: s.interrupts, Watched: true, Pace: c.Pace, Eyes: &eyes,
	}
	record, err := t.Run(s.ctx)
	if err != nil {
		return failure{err}
	}
	if c.JSON {
		return s.printJSON(record)
	}
	return nil
}

// parseClock reads a flag; without it there is no clock.
func parseClock(text string) (arena.Clock, error) {
	if text == "" {
		return arena.Clock{}, nil
	}
	c, err := arena.ParseClock(text)
	if err != nil {
		err = fmt.Errorf("--%w", err)
	}
	return c, err
}
