package crew

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"sync"
)

// Decode reads what the job says into spec, strictly.
func (j Job) Decode(spec any) error {
	decoder := json.NewDecoder(bytes.NewReader(j.Spec))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(spec); err != nil {
		return fmt.Errorf("what is to be done cannot be read: %w", err)
	}
	return nil
}

// Range is units that follow each other, as a job's spec tells them.
type Range struct {
	First int `json:"first"`
	Count int `json:"count"`
}

// All are the units, in order.
func (r Range) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := r.First; n < r.First+r.Count && yield(n); n++ {
		}
	}
}

// Has says why a unit is none of them.
func (r Range) Has(unit int) error {
	if unit < r.First || unit >= r.First+r.Count {
		return fmt.Errorf("there is no number %d from %d on in a job of %d", unit, r.First, r.Count)
	}
	return nil
}

// Have has a fleet do the units of a job and hands over what comes of each, once.
func (r Range) Have(ctx context.Context, f Fleet, j Job, done func(unit int, data []byte) error) error {
	if r.Count == 0 {
		return nil
	}
	there := map[int]bool{}
	return f.Do(ctx, j, r.All(), func(list []Done) error {
		for _, d := range list {
			if there[d.Unit] {
				continue
			}
			err := r.Has(d.Unit)
			if err == nil {
				err = done(d.Unit, d.Data)
			}
			if err != nil {
				return fmt.Errorf("number %d of %s, of %s: %w", d.Unit, j.Name, d.Worker, err)
			}
			there[d.Unit] = true
		}
		return nil
	})
}

// Idle are workers with nothing to do, of whom a doer of units needs one a goroutine.
type Idle[W any] struct {
	mutex sync.Mutex
	list  []W
}

// Take returns one of them, or a new one.
func (i *Idle[W]) Take(another func() (W, error)) (W, error) {
	i.mutex.Lock()
	if last := len(i.list) - 1; last >= 0 {
		w := i.list[last]
		i.list = i.list[:last]
		i.mutex.Unlock()
		return w, nil
	}
	i.mutex.Unlock()
	return another()
}

// Give takes one back.
func (i *Idle[W]) Give(w W) {
	i.mutex.Lock()
	i.list = append(i.list, w)
	i.mutex.Unlock()
}
