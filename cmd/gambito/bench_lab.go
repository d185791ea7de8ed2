package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gambito/api"
	"gambito/progress"
	"gambito/terminal"
	"gambito/web/load"
)

// labBenchmark is the name under which bench measures what the laboratory costs.
const labBenchmark = "lab"

// labLoadFlags say what is measured.
type labLoadFlags struct {
	Turns  int           `default:"10" help:"lab: how often a run is measured with a page that watches it and without; 0 for not at all (default: ${default})."`
	Each   time.Duration `default:"3s" help:"lab: how long each time (default: ${default})."`
	Stored int           `default:"1000000" placeholder:"GAMES" help:"lab: games of a store that is read; 0 for none (default: ${default})."`
}

// usualLab is what the flags are if nobody sets them.
var usualLab = labLoadFlags{10, 3 * time.Second, 1_000_000}

// The goals.
const (
	leastShare  = 0.95                   // of the speed of a run that nobody watches
	slowestOpen = time.Second            // of a store
	slowestRead = 200 * time.Millisecond // of the list, standings and any page of games
)

func (f labLoadFlags) check() error {
	switch {
	case f.Turns < 0 || f.Turns == 1 || f.Turns > 100:
		return fmt.Errorf("--turns %d: it must be 0, or from 2 to 100", f.Turns)
	case f.Stored < 0 || f.Stored > 5_000_000:
		return fmt.Errorf("--stored %d: it must be from 0 to 5000000", f.Stored)
	case f.Turns+f.Stored == 0:
		return errors.New("--turns and --stored are 0: nothing is left to measure")
	case f.Each < 500*time.Millisecond || f.Each > 10*time.Second:
		return fmt.Errorf("--each %v: it must be from 500ms to 10s", f.Each)
	}
	return nil
}

// labLoad measures what the laboratory costs.
func (c benchCmd) labLoad(s *session) error {
	if err := c.labLoadFlags.check(); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return failure{err}
	}
	told := api.LabLoad{Cores: c.Cores, Watched: []api.WatchedRun{}, Missed: []string{}}
	watch := load.Watch{Turns: c.Turns, Each: c.Each}
	var steps []func(context.Context) error
	if c.Turns > 0 {
		for _, measure := range []func(context.Context, *load.Process) (api.WatchedRun, error){
			func(ctx context.Context, p *load.Process) (api.WatchedRun, error) {
				return load.WatchedHere(ctx, p, watch)
			},
			func(ctx context.Context, p *load.Process) (api.WatchedRun, error) {
				return load.WatchedElsewhere(ctx, program, c.Cores, p, watch)
			},
		} {
			steps = append(steps, func(ctx context.Context) error {
				_, err := c.measured(ctx, program, func(ctx context.Context, p *load.Process) ([]string, error) {
					w, err := measure(ctx, p)
					told.Watched = append(told.Watched, w)
					return nil, err
				})
				return err
			})
		}
	}
	if c.Stored > 0 {
		steps = append(steps, func(ctx context.Context) error {
			stored, err := load.Stored(ctx, program, c.Cores, c.Stored)
			told.Stored = &stored
			return err
		})
	}
	bar := terminal.NewProgress(os.Stderr)
	defer bar.Clear()
	for i, step := range steps {
		bar.Show(progress.Step{What: "measurements", Done: i, Total: len(steps)})
		if err := step(s.ctx); s.ctx.Err() != nil {
			bar.Clear()
			return failure{errors.New("bench stopped")}
		} else if err != nil {
			bar.Clear()
			return failure{err}
		}
	}
	bar.Clear()
	told.Missed = missedInLab(told)
	return c.showGoals(s, told, labRows(told), told.Missed)
}

// missedInLab are the goals that were missed.
func missedInLab(l api.LabLoad) []string {
	missed := []string{}
	for _, w := range l.Watched {
		share := w.Speed
		if w.Effort != nil { // which the rest of the machine changes less
			share = *w.Effort
		}
		if share.Ratio <= leastShare {
			missed = append(missed, fmt.Sprintf("a run of %s goes at %.1f %% of its speed while it is watched: it must be more than %.0f %%", w.Where, 100*share.Ratio, 100*leastShare))
		}
	}
	if l.Stored == nil {
		return missed
	}
	for _, goal := range []struct {
		what string
		took float64
		most time.Duration
	}{
		{"opening a store", l.Stored.Open, slowestOpen}, {"a list of runs", l.Stored.List.Worst, slowestRead},
		{"standings", l.Stored.Standings.Worst, slowestRead}, {"a page of games (" + l.Stored.Slowest + ")", l.Stored.Pages.Worst, slowestRead},
	} {
		if goal.took >= goal.most.Seconds() {
			missed = append(missed, fmt.Sprintf("%s of %d games took %s: it must be less than %v", goal.what, l.Stored.Games, milliseconds(goal.took), goal.most))
		}
	}
	return missed
}

// labRows are the rows of the table that tells what the laboratory costs.
func labRows(told api.LabLoad) [][]string {
	var rows [][]string
	row := func(format string, args ...any) { rows = append(rows, []string{fmt.Sprintf(format, args...)}) }
	for _, w := range told.Watched {
		row("a run of %s, alone and watched in turn, %d times %v each, of %d cores", w.Where, w.Turns, seconds(w.Seconds), told.Cores)
		row("  alone    %8.0f games a second %8.0f games a second of core time", w.Alone.Games, w.Alone.Effort)
		row("  watched  %8.0f games a second %8.0f games a second of core time", w.Watched.Games, w.Watched.Effort)
		row("  share    %8.1f %% (%.1f to %.1f) of the games a second", 100*w.Speed.Ratio, 100*w.Speed.Low, 100*w.Speed.High)
		if e := w.Effort; e != nil {
			row("           %8.1f %% (%.1f to %.1f) of the games a second of core time", 100*e.Ratio, 100*e.Low, 100*e.High)
		}
		row("  events   %8.1f a second, %.0f kB", w.Events, w.Bytes/1000)
	}
	if r := told.Stored; r != nil {
		row("a store of %d games, %s, played in %v", r.Games, megabytes(r.Bytes), seconds(r.Making))
		row("  the server has answered after %s, the store is open after %s", milliseconds(r.Start), milliseconds(r.Open))
		for _, d := range []struct {
			name string
			api.Delays
		}{{"list of runs", r.List}, {"standings", r.Standings}, {"pages of games", r.Pages}} {
			row("  %-15s %4d times, median %s, 90 %% %s, worst %s", d.name, d.Count, milliseconds(d.Median), milliseconds(d.P90), milliseconds(d.Worst))
		}
		row("  the slowest page is %s", r.Slowest)
		row("  the server took %s at the most", megabytes(r.Server.Memory))
	}
	return rows
}
