// Package regress fits pattern systems (package ntuple) to games whose ends are known
// exactly. It works in rounds:
//
//	games       the model so far plays itself by a search of a few plies, after random
//	            openings and with some random moves; from some number of vacant cells
//	            on every position is solved. The first round, which has no model, draws
//	            its moves at random up to there, or takes games that are stored; unless
//	            a model is given to begin with, which plays it then.
//	targets     a solved position should be worth its score. One before is worth what
//	            the game comes to under perfect play from where it is solved, so far as no
//	            random move lies between; what the search said may have a part in it.
//	regression  the worths of every stage are those with the smallest squared error, or
//	            cross-entropy where worths tell a score, and with a penalty for their
//	            own squares, which keeps patterns that are seldom seen near zero, or near
//	            what the model given to begin with says of them: by conjugate gradients,
//	            until games that are held out are judged no better.
//
// That is how the evaluation of Logistello came about (Buro 1998), with stages that
// learn from their neighbours' positions too.
//
// Everything depends on the settings alone: games have numbers, from which their chance
// follows, and a stage is fitted by one worker.
package regress

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"gambito/crew"
	"gambito/files"
	"gambito/game"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/ntuple"
	"gambito/progress"
)

// roundsFile tells what rounds have brought.
const roundsFile = "rounds.json"

// Round is what came out of a round.
type Round struct {
	Round     int     `json:"round"`
	Games     int     `json:"games"`     // of the round
	All       int     `json:"all"`       // games so far
	Learned   int     `json:"learned"`   // positions
	HeldOut   int     `json:"held_out"`  // positions of games held out
	Unit      string  `json:"unit"`      // of the errors: discs, or score from −1 to 1
	Error     float64 `json:"error"`     // mean absolute, on what was held out
	Exact     float64 `json:"exact"`     // the same where targets are exact
	Deviation float64 `json:"deviation"` // standard, on what was held out
	Stages    []Stage `json:"stages"`
	Seconds   float64 `json:"seconds"`
}

// Run is learning in a folder. It belongs to one goroutine.
type Run struct {
	Settings Settings
	Rounds   []Round // finished

	// Fleet, if there is one, plays the games. What is learned is the same.
	Fleet crew.Fleet

	game   game.Celled
	system *ntuple.System
	given  Given
	from   *ntuple.Model // to begin with, nil for none
	dir    string
	leave  func() error
	jobs   int
	file   *replay.File
	games  []lesson // of finished rounds and of the one under way, as they were played
	model  *ntuple.Model
}

// Given is what a run begins with besides the rules.
type Given struct {
	Stored []string // files of the games of the first round, if it takes them
	From   []byte   // a model's file; the folder keeps it
}

// Open begins learning in a folder, or goes on with what is there. Files of stored games
// must be there, the same as Settings.Stored tells, unless the first round is over; a
// model to begin with, the one that Settings.From tells, unless the folder has it.
func Open(dir string, s Settings, g game.Celled, given Given, jobs int) (*Run, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	system, err := s.system(g)
	if err != nil {
		return nil, err
	}
	leave, err := folder.Begin(dir, s)
	if err != nil {
		return nil, err
	}
	r := &Run{Settings: s, game: g, system: system, given: given, dir: dir, leave: leave, jobs: jobs}
	if err := r.load(); err != nil {
		return nil, errors.Join(err, leave())
	}
	return r, nil
}

func (r *Run) path(name string) string { return filepath.Join(r.dir, name) }

// load reads what earlier rounds have left.
func (r *Run) load() error {
	err := folder.ReadJSON(r.path(roundsFile), &r.Rounds)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := r.begin(); err != nil {
		return err
	}
	if len(r.Rounds) > 0 {
		if r.model, err = r.readModel(folder.ModelFile); err != nil {
			return err
		}
	}
	next := 0
	r.file, err = replay.OpenEach(r.path(folder.GamesFile), r.game, func(g *replay.Game) error {
		round, number := r.place(next)
		if g.Round != round || g.Number != number {
			return folder.ErrContent{Err: fmt.Errorf("%s: game %d of round %d is where game %d of round %d belongs", r.path(folder.GamesFile), g.Number, g.Round, number, round)}
		}
		next++
		return r.learn(g)
	})
	if errors.As(err, new(replay.ErrDamaged)) {
		err = folder.ErrContent{Err: err}
	}
	if err == nil && next < r.before() {
		err = folder.ErrContent{Err: fmt.Errorf("%s: it has %d games, and %d were learned from", r.path(folder.GamesFile), next, r.before())}
		err = errors.Join(err, r.file.Close())
	}
	return err
}

// before is how many games finished rounds have.
func (r *Run) before() (n int) {
	for _, done := range r.Rounds {
		n += done.Games
	}
	return n
}

// place is the round, and the number in it, of the game after so many.
func (r *Run) place(before int) (round, number int) {
	for _, done := range r.Rounds {
		if before < done.Games {
			return done.Round, before
		}
		before -= done.Games
	}
	return r.round(), before
}

// round is the number of the round that is under way. Where a model was given to begin
// with, that is round 0.
func (r *Run) round() int {
	if r.from != nil {
		return len(r.Rounds) + 1
	}
	return len(r.Rounds)
}

// learn keeps what is to be learned of a game.
func (r *Run) learn(g *replay.Game) error {
	l, err := r.Settings.lesson(r.game, g)
	if err == nil {
		r.games = append(r.games, l)
	}
	return err
}

// Close lets go of the folder's files.
func (r *Run) Close() error { return errors.Join(r.file.Close(), r.leave()) }

// Ended reports whether nothing is left to do.
func (r *Run) Ended() bool { return r.Settings.Rounds > 0 && len(r.Rounds) >= r.Settings.Rounds }

// Next plays the games of a round and fits the worths.
func (r *Run) Next(ctx context.Context, tell progress.Func) (Round, error) {
	begin := time.Now()
	round := Round{Round: r.round()}
	games, err := r.play(ctx, round.Round, tell)
	if err != nil {
		return round, err
	}
	round.Games, round.All = games, len(r.games)
	weights, stages, err := r.fit(ctx, round.Round, tell)
	if err != nil {
		return round, err
	}
	round.sum(stages, r.Settings.meaning(r.game))
	round.Seconds = time.Since(begin).Seconds()
	r.Rounds = append(r.Rounds, round)
	if r.model, err = r.Settings.model(r.game, weights, r.Rounds); err == nil {
		err = r.save()
	}
	return round, err
}

// save writes the model, then the rounds: until they are there the round counts as not
// done.
func (r *Run) save() error {
	data, err := r.model.Encode()
	if err == nil {
		err = files.Replace(r.path(folder.ModelFile), data)
	}
	if err == nil {
		r.model, err = ntuple.Decode(data) // what is kept is what plays the next round
	}
	if err == nil {
		err = folder.WriteCurves(r.dir, Curves(r.Rounds))
	}
	if err == nil {
		err = folder.WriteJSON(r.path(roundsFile), r.Rounds)
	}
	return err
}

// Look reads what there is of a run in a folder, whoever learns there. There is none if
// the error is fs.ErrNotExist.
func Look(dir string) (s Settings, rounds []Round, err error) {
	return folder.Look[Settings, Round](dir, roundsFile)
}
