package arena

import (
	"errors"
	"testing"

	"gambito/agent"
	"gambito/game"
)

// TestNeededGame: a game that is not there is told of once, and a match has no name.
func TestNeededGame(t *testing.T) {
	none := func(string) (game.Game, error) { return nil, errors.New("nobody has it") }
	for name, want := range map[string]string{
		"":   "the match needs gdl:x as it was: nobody has it",
		"r1": "run r1 needs gdl:x as it was: nobody has it",
	} {
		s, g := Settings{Name: name}, GameSettings{ID: "gdl:x"}
		_, err := s.venue(g, func(string) (game.Game, error) {
			v, err := s.venue(g, none)
			return v.Game, err
		})
		if err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

// TestMatchName: matches of a fleet are told apart by their games.
func TestMatchName(t *testing.T) {
	m := Match{Game: standardConnect4(t), Agents: []agent.Spec{parse(t, "random"), parse(t, "random")}, Games: 2}
	if j, err := m.experiment().Job(); err != nil || j.Name != "match connect4" {
		t.Errorf("%q, %v", j.Name, err)
	}
}
