package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/bandit/trees"
	"gambito/games/tree"
	"gambito/progress"
	"gambito/stats"
	"gambito/table"
)

type banditTreesCmd struct {
	Agents       string  `default:"mcts:policy=ucb-alpha1;mcts:policy=ucb-alpha2;mcts:alpha=2" help:"Searches, agent specs with semicolons between; braces stand for several values, such as mcts:alpha={0.1|0.5|2} (default: ${default})."`
	Branching    []int   `default:"4" help:"Moves of a position; several give trees of each (default: ${default})."`
	Depth        []int   `default:"8" help:"Plies of the longest game; several give trees of each (default: ${default})."`
	Law          string  `enum:"incremental,independent,prefix" default:"incremental" help:"What ends are worth: incremental, independent or prefix (default: ${default})."`
	BranchingLaw string  `enum:"uniform,geometric" default:"uniform" help:"How numbers of moves vary: uniform, as --spread says, or geometric, from 1 on (default: ${default})."`
	Spread       int     `default:"0" help:"--branching-law uniform: so many more or fewer moves in a position (default: ${default})."`
	DepthSpread  int     `default:"0" help:"Games are up to so many plies shorter, all lengths equally likely (default: ${default})."`
	Profile      string  `placeholder:"PROFILE" help:"Moves and share of ends by depth, in place of --branching and --ends: a name or a text, see gambito measure --profile."`
	ProfileFrom  int     `default:"0" help:"Ply of the profile at which trees begin (default: ${default})."`
	Wins         float64 `default:"0.5" help:"--law independent: probability that the first player wins an end (default: ${default})."`
	Good         float64 `default:"0.2" help:"--law prefix: probability that another move wins too (default: ${default})."`
	Ends         float64 `default:"0" help:"Probability that a position before the depth is an end, which makes lengths geometric (default: ${default})."`
	Traps        float64 `default:"0" help:"Probability that a position has a move that wins at once (default: ${default})."`
	TrapDepth    int     `default:"0" help:"--traps: the only depth at which such positions are, 0 for any (default: ${default})."`
	Sims         []int   `default:"100,1000" help:"Simulations for the move (default: ${default})."`
	Trees        int     `default:"200" help:"Trees of every shape (default: ${default})."`
	ByShape      bool    `help:"Print a table with a row an agent and a column a shape, with the best of every column marked."`
	CSV          string  `name:"csv" type:"output" placeholder:"FILE" help:"Write the results to this file."`
	SVG          string  `name:"svg" type:"output" placeholder:"FILE" help:"Draw the regret by simulations, and the probability of a best move as FILE-best.svg; several shapes get files each, such as FILE-b4d8.svg, and one by branching for every depth, such as FILE-d8.svg."`
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (banditTreesCmd) Help() string {
	return `Searches choose a move at the root of synthetic trees, whose true values are known.
Regret is what the move gives away: 0 if it is a best one, 2 if it loses what was won.
All searches have the same trees; those whose moves are all worth the same are left
out. Intervals are 95 %. gambito match tree:branching=3,depth=6,seed=7 … plays on one.

Examples:

  gambito bandit trees --branching 2,8,32 --depth 4
  gambito bandit trees --agents 'mcts:alpha={0.05|0.2|1|2};mcts:policy=ucb-tuned' --svg trees.svg
  gambito bandit trees --branching 2,4,8,16 --depth 4 --agents 'mcts:alpha={0.1|0.4|1/K}' --by-shape
  gambito bandit trees --law prefix --depth 30 --branching 5 --sims 100,1000,10000
  gambito bandit trees --branching-law geometric --branching 4,16 --depth 4 --traps 0.3 --trap-depth 2
  gambito bandit trees --profile connect4 --profile-from 20 --depth 6`
}

// Run measures.
func (c banditTreesCmd) Run(s *session) error {
	agents, err := trees.ParseAgents(s.agents, c.Agents)
	if err != nil {
		return err
	}
	like := tree.Shape{
		BranchingLaw: tree.BranchingLaw(c.BranchingLaw), Spread: c.Spread, DepthSpread: c.DepthSpread, Profile: c.Profile, ProfileFrom: c.ProfileFrom,
		Law: tree.Law(c.Law), Wins: c.Wins, Good: c.Good, Ends: c.Ends, Traps: c.Traps, TrapDepth: c.TrapDepth,
	}
	study := trees.Study{
		Agents: agents, Shapes: trees.Shapes(like, c.Branching, c.Depth), Simulations: c.Sims,
		Trees: c.Trees, Seed: c.Seed, Jobs: c.Jobs,
	}
	if err := study.Check(); err != nil {
		return err
	}
	count, begin := counter{bar: c.bar()}, time.Now()
	results, err := study.Run(s.ctx, func(step progress.Step) { count.show(step) })
	count.bar.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("bandit trees stopped after %d of %d trees; it has no result", count.last.Done, count.last.Total)}
	case err != nil:
		return failure{err}
	}
	if c.JSON {
		err = s.printJSON(results)
	} else {
		c.show(s, results, time.Since(begin))
	}
	return errors.Join(err, c.write(results))
}

// show prints a table.
func (c banditTreesCmd) show(s *session, results []trees.Result, took time.Duration) {
	fmt.Fprintf(s.stdout, "%d trees of every shape, seed %d, %.1f s\n\n", c.Trees, c.Seed, took.Seconds())
	if c.ByShape {
		showByShape(s, results, trees.Regret, "regret ± of its 95 % interval", -1)
		fmt.Fprintln(s.stdout)
		showByShape(s, results, trees.BestMove, "best move ± of its 95 % interval", 1)
		return
	}
	rows := [][]string{{"branching", "depth", "simulations", "regret", "95 % interval", "best move", "95 % interval", "agent"}}
	for _, r := range results {
		rows = append(rows, []string{
			strconv.Itoa(r.Branching), strconv.Itoa(r.Depth), strconv.Itoa(r.Simulations),
			fmt.Sprintf("%.3f", r.Regret.Estimate), fmt.Sprintf("%.3f to %.3f", max(r.Regret.Low, 0), r.Regret.High),
			fmt.Sprintf("%.1f%%", 100*r.Best.Estimate), fmt.Sprintf("%.1f%% to %.1f%%", 100*r.Best.Low, 100*r.Best.High), r.Agent,
		})
	}
	table.Style{Text: []int{7}}.Write(s.stdout, rows)
}

// showByShape prints a row an agent, a column a shape and a number of simulations. A star
// marks the best of a column: the least if more is worse, by sign −1, else the most.
func showByShape(s *session, results []trees.Result, q trees.Quantity, title string, sign float64) {
	var columns, agents []string
	cell, best := map[[2]string]stats.Interval{}, map[string]float64{}
	for _, r := range results {
		column, x := fmt.Sprintf("b%d d%d n%d", r.Branching, r.Depth, r.Simulations), q.Of(r)
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
			best[column] = sign * x.Estimate
		}
		if !slices.Contains(agents, r.Agent) {
			agents = append(agents, r.Agent)
		}
		cell[[2]string{r.Agent, column}] = x
		best[column] = max(best[column], sign*x.Estimate)
	}
	rows := [][]string{append([]string{title}, columns...)}
	for _, a := range agents {
		row := []string{a}
		for _, column := range columns {
			x := cell[[2]string{a, column}]
			star := ""
			if sign*x.Estimate == best[column] {
				star = "*"
			}
			row = append(row, fmt.Sprintf("%s%.3f ± %.3f", star, x.Estimate, (x.High-x.Low)/2))
		}
		rows = append(rows, row)
	}
	table.Style{Text: []int{0}}.Write(s.stdout, rows)
}

// write writes the table and the charts.
func (c banditTreesCmd) write(results []trees.Result) error {
	rows := [][]string{{"tree", "branching", "depth", "simulations", "agent", "trees", "regret", "low", "high", "best", "best_low", "best_high"}}
	for _, r := range results {
		row := []string{r.Tree, strconv.Itoa(r.Branching), strconv.Itoa(r.Depth), strconv.Itoa(r.Simulations), r.Agent, strconv.Itoa(r.Trees)}
		for _, x := range []float64{r.Regret.Estimate, r.Regret.Low, r.Regret.High, r.Best.Estimate, r.Best.Low, r.Best.High} {
			row = append(row, csvNumber(x))
		}
		rows = append(rows, row)
	}
	if err := writeCSV(c.CSV, rows); err != nil || c.SVG == "" {
		return err
	}
	return errors.Join(c.draw(results, trees.Regret, ""), c.draw(results, trees.BestMove, "-best"))
}

// draw writes the charts of a quantity into files whose names have this end.
func (c banditTreesCmd) draw(results []trees.Result, q trees.Quantity, end string) error {
	drawn := map[string]bool{}
	for _, r := range results {
		if drawn[r.Tree] {
			continue
		}
		drawn[r.Tree] = true
		part := ""
		if len(c.Branching)*len(c.Depth) > 1 {
			part = fmt.Sprintf("-b%dd%d", r.Branching, r.Depth)
		}
		if err := writeChart(c.SVG, part+end, trees.ChartOf(q, results, r.Tree)); err != nil {
			return err
		}
	}
	if len(c.Branching) < 2 {
		return nil
	}
	for _, depth := range c.Depth {
		if err := writeChart(c.SVG, fmt.Sprintf("-d%d%s", depth, end), trees.ByBranching(q, results, depth, c.Sims[len(c.Sims)-1])); err != nil {
			return err
		}
	}
	return nil
}

// Validate is called by the command-line parser.
func (c banditTreesCmd) Validate() error {
	for _, n := range c.Sims {
		if n < 1 || n > 1_000_000_000 {
			return fmt.Errorf("--sims %s: numbers must be 1 to 1000000000", strings.Trim(fmt.Sprint(c.Sims), "[]"))
		}
	}
	if c.Profile != "" && !slices.Equal(c.Branching, []int{tree.Usual.Branching}) {
		return errors.New("--profile says how many moves there are: leave --branching out")
	}
	return c.jobsFlag.Validate()
}
