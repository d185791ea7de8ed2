// Package load measures what a fleet costs, on processes as people start them: how busy
// workers are, how much is lost on the way, how fast results are stored.
package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gambito/crew"
)

// Wait is work in which every unit takes some time and nothing else.
var Wait = crew.Kind{Name: "wait", Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
	var s waitSpec
	if err := json.Unmarshal(j.Spec, &s); err != nil {
		return nil, fmt.Errorf("waiting: %w", err)
	}
	if s.Each <= 0 || s.Each > longestWait {
		return nil, fmt.Errorf("waiting %v: it must be at most %v", s.Each, longestWait)
	}
	return waiter{s.Each, p.Jobs}, nil
}}

// longestWait is how long a unit may take.
const longestWait = time.Minute

type waitSpec struct {
	Each time.Duration `json:"each"`
}

type waiter struct {
	each time.Duration
	jobs int
}

func (w waiter) Width() int { return w.jobs }

// Do waits.
func (w waiter) Do(ctx context.Context, unit int) (crew.Result, error) {
	select {
	case <-ctx.Done():
		return crew.Result{}, ctx.Err()
	case <-time.After(w.each):
		return crew.Result{Data: strconv.AppendInt(nil, int64(unit), 10)}, nil
	}
}

// Check sees that it is the number of the unit.
func (w waiter) Check(unit int, r crew.Result) error {
	if !bytes.Equal(r.Data, strconv.AppendInt(nil, int64(unit), 10)) {
		return errors.New("a wait tells the number of its unit")
	}
	return nil
}

func (w waiter) Close() error { return nil }
