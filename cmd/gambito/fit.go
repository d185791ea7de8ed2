package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"gambito/files"
	"gambito/game"
	"gambito/games/othello"
	"gambito/learn/fit"
)

type fitCmd struct {
	Game  string `arg:"" help:"Game whose evaluation to fit: othello; with --scale any game that has one, with --cuts any that patterns judge."`
	Scale string `placeholder:"EVAL" help:"Find the scale of this evaluation instead: what it is worth as an expected score."`
	Cuts  string `placeholder:"MODEL" help:"Fit the cuts of this pattern system instead, by which the agent pattern leaves out what is probably beyond the window: a name or a file."`
	Depth int    `default:"10" help:"With --cuts: plies that every position is searched to (default: ${default})."`
	Games int    `default:"20000" help:"How many games to play and fit to (default: ${default})."`
	Out   string `type:"output" placeholder:"FILE" help:"Write the weights as Go source, as games/othello/weights.go has them; with --cuts the pattern system with its cuts."`
	seedFlag
	jobsFlag
	quietFlag
}

// Help is shown by --help.
func (fitCmd) Help() string {
	return `Plays games from random openings with the evaluation "hand", the end of each
perfectly, and finds the weights of the evaluation "classic" that foresee their
results best. Prints the weights in hundredths of a disc, a column a phase of
the game, and how well they foresee one game in ten that is held out. The same
seed gives the same weights for any number of jobs.

With --scale a tree search plays the games, and the scale is found at which
tanh(evaluation / scale) foresees their results best, as mcts uses it.

With --cuts a position of each game is searched to every depth up to --depth, and
what is found is how far values of a deep search lie from those of a shallow one:
what Multi-ProbCut goes by. --out writes the model with these numbers in it.

Examples:

  gambito fit othello
  gambito fit othello --games 500 --seed 7
  gambito fit othello --out games/othello/weights.go
  gambito fit connect4 --scale h2 --games 2000
  gambito fit othello --cuts othello-patterns --games 500 --out othello.safetensors`
}

// Validate is called by the command-line parser.
func (c fitCmd) Validate() error {
	if c.Games < fit.MinGames {
		return fmt.Errorf("--games %d: it must be %d or more", c.Games, fit.MinGames)
	}
	if c.Depth < 3 || c.Depth > maxCutsDepth {
		return fmt.Errorf("--depth %d: it must be from 3 to %d", c.Depth, maxCutsDepth)
	}
	return c.jobsFlag.Validate()
}

// maxCutsDepth is what a search without cuts reaches in a time that anybody waits for.
const maxCutsDepth = 20

// Run plays and fits.
func (c fitCmd) Run(s *session) error {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	switch {
	case c.Scale != "" && c.Cuts != "":
		return errors.New("--scale and --cuts: one at a time")
	case c.Scale != "":
		return c.scale(s, g)
	case c.Cuts != "":
		return c.cuts(s, g)
	}
	if _, ok := g.(othello.Game); !ok {
		return fmt.Errorf("only the evaluation of othello can be fitted, not that of %s", g.Info().ID)
	}
	if err := c.checkOut(); err != nil {
		return err
	}
	count, begin := counter{bar: c.bar()}, time.Now()
	fitted, err := fit.Othello(s.ctx, fit.Settings{Games: c.Games, Seed: c.Seed, Jobs: c.Jobs}, count.show)
	count.bar.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("fit stopped after %d of %d games: there are no weights", count.last.Done, c.Games)}
	case err != nil:
		return failure{err}
	}
	c.show(s, fitted, time.Since(begin))
	if c.Out == "" {
		return nil
	}
	source, err := fitted.Source()
	if err == nil {
		err = files.Replace(c.Out, source)
	}
	if err != nil {
		return failure{err}
	}
	return nil
}

// scale finds the scale of an evaluation.
func (c fitCmd) scale(s *session, g game.Game) error {
	e, ok := g.(game.Evaluated)
	if !ok {
		return fmt.Errorf("--scale %s: %s has no evaluation", c.Scale, g.Info().ID)
	}
	evaluate, err := e.Evaluation(c.Scale)
	if err != nil {
		return fmt.Errorf("--scale: %w", err)
	}
	if c.Out != "" {
		return errors.New("--out: a scale is printed only, it has no file")
	}
	count := counter{bar: c.bar()}
	fitted, err := fit.Scale(s.ctx, g, evaluate, fit.Settings{Games: c.Games, Seed: c.Seed, Jobs: c.Jobs}, count.show)
	count.bar.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("fit stopped after %d of %d games: there is no scale", count.last.Done, c.Games)}
	case err != nil:
		return err
	}
	fmt.Fprintf(s.stdout, "%s, evaluation %s: scale %.4g, by %d positions of %d games, seed %d\n", g.Info().ID, c.Scale, fitted.Scale, fitted.Positions, c.Games, c.Seed)
	fmt.Fprintf(s.stdout, "mean squared error %.3f, against %.3f of expecting draws\n", fitted.Error, fitted.Zero)
	return nil
}

// checkOut makes sure, before the work, that the weights can be written and
// that nothing but weights is written over.
func (c fitCmd) checkOut() error {
	if c.Out == "" {
		return nil
	}
	if _, err := os.Lstat(c.Out); err != nil {
		return nil // a new file
	}
	content, err := files.Read(c.Out)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if !bytes.HasPrefix(content, []byte(fit.Mark)) {
		return fmt.Errorf("--out: %s exists and was not written by gambito fit; choose a new file", c.Out)
	}
	return nil
}

func (fitCmd) show(s *session, f fit.Fitted, took time.Duration) {
	fmt.Fprintf(s.stdout, "othello, %d games, %d positions, seed %d, %.1f s\n\n", f.Settings.Games, f.Positions, f.Settings.Seed, took.Seconds())
	row := func(name string, cell func(phase int) string) {
		fmt.Fprintf(s.stdout, "%-20s", name)
		for phase := range othello.Phases {
			fmt.Fprintf(s.stdout, "%9s", cell(phase))
		}
		fmt.Fprintln(s.stdout)
	}
	row("phase", func(phase int) string { return fmt.Sprint(phase + 1) })
	for feature, name := range othello.FeatureNames {
		row(name, func(phase int) string { return fmt.Sprint(f.Weights[feature][phase]) })
	}
	fmt.Fprintln(s.stdout)
	row("held-out positions", func(phase int) string { return fmt.Sprint(f.Phases[phase].Positions) })
	row("R²", func(phase int) string { return measuredNumber(f.Phases[phase].R2(), 3) })
	row("mean error, discs", func(phase int) string { return measuredNumber(f.Phases[phase].MeanError(), 2) })
	fmt.Fprintf(s.stdout, "\nheld out: %d positions, R² %s, mean absolute error %.2f discs\n", f.Quality.Positions, measuredNumber(f.Quality.R2(), 3), f.Quality.MeanError())
}

// measuredNumber writes a number, or a dash if nothing could be measured.
func measuredNumber(x float64, digits int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}
