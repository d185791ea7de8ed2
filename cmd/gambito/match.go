package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/stats"
	"gambito/terminal"
)

type matchCmd struct {
	Game     string   `arg:"" help:"Game spec, such as connect4 or connect4:8x6."`
	Agents   []string `arg:"" name:"spec" help:"Agent specs, such as random: two, or as many as the game has players."`
	Games    int      `short:"n" default:"100" help:"How many games (default: ${default}); the agents take the first move in turn."`
	Openings string   `default:"none" help:"Moves to start with: none, random:PLIES, or a file with a line of moves a line."`
	Pairs    string   `enum:"on,off" default:"on" help:"Whether the two games of a pair share their opening and their dice (default: ${default})."`
	Records  string   `type:"output" help:"Write the record of every game to this new file, one JSON object a line."`
	Mat      string   `type:"output" help:"Write games of backgammon to this new file as Jellyfish does: single games as a session for money, matches to a file each, numbered before its ending if there are several."`
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (matchCmd) Help() string {
	return `Percentages come with 95 % Wilson intervals. The same seed gives the same games
for any number of jobs.

Games for more players, or for one, take as many agents, who move up a seat from
game to game. Points are then between 0, the least a player can score, and 1, the
most; who scores more than all others wins, alone who scores the most there is. So
it is too where two players do not share a fixed sum, as in gdl:prisoners.

Examples:

  gambito match connect4 random random -n 1000
  gambito match gdl:three-in-line mcts random random -n 60
  gambito match othello random random -n 2000 --seed 7 --json
  gambito match connect4 random random -n 100 --openings random:4 --records games.jsonl
  gambito match backgammon:match=5 pubeval rules -n 1 --mat match.mat`
}

// Validate is called by the command-line parser.
func (c matchCmd) Validate() error {
	if c.Games < 1 {
		return fmt.Errorf("-n %d: it must be 1 or more", c.Games)
	}
	return c.jobsFlag.Validate()
}

func (c matchCmd) match(s *session) (arena.Match, error) {
	m := arena.Match{Games: c.Games, Seed: c.Seed, Jobs: c.Jobs, Unpaired: c.Pairs == "off"}
	var err error
	if m.Game, err = parseGame(c.Game); err != nil {
		return m, err
	}
	if m.Agents, err = s.agents.ParseAll(c.Agents...); err != nil {
		return m, err
	}
	m.Openings, err = arena.ParseOpenings(m.Game, c.Openings)
	return m, err
}

// Run plays the match.
func (c matchCmd) Run(s *session) error {
	m, err := c.match(s)
	if err != nil {
		return err
	}
	if err := m.Check(); err != nil {
		return err
	}
	records := recordFile{name: c.Records}
	if err := records.check(); err != nil {
		return err
	}
	matGames, err := newMatFile(c.Mat, m.Game, c.Agents, c.Games)
	if err != nil {
		return err
	}
	var progress *terminal.Progress
	if !c.Quiet && !slices.ContainsFunc(m.Agents, agent.Spec.Interactive) {
		progress = terminal.NewProgress(os.Stderr, "games", c.Games)
	}
	var tally arena.Tally
	table := arena.NewTableTally(len(m.Agents))
	points := arena.PointTally{Game: m.Game, Paired: c.Pairs == "on"}
	begin := time.Now()
	err = m.Run(s.ctx, func(r arena.Record) error {
		if err := errors.Join(records.write(r), matGames.write(r)); err != nil {
			return err
		}
		if table.Add(r); len(m.Agents) == 2 {
			tally.Add(r)
			points.Add(r)
		}
		progress.Show(table.Games)
		return nil
	})
	err = errors.Join(err, records.close(), matGames.close())
	seconds := time.Since(begin).Seconds()
	progress.Clear()
	var mistake *terminal.InputError
	stopped := errors.Is(err, context.Canceled) || errors.Is(err, agent.ErrQuit)
	switch {
	case errors.As(err, &mistake):
		return mistake
	case err != nil && !stopped:
		return failure{err}
	}
	show := func() error { return c.show(s, m, tally, points, seconds) }
	if len(m.Agents) != 2 || m.Game.Info().GeneralSum {
		show = func() error { return c.showTable(s, m, table, seconds) }
	}
	if table.Games > 0 {
		if err := show(); err != nil {
			return err
		}
	}
	c.warn(table)
	if stopped {
		why := "by a signal or the end of input"
		if _, told, ok := strings.Cut(err.Error(), agent.ErrQuit.Error()+": "); ok {
			why = "for an agent has left: " + told
		}
		return failure{fmt.Errorf("match stopped after %d of %d games, %s", table.Games, c.Games, why)}
	}
	return nil
}

func (c matchCmd) show(s *session, m arena.Match, t arena.Tally, p arena.PointTally, seconds float64) error {
	var points *arena.PointResult
	if m.Game.Info().MaxScore > 1 {
		points = p.Result()
	}
	if c.JSON {
		return s.printJSON(struct {
			Game      string             `json:"game"`
			Agents    []string           `json:"agents"`
			Games     int                `json:"games"`
			Requested int                `json:"requested"`
			Wins      [2]int             `json:"wins"`
			Draws     int                `json:"draws"`
			Points    [2]float64         `json:"points"`
			Seed      uint64             `json:"seed"`
			Seconds   float64            `json:"seconds"`
			WinShare  [2]stats.Interval  `json:"win_share"` // Wilson, 95 %
			FirstWins [2]int             `json:"first_wins"`
			Forfeits  [2]int             `json:"forfeits"`
			Identical int                `json:"identical"`
			OfPoints  *arena.PointResult `json:"of_points,omitempty"` // where games count more than one
		}{
			m.Game.Info().ID, c.Agents, t.Games, c.Games, t.Wins, t.Draws, t.Points, c.Seed, seconds,
			[2]stats.Interval{stats.Wilson(t.Wins[0], t.Games), stats.Wilson(t.Wins[1], t.Games)},
			t.FirstWins, t.Forfeits, t.Identical, points,
		})
	}
	fmt.Fprintf(s.stdout, "%s, %d games, seed %d, %.2f s\n\n", m.Game.Info().ID, t.Games, c.Seed, seconds)
	fmt.Fprintf(s.stdout, "%-30s %7s %6s %18s %9s %9s %9s\n", "agent", "wins", "", "95 % interval", "as first", "as second", "points")
	for i, spec := range c.Agents {
		share := stats.Wilson(t.Wins[i], t.Games)
		fmt.Fprintf(s.stdout, "%-30s %7d %5.1f%% %7.1f%% to %5.1f%% %9d %9d %9g\n", fmt.Sprintf("%d %s", i+1, spec),
			t.Wins[i], 100*share.Estimate, 100*share.Low, 100*share.High, t.FirstWins[i], t.Wins[i]-t.FirstWins[i], t.Points[i])
	}
	share := stats.Wilson(t.Draws, t.Games)
	fmt.Fprintf(s.stdout, "%-30s %7d %5.1f%% %7.1f%% to %5.1f%%\n", "draws", t.Draws, 100*share.Estimate, 100*share.Low, 100*share.High)
	if points != nil {
		printPoints(s, points)
	}
	return nil
}

// showTable is show for a match that is not between two who share a fixed sum.
func (c matchCmd) showTable(s *session, m arena.Match, t arena.TableTally, seconds float64) error {
	shares := make([]stats.Interval, len(t.Wins))
	for i, wins := range t.Wins {
		shares[i] = stats.Wilson(wins, t.Games)
	}
	if c.JSON {
		return s.printJSON(struct {
			Game      string           `json:"game"`
			Agents    []string         `json:"agents"`
			Games     int              `json:"games"`
			Requested int              `json:"requested"`
			Wins      []int            `json:"wins"`
			Draws     int              `json:"draws"`
			Points    []float64        `json:"points"`
			Seed      uint64           `json:"seed"`
			Seconds   float64          `json:"seconds"`
			WinShare  []stats.Interval `json:"win_share"` // Wilson, 95 %
			Forfeits  []int            `json:"forfeits"`
			Identical int              `json:"identical"`
		}{m.Game.Info().ID, c.Agents, t.Games, c.Games, t.Wins, t.Draws, t.Points, c.Seed, seconds, shares, t.Forfeits, t.Identical})
	}
	fmt.Fprintf(s.stdout, "%s, %d games, seed %d, %.2f s\n\n", m.Game.Info().ID, t.Games, c.Seed, seconds)
	fmt.Fprintf(s.stdout, "%-30s %7s %6s %18s %9s\n", "agent", "wins", "", "95 % interval", "points")
	for i, spec := range c.Agents {
		fmt.Fprintf(s.stdout, "%-30s %7d %5.1f%% %7.1f%% to %5.1f%% %9.4g\n", fmt.Sprintf("%d %s", i+1, spec),
			t.Wins[i], 100*shares[i].Estimate, 100*shares[i].Low, 100*shares[i].High, t.Points[i])
	}
	nobody := stats.Wilson(t.Draws, t.Games)
	fmt.Fprintf(s.stdout, "%-30s %7d %5.1f%% %7.1f%% to %5.1f%%\n", "nobody", t.Draws, 100*nobody.Estimate, 100*nobody.Low, 100*nobody.High)
	return nil
}

// warn tells what makes a result worth less than it looks.
func (c matchCmd) warn(t arena.TableTally) {
	for i, n := range t.Forfeits {
		if n > 0 {
			fmt.Fprintf(os.Stderr, "gambito: agent %d, %s, forfeited %d games: %s\n", i+1, c.Agents[i], n, t.Faults[i])
		}
	}
	if t.Identical > 0 && !c.Quiet {
		fmt.Fprintf(os.Stderr, "gambito: %d of %d games repeat an earlier one move by move\n", t.Identical, t.Games)
	}
}
