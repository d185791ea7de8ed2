package arena

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"gambito/agent"
	"gambito/game"
)

// maxBatch is how many records are handed over at once at most. So many
// finished games wait while the last ones are stored, and no more.
const maxBatch = 1000

// playAll plays games, jobs at a time where the agents allow it, and hands their records over as they
// are finished, in any order; while one call of deliver lasts, others gather
// for the next. It stops at the first error: of ctx, of deliver, of an opening
// that cannot be made, or agent.ErrQuit. Games that were finished by then are
// still handed over, unless deliver itself has failed.
func (e *Experiment) playAll(ctx context.Context, jobs int, keys iter.Seq[Key], deliver func([]Record) error) error {
	if err := e.resolve(); err != nil {
		return err
	}
	if slices.ContainsFunc(e.Entrants, func(a Entrant) bool { return a.Spec.OneGame() }) {
		jobs = 1
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue, records := make(chan Key), make(chan Record, maxBatch)
	begun, all := 0, false
	go func() {
		defer close(queue)
		for k := range keys {
			select {
			case queue <- k:
				begun++
			case <-ctx.Done():
				return
			}
		}
		all = true
	}()
	var workers sync.WaitGroup
	for range max(jobs, 1) {
		workers.Go(func() {
			t := table{e: e, game: -1, pairings: pairings(e.Schedule, len(e.Entrants))}
			for k := range queue {
				r, err := t.play(ctx, k)
				if err != nil {
					stop(err)
					return
				}
				records <- r
			}
		})
	}
	go func() {
		workers.Wait()
		for range queue { // until it is closed: begun and all are settled then
		}
		close(records)
	}()
	handed := 0
	var failed error
	for batch := range batches(records) {
		if failed != nil {
			continue
		}
		if failed = deliver(batch); failed != nil {
			stop(failed)
			continue
		}
		handed += len(batch)
	}
	switch {
	case failed != nil:
		return failed
	case all && handed == begun:
		return nil
	}
	return context.Cause(ctx)
}

// batches yields what has come since it was asked last, at least one record.
func batches(records <-chan Record) iter.Seq[[]Record] {
	return func(yield func([]Record) bool) {
		var batch []Record
		for r := range records {
			batch = append(batch[:0], r)
			for more := true; more && len(batch) < maxBatch; {
				select {
				case r, more = <-records:
					if more {
						batch = append(batch, r)
					}
				default:
					more = false
				}
			}
			if !yield(batch) {
				return
			}
		}
	}
}

// table is what one worker plays on: a board and agents of its own, made when
// they are first needed.
type table struct {
	e        *Experiment
	pairings [][2]int
	game     int // whose board and agents these are
	state    game.State
	agents   []agent.Agent
}

// sit prepares for another game. The agents of the last one go, for they may
// hold much memory.
func (t *table) sit(game int) {
	t.game = game
	t.state = t.e.Venues[game].Game.New()
	t.agents = make([]agent.Agent, len(t.e.Entrants))
}

func (t *table) agent(i int) (agent.Agent, error) {
	if t.agents[i] == nil {
		a, err := t.e.resolved[t.game][i].New()
		if err != nil {
			return nil, err
		}
		t.agents[i] = a
	}
	return t.agents[i], nil
}

// seats says who sits where: in the first game of a round the agents in their
// order, in each of the others everybody a seat further up.
func (t *table) seats(k Key) []int {
	var order []int
	if t.e.match {
		for i := range t.e.Entrants {
			order = append(order, i)
		}
	} else {
		order = append(order, t.pairings[k.Pairing][:]...)
	}
	up := k.Number % len(order)
	return append(order[up:], order[:up]...)
}

// play plays one game.
func (t *table) play(ctx context.Context, k Key) (Record, error) {
	if t.game != k.Game {
		t.sit(k.Game)
	}
	e, venue := t.e, t.e.Venues[k.Game]
	id := venue.Game.Info().ID
	r := Record{Game: id, Pairing: k.Pairing, Number: k.Number, Seed: e.Seed, Venue: k.Game}
	var agents []agent.Agent
	seats := t.seats(k)
	for seat, i := range seats {
		r.seat(i, e.Entrants[i], e.resolved[k.Game][i])
		a, err := t.agent(i)
		if err != nil {
			return Record{}, err
		}
		if err := newGame(a, game.Player(seat), AgentSeed(e.Seed, id, k.Pairing, k.Number, seat)); err != nil {
			r.Faults = append(r.Faults, Fault{seat, AgentError, err.Error()})
		}
		agents = append(agents, a)
	}
	pair := k.Number / len(seats)
	if e.Unpaired {
		pair = k.Number
	}
	opening, err := venue.Openings.draw(venue.Game, pair, pairSeed(e.Seed, id, k.Pairing, pair))
	if err != nil {
		return Record{}, err
	}
	t.state.CopyFrom(venue.Game.New())
	l := luck{opening, NewDice(e.Seed, id, k.Pairing, pair, 0)}
	err = e.play(ctx, venue.Game, t.state, l, agents, &r)
	for _, f := range r.Faults {
		if f.Reason == AgentError {
			t.agents[seats[f.Seat]] = nil // nobody knows what state it is in
		}
	}
	return r, err
}

// newGame makes a panic of an agent an error: it costs the agent the game, not
// everybody the experiment.
func newGame(a agent.Agent, seat game.Player, seed uint64) (err error) {
	defer recovered(&err)
	a.NewGame(seat, seed)
	return nil
}

// errPanic is what an agent returns, as it were, when it panics.
type errPanic struct{ value any }

func (e errPanic) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func recovered(err *error) {
	if v := recover(); v != nil {
		*err = errPanic{v}
	}
}
