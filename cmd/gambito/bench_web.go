package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gambito/api"
	"gambito/games"
	"gambito/progress"
	"gambito/terminal"
	"gambito/web/load"
)

// webBenchmark is the name under which bench measures the server of the workbench.
const webBenchmark = "web"

// webLoadFlags say how many come to the server at once.
type webLoadFlags struct {
	Players  int           `default:"500" help:"web: people who play at once; 0 for none (default: ${default})."`
	Game     string        `default:"connect4" help:"web: the game that they play, in which each move is one (default: ${default})."`
	Against  string        `default:"level:1" placeholder:"AGENT" help:"web: whom they play against (default: ${default})."`
	Every    time.Duration `default:"2s" help:"web: how often each moves (default: ${default})."`
	Analyses int           `default:"50" help:"web: live analyses at once; 0 for none (default: ${default})."`
	Streams  int           `default:"1000" help:"web: open event streams at once; 0 for none (default: ${default})."`
	Time     time.Duration `default:"30s" help:"web: how long people play; the rest takes a third of that each (default: ${default})."`
	Cores    int           `default:"2" help:"web, lab: how many cores the server may use (default: ${default})."`
}

// usualLoad is what the flags are if nobody sets them.
var usualLoad = webLoadFlags{500, "connect4", "level:1", 2 * time.Second, 50, 1000, 30 * time.Second, 2}

// What is analysed: a game with many moves, by a search that never ends by itself.
const (
	analysedGame = "othello"
	analysedBy   = "mcts"
)

// The goals. Updates a second are asked for ten times; what is told is counted over some
// seconds, at whose ends one may be missing.
const (
	slowestMove = 100 * time.Millisecond // of 99 of 100
	leastRate   = 9.5                    // updates a second of every analysis
	mostMemory  = 300 << 20              // of a server with open streams
)

func (f webLoadFlags) check() error {
	switch {
	case f.Players < 0 || f.Analyses < 0 || f.Streams < 0:
		return errors.New("--players, --analyses and --streams must be 0 or more")
	case f.Players+f.Analyses+f.Streams == 0:
		return errors.New("--players, --analyses and --streams are 0: nothing is left to measure")
	case f.Time < time.Second || f.Time > time.Hour:
		return fmt.Errorf("--time %v: it must be from 1s to 1h", f.Time)
	case f.Every < 10*time.Millisecond:
		return fmt.Errorf("--every %v: it must be 10ms or more", f.Every)
	case f.Cores < 1:
		return fmt.Errorf("--cores %d: it must be 1 or more", f.Cores)
	}
	return nil
}

// webLoad measures the server of the workbench.
func (c benchCmd) webLoad(s *session) error {
	if err := c.webLoadFlags.check(); err != nil {
		return err
	}
	g, err := games.Parse(c.Game)
	if err != nil {
		return err
	}
	against, err := s.agents.Parse(c.Against)
	if err != nil {
		return err
	}
	if _, err := against.For(g); err != nil {
		return err
	}
	told := api.WebLoad{Cores: c.Cores, Missed: []string{}}
	bar := terminal.NewProgress(os.Stderr)
	defer bar.Clear()
	steps := []struct {
		many    int
		measure func(context.Context, *load.Process) (missed []string, err error)
	}{
		{c.Players, func(ctx context.Context, p *load.Process) ([]string, error) {
			l, err := load.PlayersAt(ctx, p, load.Crowd{Players: c.Players, Game: c.Game, Against: c.Against, Every: c.Every, Time: c.Time})
			told.Players = &l
			return missedPlaying(l), err
		}},
		{c.Analyses, func(ctx context.Context, p *load.Process) ([]string, error) {
			l, err := load.AnalysesAt(ctx, p, load.Searches{Analyses: c.Analyses, Game: analysedGame, Agent: analysedBy, Time: c.Time / 3})
			told.Analyses = &l
			return missedAnalysing(l), err
		}},
		{c.Streams, func(ctx context.Context, p *load.Process) ([]string, error) {
			l, err := load.StreamsAt(ctx, p, load.Listeners{Streams: c.Streams, Game: c.Game, Against: c.Against, Time: c.Time / 3})
			told.Streams = &l
			return missedListening(l), err
		}},
	}
	program, err := os.Executable()
	if err != nil {
		return failure{err}
	}
	for i, step := range steps {
		if step.many == 0 {
			continue
		}
		bar.Show(progress.Step{What: "measurements", Done: i, Total: len(steps)})
		missed, err := c.measured(s.ctx, program, step.measure)
		switch {
		case s.ctx.Err() != nil:
			bar.Clear()
			return failure{errors.New("bench stopped")}
		case err != nil:
			bar.Clear()
			return failure{err}
		}
		told.Missed = append(told.Missed, missed...)
	}
	bar.Clear()
	return c.showGoals(s, told, loadRows(told), told.Missed)
}

// measured measures with a server of its own.
func (c benchCmd) measured(ctx context.Context, program string, measure func(context.Context, *load.Process) ([]string, error)) ([]string, error) {
	p, err := load.Start(program, c.Cores)
	if err != nil {
		return nil, err
	}
	defer p.Stop()
	return measure(ctx, p)
}
