package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"gambito/bench"
	"gambito/files"
	"gambito/progress"
	"gambito/table"
	"gambito/terminal"
)

type benchCmd struct {
	Names   []string `arg:"" optional:"" name:"name" complete:"speed" help:"What to measure, such as playout/othello (default: everything)."`
	Compare string   `type:"path" placeholder:"FILE" help:"Say what has become faster or slower since FILE was printed by bench --json."`
	Save    string   `type:"output" placeholder:"FILE" help:"Write the figures to this file, for --compare; it may be that of --compare itself."`
	webLoadFlags
	labLoadFlags
	fleetLoadFlags
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (benchCmd) Help() string {
	return `Each figure is the median of 7 windows of 0.15 s on one core, after a check and
a window to warm up.

  playout/GAME         random games from the start position
  mcts/GAME            searches of 1,000 simulations with an empty tree
  mcts/GAME/tree=N     long searches by N threads on one tree, root=N with a tree each
  alphabeta/GAME       positions that alpha-beta visits
  solve/connect4       positions that the exact solver visits; solve/othello
  backgammon/pubeval   games of Pubeval against itself
  backgammon/td        positions with contact judged by the networks of td
  patterns/othello     positions behind a move, judged by patterns
  bandit/ucb/k=ARMS    UCB with α = 1/K on Bernoulli arms, 100,000 rounds a run
  nn/NETWORK/batch=N   positions judged by a network, N at a time; NETWORK is
                       residual-FILTERSxBLOCKS on 6×7 cells, or othello-paper
  nn/train/NETWORK/batch=N  positions trained on; both with /threads=N on more cores

  web                  not a speed, and by itself only: how the server of gambito serve
                       bears people who play, live analyses and open pages, many at
                       once. It runs in a process of its own; the goals are that 99 % of
                       moves are answered in 100 ms and none is lost, that each analysis
                       gets 10 updates a second, and that it takes less than 300 MB with
                       open pages. If one is missed the exit code is 1

  lab                  likewise: what it costs a run of random games to be watched by a
                       page, one of the server and one of another process, and how long
                       one waits for what is asked of a store with a million games. The
                       goals are less than 5 % of the speed; a second to open the store,
                       200 ms for the list, standings and any page of games

  fleet                likewise: what a fleet costs, with broker and workers in processes
                       of their own on this machine. The goals are that workers whose
                       units only wait a second are busy 95 % of the time, that two
                       workers play games of a millisecond at 90 % of the speed of this
                       process with two jobs, that two workers are 1.85 times as fast as
                       one, and that 20,000 games a second are stored. Each by itself:
                       fleet/waiting, fleet/small, fleet/pair, fleet/stored

With --compare each figure stands beside an earlier one, with the ratio of the two and its
97 % interval, which the slowest and the fastest windows give. The median of all ratios is
the machine's own and taken out, if there are five at least. What is slower by more than 5 %
in all of its interval is named at the end; that is a warning, and the exit code 0.

Examples:

  gambito bench
  gambito bench playout/connect4 playout/connect4:8x6
  gambito bench --json
  gambito bench --save before.json
  gambito bench --compare before.json
  gambito bench web
  gambito bench web --players 100 --game othello --analyses 0 --streams 0
  gambito bench lab
  gambito bench lab --turns 0 --stored 200000
  gambito bench fleet
  gambito bench fleet/pair --repeats 10`
}

// Run measures.
func (c benchCmd) Run(s *session) error {
	if c.labLoadFlags != usualLab && !slices.Contains(c.Names, labBenchmark) {
		return errors.New("--turns, --each and --stored belong to bench lab")
	}
	if c.fleetLoadFlags != usualFleet && !slices.ContainsFunc(c.Names, ofFleet) {
		return errors.New("--workers, --repeats and --window belong to bench fleet")
	}
	alone := func(name string) bool { return ofFleet(name) || name == webBenchmark || name == labBenchmark }
	if (c.Compare != "" || c.Save != "") && slices.ContainsFunc(c.Names, alone) {
		return errors.New("--compare and --save are of speeds: web, lab and fleet have goals instead")
	}
	if slices.ContainsFunc(c.Names, ofFleet) {
		return c.fleetAlone(s)
	}
	if slices.Contains(c.Names, webBenchmark) {
		if len(c.Names) > 1 {
			return errors.New("bench web is measured by itself: leave out the other names")
		}
		return c.webLoad(s)
	}
	if slices.Contains(c.Names, labBenchmark) {
		if len(c.Names) > 1 {
			return errors.New("bench lab is measured by itself: leave out the other names")
		}
		other := c.webLoadFlags
		if other.Cores = usualLoad.Cores; other != usualLoad {
			return errors.New("--players, --game, --against, --every, --analyses, --streams and --time belong to bench web")
		}
		return c.labLoad(s)
	}
	if c.webLoadFlags != usualLoad {
		return errors.New("--players, --game, --against, --every, --analyses, --streams, --time and --cores belong to bench web")
	}
	before, err := c.before()
	if err != nil {
		return err
	}
	if len(c.Names) == 0 {
		c.Names = bench.Names()
	}
	for _, name := range c.Names {
		if err := bench.Check(name); err != nil {
			return err
		}
	}
	width := 28
	for _, name := range c.Names {
		width = max(width, len(name))
	}
	results := []bench.Result{}
	bar := terminal.NewProgress(os.Stderr)
	for i, name := range c.Names {
		if c.JSON || !s.stdout.Terminal() { // else results show how far it is
			bar.Show(progress.Step{What: "measurements", Done: i, Total: len(c.Names)}) // and nothing while it measures
		}
		r, err := bench.Run(s.ctx, name)
		bar.Clear()
		if s.ctx.Err() != nil {
			return failure{errors.New("bench stopped")}
		}
		if err != nil {
			return failure{err}
		}
		results = append(results, r)
		if !c.JSON && before == nil {
			fmt.Fprintf(s.stdout, "%-*s %12.0f %s/s  (%.0f to %.0f)  %.2g allocations each\n",
				width, r.Name, r.OpsPerSecond, r.Unit, r.Slowest, r.Fastest, r.AllocsPerOp)
		}
	}
	if c.Save != "" {
		text, err := json.MarshalIndent(results, "", " ")
		if err != nil {
			return err
		}
		if err := files.ReplaceSealed(c.Save, append(text, '\n')); err != nil {
			return failure{err}
		}
	}
	if before != nil {
		return c.showChanges(s, bench.Compare(before, results))
	}
	if c.JSON {
		return s.printJSON(results)
	}
	return nil
}

// before reads the figures to compare with, nil if there are none.
func (c benchCmd) before() ([]bench.Result, error) {
	if c.Compare == "" {
		return nil, nil
	}
	content, err := files.Read(c.Compare)
	if err != nil {
		return nil, err
	}
	var figures []bench.Result
	if content, err = files.Unseal(content); err == nil {
		figures, err = bench.ReadFigures(content)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Compare, err)
	}
	return figures, nil
}

// showChanges prints what has become of speeds, and warns of those that are slower.
func (c benchCmd) showChanges(s *session, changed bench.Comparison) error {
	if c.JSON {
		return s.printJSON(changed)
	}
	rows := [][]string{{"", "before", "after", "ratio", fmt.Sprintf("%.0f %% interval", 100*bench.Confidence), ""}}
	var slower []string
	for _, r := range changed.Changes {
		verdict := string(r.Verdict)
		if r.AllocsAfter > r.AllocsBefore {
			verdict += fmt.Sprintf(", %.2g allocations, %.2g before", r.AllocsAfter, r.AllocsBefore)
		}
		rows = append(rows, []string{r.Name, fmt.Sprintf("%.0f", r.Before), fmt.Sprintf("%.0f", r.After),
			fmt.Sprintf("%.2f", r.Ratio), fmt.Sprintf("%.2f to %.2f", r.Low, r.High), verdict})
		if r.Verdict == bench.Slower {
			slower = append(slower, r.Name)
		}
	}
	table.Style{Text: []int{5}}.Write(s.stdout, rows)
	fmt.Fprintf(s.stdout, "ratios are divided by %.2f, which is the machine's\n", changed.Machine)
	if len(slower) > 0 {
		fmt.Fprintf(os.Stderr, "gambito: warning: slower than before: %s\n", strings.Join(slower, ", "))
	}
	return nil
}

// showGoals prints what was measured, and fails if a goal was missed.
func (c benchCmd) showGoals(s *session, told any, rows [][]string, missed []string) error {
	if c.JSON {
		if err := s.printJSON(told); err != nil {
			return err
		}
	} else {
		table.Style{}.Write(s.stdout, rows)
	}
	if len(missed) > 0 {
		return failure{errors.New(missed[0])}
	}
	return nil
}
