package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"gambito/game"
	"gambito/measure"
	"gambito/progress"
	"gambito/table"
)

type measureCmd struct {
	Games []string `arg:"" optional:"" name:"game" help:"Game specs, such as connect4 or gdl:hex (default: all games and rulesheets that come with gambito)."`
	Agent string   `default:"random" help:"Agent spec of who plays all sides (default: ${default})."`
	Count int      `short:"n" name:"count" default:"1000" help:"Games to play of each (default: ${default})."`
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (measureCmd) Help() string {
	return `Plays games and prints for each game, with 95 % intervals:

  branching     moves there are where a player is to move, on average; where all
                move at once, joint moves; a forced pass is a move too
  most          the greatest number of moves seen
  outcomes      ways in which dice or the like can fall, 1 without any
  length        moves that the players make in a game, rolls not counted
  search space  (branching × outcomes)^length, the usual estimate of how many games
                there are, as a power of ten
  leaves        the same by Knuth's estimate, of random games only: the mean over games
                of the product of the numbers of moves; right on average, but mostly too
                small, since few games make it up
  ahead         positions to look at for a move, the answer to it and the next move

All depends on how the game is played: random games are longer or shorter than others.

Examples:

  gambito measure
  gambito measure othello connect4:8x6 gdl:hex -n 10000
  gambito measure backgammon --agent pubeval`
}

// Validate is called by the command-line parser.
func (c measureCmd) Validate() error {
	if c.Count < 2 {
		return fmt.Errorf("-n %d: an interval takes 2 games or more", c.Count)
	}
	return c.jobsFlag.Validate()
}

// Run measures.
func (c measureCmd) Run(s *session) error {
	player, err := s.agents.Parse(c.Agent)
	if err != nil {
		return err
	}
	if player.Interactive() {
		return fmt.Errorf("--agent %s: it must be an agent that thinks for itself", player)
	}
	all := c.Games
	if len(all) == 0 {
		for _, schema := range gameSchemas() {
			all = append(all, schema.ID)
		}
	}
	var chosen []game.Game
	for _, text := range all {
		g, err := parseGame(s.ctx, text)
		if err != nil {
			return err
		}
		if _, err := player.New(g); err != nil {
			return err
		}
		chosen = append(chosen, g)
	}
	bar, total := c.bar(), len(chosen)*c.Count
	sizes := []measure.Size{}
	for i, g := range chosen {
		size, err := measure.Games(s.ctx, g, player, c.Count, c.Seed, c.Jobs, func(done int) {
			bar.Show(progress.Step{What: "games", Done: i*c.Count + done, Total: total})
		})
		switch {
		case errors.Is(err, context.Canceled):
			err = fmt.Errorf("stopped at %s", all[i])
		case err == nil:
			sizes = append(sizes, size)
			continue
		}
		bar.Clear()
		return failure{err}
	}
	bar.Clear()
	if c.JSON {
		return s.printJSON(sizes)
	}
	showSizes(s, sizes)
	return nil
}

// showSizes prints a line for every game.
func showSizes(s *session, sizes []measure.Size) {
	rows := [][]string{{"game", "branching", "95 % interval", "most", "outcomes", "length", "95 % interval", "search space", "leaves", "ahead"}}
	for _, z := range sizes {
		leaves := "-"
		if z.Leaves != nil {
			leaves = fmt.Sprintf("10^%.1f", *z.Leaves)
		}
		rows = append(rows, []string{
			z.Game, fmt.Sprintf("%.2f", z.Branching.Estimate), fmt.Sprintf("%.2f to %.2f", z.Branching.Low, z.Branching.High), strconv.Itoa(z.Most),
			fmt.Sprintf("%.4g", z.Outcomes), fmt.Sprintf("%.1f", z.Length.Estimate), fmt.Sprintf("%.1f to %.1f", z.Length.Low, z.Length.High),
			fmt.Sprintf("10^%.1f", z.SearchSpace.Estimate), leaves, fmt.Sprintf("%.3g", z.Ahead),
		})
	}
	table.Style{}.Write(s.stdout, rows)
}
