// Package queue is long work that waits for its turn: runs, studies, trainings. What is
// in the queue is kept in a file, so that it survives the end of the process, and the
// work shares the jobs of the machine.
//
// Work goes on where it was, whatever has ended it; the queue only says when. What it has
// done so far is kept by whoever does it, not here.
package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"gambito/progress"
)

// State is what has become of a task.
type State string

// The states. Tasks wait, run, and are done; others go on only if somebody says so.
const (
	Waiting State = "waiting"
	Running State = "running"
	Stopped State = "stopped" // by somebody, or because the process ended in the middle
	Failed  State = "failed"
	Done    State = "done"
)

// Task is a piece of work. There is one of a kind and a name.
type Task struct {
	Kind     string          `json:"kind"`
	Name     string          `json:"name"`
	Priority int             `json:"priority"`       // higher ones begin first
	Jobs     int             `json:"jobs"`           // that it takes of the machine; 0 for all
	Args     json.RawMessage `json:"args,omitempty"` // what its kind needs to know
	State    State           `json:"state"`
	Error    string          `json:"error,omitempty"` // why it is stopped or has failed
	Added    time.Time       `json:"added"`
	Begun    time.Time       `json:"begun,omitzero"` // the latest time
	Ended    time.Time       `json:"ended,omitzero"` // likewise

	Stopping bool          `json:"-"` // it runs, and was told to stop
	Step     progress.Step `json:"-"` // how far it has come since it has begun
	Speed    float64       `json:"-"` // of the steps, a second; 0 if nobody knows
	Left     float64       `json:"-"` // seconds; 0 if nobody knows
}

// nameForm is what a name may be: it may be part of that of a file.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// What a queue takes.
const (
	MostTasks    = 200
	MostPriority = 100
	mostArgs     = 1 << 20
)

// check says what is wrong with a task.
func (t Task) check() error {
	switch {
	case !nameForm.MatchString(t.Name):
		return fmt.Errorf("name %q: it must be 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or a digit", t.Name)
	case t.Priority < -MostPriority || t.Priority > MostPriority:
		return fmt.Errorf("priority %d: it must be from −%d to %d", t.Priority, MostPriority, MostPriority)
	case t.Jobs < 0:
		return fmt.Errorf("jobs %d: it must be 1 or more, or 0 for all", t.Jobs)
	case len(t.Args) > mostArgs:
		return fmt.Errorf("what the task needs has more than %d bytes", mostArgs)
	}
	return nil
}

// ended reports whether nothing is left to do unless somebody says so.
func (s State) ended() bool { return s == Failed || s == Done }

// Kind is a kind of work.
type Kind struct {
	Name string

	// Do does the work of a task or goes on with it, on as many jobs as the task has, and
	// tells how far it has come. It returns soon after ctx has ended. An error is why it
	// cannot be done, in one sentence; that of ctx is none.
	Do func(ctx context.Context, t Task, tell progress.Func) error
}
