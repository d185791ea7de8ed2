package arena

import (
	"context"
	"iter"

	"gambito/crew"
)

// Remote is a crew of other machines.
type Remote struct{ Fleet crew.Fleet }

// Play implements Crew. Games are asked for as the fleet wants more.
func (c Remote) Play(ctx context.Context, e *Experiment, keys iter.Seq[Key], deliver func([]Record) error) error {
	job, err := e.Job()
	if err != nil {
		return err
	}
	if !e.match && e.Schedule != Swiss { // of which rounds are played one by one
		job.Whole = e.Settings().Plan().Total()
	}
	f := newForms(e.Order())
	f.seatings = map[[3]int]seatedForm{}
	units := func(yield func(int) bool) {
		for k := range keys {
			if !yield(f.unit(k)) {
				return
			}
		}
	}
	return c.Fleet.Do(ctx, job, units, func(done []crew.Done) error {
		batch := make([]Record, len(done))
		for i, d := range done {
			if batch[i], err = f.record(d.Unit, d.Result); err != nil {
				return err
			}
			batch[i].Build, batch[i].Machine = d.Build, d.Worker
		}
		return deliver(batch)
	})
}
