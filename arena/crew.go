package arena

import (
	"context"
	"errors"
	"iter"
	"sync"

	"gambito/agent"
	"gambito/game"
)

// maxBatch is how many records are handed over at once at most. So many
// finished games wait while the last ones are stored, and no more.
const maxBatch = 1000

// Crew plays games of an experiment, here or elsewhere. What comes of a game
// depends on the experiment and the key alone, never on who plays it.
type Crew interface {
	// Play plays the games that keys name and hands their records over as they
	// are finished, in any order, from one goroutine at a time. It stops at the
	// first error: of ctx, of deliver, of an opening that cannot be made, or
	// agent.ErrQuit. Games that were finished by then are still handed over,
	// unless deliver itself has failed.
	Play(ctx context.Context, e *Experiment, keys iter.Seq[Key], deliver func([]Record) error) error
}

// Local is a crew in this process.
type Local struct {
	Jobs  int    // games played at a time, where the agents allow it
	Build string // which gambito this is, for the records
}

// Play implements Crew. While one call of deliver lasts, records gather for the
// next.
func (c Local) Play(ctx context.Context, e *Experiment, keys iter.Seq[Key], deliver func([]Record) error) error {
	if err := e.Room(c.Jobs); err != nil {
		return err
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
	for range e.atOnce(c.Jobs) {
		workers.Go(func() {
			p := newPlace(e)
			for k := range queue {
				r, err := p.play(ctx, k)
				if err != nil {
					stop(err)
					return
				}
				r.Build = c.Build
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

// place is where one worker plays: a table and agents of its own, made when they
// are first needed.
type place struct {
	e        *Experiment
	pairings [][2]int
	game     int // whose table and agents these are
	start    game.State
	table    Table
	agents   []agent.Agent // by entrant
}

func newPlace(e *Experiment) *place {
	return &place{e: e, game: -1, pairings: pairings(e.Schedule, len(e.Entrants))}
}

// sit prepares for another game. The agents of the last one go, for they may
// hold much memory.
func (p *place) sit(game int) {
	e, g := p.e, p.e.Venues[game].Game
	p.game, p.start = game, g.New()
	p.table = Table{Game: g, Limits: e.Limits, Resign: e.Resign, MaxPlies: e.MaxPlies}
	p.agents = make([]agent.Agent, len(e.Entrants))
}

func (p *place) agent(i int) (agent.Agent, error) {
	if p.agents[i] == nil {
		a, err := p.e.resolved[p.game][i].New()
		if err != nil {
			return nil, err
		}
		p.agents[i] = a
	}
	return p.agents[i], nil
}

// seats says who sits where: in the first game of a round the agents in their
// order, in each of the others everybody a seat further up. In a match all sit at one
// table, else those of a pairing.
func seats(match bool, agents int, pairings [][2]int, k Key) []int {
	var order []int
	if match {
		for i := range agents {
			order = append(order, i)
		}
	} else {
		order = append(order, pairings[k.Pairing][:]...)
	}
	up := k.Number % len(order)
	return append(order[up:], order[:up]...)
}

// play plays one game.
func (p *place) play(ctx context.Context, k Key) (Record, error) {
	if p.game != k.Game {
		p.sit(k.Game)
	}
	e, venue, t := p.e, p.e.Venues[k.Game], &p.table
	id, seats := venue.Game.Info().ID, seats(e.match, len(e.Entrants), p.pairings, k)
	pair := k.Number / len(seats)
	if e.Unpaired {
		pair = k.Number
	}
	opening, err := venue.Openings.draw(venue.Game, pair, pairSeed(e.Seed, id, k.Pairing, pair))
	if err != nil {
		return Record{}, err
	}
	r := Record{Game: id, Pairing: k.Pairing, Number: k.Number, Seed: e.Seed, Venue: k.Game}
	faults, err := p.seatAll(k, seats, &r)
	if err != nil {
		return Record{}, err
	}
	defer t.Leave()
	t.Dice = NewDice(e.Seed, id, k.Pairing, pair, 0)
	if err := t.Begin(ctx, p.start, opening); err != nil {
		return Record{}, err
	}
	if faults != nil && !t.Over() {
		err = t.Forfeit(ctx, faults...)
	}
	if err == nil {
		err = t.Finish(ctx)
	}
	if err != nil {
		return Record{}, err
	}
	t.Record(&r, len(opening))
	for _, f := range r.Faults {
		if f.Reason == AgentError {
			p.agents[seats[f.Seat]] = nil // nobody knows what state it is in
		}
	}
	return r, nil
}

// seatAll prepares the agents of a game. Those who fail at that have lost it.
func (p *place) seatAll(k Key, seats []int, r *Record) (faults []Fault, err error) {
	e, t := p.e, &p.table
	t.Agents = t.Agents[:0]
	ready := func(seat int) (a agent.Agent, fault, err error) {
		if a, err = p.agent(seats[seat]); err != nil {
			return nil, nil, err
		}
		return a, NewGame(a, game.Player(seat), AgentSeed(e.Seed, r.Game, k.Pairing, k.Number, seat)), nil
	}
	for seat, i := range seats {
		r.seat(i, e.Entrants[i], e.resolved[k.Game][i])
		a, fault, err := ready(seat)
		if err != nil {
			return nil, err
		}
		if fault != nil {
			faults = append(faults, Fault{Seat: seat, Reason: AgentError, Detail: fault.Error()})
		}
		t.Agents = append(t.Agents, a)
	}
	t.Replace = func(seat int) (agent.Agent, error) {
		p.agents[seats[seat]] = nil
		a, fault, err := ready(seat)
		return a, errors.Join(err, fault)
	}
	return faults, nil
}
