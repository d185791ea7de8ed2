package arena

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"gambito/agent"
	"gambito/game"
)

// Match is a number of games between two agents, who take the first move in
// turn.
type Match struct {
	Game     game.Game
	Agents   [2]agent.Spec
	Games    int
	Openings Openings
	Unpaired bool // the two games of a pair draw openings and dice of their own
	Limits   agent.Limits
	Seed     uint64
	Jobs     int // games played at a time; the results do not depend on it
}

// Check reports what makes the match impossible: a game that is not for two
// players, agents that do not fit it, openings that cannot be made.
func (m Match) Check() error {
	if n := m.Game.Info().Players(); n != 2 {
		return fmt.Errorf("a match is between two players, and %s has %d", m.Game.Info().ID, n)
	}
	if _, err := m.newTable(); err != nil {
		return err
	}
	_, err := m.Openings.draw(m.Game, 0, m.Seed)
	return err
}

// Run plays the match and hands each game's record to done, in the order of
// the games. It stops at the first error: of ctx, of done, of an opening that
// cannot be made, or agent.ErrQuit. Games that were finished by then are still
// handed over, unless done itself has failed.
func (m Match) Run(ctx context.Context, done func(Record) error) error {
	jobs := min(max(m.Jobs, 1), max(m.Games, 1))
	if m.Agents[0].Interactive() || m.Agents[1].Interactive() {
		jobs = 1
	}
	tables := make([]*table, jobs)
	for i := range tables {
		var err error
		if tables[i], err = m.newTable(); err != nil {
			return err
		}
	}

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	numbers, records := make(chan int), make(chan Record, jobs)
	go func() {
		defer close(numbers)
		for n := range m.Games {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for _, t := range tables {
		workers.Go(func() {
			for n := range numbers {
				r, err := t.play(ctx, n)
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
		close(records)
	}()
	handed := 0
	var failed error
	inOrder(records, func(r Record) {
		if failed != nil {
			return
		}
		if failed = done(r); failed != nil {
			stop(failed)
			return
		}
		handed++
	})
	if handed == m.Games {
		return nil
	}
	return context.Cause(ctx)
}

// inOrder calls do on records by their number from 0 on, as they come; after a
// gap, which only a match that was stopped has, when no more will come.
func inOrder(records <-chan Record, do func(Record)) {
	early := map[int]Record{}
	next := 0
	for r := range records {
		early[r.Number] = r
		for {
			r, ok := early[next]
			if !ok {
				break
			}
			delete(early, next)
			do(r)
			next++
		}
	}
	for _, number := range slices.Sorted(maps.Keys(early)) {
		do(early[number])
	}
}

// table is what one worker plays on: agents and a board of its own.
type table struct {
	m      Match
	agents [2]agent.Agent
	state  game.State
}

func (m Match) newTable() (*table, error) {
	t := &table{m: m, state: m.Game.New()}
	for i, s := range m.Agents {
		var err error
		if t.agents[i], err = s.New(m.Game); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// play plays the game of that number: in even games the first agent has the
// first move, in odd ones the second.
func (t *table) play(ctx context.Context, number int) (Record, error) {
	m, id := t.m, t.m.Game.Info().ID
	seats := [2]int{number % 2, 1 - number%2}
	r := Record{Game: id, Number: number, Seed: m.Seed}
	var agents []agent.Agent
	for seat, i := range seats {
		r.Seats = append(r.Seats, i)
		r.Agents = append(r.Agents, m.Agents[i].String())
		t.agents[i].NewGame(game.Player(seat), AgentSeed(m.Seed, id, r.Pairing, number, seat))
		agents = append(agents, t.agents[i])
	}
	pair := number / 2
	if m.Unpaired {
		pair = number
	}
	opening, err := m.Openings.draw(m.Game, pair, pairSeed(m.Seed, id, r.Pairing, pair))
	if err != nil {
		return Record{}, err
	}
	t.state.CopyFrom(m.Game.New())
	l := luck{opening, NewDice(m.Seed, id, r.Pairing, pair, 0)}
	err = play(ctx, m.Game, t.state, l, agents, m.Limits, &r)
	return r, err
}
