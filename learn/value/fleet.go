package value

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"gambito/arena"
	"gambito/crew"
	"gambito/game"
	"gambito/learn/crowd"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/nn"
)

// GamesKind is the kind of jobs that are games of a stage, or those that measure what
// was learnt in it. A fleet plays them as this process would: the network travels as a
// file, and the seeds are of the settings and of the numbers of stage and game.
var GamesKind = crew.Kind{Name: "value-games", Open: openGames}

// networkFile is the name of the network among a job's files.
const networkFile = "network"

// gamesSpec is what a worker must know.
type gamesSpec struct {
	Settings Settings `json:"settings"`
	Stage    int      `json:"stage"`
	Measure  bool     `json:"measure,omitempty"`
}

// away is a fleet as a crew for games of a stage. It is called by the name of the run.
func (s Settings) away(f crew.Fleet, run string, g game.Game, m *nn.Model, stage int, measure bool) (arena.Crew, error) {
	j := crew.Job{Kind: GamesKind.Name, Name: fmt.Sprintf("%s, stage %d", run, stage)}
	if measure {
		j.Name += ", measured"
	}
	var err error
	if j.Spec, err = json.Marshal(gamesSpec{s, stage, measure}); err != nil {
		return nil, err
	}
	if m != nil {
		data, err := m.Encode()
		if err != nil {
			return nil, err
		}
		j.Files = []crew.File{{Name: networkFile, Content: data}}
	}
	return crowd.Remote{Fleet: f, Job: j, Game: g}, nil
}

// playAway has a fleet play games of a stage, and hands each over as it comes.
func (s Settings) playAway(ctx context.Context, f crew.Fleet, run string, g game.Game, m *nn.Model, stage int, numbers []int, done func(*replay.Game) error) error {
	players, err := s.away(f, run, g, m, stage, false)
	if err != nil {
		return err
	}
	lacking := map[int]bool{}
	for _, n := range numbers {
		lacking[n] = true
	}
	keys := func(yield func(arena.Key) bool) {
		for _, n := range numbers {
			if !yield(arena.Key{Number: n}) {
				return
			}
		}
	}
	return players.Play(ctx, nil, keys, func(list []arena.Record) error {
		for _, record := range list {
			if !lacking[record.Number] {
				continue
			}
			if err := hand(g, record, stage, done); err != nil {
				return err
			}
			delete(lacking, record.Number)
		}
		return nil
	})
}

// doubt takes back the games of the stage that is under way if an error puts what
// workers did in doubt: which games of it were theirs nobody knows once a process has
// ended.
func (r *Run) doubt(err error) error {
	if crew.InDoubt(err) == nil || len(r.current) == 0 {
		return err
	}
	dropped := len(r.current)
	if failed := r.file.Keep(r.games); failed != nil {
		return errors.Join(err, failed)
	}
	r.current = nil
	return fmt.Errorf("%w; the %d games of stage %d are dropped, and the same command plays them again", err, dropped, len(r.Stages))
}

// openGames makes ready for games of a stage.
func openGames(j crew.Job, p crew.Place) (crew.Doer, error) {
	var spec gamesSpec
	if err := j.Decode(&spec); err != nil {
		return nil, err
	}
	s := spec.Settings
	if err := s.Check(); err != nil {
		return nil, err
	}
	if spec.Stage < 0 || spec.Stage > math.MaxInt32 || spec.Measure && s.Measure == 0 {
		return nil, fmt.Errorf("stage %d, measured by %d games: there is nothing to play", spec.Stage, s.Measure)
	}
	meet := s.stage(spec.Stage)
	if spec.Measure {
		meet = s.measuring(spec.Stage)
	}
	g, err := crowd.Game(s.Game)
	if err != nil {
		return nil, err
	}
	var network *neural.Network
	if spec.Stage > 0 || spec.Measure {
		data, err := j.Read(networkFile)
		if err != nil {
			return nil, err
		}
		m, err := neural.Decode(networkFile, data, g)
		if err != nil {
			return nil, err
		}
		network = neural.Of(m)
	}
	m, err := s.match(g, network, meet, max(p.Jobs, 1))
	if err != nil {
		return nil, err
	}
	return crowd.NewDoer(m)
}
