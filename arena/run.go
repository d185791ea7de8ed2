package arena

import (
	"context"
	"errors"
	"fmt"

	"gambito/stats"
)

// Run is an experiment on its way. It is not for several goroutines.
type Run struct {
	Experiment *Experiment
	Plan       Plan
	Standings  *Standings // of all games that were noted

	played []bool // by place in the plan
	done   int
	watch  watch
}

// NewRun returns a run of which nothing was played yet.
func NewRun(e *Experiment) *Run {
	s := e.Settings()
	p := s.Plan()
	return &Run{Experiment: e, Plan: p, Standings: NewStandings(s), played: make([]bool, p.Total()), watch: watch{stop: e.Stop, need: p.Total() / 2}}
}

// Note counts a game, which must be one of the plan's and finished. A game that
// was counted before is refused.
func (r *Run) Note(record Record) error {
	i := r.Plan.Index(record.Key())
	switch {
	case i < 0:
		return fmt.Errorf("game %+v is not one of the experiment's", record.Key())
	case r.played[i]:
		return fmt.Errorf("game %+v is there twice", record.Key())
	}
	r.played[i] = true
	r.done++
	r.Standings.Add(record)
	r.watch.add(i, record)
	return nil
}

// Played is how many games were noted, also such as do not count in the end
// because the experiment was decided before them.
func (r *Run) Played() int { return r.done }

// Total is how many games are played at most, or, once that is decided, exactly.
func (r *Run) Total() int { return 2 * r.watch.need }

// Finished reports whether all games were noted.
func (r *Run) Finished() bool { return r.watch.decided || r.done == r.Plan.Total() }

// Surplus are games that were noted although the experiment was decided by
// those before them in the plan. They must not count: how many there are
// depends on the number of jobs.
func (r *Run) Surplus() (keys []Key) {
	for i := r.Total(); i < len(r.played); i++ {
		if r.played[i] {
			keys = append(keys, r.Plan.At(i))
		}
	}
	return keys
}

// errDecided ends the games that no longer count.
var errDecided = errors.New("decided")

// Play plays the games that were not noted yet, jobs at a time, until the
// experiment is finished. Every batch of finished games goes to keep, which
// makes them durable, and is noted only then; noted is called after it. After
// an error the run can go on with another Play.
func (r *Run) Play(ctx context.Context, jobs int, keep func([]Record) error, noted func()) error {
	if r.Finished() {
		return nil
	}
	keys := func(yield func(Key) bool) {
		for i := 0; i < len(r.played); i++ {
			// What is noted from now on lies behind the place that is looked at.
			if !r.played[i] && !yield(r.Plan.At(i)) {
				return
			}
		}
	}
	err := r.Experiment.playAll(ctx, min(jobs, len(r.played)-r.done), keys, func(batch []Record) error {
		if err := keep(batch); err != nil {
			return err
		}
		for _, record := range batch {
			if err := r.Note(record); err != nil {
				return err
			}
		}
		noted()
		if r.watch.decided {
			return errDecided
		}
		return nil
	})
	if errors.Is(err, errDecided) {
		return nil
	}
	return err
}

// watch decides when an experiment ends: after the first pairs, in the order
// of the plan, that suffice. Pairs that are finished earlier than others wait
// until those are, so that the end does not depend on the number of jobs.
type watch struct {
	stop    Stop
	need    int // pairs that count
	next    int // the first pair that is not finished
	waiting map[int]halfPoints
	pairs   stats.Pairs
	decided bool
}

// halfPoints are those of the first agent in the games of a pair so far.
type halfPoints struct{ games, points int }

func (w *watch) add(index int, r Record) {
	if w.stop.Rule == StopFixed || w.decided {
		return
	}
	if w.waiting == nil {
		w.waiting = map[int]halfPoints{}
	}
	pair := w.waiting[index/2]
	pair.games++
	pair.points += r.halfPoints(0)
	w.waiting[index/2] = pair
	for !w.decided && w.waiting[w.next].games == 2 {
		w.pairs[w.waiting[w.next].points]++
		delete(w.waiting, w.next)
		w.next++
		if w.stop.suffice(w.pairs) {
			w.decided, w.need = true, w.next
		}
	}
}
