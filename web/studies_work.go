package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"runtime"

	"gambito/arena"
	"gambito/papers"
	"gambito/progress"
	"gambito/queue"
	"gambito/run"
)

// studyWork is the kind of work that repeats a study.
const studyWork = "study"

// studyArgs are what such a task needs to know.
type studyArgs struct {
	Study   string       `json:"study"`
	Scale   papers.Scale `json:"scale"`
	Seed    uint64       `json:"seed"`
	FromGDL bool         `json:"from_gdl,omitempty"`
}

// name is that of the task: the study at a scale with a seed is done once at a time.
func (a studyArgs) name() string {
	return papers.Result{Study: a.Study, Scale: a.Scale, Seed: a.Seed, FromGDL: a.FromGDL}.Name()
}

func (a studyArgs) json() json.RawMessage {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // texts and numbers can be written
	}
	return text
}

// readStudyArgs reads what a task needs to know.
func readStudyArgs(text json.RawMessage) (a studyArgs, err error) {
	if json.Unmarshal(text, &a) != nil || a.Study == "" {
		return a, errors.New("the task does not say which study is meant")
	}
	return a, nil
}

// studyKind repeats studies as gambito reproduce does. Their games are stored runs.
func studyKind(s *Server) queue.Kind {
	return queue.Kind{Name: studyWork, Do: func(ctx context.Context, t queue.Task, tell progress.Func) error {
		args, err := readStudyArgs(t.Args)
		if err != nil {
			return err
		}
		study, err := papers.Find(args.Study)
		if err != nil {
			return err
		}
		jobs := cmp.Or(t.Jobs, runtime.GOMAXPROCS(0))
		w := papers.Workshop{
			Agents: s.options.Agents, Scale: args.Scale, Seed: args.Seed, FromGDL: args.FromGDL, Jobs: jobs,
			Folder: string(papers.ShelfIn(s.options.Data)), Progress: tell,
			Play: func(ctx context.Context, e *arena.Experiment) (*arena.Standings, error) {
				return s.playOfStudy(ctx, e, jobs, tell)
			},
		}
		if _, err = study.Repeat(ctx, w); err != nil && ctx.Err() == nil {
			err = errors.New(withoutShelf(papers.Shelf(w.Folder), err))
		}
		return err
	}}
}

// playOfStudy plays an experiment of a study, or what is left of it, as a stored run.
func (s *Server) playOfStudy(ctx context.Context, e *arena.Experiment, jobs int, tell progress.Func) (played *arena.Standings, err error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	games := func(step progress.Step) { tell.Tell("games", step.Done, step.Total) }
	err = s.playRun(ctx, e, "", run.Crew(jobs), games, func(r *run.Run) (err error) {
		played, err = r.Stored(ctx)
		return err
	})
	return played, err
}
