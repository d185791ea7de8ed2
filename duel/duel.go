// Package duel plays matches between many pairs of agents under the same conditions:
// games of equal number have the same openings, dice and seeds in all of them, so that
// what differs is the agents. The games are cut into units, which this process plays or
// a fleet, and what comes of them is the same.
package duel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
)

// Duel is some games of two agents, from number From on. Who has the first move
// changes from game to game: A has it in those of even numbers.
type Duel struct {
	A, B        agent.Spec
	From, Games int
}

// Plan is the matches that are to be played.
type Plan struct {
	Name     string // what people call it
	Game     game.Game
	Openings arena.Openings
	Seed     uint64
	Duels    []Duel
}

// Score is the result of a game, by seat.
type Score [2]float64

// Of is what agent A made of game number n.
func (s Score) Of(n int) float64 { return s[n%2] }

// Unit is some games of one of the duels.
type Unit struct{ Duel, From, Games int }

// unitGames is how many games a unit has, but for the last of a duel.
const unitGames = 20

// Units are all games, in the order of the duels.
func (p Plan) Units() []Unit { return p.task().units() }

// Who plays: so many games at a time in this process, or a fleet.
type Who struct {
	Jobs  int
	Fleet crew.Fleet
}

// Play plays the units that are wanted and hands over what comes of each, in any order,
// never two at a time. A game that somebody loses by a fault is an error: it would
// measure nothing.
func (p Plan) Play(ctx context.Context, who Who, wanted []int, done func(unit int, scores []Score) error) error {
	if len(wanted) == 0 {
		return nil
	}
	if who.Fleet != nil {
		return p.playElsewhere(ctx, who.Fleet, wanted, done)
	}
	units := p.Units()
	workers, err := crew.Make(who.Jobs, len(wanted), func() (struct{}, error) { return struct{}{}, nil })
	if err != nil {
		return err
	}
	var mutex sync.Mutex
	return crew.Do(ctx, len(wanted), workers, func(ctx context.Context, _ struct{}, piece int) error {
		u := units[wanted[piece]]
		d := p.Duels[u.Duel]
		scores, err := play(ctx, arena.Match{
			Game: p.Game, Agents: []agent.Spec{d.A, d.B}, From: u.From, Games: u.From + u.Games, Openings: p.Openings, Seed: p.Seed, Jobs: 1,
		})
		if err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		return done(wanted[piece], scores)
	}, nil)
}

// play plays a match.
func play(ctx context.Context, m arena.Match) (scores []Score, err error) {
	err = m.Run(ctx, func(r arena.Record) error {
		if err := NoFault(m, r); err != nil {
			return err
		}
		if len(r.Result) != 2 {
			return errors.New("a game has not come to an end")
		}
		scores = append(scores, Score(r.Result))
		return nil
	})
	return scores, err
}

// NoFault refuses a game that somebody has lost by a fault.
func NoFault(m arena.Match, r arena.Record) error {
	for _, f := range r.Faults {
		return fmt.Errorf("game %d, agent %s: %s %s", r.Number+1, m.Agents[r.Seats[f.Seat]], f.Reason, f.Detail)
	}
	return nil
}

// readScores reads those of so many games.
func readScores(data []byte, games int) (scores []Score, err error) {
	if err := json.Unmarshal(data, &scores); err != nil {
		return nil, err
	}
	if len(scores) != games {
		return nil, fmt.Errorf("there are results of %d games, not %d", len(scores), games)
	}
	for _, s := range scores {
		if max(math.Abs(s[0]), math.Abs(s[1])) > mostPoints {
			return nil, fmt.Errorf("a game that ends %v to %v cannot be", s[0], s[1])
		}
	}
	return scores, nil
}

// mostPoints is how many a game counts at the most, on a cube that was turned often.
const mostPoints = 3 << 20
