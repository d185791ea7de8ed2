package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gambito/arena"
	"gambito/files"
	"gambito/report"
	"gambito/run"
	"gambito/store"
)

type reportCmd struct {
	Names []string `arg:"" name:"run" help:"Name of the run, which is its experiment's; several are put side by side."`
	dataFlag
	idleFlags
	Out   string `type:"output" placeholder:"DIR" help:"Write every plot as SVG and PDF and every table as CSV, Markdown and LaTeX (booktabs) to this folder."`
	HTML  string `name:"html" type:"output" help:"Write everything to this file, one page with plots."`
	CSV   string `name:"csv" type:"output" help:"Write the tables to this file, one line an agent and game."`
	Pairs string `name:"pairs" type:"output" help:"Write the tests between agents to this file as CSV, one line two agents and a game."`
	MD    string `name:"md" type:"output" help:"Write the tables to this file, as Markdown."`
	jsonFlag
}

// Help is shown by --help.
func (reportCmd) Help() string {
	return `Files of --out tell the command, the seed and the build that made them.

Examples:

  gambito report policies
  gambito report policies --html policies.html --csv policies.csv
  gambito report policies --out figures
  gambito report sims-100 sims-1000 --out side-by-side`
}

// Validate is called by the command-line parser.
func (c reportCmd) Validate() error {
	if len(c.Names) < 2 {
		return nil
	}
	for flag, value := range map[string]string{"--html": c.HTML, "--csv": c.CSV, "--pairs": c.Pairs, "--md": c.MD} {
		if value != "" {
			return fmt.Errorf("%s is of one run; several are put side by side by --out DIR", flag)
		}
	}
	if len(c.Names) > report.MostCompared {
		return fmt.Errorf("%d runs cannot be read side by side; at most %d can", len(c.Names), report.MostCompared)
	}
	for i, name := range c.Names {
		if slices.Contains(c.Names[:i], name) {
			return fmt.Errorf("run %s is named twice", name)
		}
	}
	return nil
}

// reported is a run and what it came to.
type reported struct {
	info      store.Info
	standings *arena.Standings
	summary   report.Summary
}

// Run shows the tables and writes the files.
func (c reportCmd) Run(s *session) error {
	runs, err := c.read(s)
	if err != nil {
		return err
	}
	if len(runs) > 1 {
		return c.compare(s, runs)
	}
	r := runs[0]
	for _, file := range []struct {
		name string
		make func() ([]byte, error)
	}{
		{c.HTML, func() ([]byte, error) { return report.HTML(r.info, r.standings, r.summary) }},
		{c.CSV, r.summary.CSV},
		{c.Pairs, r.summary.PairsCSV},
		{c.MD, func() ([]byte, error) { return r.summary.Markdown(), nil }},
	} {
		if file.name == "" {
			continue
		}
		content, err := file.make()
		if err == nil {
			err = files.Replace(file.name, content)
		}
		if err != nil {
			return failure{err}
		}
	}
	if err := c.write(report.Of(r.info, r.standings)); err != nil {
		return err
	}
	if c.JSON {
		return s.printJSON(r.summary)
	}
	r.summary.Text(s.stdout)
	r.summary.PairsText(s.stdout)
	r.summary.MachinesText(s.stdout)
	for _, warning := range r.summary.Warnings {
		fmt.Fprintf(s.stdout, "\nNote: %s.\n", warning)
	}
	return nil
}

// read counts the games of the runs.
func (c reportCmd) read(s *session) (list []reported, err error) {
	for _, name := range c.Names {
		db, info, err := runFlags{Name: name, dataFlag: c.dataFlag}.find()
		if err != nil {
			return nil, err
		}
		standings, err := run.Standings(s.ctx, db, info)
		if err == nil {
			err = run.AddMachines(s.ctx, db, info, standings)
		}
		if err = errors.Join(err, db.Close()); err != nil {
			return nil, failure{err}
		}
		list = append(list, reported{info, standings, report.Summarize(standings)})
	}
	return list, nil
}

// compare shows runs side by side.
func (c reportCmd) compare(s *session, runs []reported) error {
	var compared []report.Compared
	var summaries []report.Summary
	for _, r := range runs {
		compared = append(compared, report.Compared{Name: r.summary.Name, Origin: report.OriginOf(r.info), Summary: r.summary})
		summaries = append(summaries, r.summary)
	}
	exhibits := report.Compare(compared)
	if err := c.write(exhibits); err != nil {
		return err
	}
	if c.JSON {
		return s.printJSON(summaries)
	}
	for i, one := range exhibits.Sheets {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		fmt.Fprintln(s.stdout, one.Title)
		one.Text(s.stdout)
	}
	return nil
}

// write makes all files, if that is wanted.
func (c reportCmd) write(e report.Exhibits) error {
	if c.Out == "" {
		return nil
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return failure{err}
	}
	for _, name := range e.Names() {
		content, err := e.File(name)
		if err == nil {
			err = files.Replace(filepath.Join(c.Out, name), content)
		}
		if err != nil {
			return failure{err}
		}
	}
	fmt.Fprintf(os.Stderr, "gambito: %d files are in %s\n", len(e.Names()), c.Out)
	return nil
}
