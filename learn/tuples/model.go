package tuples

import (
	"encoding/json"
	"fmt"
	"math"

	"gambito/ntuple"
)

// settingsNote is where a model says how it was made.
const settingsNote = "settings"

// model is the system as others play it. Worths are whole numbers, as fine as the largest
// allows.
func (r *Run) model() (*ntuple.Model, error) {
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return nil, err
	}
	m := &ntuple.Model{
		Game: r.Settings.Game, Meaning: ntuple.Score, Weights: r.brain.weights,
		Notes: map[string]string{settingsNote: string(settings)},
	}
	for _, one := range r.History {
		m.History = append(m.History, one.milestone(r.Settings.Opponent))
	}
	m.Scale = scaleOf(r.brain.weights)
	return m, nil
}

// scaleOf lets the largest worth just fit into 16 bits, in powers of two.
func scaleOf(w *ntuple.Weights) float64 {
	largest := float32(0)
	for _, worths := range w.Values {
		for _, x := range worths {
			largest = max(largest, abs(x))
		}
	}
	if largest == 0 {
		return 1
	}
	return min(finest, math.Exp2(math.Floor(math.Log2(math.MaxInt16/float64(largest)))))
}

// finest is the finest scale: sums of worths mean nothing closer than that.
const finest = 1 << 14

// milestone is a measurement as models tell it.
func (m Measurement) milestone(opponent string) ntuple.Milestone {
	stone := ntuple.Milestone{Games: m.Games}
	if m.First.Played() > 0 {
		stone.Note = fmt.Sprintf("%g of %d points moving first and %g of %d moving second against %s",
			m.First.points(), m.First.Played(), m.Second.points(), m.Second.Played(), opponent)
	}
	if m.Truth != nil {
		stone.Error = m.Truth.Error
	}
	return stone
}
