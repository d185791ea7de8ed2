package breed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
)

// FitnessKind is games of pairs as work for other machines: those of a generation, or of
// the finals. A unit is some games of a pair, pair after pair; what comes of it is the
// results of these games.
func FitnessKind(unpack Unpack) crew.Kind {
	return crew.Kind{Name: fitnessKind, Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
		d, err := openMatches(unpack, j, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.Name, err)
		}
		return d, nil
	}}
}

// Unpack makes agents and games of what came with a job.
type Unpack func(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error))

const fitnessKind = "fitness"

// unitGames is how many games a unit has, but for the last of a pair.
const unitGames = 20

// matchTask is matches as the spec of a job.
type matchTask struct {
	Game    string   `json:"game"`
	Players []string `json:"players"` // agent specs, resolved
	Pairs   [][2]int `json:"pairs"`   // of them
	Games   int      `json:"games"`   // of a pair
	Unit    int      `json:"unit"`    // games of a unit
	Seed    uint64   `json:"seed"`

	Openings int `json:"openings,omitempty"` // random plies that games begin with
}

// perPair is how many units a pair has.
func (t matchTask) perPair() int { return (t.Games + t.Unit - 1) / t.Unit }

// units is how many units there are.
func (t matchTask) units() int { return len(t.Pairs) * t.perPair() }

// unit is what unit number n is: games of a pair from the first on.
func (t matchTask) unit(n int) (pair, first, games int) {
	pair, first = n/t.perPair(), n%t.perPair()*t.Unit
	return pair, first, min(t.Unit, t.Games-first)
}

// What a task may ask for at the most.
const (
	mostPlayers   = 10_000
	mostPairs     = 10_000_000
	mostUnitGames = 10_000
)

// check trusts nobody.
func (t matchTask) check() error {
	switch {
	case len(t.Players) == 0 || len(t.Players) > mostPlayers || len(t.Pairs) == 0 || len(t.Pairs) > mostPairs:
		return fmt.Errorf("%d pairs of %d players cannot be", len(t.Pairs), len(t.Players))
	case t.Games < 1 || t.Games > maxGames || t.Unit < 1 || t.Unit > mostUnitGames:
		return fmt.Errorf("%d games in units of %d cannot be", t.Games, t.Unit)
	case t.Openings < 0 || t.Openings > maxOpenings:
		return fmt.Errorf("openings of %d plies cannot be", t.Openings)
	}
	for _, p := range t.Pairs {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= len(t.Players) {
			return fmt.Errorf("a pair of players %d and %d: there are %d", p[0], p[1], len(t.Players))
		}
	}
	return nil
}

// playElsewhere is play by the fleet.
func (e *Evolution) playElsewhere(ctx context.Context, m matches, played func(games int)) ([]Result, error) {
	task := matchTask{Game: e.game.Info().ID, Games: m.games, Unit: unitGames, Seed: m.seed, Openings: e.Settings.openingPlies(e.game)}
	var cargo cargo
	for _, p := range m.pairs {
		var numbers [2]int
		for i, s := range p {
			var err error
			if numbers[i], err = cargo.add(e.game, s); err != nil {
				return nil, err
			}
		}
		task.Pairs = append(task.Pairs, numbers)
	}
	task.Players = cargo.players
	if len(task.Pairs) == 0 {
		return nil, nil
	}
	j, err := arena.Carry(fitnessKind, e.jobName(m.generation), task, e.game, cargo.specs...)
	if err != nil {
		return nil, err
	}
	scores := make([][]score, task.units())
	err = e.Fleet.Do(ctx, j, upTo(task.units()), func(batch []crew.Done) error {
		for _, d := range batch {
			_, _, games := task.unit(d.Unit)
			var err error
			if scores[d.Unit], err = readScores(d.Data, games); err != nil {
				return fmt.Errorf("unit %d: %w", d.Unit, err)
			}
			played(games)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return task.results(e.game, scores), nil
}

// results counts what came of the units, in the order of the games.
func (t matchTask) results(g game.Game, scores [][]score) []Result {
	results := make([]Result, len(t.Pairs))
	for i := range results {
		c := counter{points: arena.PointTally{Game: g, Paired: true}}
		for n, s := range slices.Concat(scores[i*t.perPair() : (i+1)*t.perPair()]...) {
			c.add(arena.Record{Number: n, Seats: []int{n % 2, 1 - n%2}, Result: s[:]})
		}
		results[i] = c.result()
	}
	return results
}

// jobName is what people call the work of a generation, or of the finals: by the file
// where it is kept, for another may breed the very same in another file.
func (e *Evolution) jobName(generation int) string {
	name := e.Settings.Player
	if e.file != "" {
		name = filepath.Base(e.file)
	}
	if generation < 0 {
		return name + ", finals"
	}
	return fmt.Sprintf("%s, generation %d", name, generation+1)
}

// upTo is the numbers from 0 to n−1.
func upTo(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

// score is the result of a game, by seat.
type score [2]float64

// readScores reads those of so many games.
func readScores(data []byte, games int) (scores []score, err error) {
	if err := json.Unmarshal(data, &scores); err != nil {
		return nil, err
	}
	if len(scores) != games {
		return nil, fmt.Errorf("there are results of %d games, not %d", len(scores), games)
	}
	for _, s := range scores {
		if max(math.Abs(s[0]), math.Abs(s[1])) > mostPoints {
			return nil, fmt.Errorf("a game that ends %v to %v cannot be", s[0], s[1])
		}
	}
	return scores, nil
}

// mostPoints is how many a game of those that are bred for counts at the most:
// a backgammon.
const mostPoints = 3

// cargo is agents that go elsewhere.
type cargo struct {
	players []string // resolved
	specs   []agent.Spec
}

// add returns the number of an agent.
func (c *cargo) add(g game.Game, s agent.Spec) (int, error) {
	r, err := s.For(g)
	if err != nil {
		return 0, err
	}
	text := r.String()
	if i := slices.Index(c.players, text); i >= 0 {
		return i, nil
	}
	c.players, c.specs = append(c.players, text), append(c.specs, s)
	return len(c.players) - 1, nil
}

// matchDoer plays units of matches.
type matchDoer struct {
	task    matchTask
	game    game.Game
	begin   arena.Openings
	players []agent.Spec
	width   int
}

func openMatches(unpack Unpack, j crew.Job, p crew.Place) (*matchDoer, error) {
	var t matchTask
	if err := json.Unmarshal(j.Spec, &t); err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	d := &matchDoer{task: t}
	var err error
	if d.game, d.players, d.width, err = openPlayers(unpack, j, p, t.Game, t.Players); err != nil {
		return nil, err
	}
	d.begin, err = openingsOf(d.game, t.Openings)
	return d, err
}

// openPlayers makes a game and checks agents that somebody elsewhere has named.
func openPlayers(unpack Unpack, j crew.Job, p crew.Place, id string, texts []string) (g game.Game, players []agent.Spec, width int, err error) {
	registry, parse := unpack(j, p)
	if g, err = parse(id); err != nil {
		return nil, nil, 0, err
	}
	if g.Info().Players() != 2 || g.Info().GeneralSum {
		return nil, nil, 0, fmt.Errorf("%s is no game of two of whom one wins what the other loses", id)
	}
	if players, err = registry.ParseAll(texts...); err != nil {
		return nil, nil, 0, err
	}
	width = p.Jobs
	for _, s := range players {
		switch {
		case s.Interactive():
			return nil, nil, 0, fmt.Errorf("agent %s asks a person", s)
		case s.Outside() && !p.Trust:
			return nil, nil, 0, fmt.Errorf("agent %s needs a program, which may be started only with --trust", s)
		case s.OneGame():
			width = 1
		}
		if _, err := s.For(g); err != nil {
			return nil, nil, 0, err
		}
	}
	return g, players, width, nil
}

// Width implements crew.Doer.
func (d *matchDoer) Width() int { return d.width }

// Do implements crew.Doer.
func (d *matchDoer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if err := within(unit, d.task.units()); err != nil {
		return crew.Result{}, err
	}
	pair, first, games := d.task.unit(unit)
	m := arena.Match{Game: d.game, From: first, Games: first + games, Openings: d.begin, Seed: d.task.Seed, Jobs: 1}
	for _, player := range d.task.Pairs[pair] {
		m.Agents = append(m.Agents, d.players[player])
	}
	var scores []score
	err := m.Run(ctx, func(r arena.Record) error {
		if err := noFault(m, r); err != nil {
			return err
		}
		if len(r.Result) != 2 {
			return errors.New("a game has not come to an end")
		}
		scores = append(scores, score(r.Result))
		return nil
	})
	if err != nil {
		return crew.Result{}, err
	}
	data, err := json.Marshal(scores)
	return crew.Result{Data: data}, err
}

// within refuses a unit that there is not.
func within(unit, units int) error {
	if unit < 0 || unit >= units {
		return fmt.Errorf("unit %d: there are %d", unit, units)
	}
	return nil
}

// Check implements crew.Doer.
func (d *matchDoer) Check(unit int, r crew.Result) error {
	if err := within(unit, d.task.units()); err != nil {
		return err
	}
	_, _, games := d.task.unit(unit)
	_, err := readScores(r.Data, games)
	return err
}

// Close implements crew.Doer.
func (d *matchDoer) Close() error { return nil }
