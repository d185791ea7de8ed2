// Package strategy learns games of hidden information in a folder, by counterfactual
// regret minimisation: Open begins or goes on, Next makes a round and returns what came of
// it. The strategy so far, what every round came to and the curve of exploitability are in
// the folder after each round, and a run that was stopped goes on to the same bytes.
package strategy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gambito/files"
	"gambito/report/chart"
	"gambito/theory/extensive"
)

// The files of a folder, beside extensive.StrategyFile.
const (
	roundsFile = "rounds.json"
	curveFile  = "curves.svg"
	lockFile   = "lock"
)

// Round is what came of some iterations.
type Round struct {
	Number         int     `json:"number"`
	Iterations     int     `json:"iterations"`
	Exploitability float64 `json:"exploitability"`
	Value          float64 `json:"value"`
}

// Settings say how to learn.
type Settings struct {
	Method extensive.Method
	Seed   uint64
	Every  int // iterations of a round

	// Of external sampling: Learner.Batch, which divides Every; 0 is that of the run which goes on,
	// or of a new one the most up to Batch that does.
	Batch int
	Jobs  int // goroutines that draw; what is learned does not depend on them
}

// Batch is how many iterations of external sampling are drawn together unless told.
const Batch = 1000

// usual is the size of batches of a new run that was not told.
func (s Settings) usual() int {
	if s.Method != extensive.External {
		return 0
	}
	size := Batch
	for s.Every%size != 0 {
		size--
	}
	return size
}

// Run is learning in a folder.
type Run struct {
	Rounds []Round

	folder   string
	settings Settings
	learner  *extensive.Learner
	unlock   func() error
}

// ErrOther says that the run in a folder is another.
type ErrOther struct{ error }

// Open begins in a folder, or goes on with the run that is there.
func Open(folder string, t *extensive.Tree, s Settings) (*Run, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	unlock, err := files.Lock(filepath.Join(folder, lockFile))
	if errors.Is(err, files.ErrLocked) {
		return nil, ErrOther{fmt.Errorf("%s: another gambito is learning there", folder)}
	}
	if err != nil {
		return nil, err
	}
	r := &Run{folder: folder, settings: s, unlock: unlock}
	if err := r.load(t); err != nil {
		return nil, errors.Join(err, unlock())
	}
	r.learner.Jobs = s.Jobs
	return r, nil
}

// load reads what is there.
func (r *Run) load(t *extensive.Tree) error {
	name := filepath.Join(r.folder, extensive.StrategyFile)
	data, err := files.ReadSealed(name)
	if errors.Is(err, fs.ErrNotExist) {
		if r.learner, err = extensive.NewLearner(t, r.settings.Method, r.settings.Seed); err != nil {
			return err
		}
		if r.learner.Batch = r.settings.Batch; r.settings.Batch == 0 {
			r.learner.Batch = r.settings.usual()
		}
		return nil
	}
	if err != nil {
		return ErrOther{fmt.Errorf("%s: %w", name, err)}
	}
	if r.learner, err = t.Resume(data); err != nil {
		return ErrOther{fmt.Errorf("%s: %w", name, err)}
	}
	if l := r.learner; l.Method != r.settings.Method || l.Seed != r.settings.Seed {
		return ErrOther{fmt.Errorf("%s was learned by method %s with seed %d, not by %s with %d", name, l.Method, l.Seed, r.settings.Method, r.settings.Seed)}
	}
	batch := max(r.learner.Batch, 1) // of runs older than batches it is 0
	if told := r.settings.Batch; told != 0 && told != batch {
		return ErrOther{fmt.Errorf("%s was learned in batches of %d, not of %d", name, batch, told)}
	}
	if r.settings.Every%batch != 0 {
		return ErrOther{fmt.Errorf("%s was learned in batches of %d, which do not fit into rounds of %d iterations", name, batch, r.settings.Every)}
	}
	name = filepath.Join(r.folder, roundsFile)
	data, err = files.ReadSealed(name)
	if err != nil {
		return ErrOther{fmt.Errorf("%s: %w", name, err)}
	}
	var rounds []Round
	if err := json.Unmarshal(data, &rounds); err != nil {
		return ErrOther{fmt.Errorf("%s: %w", name, err)}
	}
	for _, round := range rounds {
		if round.Iterations <= r.learner.Iterations { // rounds are written before the strategy
			r.Rounds = append(r.Rounds, round)
		}
	}
	if n := len(r.Rounds); n == 0 || r.Rounds[n-1].Iterations != r.learner.Iterations {
		return ErrOther{fmt.Errorf("%s does not tell of all %d iterations of the strategy", name, r.learner.Iterations)}
	}
	return nil
}

// Iterations is how many were made so far.
func (r *Run) Iterations() int { return r.learner.Iterations }

// Next makes a round. If ctx ends before, it is not made.
func (r *Run) Next(ctx context.Context) (Round, error) {
	end := (r.learner.Iterations/r.settings.Every + 1) * r.settings.Every
	for r.learner.Iterations < end {
		if ctx.Err() != nil {
			return Round{}, ctx.Err()
		}
		r.learner.Step(min(end-r.learner.Iterations, max(16, 4*r.learner.Batch)))
	}
	t, average := r.learner.Tree, r.learner.Average()
	round := Round{Number: len(r.Rounds) + 1, Iterations: end, Exploitability: t.Exploitability(average), Value: t.Value([2]extensive.Strategy{average, average})}
	r.Rounds = append(r.Rounds, round)
	return round, r.save()
}

// save writes everything.
func (r *Run) save() error {
	rounds, err := json.Marshal(r.Rounds)
	if err != nil {
		return err
	}
	strategy, err := r.learner.Encode()
	if err != nil {
		return err
	}
	c := chart.Chart{
		Title: fmt.Sprintf("%s by %s", r.learner.Tree.Game.Info().Name, r.settings.Method),
		X:     chart.Axis{Label: "iterations", Log: true}, Y: chart.Axis{Label: "exploitability", Log: true},
		Series: []chart.Series{{Marks: true}},
	}
	for _, round := range r.Rounds {
		c.Series[0].X, c.Series[0].Y = append(c.Series[0].X, float64(round.Iterations)), append(c.Series[0].Y, round.Exploitability)
	}
	var curve bytes.Buffer
	if err := c.SVG(&curve); err != nil {
		curve.Reset() // nothing that its axes can show, such as an exploitability of 0
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{roundsFile, files.Seal(rounds)}, {curveFile, curve.Bytes()}, {extensive.StrategyFile, files.Seal(strategy)}} {
		if err := files.Replace(filepath.Join(r.folder, f.name), f.data); err != nil {
			return err
		}
	}
	return nil
}

// Close lets go of the folder.
func (r *Run) Close() error { return r.unlock() }
