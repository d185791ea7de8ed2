package genetic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// format is that of checkpoints; what reads otherwise has another number.
const format = "gambito evolution 1"

// checkpoint is a run as a file holds it.
type checkpoint struct {
	Format   string         `json:"format"`
	About    string         `json:"about"` // the problem, in words or otherwise
	Settings Settings       `json:"settings"`
	Log      []Entry        `json:"log"`
	Islands  [][]Individual `json:"islands"`
}

// Save writes the run. About tells the problem: whoever continues the run must
// say the same of theirs.
func (r *Run) Save(about string) []byte {
	data, err := json.Marshal(checkpoint{format, about, r.settings, r.log, r.islands})
	if err != nil {
		panic(err) // Step lets in no number that JSON cannot write
	}
	return append(data, '\n')
}

// errMismatch is what Load finds of another run.
var errMismatch = errors.New("it is of a run with other settings")

// Load returns a run to where Save has left it. The settings must be the same
// but for the number of generations and the other rules that end a run, which
// may be changed unless the rate of mutation or the temperature depends on them.
func (r *Run) Load(about string, data []byte) error {
	c, err := parse(data)
	if err != nil {
		return err
	}
	ours, theirs := r.settings, c.Settings
	theirs.Stale, theirs.Target = ours.Stale, ours.Target
	if !ours.Scheduled() {
		theirs.Generations = ours.Generations
	}
	if c.About != about || ours != theirs {
		return errMismatch
	}
	if err := r.checkState(c); err != nil {
		return fmt.Errorf("the checkpoint is damaged: %w", err)
	}
	r.log, r.islands = c.Log, c.Islands
	return nil
}

// parse reads a checkpoint.
func parse(data []byte) (c checkpoint, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return c, fmt.Errorf("it is no checkpoint of an evolution: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return c, errors.New("something follows the checkpoint")
	}
	if c.Format != format {
		return c, fmt.Errorf("its format is %q, not %q", c.Format, format)
	}
	return c, nil
}

// Describe tells of which problem and with which settings a checkpoint is, for whoever
// wants to load it and knows neither.
func Describe(data []byte) (about string, s Settings, err error) {
	c, err := parse(data)
	return c.About, c.Settings, err
}

// checkState makes sure that a run can go on from there.
func (r *Run) checkState(c checkpoint) error {
	if len(c.Log) == 0 && len(c.Islands) == 0 {
		return nil
	}
	if len(c.Log) == 0 || len(c.Islands) != r.settings.Islands {
		return fmt.Errorf("%d generations, %d islands", len(c.Log), len(c.Islands))
	}
	for _, population := range c.Islands {
		if len(population) != r.settings.Population {
			return fmt.Errorf("a population of %d", len(population))
		}
		for _, one := range population {
			if err := r.coder.fits(one.Chromosome); err != nil {
				return err
			}
		}
	}
	record := math.Inf(-1)
	for _, e := range c.Log {
		record = max(record, e.Best)
		if r.problem.Terse {
			if len(e.Genes) > 0 {
				return errors.New("there are vectors in the log")
			}
		} else if err := r.problem.Genome.Fits(e.Genes); err != nil {
			return err
		}
		if e.Record != record {
			return fmt.Errorf("a record of %g, though the best was %g", e.Record, record)
		}
	}
	return nil
}
