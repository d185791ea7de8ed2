package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/examples"
	"gambito/game"
	"gambito/shell"
	"gambito/spec"
	"gambito/table"
	"gambito/tune"
	"gambito/tune/optimise"
)

type tuneCmd struct {
	File    string  `arg:"" optional:"" help:"File that says what is tuned; with --example the name of one of these."`
	Example bool    `help:"Print such a file to begin with: connect4, or the one that is named (breakthrough, othello, ladder, accuracy, endgame, regret)."`
	Keys    bool    `help:"List what a file may say."`
	Methods bool    `help:"List the methods of searching, and the races."`
	Out     string  `type:"output" placeholder:"FILE" help:"Keep all games in this file, and go on from there if it exists (default: NAME.json, by the name in the file)."`
	CSV     string  `name:"csv" type:"output" placeholder:"FILE" help:"Write all candidates with what they came to."`
	SVG     string  `name:"svg" type:"output" placeholder:"FILE" help:"Draw them over parallel axes; FILE-importance.svg shows how much each option matters."`
	Seed    *uint64 `help:"Seed in place of the file's."`
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (tuneCmd) Help() string {
	return `Searches for values of an agent's options with which it wins more points against
fixed opponents, or does better by another objective: its rating on a ladder of
opponents of rising strength, the share of its moves that keep the exact outcome of
solved positions, or what it gives away on synthetic trees. Candidates of a batch have
the same openings, questions and seeds. The best of the search meet once more, and the
winner of these plays a match, or is asked, on openings, positions, trees and seeds that
decided nothing before: its interval is what the winner is worth. The last line is a
spec to paste.

All games are kept: a tuning that was stopped goes on with the same command and ends
with the same spec, for any number of jobs and on a fleet, unless agents are limited by
time. docs/tuning.md explains objectives, methods, races and files.

Examples:

  gambito tune --example > mine.yaml
  gambito tune --example accuracy > accurate.yaml
  gambito tune --keys
  gambito tune --methods
  gambito tune mine.yaml --svg mine.svg
  gambito tune mine.yaml --fleet nats://TOKEN@10.0.0.1:4222`
}

// Validate is called by the command-line parser.
func (c tuneCmd) Validate() error {
	alone := 0
	for _, flag := range []bool{c.Example, c.Keys, c.Methods} {
		if flag {
			alone++
		}
	}
	if c.File == "" && alone != 1 || c.File != "" && (c.Keys || c.Methods) {
		return fmt.Errorf("it takes a file, or --example, --keys or --methods alone")
	}
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

// Run tunes.
func (c tuneCmd) Run(s *session) error {
	switch {
	case c.Example:
		text, err := examples.Tuning(cmp.Or(c.File, examples.Tunings()[0]))
		if err == nil {
			_, err = fmt.Fprint(s.stdout, text)
		}
		return err
	case c.Keys:
		return c.listKeys(s)
	case c.Methods:
		return c.listMethods(s)
	}
	study, err := tune.Read(c.File, s.agents, func(text string) (game.Game, error) { return parseGame(s.ctx, text) })
	if err != nil {
		return err
	}
	if c.Seed != nil {
		study.Settings.Seed = *c.Seed
	}
	if c.Out == "" {
		c.Out = study.Settings.Name + ".json"
	}
	games, err := study.KeepIn(c.Out)
	switch {
	case errors.As(err, new(tune.ErrBusy)):
		return failure{err}
	case err != nil:
		return err
	}
	defer study.Leave()
	if games > 0 && !c.Quiet {
		fmt.Fprintf(os.Stderr, "gambito: %d %s are in %s\n", games, study.Settings.Objective.Counted(), c.Out)
	}
	if timed := study.Timed(); len(timed) > 0 {
		fmt.Fprintf(os.Stderr, "gambito: limited by time, so that what comes out depends on the machine and on what else it does: %s\n", strings.Join(timed, ", "))
	}
	fleet, err := c.join(s, filepath.Dir(c.Out))
	if err != nil {
		return err
	}
	defer fleet.leave()
	study.Jobs, study.Fleet = c.Jobs, fleet.fleet()
	bar, begin := c.bar(), time.Now()
	live := tuneLive{fleet: fleet, bar: bar, set: study.Settings}
	live.follow(study, games)
	r, err := study.Run(s.ctx)
	fleet.show(nil, bar.Clear)
	if err != nil {
		return c.stopped(err)
	}
	return errors.Join(c.show(s, r, time.Since(begin)), c.write(r))
}

// stopped says how to go on after a signal.
func (c tuneCmd) stopped(err error) error {
	switch {
	case errors.Is(err, agent.ErrQuit):
		return failure{fmt.Errorf("tune stopped, for an agent is gone: %w", err)}
	case !errors.Is(err, context.Canceled):
		return failure{err}
	}
	command := "gambito tune " + shell.Quote(c.File) + " --out " + shell.Quote(c.Out)
	if c.Seed != nil {
		command += fmt.Sprintf(" --seed %d", *c.Seed)
	}
	return failure{fmt.Errorf("tune stopped; to go on: %s", command+c.arguments())}
}

// listKeys prints what a file may say.
func (c tuneCmd) listKeys(s *session) error {
	if c.JSON {
		return s.printJSON(tune.Keys)
	}
	printKeys(s, tune.Keys)
	table.Paragraph(s.stdout, "", "A dot leads into braces: finals: {candidates: 8, pairs: 100}, ladder: {levels: 6}. An option is NAME: {min: 0.1, max: 4, scale: logarithmic, where: policy=ucb}, NAME: [off, on], or NAME: with nothing.")
	return nil
}

// listMethods prints the methods and the races with their options.
func (c tuneCmd) listMethods(s *session) error {
	methods, races := []spec.Schema{}, []spec.Schema{}
	for _, e := range optimise.Methods.Entries {
		methods = append(methods, e.Schema)
	}
	for _, e := range optimise.Races.Entries {
		races = append(races, e.Schema)
	}
	if c.JSON {
		return s.printJSON(append(methods, races...))
	}
	list := func(key string, schemas []spec.Schema) {
		for _, schema := range schemas {
			table.Paragraph(s.stdout, fmt.Sprintf("%s: %-14s ", key, schema.ID), schema.About)
			for _, o := range schema.Options {
				table.Paragraph(s.stdout, fmt.Sprintf("  %-18s ", o.Name+"="+o.Default), o.Help+"; "+o.Domain())
			}
		}
	}
	list("method", methods)
	fmt.Fprintln(s.stdout)
	list("race", races)
	return nil
}

// write writes the table and the plots.
func (c tuneCmd) write(r *tune.Result) error {
	header := []string{"batch", r.Settings.Objective.Samples(), "points", "error"}
	for _, o := range r.Settings.Options {
		header = append(header, o.Name)
	}
	rows := [][]string{append(header, "spec")}
	for _, t := range r.Trials {
		row := []string{strconv.Itoa(t.Batch), strconv.Itoa(t.Pairs), strconv.FormatFloat(t.Points.Mean, 'f', 4, 64), strconv.FormatFloat(t.Points.Error, 'f', 4, 64)}
		rows = append(rows, append(append(row, t.Values...), t.Spec))
	}
	if err := writeCSV(c.CSV, rows); err != nil || c.SVG == "" {
		return err
	}
	return errors.Join(writeChart(c.SVG, "", r.Coordinates()), writeChart(c.SVG, "-importance", r.ImportanceChart()))
}
