package tuples

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"gambito/game"
	"gambito/nn/safetensors"
)

// A run is kept as the worths that were ever learned, with their trends: by stage the
// slots, ascending, and as many worths, sums and sizes. Slots are whole numbers, which
// 32-bit floats hold exactly up to maxSlots.
const (
	runKey     = "run"
	maxSlots   = 1 << 24
	mostWorths = 4 * maxSlots // of all stages
)

// checkpoint is what is said beside.
type checkpoint struct {
	Settings Settings      `json:"settings"`
	Done     int           `json:"done"`
	History  []Measurement `json:"history"`
}

// The tensors of a stage.
var parts = [4]string{"slots", "worths", "sums", "sizes"}

func tensorName(part string, stage int) string { return part + "/" + strconv.Itoa(stage) }

// encode writes all that is needed to go on. Equal runs give equal bytes.
func (r *Run) encode() ([]byte, error) {
	text, err := json.Marshal(checkpoint{r.Settings, r.Done, r.History})
	if err != nil {
		return nil, err
	}
	f := safetensors.File{Metadata: map[string]string{runKey: string(text)}, Tensors: r.tensors(len(parts))}
	return f.Encode()
}

// tensors are the first parts of what was learned, stage by stage.
func (r *Run) tensors(count int) (list []safetensors.Tensor) {
	for stage, worths := range r.brain.weights.Values {
		var columns [len(parts)][]float32
		for slot, worth := range worths {
			t := r.learner.trendOf(stage, slot)
			if worth == 0 && t == (trend{}) {
				continue
			}
			for i, x := range [len(parts)]float32{float32(slot), worth, t.sum, t.size} {
				columns[i] = append(columns[i], x)
			}
		}
		for i, part := range parts[:count] {
			list = append(list, safetensors.Tensor{Name: tensorName(part, stage), Shape: []int{len(columns[i])}, Data: columns[i]})
		}
	}
	return list
}

// trendOf is that of a worth; nothing where none is noted.
func (l *learner) trendOf(stage, slot int) trend {
	if l.trends == nil {
		return trend{}
	}
	return l.trends[stage][slot]
}

// decode goes on with what encode wrote.
func decode(data []byte, s Settings, g game.Celled) (*Run, error) {
	f, err := safetensors.Decode(data)
	if err != nil {
		return nil, err
	}
	var c checkpoint
	if err := json.Unmarshal([]byte(f.Metadata[runKey]), &c); err != nil {
		return nil, fmt.Errorf("what it says about its run cannot be read: %w", err)
	}
	if c.Settings != s {
		return nil, errors.New("it is of a run with other settings")
	}
	if c.Done < 0 || c.Done > s.Games || c.Done < s.Games && c.Done%s.Batch != 0 {
		return nil, fmt.Errorf("%d games of %d are no point to go on from", c.Done, s.Games)
	}
	r, err := NewRun(s, g)
	if err != nil {
		return nil, err
	}
	r.Done, r.History = c.Done, c.History
	for stage := range r.brain.weights.Values {
		if err := r.readStage(f, stage); err != nil {
			return nil, fmt.Errorf("stage %d: %w", stage, err)
		}
	}
	return r, nil
}

// readStage takes the worths and trends of a stage.
func (r *Run) readStage(f *safetensors.File, stage int) error {
	columns, err := readParts(f, stage, len(parts), r.brain.system.Slots())
	if err != nil {
		return err
	}
	for i, x := range columns[0] {
		slot := int(x)
		r.brain.weights.Values[stage][slot] = columns[1][i]
		if r.learner.trends == nil {
			continue
		}
		t := trend{columns[2][i], columns[3][i]}
		if !(t.size >= abs(t.sum)) { // not a number included
			return fmt.Errorf("slot %d was pushed by %g with steps of %g together", slot, t.sum, t.size)
		}
		r.learner.trends[stage][slot] = t
	}
	return nil
}

// readParts returns the first parts of a stage, after a look at its slots and worths.
func readParts(f *safetensors.File, stage, count, slots int) (columns [len(parts)][]float32, err error) {
	for i, part := range parts[:count] {
		t := f.Tensor(tensorName(part, stage))
		if t == nil || i > 0 && len(t.Data) != len(columns[0]) {
			return columns, fmt.Errorf("its %s are missing", part)
		}
		columns[i] = t.Data
	}
	before := float32(-1)
	for i, x := range columns[0] {
		if !(x > before && x < float32(slots)) || x != float32(int(x)) {
			return columns, fmt.Errorf("there is no slot %g after %g", x, before)
		}
		if worth := columns[1][i]; worth-worth != 0 {
			return columns, fmt.Errorf("the worth in slot %g is %g", x, worth)
		}
		before = x
	}
	return columns, nil
}
