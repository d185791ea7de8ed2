// Package crewtest has a fleet for tests: the kinds of work of a real one, without
// machines.
package crewtest

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"gambito/crew"
)

// Fleet does jobs in this process as if it were several machines: every worker opens
// the job for itself, units come in a random order, and every result is checked as
// that of a stranger.
type Fleet struct {
	Kinds   []crew.Kind
	Workers int
	Seed    uint64
}

// Do implements crew.Fleet.
func (f Fleet) Do(ctx context.Context, j crew.Job, units iter.Seq[int], deliver func([]crew.Done) error) error {
	var doers []crew.Doer
	for range max(f.Workers, 1) {
		copied := crew.Job{Kind: j.Kind, Name: j.Name, Spec: slices.Clone(j.Spec), Timed: j.Timed, Outside: j.Outside}
		for _, file := range j.Files {
			copied.Files = append(copied.Files, crew.File{Name: file.Name, Content: slices.Clone(file.Content)})
		}
		d, err := crew.Open(f.Kinds, copied, crew.Place{Jobs: 1, Build: "test"})
		if err != nil {
			return err
		}
		defer d.Close()
		doers = append(doers, d)
	}
	list := slices.Collect(units)
	r := rand.New(rand.NewPCG(f.Seed, 0))
	r.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
	results := make([]crew.Done, len(list))
	err := crew.Do(ctx, len(list), doers, func(ctx context.Context, d crew.Doer, i int) error {
		result, err := d.Do(ctx, list[i])
		if err == nil {
			err = d.Check(list[i], result)
		}
		if err != nil {
			return fmt.Errorf("unit %d: %w", list[i], err)
		}
		results[i] = crew.Done{Unit: list[i], Result: result, Worker: fmt.Sprintf("worker%d", i%len(doers)), Build: "test"}
		return nil
	}, nil)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(results, 7) {
		if err := deliver(batch); err != nil {
			return err
		}
	}
	return nil
}
