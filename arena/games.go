package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gambito/agent"
	"gambito/crew"
	"gambito/game"
)

// GamesKind is the name of jobs whose units are games.
const GamesKind = "games"

// Games is the kind of jobs that play games of an experiment: a unit is a place in
// its plan, of a match the number of a game. The caller says how the agents of an
// environment and the games of specs are made; what a rulesheet says comes with the
// job, under the spec of its game.
func Games(agents func(*agent.Environment) *agent.Registry, parse func(text string, sheet func(spec string) ([]byte, error)) (game.Game, error)) crew.Kind {
	return crew.Kind{Name: GamesKind, Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
		var o Order
		if err := json.Unmarshal(j.Spec, &o); err != nil {
			return nil, fmt.Errorf("the order of the games cannot be read: %w", err)
		}
		if err := o.Check(); err != nil {
			return nil, err
		}
		d := &gamesDoer{forms: newForms(o), width: max(p.Jobs, 1), begun: time.Now()}
		registry := agents(agent.NewSealed(p.Folder, j.Read))
		if err := d.look(registry, j); err != nil {
			return nil, err
		}
		if err := d.fit(registry, p.Memory); err != nil {
			return nil, err
		}
		for _, g := range o.Settings.Games {
			d.venues = append(d.venues, sync.OnceValues(func() (Venue, error) {
				return o.Settings.venue(g, func(id string) (game.Game, error) { return parse(id, j.Read) })
			}))
		}
		d.experiment = sync.OnceValues(func() (*Experiment, error) { return o.Experiment(registry, d.game) })
		return d, nil
	}}
}

// gamesDoer plays games for others. Games and agents are made when they are first
// needed.
type gamesDoer struct {
	forms      *forms
	width      int
	venues     []func() (Venue, error)
	experiment func() (*Experiment, error)

	mutex sync.Mutex
	idle  []*place // where nobody plays

	begun    time.Time
	replayed atomic.Int64 // nanoseconds for which games were replayed
}

// look reads the specs of the agents and sees what they need.
func (d *gamesDoer) look(registry *agent.Registry, j crew.Job) error {
	s := d.forms.order.Settings
	for i, a := range s.Agents {
		texts := []string{a.Spec}
		for g := range s.Games {
			texts = append(texts, s.Resolved(g, i))
		}
		specs, err := registry.ParseAll(texts...)
		if err != nil {
			return err
		}
		for _, spec := range specs {
			if spec.Interactive() || spec.Outside() && !j.Outside {
				return fmt.Errorf("agent %s needs a person or a program of this machine, and the job does not say so", spec)
			}
			if spec.OneGame() {
				d.width = 1
			}
		}
	}
	return nil
}

// fit has no more games played at a time than there is memory for, as far as the specs
// of the agents say what these take. There must be enough for one.
func (d *gamesDoer) fit(registry *agent.Registry, memory int64) error {
	var asked []int64
	for _, a := range d.forms.order.Settings.Agents {
		spec, err := registry.Parse(a.Spec)
		if err != nil {
			return err
		}
		asked = append(asked, spec.Memory())
	}
	if !d.forms.order.Match { // two play
		slices.Sort(asked)
		asked = asked[max(len(asked)-2, 0):]
	}
	var game int64
	for _, bytes := range asked {
		game += bytes
	}
	if memory == 0 || game == 0 {
		return nil
	}
	if game > memory {
		return fmt.Errorf("the agents of a game may take %d MB, and this machine lends %d MB (--memory)", game>>20, memory>>20)
	}
	d.width = int(min(int64(d.width), memory/game))
	return nil
}

// game finds a game of the experiment.
func (d *gamesDoer) game(id string) (game.Game, error) {
	i := slices.IndexFunc(d.forms.order.Settings.Games, func(g GameSettings) bool { return g.ID == id })
	v, err := d.venues[i]()
	return v.Game, err
}

// Width implements crew.Doer.
func (d *gamesDoer) Width() int { return d.width }

// Do implements crew.Doer.
func (d *gamesDoer) Do(ctx context.Context, unit int) (crew.Result, error) {
	k, err := d.forms.key(unit)
	if err != nil {
		return crew.Result{}, err
	}
	e, err := d.experiment()
	if err != nil {
		return crew.Result{}, err
	}
	p := d.take(e, k.Game)
	r, err := p.play(ctx, k)
	if err != nil {
		return crew.Result{}, err // nobody plays there again: a game was broken off
	}
	d.leave(p)
	return told(r)
}

// take finds a place to play at, one where that game was played last if there is any.
func (d *gamesDoer) take(e *Experiment, game int) *place {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if len(d.idle) == 0 {
		return newPlace(e)
	}
	i := max(slices.IndexFunc(d.idle, func(p *place) bool { return p.game == game }), 0)
	p := d.idle[i]
	d.idle = slices.Delete(d.idle, i, i+1)
	return p
}

func (d *gamesDoer) leave(p *place) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if len(d.idle) < d.width {
		d.idle = append(d.idle, p)
	}
}

// replays is how long games may be replayed: for so long at once, and then for a part
// of the time. All games are replayed unless they come in thousands a second.
const (
	replayBurst = time.Second
	replayShare = 4 // one part in so many
)

// Check implements crew.Doer. The moves are replayed by the rules as long as that
// leaves time for other work; where games come in too fast for that, some are.
func (d *gamesDoer) Check(unit int, result crew.Result) error {
	r, err := d.forms.record(unit, result)
	if err == nil {
		err = d.forms.check(&r)
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", unit, err)
	}
	begin := time.Now()
	if spent := time.Duration(d.replayed.Load()); spent > replayBurst+begin.Sub(d.begun)/replayShare {
		return nil
	}
	v, err := d.venues[r.Venue]()
	if err == nil {
		begin = time.Now()
		err = d.forms.replay(&r, v)
		d.replayed.Add(int64(time.Since(begin)))
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", unit, err)
	}
	return nil
}

// Close implements crew.Doer.
func (d *gamesDoer) Close() error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.idle = nil
	return nil
}
