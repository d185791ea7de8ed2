package regress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

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
	crew.Range
}

// read is the game that came of a unit, if it can be one.
func (s jobSpec) read(rules game.Game, unit int, data []byte) (*replay.Game, error) {
	if err := s.Has(unit); err != nil {
		return nil, err
	}
	g, err := replay.Parse(rules, data)
	if err == nil && (g.Round != s.Round || g.Number != unit || !bytes.Equal(g.Append(nil), data)) {
		err = errors.New("it is another game")
	}
	return g, err
}

// playAway has a fleet play games of a round.
func (r *Run) playAway(ctx context.Context, round, first int, list []*replay.Game, tell func(int)) error {
	s := jobSpec{r.Settings, round, crew.Range{First: first, Count: len(list)}}
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
	return s.Have(ctx, r.Fleet, j, func(unit int, data []byte) (err error) {
		list[unit-first], err = s.read(r.game, unit, data)
		done++
		tell(done)
		return err
	})
}

// doer plays games by a model.
type doer struct {
	jobSpec
	game  game.Celled
	model *ntuple.Model // nil for none
	jobs  int

	idle crew.Idle[*player]
}

// openGames checks a job and makes ready for it.
func openGames(j crew.Job, p crew.Place) (crew.Doer, error) {
	d := &doer{jobs: max(p.Jobs, 1)}
	if err := j.Decode(&d.jobSpec); err != nil {
		return nil, err
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
	first, err := d.player()
	d.idle.Give(first)
	return d, err
}

// Width implements crew.Doer.
func (d *doer) Width() int { return d.jobs }

// Close implements crew.Doer.
func (d *doer) Close() error { return nil }

// Do implements crew.Doer.
func (d *doer) Do(ctx context.Context, unit int) (crew.Result, error) {
	p, err := d.idle.Take(d.player)
	if err != nil {
		return crew.Result{}, err
	}
	g, err := p.play(ctx, d.Round, unit)
	if err != nil {
		return crew.Result{}, err
	}
	d.idle.Give(p)
	r := crew.Result{Data: g.Append(nil)}
	return r, d.Check(unit, r)
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	_, err := d.read(d.game, unit, r.Data)
	return err
}

func (d *doer) player() (*player, error) { return d.Settings.player(d.game, d.model) }
