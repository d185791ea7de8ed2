package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/arena"
	"gambito/papers"
	"gambito/progress"
	"gambito/queue"
	"gambito/store"
)

// runKindName is the kind of work of runs in the queue.
const runKindName = "run"

// RunState is what has become of a run.
type RunState string

// The states.
const (
	runWaiting   RunState = "waiting"
	runRunning   RunState = "running"   // by this server
	runElsewhere RunState = "elsewhere" // by another process
	runStopped   RunState = "stopped"
	runFinished  RunState = "finished"
	runFailed    RunState = "failed"
)

// RunLine is a stored run in a list.
type RunLine struct {
	Name     string     `json:"name" doc:"Name of the run, which is its experiment's."`
	State    RunState   `json:"state" enum:"waiting,running,elsewhere,stopped,finished,failed" doc:"What has become of it: elsewhere is running in another process."`
	Stopping bool       `json:"stopping" doc:"It runs, and has been told to stop."`
	Error    string     `json:"error,omitempty" doc:"Why it is stopped or has failed, if nobody wanted that."`
	Played   int        `json:"played" doc:"Games that are stored."`
	Planned  int        `json:"planned" doc:"Games that are played at the most, or, once a sequential test has decided, exactly."`
	Speed    float64    `json:"speed" doc:"Games a second, by the last seconds; 0 if nobody knows."`
	Left     float64    `json:"seconds_left" doc:"Seconds that are left at that speed; 0 if nobody knows."`
	Agents   []string   `json:"agents" doc:"Names of the agents."`
	Games    []string   `json:"games" doc:"The games, by id."`
	Schedule string     `json:"schedule" doc:"Who meets whom."`
	Created  time.Time  `json:"created" doc:"When it was begun."`
	Finished *time.Time `json:"finished,omitempty" doc:"When its last game was played."`
	Study    string     `json:"study" doc:"The published study that it is a part of; empty for none."`
	Priority int        `json:"priority" doc:"In the queue: higher ones begin first."`
	Fleet    bool       `json:"fleet" doc:"Whether machines of the fleet play it for this server."`
}

// RunList is all stored runs.
type RunList struct {
	Runs []RunLine `json:"runs" doc:"The runs, those that were begun last first."`
}

// runDesk is where this server has its runs: the store, those that it plays, and what
// pages watch.
type runDesk struct {
	server    *Server
	importing sync.Mutex // held while an archive is read: one at a time, for each takes the disk to itself

	mutex  sync.Mutex
	db     *store.Store
	live   map[string]*liveRun
	hubs   map[runHubKey]*runHub
	closed bool                      // nothing more is watched
	paces  map[string]*progress.Pace // of runs elsewhere
}

func newRunDesk(s *Server) *runDesk {
	return &runDesk{server: s, live: map[string]*liveRun{}, hubs: map[runHubKey]*runHub{}, paces: map[string]*progress.Pace{}}
}

// store opens the store of runs, which stays open as long as the server.
func (d *runDesk) store() (*store.Store, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.db != nil {
		return d.db, nil
	}
	if d.server.options.Data == "" {
		return nil, refuse(http.StatusConflict, "there is no data folder to keep runs in: start gambito serve with --data DIR")
	}
	db, err := store.Open(d.server.options.Data)
	if err != nil {
		return nil, refuse(http.StatusConflict, "the runs cannot be read: gambito runs list --data DIR tells why")
	}
	d.db = db
	d.sweep()
	return db, nil
}

// sweep removes what was deleted, beside everything else: that takes a while if it was
// large. Whoever calls it holds the mutex.
func (d *runDesk) sweep() {
	if d.closed {
		return
	}
	db := d.db
	d.server.work.Go(func() {
		if err := db.Sweep(d.server.ctx); err != nil && d.server.ctx.Err() == nil {
			d.server.log.Warn("what was deleted of runs could not be removed", "error", err)
		}
	})
}

// delete deletes a run for good.
func (d *runDesk) delete(name string) error {
	db, err := d.store()
	if err != nil {
		return err
	}
	if err := db.Delete(name); err != nil {
		return runRefusal(err)
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.sweep()
	return nil
}

// end lets nobody begin to watch.
func (d *runDesk) end() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.closed = true
}

// close closes the store.
func (d *runDesk) close() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.db != nil {
		_ = d.db.Close() // nothing is written any more
		d.db = nil
	}
}

// playing is the run of a name that this server plays, nil if it does not.
func (d *runDesk) playing(name string) *liveRun {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.live[name]
}

// find is a stored run.
func (d *runDesk) find(name string) (*store.Store, store.Info, error) {
	db, err := d.store()
	if err != nil {
		return nil, store.Info{}, err
	}
	info, err := db.Run(name)
	return db, info, runRefusal(err)
}

// runRefusal gives what the store refuses its status. Where the database is concerns
// nobody elsewhere.
func runRefusal(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, new(store.ErrNoRun)), errors.Is(err, store.ErrNoGame):
		return refuse(http.StatusNotFound, "%s", err)
	case errors.As(err, new(store.ErrChanged)), errors.As(err, new(store.ErrLocked)):
		return refuse(http.StatusConflict, "%s", err)
	}
	return refuse(http.StatusConflict, "the runs cannot be read or written: gambito runs list --data DIR tells why")
}

// line is a stored run as a list shows it.
func (d *runDesk) line(ctx context.Context, db *store.Store, info store.Info, now time.Time) RunLine {
	s := info.Settings
	l := RunLine{
		Name: s.Name, State: runStopped, Played: info.Games, Planned: s.Plan().Total(), Schedule: string(s.Schedule),
		Created: info.Created, Finished: info.Finished, Study: papers.StudyOfRun(s.Name), Agents: []string{}, Games: []string{},
	}
	for _, a := range s.Agents {
		l.Agents = append(l.Agents, a.Name)
	}
	for _, g := range s.Games {
		l.Games = append(l.Games, g.ID)
	}
	task, queued := d.server.queue.Find(runKindName, s.Name)
	live := d.playing(s.Name)
	switch {
	case live != nil:
		l.State, l.Stopping = runRunning, task.Stopping
		l.Played, l.Planned, l.Speed, l.Left = live.progress(now)
		if task.State == queue.Running { // the queue shows the same speed
			l.Speed, l.Left = task.Speed, task.Left
		}
	case info.Finished != nil:
		l.State, l.Planned = runFinished, info.Games
	case queued && task.State == queue.Waiting:
		l.State = runWaiting
	case queued && task.State == queue.Running: // and reads the games that there are
		l.State, l.Stopping = runRunning, task.Stopping
	case db.Locked(s.Name):
		l.State = runElsewhere
		l.Speed, l.Left = d.pace(l, now)
	case queued && task.State == queue.Failed:
		l.State = runFailed
	}
	if l.State != runElsewhere {
		d.forgetPace(s.Name)
	}
	if queued && l.State != runFinished {
		l.Priority, l.Error, l.Fleet = task.Priority, wordsOf(ctx).Text(task.Error), byFleet(task)
	}
	return l
}

// pace is the speed of a run elsewhere, which is known once it was looked at twice.
func (d *runDesk) pace(l RunLine, now time.Time) (speed, left float64) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	p := d.paces[l.Name]
	if p == nil {
		p = &progress.Pace{}
		d.paces[l.Name] = p
	}
	p.Note(now, progress.Step{What: "games", Done: l.Played, Total: l.Planned})
	return p.Speed(now)
}

// forgetPace forgets how fast a run was that nobody plays elsewhere.
func (d *runDesk) forgetPace(name string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	delete(d.paces, name)
}

// list is all stored runs.
func (d *runDesk) list(ctx context.Context) (RunList, error) {
	db, err := d.store()
	if err != nil {
		return RunList{}, err
	}
	infos, _, err := db.Runs() // those that cannot be read, gambito runs list tells of
	if err != nil {
		return RunList{}, runRefusal(err)
	}
	list, now := RunList{[]RunLine{}}, time.Now()
	for _, info := range slices.Backward(infos) {
		list.Runs = append(list.Runs, d.line(ctx, db, info, now))
	}
	return list, nil
}

// RunNamed is the part of a request that names a run.
type RunNamed struct {
	Spoken
	Name string `path:"name" maxLength:"64" doc:"Name of the run."`
}

func (s *Server) registerRuns(a huma.API) {
	tags := []string{"runs"}
	route(a, huma.Operation{
		OperationID: "runs", Method: http.MethodGet, Path: "/api/runs", Tags: tags, Summary: "All stored runs",
	}, func(ctx context.Context, _ *Spoken) (*answer[RunList], error) {
		list, err := s.runs.list(ctx)
		if err != nil {
			return nil, err
		}
		return answered(list), nil
	})
	stream(s, a, huma.Operation{
		OperationID: "runsEvents", Method: http.MethodGet, Path: "/api/runs/events", Tags: tags,
		Summary: "All stored runs, whenever something about them changes",
	}, map[string]any{"runs": RunList{}}, func(ctx context.Context, _ *Spoken) (func(context.Context, *events) error, error) {
		if _, err := s.runs.store(); err != nil {
			return nil, err
		}
		key := runHubKey{language: string(wordsOf(ctx).Language())}
		look := func(ctx context.Context) (any, error) { return s.runs.list(ctx) }
		return s.runs.watching(ctx, key, "runs", look), nil
	})
	route(a, huma.Operation{
		OperationID: "run", Method: http.MethodGet, Path: "/api/runs/{name}", Tags: tags, Summary: "All there is to know of a run but its games",
	}, s.showRun)
	stream(s, a, huma.Operation{
		OperationID: "runEvents", Method: http.MethodGet, Path: "/api/runs/{name}/events", Tags: tags,
		Summary: "What a run says so far, whenever that changes",
	}, map[string]any{"run": RunEvent{}}, s.runEvents)
	s.registerRunChanges(a, tags)
	s.registerRunGames(a, tags)
	s.registerRunArchives(a, tags)
}

// RunDetails is all there is to know of a run but its games.
type RunDetails struct {
	RunLine
	Settings arena.Settings `json:"settings" doc:"The experiment, in words and numbers."`
	YAML     string         `json:"yaml" doc:"The experiment file."`
	Build    string         `json:"build" doc:"Which gambito began it."`
	System   string         `json:"system" doc:"On what machine."`
	Command  string         `json:"command" doc:"What repeats it on a command line."`
	Seed     string         `json:"seed" doc:"The seed, as text, because it may be too large for numbers of a page."`
	Files    []RunFile      `json:"files" doc:"The files that it depends on."`
	Variants []RunVariant   `json:"variants" doc:"What the agents are in the games, with every option."`
}

// RunFile is a file that a run depends on.
type RunFile struct {
	Name   string `json:"name" doc:"What it is."`
	Digest string `json:"digest" doc:"SHA-256 of its content."`
}

// RunVariant is what an agent is in some of the games.
type RunVariant struct {
	Agent string   `json:"agent" doc:"Name of the agent."`
	Spec  string   `json:"spec" doc:"Agent spec with every option."`
	Games []string `json:"games" doc:"The games in which it is that, by id."`
}
