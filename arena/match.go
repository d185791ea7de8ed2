package arena

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gambito/agent"
	"gambito/game"
)

// Match is a number of games between as many agents as the game has players, who
// take the first move in turn: from game to game each moves up a seat.
type Match struct {
	Game     game.Game
	Agents   []agent.Spec
	Games    int
	From     int // games before this number are not played
	Openings Openings
	Unpaired bool // the games of a pair, or of a round of more agents, draw openings and dice of their own
	Stop     Stop // may end a match between two before its last game
	Limits   agent.Limits
	MaxPlies int // a game that is not over then is a draw; 0 for no end
	Seed     uint64
	Jobs     int  // games played at a time; the results do not depend on it
	Crew     Crew // who plays, instead of Jobs of this process
}

// experiment is the match as the smallest of experiments. Its agents have no
// names.
func (m Match) experiment() *Experiment {
	e := &Experiment{
		Venues: []Venue{{m.Game, m.Openings}}, match: true,
		Schedule: RoundRobin, Unpaired: m.Unpaired, Seed: m.Seed, Limits: m.Limits, MaxPlies: m.MaxPlies,
	}
	for _, a := range m.Agents {
		e.Entrants = append(e.Entrants, Entrant{Spec: a})
	}
	return e
}

// Check reports what makes the match impossible: a game that is for more players
// or fewer, agents that do not fit it, openings that cannot be made, an end that
// cannot come.
func (m Match) Check() error {
	if err := m.complete(); err != nil {
		return err
	}
	e := m.experiment()
	if m.Crew == nil {
		if err := e.Room(m.jobs()); err != nil {
			return err
		}
	}
	return e.checkVenues()
}

// jobs is how many games are played at a time here.
func (m Match) jobs() int { return min(m.Jobs, max(m.Games, 1)) }

// complete reports what is missing.
func (m Match) complete() error {
	switch {
	case m.Game == nil:
		return errors.New("a match needs a game")
	case m.Games < 0 || m.From < 0:
		return fmt.Errorf("a match of %d games from number %d on cannot be played", m.Games, m.From)
	case len(m.Agents) != m.Game.Info().Players():
		return fmt.Errorf("a match of %s is between %s, and %d are given", m.Game.Info().ID, count(m.Game.Info().Players(), "agent"), len(m.Agents))
	case slices.ContainsFunc(m.Agents, agent.Spec.IsZero):
		return errors.New("an agent of the match is empty: a registry's Parse makes agents")
	case !m.Stop.sequential():
		return nil
	case len(m.Agents) != 2 || m.Game.Info().GeneralSum:
		return fmt.Errorf("%s: a sequential test is between two agents of whom one wins what the other loses", m.Game.Info().ID)
	case m.Unpaired || m.From%2 != 0:
		return errors.New("a sequential test counts pairs of games, and the games of this match are not paired")
	}
	return m.Stop.Check()
}

// Run plays the match and hands each game's record to done, in the order of
// the games. It stops at the first error: of ctx, of done, of an opening that
// cannot be made, or agent.ErrQuit. Games that were finished by then are still
// handed over, unless done itself has failed. When the rule in Stop decides, no
// more games are handed over; which is the last does not depend on the jobs.
func (m Match) Run(ctx context.Context, done func(Record) error) error {
	if err := m.complete(); err != nil {
		return err
	}
	crew := m.Crew
	if crew == nil {
		crew = Local{Jobs: m.jobs()}
	}
	keys := func(yield func(Key) bool) {
		for n := m.From; n < m.Games && yield(Key{Number: n}); n++ {
		}
	}
	early := map[int]Record{}
	next, failed := m.From, false
	end := watch{stop: m.Stop, next: m.From / 2}
	err := crew.Play(ctx, m.experiment(), keys, func(batch []Record) error {
		for _, r := range batch {
			early[r.Number] = r
		}
		for {
			r, ok := early[next]
			if !ok {
				return nil
			}
			delete(early, next)
			next++
			if err := done(r); err != nil {
				failed = true
				return err
			}
			if r.Result != nil {
				end.add(r.Number, r)
			}
			if end.decided {
				return errDecided
			}
		}
	})
	if end.decided {
		return nil
	}
	if failed {
		return err
	}
	for _, number := range slices.Sorted(maps.Keys(early)) { // after a gap, which only a match that was stopped has
		if done(early[number]) != nil {
			break // the match has ended with an error already
		}
	}
	return err
}
