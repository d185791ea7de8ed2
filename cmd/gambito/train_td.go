package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gambito/files"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/neural"
	"gambito/learn/td"
	"gambito/terminal"
)

// tdFlags are those of learning by temporal differences.
type tdFlags struct {
	Games     int           `default:"1000000" help:"Games to learn from (default: ${default})."`
	Hidden    int           `default:"128" help:"Hidden units of each network, a multiple of 64 (default: ${default})."`
	Lambda    float64       `default:"0.7" help:"How much of later positions a target takes, from 0 to 1 (default: ${default})."`
	Rate      float64       `default:"0.1" help:"Rate of learning at first (default: ${default})."`
	FinalRate float64       `default:"0.001" help:"Rate of learning at the end (default: ${default})."`
	Explore   float64       `default:"0" help:"Share of games that begin with turns by Pubeval for one side (default: ${default})."`
	From      string        `type:"path" placeholder:"FILE" help:"Begin with the networks of this model."`
	Every     int           `default:"100000" help:"Games between two measurements against Pubeval (default: ${default})."`
	Measure   int           `default:"4000" help:"Games of a measurement, 0 for none (default: ${default})."`
	For       time.Duration `placeholder:"TIME" help:"Stop after about this time, such as 9m; the same command goes on."`
}

func (f tdFlags) settings(seed uint64) td.Settings {
	s := td.Default
	s.Games, s.Hidden, s.Lambda, s.Rate, s.FinalRate, s.Explore, s.Seed = f.Games, f.Hidden, f.Lambda, f.Rate, f.FinalRate, f.Explore, seed
	return s
}

// modelFile is where a folder keeps what is learned.
const modelFile = "model.safetensors"

// trainTD learns until all games are played, a signal comes or the time is up.
func (c trainCmd) trainTD(s *session) error {
	if err := c.settings(c.Seed).Check(); err != nil {
		return err
	}
	if c.Every < 1 || c.Measure < 0 || c.For < 0 {
		return errors.New("--every must be 1 or more, --measure and --for not negative")
	}
	tables, err := bearoff.Default()
	if err != nil {
		fmt.Fprintf(os.Stderr, "gambito: the tables could not be kept: %v\n", err)
	}
	run, err := c.openRun(tables)
	if err != nil {
		return err
	}
	begin := time.Now()
	var progress *terminal.Progress
	if !c.Quiet {
		progress = terminal.NewProgress(os.Stderr, "games", c.Games)
		progress.From(run.Done)
	}
	for !run.Finished() && (c.For == 0 || time.Since(begin) < c.For) {
		if err := c.stage(s, run, progress); err != nil {
			progress.Clear()
			if errors.Is(err, context.Canceled) {
				return failure{fmt.Errorf("training stopped after %d of %d games; the same command goes on", run.Done, c.Games)}
			}
			return failure{err}
		}
	}
	progress.Clear()
	return c.showRun(s, run, time.Since(begin))
}

// openRun goes on with the run in the folder, or begins one.
func (c trainCmd) openRun(tables *bearoff.Tables) (*td.Run, error) {
	name := filepath.Join(c.Out, modelFile)
	data, err := files.Read(name)
	switch {
	case err == nil:
		run, err := td.Decode(data, tables)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if run.Settings != c.settings(c.Seed) {
			return nil, fmt.Errorf("%s is of a run with other settings; choose another folder", name)
		}
		return run, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	var from *neural.Model
	if c.From != "" {
		if from, err = neural.Open(c.From); err != nil {
			return nil, fmt.Errorf("--from: %w", err)
		}
		if from[0].Hidden != c.Hidden {
			return nil, fmt.Errorf("--hidden %d: the networks of --from have %d hidden units", c.Hidden, from[0].Hidden)
		}
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return nil, failure{err}
	}
	return td.NewRun(c.settings(c.Seed), from, tables), nil
}

// stage learns some more, measures if it is time to, and keeps it.
func (c trainCmd) stage(s *session, run *td.Run, progress *terminal.Progress) error {
	before := run.Done
	if err := run.Stage(s.ctx, c.Jobs, progress.Show); err != nil {
		return err
	}
	if c.Measure > 0 && (before/c.Every != run.Done/c.Every || run.Finished()) {
		m, err := run.Measure(s.ctx, max(c.Measure/2, 1), c.Jobs)
		if err != nil {
			return err
		}
		if !c.Quiet {
			progress.Clear()
			fmt.Fprintf(os.Stderr, "%d games learned from: wins %.1f%% against Pubeval, %+.3f points a game ± %.3f\n", m.Games, 100*m.Wins, m.Points, 1.96*m.Error)
		}
	}
	data, err := run.Encode()
	if err != nil {
		return err
	}
	return files.Replace(filepath.Join(c.Out, modelFile), data)
}

// showRun prints what has come of it.
func (c trainCmd) showRun(s *session, run *td.Run, took time.Duration) error {
	name := filepath.Join(c.Out, modelFile)
	if c.JSON {
		return s.printJSON(struct {
			Model    string           `json:"model"`
			Settings td.Settings      `json:"settings"`
			Done     int              `json:"done"`
			Seconds  float64          `json:"seconds"`
			History  []td.Measurement `json:"history"`
		}{name, run.Settings, run.Done, took.Seconds(), run.History})
	}
	fmt.Fprintf(s.stdout, "%9s %7s %8s\n", "games", "wins", "points")
	for _, m := range run.History {
		fmt.Fprintf(s.stdout, "%9d %6.1f%% %+8.3f ± %.3f\n", m.Games, 100*m.Wins, m.Points, 1.96*m.Error)
	}
	state := "finished"
	if !run.Finished() {
		state = "not finished; the same command goes on"
	}
	fmt.Fprintf(s.stdout, "%d of %d games learned from, %s, %.0f s now: %s\n", run.Done, run.Settings.Games, state, took.Seconds(), name)
	return nil
}
