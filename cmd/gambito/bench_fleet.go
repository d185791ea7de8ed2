package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"gambito/api"
	"gambito/fleet/load"
	"gambito/progress"
	"gambito/terminal"
)

// fleetBenchmark is the name under which bench measures what a fleet costs.
const fleetBenchmark = "fleet"

// fleetBenchmarks are the parts of it, in the order in which they are measured.
var fleetBenchmarks = []string{"fleet/small", "fleet/pair", "fleet/stored", "fleet/waiting"}

// ofFleet reports whether a name is that of such a measurement.
func ofFleet(name string) bool {
	return name == fleetBenchmark || slices.Contains(fleetBenchmarks, name)
}

// fleetLoadFlags say what is measured.
type fleetLoadFlags struct {
	Workers int           `default:"64" help:"fleet: workers that wait at once (default: ${default})."`
	Repeats int           `default:"5" placeholder:"N" help:"fleet: how often each speed is measured (default: ${default})."`
	Window  time.Duration `default:"10s" help:"fleet: how long each time (default: ${default})."`
}

// usualFleet is what the flags are if nobody sets them.
var usualFleet = fleetLoadFlags{64, 5, 10 * time.Second}

// What is played: games of a millisecond, of ten, and such that take next to nothing.
var (
	smallGames   = load.Games{Game: "connect4", Spec: "mcts:sims=60"}
	longerGames  = load.Games{Game: "connect4", Spec: "mcts:sims=600"}
	fastestGames = load.Games{Game: "tictactoe", Spec: "random"}
)

// The goals.
const (
	waitEach   = time.Second
	leastBusy  = 0.95   // share of the time of workers that wait
	leastSmall = 0.90   // of the speed of as many jobs in this process
	leastPair  = 1.85   // times the speed of one worker
	leastKept  = 20_000 // games a second
)

func (f fleetLoadFlags) check() error {
	switch {
	case f.Workers < 1 || f.Workers > 1000:
		return fmt.Errorf("--workers %d: it must be from 1 to 1000", f.Workers)
	case f.Repeats < 2 || f.Repeats > 100:
		return fmt.Errorf("--repeats %d: it must be from 2 to 100", f.Repeats)
	case f.Window < time.Second || f.Window > 10*time.Minute:
		return fmt.Errorf("--window %v: it must be from 1s to 10m", f.Window)
	}
	return nil
}

// fleetAlone measures what a fleet costs, if nothing else is asked for.
func (c benchCmd) fleetAlone(s *session) error {
	other := c.webLoadFlags
	switch {
	case slices.ContainsFunc(c.Names, func(name string) bool { return !ofFleet(name) }):
		return errors.New("bench fleet is measured by itself: leave out the other names")
	case other != usualLoad || c.labLoadFlags != usualLab:
		return errors.New("bench fleet has the flags --workers, --repeats and --window only")
	}
	if err := c.fleetLoadFlags.check(); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return failure{err}
	}
	return c.fleetLoad(s, program)
}

// fleetLoad measures what a fleet costs.
func (c benchCmd) fleetLoad(s *session, program string) error {
	told := api.FleetLoad{Cores: runtime.NumCPU(), Missed: []string{}}
	turns := load.Turns{Turns: c.Repeats, Each: c.Window}
	steps := map[string]func(context.Context, *load.Fleet) error{
		"fleet/small": func(ctx context.Context, f *load.Fleet) (err error) {
			told.Small, err = pointer(f.Small(ctx, s.agents, smallGames, 2, turns))
			return err
		},
		"fleet/pair": func(ctx context.Context, f *load.Fleet) (err error) {
			told.Pair, err = pointer(f.Pair(ctx, s.agents, longerGames, turns))
			return err
		},
		"fleet/stored": func(ctx context.Context, f *load.Fleet) (err error) {
			told.Stored, err = pointer(f.Stored(ctx, s.agents, fastestGames, 2, turns))
			return err
		},
		"fleet/waiting": func(ctx context.Context, f *load.Fleet) (err error) {
			told.Waiting, err = pointer(f.Waiting(ctx, c.Workers, waitEach, int(3*c.Window/waitEach), max(2, c.Repeats/2)))
			return err
		},
	}
	names := fleetBenchmarks
	if !slices.Contains(c.Names, fleetBenchmark) {
		names = c.Names
	}
	bar := terminal.NewProgress(os.Stderr)
	for i, name := range names {
		bar.Show(progress.Step{What: "measurements", Done: i, Total: len(names)})
		err := measuredFleet(s.ctx, program, steps[name])
		if s.ctx.Err() != nil {
			err = errors.New("bench stopped")
		}
		if err != nil {
			bar.Clear()
			return failure{err}
		}
	}
	bar.Clear()
	told.Missed = missedByFleet(told)
	return c.showGoals(s, told, fleetRows(told), told.Missed)
}

// pointer is a value that can be left out.
func pointer[T any](v T, err error) (*T, error) { return &v, err }

// measuredFleet measures with a fleet of its own.
func measuredFleet(ctx context.Context, program string, measure func(context.Context, *load.Fleet) error) error {
	f, err := load.Start(ctx, program, fleetKinds())
	if err != nil {
		return err
	}
	defer f.Stop()
	return measure(ctx, f)
}

// missedByFleet are the goals that were missed.
func missedByFleet(l api.FleetLoad) []string {
	missed := []string{}
	if w := l.Waiting; w != nil && w.Busy.Ratio < leastBusy {
		missed = append(missed, fmt.Sprintf("%d workers that wait are busy %.1f %% of the time: it must be %.0f %%", w.Workers, 100*w.Busy.Ratio, 100*leastBusy))
	}
	if r := l.Small; r != nil && r.Speed.Ratio < leastSmall {
		missed = append(missed, fmt.Sprintf("two workers play games of %s at %.1f %% of the speed of this process: it must be %.0f %%", milliseconds(r.Each), 100*r.Speed.Ratio, 100*leastSmall))
	}
	if r := l.Pair; r != nil && r.Speed.Ratio < leastPair {
		missed = append(missed, fmt.Sprintf("two workers are %.2f times as fast as one: it must be %.2f times", r.Speed.Ratio, leastPair))
	}
	if r := l.Stored; r != nil && r.Speed.Ratio < leastKept {
		missed = append(missed, fmt.Sprintf("%.0f games a second are stored: it must be %d", r.Speed.Ratio, leastKept))
	}
	return missed
}

// fleetRows are the rows of the table that tells what a fleet costs.
func fleetRows(told api.FleetLoad) [][]string {
	var rows [][]string
	row := func(format string, args ...any) { rows = append(rows, []string{fmt.Sprintf(format, args...)}) }
	compared := func(r *api.FleetSpeed, before, after string) {
		if r == nil {
			return
		}
		row("%s between %s, a game takes %s of a core, %d times %v each, of %d cores", r.Game, r.Agent, milliseconds(r.Each), r.Turns, seconds(r.Seconds), told.Cores)
		row("  %-24s %10.0f games a second", before, r.Reference)
		row("  %-24s %10.0f games a second", after, r.Fleet)
		row("  share                    %10.1f %% (%.1f to %.1f) of the games a second", 100*r.Speed.Ratio, 100*r.Speed.Low, 100*r.Speed.High)
		if e := r.Effort; e != nil {
			row("                           %10.1f %% (%.1f to %.1f) of the games a second of core time", 100*e.Ratio, 100*e.Low, 100*e.High)
		}
	}
	compared(told.Small, "this process, two jobs", "two workers")
	compared(told.Pair, "one worker", "two workers")
	if r := told.Stored; r != nil {
		row("%d games that %d workers played stored in %v", r.Games, r.Workers, seconds(r.Seconds))
		row("  speed                    %10.0f (%.0f to %.0f) games a second", r.Speed.Ratio, r.Speed.Low, r.Speed.High)
		if e := r.Effort; e != nil {
			row("                           %10.0f (%.0f to %.0f) games a second of core time of who stores them", e.Ratio, e.Low, e.High)
		}
	}
	if w := told.Waiting; w != nil {
		row("%d workers that wait, %d times %v for each, %d times, in %v each", w.Workers, w.Units, seconds(w.Each), w.Turns, seconds(w.Seconds))
		row("  busy                     %10.1f %% (%.1f to %.1f) of the time", 100*w.Busy.Ratio, 100*w.Busy.Low, 100*w.Busy.High)
	}
	return rows
}
