package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gambito/yamlfile"
)

// File is what an experiment file says, as plain values: what it leaves out has its
// default. Whether there are such games and agents is another question.
type File struct {
	Name         string            `json:"name" doc:"Name of the run."`
	Games        []string          `json:"games" doc:"Game specs."`
	Agents       []Agent           `json:"agents" doc:"Who plays."`
	Rounds       int               `json:"rounds" doc:"How often all pairings are played."`
	GamesPerPair int               `json:"games_per_pair" doc:"Games of every two agents at every game a round; even."`
	Schedule     string            `json:"schedule" doc:"Who meets whom: round-robin, gauntlet, swiss or ladder."`
	Openings     map[string]string `json:"openings" doc:"none, random:PLIES or a file: of all games under the empty key, or else by game; a game that is not named has none."`
	Pairs        bool              `json:"pairs" doc:"Whether the two games of a pair share opening and dice."`
	Draw         string            `json:"draw" doc:"What a draw is worth: half or loss."`
	Seed         string            `json:"seed" doc:"A whole number up to 2⁶⁴ − 1, as text, because it may be too large for numbers of a page."`
	Stop         Stop              `json:"stop" doc:"When it ends."`
	MaxPlies     int               `json:"max_plies" doc:"A game that is not over after so many plies is a draw; 0 for never."`
	Resign       *Resign           `json:"resign,omitempty" doc:"When agents are made to give up; never if there is none."`
	Limits       Limits            `json:"limits" doc:"For every move of all agents."`
}

// Agent is one who plays. Without a name its spec is its name.
type Agent struct {
	Name string `json:"name" doc:"What it is called in the run; if it is empty, as its spec."`
	Spec string `json:"spec" doc:"Agent spec, such as mcts:sims=100."`
}

// Stop says when an experiment ends. Numbers that do not go with the rule mean nothing.
type Stop struct {
	Rule  string  `json:"rule" doc:"fixed, sprt, width or decided."`
	Elo0  float64 `json:"elo0" doc:"Of sprt: the advantage of the first agent that is refused."`
	Elo1  float64 `json:"elo1" doc:"Of sprt: the advantage that is accepted."`
	Alpha float64 `json:"alpha" doc:"Of sprt: probability of accepting wrongly."`
	Beta  float64 `json:"beta" doc:"Of sprt: probability of refusing wrongly."`
	Model string  `json:"model" doc:"Of sprt: what Elo means, logistic or normalized."`
	Width float64 `json:"width" doc:"Of width: how narrow the interval of the first agent's score must be."`
	Level float64 `json:"level" doc:"Of width: the level of that interval."`
	Games int     `json:"games" doc:"Of decided: how many games must have a winner."`
}

// Resign says when agents are made to give up.
type Resign struct {
	Value float64 `json:"value" doc:"An agent that values its position at minus this or worse gives up."`
	Moves int     `json:"moves" doc:"For so many of its moves in a row."`
}

// Limits are those of every move of all agents; 0 and empty for none.
type Limits struct {
	Sims  int    `json:"sims" doc:"Simulations; 0 for no limit."`
	Nodes int    `json:"nodes" doc:"Positions; 0 for no limit."`
	Depth int    `json:"depth" doc:"Plies to look ahead; 0 for no limit."`
	Time  string `json:"time" doc:"Time, such as 500ms; empty for no limit."`
}

// NewFile is what a file says that says nothing.
func NewFile() File {
	return File{
		Games: []string{}, Agents: []Agent{},
		Rounds: int(key("rounds").Number()), GamesPerPair: int(key("games-per-pair").Number()), Schedule: key("schedule").Default,
		Openings: map[string]string{"": key("openings").Default}, Pairs: true, Draw: key("draw").Default, Seed: key("seed").Default, Stop: newStop(),
	}
}

func newStop() Stop {
	return Stop{
		Rule: key("stop").Default, Elo0: key("stop.elo0").Number(), Elo1: key("stop.elo1").Number(),
		Alpha: key("stop.alpha").Number(), Beta: key("stop.beta").Number(), Model: key("stop.model").Default,
		Width: key("stop.width").Number(), Level: key("stop.level").Number(), Games: int(key("stop.games").Number()),
	}
}

// node is a place in the file.
type node = yamlfile.Node

// source is a file and where it says what.
type source struct {
	File
	top    node
	places map[string]node // by key; within lists and braces such as games[0], agents[1].spec, stop.elo0
	said   []string        // the keys, in their order
	wrong  []error
}

// readSource reads as much of a text as can be read, and notes what is wrong.
func readSource(content []byte) *source {
	s := &source{File: NewFile(), places: map[string]node{}}
	var err error
	if s.top, err = yamlfile.Parse(content); err != nil {
		s.fail(err)
		return s
	}
	readers := s.keys()
	entries, err := s.top.Mapping(slices.Sorted(maps.Keys(readers))...)
	s.fail(err)
	for _, entry := range entries {
		s.places[entry.Name] = entry.Value
		s.said = append(s.said, entry.Name)
		s.fail(readers[entry.Name](entry.Value))
	}
	return s
}

// fail notes an error, if it is one.
func (s *source) fail(err error) {
	if err != nil {
		s.wrong = append(s.wrong, err)
	}
}

// keys says how the value of each key is read. What cannot be read stays as it is.
func (s *source) keys() map[string]func(node) error {
	return map[string]func(node) error{
		"name":           func(n node) error { return set(&s.Name, n.Text) },
		"games":          s.readGames,
		"agents":         s.readAgents,
		"rounds":         wholeInto(&s.Rounds, "rounds"),
		"games-per-pair": s.readGamesPerPair,
		"schedule":       choiceInto(&s.Schedule, "schedule"),
		"openings":       s.readOpenings,
		"pairs":          func(n node) error { return set(&s.Pairs, n.OnOff) },
		"draw":           choiceInto(&s.Draw, "draw"),
		"seed": func(n node) error {
			seed, err := n.Unsigned()
			if err == nil {
				s.Seed = fmt.Sprint(seed)
			}
			return err
		},
		"stop":      s.readStop,
		"max-plies": wholeInto(&s.MaxPlies, "max-plies"),
		"resign":    s.readResign,
		"limits":    s.readLimits,
	}
}

// set puts what is read into its place, unless it cannot be read.
func set[T any](to *T, read func() (T, error)) error {
	value, err := read()
	if err == nil {
		*to = value
	}
	return err
}

// wholeInto reads a whole number in the range of a key.
func wholeInto(to *int, name string) func(node) error {
	return func(n node) error { return set(to, func() (int, error) { return whole(n, name) }) }
}

// numberInto reads a number in the range of a key.
func numberInto(to *float64, name string) func(node) error {
	return func(n node) error { return set(to, func() (float64, error) { return number(n, name) }) }
}

// choiceInto reads one of the words of a key.
func choiceInto(to *string, name string) func(node) error {
	return func(n node) error {
		return set(to, func() (string, error) { return n.Choice(key(name).Choices...) })
	}
}

func (s *source) readGames(n node) error {
	items, err := n.List()
	if err != nil {
		return err
	}
	for _, item := range items {
		text, err := item.Text()
		if err != nil {
			s.fail(item.Fail("an entry must be a game spec, such as connect4"))
			continue
		}
		s.places[fmt.Sprintf("games[%d]", len(s.Games))] = item
		s.Games = append(s.Games, text)
	}
	return nil
}

func (s *source) readAgents(n node) error {
	items, err := n.List()
	if err != nil {
		return err
	}
	for _, item := range items {
		a, at, err := readAgent(item)
		if err != nil {
			s.fail(err)
			continue
		}
		place := fmt.Sprintf("agents[%d]", len(s.Agents))
		s.places[place], s.places[place+".spec"] = item, at
		s.Agents = append(s.Agents, a)
	}
	return nil
}

// readAgent reads {name, spec}, or a spec alone, which is its own name. At is where the
// spec stands.
func readAgent(n node) (a Agent, at node, err error) {
	if n.IsText() {
		a.Spec, err = n.Text()
		a.Name = a.Spec
		return a, n, err
	}
	entries, err := n.Mapping("name", "spec")
	if err != nil {
		return a, n, err
	}
	at = n
	for _, entry := range entries {
		value, err := entry.Value.Text()
		if err != nil {
			return a, n, err
		}
		if entry.Name == "name" {
			a.Name = value
		} else {
			a.Spec, at = value, entry.Value.Under(n)
		}
	}
	if a.Spec == "" {
		return a, n, n.Fail("the key \"spec\" is missing")
	}
	if a.Name == "" {
		a.Name = a.Spec
	}
	return a, at, nil
}

func (s *source) readGamesPerPair(n node) error {
	games, err := whole(n, "games-per-pair")
	if err == nil && games%2 != 0 {
		err = n.Fail("it must be even, because games come in pairs with sides swapped")
	}
	if err == nil {
		s.GamesPerPair = games
	}
	return err
}

// readStop reads a rule, or a rule with its numbers.
func (s *source) readStop(n node) (err error) {
	if n.IsText() {
		return choiceInto(&s.Stop.Rule, "stop")(n)
	}
	stop := newStop()
	stop.Rule = ""
	readers := map[string]func(node) error{
		"rule": choiceInto(&stop.Rule, "stop"), "model": choiceInto(&stop.Model, "stop.model"),
		"elo0": numberInto(&stop.Elo0, "stop.elo0"), "elo1": numberInto(&stop.Elo1, "stop.elo1"),
		"alpha": numberInto(&stop.Alpha, "stop.alpha"), "beta": numberInto(&stop.Beta, "stop.beta"),
		"width": numberInto(&stop.Width, "stop.width"), "level": numberInto(&stop.Level, "stop.level"),
		"games": wholeInto(&stop.Games, "stop.games"),
	}
	entries, err := n.Mapping("rule", "elo0", "elo1", "alpha", "beta", "model", "width", "level", "games")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		s.places["stop."+entry.Name] = entry.Value
		if err := readers[entry.Name](entry.Value); err != nil {
			return err
		}
	}
	if stop.Rule == "" {
		return n.Fail("the key \"rule\" is missing (%s)", strings.Join(stopRules, ", "))
	}
	for _, entry := range entries {
		if needs := ruleOf[entry.Name]; needs != "" && needs != stop.Rule {
			return entry.Value.Fail("it goes with rule: %s", needs)
		}
	}
	s.Stop = stop
	return nil
}

// ruleOf is the rule that a number of a stop goes with.
var ruleOf = map[string]string{"model": "sprt", "elo0": "sprt", "elo1": "sprt", "alpha": "sprt", "beta": "sprt", "width": "width", "level": "width", "games": "decided"}

func (s *source) readResign(n node) error {
	entries, err := n.Mapping("value", "moves")
	if err != nil {
		return err
	}
	resign := Resign{Value: key("resign.value").Number(), Moves: int(key("resign.moves").Number())}
	for _, entry := range entries {
		s.places["resign."+entry.Name] = entry.Value
		if entry.Name == "moves" {
			resign.Moves, err = whole(entry.Value, "resign.moves")
		} else if resign.Value, err = entry.Value.Number(); err == nil && !(resign.Value > 0 && resign.Value <= 1) {
			err = entry.Value.Fail("it must be above 0 and at most 1")
		}
		if err != nil {
			return err
		}
	}
	s.Resign = &resign
	return nil
}

func (s *source) readLimits(n node) error {
	entries, err := n.Mapping("sims", "nodes", "depth", "time")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		s.places["limits."+entry.Name] = entry.Value
		switch v := entry.Value; entry.Name {
		case "sims":
			s.fail(wholeInto(&s.Limits.Sims, "limits.sims")(v))
		case "nodes":
			s.fail(wholeInto(&s.Limits.Nodes, "limits.nodes")(v))
		case "depth":
			s.fail(wholeInto(&s.Limits.Depth, "limits.depth")(v))
		case "time":
			if d, err := duration(v, "limits.time"); err != nil {
				s.fail(err)
			} else {
				s.Limits.Time = d.String()
			}
		}
	}
	return nil
}

// readOpenings reads one text for all games, or texts by game. Whether it is one of the
// games is asked later: they may stand below.
func (s *source) readOpenings(n node) error {
	if n.IsText() {
		text, err := n.Text()
		if err == nil {
			s.Openings = map[string]string{"": text}
		}
		return err
	}
	entries, err := n.Pairs()
	if err != nil {
		return n.Fail("it must be none, random:PLIES, a file, or one of these by game")
	}
	openings := map[string]string{}
	for _, entry := range entries {
		text, err := entry.Value.Text()
		if err == nil && entry.Name == "" {
			err = n.Fail("a key must be one of the games")
		}
		if err != nil {
			return err
		}
		s.places["openings."+entry.Name] = entry.Value
		openings[entry.Name] = text
	}
	if len(openings) > 0 {
		s.Openings = openings
	}
	return nil
}
