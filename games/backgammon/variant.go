package backgammon

import (
	"fmt"
	"slices"
	"strings"
)

// Variant is the game with another set-up or another count of what is won. All other
// rules stay. What is neither is another game, which is not here: docs/games.md names
// those that people ask for.
type Variant struct {
	Setup   Setup   // "" is the usual one
	Scoring Scoring // "" counts backgammons
}

// Setup is where the men stand at first.
type Setup string

// The set-ups.
const (
	Usual      Setup = "usual"
	Nackgammon Setup = "nackgammon" // four men far back: Nack Ballard's
	Longgammon Setup = "longgammon" // all on point 24
	FromBar    Setup = "bar"        // all still have to enter, as in Dutch backgammon and Acey-Deucey
)

var setups = map[Setup][26]uint8{
	Usual:      start,
	Nackgammon: {6: 4, 8: 3, 13: 4, 23: 2, 24: 2},
	Longgammon: {24: Men},
	FromBar:    {Bar: Men},
}

// Scoring is what a game counts.
type Scoring string

// The scorings.
const (
	Backgammons Scoring = "backgammons" // a gammon 2, a backgammon 3
	Gammons     Scoring = "gammons"     // both 2, as in Tavla and much of the East
	Games       Scoring = "games"       // nothing but who wins
)

var scorings = []Scoring{Backgammons, Gammons, Games}

// Setups are the names of all.
func Setups() []string {
	return []string{string(Usual), string(Nackgammon), string(Longgammon), string(FromBar)}
}

// Scorings are the names of all.
func Scorings() (names []string) {
	for _, s := range scorings {
		names = append(names, string(s))
	}
	return names
}

// Game returns the game of the variant.
func (v Variant) Game() (*Game, error) {
	if v.Setup == Usual {
		v.Setup = ""
	}
	if v.Scoring == Backgammons {
		v.Scoring = ""
	}
	if _, ok := setups[v.Setup]; !ok && v.Setup != "" {
		return nil, fmt.Errorf("set-up %q: it must be one of %s", v.Setup, strings.Join(Setups(), ", "))
	}
	if v.Scoring != "" && !slices.Contains(scorings, v.Scoring) {
		return nil, fmt.Errorf("scoring %q: it must be one of %s", v.Scoring, strings.Join(Scorings(), ", "))
	}
	return &Game{v}, nil
}

// id is the spec of the game.
func (v Variant) id() string {
	var options []string
	if v.Setup != "" {
		options = append(options, "setup="+string(v.Setup))
	}
	if v.Scoring != "" {
		options = append(options, "scoring="+string(v.Scoring))
	}
	if options == nil {
		return "backgammon"
	}
	return "backgammon:" + strings.Join(options, ",")
}

// board is the set-up of both sides.
func (s Setup) board() Board {
	if s == "" {
		return Start
	}
	return Board{setups[s], setups[s]}
}

// most is the most that a game counts.
func (s Scoring) most() int {
	switch s {
	case Gammons:
		return 2
	case Games:
		return 1
	}
	return 3
}
