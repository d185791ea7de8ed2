package td

import (
	"encoding/json"
	"fmt"
	"slices"

	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
)

// runKey is where a model's file says how it was made.
const runKey = "run"

// checkpoint is what a file keeps beside the networks.
type checkpoint struct {
	Method   string        `json:"method"`
	Settings Settings      `json:"settings"`
	Done     int           `json:"done"`
	History  []Measurement `json:"history"`
	Steps    []int         `json:"steps,omitempty"` // of Adam, by network, while there is something to learn
}

// Names of the models beside the one that plays.
const (
	beforeName   = "before"   // with which the next batch is played
	learningName = "learning" // of a pupil
	meanName     = "mean"     // of its gradients
	squareName   = "square"   // and of their squares
)

// method is how runs of this package are told from others.
const method = "td"

// Encode writes the run as a model file that can be played with and gone on
// from. Equal runs give equal bytes.
func (r *Run) Encode() ([]byte, error) {
	p := checkpoint{Method: method, Settings: r.Settings, Done: r.Done, History: r.History}
	others := map[string]*networks.Model{}
	if r.before != nil {
		others[beforeName] = r.before
	}
	if r.pupil != nil {
		p.Steps = r.pupil.steps()
		others[learningName], others[meanName], others[squareName] = r.pupil.models()
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return r.Model.EncodeWith(others, map[string]string{runKey: string(text)})
}

// Decode reads what Encode writes.
func Decode(data []byte, tables *bearoff.Tables) (*Run, error) {
	m, others, about, err := networks.DecodeWith(data, beforeName, learningName, meanName, squareName)
	if err != nil {
		return nil, err
	}
	p, err := parseCheckpoint(about[runKey])
	if err != nil {
		return nil, err
	}
	before := others[beforeName]
	if within := p.Done < p.Settings.Games && p.Done%(p.Settings.Batch*p.Settings.Stage) != 0; within != (before != nil) {
		return nil, fmt.Errorf("%d games of %d are no point to go on from", p.Done, p.Settings.Games)
	}
	all := slices.Concat(m[:])
	for _, model := range others {
		all = append(all, model[:]...)
	}
	for i, n := range all {
		want := p.Settings.Hidden
		switch {
		case i%networks.Networks == int(networks.Race):
			want = p.Settings.raceUnits()
		case i%networks.Networks == int(networks.Crashed) && p.Settings.Thesis:
			want = 0
		}
		if n.Units != want {
			return nil, fmt.Errorf("a network has %d hidden units, and the run has %d", n.Units, want)
		}
	}
	r := &Run{Settings: p.Settings, Model: m, Done: p.Done, History: p.History, before: before, tables: tables}
	if p.Settings.Minibatch > 0 && p.Done < p.Settings.Games {
		if r.pupil, err = readPupil(others[learningName], others[meanName], others[squareName], p.Steps); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func parseCheckpoint(text string) (p checkpoint, err error) {
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return p, fmt.Errorf("what it says about its run cannot be read: %w", err)
	}
	if p.Method != method {
		return p, fmt.Errorf("it was made by method %q, not %q", p.Method, method)
	}
	if err := p.Settings.Check(); err != nil {
		return p, err
	}
	if p.Done < 0 || p.Done > p.Settings.Games || p.Done < p.Settings.Games && p.Done%p.Settings.Batch != 0 {
		return p, fmt.Errorf("%d games of %d are no point to go on from", p.Done, p.Settings.Games)
	}
	return p, nil
}
