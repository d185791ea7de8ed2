package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"gambito/game"
	"gambito/learn/folder"
	"gambito/learn/truth"
	"gambito/learn/zero"
	"gambito/neural"
	"gambito/spec"
	"gambito/terminal"
)

// zeroFlags are those of learning by self-play.
type zeroFlags struct {
	Preset string `placeholder:"NAME" help:"Settings to begin with: laptop or workstation (default: laptop)."`
	Rounds int    `placeholder:"N" help:"Stop after so many rounds (default: go on until stopped)."`
	Set    string `placeholder:"NAME=VALUE,…" help:"Change settings, such as filters=48,games=800; an unknown name lists them."`
}

// settings are those of the preset as changed by --set, or, if nothing is said,
// those of the run that is there.
func (c trainCmd) zeroSettings(g game.Game) (zero.Settings, error) {
	if c.Preset == "" && c.Set == "" {
		if kept, ok, err := folder.Kept[zero.Settings](c.Out); err != nil || ok {
			if err == nil && (kept.Teacher != "") != (c.Method == solverMethod) {
				err = folder.ErrOther{Folder: c.Out}
			}
			if err == nil && kept.Game != g.Info().ID {
				err = fmt.Errorf("--out %s holds a run of %s, not of %s", c.Out, kept.Game, g.Info().ID)
			}
			return kept, err
		}
	}
	preset := c.Preset
	if preset == "" {
		preset = zero.PresetNames()[0]
	}
	s, err := zero.Preset(preset, g)
	if err != nil {
		return s, fmt.Errorf("--preset: %w", err)
	}
	s.Seed = c.Seed
	if c.Method == solverMethod {
		s.Teacher = zero.SolverTeacher
		// Labels are exact: games need no searches to be worth learning from, and
		// any network passes that learnt from them.
		s.GateGames, s.OpeningShare, s.Opening = 0, 1, 14
	}
	if err := changeSettings(&s, c.Set); err != nil {
		return s, fmt.Errorf("--set %s: %w", c.Set, err)
	}
	if err := s.Check(); err != nil {
		return s, fmt.Errorf("--set: %w", err)
	}
	return s, nil
}

// fixedSettings are set by other flags, or not at all.
var fixedSettings = []string{"game", "seed", "teacher", "baselines"}

// changeSettings changes those that a list of NAME=VALUE names, by their names
// in JSON.
func changeSettings(s *zero.Settings, list string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	for _, part := range strings.Split(list, ",") {
		if part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		if _, known := fields[name]; !ok || !known || slices.Contains(fixedSettings, name) {
			names := slices.Sorted(maps.Keys(fields))
			names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(fixedSettings, n) })
			return fmt.Errorf("unknown setting %q %s", name, spec.Suggest(name, names))
		}
		fields[name] = json.RawMessage(value)
		changed, err := json.Marshal(fields)
		if err != nil || json.Unmarshal(changed, s) != nil {
			return fmt.Errorf("%s of %q: it must be like %s", name, value, mustField(text, name))
		}
	}
	return nil
}

// mustField is the value that a field has in JSON.
func mustField(text []byte, name string) string {
	var fields map[string]json.RawMessage
	json.Unmarshal(text, &fields) // it was written a moment ago
	return string(fields[name])
}

// trainZero learns until the rounds or the time are over, or a signal comes.
func (c trainCmd) trainZero(s *session, g game.Game) error {
	e, err := neural.Encoded(g)
	if err != nil {
		return err
	}
	if _, err := truth.Solver(g); err != nil && c.Method == solverMethod {
		return fmt.Errorf("--method %s: %w", c.Method, err)
	}
	settings, err := c.zeroSettings(g)
	if err != nil {
		return err
	}
	run, err := zero.Open(c.Out, settings, e, c.Jobs)
	if err != nil {
		if errors.As(err, new(folder.ErrOther)) {
			return err
		}
		return failure{err}
	}
	defer run.Close()
	ctx, deadline := s.ctx, time.Time{}
	if c.For > 0 {
		deadline = time.Now().Add(c.For)
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	dashboard := zeroDashboard{cmd: c, deadline: deadline}
	for c.Rounds == 0 || len(run.Rounds) < c.Rounds {
		round, err := run.Next(ctx, dashboard.progress)
		dashboard.bar.Clear()
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			fmt.Fprintf(os.Stderr, "gambito: the time is over in round %d; to go on: gambito %s\n", round.Round, strings.Join(os.Args[1:], " "))
			return nil
		case errors.Is(err, context.Canceled):
			return failure{fmt.Errorf("stopped in round %d; to go on: gambito %s", round.Round, strings.Join(os.Args[1:], " "))}
		case err != nil:
			return failure{err}
		}
		if err := dashboard.show(s, round); err != nil {
			return err
		}
	}
	return nil
}

// zeroDashboard shows how learning goes.
type zeroDashboard struct {
	cmd      trainCmd
	deadline time.Time
	what     string
	bar      *terminal.Progress
}

func (d *zeroDashboard) progress(what string, done, total int) {
	if d.cmd.Quiet {
		return
	}
	if d.what != what {
		d.bar.Clear()
		d.what, d.bar = what, terminal.NewProgress(os.Stderr, what, total)
		d.bar.From(done)
	}
	d.bar.Show(done)
}

// show prints a line for a round.
func (d *zeroDashboard) show(s *session, r zero.Round) error {
	d.what = ""
	if d.cmd.JSON {
		return s.printJSON(r)
	}
	passed := "passed"
	if !r.Passed {
		passed = "failed"
	}
	fmt.Fprintf(s.stdout, "round %d: %d games, %.1f games/s, %.1f plies, %.0f %% of %d positions repeated; %d steps, loss %.3f + %.3f; gate %s with %.0f %%",
		r.Round, r.Games, r.GamesPerSec, r.Plies, 100*r.Repeated, r.Positions, r.Steps, r.Loss.Policy, r.Loss.Value, passed, 100*r.Gate)
	for _, name := range slices.Sorted(maps.Keys(r.Baselines)) {
		fmt.Fprintf(s.stdout, "; %.0f %% against %s", 100*r.Baselines[name], name)
	}
	fmt.Fprintf(s.stdout, "; %.0f s, %s in all", r.Seconds, time.Duration(r.Total*float64(time.Second)).Round(time.Second))
	switch {
	case d.cmd.Rounds > 0:
		left := time.Duration(float64(d.cmd.Rounds-r.Round-1) * r.Total / float64(r.Round+1) * float64(time.Second))
		fmt.Fprintf(s.stdout, ", %s left", left.Round(time.Second))
	case !d.deadline.IsZero():
		fmt.Fprintf(s.stdout, ", %s left", max(0, time.Until(d.deadline)).Round(time.Second))
	}
	fmt.Fprintln(s.stdout)
	return nil
}
