package td

import (
	"encoding/json"
	"fmt"

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
}

// method is how runs of this package are told from others.
const method = "td"

// Encode writes the run as a model file that can be played with and gone on
// from. Equal runs give equal bytes.
func (r *Run) Encode() ([]byte, error) {
	text, err := json.Marshal(checkpoint{method, r.Settings, r.Done, r.History})
	if err != nil {
		return nil, err
	}
	return r.Model.EncodeWith(r.before, map[string]string{runKey: string(text)})
}

// Decode reads what Encode writes.
func Decode(data []byte, tables *bearoff.Tables) (*Run, error) {
	m, before, about, err := networks.DecodeWith(data)
	if err != nil {
		return nil, err
	}
	p, err := parseCheckpoint(about[runKey])
	if err != nil {
		return nil, err
	}
	if within := p.Done < p.Settings.Games && p.Done%(p.Settings.Batch*p.Settings.Stage) != 0; within != (before != nil) {
		return nil, fmt.Errorf("%d games of %d are no point to go on from", p.Done, p.Settings.Games)
	}
	networks := m[:]
	if before != nil {
		networks = append(networks, before[:]...)
	}
	for _, n := range networks {
		if n.Hidden != p.Settings.Hidden {
			return nil, fmt.Errorf("a network has %d hidden units, and the run has %d", n.Hidden, p.Settings.Hidden)
		}
	}
	return &Run{Settings: p.Settings, Model: m, Done: p.Done, History: p.History, before: before, tables: tables}, nil
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
