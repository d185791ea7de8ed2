package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Comparison is what has become of speeds since others were measured.
type Comparison struct {
	Machine float64  `json:"machine"` // the median of all ratios, which is the machine's; 1 if there are few
	Changes []Change `json:"changes"`
}

// Change is a speed beside an earlier one.
type Change struct {
	Name    string  `json:"name"`
	Unit    string  `json:"unit"`
	Before  float64 `json:"before"` // units a second
	After   float64 `json:"after"`
	Ratio   float64 `json:"ratio"` // of after to before, divided by the machine's
	Low     float64 `json:"low"`   // of the ratio, at Confidence
	High    float64 `json:"high"`
	Verdict Verdict `json:"verdict"`
	// Allocations a unit. They do not depend on how busy a machine is.
	AllocsBefore float64 `json:"allocs_before"`
	AllocsAfter  float64 `json:"allocs_after"`
}

// Verdict is what a change comes to.
type Verdict string

// What may have become of a speed. It is Slower or Faster if all of its interval is so by
// more than Tolerance, and if it allocates more, Slower.
const (
	Same   Verdict = "same"
	Slower Verdict = "slower"
	Faster Verdict = "faster"
)

const (
	// Tolerance is a change that nobody would notice.
	Tolerance = 0.05
	// Confidence is that of the intervals. A median lies between the least and the largest
	// of seven windows but for one time in 64, so a ratio of two between those of theirs
	// in 97 of 100.
	Confidence = (1 - 1./64) * (1 - 1./64)
	// enough speeds tell how fast the machine is.
	enough = 5
)

// What a file may hold that is read: figures, and units a second.
const (
	maxFigures  = 1000
	least, most = 1e-6, 1e18
)

// ReadFigures reads what "gambito bench --json" has printed.
func ReadFigures(content []byte) ([]Result, error) {
	var results []Result
	decoder := json.NewDecoder(bytes.NewReader(content))
	if err := decoder.Decode(&results); err != nil {
		return nil, fmt.Errorf("it is not what gambito bench --json prints: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the figures")
	}
	if len(results) == 0 || len(results) > maxFigures {
		return nil, fmt.Errorf("it has %d figures: from 1 to %d can be compared", len(results), maxFigures)
	}
	known := map[string]bool{}
	for _, r := range results {
		if !(least <= r.Slowest && r.Slowest <= r.OpsPerSecond && r.OpsPerSecond <= r.Fastest && r.Fastest <= most && r.AllocsPerOp >= 0) {
			return nil, fmt.Errorf("%.60q: its speeds must be from %g to %g, and the median between the slowest and the fastest", r.Name, least, most)
		}
		if known[r.Name] {
			return nil, fmt.Errorf("%.60q is there twice", r.Name)
		}
		known[r.Name] = true
	}
	return results, nil
}

// Compare puts speeds beside those of the same names before.
func Compare(before, after []Result) Comparison {
	c := Comparison{Machine: 1, Changes: []Change{}}
	var ratios []float64
	for _, a := range after {
		if i := slices.IndexFunc(before, func(b Result) bool { return b.Name == a.Name }); i >= 0 {
			b := before[i]
			change := Change{Name: a.Name, Unit: a.Unit, Before: b.OpsPerSecond, After: a.OpsPerSecond,
				Ratio: a.OpsPerSecond / b.OpsPerSecond, Low: a.Slowest / b.Fastest, High: a.Fastest / b.Slowest,
				AllocsBefore: b.AllocsPerOp, AllocsAfter: a.AllocsPerOp}
			c.Changes = append(c.Changes, change)
			ratios = append(ratios, change.Ratio)
		}
	}
	if len(ratios) >= enough {
		slices.Sort(ratios)
		c.Machine = math.Sqrt(ratios[(len(ratios)-1)/2]) * math.Sqrt(ratios[len(ratios)/2])
	}
	for i := range c.Changes {
		c.Changes[i].judge(c.Machine)
	}
	return c
}

// judge takes the machine out of a change and says what is left.
func (c *Change) judge(machine float64) {
	c.Ratio, c.Low, c.High = c.Ratio/machine, c.Low/machine, c.High/machine
	switch {
	case c.High < 1-Tolerance || c.AllocsAfter > c.AllocsBefore*1.1+0.01:
		c.Verdict = Slower
	case c.Low > 1+Tolerance:
		c.Verdict = Faster
	default:
		c.Verdict = Same
	}
}
