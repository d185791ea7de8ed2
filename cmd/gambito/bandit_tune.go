package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gambito/api"
	"gambito/bandit/lab"
	"gambito/progress"
)

type banditTuneCmd struct {
	Arms      []int   `default:"2,10,20,30,40,50,60,70,80,90,100" help:"Numbers of arms (default: ${default})."`
	Method    string  `enum:"intervals,annealing" default:"intervals" help:"intervals, in two passes, or annealing (default: ${default})."`
	Rounds    int     `default:"100000" help:"Pulls in a run (default: ${default})."`
	Problems  int     `help:"Problems for every α (default: as many as --precision asks for, 1000 at most)."`
	Precision float64 `default:"0.05" help:"Without --problems: half the 95 % interval, as a part of the regret, that is enough (default: ${default})."`
	Runs      int     `default:"1" help:"Runs of each problem (default: ${default})."`
	Brackets  string  `enum:"rule,published" default:"rule" help:"Where the second pass looks: around the best (rule), or where the published one did (default: ${default})."`

	Cooling     string  `default:"geometric" help:"Annealing: geometric, logarithmic, linear, linear-power or arithmetic-geometric (default: ${default})."`
	Iterations  int     `default:"100" help:"Annealing: neighbours to try (default: ${default})."`
	Temperature float64 `default:"100" help:"Annealing: T₀ (default: ${default})."`
	Beta        float64 `default:"0.9" help:"Geometric: T = T₀ βᵗ (default: ${default})."`
	C           float64 `name:"c" help:"Logarithmic: T = c / ln(1+t) (default: starts at T₀)."`
	N           float64 `name:"n" help:"Linear: T = T₀ − n·t; linear-power: T = T₀ − nᵗ (default: ends at 0)."`
	A           float64 `name:"a" default:"0.9" help:"Arithmetic-geometric: T ← aT + b (default: ${default})."`
	B           float64 `name:"b" default:"0.01" help:"The b of arithmetic-geometric (default: ${default})."`
	Step        float64 `default:"0.1" help:"Annealing: how far a neighbour may be (default: ${default})."`

	CSV string `name:"csv" type:"output" placeholder:"FILE" help:"Write every cell to this file."`
	SVG string `name:"svg" type:"output" placeholder:"FILE" help:"Draw charts: FILE-alpha.svg and, for intervals, FILE-first.svg and FILE-second.svg, for annealing FILE-path.svg."`
	seedFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (banditTuneCmd) Help() string {
	return `Looks for the α of UCB, x̄ᵢ + √(α ln t / Tᵢ), with the least expected regret on
Bernoulli arms whose probabilities are uniform between 0 and 1, and fits c/K and
a·e^(bK) to what it finds. All α play the same problems with the same rewards.
Published values of 100,000 rounds stand beside the measured ones: a cell agrees
if the difference is within its 95 % interval, the published mean of 1,000
problems being as uncertain as such a mean is here; an α agrees if on the same
problems its regret is not significantly greater than that of the α found here.

The full table takes a few minutes on two cores:

  gambito bandit tune --problems 1000 --brackets published

Examples:

  gambito bandit tune --arms 2,10 --rounds 10000
  gambito bandit tune --svg tune.svg --csv tune.csv
  gambito bandit tune --method annealing --cooling logarithmic --arms 10
  gambito bandit tune --problems 1000 --brackets published --fleet nats://TOKEN@10.0.0.1:4222

On a fleet a batch of problems is played at a time, of all α that are measured together;
annealing measures one α after the other, and gains little.`
}

// Validate is called by the command-line parser.
func (c banditTuneCmd) Validate() error {
	switch {
	case c.Problems < 0:
		return fmt.Errorf("--problems %d: it must be 1 or more", c.Problems)
	case c.Problems == 0 && !(c.Precision > 0 && c.Precision < 1):
		return fmt.Errorf("--precision %v: it must lie between 0 and 1", c.Precision)
	}
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

func (c banditTuneCmd) settings() lab.Settings {
	s := lab.Settings{Rounds: c.Rounds, Problems: c.Problems, Runs: c.Runs, Seed: c.Seed, Jobs: c.Jobs}
	if s.Problems == 0 {
		s.Problems, s.Precision = lab.MostProblems, c.Precision
	}
	return s
}

// Run measures and shows.
func (c banditTuneCmd) Run(s *session) error {
	fleet, err := c.join(s, "")
	if err != nil {
		return err
	}
	defer fleet.leave()
	settings := c.settings()
	settings.Fleet = fleet.fleet()
	if c.Method == "intervals" {
		study := lab.Study{Settings: settings, Arms: c.Arms, PublishedBrackets: c.Brackets == "published"}
		return tuneArms(s, c, fleet, study, func(rows []lab.Row) tuneResult { return tuned{study, rows} })
	}
	a, err := c.annealing()
	if err != nil {
		return err
	}
	study := lab.AnnealingStudy{Settings: settings, Annealing: a, Arms: c.Arms}
	return tuneArms(s, c, fleet, study, func(rows []lab.Annealed) tuneResult { return annealed{study, rows} })
}

// tuneStudy is either method; its rows are one for each number of arms.
type tuneStudy[R any] interface {
	Check() error
	Run(ctx context.Context, tell progress.Func) ([]R, error)
}

// tuneResult shows what either method found.
type tuneResult interface {
	print(s *session, c banditTuneCmd, took time.Duration)
	result() api.Tuning
	csv() [][]string
	draw(name string) error
}

func tuneArms[R any](s *session, c banditTuneCmd, fleet *coordinator, study tuneStudy[R], result func([]R) tuneResult) error {
	if err := study.Check(); err != nil {
		return err
	}
	count, begin := counter{bar: c.bar()}, time.Now()
	rows, err := study.Run(s.ctx, func(step progress.Step) { fleet.show(count.bar, func() { count.show(step) }) })
	fleet.show(nil, count.bar.Clear)
	if err != nil {
		return stopped("bandit tune", count.last, err)
	}
	r := result(rows)
	if c.JSON {
		err = s.printJSON(r.result())
	} else {
		r.print(s, c, time.Since(begin))
	}
	return errors.Join(err, writeCSV(c.CSV, r.csv()), r.draw(c.SVG))
}

func (c banditTuneCmd) annealing() (lab.Annealing, error) {
	a := lab.DefaultAnnealing()
	a.Iterations, a.Start, a.Beta, a.C, a.N, a.A, a.B, a.Step = c.Iterations, c.Temperature, c.Beta, c.C, c.N, c.A, c.B, c.Step
	var err error
	a.Cooling, err = lab.FindCooling(c.Cooling)
	return a, err
}

// heading is the first line of a result.
func (c banditTuneCmd) heading(took time.Duration) string {
	method := c.Method
	if method == "annealing" {
		method += ", " + c.Cooling
	}
	problems := fmt.Sprintf("%d problems", c.Problems)
	if c.Problems == 0 {
		problems = fmt.Sprintf("intervals of ±%g %%, at most %d problems", 100*c.Precision, lab.MostProblems)
	}
	return fmt.Sprintf("UCB on uniform Bernoulli arms by %s: %s × %d runs × %d rounds, seed %d, %.1f s",
		method, problems, c.Runs, c.Rounds, c.Seed, took.Seconds())
}

func printFits(s *session, fits []lab.AlphaFit) {
	underline(s, "least squares (published: 1/K and e/(2K) = 1.3591/K)")
	for _, f := range fits {
		what := "α"
		if f.Of != lab.OfAlpha {
			what = "ln α"
		}
		fmt.Fprintf(s.stdout, "of %-5s α = %-24s off by %.4f\n", what, f, f.RMS)
	}
}

// word is a verdict.
func word(agrees bool) string {
	if agrees {
		return "agrees"
	}
	return "differs"
}

// underline is a heading of a part of the output.
func underline(s *session, text string) {
	fmt.Fprintf(s.stdout, "\n%s\n%s\n", text, strings.Repeat("-", len([]rune(text))))
}
