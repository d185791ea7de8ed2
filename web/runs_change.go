package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/arena"
	"gambito/build"
	"gambito/experiment"
	"gambito/queue"
	"gambito/store"
)

// RunOrder asks for a run.
type RunOrder struct {
	YAML     string `json:"yaml" maxLength:"262144" doc:"The experiment file, which is stored with the run."`
	Priority int    `json:"priority,omitempty" minimum:"-100" maximum:"100" doc:"In the queue: higher ones begin first."`
	Jobs     int    `json:"jobs,omitempty" minimum:"0" maximum:"1024" doc:"Jobs of the machine that it takes; 0 for all."`
	Fleet    bool   `json:"fleet,omitempty" doc:"Whether the machines of the fleet play it instead of this one."`
}

// RunTurn asks for a turn in the queue.
type RunTurn struct {
	Priority *int  `json:"priority,omitempty" minimum:"-100" maximum:"100" doc:"In the queue: higher ones begin first. If it is left out, as before."`
	Jobs     *int  `json:"jobs,omitempty" minimum:"0" maximum:"1024" doc:"Jobs of the machine that it takes; 0 for all. If they are left out, as before."`
	Fleet    *bool `json:"fleet,omitempty" doc:"Whether the machines of the fleet play it instead of this one. If it is left out, as before."`
}

func (s *Server) registerRunChanges(a huma.API, tags []string) {
	route(a, huma.Operation{
		OperationID: "beginRun", Method: http.MethodPost, Path: "/api/runs", Tags: tags,
		Summary: "Begin the run of an experiment, or go on with it: it waits in the queue until its jobs are free",
	}, s.beginRun)
	route(a, huma.Operation{
		OperationID: "stopRun", Method: http.MethodPost, Path: "/api/runs/{name}/stop", Tags: tags, Summary: "Stop a run; its games stay",
	}, s.stopRun)
	route(a, huma.Operation{
		OperationID: "goOnWithRun", Method: http.MethodPost, Path: "/api/runs/{name}/go-on", Tags: tags, Summary: "Go on with a run that was stopped, by whatever",
	}, s.goOnWithRun)
	route(a, huma.Operation{
		OperationID: "deleteRun", Method: http.MethodDelete, Path: "/api/runs/{name}", Tags: tags, Summary: "Delete a run and its games for good",
		DefaultStatus: http.StatusNoContent,
	}, s.deleteRun)
}

// showRun tells all of a run but its games.
func (s *Server) showRun(ctx context.Context, in *RunNamed) (*answer[RunDetails], error) {
	db, info, err := s.runs.find(in.Name)
	if err != nil {
		return nil, err
	}
	d := RunDetails{
		RunLine: s.runs.line(ctx, db, info, time.Now()), Settings: info.Settings, YAML: info.Source, Build: info.Build.Version, System: info.Build.Machine,
		Command: "gambito tournament " + in.Name + ".yaml", Seed: strconv.FormatUint(info.Settings.Seed, 10), Files: []RunFile{}, Variants: []RunVariant{},
	}
	for _, f := range info.Settings.Files() {
		d.Files = append(d.Files, RunFile{f.Name, f.Digest})
	}
	for i, a := range info.Settings.Agents {
		for _, by := range info.Settings.ByGame(i) {
			d.Variants = append(d.Variants, RunVariant{a.Name, by.Spec, by.Games})
		}
	}
	return answered(d), nil
}

// beginRun stores a run, of which no game need have been played, and puts it into the
// queue.
func (s *Server) beginRun(ctx context.Context, in *struct {
	Spoken
	Body RunOrder
}) (*answer[RunLine], error) {
	sent, err := s.readExperiment(ctx, in.Body.YAML)
	if err != nil {
		return nil, err
	}
	e, err := sent.playable()
	if err != nil {
		return nil, err
	}
	t := queue.Task{Name: e.Name, Priority: in.Body.Priority, Jobs: in.Body.Jobs}
	if err := s.playedBy(&t, in.Body.Fleet); err != nil {
		return nil, err
	}
	db, err := s.runs.store()
	if err != nil {
		return nil, err
	}
	if err := s.queue.Room(runKindName, e.Name); err != nil {
		return nil, runBusy(e.Name, err)
	}
	w, err := db.Begin(e, in.Body.YAML, build.This())
	if err != nil {
		return nil, runRefusal(err)
	}
	finished := w.Info().Finished != nil
	if err := w.Close(); err != nil {
		return nil, runRefusal(err)
	}
	if finished {
		return nil, refuse(http.StatusConflict, "run %s is finished: its games are there to look at; give the experiment another name to play others", e.Name)
	}
	return s.queueRun(ctx, db, t)
}

// queueRun puts a stored run into the queue, and answers with it.
func (s *Server) queueRun(ctx context.Context, db *store.Store, t queue.Task) (*answer[RunLine], error) {
	t.Kind = runKindName
	if err := s.queue.Add(t); err != nil {
		return nil, runBusy(t.Name, err)
	}
	return s.shownRun(ctx, db, t.Name)
}

// shownRun answers with a run as a list shows it.
func (s *Server) shownRun(ctx context.Context, db *store.Store, name string) (*answer[RunLine], error) {
	info, err := db.Run(name)
	if err != nil {
		return nil, runRefusal(err)
	}
	return answered(s.runs.line(ctx, db, info, time.Now())), nil
}

// runBusy says which run the queue refuses.
func runBusy(name string, err error) error {
	if err == queue.ErrBusy {
		return refuse(http.StatusConflict, "run %s waits or runs already", name)
	}
	return workRefusal(err)
}

// stopRun stops a run of the queue.
func (s *Server) stopRun(ctx context.Context, in *RunNamed) (*answer[RunLine], error) {
	db, _, err := s.runs.find(in.Name)
	if err != nil {
		return nil, err
	}
	if err := s.queue.Stop(runKindName, in.Name); err != nil {
		switch {
		case s.runs.playing(in.Name) != nil:
			return nil, refuse(http.StatusConflict, "run %s is part of a study: stop that", in.Name)
		case db.Locked(in.Name):
			return nil, refuse(http.StatusConflict, "run %s is played by another process: stop it there", in.Name)
		}
		return nil, refuse(http.StatusConflict, "run %s neither waits nor runs", in.Name)
	}
	return s.shownRun(ctx, db, in.Name)
}

// goOnWithRun puts a run into the queue that is stored, by whatever process.
func (s *Server) goOnWithRun(ctx context.Context, in *struct {
	RunNamed
	Body *RunTurn `required:"false"`
}) (*answer[RunLine], error) {
	db, info, err := s.runs.find(in.Name)
	if err != nil {
		return nil, err
	}
	switch {
	case info.Finished != nil:
		return nil, refuse(http.StatusConflict, "run %s is finished: no games are left", in.Name)
	case s.runs.playing(in.Name) == nil && db.Locked(in.Name):
		return nil, refuse(http.StatusConflict, "run %s is played by another process", in.Name)
	}
	if err := s.runAllowed(info.Settings); err != nil {
		return nil, err
	}
	t, _ := s.queue.Find(runKindName, in.Name)
	t.Name = in.Name
	if in.Body != nil && in.Body.Priority != nil {
		t.Priority = *in.Body.Priority
	}
	if in.Body != nil && in.Body.Jobs != nil {
		t.Jobs = *in.Body.Jobs
	}
	if in.Body != nil && in.Body.Fleet != nil {
		if err := s.playedBy(&t, *in.Body.Fleet); err != nil {
			return nil, err
		}
	}
	return s.queueRun(ctx, db, t)
}

// runAllowed refuses runs whose agents or openings need what only --trust allows. What
// settings say that agents are in a game counts as much as what they are called: an
// archive may say anything.
func (s *Server) runAllowed(settings arena.Settings) error {
	if s.options.Trust {
		return nil
	}
	for i, a := range settings.Agents {
		if _, err := s.allowed(a.Spec); err != nil {
			return err
		}
		for _, g := range settings.Games {
			if i >= len(g.Agents) {
				continue
			}
			if _, err := s.allowed(g.Agents[i].Spec); err != nil {
				return err
			}
		}
	}
	for _, g := range settings.Games {
		if g.Moves == nil && g.Openings != "" && experiment.IsFile(g.Openings) {
			return refuse(http.StatusForbidden, "openings %q: they are read from a file, which needs gambito serve --trust", g.Openings)
		}
	}
	return nil
}

// deleteRun deletes a run for good, if it is asked for twice.
func (s *Server) deleteRun(ctx context.Context, in *struct {
	RunNamed
	Confirm string `query:"confirm" maxLength:"64" doc:"The name again, so that nothing is deleted by mistake."`
}) (*struct{}, error) {
	if err := confirmed(in.Name, in.Confirm); err != nil {
		return nil, err
	}
	if err := s.queue.Remove(ctx, runKindName, in.Name); err != nil && err != queue.ErrNone {
		return nil, workRefusal(err)
	}
	s.runs.forgetPace(in.Name)
	return nil, s.runs.delete(in.Name)
}
