package main

import (
	"fmt"
	"time"

	"gambito/api"
	"gambito/game"
	"gambito/progress"
)

type perftCmd struct {
	positionFlags
	Depth  int  `arg:"" help:"How many moves deep."`
	Divide bool `help:"Print the count of every first move before the sum."`
	jobsFlag
	jsonFlag
	quietFlag
	Seed uint64 `hidden:""`
}

// Help is shown by --help.
func (perftCmd) Help() string {
	return `The leaves are the positions after exactly DEPTH moves and one for every game
that ends earlier. The last line printed is their number alone. In backgammon
DEPTH counts turns, a roll and its move together, summed over all 21 rolls.

Examples:

  gambito perft connect4 7
  gambito perft othello 6 --divide
  gambito perft tictactoe 3 --position 'X../.O./...'`
}

// Validate is called by the command-line parser.
func (c perftCmd) Validate() error {
	if c.Depth < 0 {
		return fmt.Errorf("depth %d: it must be 0 or more", c.Depth)
	}
	return c.jobsFlag.Validate()
}

// mostLeaves is how many are counted: a fast game takes some days.
const mostLeaves = 1e14

// Run counts.
func (c perftCmd) Run(s *session) error {
	at, err := c.choose(s.ctx)
	if err != nil {
		return err
	}
	result := api.Perft{Game: at.game.Info().ID, Depth: c.Depth}
	begin := time.Now()
	plies := c.Depth
	if counter, ok := at.game.(game.TurnCounter); ok {
		at.state, plies = counter.CountTurns(at.state, c.Depth)
	}
	if leaves := estimateLeaves(at.state, plies); leaves > mostLeaves {
		return fmt.Errorf("depth %d: there are %s leaves; at most 10¹⁴ are counted, which takes days: choose a smaller depth", c.Depth, power(leaves))
	}
	bar := c.bar()
	told := func(leaves uint64) { bar.Show(progress.Step{What: "leaves", Done: int(leaves)}) }
	var counts []game.MoveCount
	if c.Divide && c.Depth > 0 && at.state.Turn() != game.Over {
		counts, err = game.Divide(s.ctx, at.state, plies, c.Jobs, told)
	} else {
		result.Leaves, err = game.Perft(s.ctx, at.state, plies, c.Jobs, told)
	}
	bar.Clear()
	if err != nil {
		return failure{fmt.Errorf("perft stopped after %s: the count is not complete; a smaller depth takes less", time.Since(begin).Round(time.Second))}
	}
	for _, n := range counts {
		result.Leaves += n.Leaves
	}
	if counts != nil {
		result.Divide = api.NewMoveCounts(at.game, at.state, counts)
	}
	result.Seconds = time.Since(begin).Seconds()
	if c.JSON {
		return s.printJSON(result)
	}
	for _, n := range result.Divide {
		fmt.Fprintf(s.stdout, "%s %d\n", n.Move, n.Leaves)
	}
	fmt.Fprintln(s.stdout, result.Leaves)
	return nil
}
