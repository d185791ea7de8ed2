package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/arena"
	"gambito/crew"
	"gambito/fleet"
	"gambito/queue"
	"gambito/run"
)

// Fleet is the machines that a server may have play for it.
type Fleet struct {
	// Status tells who is there and what is done.
	Status func(ctx context.Context) (fleet.Status, error)

	// Join is the command that lends a machine to the fleet, with what lets it in; ""
	// if whoever runs the broker knows it.
	Join string

	// Crew is the fleet for stored runs: what was played for one of them before the
	// server ended is not played again.
	Crew func() (crew.Fleet, error)
}

// FleetView is a fleet as a page shows it.
type FleetView struct {
	There  bool          `json:"there" doc:"Whether this server has a fleet."`
	Join   string        `json:"join" doc:"The command that lends a machine to it, for who sits at the machine of the server or may do everything; others see no token. Empty if whoever runs the broker knows it."`
	Hidden bool          `json:"hidden" doc:"Whether the token is left out of that command."`
	Error  string        `json:"error" doc:"Why nothing can be told of the fleet just now; empty if something can."`
	At     time.Time     `json:"at" doc:"When this was seen, by the clock of the server."`
	Status *fleet.Status `json:"status,omitempty" doc:"Who is there and what is done."`
}

// fleetTime is how long the broker may take to tell how things are; and what it told is
// shown to everybody who asks within a moment.
const (
	fleetTime   = 3 * time.Second
	fleetMoment = 900 * time.Millisecond
)

// fleetSeen is what the broker told last, for all who look.
type fleetSeen struct {
	mutex  sync.Mutex
	at     time.Time
	status fleet.Status
	err    error
}

// look asks the broker, unless somebody has a moment ago.
func (f *fleetSeen) look(ctx context.Context, o *Fleet) (fleet.Status, time.Time, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if time.Since(f.at) > fleetMoment {
		ctx, cancel := context.WithTimeout(ctx, fleetTime)
		defer cancel()
		status, err := o.Status(ctx)
		if errors.Is(err, context.Canceled) { // who has asked is gone: others see no worse for it
			return status, f.at, err
		}
		f.status, f.err, f.at = status, err, time.Now().UTC()
	}
	return f.status, f.at, f.err
}

// errFleetSilent is what a page is told while nothing is heard of the broker. Why is in
// the log: it may tell more than concerns those who look.
var errFleetSilent = errors.New("the broker of the fleet does not answer: what is out is done nevertheless, and goes on when it is back")

// fleetView is what a page shows to who sent a request.
func (s *Server) fleetView(ctx context.Context) FleetView {
	o := s.options.Fleet
	if o == nil {
		return FleetView{At: time.Now().UTC()}
	}
	v := FleetView{There: true, Join: o.Join}
	if o.Join != "" && !s.options.Trust && !loopback(clientOf(ctx)) {
		v.Join, v.Hidden = withoutToken(o.Join), true
	}
	status, at, err := s.fleet.look(ctx, o)
	if v.At = at; err != nil {
		s.log.Debug("the broker of the fleet does not answer", "error", err)
		v.Error = wordsOf(ctx).Error(errFleetSilent)
		return v
	}
	w := wordsOf(ctx)
	status.Workers, status.Jobs, status.Banned = append([]fleet.WorkerStatus{}, status.Workers...), append([]fleet.JobStatus{}, status.Jobs...), append([]fleet.Ban{}, status.Banned...)
	for i := range status.Workers {
		status.Workers[i].Waits = w.Text(status.Workers[i].Waits)
	}
	for i, b := range status.Banned {
		status.Banned[i].Why = w.Text(b.Why)
	}
	for i, j := range status.Jobs {
		status.Jobs[i].Refused = make([]string, len(j.Refused))
		for k, why := range j.Refused {
			status.Jobs[i].Refused[k] = w.Text(why)
		}
	}
	v.Status = &status
	return v
}

// withoutToken hides in a command what lets a machine in: what stands before the @ of an
// address.
func withoutToken(command string) string {
	words := strings.Fields(command)
	for i, word := range words {
		scheme, rest, _ := strings.Cut(word, "://")
		if at := strings.LastIndexByte(rest, '@'); at >= 0 {
			words[i] = scheme + "://…" + rest[at:]
		}
	}
	return strings.Join(words, " ")
}

func (s *Server) registerFleet(a huma.API) {
	tags := []string{"fleet"}
	route(a, huma.Operation{
		OperationID: "fleet", Method: http.MethodGet, Path: "/api/fleet", Tags: tags, Summary: "The fleet: its machines and what they do",
	}, func(ctx context.Context, _ *struct{ Spoken }) (*answer[FleetView], error) {
		return answered(s.fleetView(ctx)), nil
	})
	stream(s, a, huma.Operation{
		OperationID: "fleetEvents", Method: http.MethodGet, Path: "/api/fleet/events", Tags: tags, Summary: "The fleet, every second",
	}, map[string]any{"fleet": FleetView{}}, func(context.Context, *Spoken) (func(context.Context, *events) error, error) {
		return func(ctx context.Context, e *events) error {
			return everySecond(ctx, func() error { return e.send("fleet", s.fleetView(ctx)) })
		}, nil
	})
}

// runArgs is what the queue keeps of a run.
type runArgs struct {
	Fleet bool `json:"fleet,omitempty"` // the fleet plays it
}

// byFleet reports whether the fleet plays the run of a task.
func byFleet(t queue.Task) bool {
	var args runArgs
	return json.Unmarshal(t.Args, &args) == nil && args.Fleet
}

// playedBy says in a task who plays its run. What the fleet plays takes next to nothing
// of this machine.
func (s *Server) playedBy(t *queue.Task, fleet bool) error {
	if !fleet {
		t.Args = nil
		return nil
	}
	if s.options.Fleet == nil {
		return refuse(http.StatusConflict, "this server has no fleet: start gambito serve with --fleet, or with --fleet-url URL")
	}
	t.Jobs = 1
	var err error
	t.Args, err = json.Marshal(runArgs{Fleet: true})
	return err
}

// runCrew is who plays the run of a task.
func (s *Server) runCrew(t queue.Task) (arena.Crew, error) {
	if !byFleet(t) {
		return run.Crew(t.Jobs), nil
	}
	if s.options.Fleet == nil {
		return nil, errors.New("the fleet was to play it, and this server has none: start gambito serve with --fleet, or let this machine play it")
	}
	fleet, err := s.options.Fleet.Crew()
	return arena.Remote{Fleet: fleet}, err
}

// doubted says what became of a run whose machines contradict each other: it has taken
// back the games of those that are in doubt.
func doubted(err error) error {
	machines := crew.InDoubt(err)
	if machines == nil {
		return err
	}
	return fmt.Errorf("machines of the fleet contradict each other, so that the games of %s were taken back: go on, and others play them again", strings.Join(machines, ", "))
}
