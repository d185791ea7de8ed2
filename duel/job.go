package duel

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
)

// Kind is duels as work for other machines. A unit is some games of one of them; what
// comes of it is the results of these games.
func Kind(unpack Unpack) crew.Kind {
	return crew.Kind{Name: kindName, Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
		d, err := open(unpack, j, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.Name, err)
		}
		return d, nil
	}}
}

// Unpack makes agents and games of what came with a job.
type Unpack func(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error))

const kindName = "duels"

// task is a plan as the spec of a job.
type task struct {
	Game    string   `json:"game"`
	Players []string `json:"players"` // agent specs, resolved
	Duels   [][4]int `json:"duels"`   // two of the players, the first game and how many
	Seed    uint64   `json:"seed"`

	Openings string   `json:"openings"`        // as given
	Lines    []string `json:"lines,omitempty"` // of a file
}

// task is the plan without its players.
func (p Plan) task() task {
	t := task{Game: p.Game.Info().ID, Seed: p.Seed, Openings: p.Openings.String(), Lines: p.Openings.Lines(p.Game)}
	for _, d := range p.Duels {
		t.Duels = append(t.Duels, [4]int{0, 0, d.From, d.Games})
	}
	return t
}

// units are all games.
func (t task) units() (list []Unit) {
	for i, d := range t.Duels {
		for from := d[2]; from < d[2]+d[3]; from += unitGames {
			list = append(list, Unit{i, from, min(unitGames, d[2]+d[3]-from)})
		}
	}
	return list
}

// What a task may ask for at the most.
const (
	mostPlayers = 10_000
	mostGames   = 100_000_000
	mostUnits   = 10_000_000
)

// check trusts nobody.
func (t task) check() error {
	if len(t.Players) == 0 || len(t.Players) > mostPlayers || len(t.Duels) == 0 || len(t.Duels) > mostUnits {
		return fmt.Errorf("%d duels of %d players cannot be", len(t.Duels), len(t.Players))
	}
	units := 0
	for _, d := range t.Duels {
		if min(d[0], d[1]) < 0 || max(d[0], d[1]) >= len(t.Players) {
			return fmt.Errorf("a duel of players %d and %d: there are %d", d[0], d[1], len(t.Players))
		}
		if d[2] < 0 || d[2] > mostGames || d[3] < 1 || d[3] > mostGames {
			return fmt.Errorf("%d games from number %d on cannot be", d[3], d[2])
		}
		if units += d[3]/unitGames + 1; units > mostUnits {
			return fmt.Errorf("more than %d units cannot be", mostUnits)
		}
	}
	return nil
}

// Cargo is agents that go elsewhere.
type Cargo struct {
	Players []string // resolved
	Specs   []agent.Spec
}

// Add returns the number of an agent.
func (c *Cargo) Add(g game.Game, s agent.Spec) (int, error) {
	r, err := s.For(g)
	if err != nil {
		return 0, err
	}
	text := r.String()
	if i := slices.Index(c.Players, text); i >= 0 {
		return i, nil
	}
	c.Players, c.Specs = append(c.Players, text), append(c.Specs, s)
	return len(c.Players) - 1, nil
}

// playElsewhere is Play by a fleet.
func (p Plan) playElsewhere(ctx context.Context, f crew.Fleet, wanted []int, done func(unit int, scores []Score) error) error {
	t := p.task()
	var cargo Cargo
	for i, d := range p.Duels {
		for side, s := range []agent.Spec{d.A, d.B} {
			var err error
			if t.Duels[i][side], err = cargo.Add(p.Game, s); err != nil {
				return err
			}
		}
	}
	t.Players = cargo.Players
	units := t.units()
	j, err := arena.Carry(kindName, p.Name, t, p.Game, cargo.Specs...)
	if err != nil {
		return err
	}
	j.Whole = len(units)
	there := map[int]bool{}
	return f.Do(ctx, j, slices.Values(wanted), func(batch []crew.Done) error {
		for _, d := range batch {
			if there[d.Unit] {
				continue
			}
			there[d.Unit] = true
			if err := Within(d.Unit, len(units)); err != nil {
				return err
			}
			scores, err := readScores(d.Data, units[d.Unit].Games)
			if err != nil {
				return fmt.Errorf("unit %d: %w", d.Unit, err)
			}
			if err := done(d.Unit, scores); err != nil {
				return err
			}
		}
		return nil
	})
}

// doer plays units.
type doer struct {
	task    task
	units   []Unit
	game    game.Game
	begin   arena.Openings
	players []agent.Spec
	width   int
}

func open(unpack Unpack, j crew.Job, p crew.Place) (*doer, error) {
	var t task
	if err := j.Decode(&t); err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	d := &doer{task: t, units: t.units()}
	var err error
	if d.game, d.players, d.width, err = OpenPlayers(unpack, j, p, t.Game, t.Players); err != nil {
		return nil, err
	}
	d.begin, err = arena.CarriedOpenings(d.game, t.Openings, t.Lines)
	return d, err
}

// OpenPlayers makes a game and checks agents that somebody elsewhere has named. Width is
// how many games can be played at a time.
func OpenPlayers(unpack Unpack, j crew.Job, p crew.Place, id string, texts []string) (g game.Game, players []agent.Spec, width int, err error) {
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
func (d *doer) Width() int { return d.width }

// Do implements crew.Doer.
func (d *doer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if err := Within(unit, len(d.units)); err != nil {
		return crew.Result{}, err
	}
	u := d.units[unit]
	who := d.task.Duels[u.Duel]
	scores, err := play(ctx, arena.Match{
		Game: d.game, Agents: []agent.Spec{d.players[who[0]], d.players[who[1]]}, From: u.From, Games: u.From + u.Games, Openings: d.begin, Seed: d.task.Seed, Jobs: 1,
	})
	if err != nil {
		return crew.Result{}, err
	}
	data, err := json.Marshal(scores)
	return crew.Result{Data: data}, err
}

// Within refuses a unit that there is not.
func Within(unit, units int) error {
	if unit < 0 || unit >= units {
		return fmt.Errorf("unit %d: there are %d", unit, units)
	}
	return nil
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	if err := Within(unit, len(d.units)); err != nil {
		return err
	}
	_, err := readScores(r.Data, d.units[unit].Games)
	return err
}

// Close implements crew.Doer.
func (d *doer) Close() error { return nil }
