package regress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"gambito/crew"
	"gambito/game"
	"gambito/games"
	"gambito/learn/replay"
	"gambito/ntuple"
)

// A fleet plays the games of a round as jobs. The model travels as a file, chance is of
// the seed and the number of the game, and a game comes back as the file keeps it.

// GamesKind is the kind of these jobs.
var GamesKind = crew.Kind{Name: "regression-games", Open: openGames}

// modelFile is the name of the model among a job's files.
const modelFile = "model"

// jobSpec is what a worker must know: units are the games of a round from First on.
type jobSpec struct {
	Settings Settings `json:"settings"`
	Round    int      `json:"round"`
	First    int      `json:"first"`
	Count    int      `json:"count"`
}

// read is the game that came of a unit, if it can be one.
func (s jobSpec) read(rules game.Game, unit int, data []byte) (*replay.Game, error) {
	if unit < s.First || unit >= s.First+s.Count {
		return nil, fmt.Errorf("there is no number %d from %d on in a job of %d", unit, s.First, s.Count)
	}
	g, err := replay.Parse(rules, data)
	if err == nil && (g.Round != s.Round || g.Number != unit || !bytes.Equal(g.Append(nil), data)) {
		err = errors.New("it is another game")
	}
	return g, err
}

// playAway has a fleet play games of a round.
func (r *Run) playAway(ctx context.Context, round, first int, list []*replay.Game, tell func(int)) error {
	s := jobSpec{r.Settings, round, first, len(list)}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s, games from %d on of round %d", r.Settings.Game, first, round)
	j := crew.Job{Kind: GamesKind.Name, Name: what, Spec: text}
	if r.model != nil {
		content, err := r.model.Encode()
		if err != nil {
			return err
		}
		j.Files = []crew.File{{Name: modelFile, Content: content}}
	}
	done := 0
	units := func(yield func(int) bool) {
		for n := first; n < first+len(list) && yield(n); n++ {
		}
	}
	return r.Fleet.Do(ctx, j, units, func(results []crew.Done) error {
		for _, d := range results {
			g, err := s.read(r.game, d.Unit, d.Data)
			if err != nil {
				return fmt.Errorf("number %d of %s, of %s: %w", d.Unit, what, d.Worker, err)
			}
			if list[d.Unit-first] == nil {
				done++
			}
			list[d.Unit-first] = g
		}
		tell(done)
		return nil
	})
}

// doer plays games by a model.
type doer struct {
	jobSpec
	game  game.Celled
	model *ntuple.Model // nil for none
	jobs  int

	mutex sync.Mutex
	idle  []*player
}

// openGames checks a job and makes ready for it.
func openGames(j crew.Job, p crew.Place) (crew.Doer, error) {
	d := &doer{jobs: max(p.Jobs, 1)}
	decoder := json.NewDecoder(bytes.NewReader(j.Spec))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d.jobSpec); err != nil {
		return nil, fmt.Errorf("what is to be done cannot be read: %w", err)
	}
	if err := d.Settings.Check(); err != nil {
		return nil, err
	}
	if d.Round < 0 || d.First < 0 || d.First > mostGames || d.Count < 1 || d.Count > batch {
		return nil, fmt.Errorf("%d games from %d on of round %d: there are at most %d at a time", d.Count, d.First, d.Round, batch)
	}
	g, err := games.ParseSealed(d.Settings.Game, func(string) ([]byte, error) { return nil, errors.New("rulesheets have no cells") })
	if err != nil {
		return nil, err
	}
	var ok bool
	if d.game, ok = g.(game.Celled); !ok {
		return nil, fmt.Errorf("%s has no cells", d.Settings.Game)
	}
	if d.Round > 0 {
		content, err := j.Read(modelFile)
		if err == nil {
			d.model, err = ntuple.Decode(content)
		}
		if err == nil {
			err = d.model.For(d.game)
		}
		if err != nil {
			return nil, err
		}
	}
	p0, err := d.Settings.player(d.game, d.model)
	d.idle = []*player{p0}
	return d, err
}

// Width implements crew.Doer.
func (d *doer) Width() int { return d.jobs }

// Close implements crew.Doer.
func (d *doer) Close() error { return nil }

// Do implements crew.Doer.
func (d *doer) Do(ctx context.Context, unit int) (crew.Result, error) {
	p, err := d.take()
	if err != nil {
		return crew.Result{}, err
	}
	g, err := p.play(ctx, d.Round, unit)
	if err != nil {
		return crew.Result{}, err
	}
	d.give(p)
	r := crew.Result{Data: g.Append(nil)}
	return r, d.Check(unit, r)
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	_, err := d.read(d.game, unit, r.Data)
	return err
}

// take returns a player that nobody else has.
func (d *doer) take() (*player, error) {
	d.mutex.Lock()
	if last := len(d.idle) - 1; last >= 0 {
		p := d.idle[last]
		d.idle = d.idle[:last]
		d.mutex.Unlock()
		return p, nil
	}
	d.mutex.Unlock()
	return d.Settings.player(d.game, d.model)
}

func (d *doer) give(p *player) {
	d.mutex.Lock()
	d.idle = append(d.idle, p)
	d.mutex.Unlock()
}
