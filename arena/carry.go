package arena

import (
	"encoding/json"

	"gambito/agent"
	"gambito/crew"
	"gambito/game"
)

// Carry makes a job of another kind, whose spec names a game and agents by their ID and
// as they are resolved: with the files that these need, and with what they need of the
// machine, as if it were an experiment of theirs.
func Carry(kind, name string, spec any, g game.Game, agents ...agent.Spec) (crew.Job, error) {
	e := &Experiment{Venues: []Venue{{Game: g}}}
	for _, a := range agents {
		e.Entrants = append(e.Entrants, Entrant{Spec: a})
	}
	j, err := e.Job()
	if err != nil {
		return j, err
	}
	j.Kind, j.Name = kind, name
	j.Spec, err = json.Marshal(spec)
	return j, err
}
