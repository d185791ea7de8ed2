package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"gambito/api"
	"gambito/bandit"
	"gambito/bandit/lab"
	"gambito/progress"
	"gambito/table"
)

type banditRegretCmd struct {
	Policies string `default:"ucb,ucb-tuned,ucb-alpha1,ucb-alpha2,moss,thompson" help:"Policies, separated by commas or semicolons (default: ${default})."`
	Problem  string `default:"uniform" help:"Arms' means: uniform (drawn between 0 and 1), auer:N, or numbers such as 0.9,0.6 (default: ${default})."`
	Arms     []int  `help:"Numbers of arms of uniform problems, such as 2,10 (default: 10)."`
	Law      string `default:"bernoulli" complete:"law" help:"How arms pay: bernoulli, gaussian:DEVIATION (between 0 and 1) or constant (default: ${default})."`
	Rounds   int    `default:"10000" help:"Pulls in a run (default: ${default})."`
	Problems int    `help:"How many problems (default: 100 uniform ones, else 1)."`
	Runs     int    `help:"Runs of each problem (default: 1 of each uniform one, else 100)."`
	CSV      string `name:"csv" type:"output" placeholder:"FILE" help:"Write the curves to this file."`
	SVG      string `name:"svg" type:"output" placeholder:"FILE" help:"Draw the regret over the rounds and, in FILE-best.svg, the share of pulls of the best arm; several numbers of arms get files each, such as FILE-k10.svg."`
	seedFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (banditRegretCmd) Help() string {
	text := `Every policy plays the same problems with the same rewards: the n-th pull of an
arm pays the same whichever policy makes it. Expected regret is the sum, over
the pulls, of how much less the arm's mean is than the best; realised regret
counts the rewards themselves. Intervals are 95 %, over the problems or, if there
is one only, over its runs. Bounds are those of theory, where there is one.

Policies:

`
	for _, e := range bandit.Policies.Entries {
		text += fmt.Sprintf("  %s%s\n", e.ID, pad(e.ID, 14)+e.Make.Index)
	}
	return text + `
Examples:

  gambito bandit regret --arms 2,10,50
  gambito bandit regret --policies ucb:alpha=0.5,ucb-v:zeta=1,c=0.5,thompson --problem auer:12
  gambito bandit regret --problem 0.9,0.8,0.8 --rounds 100000 --svg regret.svg
  gambito bandit regret --arms 10,100 --rounds 1000000 --problems 1000 --fleet nats://TOKEN@10.0.0.1:4222`
}

// pad is the blanks after a text that fill a column.
func pad(text string, width int) string {
	return fmt.Sprintf("%*s", max(0, width-utf8.RuneCountInString(text)), "")
}

// Validate is called by the command-line parser.
func (c banditRegretCmd) Validate() error {
	switch {
	case c.Rounds < 1:
		return fmt.Errorf("--rounds %d: it must be 1 or more", c.Rounds)
	case c.Problems < 0:
		return fmt.Errorf("--problems %d: it must be 1 or more", c.Problems)
	case c.Runs < 0:
		return fmt.Errorf("--runs %d: it must be 1 or more", c.Runs)
	}
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

// experiments are one for each number of arms.
func (c banditRegretCmd) experiments() ([]lab.Experiment, error) {
	arms := c.Arms
	if len(arms) == 0 {
		arms = []int{0}
	}
	var experiments []lab.Experiment
	for _, k := range arms {
		if k < 1 && len(c.Arms) > 0 {
			return nil, fmt.Errorf("--arms %d: it must be 1 or more", k)
		}
		e, err := lab.Setup{
			Policies: c.Policies, Problem: c.Problem, Arms: k, Law: c.Law, Rounds: c.Rounds,
			Problems: c.Problems, Runs: c.Runs, Seed: c.Seed, Jobs: c.Jobs,
		}.Experiment()
		if errors.Is(err, lab.ErrArms) {
			return nil, errors.New("--arms goes with uniform problems; this one has its own arms")
		}
		if err != nil {
			return nil, err
		}
		experiments = append(experiments, e)
	}
	return experiments, nil
}

// Run plays and shows.
func (c banditRegretCmd) Run(s *session) error {
	experiments, err := c.experiments()
	if err != nil {
		return err
	}
	fleet, err := c.join(s, "")
	if err != nil {
		return err
	}
	defer fleet.leave()
	total, before := 0, 0
	for _, e := range experiments {
		total += e.Units()
	}
	count, begin := counter{bar: c.bar()}, time.Now()
	tell := progress.Func(func(step progress.Step) { fleet.show(count.bar, func() { count.show(step) }) })
	var results [][]lab.Curve
	for _, e := range experiments {
		e.Fleet = fleet.fleet()
		curves, err := e.Run(s.ctx, tell.Part("problems", before, total))
		if err != nil {
			fleet.show(nil, count.bar.Clear)
			return stopped("bandit regret", count.last, err)
		}
		before += e.Units()
		results = append(results, curves)
	}
	fleet.show(nil, count.bar.Clear)
	if c.JSON {
		err = c.printJSON(s, experiments, results)
	} else {
		c.print(s, experiments, results, time.Since(begin))
	}
	return errors.Join(err, c.writeCSV(experiments, results), c.draw(experiments, results))
}

func (c banditRegretCmd) print(s *session, experiments []lab.Experiment, results [][]lab.Curve, took time.Duration) {
	for i, e := range experiments {
		fmt.Fprintf(s.stdout, "%s, %d arms, %s: %d problems × %d runs × %d rounds, seed %d\n\n",
			e.Source.Name, e.Source.Arms, c.Law, e.Problems, e.Runs, c.Rounds, c.Seed)
		rows := [][]string{{"policy", "expected regret", "realised regret", "optimal pulls", "bound"}}
		for _, curve := range results[i] {
			p := curve.Points[len(curve.Points)-1]
			bound := "none"
			if p.HasBound() {
				bound = fmt.Sprintf("%.0f", p.Bound)
			}
			optimal := plusMinus(lab.Estimate{Mean: 100 * p.Optimal.Mean, Half: 100 * p.Optimal.Half}) + " %"
			rows = append(rows, []string{curve.Name, plusMinus(p.Expected), plusMinus(p.Realised), optimal, bound})
		}
		table.Style{}.Write(s.stdout, rows)
		fmt.Fprintln(s.stdout)
	}
	fmt.Fprintf(s.stdout, "%.2f s\n", took.Seconds())
}

func (c banditRegretCmd) printJSON(s *session, experiments []lab.Experiment, results [][]lab.Curve) error {
	var out []api.Regret
	for i, e := range experiments {
		out = append(out, api.NewRegret(e, c.Law, results[i]))
	}
	return s.printJSON(out)
}

func (c banditRegretCmd) writeCSV(experiments []lab.Experiment, results [][]lab.Curve) error {
	rows := [][]string{{"problem", "arms", "policy", "round", "expected_regret", "expected_low", "expected_high",
		"realised_regret", "realised_low", "realised_high", "optimal_share", "optimal_low", "optimal_high", "bound"}}
	for i, e := range experiments {
		for _, curve := range results[i] {
			for _, p := range curve.Points {
				row := []string{e.Source.Name, strconv.Itoa(e.Source.Arms), curve.Name, strconv.Itoa(p.Round)}
				for _, x := range []lab.Estimate{p.Expected, p.Realised, p.Optimal} {
					row = append(row, csvNumber(x.Mean), csvNumber(x.Low()), csvNumber(x.High()))
				}
				rows = append(rows, append(row, csvNumber(p.Bound)))
			}
		}
	}
	return writeCSV(c.CSV, rows)
}

func (c banditRegretCmd) draw(experiments []lab.Experiment, results [][]lab.Curve) error {
	if c.SVG == "" {
		return nil
	}
	for i, e := range experiments {
		part := ""
		if len(experiments) > 1 {
			part = fmt.Sprintf("-k%d", e.Source.Arms)
		}
		if err := errors.Join(
			writeChart(c.SVG, part, e.RegretChart(results[i])),
			writeChart(c.SVG, part+"-best", e.OptimalChart(results[i])),
		); err != nil {
			return err
		}
	}
	return nil
}
