package zero

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"gambito/crew"
	"gambito/files"
	"gambito/game"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/learn/truth"
	"gambito/neural"
	"gambito/nn"
	"gambito/progress"
)

// The files of a folder. The average is kept by round: that of the round that
// the learner has finished is the one that counts.
const (
	averageFile = "average-%d.safetensors"
	firstFile   = "first.safetensors" // what the run began with, if it is from elsewhere
	logFile     = "rounds.json"

	roundNote    = "round"
	settingsNote = "settings"
	teacherNote  = "teacher" // stays with a model that others begin with
)

// Run is the learning of a game in a folder. It belongs to one goroutine.
type Run struct {
	Settings
	Rounds []Round // finished

	// Fleet, if there is one, plays the games, those to learn from and those at the gate
	// and against baselines. What is learnt is the same.
	Fleet crew.Fleet

	game    game.Encoded
	folder  string
	leave   func() error
	jobs    int
	file    *replay.File
	games   []*replay.Game // of finished rounds that may still be learnt from, in order
	current []*replay.Game // of the round that is played
	trainer *nn.Trainer
	average *nn.Model
	best    contender
	repeats *repeats
	exam    exam
}

// Round is what came out of a round.
type Round struct {
	Round       int                `json:"round"`
	Games       int                `json:"games"`
	Positions   int                `json:"positions"` // to learn from
	Plies       float64            `json:"plies"`     // of a game
	Repeated    float64            `json:"repeated"`  // share of positions met before
	GamesPerSec float64            `json:"games_per_second"`
	Steps       int                `json:"steps"`
	Window      int                `json:"window"` // positions learnt from
	Loss        nn.Loss            `json:"loss"`
	Gate        float64            `json:"gate"` // share of the points against the best so far
	Passed      bool               `json:"passed"`
	Baselines   map[string]float64 `json:"baselines"`       // shares of the points
	Truth       *truth.Grade       `json:"truth,omitempty"` // of the best network alone; nil if nobody knows the truth
	Seconds     float64            `json:"seconds"`
	Total       float64            `json:"total_seconds"` // of all rounds
}

// Open begins learning in a folder, or goes on with what is there, which must
// have been begun with the same settings.
func Open(dir string, s Settings, g game.Encoded, jobs int) (*Run, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	leave, err := folder.Begin(dir, s)
	if err != nil {
		return nil, err
	}
	r := &Run{Settings: s, game: g, folder: dir, leave: leave, jobs: jobs, repeats: newRepeats(g)}
	if err = r.loadNetworks(); err == nil {
		err = r.loadGames()
	}
	if err != nil {
		return nil, errors.Join(err, leave())
	}
	return r, nil
}

func (r *Run) path(name string) string { return filepath.Join(r.folder, name) }

// options are those of the trainer.
func (r *Run) options() nn.Options {
	return nn.Options{
		Rate: nn.Schedule{Rate: r.Rate, Warmup: 100}, L2: r.L2, Workers: r.jobs, Seed: r.Seed,
	}
}

// loadNetworks reads the networks, or makes new ones, and the log.
func (r *Run) loadNetworks() error {
	var err error
	r.trainer, err = folder.Resume(r.path(folder.LearnerFile), r.game, r.options())
	if errors.Is(err, fs.ErrNotExist) {
		if err := r.neverLearnt(); err != nil {
			return err
		}
		return r.newNetworks()
	}
	if err != nil {
		return err
	}
	model := r.trainer.Model()
	done, err := strconv.Atoi(model.Notes[roundNote])
	if err != nil {
		return fmt.Errorf("%s: it does not say of which round it is", r.path(folder.LearnerFile))
	}
	if r.average, err = folder.ReadModel(r.path(fmt.Sprintf(averageFile, done)), r.game); err != nil {
		return err
	}
	best, err := folder.ReadModel(r.path(folder.ModelFile), r.game)
	if err != nil {
		return err
	}
	if r.best, err = contend(best); err != nil {
		return err
	}
	return r.loadLog(done)
}

// neverLearnt makes sure that no round is finished, since there is nobody who has learnt
// from it. The log of the first may be there: it is written just before the learner.
func (r *Run) neverLearnt() error {
	var rounds []Round
	err := folder.ReadJSON(r.path(logFile), &rounds)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(rounds) > 1 {
		return folder.ErrContent{Err: fmt.Errorf("%s is missing, and %d rounds are finished: put it back, or begin in another folder", r.path(folder.LearnerFile), len(rounds))}
	}
	return nil
}

// firstModel is what learning begins with. A model from elsewhere is copied into
// the folder, since it may change there.
func (r *Run) firstModel() (*nn.Model, error) {
	if r.From == "" {
		return nn.New(r.architecture(r.game), r.Seed)
	}
	m, err := folder.ReadModel(r.path(firstFile), r.game)
	if errors.Is(err, fs.ErrNotExist) {
		if m, err = neural.Load(r.From, r.game); err != nil {
			return nil, err
		}
		if err := r.fits(m, r.game); err != nil {
			return nil, err
		}
		data, err := m.Encode()
		if err != nil {
			return nil, err
		}
		if err := files.Replace(r.path(firstFile), data); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	m.Steps, m.Positions, m.History = 0, 0, nil // those of this run: the optimizer begins anew
	return m, nil
}

func (r *Run) newNetworks() error {
	model, err := r.firstModel()
	if err != nil {
		return err
	}
	model.Notes[neural.GameNote], model.Notes[roundNote] = r.Game, "0"
	if r.best, err = contend(model); err != nil {
		return err
	}
	if r.average, err = nn.Decode(r.best.file); err != nil {
		return err
	}
	r.trainer, err = nn.NewTrainer(model, r.options())
	return err
}

// loadLog reads what came out of the rounds that count.
func (r *Run) loadLog(done int) error {
	if err := folder.ReadJSON(r.path(logFile), &r.Rounds); err != nil {
		return err
	}
	if len(r.Rounds) < done {
		return fmt.Errorf("%s: there are %d rounds, and the network is of round %d", r.path(logFile), len(r.Rounds), done)
	}
	r.Rounds = r.Rounds[:done]
	return nil
}

// loadGames opens the file of games and sorts out what is in it.
func (r *Run) loadGames() (err error) {
	var games []*replay.Game
	if r.file, games, err = folder.OpenGames(r.folder, r.game, len(r.Rounds), r.Settings.Games); err != nil {
		return err
	}
	slices.SortStableFunc(games, func(a, b *replay.Game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Number, b.Number))
	})
	for _, g := range games {
		switch {
		case len(g.Found) != len(g.Moves): // of another kind of learning
		case g.Round < len(r.Rounds):
			r.games = append(r.games, g)
			r.repeats.add(g)
		case g.Round == len(r.Rounds):
			r.current = append(r.current, g)
		}
	}
	return nil
}

// Close lets go of the folder's files.
func (r *Run) Close() error { return errors.Join(r.file.Close(), r.leave()) }

// Next plays, learns and measures one round, and tells how far it is with each.
func (r *Run) Next(ctx context.Context, tell progress.Func) (Round, error) {
	begin := time.Now()
	round := Round{Round: len(r.Rounds), Games: r.Settings.Games}
	if err := r.playRound(ctx, &round, tell); err != nil {
		return round, r.doubt(err)
	}
	if err := r.learnRound(ctx, &round, tell); err != nil {
		return round, err
	}
	candidate, err := contend(r.average)
	if err != nil {
		return round, err
	}
	if err := r.judgeRound(ctx, &round, candidate, tell); err != nil {
		return round, r.doubt(err)
	}
	round.Seconds = time.Since(begin).Seconds()
	round.Total = round.Seconds
	if n := len(r.Rounds); n > 0 {
		round.Total += r.Rounds[n-1].Total
	}
	r.Rounds = append(r.Rounds, round)
	return round, r.save(candidate, round)
}

// playRound plays the games that the round still lacks.
func (r *Run) playRound(ctx context.Context, round *Round, tell progress.Func) error {
	before, begin := len(r.current), time.Now()
	tell.Tell("games", before, r.Settings.Games)
	err := r.playGames(ctx, round.Round, func(g *replay.Game) error {
		if err := r.file.Add(g); err != nil {
			return err
		}
		// What is learnt from is what the file holds, rounded as it is there.
		kept, err := replay.Parse(r.game, g.Append(nil))
		if err != nil {
			return err
		}
		r.current = append(r.current, kept)
		tell.Tell("games", len(r.current), r.Settings.Games)
		return nil
	})
	if err != nil {
		return err
	}
	if played := len(r.current) - before; played > 0 {
		round.GamesPerSec = float64(played) / time.Since(begin).Seconds()
	}
	slices.SortFunc(r.current, func(a, b *replay.Game) int { return cmp.Compare(a.Number, b.Number) })
	plies, repeated := 0, 0
	for _, g := range r.current {
		positions, again := r.repeats.add(g)
		round.Positions += positions
		repeated += again
		plies += len(g.Moves)
	}
	round.Repeated = float64(repeated) / float64(max(round.Positions, 1))
	round.Plies = float64(plies) / float64(len(r.current))
	return nil
}

// playGames plays the games that the round still lacks, here or elsewhere, and hands
// each over as it comes.
func (r *Run) playGames(ctx context.Context, round int, done func(*replay.Game) error) error {
	have := map[int]bool{}
	for _, g := range r.current {
		have[g.Number] = true
	}
	var numbers []int
	for n := range r.Settings.Games {
		if !have[n] {
			numbers = append(numbers, n)
		}
	}
	switch {
	case len(numbers) == 0:
		return nil
	case r.Fleet != nil:
		return r.playAway(ctx, round, numbers, done)
	}
	return r.selfPlay(ctx, r.game, r.best.network, round, r.jobs, numbers, done)
}

// Part of all positions so far that is learnt from while they are few: the first
// were played by networks that knew nothing.
const recentPart = 0.6

// learnRound learns from the latest games.
func (r *Run) learnRound(ctx context.Context, round *Round, tell progress.Func) error {
	all := round.Positions
	for _, before := range r.Rounds {
		all += before.Positions
	}
	window := min(r.Settings.Window, max(2*round.Positions, int(recentPart*float64(all))))
	buffer := replay.NewBuffer(window)
	buffer.Add(append(slices.Clone(r.games), r.current...)...)
	round.Window = buffer.Positions()
	round.Steps = int(math.Ceil(float64(round.Positions) * r.Passes / float64(r.Batch)))
	samples := newSampler(r.game, buffer, r.Batch, r.jobs, r.ValueMix)
	return r.learn(ctx, r.trainer, r.average, samples, round.Steps, func(step int, loss nn.Loss) {
		round.Loss.Policy += loss.Policy / float64(round.Steps)
		round.Loss.Value += loss.Value / float64(round.Steps)
		tell.Tell("steps", step, round.Steps)
	})
}

// judgeRound lets the candidate meet the best network so far, and the best of the
// two the baselines.
func (r *Run) judgeRound(ctx context.Context, round *Round, candidate contender, tell progress.Func) error {
	round.Passed = true
	seed := r.Seed + uint64(round.Round)*1_000_003
	var err error
	if r.GateGames > 0 {
		tell.Tell("gate", 0, 1)
		if round.Gate, err = r.meet(ctx, candidate, r.best, meeting{Games: r.GateGames, Seed: seed}); err != nil {
			return err
		}
		round.Passed = round.Gate >= r.GateShare
	}
	player := r.best
	if round.Passed {
		player = candidate
	}
	round.Baselines = map[string]float64{}
	for i, baseline := range r.Settings.Baselines {
		if r.BaselineGames > 0 {
			tell.Tell("baselines", i, len(r.Settings.Baselines))
			if round.Baselines[baseline], err = r.meet(ctx, player, contender{}, meeting{baseline, r.BaselineGames, seed + 1}); err != nil {
				return err
			}
		}
	}
	round.Truth, err = r.exam.grade(ctx, r, player.network, tell)
	return err
}

// save writes what the round has led to. The learner comes last: until it is
// there the round counts as not done.
func (r *Run) save(candidate contender, round Round) error {
	done := len(r.Rounds)
	r.trainer.Milestone("round " + strconv.Itoa(round.Round))
	r.average.History = r.trainer.Model().History
	for _, m := range []*nn.Model{r.trainer.Model(), r.average} {
		m.Notes[roundNote] = strconv.Itoa(done)
		settings, err := json.Marshal(r.Settings)
		if err != nil {
			return err
		}
		m.Notes[settingsNote] = string(settings)
		if r.Teacher != "" {
			m.Notes[teacherNote] = r.Teacher
		}
	}
	data, err := r.average.Encode()
	if err != nil {
		return err
	}
	if err := files.Replace(r.path(fmt.Sprintf(averageFile, done)), data); err != nil {
		return err
	}
	if round.Passed {
		r.best = contender{candidate.network, data}
		if err := files.Replace(r.path(folder.ModelFile), data); err != nil {
			return err
		}
	} else if err := r.keepFirst(); err != nil {
		return err
	}
	if err := folder.WriteJSON(r.path(logFile), r.Rounds); err != nil {
		return err
	}
	if data, err = r.trainer.Encode(); err != nil {
		return err
	}
	if err := files.Replace(r.path(folder.LearnerFile), data); err != nil {
		return err
	}
	os.Remove(r.path(fmt.Sprintf(averageFile, done-1))) // nothing is lost if it stays
	return errors.Join(r.forget(), folder.WriteCurves(r.folder, Curves(r.Rounds)))
}

// keepFirst makes the network that the run began with the best so far, if no round
// has had a better one.
func (r *Run) keepFirst() error {
	_, err := os.Stat(r.path(folder.ModelFile))
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	first, err := r.firstModel()
	if err != nil {
		return err
	}
	first.Notes[neural.GameNote] = r.Game
	data, err := first.Encode()
	if err != nil {
		return err
	}
	return files.Replace(r.path(folder.ModelFile), data)
}

// forget takes what is learnt from no more out of memory and, once it is much,
// off the disk.
func (r *Run) forget() error {
	kept := replay.NewBuffer(r.Settings.Window)
	kept.Add(append(r.games, r.current...)...)
	r.games, r.current = slices.Clone(kept.Games()), nil
	size := int64(0)
	for _, g := range r.games {
		size += int64(len(g.Append(nil)))
	}
	if r.file.Size() > 2*size+1<<16 {
		return r.file.Keep(r.games)
	}
	return nil
}
