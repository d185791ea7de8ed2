package arena

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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

// Resign makes an agent give up once it has valued its own position at −Value
// or worse for so many of its moves in a row.
type Resign struct {
	Value float64 `json:"value"`
	Moves int     `json:"moves"` // 0: never
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
		if a.Spec.Interactive() {
			return fmt.Errorf("agent %q: %s asks a person, which an experiment cannot", a.Name, a.Spec)
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
	if err := e.resolve(); err != nil {
		return err
	}
	for i, v := range e.Venues {
		switch n := v.Game.Info().Players(); {
		case e.match && n != len(e.Entrants):
			return fmt.Errorf("a match of %s is between %s, and %d are given", v.Game.Info().ID, count(n, "agent"), len(e.Entrants))
		case !e.match && n != 2:
			return fmt.Errorf("an experiment compares agents two by two, and %s is for %s", v.Game.Info().ID, count(n, "player"))
		}
		t := table{e: e}
		t.sit(i)
		for j := range e.Entrants {
			if _, err := t.agent(j); err != nil {
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
	e.resolved = make([][]agent.Resolved, len(e.Venues))
	for i, v := range e.Venues {
		for j, a := range e.Entrants {
			if i < len(kept) && j < len(kept[i]) && kept[i][j].Of(a.Spec) {
				e.resolved[i] = append(e.resolved[i], kept[i][j])
				continue
			}
			r, err := a.Spec.For(v.Game)
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
	case e.Schedule != RoundRobin && e.Schedule != Gauntlet && e.Schedule != Swiss:
		return fmt.Errorf("schedule: %q is none of round-robin, gauntlet and swiss", e.Schedule)
	case e.Draw != DrawHalf && e.Draw != DrawLoss:
		return fmt.Errorf("draw: %q is neither half nor loss", e.Draw)
	case e.Resign.Moves < 0 || e.Resign.Moves > 0 && (e.Resign.Value <= 0 || e.Resign.Value > 1):
		return fmt.Errorf("resign: the value must be above 0 and at most 1, and moves 1 or more")
	case e.Stop.Rule != StopFixed && e.Unpaired:
		return fmt.Errorf("stop: %s decides on pairs, which pairs: off does without", e.Stop.Rule)
	case e.Stop.Rule != StopFixed && len(e.Entrants) != 2:
		return fmt.Errorf("stop: %s compares two agents, and there are %d", e.Stop.Rule, len(e.Entrants))
	}
	const most = 10_000_000 // each has a place in memory
	if p := e.Settings().Plan(); float64(p.Games)*float64(len(p.Pairings))*float64(p.Rounds)*float64(p.GamesPerPair) > most {
		return fmt.Errorf("rounds: more than %d games cannot be played", most)
	}
	return e.Stop.Check()
}

// Settings are an experiment in words and numbers, as it is stored: enough to
// read its records and to tell whether another experiment is the same.
type Settings struct {
	Name         string          `json:"name"`
	Games        []GameSettings  `json:"games"`
	Agents       []AgentSettings `json:"agents"`
	Schedule     ScheduleKind    `json:"schedule"`
	Rounds       int             `json:"rounds"`
	GamesPerPair int             `json:"games-per-pair"`
	Unpaired     bool            `json:"unpaired"`
	Draw         DrawRule        `json:"draw"`
	Seed         uint64          `json:"seed"`
	Stop         Stop            `json:"stop"`
	Limits       agent.Limits    `json:"limits"`
	MaxPlies     int             `json:"max-plies"`
	Resign       Resign          `json:"resign"`
}

// GameSettings are a game of an experiment.
type GameSettings struct {
	ID       string `json:"id"`
	Openings string `json:"openings"` // as given
	Lines    string `json:"lines"`    // a hash of the moves, of openings from a file

	Game game.Game `json:"-"` // itself, or nil: then a win of it is taken to count 1
}

// maxScore is the most that can be won.
func (g GameSettings) maxScore() float64 {
	if g.Game == nil {
		return 1
	}
	return max(g.Game.Info().MaxScore, 1)
}

// AgentSettings are an agent of an experiment.
type AgentSettings struct {
	Name string `json:"name"`
	Spec string `json:"spec"` // as given
	Full string `json:"full"` // with every option
}

// Settings of the experiment.
func (e *Experiment) Settings() Settings {
	s := Settings{
		Name: e.Name, Schedule: e.Schedule, Rounds: e.Rounds, GamesPerPair: e.GamesPerPair, Unpaired: e.Unpaired,
		Draw: e.Draw, Seed: e.Seed, Stop: e.Stop, Limits: e.Limits, MaxPlies: e.MaxPlies, Resign: e.Resign,
	}
	for _, v := range e.Venues {
		s.Games = append(s.Games, GameSettings{v.Game.Info().ID, v.Openings.String(), v.Openings.digest(), v.Game})
	}
	for _, a := range e.Entrants {
		s.Agents = append(s.Agents, AgentSettings{a.Name, a.Spec.String(), ""})
	}
	return s
}

// Plan of the games.
func (s Settings) Plan() Plan {
	p := Plan{Games: len(s.Games), Pairings: pairings(s.Schedule, len(s.Agents)), Rounds: s.Rounds, GamesPerPair: s.GamesPerPair}
	p.Meetings = len(p.Pairings)
	if s.Schedule == Swiss {
		p.Meetings = len(s.Agents) / 2
	}
	return p
}

// canonical is all that decides about the games, by topic: neither how a spec
// was written nor the name of a file matters.
func (s Settings) canonical() (topics map[string]json.RawMessage, text []byte, err error) {
	s.Agents, s.Games = slices.Clone(s.Agents), slices.Clone(s.Games)
	for i := range s.Agents {
		s.Agents[i].Spec = ""
	}
	for i := range s.Games {
		if s.Games[i].Lines != "" {
			s.Games[i].Openings = ""
		}
	}
	if text, err = json.Marshal(s); err != nil {
		return nil, nil, err
	}
	return topics, text, json.Unmarshal(text, &topics)
}

// Hash is the same for experiments that play the same games.
func (s Settings) Hash() (string, error) {
	_, text, err := s.canonical()
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// Differences lists the topics in which two experiments differ.
func (s Settings) Differences(o Settings) (topics []string) {
	mine, _, err1 := s.canonical()
	others, _, err2 := o.canonical()
	if errors.Join(err1, err2) != nil {
		return nil
	}
	for _, topic := range slices.Sorted(maps.Keys(mine)) {
		if string(mine[topic]) != string(others[topic]) {
			topics = append(topics, topic)
		}
	}
	return topics
}
