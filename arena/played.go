package arena

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/crew"
	"gambito/game"
)

// played is what comes of a game that the experiment does not say already, as it is
// told from one machine to another.
type played struct {
	Opening     int       `json:"opening,omitempty"`
	Moves       string    `json:"moves"`
	Result      []float64 `json:"result"`
	Reason      Reason    `json:"reason"`
	Faults      []Fault   `json:"faults,omitempty"`
	Simulations []int     `json:"simulations,omitempty"`
	Nodes       []int     `json:"nodes,omitempty"`
}

// told is a record as it is told to another machine.
func told(r Record) (out crew.Result, err error) {
	out.Data, err = json.Marshal(played{r.Opening, r.Moves, r.Result, r.Reason, r.Faults, r.Simulations, r.Nodes})
	if err == nil && r.Seconds != nil {
		out.Notes, err = json.Marshal(r.Seconds)
	}
	return out, err
}

// forms make records of what is told: they know what the experiment says of a game.
type forms struct {
	order    Order
	plan     Plan                  // of an experiment
	pairings [][2]int              // likewise
	seatings map[[3]int]seatedForm // by game, pairing and turn; nil if several use the forms
}

// seatedForm is who sits where. The records share it.
type seatedForm struct {
	seats               []int
	names, agents, full []string
}

func newForms(o Order) *forms {
	f := &forms{order: o}
	if !o.Match {
		f.plan = o.Settings.Plan()
		f.pairings = f.plan.Pairings
	}
	return f
}

// unit is the number by which a game is asked for; −1 if it is none of the experiment's.
func (f *forms) unit(k Key) int {
	if f.order.Match {
		return k.Number
	}
	return f.plan.Index(k)
}

// key is the game of a number.
func (f *forms) key(unit int) (Key, error) {
	most := foreignNumber
	if !f.order.Match {
		most = f.plan.Places()
	}
	switch {
	case unit < 0 || unit >= most:
		return Key{}, fmt.Errorf("there is no game %d", unit)
	case f.order.Match:
		return Key{Number: unit}, nil
	}
	return f.plan.At(unit), nil
}

// players is how many sit at a table.
func (f *forms) players() int {
	if f.order.Match {
		return len(f.order.Settings.Agents)
	}
	return 2
}

// seated is who sits where in a game.
func (f *forms) seated(k Key) seatedForm {
	index := [3]int{k.Game, k.Pairing, k.Number % f.players()}
	if s, ok := f.seatings[index]; ok {
		return s
	}
	s := seatedForm{seats: seats(f.order.Match, len(f.order.Settings.Agents), f.pairings, k)}
	for _, i := range s.seats {
		a := f.order.Settings.Agents[i]
		s.agents, s.full = append(s.agents, a.Spec), append(s.full, f.order.Settings.Resolved(k.Game, i))
		if a.Name != "" {
			s.names = append(s.names, a.Name)
		}
	}
	if f.seatings != nil {
		f.seatings[index] = s
	}
	return s
}

// record makes the record of a game of what was told of it, which need not be true.
func (f *forms) record(unit int, told crew.Result) (Record, error) {
	k, err := f.key(unit)
	if err != nil {
		return Record{}, err
	}
	var p played
	if err := json.Unmarshal(told.Data, &p); err != nil {
		return Record{}, fmt.Errorf("it cannot be read: %w", err)
	}
	s := f.seated(k)
	r := Record{
		Game: f.order.Settings.Games[k.Game].ID, Names: s.names, Agents: s.agents, Full: s.full, Seats: s.seats,
		Pairing: k.Pairing, Number: k.Number, Seed: f.order.Settings.Seed, Venue: k.Game,
		Opening: p.Opening, Moves: p.Moves, Result: p.Result, Reason: p.Reason, Faults: p.Faults, Simulations: p.Simulations, Nodes: p.Nodes,
	}
	if told.Notes != nil {
		if err := json.Unmarshal(told.Notes, &r.Seconds); err != nil {
			return Record{}, fmt.Errorf("its times cannot be read: %w", err)
		}
	}
	return r, nil
}

// foreignMoves is how long the moves of a game from elsewhere may be as a text,
// foreignFaults how many faults it may have.
const (
	foreignMoves  = 1 << 20
	foreignFaults = 1000
)

// check reports what makes a record impossible, whatever its moves are.
func (f *forms) check(r *Record) error {
	if err := r.Check(len(f.order.Settings.Agents)); err != nil {
		return err
	}
	if len(r.Moves) > foreignMoves || len(r.Faults) > foreignFaults {
		return errors.New("it is too long")
	}
	return r.checkNumbers() // what faults say may be any text: other people's programs have written it
}

// replay checks a record against the rules, its openings and its dice: the same
// moves, written the same way, must lead to the same result.
func (f *forms) replay(r *Record, v Venue) error {
	s := f.order.Settings
	pair := r.Number / len(r.Seats)
	if s.Unpaired {
		pair = r.Number
	}
	opening, err := v.Openings.draw(v.Game, pair, pairSeed(s.Seed, r.Game, r.Pairing, pair))
	if err != nil {
		return err
	}
	start, moves, err := r.Replay(v.Game)
	if err != nil {
		return err
	}
	if r.Opening != len(opening) || !slices.Equal(opening, moves[:r.Opening]) {
		return errors.New("its opening is not the one that was drawn")
	}
	if n := len(moves); s.MaxPlies > 0 && n > max(s.MaxPlies, r.Opening) || r.Reason == TooLong && (s.MaxPlies == 0 || n < s.MaxPlies) && n < v.Game.Info().MaxPlies {
		return fmt.Errorf("it ends after %d plies", n)
	}
	dice := NewDice(s.Seed, r.Game, r.Pairing, pair, 0)
	texts := make([]string, len(moves))
	for i, m := range moves {
		if i >= r.Opening && start.Turn() == game.Chance && dice.Roll(start) != m {
			return fmt.Errorf("move %d is not what the dice have shown", i+1)
		}
		texts[i] = v.Game.FormatMove(start, m)
		start.Play(m)
	}
	line := ""
	if l, ok := v.Game.(game.MoveLister); ok {
		line = l.JoinMoves(texts)
	} else {
		line = strings.Join(texts, " ")
	}
	if line != r.Moves {
		return errors.New("its moves are not written as they should be")
	}
	return nil
}
