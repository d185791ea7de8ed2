package arena

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/crew"
	"gambito/game"
)

// Order is an experiment, or a match, in words and numbers: all that somebody
// elsewhere must know to play its games, but for the files that it names.
type Order struct {
	Settings Settings `json:"settings"`
	Match    bool     `json:"match,omitempty"` // all agents sit at one table; they have no names
}

// Order of the experiment, which Check has found nothing wrong with.
func (e *Experiment) Order() Order { return Order{e.Settings(), e.match} }

// Bounds of matches that come from elsewhere; those of experiments are where
// settings are checked.
const (
	foreignPlayers = 64
	foreignNumber  = 1_000_000_000
)

// Check reports what makes an order from elsewhere impossible, as far as that is seen
// without its games and agents. It trusts nobody.
func (o Order) Check() error {
	s := o.Settings
	if s.Format != settingsFormat {
		return fmt.Errorf("the settings are of format %d, not %d", s.Format, settingsFormat)
	}
	if !o.Match {
		if err := s.CheckForeign(); err != nil {
			return err
		}
	} else if n := len(s.Agents); n < 1 || n > foreignPlayers || len(s.Games) != 1 || len(s.Games[0].Agents) != n {
		return fmt.Errorf("a match is one game between 1 to %d agents, not %d of %d", foreignPlayers, len(s.Games), n)
	} else if !printable(s.Games[0].ID) || s.Resign.Moves < 0 || s.MaxPlies < 0 {
		return errors.New("a number or the game of the match is not possible")
	}
	for _, g := range s.Games {
		if g.Moves == nil && g.Openings != "none" && !strings.HasPrefix(g.Openings, "random:") {
			return fmt.Errorf("the lines of the openings %q did not come along", g.Openings)
		}
	}
	return nil
}

// Experiment makes the experiment that was ordered. The caller says how games are
// found. Files that are not what they were are refused.
func (o Order) Experiment(agents *agent.Registry, parse func(id string) (game.Game, error)) (*Experiment, error) {
	if !o.Match {
		return o.Settings.Experiment(agents, parse)
	}
	e, err := o.Settings.made(agents, parse)
	if err != nil {
		return nil, err
	}
	e.match = true
	if err := e.checkVenues(); err != nil {
		return nil, err
	}
	return e, e.asStored(o.Settings)
}

// Timed reports whether two who play the same game may come to different moves:
// because time or several threads decide, or because a program elsewhere does.
func (e *Experiment) timed(s Settings) bool {
	for i, a := range e.Entrants {
		if s.Timed(i) || a.Spec.Outside() {
			return true
		}
		for g := range s.Games {
			_, options, _ := strings.Cut(s.Resolved(g, i), ":")
			if slices.ContainsFunc(strings.Split(options, ","), func(option string) bool {
				return strings.HasPrefix(option, "threads=") && option != "threads=1"
			}) {
				return true
			}
		}
	}
	return false
}

// Job is the experiment's games as work that can be done elsewhere, with all files
// that it needs.
func (e *Experiment) Job() (crew.Job, error) {
	for _, a := range e.Entrants {
		if a.Spec.Interactive() {
			return crew.Job{}, fmt.Errorf("agent %s asks a person, who sits at this machine: it cannot play on a fleet", a.Spec)
		}
	}
	if err := e.resolve(); err != nil {
		return crew.Job{}, err
	}
	o := e.Order()
	spec, err := json.Marshal(o)
	if err != nil {
		return crew.Job{}, err
	}
	j := crew.Job{
		Kind: GamesKind, Name: cmp.Or(e.Name, "match "+e.Venues[0].Game.Info().ID), Spec: spec, Timed: e.timed(o.Settings),
		Outside: slices.ContainsFunc(e.Entrants, func(a Entrant) bool { return a.Spec.Outside() }),
	}
	j.Files, err = e.luggage()
	return j, err
}

// luggage is the files that the experiment needs, each once, by name.
func (e *Experiment) luggage() (list []crew.File, err error) {
	add := func(name string, content []byte) {
		i := slices.IndexFunc(list, func(f crew.File) bool { return f.Name == name })
		if i < 0 {
			list = append(list, crew.File{Name: name, Content: content})
		} else if !bytes.Equal(list[i].Content, content) {
			err = errors.Join(err, fmt.Errorf("agents name two different files %q: give one of them another name", name))
		}
	}
	for i, v := range e.Venues {
		if sheet, ok := v.Game.(interface{ Rules() string }); ok {
			add(v.Game.Info().ID, []byte(sheet.Rules()))
		}
		for _, r := range e.resolved[i] {
			for _, a := range r.Luggage() {
				add(a.Name, a.Content)
			}
		}
	}
	slices.SortFunc(list, func(a, b crew.File) int { return cmp.Compare(a.Name, b.Name) })
	return list, err
}
