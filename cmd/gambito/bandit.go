package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gambito/bandit"
	"gambito/bandit/lab"
	"gambito/files"
	"gambito/report/chart"
	"gambito/spec"
	"gambito/terminal"
)

type banditCmd struct {
	Regret banditRegretCmd `cmd:"" help:"Compare the regret of selection policies on bandit problems."`
	Tune   banditTuneCmd   `cmd:"" help:"Find the α of UCB with the least regret for numbers of arms."`
}

// Help is shown by --help.
func (banditCmd) Help() string {
	return `Examples:

  gambito bandit regret
  gambito bandit regret --policies 'ucb:alpha=0.5,ucb-tuned,thompson' --problem auer:12
  gambito bandit tune --arms 2,10 --rounds 10000`
}

// policies is the catalogue of selection policies by which specs are read.
var policies = func() spec.Catalogue[*bandit.Entry] {
	c := spec.Catalogue[*bandit.Entry]{Kind: "policy"}
	for i := range bandit.Catalogue {
		e := &bandit.Catalogue[i]
		c.Entries = append(c.Entries, spec.Entry[*bandit.Entry]{Schema: e.Schema(), Make: e})
	}
	return c
}()

// parsePolicies reads a list of policy specs, separated by commas or
// semicolons. Between commas a part like alpha=2 belongs to the policy before
// it, because a policy is NAME or NAME:key=value.
func parsePolicies(text string) ([]lab.Entrant, error) {
	var specs []string
	for list := range strings.SplitSeq(text, ";") {
		open := false
		for part := range strings.SplitSeq(list, ",") {
			part = strings.TrimSpace(part)
			if open && strings.Contains(part, "=") && !strings.Contains(part, ":") {
				specs[len(specs)-1] += "," + part
				continue
			}
			specs = append(specs, part)
			open = strings.Contains(part, ":")
		}
	}
	var entrants []lab.Entrant
	seen := map[string]bool{}
	for _, s := range specs {
		entry, values, err := policies.Read(s)
		if err != nil {
			return nil, err
		}
		if seen[s] {
			return nil, fmt.Errorf("policy %q is given twice", s)
		}
		seen[s] = true
		numbers := map[string]float64{}
		for _, p := range entry.Make.Parameters {
			numbers[p.Name] = values.Float(p.Name)
		}
		policy, err := entry.Make.Make(numbers)
		if err != nil {
			return nil, err
		}
		entrants = append(entrants, lab.Entrant{Name: s, Policy: policy})
	}
	return entrants, nil
}

// interval is an estimate in JSON; its ends are null where nothing is known of
// them.
type interval struct {
	Estimate float64  `json:"estimate"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
}

func jsonInterval(e lab.Estimate) interval {
	return interval{e.Mean, finite(e.Low()), finite(e.High())}
}

// finite is nil for what JSON cannot write.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
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
	if finite(x) == nil {
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
func writeChart(name, part string, c chart.Chart) error {
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
func stopped(verb string, done, total int, err error) error {
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%s stopped after %d of %d problems; it has no result", verb, done, total)
	}
	return failure{err}
}

// counted shows progress unless that is unwanted, and remembers it.
func counted(quiet bool, total int) (show func(done int), finish func() int) {
	var progress *terminal.Progress
	if !quiet {
		progress = terminal.NewProgress(os.Stderr, "problems", total)
	}
	last := 0
	return func(done int) {
			last = done
			progress.Show(done)
		}, func() int {
			progress.Clear()
			return last
		}
}
