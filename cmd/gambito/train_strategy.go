package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"gambito/game"
	"gambito/learn/strategy"
	"gambito/spec"
	"gambito/theory/extensive"
)

// strategyMethods names the methods for games with secrets.
func strategyMethods() string {
	var names []string
	for _, m := range extensive.Methods {
		names = append(names, string(m))
	}
	return strings.Join(names, ", ")
}

// strategySettings are what the flags ask for, of a game with secrets.
func (c trainCmd) strategySettings() (strategy.Settings, error) {
	settings := strategy.Settings{Method: extensive.Plus, Seed: c.Seed, Every: 100}
	if c.Method != "" {
		settings.Method = extensive.Method(c.Method)
	}
	if !slices.Contains(extensive.Methods, settings.Method) {
		return settings, fmt.Errorf("%s is learned by other methods than %q %s", c.Game, c.Method, spec.Suggest(c.Method, strings.Split(strategyMethods(), ", ")))
	}
	if settings.Method.Sampled() {
		settings.Every = 10_000
	}
	if c.Iterations > 0 {
		settings.Every = c.Iterations
	}
	settings.Batch, settings.Jobs = c.Batch, c.Jobs
	switch {
	case c.Batch != 0 && settings.Method != extensive.External:
		return settings, fmt.Errorf("--batch is for the method external, not for %s", settings.Method)
	case c.Batch > extensive.MaxBatch:
		return settings, fmt.Errorf("--batch %d: it must be at most %d", c.Batch, extensive.MaxBatch)
	case c.Batch != 0 && settings.Every%c.Batch != 0:
		return settings, fmt.Errorf("--batch %d does not divide the %d iterations of a round: --iterations %d would do", c.Batch, settings.Every, (settings.Every/c.Batch+1)*c.Batch)
	}
	if c.tdFlags.given() || c.From != "" || c.Preset != "" || c.Set != "" || len(c.GamesFrom) > 0 || c.Options || c.Fleet != "" {
		return settings, errors.New("games with secrets take --method, --out, --rounds, --iterations, --batch, --for, --seed and --jobs only")
	}
	return settings, nil
}

// learnStrategy learns a game with secrets.
func (c trainCmd) learnStrategy(s *session, g game.Game) error {
	settings, err := c.strategySettings()
	if err != nil {
		return err
	}
	tree, err := extensive.New(g)
	if err != nil {
		return err
	}
	folder := c.Out
	if folder == "" {
		if folder, err = os.MkdirTemp("", "gambito"); err != nil {
			return failure{err}
		}
		defer os.RemoveAll(folder)
	}
	run, err := strategy.Open(folder, tree, settings)
	if errors.As(err, new(strategy.ErrOther)) {
		return err
	}
	if err != nil {
		return failure{err}
	}
	err = c.strategyRounds(s, run)
	if closed := run.Close(); err == nil && closed != nil {
		return failure{closed}
	}
	return err
}

// strategyRounds makes rounds until there are enough, or the time is over.
func (c trainCmd) strategyRounds(s *session, run *strategy.Run) error {
	ctx, cancel := context.WithCancel(s.ctx)
	if c.For > 0 {
		ctx, cancel = context.WithTimeout(s.ctx, c.For)
	}
	defer cancel()
	rounds := c.Rounds
	if rounds == 0 && c.For == 0 {
		rounds = 10
	}
	if rounds > 0 && len(run.Rounds) >= rounds && !c.JSON {
		fmt.Fprintf(os.Stderr, "gambito: %s has %d rounds already; --rounds %d goes on\n", c.Out, len(run.Rounds), len(run.Rounds)+1)
	}
	for rounds == 0 || len(run.Rounds) < rounds {
		begin, before := time.Now(), run.Iterations()
		round, err := run.Next(ctx)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			return nil
		case errors.Is(err, context.Canceled):
			return failure{fmt.Errorf("stopped after %d iterations; to go on: gambito %s", run.Iterations(), strings.Join(os.Args[1:], " "))}
		case err != nil:
			return failure{err}
		case c.JSON:
			if err := s.printJSON(round); err != nil {
				return err
			}
		default:
			speed := ""
			if !c.Quiet {
				speed = fmt.Sprintf(", %.0f iterations/s", float64(round.Iterations-before)/time.Since(begin).Seconds())
			}
			fmt.Fprintf(s.stdout, "iteration %d: exploitability %.6f, value %.6f%s\n", round.Iterations, round.Exploitability, round.Value, speed)
		}
	}
	return nil
}
