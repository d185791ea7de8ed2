package truth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
)

// Kind is tests as work for other machines. A unit is a position; what comes of it is the
// agent's answer beside the truth, and as a note how long the agent took.
func Kind(unpack func(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error))) crew.Kind {
	return crew.Kind{Name: kind, Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
		var t task
		err := json.Unmarshal(j.Spec, &t)
		if err != nil {
			return nil, fmt.Errorf("%s is no test of an agent: %w", j.Name, err)
		}
		registry, parse := unpack(j, p)
		d := &doer{jobs: p.Jobs}
		if d.test, err = t.test(registry, parse, p.Trust); err != nil {
			return nil, fmt.Errorf("%s: %w", j.Name, err)
		}
		if d.test.Agent.OneGame() {
			d.jobs = 1
		}
		return d, nil
	}}
}

const kind = "accuracy"

// task is a test as the spec of a job.
type task struct {
	Game      string   `json:"game"`
	Agent     string   `json:"agent"` // resolved
	Positions []string `json:"positions"`
	Scores    []Score  `json:"scores,omitempty"`
	All       bool     `json:"all,omitempty"`
	Seed      uint64   `json:"seed"`
}

// test reads a task that anybody may have written.
func (t task) test(registry *agent.Registry, parse func(id string) (game.Game, error), trust bool) (Test, error) {
	test := Test{Scores: t.Scores, All: t.All, Seed: t.Seed}
	var err error
	if test.Game, err = parse(t.Game); err != nil {
		return test, err
	}
	if test.Agent, err = registry.Parse(t.Agent); err != nil {
		return test, err
	}
	switch {
	case test.Agent.Interactive():
		return test, fmt.Errorf("agent %s asks a person", t.Agent)
	case test.Agent.Outside() && !trust:
		return test, fmt.Errorf("agent %s needs a program, which may be started only with --trust", t.Agent)
	}
	if _, err := test.Agent.For(test.Game); err != nil {
		return test, err
	}
	for _, text := range t.Positions {
		s, err := test.Game.ParsePosition(text)
		if err != nil {
			return test, err
		}
		if s.Turn() < 0 {
			return test, fmt.Errorf("nobody is to move in %s", text)
		}
		test.Positions = append(test.Positions, s)
	}
	return test, nil
}

// job is the test for others.
func (t Test) job() (crew.Job, error) {
	resolved, err := t.Agent.For(t.Game)
	if err != nil {
		return crew.Job{}, err
	}
	spec := task{Game: t.Game.Info().ID, Agent: resolved.String(), Scores: t.Scores, All: t.All, Seed: t.Seed}
	for _, s := range t.Positions {
		spec.Positions = append(spec.Positions, t.Game.FormatPosition(s))
	}
	return arena.Carry(kind, fmt.Sprintf("accuracy of %s in %s", t.Agent, spec.Game), spec, t.Game, t.Agent)
}

// elsewhere has the fleet ask.
func (t Test) elsewhere(ctx context.Context, tell func(int)) ([]answer, error) {
	j, err := t.job()
	if err != nil {
		return nil, err
	}
	answers, done := make([]answer, len(t.Positions)), 0
	all := func(yield func(int) bool) {
		for i := 0; i < len(answers) && yield(i); i++ {
		}
	}
	err = t.Fleet.Do(ctx, j, all, func(batch []crew.Done) error {
		for _, d := range batch {
			if answers[d.Unit], err = t.read(d.Unit, d.Result); err != nil {
				return fmt.Errorf("position %d: %w", d.Unit+1, err)
			}
		}
		done += len(batch)
		tell(done)
		return nil
	})
	return answers, err
}

// told is an answer in words and numbers.
type told struct {
	Move     string  `json:"move"`
	Kept     bool    `json:"kept"`
	Critical bool    `json:"critical,omitempty"`
	Best     bool    `json:"best,omitempty"`
	Value    float64 `json:"value"`
	Outcome  float64 `json:"outcome"`
	After    float64 `json:"after"`
	Counted  bool    `json:"counted,omitempty"`
	Count    float64 `json:"count,omitempty"`
	Score    float64 `json:"score,omitempty"`
}

// took is the note beside it.
type took struct {
	Nanoseconds time.Duration `json:"ns"`
}

func (t Test) write(position int, a answer) (r crew.Result, err error) {
	text := t.Game.FormatMove(t.Positions[position], a.move)
	if r.Data, err = json.Marshal(told{text, a.kept, a.critical, a.best, a.value, a.outcome, a.after, a.counted, a.count, a.score}); err != nil {
		return r, err
	}
	r.Notes, err = json.Marshal(took{a.took})
	return r, err
}

// read reads an answer, if it can be one.
func (t Test) read(position int, r crew.Result) (answer, error) {
	var a told
	var note took
	err := json.Unmarshal(r.Data, &a)
	if len(r.Notes) > 0 {
		err = errors.Join(err, json.Unmarshal(r.Notes, &note))
	}
	if err != nil {
		return answer{}, err
	}
	s := t.Positions[position]
	m, err := t.Game.ParseMove(s, a.Move)
	if err != nil {
		return answer{}, err
	}
	outcomes := []float64{-1, 0, 1}
	if !slices.Contains(outcomes, a.Outcome) || !slices.Contains(outcomes, a.After) || a.Kept != (a.After == a.Outcome) || a.After > a.Outcome || note.Nanoseconds < 0 {
		return answer{}, fmt.Errorf("a move cannot make %v of %v", a.After, a.Outcome)
	}
	if a.Counted && (countedBy(t.Game) == "" || sign(int(a.Score)) != a.Outcome && !t.known(position)) || !a.Counted && (a.Count != 0 || a.Score != 0) {
		return answer{}, fmt.Errorf("%v is no score of a position whose outcome is %v", a.Score, a.Outcome)
	}
	return answer{a.Kept, a.Critical, a.Best, a.Value, a.Outcome, a.After, a.Counted, a.Count, a.Score, m, note.Nanoseconds}, nil
}

// known says whether the score of a position was given.
func (t Test) known(position int) bool { return position < len(t.Scores) && t.Scores[position].Known }

// doer answers units of a test.
type doer struct {
	test Test
	jobs int

	idle crew.Idle[examiner]
}

// Width implements crew.Doer.
func (d *doer) Width() int { return d.jobs }

// Do implements crew.Doer.
func (d *doer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if err := d.within(unit); err != nil {
		return crew.Result{}, err
	}
	e, err := d.idle.Take(d.test.examiner)
	if err != nil {
		return crew.Result{}, err
	}
	if err := e.solver.Check(d.test.Positions[unit]); err != nil { // others may not have looked
		return crew.Result{}, err
	}
	a, err := d.test.answer(ctx, e, unit)
	if err != nil {
		return crew.Result{}, err
	}
	d.idle.Give(e)
	return d.test.write(unit, a)
}

// within refuses units that there are not.
func (d *doer) within(unit int) error {
	if n := len(d.test.Positions); unit < 0 || unit >= n {
		return fmt.Errorf("position %d: there are %d", unit, n)
	}
	return nil
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	if err := d.within(unit); err != nil {
		return err
	}
	_, err := d.test.read(unit, r)
	return err
}

// Close implements crew.Doer.
func (d *doer) Close() error { return nil }
