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
//	stop: fixed                     # or sprt, width, decided, with their numbers
//	max-plies: 400                  # then it is a draw; default: never
//	resign: {value: 0.95, moves: 3} # default: never
//	limits: {sims: 100}             # for every move of all: sims, nodes, depth, time
package experiment

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/files"
	"gambito/game"
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

// Parse reads the text of a file that lies in that folder.
func Parse(content []byte, folder string, agents *agent.Registry) (*arena.Experiment, error) {
	r := newReader(content, Library{Game: games.Parse, Agent: agents.Parse, Openings: inFolder(folder)})
	r.resolve()
	if len(r.wrong) > 0 {
		return nil, r.wrong[0]
	}
	return r.e, nil
}

// inFolder reads openings, whose files lie in a folder.
func inFolder(folder string) func(game.Game, string) (arena.Openings, error) {
	return func(g game.Game, text string) (arena.Openings, error) {
		name := text
		if IsFile(text) && !filepath.IsAbs(text) {
			name = filepath.Join(folder, text)
		}
		openings, err := arena.ParseOpenings(g, name)
		return openings.Named(text), err
	}
}

// IsFile reports whether a text for openings names a file.
func IsFile(openings string) bool {
	return openings != "none" && !strings.HasPrefix(openings, "random:")
}

// Library is where the things are found that files name.
type Library struct {
	Game     func(spec string) (game.Game, error)
	Agent    func(spec string) (agent.Spec, error)
	Openings func(g game.Game, text string) (arena.Openings, error)
}

// Problem is something wrong in a file.
type Problem struct {
	Line   int    `json:"line" doc:"Line where it stands, from 1; 0 if it is nowhere in particular."`
	Column int    `json:"column" doc:"Where in the line, from 1; 0 if nobody knows."`
	Key    string `json:"key" doc:"Of what in the file, such as rounds, agents[1].spec or stop.elo1; empty if nobody knows."`
	Detail string `json:"detail" doc:"What is wrong and what would be right, in one sentence."`
	Err    error  `json:"-"`
}

// Check reads a text and tells all that is wrong with it, also that which makes the
// experiment impossible. The file holds what could be read; the experiment is nil
// if it cannot be played.
func Check(content []byte, l Library) (File, *arena.Experiment, []Problem) {
	r := newReader(content, l)
	r.resolve()
	if len(r.wrong) == 0 {
		r.fail(r.locate(r.e.Check()))
	}
	problems := []Problem{}
	for _, err := range r.wrong {
		p, place := Problem{Err: err, Detail: err.Error()}, new(yamlfile.Error)
		if errors.As(err, &place) {
			p.Line, p.Column, p.Key, p.Detail = place.Line, place.Column, r.keyAt(place), place.Err.Error()
		}
		problems = append(problems, p)
	}
	if len(problems) > 0 {
		return r.File, nil, problems
	}
	return r.File, r.e, problems
}

// keyAt is the key of what stands at a place, the one that tells most.
func (s *source) keyAt(place *yamlfile.Error) (key string) {
	for name, n := range s.places {
		at := new(yamlfile.Error)
		if errors.As(n.Fail(""), &at) && at.Line == place.Line && at.Column == place.Column &&
			(len(name) > len(key) || len(name) == len(key) && name < key) {
			key = name
		}
	}
	return key
}

// reader makes an experiment of what a file says.
type reader struct {
	*source
	Library
	e      *arena.Experiment
	venues map[string]int // by what the file says and by id; -1 if there is no such game
}

func newReader(content []byte, l Library) *reader {
	return &reader{readSource(content), l, &arena.Experiment{}, map[string]int{}}
}

// resolve makes the experiment. What is wrong is told in the order of the file, and
// what is missing last.
func (r *reader) resolve() {
	if len(r.places) == 0 && len(r.wrong) > 0 {
		return // there is no file
	}
	r.resolveNumbers()
	r.resolveGames()
	r.resolveAgents()
	r.resolveOpenings()
	slices.SortStableFunc(r.wrong, func(a, b error) int { return cmp.Compare(lineOf(a), lineOf(b)) })
	for _, key := range []string{"name", "games", "agents"} {
		if !slices.Contains(r.said, key) {
			r.fail(r.top.Fail("the key %q is missing", key))
		}
	}
}

// lineOf is the line in which something is wrong.
func lineOf(err error) int {
	if place := new(yamlfile.Error); errors.As(err, &place) {
		return place.Line
	}
	return 0
}

func (r *reader) resolveNumbers() {
	e := r.e
	e.Name = r.Name
	if at, given := r.places["name"]; given && r.Name != "" {
		if err := arena.CheckName(e.Name); err != nil {
			r.fail(at.Alone().Fail("%w", err))
		}
	}
	e.Rounds, e.GamesPerPair, e.Schedule = r.Rounds, r.GamesPerPair, arena.ScheduleKind(r.Schedule)
	e.Unpaired, e.Draw, e.MaxPlies = !r.Pairs, arena.DrawRule(r.Draw), r.MaxPlies
	e.Seed, _ = strconv.ParseUint(r.Seed, 10, 64) // it was read as such
	if r.Resign != nil {
		e.Resign = arena.Resign{Value: r.Resign.Value, Moves: r.Resign.Moves}
	}
	e.Limits = agent.Limits{Simulations: r.Limits.Sims, Nodes: r.Limits.Nodes, Depth: r.Limits.Depth}
	e.Limits.Time, _ = time.ParseDuration(r.Limits.Time) // likewise; none is 0
	e.Stop = r.Stop.resolved()
	if err := e.Stop.Check(); err != nil {
		r.fail(r.places["stop"].Alone().Fail("%w", err))
	}
}

// resolved is the stop with the numbers of its rule alone.
func (s Stop) resolved() arena.Stop {
	stop := arena.Stop{Rule: arena.StopRule(s.Rule)}
	switch stop.Rule {
	case arena.StopSPRT:
		stop.SPRT = stats.SPRT{Elo0: s.Elo0, Elo1: s.Elo1, Alpha: s.Alpha, Beta: s.Beta, Model: stats.EloModel(s.Model)}
	case arena.StopWidth:
		stop.Width, stop.Level = s.Width, s.Level
	case arena.StopDecided:
		stop.Games = s.Games
	}
	return stop
}

func (r *reader) resolveGames() {
	for i, text := range r.Games {
		at := r.places[fmt.Sprintf("games[%d]", i)]
		g, err := r.Game(text)
		if err != nil {
			r.fail(at.Fail("%w", err))
			r.venues[text] = -1
			continue
		}
		id := g.Info().ID
		if _, twice := r.venues[id]; twice {
			r.fail(at.Fail("%s is there twice", id))
			continue
		}
		r.venues[text], r.venues[id] = len(r.e.Venues), len(r.e.Venues)
		r.e.Venues = append(r.e.Venues, arena.Venue{Game: g})
	}
}

func (r *reader) resolveAgents() {
	for i, a := range r.Agents {
		n, at := r.places[fmt.Sprintf("agents[%d]", i)], r.places[fmt.Sprintf("agents[%d].spec", i)]
		spec, err := r.Agent(a.Spec)
		switch {
		case strings.ContainsFunc(a.Name, func(r rune) bool { return r < ' ' || r == 0x7f }) || len(a.Name) > 200:
			r.fail(n.Fail("a name must be one short line"))
		case err != nil:
			r.fail(at.Fail("%w", err))
		case spec.Interactive():
			r.fail(at.Fail("%s cannot play in an experiment, for it asks a person", a.Spec))
		case slices.ContainsFunc(r.e.Entrants, func(o arena.Entrant) bool { return o.Name == a.Name }):
			r.fail(n.Fail("two agents have the name %q", a.Name))
		default:
			r.e.Entrants = append(r.e.Entrants, arena.Entrant{Name: a.Name, Spec: spec})
		}
	}
}

// resolveOpenings finds the openings of all games.
func (r *reader) resolveOpenings() {
	n, given := r.places["openings"]
	switch {
	case !given:
		return
	case n.IsText():
		for i := range r.e.Venues {
			r.open(&r.e.Venues[i], n)
		}
		return
	case r.File.Openings[""] != "":
		return // it could not be read
	}
	entries, err := n.Mapping(slices.Sorted(maps.Keys(r.venues))...)
	r.fail(err)
	for _, entry := range entries {
		if v := r.venues[entry.Name]; v >= 0 {
			r.open(&r.e.Venues[v], entry.Value)
		}
	}
}

// open reads the openings of a game.
func (r *reader) open(v *arena.Venue, at node) {
	text, err := at.Text()
	if err != nil {
		return // it was told before
	}
	if v.Openings, err = r.Library.Openings(v.Game, text); err != nil {
		r.fail(at.Alone().Fail("%s: %w", v.Game.Info().ID, err))
	}
}

// locate finds the place of what makes an experiment impossible, if it is about one.
func (r *reader) locate(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if key, _, ok := strings.Cut(text, ":"); ok {
		if at, given := r.places[key]; given {
			return at.Alone().Fail("%w", err)
		}
	}
	for i, a := range r.Agents {
		for _, name := range []string{a.Name, a.Spec} {
			if strings.HasPrefix(text, fmt.Sprintf("agent %q", name)) || strings.HasPrefix(text, "agent "+name) {
				return r.places[fmt.Sprintf("agents[%d].spec", i)].Alone().Fail("%w", err)
			}
		}
	}
	return err
}
