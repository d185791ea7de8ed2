package crowd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
	"gambito/games"
	"gambito/neural"
)

// Game is the game that a job names. It is one of the catalogue, for networks play no
// others, and no file is read.
func Game(text string) (game.Encoded, error) {
	g, err := games.ParseSealed(text, func(string) ([]byte, error) { return nil, errors.New("networks do not play by rulesheets") })
	if err != nil {
		return nil, err
	}
	return neural.Encoded(g)
}

// Portable says why games with an agent cannot be played by a fleet. Here they can.
func Portable(s agent.Spec) error {
	switch {
	case s.Outside(), s.OneGame(), len(s.Files()) > 0:
		return fmt.Errorf("the agent %s needs this machine", s)
	case s.Given("time"):
		return fmt.Errorf("the agent %s is limited by time", s)
	}
	return nil
}

// outcome is what came of a game, as it travels: what the match itself does not say.
type outcome struct {
	Moves   string        `json:"moves"`
	Opening int           `json:"opening,omitempty"`
	Result  []float64     `json:"result"`
	Reason  arena.Reason  `json:"reason"`
	Faults  []arena.Fault `json:"faults,omitempty"`
}

// writeGame writes what came of a game.
func writeGame(r arena.Record) ([]byte, error) {
	return json.Marshal(outcome{r.Moves, r.Opening, r.Result, r.Reason, r.Faults})
}

// readGame reads what writeGame wrote, by whomever, and checks it by the rules.
func readGame(g game.Game, number int, data []byte) (arena.Record, error) {
	var o outcome
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&o); err != nil {
		return arena.Record{}, fmt.Errorf("it cannot be read: %w", err)
	}
	r := arena.Record{
		Game: g.Info().ID, Number: number, Seats: []int{number % 2, 1 - number%2}, Agents: make([]string, 2),
		Moves: o.Moves, Opening: o.Opening, Result: o.Result, Reason: o.Reason, Faults: o.Faults,
	}
	if _, _, err := r.Replay(g); err != nil {
		return r, err
	}
	if r.Result == nil || r.Reason == arena.TooLong {
		return r, errors.New("it was not finished")
	}
	if again, err := writeGame(r); err != nil || !bytes.Equal(again, data) {
		return r, errors.New("it is not written as games are")
	}
	return r, nil
}

// matchDoer plays the games of a match, which are the units.
type matchDoer struct {
	game   game.Game
	games  int
	width  int
	single *arena.Single
}

// NewDoer returns who plays the games of a match between two, which was checked, Jobs at
// a time.
func NewDoer(m arena.Match) (crew.Doer, error) {
	single, err := m.Single()
	return &matchDoer{m.Game, m.Games, m.Jobs, single}, err
}

func (d *matchDoer) Width() int   { return d.width }
func (d *matchDoer) Close() error { return nil }

// Do implements crew.Doer.
func (d *matchDoer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if unit < 0 || unit >= d.games {
		return crew.Result{}, fmt.Errorf("there is no game %d in a match of %d", unit, d.games)
	}
	r, err := d.single.Play(ctx, unit)
	if err != nil {
		return crew.Result{}, err
	}
	data, err := writeGame(r)
	return crew.Result{Data: data}, err
}

// Check implements crew.Doer.
func (d *matchDoer) Check(unit int, r crew.Result) error {
	if unit < 0 || unit >= d.games {
		return fmt.Errorf("there is no game %d in a match of %d", unit, d.games)
	}
	_, err := readGame(d.game, unit, r.Data)
	return err
}

// Remote is a crew that has the games of a match played by a fleet, as a job whose doer
// NewDoer has made.
type Remote struct {
	Fleet crew.Fleet
	Job   crew.Job
	Game  game.Game
}

// Play implements arena.Crew.
func (c Remote) Play(ctx context.Context, _ *arena.Experiment, keys iter.Seq[arena.Key], deliver func([]arena.Record) error) error {
	units := func(yield func(int) bool) {
		for k := range keys {
			if !yield(k.Number) {
				return
			}
		}
	}
	return c.Fleet.Do(ctx, c.Job, units, func(list []crew.Done) error {
		records := make([]arena.Record, len(list))
		for i, d := range list {
			var err error
			if records[i], err = readGame(c.Game, d.Unit, d.Data); err != nil {
				return fmt.Errorf("game %d of %s: %w", d.Unit, d.Worker, err)
			}
			records[i].Build = d.Build
		}
		return deliver(records)
	})
}
