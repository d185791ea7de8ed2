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

// Verdict is what a sequential test has seen.
type Verdict struct {
	Pairs    stats.Pairs    `json:"pairs"`    // that decided, from the first agent's view
	LLR      float64        `json:"llr"`      // of StopSPRT
	Decision stats.Decision `json:"decision"` // likewise
	Score    stats.Interval `json:"score"`    // of the first agent, at the level of StopWidth or 95 %
	Decided  bool           `json:"decided"`  // else all rounds were played, or are yet to be
}

// Verdict of an experiment with a sequential stop so far.
func (r *Run) Verdict() Verdict { return r.watch.verdict() }

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
		if w.suffices() {
			w.decided, w.need = true, w.next
		}
	}
}

func (w *watch) suffices() bool {
	if w.stop.Rule == StopSPRT {
		llr, _ := w.stop.SPRT.LLRPairs(w.pairs) // Stop.Check has refused what has no pairs
		return w.stop.SPRT.Decide(llr) != stats.Continue
	}
	score := w.pairs.Score(w.stop.Level)
	return score.High-score.Low <= w.stop.Width
}

func (w *watch) verdict() Verdict {
	v := Verdict{Pairs: w.pairs, Decision: stats.Continue, Decided: w.decided}
	level := 0.95
	switch w.stop.Rule {
	case StopSPRT:
		v.LLR, _ = w.stop.SPRT.LLRPairs(w.pairs)
		v.Decision = w.stop.SPRT.Decide(v.LLR)
	case StopWidth:
		level = w.stop.Level
	}
	v.Score = w.pairs.Score(level)
	return v
}
