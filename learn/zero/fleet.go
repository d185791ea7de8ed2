package zero

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
	"gambito/learn/crowd"
	"gambito/learn/replay"
	"gambito/neural"
)

// A fleet plays for a run: the games of a round are a job, and so is every match. The
// network travels as a file; seeds are of the settings and of the numbers of round and
// game, so that a game is the same wherever it is played. Games are learnt from in the
// order of their numbers, whatever the order they come in.

// Kinds of jobs.
var (
	GamesKind = crew.Kind{Name: "zero-games", Open: openGames}
	MatchKind = crew.Kind{Name: "zero-match", Open: openMatch}
)

// The names of the networks among a job's files.
const (
	networkFile = "network"
	otherFile   = "other"
)

// gamesSpec is what a worker must know to play games of a round.
type gamesSpec struct {
	Settings Settings `json:"settings"`
	Round    int      `json:"round"`
}

// matchSpec is what a worker must know of a match.
type matchSpec struct {
	Settings Settings `json:"settings"`
	meeting
}

// job is one of the run's.
func (r *Run) job(k crew.Kind, what string, spec any, files ...crew.File) (crew.Job, error) {
	text, err := json.Marshal(spec)
	return crew.Job{Kind: k.Name, Name: filepath.Base(r.folder) + ", " + what, Spec: text, Files: files}, err
}

// told are the settings that workers need: what a run began with is nobody's business
// elsewhere.
func (r *Run) told() Settings {
	s := r.Settings
	s.From = ""
	return s
}

// playAway has a fleet play games of a round, and hands each over as it comes.
func (r *Run) playAway(ctx context.Context, round int, numbers []int, done func(*replay.Game) error) error {
	j, err := r.job(GamesKind, fmt.Sprintf("round %d", round), gamesSpec{r.told(), round}, crew.File{Name: networkFile, Content: r.best.file})
	if err != nil {
		return err
	}
	missing := map[int]bool{}
	for _, n := range numbers {
		missing[n] = true
	}
	return r.Fleet.Do(ctx, j, slices.Values(numbers), func(list []crew.Done) error {
		for _, d := range list {
			if !missing[d.Unit] {
				continue
			}
			g, err := readGame(r.game, round, d.Unit, d.Data)
			if err != nil {
				return fmt.Errorf("game %d of round %d, of %s: %w", d.Unit, round, d.Worker, err)
			}
			if err := done(g); err != nil {
				return err
			}
			delete(missing, d.Unit)
		}
		return nil
	})
}

// matchCrew has a fleet play a meeting.
func (r *Run) matchCrew(network, other contender, m meeting) (arena.Crew, error) {
	files := []crew.File{{Name: networkFile, Content: network.file}}
	what := fmt.Sprintf("round %d against %s", len(r.Rounds), m.Baseline)
	if m.Baseline == "" {
		what = fmt.Sprintf("gate of round %d", len(r.Rounds))
		files = append(files, crew.File{Name: otherFile, Content: other.file})
	}
	j, err := r.job(MatchKind, what, matchSpec{r.told(), m}, files...)
	return crowd.Remote{Fleet: r.Fleet, Job: j, Game: r.game}, err
}

// doubt takes back the games of the round that is under way if an error puts what
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
	return fmt.Errorf("%w; the %d games of round %d are dropped, and the same command plays them again", err, dropped, len(r.Rounds))
}

// open checks settings that came with a job, and returns the game and a network.
func (s Settings) open(j crew.Job, name string) (game.Encoded, *neural.Network, error) {
	if err := s.Check(); err != nil {
		return nil, nil, err
	}
	if s.Teacher != "" && s.Teacher != SolverTeacher {
		return nil, nil, fmt.Errorf("unknown teacher %.40q", s.Teacher)
	}
	g, err := crowd.Game(s.Game)
	if err != nil {
		return nil, nil, err
	}
	data, err := j.Read(name)
	if err != nil {
		return nil, nil, err
	}
	m, err := neural.Decode(name, data, g)
	if err != nil {
		return nil, nil, err
	}
	return g, neural.Of(m), nil
}

// gamesDoer plays games of a round.
type gamesDoer struct {
	gamesSpec
	game    game.Encoded
	jobs    int
	players func() (*players, error) // made when they are first needed
}

func openGames(j crew.Job, p crew.Place) (crew.Doer, error) {
	d := &gamesDoer{jobs: max(p.Jobs, 1)}
	if err := j.Decode(&d.gamesSpec); err != nil {
		return nil, err
	}
	if d.Round < 0 || d.Round > math.MaxInt32 {
		return nil, fmt.Errorf("round %d: there is none", d.Round)
	}
	g, network, err := d.Settings.open(j, networkFile)
	if err != nil {
		return nil, err
	}
	d.game = g
	d.players = sync.OnceValues(func() (*players, error) { return d.Settings.newPlayers(g, network, d.Round, d.jobs) })
	return d, nil
}

func (d *gamesDoer) Width() int   { return crowd.Games(d.jobs) }
func (d *gamesDoer) Close() error { return nil }

// Do implements crew.Doer.
func (d *gamesDoer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if unit < 0 || unit >= d.Settings.Games {
		return crew.Result{}, fmt.Errorf("there is no game %d in a round of %d", unit, d.Settings.Games)
	}
	all, err := d.players()
	if err != nil {
		return crew.Result{}, err
	}
	g, err := all.play(ctx, unit)
	if err != nil {
		return crew.Result{}, err
	}
	return crew.Result{Data: g.Append(nil)}, nil
}

// Check implements crew.Doer.
func (d *gamesDoer) Check(unit int, r crew.Result) error {
	if unit < 0 || unit >= d.Settings.Games {
		return fmt.Errorf("there is no game %d in a round of %d", unit, d.Settings.Games)
	}
	_, err := readGame(d.game, d.Round, unit, r.Data)
	return err
}

// readGame reads a game from elsewhere, which must be the one of these numbers, and such
// that something can be learnt from it.
func readGame(g game.Game, round, number int, data []byte) (*replay.Game, error) {
	played, err := replay.Parse(g, data)
	switch {
	case err != nil:
		return nil, err
	case played.Round != round || played.Number != number:
		return nil, fmt.Errorf("it is game %d of round %d", played.Number, played.Round)
	case len(played.Found) != len(played.Moves):
		return nil, errors.New("it does not say what searches found")
	case !bytes.Equal(played.Append(nil), data):
		return nil, errors.New("it is not written as games are")
	}
	for ply, f := range played.Found {
		sum := 0.0
		for _, share := range f.Shares {
			sum += share.Share
		}
		if len(f.Shares) > 0 && sum == 0 {
			return nil, fmt.Errorf("move %d: no move is likely", ply+1)
		}
	}
	return played, nil
}

// openMatch makes ready for a meeting.
func openMatch(j crew.Job, p crew.Place) (crew.Doer, error) {
	var spec matchSpec
	if err := j.Decode(&spec); err != nil {
		return nil, err
	}
	s := spec.Settings
	if most := max(s.GateGames, s.BaselineGames); spec.Games < 1 || spec.Games > most {
		return nil, fmt.Errorf("a match of %d games: the settings have at most %d", spec.Games, most)
	}
	g, network, err := s.open(j, networkFile)
	if err != nil {
		return nil, err
	}
	var other *neural.Network
	if spec.Baseline == "" {
		_, other, err = s.open(j, otherFile)
	} else {
		err = s.checkBaseline(spec.Baseline)
	}
	if err != nil {
		return nil, err
	}
	m, err := s.match(g, network, other, spec.meeting, max(p.Jobs, 1))
	if err != nil {
		return nil, err
	}
	return crowd.NewDoer(m)
}

// checkBaseline says why a network cannot meet a baseline here, before anything is read
// for it.
func (s Settings) checkBaseline(text string) error {
	if !slices.Contains(s.Baselines, text) || len(text) > 200 {
		return fmt.Errorf("%.40q is no baseline of the settings", text)
	}
	spec, err := agents.New(agent.NewEnvironment("")).Parse(text)
	if err != nil {
		return err
	}
	return crowd.Portable(spec)
}
