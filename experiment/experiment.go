// Package experiment reads experiment files: YAML in which every key must be
// known and every value of its type. What is wrong is said in one line with
// the number of the line it stands in.
//
//	name: policies                  # of the run; stored under it
//	games: [tictactoe, connect4]    # game specs
//	agents:                         # name and agent spec
//	  - {name: ucb, spec: "mcts:policy=ucb,sims=100"}
//	  - {name: moss, spec: "mcts:policy=moss,sims=100"}
//	rounds: 3                       # default 1
//	games-per-pair: 100             # a round, even; default 100
//	schedule: round-robin           # or gauntlet: the first against all others; or swiss
//	openings: none                  # or random:PLIES, a file, or one of them by game
//	pairs: on                       # the two games of a pair share opening and dice
//	draw: half                      # or loss: worth nothing to both
//	seed: 1
//	stop: fixed                     # or sprt, width, with their numbers
//	max-plies: 400                  # then it is a draw; default: never
//	resign: {value: 0.95, moves: 3} # default: never
//	limits: {sims: 100}             # for every move of all: sims, nodes, depth, time
package experiment

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/files"
	"gambito/games"
	"gambito/stats"
	"gambito/yamlfile"
)

// Read reads a file and returns the experiment and the text. Whether it can be
// played is another question, which arena.Experiment.Check answers.
func Read(name string, agents *agent.Registry) (*arena.Experiment, string, error) {
	content, err := files.Read(name)
	if err != nil {
		return nil, "", fmt.Errorf("experiment: %w", err)
	}
	e, err := Parse(content, filepath.Dir(name), agents)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return e, string(content), nil
}

// reader collects what a file says.
type reader struct {
	e        *arena.Experiment
	agents   *agent.Registry
	folder   string          // of the file, where those it names are looked for
	games    map[string]node // by text and by id
	openings *node
}

// node is a place in the file.
type node = yamlfile.Node

// Parse reads the text of a file that lies in that folder.
func Parse(content []byte, folder string, agents *agent.Registry) (*arena.Experiment, error) {
	top, err := yamlfile.Parse(content)
	if err != nil {
		return nil, err
	}
	r := &reader{agents: agents, folder: folder, games: map[string]node{}, e: &arena.Experiment{
		Schedule: arena.ScheduleKind(key("schedule").Default), Draw: arena.DrawRule(key("draw").Default),
		Rounds: int(key("rounds").Number()), GamesPerPair: int(key("games-per-pair").Number()), Seed: uint64(key("seed").Number()),
		Stop: arena.Stop{Rule: arena.StopRule(key("stop").Default)},
	}}
	readers := r.keys()
	entries, err := top.Mapping(slices.Sorted(maps.Keys(readers))...)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if err := readers[entry.Name](entry.Value); err != nil {
			return nil, err
		}
	}
	for _, key := range []string{"name", "games", "agents"} {
		if !slices.ContainsFunc(entries, func(e yamlfile.Entry) bool { return e.Name == key }) {
			return nil, top.Fail("the key %q is missing", key)
		}
	}
	return r.e, r.readOpenings()
}

// keys says how the value of each key is read.
func (r *reader) keys() map[string]func(node) error {
	e := r.e
	return map[string]func(node) error{
		"name": func(n node) (err error) {
			if e.Name, err = n.Text(); err == nil {
				if err = arena.CheckName(e.Name); err != nil {
					err = n.Alone().Fail("%w", err)
				}
			}
			return err
		},
		"games":          r.readGames,
		"agents":         r.readAgents,
		"rounds":         func(n node) (err error) { e.Rounds, err = whole(n, "rounds"); return err },
		"games-per-pair": r.readGamesPerPair,
		"schedule": func(n node) error {
			kind, err := n.Choice(key("schedule").Choices...)
			e.Schedule = arena.ScheduleKind(kind)
			return err
		},
		"openings": func(n node) error { r.openings = &n; return nil },
		"pairs": func(n node) error {
			on, err := n.OnOff()
			e.Unpaired = !on
			return err
		},
		"draw": func(n node) error {
			rule, err := n.Choice(key("draw").Choices...)
			e.Draw = arena.DrawRule(rule)
			return err
		},
		"seed":      func(n node) (err error) { e.Seed, err = n.Unsigned(); return err },
		"stop":      r.readStop,
		"max-plies": func(n node) (err error) { e.MaxPlies, err = whole(n, "max-plies"); return err },
		"resign":    r.readResign,
		"limits":    r.readLimits,
	}
}

func (r *reader) readGames(n node) error {
	items, err := n.List()
	if err != nil {
		return err
	}
	for _, item := range items {
		text, err := item.Text()
		if err != nil {
			return item.Fail("an entry must be a game spec, such as connect4")
		}
		g, err := games.Parse(text)
		if err != nil {
			return item.Fail("%w", err)
		}
		if _, twice := r.games[g.Info().ID]; twice {
			return item.Fail("%s is there twice", g.Info().ID)
		}
		r.games[text], r.games[g.Info().ID] = item, item
		r.e.Venues = append(r.e.Venues, arena.Venue{Game: g})
	}
	return nil
}

func (r *reader) readAgents(n node) error {
	items, err := n.List()
	if err != nil {
		return err
	}
	for _, item := range items {
		a, err := r.readAgent(item)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(r.e.Entrants, func(o arena.Entrant) bool { return o.Name == a.Name }) {
			return item.Fail("two agents have the name %q", a.Name)
		}
		r.e.Entrants = append(r.e.Entrants, a)
	}
	return nil
}

// readAgent reads {name, spec}, or a spec alone, which is its own name.
func (r *reader) readAgent(n node) (a arena.Entrant, err error) {
	text, at := "", n
	if n.IsText() {
		if text, err = n.Text(); err != nil {
			return a, err
		}
	} else {
		entries, err := n.Mapping("name", "spec")
		if err != nil {
			return a, err
		}
		for _, entry := range entries {
			value, err := entry.Value.Text()
			if err != nil {
				return a, err
			}
			if entry.Name == "name" {
				a.Name = value
			} else {
				text, at = value, entry.Value.Under(n)
			}
		}
		if text == "" {
			return a, n.Fail("the key \"spec\" is missing")
		}
	}
	if a.Name == "" {
		a.Name = text
	}
	if strings.ContainsFunc(a.Name, func(r rune) bool { return r < ' ' || r == 0x7f }) || len(a.Name) > 200 {
		return a, n.Fail("a name must be one short line")
	}
	if a.Spec, err = r.agents.Parse(text); err != nil {
		return a, at.Fail("%w", err)
	}
	if a.Spec.Interactive() {
		return a, at.Fail("%s cannot play in an experiment, for it asks a person", text)
	}
	return a, nil
}

func (r *reader) readGamesPerPair(n node) (err error) {
	if r.e.GamesPerPair, err = whole(n, "games-per-pair"); err == nil && r.e.GamesPerPair%2 != 0 {
		return n.Fail("it must be even, because games come in pairs with sides swapped")
	}
	return err
}

// readStop reads a rule, or a rule with its numbers.
func (r *reader) readStop(n node) (err error) {
	stop := arena.Stop{
		SPRT: stats.SPRT{
			Elo0: key("stop.elo0").Number(), Elo1: key("stop.elo1").Number(),
			Alpha: key("stop.alpha").Number(), Beta: key("stop.beta").Number(), Model: stats.EloModel(key("stop.model").Default),
		},
		Width: key("stop.width").Number(), Level: key("stop.level").Number(),
	}
	rule := ""
	if n.IsText() {
		if rule, err = n.Choice(stopRules...); err != nil {
			return err
		}
	} else if rule, err = readStopNumbers(n, &stop); err != nil {
		return err
	}
	r.e.Stop = arena.Stop{Rule: arena.StopRule(rule)}
	switch r.e.Stop.Rule {
	case arena.StopSPRT:
		r.e.Stop.SPRT = stop.SPRT
	case arena.StopWidth:
		r.e.Stop.Width, r.e.Stop.Level = stop.Width, stop.Level
	}
	if err := r.e.Stop.Check(); err != nil {
		return n.Alone().Fail("%w", err)
	}
	return nil
}

func readStopNumbers(n node, stop *arena.Stop) (rule string, err error) {
	numbers := map[string]*float64{
		"elo0": &stop.SPRT.Elo0, "elo1": &stop.SPRT.Elo1, "alpha": &stop.SPRT.Alpha, "beta": &stop.SPRT.Beta,
		"width": &stop.Width, "level": &stop.Level,
	}
	entries, err := n.Mapping("rule", "elo0", "elo1", "alpha", "beta", "model", "width", "level")
	if err != nil {
		return "", err
	}
	of := map[string]string{"model": "sprt", "elo0": "sprt", "elo1": "sprt", "alpha": "sprt", "beta": "sprt", "width": "width", "level": "width"}
	for _, entry := range entries {
		switch entry.Name {
		case "rule":
			rule, err = entry.Value.Choice(stopRules...)
		case "model":
			var model string
			model, err = entry.Value.Choice(key("stop.model").Choices...)
			stop.SPRT.Model = stats.EloModel(model)
		default:
			*numbers[entry.Name], err = number(entry.Value, "stop."+entry.Name)
		}
		if err != nil {
			return "", err
		}
	}
	if rule == "" {
		return "", n.Fail("the key \"rule\" is missing (%s)", strings.Join(stopRules, ", "))
	}
	for _, entry := range entries {
		if needs := of[entry.Name]; needs != "" && needs != rule {
			return "", entry.Value.Fail("it goes with rule: %s", needs)
		}
	}
	return rule, nil
}

func (r *reader) readResign(n node) error {
	entries, err := n.Mapping("value", "moves")
	if err != nil {
		return err
	}
	resign := arena.Resign{Value: key("resign.value").Number(), Moves: int(key("resign.moves").Number())}
	for _, entry := range entries {
		if entry.Name == "moves" {
			resign.Moves, err = whole(entry.Value, "resign.moves")
		} else if resign.Value, err = entry.Value.Number(); err == nil && !(resign.Value > 0 && resign.Value <= 1) {
			err = entry.Value.Fail("it must be above 0 and at most 1")
		}
		if err != nil {
			return err
		}
	}
	r.e.Resign = resign
	return nil
}

func (r *reader) readLimits(n node) error {
	entries, err := n.Mapping("sims", "nodes", "depth", "time")
	if err != nil {
		return err
	}
	l := &r.e.Limits
	for _, entry := range entries {
		switch entry.Name {
		case "sims":
			l.Simulations, err = whole(entry.Value, "limits.sims")
		case "nodes":
			l.Nodes, err = whole(entry.Value, "limits.nodes")
		case "depth":
			l.Depth, err = whole(entry.Value, "limits.depth")
		case "time":
			l.Time, err = duration(entry.Value, "limits.time")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readOpenings reads one text for all games, or texts by game. It comes last
// because it needs the games.
func (r *reader) readOpenings() error {
	if r.openings == nil {
		return nil
	}
	byGame := map[string]node{}
	if !r.openings.IsText() {
		entries, err := r.openings.Mapping(slices.Sorted(maps.Keys(r.games))...)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			byGame[textOf(r.games[entry.Name])] = entry.Value
		}
	}
	for i := range r.e.Venues {
		v := &r.e.Venues[i]
		at := *r.openings
		if !at.IsText() {
			var given bool
			if at, given = byGame[textOf(r.games[v.Game.Info().ID])]; !given {
				continue
			}
		}
		text, err := at.Text()
		if err != nil {
			return err
		}
		given := text
		if text != "none" && !strings.HasPrefix(text, "random:") && !filepath.IsAbs(text) {
			text = filepath.Join(r.folder, text)
		}
		if v.Openings, err = arena.ParseOpenings(v.Game, text); err != nil {
			return at.Alone().Fail("%s: %w", v.Game.Info().ID, err)
		}
		v.Openings = v.Openings.Named(given)
	}
	return nil
}

// textOf is the text of a node that has one.
func textOf(n node) string {
	text, _ := n.Text()
	return text
}
