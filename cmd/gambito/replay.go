package main

import (
	"fmt"
	"time"

	"gambito/terminal"
)

type replayCmd struct {
	File string        `arg:"" complete:"gamefile" help:"File with games: a record, .mat, .ggf, a transcript; or a name that gambito saved lists, or last."`
	Game int           `default:"1" help:"Which game of the file, from 1 (default: ${default})."`
	At   int           `help:"After how many plies to begin (default: at the start)."`
	Pace time.Duration `help:"Go on by itself, with so much time between moves."`
	seatFlag
	langFlag
	idleFlags
}

// Help is shown by --help.
func (replayCmd) Help() string {
	return `At a terminal Enter steps on and b back, a number goes to that ply, e to the end
and q leaves. In a pipe all positions are written.

Examples:

  gambito replay last
  gambito replay last
  gambito replay game.json
  gambito replay match.mat --game 2 --at 10
  gambito replay games.ggf --pace 500ms`
}

// Run shows a game.
func (c replayCmd) Run(s *session) (err error) {
	games, err := s.kept.Find(c.File)
	switch {
	case err != nil:
		return err
	case c.Game < 1 || c.Game > len(games):
		return fmt.Errorf("--game %d: %s has the games 1 to %d", c.Game, c.File, len(games))
	case c.Pace < 0:
		return fmt.Errorf("--pace %s: it must not be negative", c.Pace)
	}
	if s.stdout.Words, err = c.words(); err != nil {
		return err
	}
	g := games[c.Game-1]
	if c.At < 0 || c.At > len(g.Moves) {
		return fmt.Errorf("--at %d: the game has %d plies", c.At, len(g.Moves))
	}
	eyes, err := c.eyes(g.Game)
	if err != nil {
		return err
	}
	r := terminal.Replay{
		Game: g.Game, Record: g.Record, Start: g.Start, Moves: g.Moves,
		Eyes: eyes, At: c.At, Pace: c.Pace, Screen: s.stdout, In: s.in,
	}
	if err := r.Run(s.ctx); err != nil {
		return failure{err}
	}
	return nil
}
