package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"gambito/api"
	"gambito/arena"
	"gambito/examples"
	"gambito/experiment"
	"gambito/report"
	"gambito/run"
	"gambito/shell"
	"gambito/spec"
	"gambito/table"
)

type tournamentCmd struct {
	File    string  `arg:"" optional:"" help:"Experiment file."`
	Example bool    `help:"Print an experiment file to begin with."`
	Keys    bool    `help:"List what an experiment file may say."`
	DryRun  bool    `help:"Say what would be played and about how long it takes."`
	Seed    *uint64 `help:"Seed in place of the file's."`
	dataFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (tournamentCmd) Help() string {
	return `Every game is stored when it is finished. A tournament that was stopped, by
whatever, goes on with the same command and ends with the same table. The same
file gives the same games for any number of jobs, unless agents are limited by
time.

With --fleet the games are played by other machines, and come out the same. Files
that the experiment names go along.

Examples:

  gambito tournament --example > mine.yaml
  gambito tournament --keys
  gambito tournament mine.yaml --dry-run
  gambito tournament mine.yaml
  gambito tournament mine.yaml --fleet nats://TOKEN@10.0.0.1:4222
  gambito report policies --html policies.html`
}

// Validate is called by the command-line parser.
func (c tournamentCmd) Validate() error {
	if (c.File == "") != (c.Example != c.Keys) || c.Example && c.Keys {
		return fmt.Errorf("it takes an experiment file, or --example or --keys alone")
	}
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

// read reads the experiment.
func (c tournamentCmd) read(s *session) (*arena.Experiment, string, error) {
	var source string
	e, err := unless(s.ctx, func() (e *arena.Experiment, err error) {
		e, source, err = experiment.Read(c.File, s.agents)
		return e, err
	})
	if err != nil {
		return nil, "", err
	}
	if c.Seed != nil {
		e.Seed = *c.Seed
	}
	if err := e.Check(); err != nil {
		return nil, "", fmt.Errorf("%s: %w", c.File, err)
	}
	return e, source, nil
}

// Run plays the experiment, or what is left of it.
func (c tournamentCmd) Run(s *session) error {
	if c.Example {
		_, err := fmt.Fprint(s.stdout, examples.Policies)
		return err
	}
	if c.Keys {
		return c.listKeys(s)
	}
	e, source, err := c.read(s)
	if err != nil {
		return err
	}
	if c.DryRun {
		return c.estimate(s, e)
	}
	if c.Fleet == "" {
		if err := e.Room(c.Jobs); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
	}
	db, err := c.open()
	if err != nil {
		return failure{err}
	}
	defer db.Close()
	fleet, err := c.joinFor(s, c.dataFlag)
	if err != nil {
		return err
	}
	defer fleet.leave()
	stored := storedRun{verb: "tournament", resume: c.resume(), unit: "games", jobs: c.Jobs, quiet: c.Quiet, fleet: fleet}
	r, err := stored.begin(db, e, source)
	if err != nil {
		return err
	}
	defer r.Close()
	standings, err := stored.play(s, r)
	if err != nil {
		return err
	}
	return showRun(s, standings, c.JSON, c.Quiet)
}

// listKeys prints what a file may say.
func (c tournamentCmd) listKeys(s *session) error {
	if c.JSON {
		return s.printJSON(experiment.Keys)
	}
	printKeys(s, experiment.Keys)
	table.Paragraph(s.stdout, "", "A dot leads into braces: stop: {rule: sprt, elo0: 0}, resign: {value: 0.95, moves: 3}, limits: {sims: 100}.")
	return nil
}

// printKeys prints the keys of a file.
func printKeys(s *session, keys []spec.Option) {
	for _, o := range keys {
		value := o.Name
		if o.Default != "" {
			value += ": " + o.Default
		}
		table.Paragraph(s.stdout, fmt.Sprintf("%-24s ", value), o.Help+"; "+o.Domain())
	}
	fmt.Fprintln(s.stdout)
}

// resume is the command that goes on.
func (c tournamentCmd) resume() string {
	command := "gambito tournament " + shell.Quote(c.File)
	if c.Data != "" {
		command += " --data " + shell.Quote(c.Data)
	}
	if c.Seed != nil {
		command += fmt.Sprintf(" --seed %d", *c.Seed)
	}
	return command + c.arguments()
}

// showRun prints the table.
func showRun(s *session, standings *arena.Standings, asJSON, quiet bool) error {
	summary := report.Summarize(standings)
	if asJSON {
		return s.printJSON(summary)
	}
	summary.Text(s.stdout)
	for _, warning := range summary.Warnings {
		fmt.Fprintln(os.Stderr, "gambito:", warning)
	}
	if !quiet {
		fmt.Fprintf(os.Stderr, "gambito: stored as run %s; gambito report %s --html %s.html makes a page of it\n", summary.Name, summary.Name, summary.Name)
	}
	return nil
}

// probeTime is how long a dry run plays.
const probeTime = 3 * time.Second

// estimate says what would be played. It stores nothing.
func (c tournamentCmd) estimate(s *session, e *arena.Experiment) error {
	run, err := c.lookAt(e)
	if err != nil {
		return err
	}
	done := c.wait("playing for an estimate")
	list, err := run.Probe(s.ctx, probeTime)
	done()
	if err != nil {
		return failure{err}
	}
	estimated := api.NewEstimate(run, c.Jobs, list)
	seconds, atLeast := estimated.Seconds, estimated.AtLeast
	if c.JSON {
		return s.printJSON(estimated)
	}
	p := run.Plan
	fmt.Fprintf(s.stdout, "%s: %d games (%d pairings, %d games a round each, rounds: %d, games: %d), of which %d are stored\n\n",
		e.Name, p.Total(), p.Meetings, p.GamesPerPair, p.Rounds, p.Games, run.Played())
	for _, l := range list {
		about := "about"
		if l.AtLeast {
			about = "at least"
		}
		fmt.Fprintf(s.stdout, "  %-30s %8d left, %s %.3g s each\n", l.Game, l.Left, about, l.Seconds)
	}
	about := "about"
	if atLeast {
		about = "at least"
	}
	unit := time.Second
	if seconds < 10 {
		unit = 100 * time.Millisecond
	}
	fmt.Fprintf(s.stdout, "\n%s %s with %d jobs", about, time.Duration(seconds*float64(time.Second)).Round(unit), c.Jobs)
	if e.Stop.Rule != arena.StopFixed {
		fmt.Fprintf(s.stdout, ", less if %s decides before", e.Stop.Rule)
	}
	fmt.Fprintln(s.stdout)
	return nil
}

// lookAt counts the games of an earlier run of the same experiment.
func (c tournamentCmd) lookAt(e *arena.Experiment) (*arena.Run, error) {
	db, err := c.openExisting()
	if err != nil {
		return nil, err
	}
	if db == nil {
		return arena.NewRun(e), nil
	}
	defer db.Close()
	r, err := run.Look(db, e)
	return r, notBegun(err)
}
