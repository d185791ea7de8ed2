package quiz

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/duel"
)

// Kind is questions as work for other machines. A unit is some questions to one of the
// agents; what comes of it is the marks.
func Kind(unpack duel.Unpack) crew.Kind {
	return crew.Kind{Name: kindName, Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
		d, err := open(unpack, j, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.Name, err)
		}
		return d, nil
	}}
}

const kindName = "quiz"

// task is a plan as the spec of a job.
type task struct {
	Game    string   `json:"game"`
	Trees   bool     `json:"trees,omitempty"`
	Plies   [2]int   `json:"plies"`
	Players []string `json:"players"` // agent specs, resolved
	Parts   [][3]int `json:"parts"`   // a player, the first question and how many
	Seed    uint64   `json:"seed"`
}

// task is the plan without its players.
func (p Plan) task() task {
	t := task{Game: p.Topic.Game.Info().ID, Trees: p.Topic.Trees, Plies: [2]int{p.Topic.Low, p.Topic.High}, Seed: p.Seed}
	for _, part := range p.Parts {
		t.Parts = append(t.Parts, [3]int{0, part.From, part.Questions})
	}
	return t
}

// units are all questions.
func (t task) units() (list []Unit) {
	for i, part := range t.Parts {
		for from := part[1]; from < part[1]+part[2]; from += unitQuestions {
			list = append(list, Unit{i, from, min(unitQuestions, part[1]+part[2]-from)})
		}
	}
	return list
}

// What a task may ask for at the most.
const (
	mostPlayers   = 10_000
	mostQuestions = 100_000_000
	mostUnits     = 10_000_000
)

// check trusts nobody.
func (t task) check() error {
	if len(t.Players) == 0 || len(t.Players) > mostPlayers || len(t.Parts) == 0 || len(t.Parts) > mostUnits {
		return fmt.Errorf("%d parts of %d players cannot be", len(t.Parts), len(t.Players))
	}
	units := 0
	for _, part := range t.Parts {
		if part[0] < 0 || part[0] >= len(t.Players) {
			return fmt.Errorf("player %d is asked: there are %d", part[0], len(t.Players))
		}
		if part[1] < 0 || part[1] > mostQuestions || part[2] < 1 || part[2] > mostQuestions {
			return fmt.Errorf("%d questions from number %d on cannot be", part[2], part[1])
		}
		if units += part[2]/unitQuestions + 1; units > mostUnits {
			return fmt.Errorf("more than %d units cannot be", mostUnits)
		}
	}
	return nil
}

// askElsewhere is Ask by a fleet.
func (p Plan) askElsewhere(ctx context.Context, f crew.Fleet, wanted []int, done func(unit int, marks string) error) error {
	t := p.task()
	var cargo duel.Cargo
	for i, part := range p.Parts {
		var err error
		if t.Parts[i][0], err = cargo.Add(p.Topic.Game, part.Agent); err != nil {
			return err
		}
	}
	t.Players = cargo.Players
	units := t.units()
	j, err := arena.Carry(kindName, p.Name, t, p.Topic.Game, cargo.Specs...)
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
			if err := duel.Within(d.Unit, len(units)); err != nil {
				return err
			}
			marks, err := readMarks(d.Data, units[d.Unit].Questions)
			if err != nil {
				return fmt.Errorf("unit %d: %w", d.Unit, err)
			}
			if err := done(d.Unit, marks); err != nil {
				return err
			}
		}
		return nil
	})
}

// readMarks reads those of so many questions.
func readMarks(data []byte, questions int) (string, error) {
	marks := string(data)
	if len(marks) != questions || strings.Trim(marks, string([]byte{Right, Half, Wrong})) != "" {
		return "", fmt.Errorf("%.40q are no marks of %d questions", marks, questions)
	}
	return marks, nil
}

// doer asks units.
type doer struct {
	units   []Unit
	parts   [][3]int
	players []agent.Spec
	asker   *asker
	width   int
}

func open(unpack duel.Unpack, j crew.Job, p crew.Place) (*doer, error) {
	var t task
	if err := j.Decode(&t); err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	g, players, width, err := duel.OpenPlayers(unpack, j, p, t.Game, t.Players)
	if err != nil {
		return nil, err
	}
	topic := Topic{g, t.Trees, t.Plies[0], t.Plies[1]}
	if err := topic.Check(); err != nil {
		return nil, err
	}
	return &doer{t.units(), t.Parts, players, newAsker(topic, t.Seed), width}, nil
}

// Width implements crew.Doer.
func (d *doer) Width() int { return d.width }

// Do implements crew.Doer.
func (d *doer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if err := duel.Within(unit, len(d.units)); err != nil {
		return crew.Result{}, err
	}
	u := d.units[unit]
	marks, err := d.asker.ask(ctx, d.players[d.parts[u.Part][0]], u.From, u.Questions)
	return crew.Result{Data: []byte(marks)}, err
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	if err := duel.Within(unit, len(d.units)); err != nil {
		return err
	}
	_, err := readMarks(r.Data, d.units[unit].Questions)
	return err
}

// Close implements crew.Doer.
func (d *doer) Close() error { return nil }
