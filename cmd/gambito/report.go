package main

import (
	"fmt"

	"gambito/files"
	"gambito/report"
	"gambito/run"
)

type reportCmd struct {
	runFlags
	HTML  string `name:"html" type:"output" help:"Write everything to this file, one page with plots."`
	CSV   string `name:"csv" type:"output" help:"Write the tables to this file, one line an agent and game."`
	Pairs string `name:"pairs" type:"output" help:"Write the tests between agents to this file as CSV, one line two agents and a game."`
	MD    string `name:"md" type:"output" help:"Write the tables to this file, as Markdown."`
	jsonFlag
}

// Help is shown by --help.
func (reportCmd) Help() string {
	return `Examples:

  gambito report policies
  gambito report policies --html policies.html --csv policies.csv`
}

// Run shows the tables and writes the files.
func (c reportCmd) Run(s *session) error {
	db, info, err := c.find()
	if err != nil {
		return err
	}
	defer db.Close()
	standings, err := run.Standings(s.ctx, db, info)
	if err != nil {
		return failure{err}
	}
	summary := report.Summarize(standings)
	for _, file := range []struct {
		name string
		make func() ([]byte, error)
	}{
		{c.HTML, func() ([]byte, error) { return report.HTML(info, standings, summary) }},
		{c.CSV, summary.CSV},
		{c.Pairs, summary.PairsCSV},
		{c.MD, func() ([]byte, error) { return summary.Markdown(), nil }},
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
	if c.JSON {
		return s.printJSON(summary)
	}
	summary.Text(s.stdout)
	summary.PairsText(s.stdout)
	for _, warning := range summary.Warnings {
		fmt.Fprintf(s.stdout, "\nNote: %s.\n", warning)
	}
	return nil
}
