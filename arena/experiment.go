package arena

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"gambito/agent"
	"gambito/game"
)

// Experiment is games between several agents at one or more games, all that
// decides how they go included.
type Experiment struct {
	Name         string
	Venues       []Venue
	Entrants     []Entrant
	Schedule     ScheduleKind
	Rounds       int
	GamesPerPair int  // of every two agents at every game, a round
	Unpaired     bool // the two games of a pair draw openings and dice of their own
	Draw         DrawRule
	Seed         uint64
	Stop         Stop
	Limits       agent.Limits
	MaxPlies     int    // a game that is not over then is a draw; 0 for no end
	Resign       Resign // when agents are made to give up; the zero value for never

	match    bool               // all entrants sit at one table, see Match
	resolved [][]agent.Resolved // entrants by venue, once they are
	within   agent.Limits       // under which they were
}

// Venue is a game of an experiment and the moves with which it starts.
type Venue struct {
	Game     game.Game
	Openings Openings
}

// Entrant is an agent of an experiment. Several may have the same spec.
type Entrant struct {
	Name string
	Spec agent.Spec

	byGame []agent.Spec // in its place, by venue, of one that goes on from stored settings
}

// at is the spec by which the entrant plays at a venue.
func (e Entrant) at(venue int) agent.Spec {
	if e.byGame != nil {
		return e.byGame[venue]
	}
	return e.Spec
}

// DrawRule says what a draw is worth to both. It decides about points, never
// about what a record says.
type DrawRule string

// The rules: half a point each, or nothing for both.
const (
	DrawHalf DrawRule = "half"
	DrawLoss DrawRule = "loss"
)

// Points are those of a score.
func (d DrawRule) Points(score float64) float64 {
	switch {
	case score > 0:
		return score
	case score == 0 && d != DrawLoss:
		return 0.5
	}
	return 0
}

// nameForm is what can be the name of a file everywhere.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName reports whether an experiment can have that name.
func CheckName(name string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("name %q: it must be 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or a digit", name)
	}
	return nil
}

// Check reports what makes the experiment impossible.
func (e *Experiment) Check() error {
	if err := CheckName(e.Name); err != nil {
		return err
	}
	if err := e.checkNumbers(); err != nil {
		return err
	}
	names, ids := map[string]bool{}, map[string]bool{}
	for _, a := range e.Entrants {
		if a.Name == "" || names[a.Name] {
			return fmt.Errorf("agents: two have the name %q, or it is empty", a.Name)
		}
		names[a.Name] = true
		if a.Spec.IsZero() {
			return fmt.Errorf("agent %q has no spec", a.Name)
		}
		if a.Spec.Interactive() {
			return fmt.Errorf("agent %q: %s cannot play in an experiment, for it asks a person", a.Name, a.Spec)
		}
	}
	for _, v := range e.Venues {
		if id := v.Game.Info().ID; ids[id] {
			return fmt.Errorf("games: %s is there twice", id)
		}
		ids[v.Game.Info().ID] = true
	}
	return e.checkVenues()
}

// checkVenues sees whether every agent can play every game.
func (e *Experiment) checkVenues() error {
	e.resolved = nil
	if err := e.Room(1); err != nil {
		return err
	}
	for i, v := range e.Venues {
		switch n := v.Game.Info().Players(); {
		case e.match && n != len(e.Entrants):
			return fmt.Errorf("a match of %s is between %s, and %d are given", v.Game.Info().ID, count(n, "agent"), len(e.Entrants))
		case !e.match && n != 2:
			return fmt.Errorf("an experiment compares agents two by two, and %s is for %s", v.Game.Info().ID, count(n, "player"))
		case !e.match && v.Game.Info().GeneralSum:
			return fmt.Errorf("an experiment counts wins of one agent over another, and in %s one may win without the other losing: use gambito match, which shows what both have", v.Game.Info().ID)
		}
		p := newPlace(e)
		p.sit(i)
		for j := range e.Entrants {
			if _, err := p.agent(j); err != nil {
				return err
			}
		}
		if _, err := v.Openings.draw(v.Game, 0, e.Seed); err != nil {
			return err
		}
	}
	return nil
}

// resolve makes explicit what every agent is in every game. What it has done it
// keeps, with the files that were read: they are as they were then until Check is
// called again.
func (e *Experiment) resolve() error {
	kept := e.resolved
	if e.within != e.Limits {
		kept = nil
	}
	e.within = e.Limits
	e.resolved = make([][]agent.Resolved, len(e.Venues))
	for i, v := range e.Venues {
		for j, a := range e.Entrants {
			if i < len(kept) && j < len(kept[i]) && kept[i][j].Of(a.at(i)) {
				e.resolved[i] = append(e.resolved[i], kept[i][j])
				continue
			}
			r, err := a.at(i).Within(e.Limits).For(v.Game)
			if err != nil {
				return err
			}
			e.resolved[i] = append(e.resolved[i], r)
		}
	}
	return nil
}

// count says how many there are of something.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// mostGames is how many an experiment may have: each has a place in memory.
const mostGames = 10_000_000

func (e *Experiment) checkNumbers() error {
	switch {
	case len(e.Venues) == 0:
		return errors.New("games: there must be at least one")
	case len(e.Entrants) < 2:
		return fmt.Errorf("agents: there must be at least two, and there are %d", len(e.Entrants))
	case e.Rounds < 1:
		return fmt.Errorf("rounds: %d: it must be 1 or more", e.Rounds)
	case e.GamesPerPair < 2 || e.GamesPerPair%2 != 0:
		return fmt.Errorf("games-per-pair: %d: it must be an even number from 2 on, because games come in pairs with sides swapped", e.GamesPerPair)
	case e.MaxPlies < 0:
		return fmt.Errorf("max-plies: %d: it must be 1 or more, or left out", e.MaxPlies)
	case !slices.Contains(Schedules, e.Schedule):
		return fmt.Errorf("schedule: %q is none of round-robin, gauntlet, swiss and ladder", e.Schedule)
	case e.Draw != DrawHalf && e.Draw != DrawLoss:
		return fmt.Errorf("draw: %q is neither half nor loss", e.Draw)
	case e.Resign.Moves < 0 || e.Resign.Moves > 0 && (e.Resign.Value <= 0 || e.Resign.Value > 1):
		return fmt.Errorf("resign: the value must be above 0 and at most 1, and moves 1 or more")
	case e.Stop.Rule != StopFixed && e.Unpaired:
		return fmt.Errorf("stop: %s decides on pairs, which pairs: off does without", e.Stop.Rule)
	case e.Stop.Rule != StopFixed && len(e.Entrants) != 2:
		return fmt.Errorf("stop: %s compares two agents, and there are %d", e.Stop.Rule, len(e.Entrants))
	}
	if float64(len(e.Venues))*countPairings(e.Schedule, len(e.Entrants))*float64(e.Rounds)*float64(e.GamesPerPair) > mostGames {
		return fmt.Errorf("rounds: more than %d games cannot be played", mostGames)
	}
	return e.Stop.Check()
}
