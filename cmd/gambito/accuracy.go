package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"gambito/agent"
	"gambito/api"
	"gambito/game"
	"gambito/gamefile"
	"gambito/learn/truth"
	"gambito/table"
)

type accuracyCmd struct {
	Game     string   `arg:"" help:"Game spec: one that can be solved, such as connect4, or othello near its end."`
	Agent    string   `default:"mcts:sims=1000" help:"Agent spec of who is measured (default: ${default})."`
	File     []string `type:"path" placeholder:"FILE" help:"Sets of positions, one a line: moves (Othello: board and side), then perhaps a score; may be repeated."`
	Games    []string `type:"path" placeholder:"FILE" help:"Measure on positions of the games in a file as well, one a game; may be repeated."`
	Random   int      `placeholder:"N" help:"Measure on so many positions of random games as well."`
	Plies    string   `placeholder:"LOW-HIGH" help:"After how many plies positions of games are taken (default: as suits the game, 8-14 in Connect 4, 48-52 in Othello)."`
	Limit    int      `help:"Take only the first lines of each file."`
	Exact    bool     `help:"Solve all moves to the point, which takes many times longer: to tell where it counts and whether the fastest win was found."`
	Mistakes bool     `help:"Show the positions and moves that did not keep the outcome."`
	seedFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (accuracyCmd) Help() string {
	return `Solves every position and lets the agent choose a move in it. Prints for each set
of positions the share of moves that keep the outcome (a win stays a win, a draw a
draw) with its 95 % interval, and how far the agent's own expectation is from the
outcome, 1, 0 or −1, on average and squared, and how long it took for a move. In Othello
it also prints how far the agent's expectation is from the exact result in discs, on
average and with its 95 % interval, if the agent tells discs; scores in a file are taken
as they stand there. With --exact it prints the same share of the positions in which some move would not keep
the outcome, and the share of moves that keep the score to the point. --mistakes
lists the moves that lost something.

Examples:

  gambito accuracy connect4 --agent alphazero:sims=600 --random 1000
  gambito accuracy connect4 --agent mcts:sims=10000 --file Test_L2_R1 --file Test_L3_R1
  gambito accuracy othello --agent uct:sims=2000 --random 200 --plies 48-52
  gambito accuracy othello --agent pattern:depth=1,empties=0 --games mine.jsonl --plies 40
  gambito accuracy connect4 --agent mcts:sims=100000 --random 5000 --fleet nats://TOKEN@10.0.0.1:4222`
}

// mostRandom is how many positions are made up: all are in memory, and a tenth of them
// gives intervals of a tenth of a per cent.
const mostRandom = 1_000_000

// Validate is called by the command-line parser.
func (c accuracyCmd) Validate() error {
	switch {
	case c.Random < 0 || c.Limit < 0:
		return errors.New("--random and --limit must be 1 or more")
	case c.Random > mostRandom:
		return fmt.Errorf("--random %d: at most %d positions are measured at a time", c.Random, mostRandom)
	case c.Random == 0 && len(c.File) == 0 && len(c.Games) == 0:
		return errors.New("--file, --games or --random must say which positions")
	}
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

// plies reads LOW-HIGH, or one number for both.
func (c accuracyCmd) plies(g game.Game) (low, high int, err error) {
	if c.Plies == "" {
		low, high = truth.TypicalPlies(g)
		return low, high, nil
	}
	if low, high, err = truth.ParsePlies(g, c.Plies); err != nil {
		return 0, 0, fmt.Errorf("--%w", err)
	}
	return low, high, nil
}

// positionSet is positions under a name.
type positionSet struct {
	name      string
	positions []game.State
	scores    []truth.Score // of those in files of positions
}

func (c accuracyCmd) sets(g game.Game) (sets []positionSet, err error) {
	for _, name := range c.File {
		lines, err := readLines(g, name, c.Limit)
		if err != nil {
			return nil, err
		}
		set := positionSet{name: filepath.Base(name)}
		for _, line := range lines {
			set.positions = append(set.positions, line.State)
			set.scores = append(set.scores, truth.Score{Known: line.HasScore, Score: line.Score})
		}
		sets = append(sets, set)
	}
	for _, name := range c.Games {
		set, err := c.ofGames(g, name)
		if err != nil {
			return nil, fmt.Errorf("--games: %w", err)
		}
		sets = append(sets, set)
	}
	if c.Random > 0 {
		low, high, err := c.plies(g)
		if err != nil {
			return nil, err
		}
		positions, err := truth.Random(g, c.Random, low, high, c.Seed)
		if err != nil {
			return nil, fmt.Errorf("--plies %s: %w", c.Plies, err)
		}
		sets = append(sets, positionSet{name: fmt.Sprintf("random, %d to %d plies", low, high), positions: positions})
	}
	return sets, nil
}

// ofGames takes a position of every game in a file that lasts long enough.
func (c accuracyCmd) ofGames(g game.Game, name string) (set positionSet, err error) {
	set.name = filepath.Base(name)
	low, high, err := c.plies(g)
	if err != nil {
		return set, err
	}
	games, err := gamefile.Read(name)
	if err != nil {
		return set, err
	}
	r := rand.New(rand.NewPCG(c.Seed, uint64(len(games))))
	for _, one := range games {
		plies := low + r.IntN(high-low+1)
		if one.Game.Info().ID != g.Info().ID || len(one.Moves) <= plies || c.Limit > 0 && len(set.positions) == c.Limit {
			continue
		}
		s := one.Start.Clone()
		for _, m := range one.Moves[:plies] {
			s.Play(m)
		}
		set.positions = append(set.positions, s)
	}
	if len(set.positions) == 0 {
		return set, fmt.Errorf("%s has no game of %s that goes on after %d plies", set.name, g.Info().ID, low)
	}
	return set, nil
}

// Run measures.
func (c accuracyCmd) Run(s *session) error {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	spec, err := s.agents.Parse(c.Agent)
	if err != nil {
		return err
	}
	if spec.Interactive() {
		return fmt.Errorf("--agent %s: it must be an agent that thinks for itself", spec)
	}
	if _, err := spec.New(g); err != nil {
		return err
	}
	sets, err := c.sets(g)
	if err != nil {
		return err
	}
	for _, set := range sets {
		if err := truth.Check(g, set.positions); err != nil {
			return fmt.Errorf("set %s: %w", set.name, err)
		}
	}
	fleet, err := c.join(s, "")
	if err != nil {
		return err
	}
	defer fleet.leave()
	results := []api.Accuracy{}
	for _, set := range sets {
		r, err := c.measure(s, fleet, g, spec, set)
		if err != nil {
			if !c.JSON && len(results) > 0 {
				showAccuracy(s, results)
			}
			return err
		}
		results = append(results, r)
	}
	if c.JSON {
		return s.printJSON(results)
	}
	showAccuracy(s, results)
	return nil
}

func (c accuracyCmd) measure(s *session, fleet *coordinator, g game.Game, spec agent.Spec, set positionSet) (api.Accuracy, error) {
	bar, begin := c.bar(), time.Now()
	r, err := truth.Test{
		Game: g, Agent: spec, Positions: set.positions, Scores: set.scores, All: c.Exact, Seed: c.Seed, Jobs: c.Jobs, Fleet: fleet.fleet(),
	}.Measure(s.ctx, fleet.drawn(bar))
	fleet.show(nil, bar.Clear)
	switch {
	case errors.Is(err, context.Canceled):
		return api.Accuracy{}, failure{fmt.Errorf("stopped in set %s", set.name)}
	case err != nil:
		return api.Accuracy{}, failure{fmt.Errorf("set %s: %w", set.name, err)}
	}
	if !c.Mistakes {
		r.Mistakes = nil
	}
	return api.NewAccuracy(set.name, spec, c.Seed, r, time.Since(begin)), nil
}

// addCounts adds how far agents are from exact results in the game's own unit.
func addCounts(rows [][]string, results []api.Accuracy) [][]string {
	rows[0] = append(rows[0], "off by", "95 % interval")
	for i, r := range results {
		off, interval := "-", "-"
		if c := r.Count; c != nil {
			off, interval = fmt.Sprintf("%.2f %s", c.Error.Estimate, c.Unit), fmt.Sprintf("%.2f to %.2f", c.Error.Low, c.Error.High)
		}
		rows[i+1] = append(rows[i+1], off, interval)
	}
	return rows
}

// showAccuracy prints a line for every set, and below the mistakes.
func showAccuracy(s *session, results []api.Accuracy) {
	rows := [][]string{{"set", "positions", "kept", "95 % interval", "where it counts", "exactly", "error", "squared", "median ms", "longest ms"}}
	for _, r := range results {
		counts, exactly := "-", "-"
		if of := r.Moves; of != nil {
			counts = fmt.Sprintf("%.2f%% of %d", 100*of.CriticalShare(), of.Critical)
			exactly = fmt.Sprintf("%.2f%%", 100*r.BestShare())
		}
		row := []string{r.Set, strconv.Itoa(r.Positions), fmt.Sprintf("%.2f%%", 100*r.Share.Estimate), fmt.Sprintf("%.2f%% to %.2f%%", 100*r.Share.Low, 100*r.Share.High), counts, exactly}
		for _, x := range []float64{r.AbsoluteError, r.SquaredError, r.Times.Median, r.Times.Longest} {
			row = append(row, fmt.Sprintf("%.3f", x))
		}
		rows = append(rows, row)
	}
	if slices.ContainsFunc(results, func(r api.Accuracy) bool { return r.Count != nil }) {
		rows = addCounts(rows, results)
	}
	table.Style{Text: []int{3, 4}}.Write(s.stdout, rows)
	for _, r := range results {
		if len(r.Mistakes) > 0 {
			fmt.Fprintf(s.stdout, "\nmistakes in %s\n", r.Set)
		}
		for _, m := range r.Mistakes {
			fmt.Fprintf(s.stdout, "  %s: %s makes a %s of a %s\n", m.Position, m.Move, truth.OutcomeName(m.After), truth.OutcomeName(m.Outcome))
		}
	}
}
