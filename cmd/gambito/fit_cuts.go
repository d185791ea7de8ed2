package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gambito/files"
	"gambito/game"
	"gambito/neural"
	"gambito/ntuple"
	"gambito/search/probcut"
)

// cutsSolve is with how many plies left positions are searched to the end to fit cuts.
const cutsSolve = 14

// cuts fits the cuts of a pattern system.
func (c fitCmd) cuts(s *session, g game.Game) error {
	model, judge, err := readPatterns(c.Cuts, g)
	if err != nil {
		return fmt.Errorf("--cuts: %w", err)
	}
	if c.Out != "" && !strings.HasSuffix(c.Out, ".safetensors") {
		return errors.New("--out: a pattern system with cuts is written to a file that ends in .safetensors")
	}
	count, begin := counter{bar: c.bar()}, time.Now()
	fitted, err := probcut.Calibrate(s.ctx, g, judge.Board, probcut.Calibration{
		Positions: c.Games, Depth: c.Depth, Solve: min(cutsSolve, c.Depth+2), Seed: c.Seed, Jobs: c.Jobs,
	}, count.show)
	count.bar.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("fit stopped after %d of %d positions: there are no cuts", count.last.Done, c.Games)}
	case err != nil:
		return err
	}
	fmt.Fprintf(s.stdout, "%s, cuts of %s by %d positions, seed %d, %.1f s\n\n", g.Info().ID, c.Cuts, c.Games, c.Seed, time.Since(begin).Seconds())
	unit, name := float64(probcut.Logit), "deviation"
	if judge.Discs() {
		unit, name = probcut.Disc, "deviation, discs"
	}
	fmt.Fprintf(s.stdout, "%5s  %10s  %9s  %s\n", "depth", "foretold by", "positions", name)
	for _, p := range fitted.Pairs {
		fmt.Fprintf(s.stdout, "%5d  %11d  %9d  %*.2f\n", p.Depth, p.Shallow, p.Count, len(name), p.Deviation/unit)
	}
	fmt.Fprintf(s.stdout, "\nslope %.3f, numbers of sigma %.3f\n", fitted.Cuts.Slope, fitted.Cuts.Sigma)
	for level, share := range fitted.Within {
		fmt.Fprintf(s.stdout, "held out: %4.1f %% lie within %.1f deviations\n", 100*share, probcut.Doubt(level))
	}
	if c.Out == "" {
		return nil
	}
	if model.Notes == nil {
		model.Notes = map[string]string{}
	}
	model.Notes[probcut.CutsNote] = fitted.Cuts.String()
	data, err := model.Encode()
	if err == nil {
		err = files.Replace(c.Out, data)
	}
	if err != nil {
		return failure{err}
	}
	return nil
}

// readPatterns reads a pattern system for a game, from a file or by the name of one
// that comes with gambito.
func readPatterns(name string, g game.Game) (*ntuple.Model, *probcut.Judge, error) {
	data, err := neural.Read(name)
	if err != nil {
		return nil, nil, err
	}
	model, err := ntuple.Decode(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	judge, err := probcut.NewJudge(g, model)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return model, judge, nil
}
