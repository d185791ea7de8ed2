package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/alecthomas/kong"

	"gambito/files"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/neural"
	"gambito/learn/folder"
	"gambito/learn/td"
	"gambito/stats"
	"gambito/terminal"
)

// tdFlags are those of learning by temporal differences.
type tdFlags struct {
	Games     int     `default:"1000000" help:"Games to learn from (default: ${default})."`
	Hidden    int     `default:"128" help:"Hidden units of each network, a multiple of 64 (default: ${default})."`
	Lambda    float64 `default:"0.7" help:"How much of later positions a target takes, from 0 to 1 (default: ${default})."`
	Rate      float64 `default:"0.1" help:"Rate of learning at first (default: ${default})."`
	FinalRate float64 `default:"0.001" help:"Rate of learning at the end (default: ${default})."`
	Explore   float64 `default:"0" help:"Share of games that begin with turns by Pubeval for one side (default: ${default})."`
	Every     int     `default:"100000" help:"Games between two measurements against Pubeval (default: ${default})."`
	Measure   int     `default:"4000" help:"Games of a measurement, 0 for none (default: ${default})."`
}

// given reports whether any of the flags was.
func (f tdFlags) given() bool {
	var untouched tdFlags
	if err := kong.ApplyDefaults(&untouched); err != nil {
		panic(err) // the declarations above are wrong
	}
	return f != untouched
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
	tables, err := bearoff.In(s.agents.Environment.Folder())
	if err != nil {
		fmt.Fprintf(os.Stderr, "gambito: the tables could not be kept: %v\n", err)
	}
	from, err := c.firstNetworks()
	if err != nil {
		return err
	}
	leave, err := folder.Take(c.Out)
	if err != nil {
		return notOpened(err)
	}
	defer leave()
	run, err := c.openRun(tables, from)
	if err != nil {
		return err
	}
	ctx, cancel := c.limit(s.ctx)
	defer cancel()
	l := tdLearning{cmd: c, run: run, ctx: ctx, saved: time.Now()}
	if !c.Quiet {
		l.progress = terminal.NewProgress(os.Stderr, "games", c.Games)
		l.progress.From(run.Done)
	}
	begin := time.Now()
	err = l.learn()
	l.progress.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("training stopped after %d of %d games; the same command goes on", run.Done, c.Games)}
	case err != nil && !errors.Is(err, context.DeadlineExceeded): // --for may end it
		return failure{err}
	}
	return c.showRun(s, run, time.Since(begin))
}

// firstNetworks are those of --from, if the run has not begun yet.
func (c trainCmd) firstNetworks() (*neural.Model, error) {
	if _, err := os.Stat(filepath.Join(c.Out, modelFile)); c.From == "" || err == nil {
		return nil, nil
	}
	from, err := neural.Open(kong.ExpandPath(c.From))
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	if from[0].Hidden != c.Hidden {
		return nil, fmt.Errorf("--hidden %d: the networks of --from have %d hidden units", c.Hidden, from[0].Hidden)
	}
	return from, nil
}

// openRun goes on with the run in the folder, or begins one.
func (c trainCmd) openRun(tables *bearoff.Tables, from *neural.Model) (*td.Run, error) {
	name := filepath.Join(c.Out, modelFile)
	data, err := files.Read(name)
	switch {
	case err == nil:
		run, err := td.Decode(data, tables)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		same := c.settings(c.Seed)
		same.Games = run.Settings.Games
		if run.Settings != same {
			return nil, fmt.Errorf("%s is of a run with other settings; choose another folder", name)
		}
		if c.Games != run.Settings.Games {
			if err := run.Extend(c.Games); err != nil {
				return nil, fmt.Errorf("--games %d: %s cannot go on so: %w; to learn on from it choose another --out with --from %s --rate %g",
					c.Games, name, err, name, c.FinalRate)
			}
		}
		return run, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return td.NewRun(c.settings(c.Seed), from, tables), nil
}

// tdLearning is a run under way.
type tdLearning struct {
	cmd      trainCmd
	run      *td.Run
	ctx      context.Context
	progress *terminal.Progress
	saved    time.Time
}

// saveEvery is how long learning goes on before it is kept again.
const saveEvery = 5 * time.Second

// learn goes on to the end, and keeps how far it has come however it ends.
func (l *tdLearning) learn() error {
	before := l.run.Done
	err := l.measure() // if it was stopped in that
	for err == nil && !l.run.Finished() {
		err = l.run.Stage(l.ctx, l.cmd.Jobs, l.afterBatch)
	}
	if err == nil || l.ctx.Err() != nil && l.run.Done > before {
		return errors.Join(err, l.save())
	}
	return err
}

// afterBatch measures if it is time to, and keeps the run now and then.
func (l *tdLearning) afterBatch() error {
	l.progress.Show(l.run.Done)
	if err := l.measure(); err != nil {
		return err
	}
	if time.Since(l.saved) < saveEvery {
		return nil
	}
	return l.save()
}

// measure lets the networks play against Pubeval where that is due and not done.
func (l *tdLearning) measure() error {
	run, c := l.run, l.cmd
	if c.Measure == 0 || !measureDue(run, c.Every) {
		return nil
	}
	m, err := run.Measure(l.ctx, max(c.Measure/2, 1), c.Jobs)
	if err == nil && !c.Quiet {
		l.progress.Clear()
		fmt.Fprintf(os.Stderr, "%d games learned from: wins %.1f%% against Pubeval, %+.3f points a game ± %.3f\n", m.Games, 100*m.Wins, m.Points, stats.Z95*m.Error)
	}
	return err
}

// measureDue reports whether a run has just passed a multiple of so many games, or
// its end. It is looked at after stages, or after batches if stages are longer.
func measureDue(run *td.Run, every int) bool {
	if n := len(run.History); n > 0 && run.History[n-1].Games == run.Done {
		return false
	}
	step := run.Settings.Batch * run.Settings.Stage
	if every < step {
		step = run.Settings.Batch
	}
	return run.Finished() || run.Done > 0 && run.Done%step == 0 && (run.Done-step)/every != run.Done/every
}

// save keeps the run.
func (l *tdLearning) save() error {
	data, err := l.run.Encode()
	if err != nil {
		return err
	}
	l.saved = time.Now()
	return files.Replace(filepath.Join(l.cmd.Out, modelFile), data)
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
		fmt.Fprintf(s.stdout, "%9d %6.1f%% %+8.3f ± %.3f\n", m.Games, 100*m.Wins, m.Points, stats.Z95*m.Error)
	}
	state := "finished"
	if !run.Finished() {
		state = "not finished; the same command goes on"
	}
	fmt.Fprintf(s.stdout, "%d of %d games learned from, %s, %.0f s now: %s\n", run.Done, run.Settings.Games, state, took.Seconds(), name)
	return nil
}
