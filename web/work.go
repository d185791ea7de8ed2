package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/progress"
	"gambito/queue"
)

// workKinds are the kinds of long work that can be put into the queue, a line each.
func (s *Server) workKinds() []queue.Kind {
	return []queue.Kind{
		studyKind(s),
		evolutionKind(s),
		runKind(s),
		trainingKind(s),
	}
}

// openQueue opens the queue of long work, which is kept in the data folder if there is
// one.
func (s *Server) openQueue() (err error) {
	file := ""
	if s.options.Data != "" {
		file = filepath.Join(s.options.Data, "queue.json")
	}
	kinds := s.workKinds()
	for i := range kinds {
		kinds[i].Do = s.metered(kinds[i].Name, s.discreet(kinds[i].Do))
	}
	if s.queue, err = queue.Open(file, runtime.GOMAXPROCS(0), kinds...); err != nil {
		slog.Warn("the queue cannot be read, and is not kept", "error", err)
		s.queue, err = queue.Open("", runtime.GOMAXPROCS(0), kinds...)
	}
	return err
}

// discreet is work whose errors do not tell where the data folder is, which concerns
// nobody elsewhere.
func (s *Server) discreet(do func(context.Context, queue.Task, progress.Func) error) func(context.Context, queue.Task, progress.Func) error {
	return func(ctx context.Context, t queue.Task, tell progress.Func) error {
		err := do(ctx, t, tell)
		if err == nil || s.options.Data == "" {
			return err
		}
		text := withoutPath(err)
		for _, folder := range []string{s.options.Data, filepath.Clean(s.options.Data)} {
			text = strings.ReplaceAll(text, folder+string(filepath.Separator), "")
		}
		if text == err.Error() {
			return err
		}
		return errors.New(text)
	}
}

// WorkTask is a piece of long work.
type WorkTask struct {
	Kind     string      `json:"kind" doc:"What kind of work it is: run, study, training or evolution."`
	Name     string      `json:"name" doc:"Name of what is made or gone on with; there is one task of a kind and a name."`
	State    queue.State `json:"state" enum:"waiting,running,stopped,failed,done" doc:"What has become of it."`
	Stopping bool        `json:"stopping" doc:"It runs, and has been told to stop."`
	Priority int         `json:"priority" doc:"Tasks of higher priority begin first, from -100 to 100."`
	Jobs     int         `json:"jobs" doc:"How many jobs of the machine it takes; 0 for all."`
	Error    string      `json:"error,omitempty" doc:"Why it is stopped or has failed, if nobody wanted that."`
	Added    time.Time   `json:"added" doc:"Since when it is in the queue."`
	Begun    *time.Time  `json:"begun,omitempty" doc:"When it began, the latest time."`
	Ended    *time.Time  `json:"ended,omitempty" doc:"When it ended or was stopped, the latest time."`
	What     string      `json:"what,omitempty" doc:"What is counted, in the plural, such as games."`
	Done     int         `json:"done" doc:"How many of them are done."`
	Total    int         `json:"total" doc:"How many there are; 0 if nobody knows."`
	Speed    float64     `json:"speed" doc:"How many are done a second, by the last seconds; 0 if nobody knows."`
	Left     float64     `json:"seconds_left" doc:"How many seconds are left at that speed; 0 if nobody knows."`
}

// Work is the queue.
type Work struct {
	Cores int        `json:"cores" doc:"Jobs that this machine has for all tasks."`
	Tasks []WorkTask `json:"tasks" doc:"Those that run, those that wait in the order in which they begin, and those that rest, the one that ended last first."`
}

// workTask is a task of the queue as a page shows it.
func workTask(ctx context.Context, t queue.Task) WorkTask {
	shown := WorkTask{
		Kind: t.Kind, Name: t.Name, State: t.State, Stopping: t.Stopping, Priority: t.Priority, Jobs: t.Jobs, Error: wordsOf(ctx).Text(t.Error),
		Added: t.Added, What: t.Step.What, Done: t.Step.Done, Total: t.Step.Total, Speed: t.Speed, Left: t.Left,
	}
	if !t.Begun.IsZero() {
		shown.Begun = &t.Begun
	}
	if !t.Ended.IsZero() {
		shown.Ended = &t.Ended
	}
	return shown
}

// workOf is the queue as a page shows it.
func (s *Server) workOf(ctx context.Context) Work {
	w := Work{Cores: runtime.GOMAXPROCS(0), Tasks: []WorkTask{}}
	for _, t := range s.queue.List() {
		w.Tasks = append(w.Tasks, workTask(ctx, t))
	}
	return w
}

// WorkNamed is the part of a request that names a task.
type WorkNamed struct {
	Spoken
	Kind string `path:"kind" maxLength:"40" doc:"Kind of the work, such as run."`
	Name string `path:"name" maxLength:"64" doc:"Name of what is made."`
}

func (s *Server) registerWork(a huma.API) {
	tags := []string{"work"}
	stream(s, a, huma.Operation{
		OperationID: "workEvents", Method: http.MethodGet, Path: "/api/work/events", Tags: tags,
		Summary: "The queue of long work, whenever something about it changes",
	}, map[string]any{"work": Work{}}, func(context.Context, *Spoken) (func(context.Context, *events) error, error) {
		return func(ctx context.Context, e *events) error {
			return paced(ctx, s.queue.Changed, latest(e, "work", func() (any, error) { return s.workOf(ctx), nil }))
		}, nil
	})
	type priority struct {
		Priority int `json:"priority" minimum:"-100" maximum:"100" doc:"Tasks of higher priority begin first."`
	}
	route(a, huma.Operation{
		OperationID: "stopWork", Method: http.MethodPost, Path: "/api/work/{kind}/{name}/stop", Tags: tags, Summary: "Stop a task that waits or runs",
	}, func(ctx context.Context, in *WorkNamed) (*answer[Work], error) {
		return s.worked(ctx, s.queue.Stop(in.Kind, in.Name))
	})
	route(a, huma.Operation{
		OperationID: "goOnWithWork", Method: http.MethodPost, Path: "/api/work/{kind}/{name}/go-on", Tags: tags, Summary: "Let a task wait again that was stopped or has failed",
	}, func(ctx context.Context, in *WorkNamed) (*answer[Work], error) {
		return s.worked(ctx, s.queue.GoOn(in.Kind, in.Name))
	})
	route(a, huma.Operation{
		OperationID: "prioritiseWork", Method: http.MethodPost, Path: "/api/work/{kind}/{name}/priority", Tags: tags, Summary: "Give a task another priority",
	}, func(ctx context.Context, in *struct {
		WorkNamed
		Body priority
	}) (*answer[Work], error) {
		return s.worked(ctx, s.queue.Prioritise(in.Kind, in.Name, in.Body.Priority))
	})
	route(a, huma.Operation{
		OperationID: "removeWork", Method: http.MethodDelete, Path: "/api/work/{kind}/{name}", Tags: tags,
		Summary: "Take a task out of the queue; what it has made so far stays",
	}, func(ctx context.Context, in *WorkNamed) (*answer[Work], error) {
		return s.worked(ctx, s.queue.Remove(ctx, in.Kind, in.Name))
	})
}

// worked answers with the queue after something was done with it.
func (s *Server) worked(ctx context.Context, err error) (*answer[Work], error) {
	if err != nil {
		return nil, workRefusal(err)
	}
	return answered(s.workOf(ctx)), nil
}

// workRefusal gives what the queue refuses its status.
func workRefusal(err error) error {
	switch {
	case errors.Is(err, queue.ErrNone):
		return refuse(http.StatusNotFound, "%s", err)
	case errors.Is(err, queue.ErrBusy), errors.Is(err, queue.ErrAtRest), errors.Is(err, queue.ErrFull), errors.Is(err, queue.ErrClosed), errors.Is(err, queue.ErrUnkept):
		return refuse(http.StatusConflict, "%s", err)
	}
	return err
}

// confirmed refuses to delete something for good whose name was not given twice.
func confirmed(name, confirm string) error {
	if confirm != name {
		return refuse(http.StatusBadRequest, "confirm %q: what is deleted is gone for good, so that its name must be given once more, which is %q", confirm, name)
	}
	return nil
}

// eventPace is how often a stream of the laboratory sends an event at the most.
const eventPace = time.Second

// paced calls send at once and then after every change, but at most once in eventPace,
// until ctx ends or send fails. Changed gives a channel that the next change closes.
func paced(ctx context.Context, changed func() <-chan struct{}, send func() error) error {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		next := changed() // before it is looked at, so that no change is missed
		if err := send(); err != nil {
			return err
		}
		pause.Reset(eventPace)
		select {
		case <-pause.C:
		case <-ctx.Done():
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return nil
		}
	}
}

// latest sends what look sees as an event, unless it is what was sent before.
func latest(e *events, event string, look func() (any, error)) func() error {
	var before []byte
	return func() error {
		seen, err := look()
		if err != nil {
			return err
		}
		text, err := json.Marshal(seen)
		if err != nil || bytes.Equal(text, before) {
			return err
		}
		before = text
		return e.send(event, json.RawMessage(text))
	}
}
