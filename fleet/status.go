package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/fleet/message"
)

// Status is who is there and what is done, as a plain value.
type Status struct {
	Broker  string         `json:"broker" doc:"Host and port of the broker."`
	Server  string         `json:"server" doc:"Version of its server."`
	Version string         `json:"version" doc:"Which gambito the fleet is of."`
	Build   string         `json:"build" doc:"Fingerprint of that gambito."`
	Now     time.Time      `json:"-"` // by the clock of the broker, or of this machine if that one does not tell
	Bytes   int64          `json:"bytes" doc:"What the broker keeps: pieces, results and files."`
	Workers []WorkerStatus `json:"workers" doc:"Who has told of itself lately, by name."`
	Jobs    []JobStatus    `json:"jobs" doc:"What is being done, and what waits to be taken up again, the oldest first."`
	Banned  []Ban          `json:"banned" doc:"Workers that get nothing any more."`
}

// WorkerStatus is a machine of the fleet.
type WorkerStatus struct {
	Name    string    `json:"name" doc:"What it is called."`
	Host    string    `json:"host" doc:"Name of its machine."`
	Version string    `json:"version" doc:"Which gambito it is."`
	Build   string    `json:"build" doc:"Fingerprint of that gambito."`
	Machine string    `json:"machine" doc:"Operating system and processor."`
	Cores   int       `json:"cores" doc:"Cores of the machine."`
	Jobs    int       `json:"jobs" doc:"How many of them it lends."`
	Trust   bool      `json:"trust" doc:"Whether jobs may start programs there."`
	Doing   []string  `json:"doing" doc:"Names of the jobs that it works for."`
	Busy    float64   `json:"busy" doc:"Share of its cores that work, from 0 to 1."`
	Units   int       `json:"units" doc:"Units, such as games, that it has done since it joined."`
	Seconds float64   `json:"seconds" doc:"Core time that these took."`
	Speed   float64   `json:"speed" doc:"Units a second, lately."`
	Joined  time.Time `json:"joined" doc:"When it came, by its clock."`
	Seen    time.Time `json:"seen" doc:"When it told of itself last, by the clock of the broker."`
	Leaving bool      `json:"leaving" doc:"Whether it finishes what it has and goes."`
	Silent  bool      `json:"silent" doc:"Whether nothing was heard of it for so long that it counts as gone: it lends nothing."`
	Other   bool      `json:"other" doc:"Whether it is another build than the fleet, and gets nothing but what was begun with --any-build."`
	Banned  bool      `json:"banned" doc:"Whether it is banned."`
	Waits   string    `json:"waits" doc:"Why it does nothing, if that is not for want of work."`
}

// JobStatus is what a coordinator wants to be done.
type JobStatus struct {
	ID          string    `json:"id" doc:"Its name in the fleet, for fleet forget."`
	Name        string    `json:"name" doc:"What people call it."`
	Kind        string    `json:"kind" doc:"What sort of work it is."`
	Version     string    `json:"version" doc:"Which gambito must do it."`
	Coordinator string    `json:"coordinator" doc:"The machine that wants it."`
	Begun       time.Time `json:"begun" doc:"When it was begun or taken up, by the clock of the coordinator."`
	Seen        time.Time `json:"seen" doc:"When the coordinator told of it last, by the clock of the broker."`
	Open        bool      `json:"open" doc:"Whether it is being done; otherwise its results wait for the same command."`
	Done        int       `json:"done" doc:"Units that are done; those of earlier times count where the job tells of them, as runs do."`
	Total       int       `json:"total" doc:"Units that are wanted; 0 if nobody knows."`
	Pieces      int       `json:"pieces" doc:"Pieces that are out."`
	Queued      int       `json:"queued" doc:"Pieces that wait for a worker."`
	Held        int       `json:"held" doc:"Pieces that workers have."`
	Waiting     int       `json:"waiting" doc:"Messages with results that the coordinator has not taken yet."`
	Each        float64   `json:"each" doc:"Core seconds that a unit takes."`
	Speed       float64   `json:"speed" doc:"Units a second, lately."`
	Left        float64   `json:"left" doc:"Seconds until it is done; 0 if nobody knows."`
	Twice       int       `json:"twice" doc:"Units that were done twice."`
	Aside       int       `json:"aside" doc:"Units that were given up."`
	Refused     []string  `json:"refused" doc:"What workers said who do nothing of it."`
}

// Ban is a worker that gets nothing any more.
type Ban struct {
	Worker string    `json:"worker" doc:"Its name."`
	Why    string    `json:"why" doc:"What it did."`
	Since  time.Time `json:"since" doc:"When it was banned, by the clock of the broker."`
}

// Status tells who is there and what is done.
func (l *Link) Status(ctx context.Context) (Status, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	s := Status{Broker: l.where, Server: l.conn.ConnectedServerVersion(), Workers: []WorkerStatus{}, Jobs: []JobStatus{}, Banned: []Ban{}}
	for _, look := range []func(context.Context, *Status) error{l.statusOfFleet, l.statusOfWorkers, l.statusOfJobs} {
		if err := look(ctx, &s); err != nil {
			return Status{}, l.explain(err)
		}
	}
	return s, nil
}

// statusOfFleet tells of the whole: its build, its size, who is banned.
func (l *Link) statusOfFleet(ctx context.Context, s *Status) (err error) {
	if s.Build, s.Version, err = l.Build(ctx); err != nil {
		return err
	}
	info, err := l.js.AccountInfo(ctx)
	if err != nil {
		return err
	}
	s.Bytes = int64(info.Store + info.Memory)
	results, err := l.results.Info(ctx)
	if err != nil {
		return err
	}
	if s.Now = results.TimeStamp; s.Now.IsZero() { // servers before 2.10
		s.Now = time.Now()
	}
	s.Banned, err = l.bans(ctx)
	return err
}

// bans are the workers that get nothing any more, by name.
func (l *Link) bans(ctx context.Context) ([]Ban, error) {
	list, err := entriesOf(ctx, l.settings, bannedKey+">")
	bans := []Ban{}
	for _, e := range list {
		bans = append(bans, Ban{Worker: e.key[len(bannedKey):], Why: shown(string(e.value)), Since: e.time})
	}
	slices.SortFunc(bans, func(a, b Ban) int { return cmp.Compare(a.Worker, b.Worker) })
	return bans, err
}

func (l *Link) statusOfWorkers(ctx context.Context, s *Status) error {
	list, err := entriesOf(ctx, l.workers, jetstream.AllKeys)
	if err != nil {
		return err
	}
	for _, e := range list {
		w, err := message.Read[message.Worker](e.value)
		if err != nil || w.Name != e.key { // of a gambito to come, or of nobody
			continue
		}
		s.Workers = append(s.Workers, WorkerStatus{
			Name: w.Name, Host: shown(w.Host), Version: shown(w.Version), Build: w.Build, Machine: shown(w.Machine), Cores: w.Cores, Jobs: w.Jobs,
			Trust: w.Trust, Doing: allShown(w.Doing), Busy: w.Busy, Units: w.Units, Seconds: w.Seconds, Speed: w.Speed,
			Joined: w.Joined, Seen: e.time, Leaving: w.Leaving, Silent: s.Now.Sub(e.time) > workerQuiet, Other: s.Build != "" && w.Build != s.Build, Waits: shown(w.Waits),
			Banned: slices.ContainsFunc(s.Banned, func(b Ban) bool { return b.Worker == w.Name }),
		})
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return nil
}

// statusOfJobs tells of the jobs that are open and of those of which results wait.
func (l *Link) statusOfJobs(ctx context.Context, s *Status) error {
	byID := map[string]*JobStatus{}
	headers, err := entriesOf(ctx, l.jobs, jetstream.AllKeys)
	if err != nil {
		return err
	}
	for _, e := range headers {
		if h, err := message.Read[message.Header](e.value); err == nil && h.ID == e.key {
			byID[h.ID] = &JobStatus{
				ID: h.ID, Name: shown(h.Name), Kind: shown(h.Kind), Version: shown(h.Version), Coordinator: shown(h.Coordinator), Begun: h.Begun, Seen: e.time, Open: true,
			}
		}
	}
	waiting, err := l.results.Info(ctx, jetstream.WithSubjectFilter(resultSubject(">")))
	if err != nil {
		return err
	}
	told, err := entriesOf(ctx, l.progress, jetstream.AllKeys)
	if err != nil {
		return err
	}
	for _, e := range told {
		p, err := message.Read[message.Progress](e.value)
		if err != nil || p.ID != e.key {
			continue
		}
		left := int(waiting.State.Subjects[resultSubject(p.ID)])
		if byID[p.ID] == nil && left == 0 {
			continue // done
		}
		if byID[p.ID] == nil {
			byID[p.ID] = &JobStatus{ID: p.ID, Name: shown(p.Name)}
		}
		byID[p.ID].tell(p, e.time)
	}
	for id, j := range byID {
		j.Waiting = int(waiting.State.Subjects[resultSubject(id)])
		if j.Refused == nil {
			j.Refused = []string{}
		}
		if err := l.statusOfQueue(ctx, j); err != nil {
			return err
		}
		s.Jobs = append(s.Jobs, *j)
	}
	slices.SortFunc(s.Jobs, func(a, b JobStatus) int { return cmp.Or(a.Begun.Compare(b.Begun), cmp.Compare(a.ID, b.ID)) })
	return nil
}

// tell takes over what a coordinator told of its job.
func (j *JobStatus) tell(p message.Progress, seen time.Time) {
	j.Seen, j.Done, j.Total, j.Pieces, j.Each = seen, p.Done, p.Total, p.Pieces, p.Each
	j.Twice, j.Aside, j.Refused = p.Twice, p.Aside, allShown(p.Refused)
	if j.Open {
		j.Speed, j.Left = p.Speed, p.Left
	}
}

// statusOfQueue tells where the pieces of a job are.
func (l *Link) statusOfQueue(ctx context.Context, j *JobStatus) error {
	c, err := l.work.Consumer(ctx, j.ID)
	if missing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	info := c.CachedInfo()
	j.Queued, j.Held = int(info.NumPending), info.NumAckPending
	return nil
}

// Watch tells of the fleet now and every so often until ctx ends, or tell returns an
// error. While the broker does not answer nothing is told.
func (l *Link) Watch(ctx context.Context, every time.Duration, tell func(Status) error) error {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		if s, err := l.Status(ctx); err == nil {
			if err := tell(s); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// ErrUnknown is when nothing in the fleet has a name.
var ErrUnknown = errors.New("not known in the fleet")

// Forget removes a job with everything that waits for it, by its name in the fleet or
// the beginning of that, if no other begins so. It returns the name.
func (l *Link) Forget(ctx context.Context, beginning string) (job string, err error) {
	jobs, err := l.knownJobs(ctx)
	if err != nil {
		return "", l.explain(err)
	}
	alike := 0
	for id := range jobs {
		if id == beginning {
			job, alike = id, 1
			break
		}
		if strings.HasPrefix(id, beginning) {
			job, alike = id, alike+1
		}
	}
	switch {
	case alike == 0 || beginning == "":
		return "", fmt.Errorf("job %s: %w", beginning, ErrUnknown)
	case alike > 1:
		return "", fmt.Errorf("%d jobs begin with %s: give more letters of the one that is meant", alike, beginning)
	}
	if err := l.recall(ctx, job, false, false); err != nil {
		return "", l.explain(err)
	}
	return job, nil
}

// Pardon lifts the ban of a worker.
func (l *Link) Pardon(ctx context.Context, worker string) error {
	bans, err := l.bans(ctx)
	if err != nil {
		return l.explain(err)
	}
	if !slices.ContainsFunc(bans, func(b Ban) bool { return b.Worker == worker }) {
		return fmt.Errorf("a ban of worker %s: %w", worker, ErrUnknown)
	}
	if err := l.settings.Purge(ctx, bannedKey+worker); err != nil {
		return l.explain(err)
	}
	return nil
}
