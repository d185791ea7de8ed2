// Package training is the life of learning in a folder, the same for all methods:
//
//	Choose   the settings: those of a preset, changed, or those of the run that is there
//	Open     the folder is taken; a run begins, or goes on where it was
//	Next     one step: a round, a stage, or the way to the next measurement
//	Close    the folder is free again
//
// Everything is on the disk as it happens: whatever stops a step, the next Open
// goes on where it was. Nothing here prints; a command line, a server and a worker
// show the steps as they like.
package training

import (
	"context"

	"gambito/crew"
	"gambito/game"
	"gambito/games/backgammon/bearoff"
	"gambito/learn/td"
	"gambito/progress"
)

// Request says what to learn, how and where.
type Request struct {
	Game   game.Game
	Folder string
	Method string   // by its name; "": the game's first
	Preset string   // by its name; "": the run that is there, or the first
	Set    string   // settings to change: NAME=VALUE,…
	From   string   // the model to begin with: a file, or one that comes with gambito; "": none
	Stored []string // files of games that the first round of a regression learns from
	Seed   uint64
	Jobs   int

	// Fleet plays the games to learn from and those that measure; nil for this process.
	// What is learned is the same.
	Fleet crew.Fleet

	// Of temporal differences. Tables, if not nil, is asked for those of the ends of
	// games when learning is opened.
	Measuring td.Measuring
	Tables    func() *bearoff.Tables
}

// InputError says what of a request is wrong.
type InputError struct {
	Field string // of the request, such as preset; "" if it is all of it
	Value string // of the field, if that helps
	Err   error
}

func (e InputError) Error() string {
	switch {
	case e.Field == "":
		return e.Err.Error()
	case e.Value == "":
		return e.Field + ": " + e.Err.Error()
	}
	return e.Field + " " + e.Value + ": " + e.Err.Error()
}

// Unwrap is for package errors.
func (e InputError) Unwrap() error { return e.Err }

// Step is what came out of a step.
type Step struct {
	Number  int     `json:"number"`        // from 0
	Seconds float64 `json:"seconds"`       // it took, where that is known
	Total   float64 `json:"total_seconds"` // of all steps so far
	Result  any     `json:"result"`        // zero.Round, value.Stage, td.Measurement, tuples.Measurement or regress.Round
}

// Training is learning in a folder. It belongs to one goroutine.
type Training interface {
	Settings() any // zero.Settings, value.Settings, td.Settings, tuples.Settings or regress.Settings
	History() []Step

	// Done is how much has been learned, of how much: steps where learning has no
	// end, and total is 0; else games.
	Done() (done, total int)

	// Finished reports whether nothing is left to do. Some methods never end.
	Finished() bool

	// Next makes a step. If ctx ends it has not been made, but what was done of it
	// is not lost.
	Next(ctx context.Context, tell progress.Func) (Step, error)

	// Close keeps what is not kept yet, and lets go of the folder.
	Close() error
}

// Plan is a request with settings. It can be opened again and again.
type Plan struct {
	Method   Method
	Settings any  // as Training has them
	Kept     bool // they are those of the run that is there

	// Fleet is that of the request. It may be set until the plan is opened, for it need
	// not be there where a request is only checked.
	Fleet crew.Fleet

	open func(crew.Fleet) (Training, error)
}

// Resume is the request that goes on with the run in a folder, as it was begun. Where
// measuring can be chosen anew, it is as usual.
func Resume(g game.Game, v View, dir string, jobs int) Request {
	return Request{Game: g, Folder: dir, Method: v.Method.Name, Seed: v.Seed, Jobs: jobs}
}

// Choose finds the method and the settings that a request asks for. What is wrong
// is an InputError, or folder.ErrOther if the run that is there is another.
func Choose(ctx context.Context, r Request) (Plan, error) {
	m, err := MethodFor(r.Game, r.Method)
	if err != nil {
		return Plan{}, err
	}
	if err := m.takes(r.Game); err != nil {
		return Plan{}, err
	}
	p, err := m.choose(ctx, r)
	p.Method, p.Fleet = m, r.Fleet
	return p, err
}

// Open begins, or goes on. Of the errors folder.ErrOther, folder.ErrBusy and
// folder.ErrContent say that the folder is the wrong one.
func (p Plan) Open() (Training, error) { return p.open(p.Fleet) }

// Learn makes steps until so many are done, counted from the beginning of the run,
// or, if that is 0, until the end. Each goes to a function.
func Learn(ctx context.Context, t Training, steps int, tell progress.Func, each func(Step) error) error {
	for !t.Finished() && (steps == 0 || len(t.History()) < steps) {
		step, err := t.Next(ctx, tell)
		if err != nil {
			return err
		}
		if err := each(step); err != nil {
			return err
		}
	}
	return nil
}
