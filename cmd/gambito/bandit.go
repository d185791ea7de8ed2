package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gambito/bandit/lab"
	"gambito/files"
	"gambito/progress"
)

type banditCmd struct {
	Regret banditRegretCmd `cmd:"" help:"Compare the regret of selection policies on bandit problems."`
	Tune   banditTuneCmd   `cmd:"" help:"Find the α of UCB with the least regret for numbers of arms."`
	Trees  banditTreesCmd  `cmd:"" help:"Measure what searches give away on synthetic trees."`
}

// Help is shown by --help.
func (banditCmd) Help() string {
	return `Examples:

  gambito bandit regret
  gambito bandit regret --policies 'ucb:alpha=0.5,ucb-tuned,thompson' --problem auer:12
  gambito bandit tune --arms 2,10 --rounds 10000
  gambito bandit trees --branching 2,8,32 --depth 4`
}

// plusMinus shows an estimate, its digits chosen by the width of its interval.
func plusMinus(e lab.Estimate) string {
	switch {
	case math.IsInf(e.Half, 0):
		return fmt.Sprintf("%.4g ± ?", e.Mean)
	case e.Half < 10:
		return fmt.Sprintf("%.2f ± %.2f", e.Mean, e.Half)
	}
	return fmt.Sprintf("%.1f ± %.1f", e.Mean, e.Half)
}

// csvNumber writes a number, nothing for one that is not finite.
func csvNumber(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// writeCSV writes a table, unless there is no file.
func writeCSV(name string, rows [][]string) error {
	if name == "" {
		return nil
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	if err := w.WriteAll(rows); err != nil {
		return failure{err}
	}
	if err := files.Replace(name, []byte(text.String())); err != nil {
		return failure{err}
	}
	return nil
}

// writeChart draws a chart into a file whose name has a part added before its
// extension.
func writeChart(name, part string, c interface{ SVG(io.Writer) error }) error {
	var svg strings.Builder
	if err := c.SVG(&svg); err != nil {
		return failure{err}
	}
	ext := filepath.Ext(name)
	if err := files.Replace(strings.TrimSuffix(name, ext)+part+ext, []byte(svg.String())); err != nil {
		return failure{err}
	}
	return nil
}

// stopped turns the error of a laboratory into one of the command.
func stopped(verb string, last progress.Step, err error) error {
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%s stopped after %d of %d problems; it has no result", verb, last.Done, last.Total)
	}
	return failure{err}
}
