package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"gambito/stats"
)

// Run is an experiment on its way. It is not for several goroutines.
type Run struct {
	Experiment *Experiment
	Plan       Plan
	Standings  *Standings // of all games that were noted

	played []bool // by place in the plan
	swiss  swiss
	done   int
	watch  watch
}

// NewRun returns a run of which nothing was played yet.
func NewRun(e *Experiment) *Run {
	s := e.Settings()
	p := s.Plan()
	return &Run{
		Experiment: e, Plan: p, Standings: NewStandings(s), played: make([]bool, p.Places()),
		swiss: swiss{agents: len(e.Entrants), pairings: p.Pairings}, watch: watch{stop: e.Stop, need: p.Total() / 2},
	}
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
	if r.Experiment.Schedule == Swiss {
		r.swiss.add(record, r.Experiment.Draw, r.Plan.GamesPerPair)
	}
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
	if !r.watch.decided {
		return nil
	}
	for i := r.Total(); i < len(r.played); i++ {
		if r.played[i] {
			keys = append(keys, r.Plan.At(i))
		}
	}
	return keys
}

// errDecided ends the games that no longer count.
var errDecided = errors.New("decided")

// News is what has happened in a run since it was told last.
type News struct {
	Games  []Record // that were noted
	Played int      // of all
	Total  int      // as far as is known
}

// Play has a crew play the games that were not noted yet, until the experiment is
// finished. Every batch of finished games goes to keep, which makes them durable,
// and is noted only then; after that tell is told of it. After an error the run
// can go on with another Play.
func (r *Run) Play(ctx context.Context, crew Crew, keep func([]Record) error, tell func(News)) error {
	for !r.Finished() {
		before := r.done
		if err := r.playSome(ctx, crew, keep, tell); err != nil {
			return err
		}
		if r.done == before {
			return errors.New("games are stored that do not belong to the experiment's pairings")
		}
	}
	return nil
}

// playSome plays what is left, in a Swiss tournament of the first round that is
// not finished.
func (r *Run) playSome(ctx context.Context, crew Crew, keep func([]Record) error, tell func(News)) error {
	keys := r.left
	if r.Experiment.Schedule == Swiss {
		keys = slices.Values(r.leftOfRound())
	}
	err := crew.Play(ctx, r.Experiment, keys, func(batch []Record) error {
		if err := keep(batch); err != nil {
			return err
		}
		for _, record := range batch {
			if err := r.Note(record); err != nil {
				return err
			}
		}
		tell(News{batch, r.Played(), r.Total()})
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

// left yields the games that were not noted yet.
func (r *Run) left(yield func(Key) bool) {
	for i := range r.played {
		// What is noted meanwhile lies behind the place that is looked at.
		if !r.played[i] && !yield(r.Plan.At(i)) {
			return
		}
	}
}

// leftOfRound are the games left of the first round that is not finished, in
// the order of Plan.
func (r *Run) leftOfRound() (keys []Key) {
	for round := 0; round < r.Plan.Rounds && keys == nil; round++ {
		meetings, known := r.swiss.round(round, r.Plan.Games*r.Plan.GamesPerPair)
		if !known {
			break
		}
		for _, m := range meetings {
			for g := range r.Plan.Games {
				for n := range r.Plan.GamesPerPair {
					k := Key{g, m.pairing, m.time*r.Plan.GamesPerPair + n}
					if !r.played[r.Plan.Index(k)] {
						keys = append(keys, k)
					}
				}
			}
		}
	}
	slices.SortFunc(keys, func(a, b Key) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Number%r.Plan.GamesPerPair/2, b.Number%r.Plan.GamesPerPair/2),
			cmp.Compare(a.Pairing, b.Pairing), cmp.Compare(a.Number, b.Number))
	})
	return keys
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
	won     int // games that were not drawn
	decided bool
}

// halfPoints are those of the first agent in the games of a pair so far, some of which
// somebody has won.
type halfPoints struct{ games, points, won int }

func (w *watch) add(index int, r Record) {
	if !w.stop.sequential() || w.decided {
		return
	}
	if w.waiting == nil {
		w.waiting = map[int]halfPoints{}
	}
	pair := w.waiting[index/2]
	pair.games++
	points := r.halfPoints(0)
	pair.points += points
	if points != 1 {
		pair.won++
	}
	w.waiting[index/2] = pair
	for !w.decided && w.waiting[w.next].games == 2 {
		w.pairs[w.waiting[w.next].points]++
		w.won += w.waiting[w.next].won
		delete(w.waiting, w.next)
		w.next++
		if w.stop.suffice(w.pairs, w.won) {
			w.decided, w.need = true, w.next
		}
	}
}
