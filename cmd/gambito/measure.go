package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"gambito/agent"
	"gambito/game"
	"gambito/measure"
	"gambito/progress"
	"gambito/table"
)

type measureCmd struct {
	Games   []string `arg:"" optional:"" name:"game" help:"Game specs, such as connect4 or gdl:hex (default: all games and rulesheets that come with gambito)."`
	Agent   string   `default:"random" help:"Agent spec of who plays all sides (default: ${default})."`
	Count   int      `short:"n" name:"count" default:"1000" help:"Games to play of each (default: ${default})."`
	Profile bool     `help:"Print moves and ends depth by depth, and the profile of a synthetic tree that looks alike."`
	CSV     string   `name:"csv" type:"output" placeholder:"FILE" help:"--profile: write the table to this file."`
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

--profile prints for every depth how many games came so far, how many moves there are
and what share of the positions are ends; the last line is the option profile of a
synthetic tree that looks alike: gambito match tree:profile=connect4,depth=6 …

Examples:

  gambito measure
  gambito measure othello connect4:8x6 gdl:hex -n 10000
  gambito measure backgammon --agent pubeval
  gambito measure connect4 -n 10000 --profile`
}

// Validate is called by the command-line parser.
func (c measureCmd) Validate() error {
	if c.Count < 2 {
		return fmt.Errorf("-n %d: an interval takes 2 games or more", c.Count)
	}
	if c.CSV != "" && !c.Profile {
		return errors.New("--csv is of --profile")
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
	if c.Profile {
		profiles, err := measured(s.ctx, c, chosen, player, measure.ByDepth)
		switch {
		case err != nil:
			return err
		case c.JSON:
			err = s.printJSON(profiles)
		default:
			showProfiles(s, profiles)
		}
		return errors.Join(err, writeProfiles(c.CSV, profiles))
	}
	sizes, err := measured(s.ctx, c, chosen, player, measure.Games)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.printJSON(sizes)
	}
	showSizes(s, sizes)
	return nil
}

// measured has all games measured.
func measured[T any](ctx context.Context, c measureCmd, chosen []game.Game, player agent.Spec,
	measure func(context.Context, game.Game, agent.Spec, int, uint64, int, func(int)) (T, error)) ([]T, error) {
	bar, total := c.bar(), len(chosen)*c.Count
	defer bar.Clear()
	list := []T{}
	for i, g := range chosen {
		one, err := measure(ctx, g, player, c.Count, c.Seed, c.Jobs, func(done int) {
			bar.Show(progress.Step{What: "games", Done: i*c.Count + done, Total: total})
		})
		switch {
		case errors.Is(err, context.Canceled):
			return nil, failure{fmt.Errorf("stopped at %s", g.Info().ID)}
		case err != nil:
			return nil, failure{err}
		}
		list = append(list, one)
	}
	return list, nil
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

// showProfiles prints a table for every game.
func showProfiles(s *session, profiles []measure.Profile) {
	for i, p := range profiles {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		fmt.Fprintf(s.stdout, "%s, %d games of %s\n", p.Game, p.Games, p.Agent)
		rows := [][]string{{"depth", "positions", "moves", "95 % interval", "ends", "95 % interval"}}
		for _, d := range p.Depths {
			rows = append(rows, []string{
				strconv.Itoa(d.Depth), strconv.Itoa(d.Positions), fmt.Sprintf("%.2f", d.Moves.Estimate), fmt.Sprintf("%.2f to %.2f", d.Moves.Low, d.Moves.High),
				fmt.Sprintf("%.1f%%", 100*d.Ends.Estimate), fmt.Sprintf("%.1f%% to %.1f%%", 100*d.Ends.Low, 100*d.Ends.High),
			})
		}
		table.Style{}.Write(s.stdout, rows)
		fmt.Fprintf(s.stdout, "profile=%s\n", p.Tree)
	}
}

// writeProfiles writes a row for every depth of every game, as games/tree/profiles.csv has them.
func writeProfiles(file string, profiles []measure.Profile) error {
	rows := [][]string{{"game", "depth", "moves", "ends", "positions"}}
	short := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	for _, p := range profiles {
		for _, d := range p.Depths {
			rows = append(rows, []string{p.Game, strconv.Itoa(d.Depth), short(d.Moves.Estimate), short(d.Ends.Estimate), strconv.Itoa(d.Positions)})
		}
	}
	return writeCSV(file, rows)
}
