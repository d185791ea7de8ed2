package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gambito/arena"
	shipped "gambito/docs/results"
	"gambito/files"
	"gambito/papers"
	"gambito/progress"
	"gambito/shell"
	"gambito/store"
	"gambito/table"
)

type reproduceCmd struct {
	Name  string `arg:"" optional:"" complete:"study" help:"Study to repeat, such as ggp/proposed, or all, or cells; without one they are listed."`
	Scale string `enum:"smoke,quick,full" default:"quick" help:"How much of it: smoke, quick, or full as published (default: ${default})."`
	GDL   bool   `name:"from-gdl" help:"Play by rulesheets instead of the games themselves."`
	MD    string `name:"md" type:"output" placeholder:"FILE" help:"Write the table as Markdown; of all studies a folder of such files."`
	HTML  string `name:"html" type:"output" placeholder:"FILE" help:"Write the published tables, with what came out in their cells, as a page."`
	PDF   string `name:"pdf" type:"output" placeholder:"FILE" help:"Write the same for paper."`
	Seed  uint64 `default:"1" help:"Seed of all randomness (default: ${default})."`
	dataFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (reproduceCmd) Help() string {
	return `Repeats a published experiment and puts what came out beside what was published.
Games are stored as those of tournaments are: a study that was stopped goes on
with the same command, and gambito report shows its runs. What is bred or too
much to store is kept in the folder studies beside them, and so is what every study
came to: without a study they are listed with their verdicts. The scale smoke takes
seconds and proves nothing, quick minutes.

Of all a dossier is made: every table of every document in its published shape, ours
beside it, with figures, words, commands, build and time. Studies that this gambito has
done at that scale are taken as they are kept, so that what was stopped goes on. In place
of a study cells counts the published cells that have a finding, and those that are measured on a
page that comes with gambito, by table.

` + papers.Rule + `

Examples:

  gambito reproduce
  gambito reproduce othello/uct-random
  gambito reproduce ggp/proposed --scale full --md proposed.md
  gambito reproduce all --scale full --html dossier.html --pdf dossier.pdf
  gambito reproduce cells --md cells.md
  gambito reproduce ggp/proposed --scale smoke --from-gdl
  gambito reproduce ggp/proposed --scale full --fleet nats://TOKEN@10.0.0.1:4222`
}

// Validate is called by the command-line parser.
func (c reproduceCmd) Validate() error {
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

// Run lists the studies or repeats one.
func (c reproduceCmd) Run(s *session) error {
	switch c.Name {
	case "":
		return c.list(s)
	case "all":
		return c.repeatAll(s)
	case "cells":
		return c.cells(s)
	}
	study, err := papers.Find(c.Name)
	if err != nil {
		return err
	}
	return c.repeat(s, study)
}

// list shows the studies and what they came to.
func (c reproduceCmd) list(s *session) error {
	studies, err := papers.All()
	if err != nil {
		return failure{err}
	}
	if c.JSON {
		return s.printJSON(studies)
	}
	folder, err := c.folder()
	if err != nil {
		return err
	}
	kept, broken := papers.ShelfIn(folder).Results()
	for _, study := range studies {
		told := func(text string) { table.Paragraph(s.stdout, fmt.Sprintf("%-24s ", ""), text) }
		table.Paragraph(s.stdout, fmt.Sprintf("%-24s ", study.ID), study.About)
		told(study.Citation())
		page, there, err := shipped.Of(study.ID)
		if err != nil {
			return failure{err}
		}
		if there {
			told(fmt.Sprintf("with gambito, %s: %s", page.Scale, page.Summary()))
		}
		for _, r := range kept {
			if r.Study == study.ID {
				told(fmt.Sprintf("%s, %s: %s", r.Finished.Local().Format(time.DateOnly), strings.TrimPrefix(r.Page(study).Command(), "gambito reproduce "+study.ID+" "), r.Page(study).Summary()))
			}
		}
	}
	for _, err := range broken {
		fmt.Fprintf(os.Stderr, "gambito: %v\n", err)
	}
	return nil
}

// repeat runs a study and shows what it found.
func (c reproduceCmd) repeat(s *session, study papers.Study) error {
	result, err := c.run(s, study)
	if len(result.Findings) == 0 {
		return err
	}
	page := result.Page(study)
	if c.JSON {
		err = errors.Join(s.printJSON(result.Findings), err)
	} else {
		page.Text(s.stdout)
	}
	d := c.dossier([]papers.Page{page})
	d.Title = study.ID
	return errors.Join(err, c.write(c.MD, page.Markdown), c.write(c.HTML, d.HTML), c.write(c.PDF, d.PDF))
}

// run runs a study. Findings that could not be kept come with an error.
func (c reproduceCmd) run(s *session, study papers.Study) (papers.Result, error) {
	folder, err := c.folder()
	if err != nil {
		return papers.Result{}, err
	}
	fleet, err := c.joinFor(s, c.dataFlag)
	if err != nil {
		return papers.Result{}, err
	}
	defer fleet.leave()
	bar := c.bar()
	w := papers.Workshop{
		Agents: s.agents, Scale: papers.Scale(c.Scale), Seed: c.Seed, Jobs: c.Jobs, FromGDL: c.GDL, Folder: string(papers.ShelfIn(folder)), Fleet: fleet.fleet(),
		Play: func(ctx context.Context, e *arena.Experiment) (*arena.Standings, error) {
			bar.Clear()
			bar = c.bar() // games show theirs, and their time is not that of steps
			return c.play(s, e, fleet)
		},
		Progress: func(step progress.Step) { fleet.show(bar, func() { bar.Show(step) }) },
	}
	result, err := study.Repeat(s.ctx, w)
	fleet.show(nil, bar.Clear)
	var told failure
	switch {
	case err == nil:
	case len(result.Findings) > 0: // they are shown, whether or not they could be kept
		err = failure{err}
	case errors.As(err, &told), errors.As(err, new(store.ErrChanged)):
	case errors.Is(err, context.Canceled):
		next := "begin again"
		if study.Lasts || c.Name == "all" {
			next = "go on"
		}
		err = failure{fmt.Errorf("reproduce stopped; to %s: %s", next, c.again())}
	default:
		err = failure{err}
	}
	return result, err
}

// play plays an experiment of a study, or what is left of it.
func (c reproduceCmd) play(s *session, e *arena.Experiment, fleet *coordinator) (*arena.Standings, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	db, err := c.open()
	if err != nil {
		return nil, err
	}
	defer db.Close()
	stored := storedRun{verb: "reproduce", resume: c.again(), unit: "games of " + e.Name, jobs: c.Jobs, quiet: c.Quiet, fleet: fleet}
	r, err := stored.begin(db, e, "")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return stored.play(s, r)
}

// again is the command that goes on and writes what this one was to write.
func (c reproduceCmd) again() string {
	command := c.resume()
	for _, out := range []struct{ flag, name string }{{"html", c.HTML}, {"pdf", c.PDF}, {"md", c.MD}} {
		if out.name != "" {
			command += " --" + out.flag + " " + shell.Quote(out.name)
		}
	}
	return command
}

// resume is the command that comes to the same findings.
func (c reproduceCmd) resume() string {
	command := fmt.Sprintf("gambito reproduce %s --scale %s", c.Name, c.Scale)
	if c.GDL {
		command += " --from-gdl"
	}
	if c.Data != "" {
		command += " --data " + shell.Quote(c.Data)
	}
	if c.Seed != 1 {
		command += fmt.Sprintf(" --seed %d", c.Seed)
	}
	return command + c.arguments()
}

// write writes a file, if it has a name.
func (c reproduceCmd) write(name string, content func(*bytes.Buffer)) error {
	if name == "" {
		return nil
	}
	var b bytes.Buffer
	content(&b)
	if err := files.Replace(name, b.Bytes()); err != nil {
		return failure{err}
	}
	return nil
}
