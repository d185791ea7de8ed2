package web

import (
	"context"
	"errors"
	"iter"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/fleet"
	"gambito/games"
)

// testFleet is a fleet in this process, and what is told of it.
func testFleet(status func() (fleet.Status, error)) *Fleet {
	kinds := []crew.Kind{arena.Games(func(e *agent.Environment) *agent.Registry { return agents.New(e) }, games.ParseSealed)}
	return &Fleet{
		Status: func(context.Context) (fleet.Status, error) { return status() },
		Join:   "gambito worker nats://secret@10.0.0.1:4222 --tls-ca ca.pem",
		Crew:   func() (crew.Fleet, error) { return crewtest.Fleet{Kinds: kinds, Workers: 2}, nil },
	}
}

// aStatus is of a fleet that works.
func aStatus() (fleet.Status, error) {
	return fleet.Status{
		Broker: "10.0.0.1:4222", Workers: []fleet.WorkerStatus{{Name: "one", Waits: "it waits"}},
		Jobs: []fleet.JobStatus{{Name: "a run", Done: 3, Total: 9}}, Banned: []fleet.Ban{{Worker: "two"}},
	}, nil
}

// TestFleetView: pages see what the broker tells, and only who sits at this machine the
// token.
func TestFleetView(t *testing.T) {
	if v := read[FleetView](t, ask(t, serverFor(t, Options{}), "GET", "/api/fleet", nil)); v.There || v.Status != nil || v.Join != "" {
		t.Errorf("without a fleet there is %+v", v)
	}
	s := serverFor(t, Options{Fleet: testFleet(aStatus)})
	from := func(address string) FleetView {
		r := httptest.NewRequest("GET", "/api/fleet", nil)
		r.Host, r.RemoteAddr = "127.0.0.1:7777", address
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return read[FleetView](t, w)
	}
	v := from("127.0.0.1:99")
	if !v.There || v.Error != "" || v.Join != s.options.Fleet.Join || v.Hidden || v.Status == nil || len(v.Status.Workers) != 1 || v.Status.Jobs[0].Total != 9 || v.At.IsZero() {
		t.Errorf("here one sees %+v", v)
	}
	if v := from("10.0.0.7:99"); v.Join != "gambito worker nats://…@10.0.0.1:4222 --tls-ca ca.pem" || !v.Hidden || v.Status == nil {
		t.Errorf("elsewhere one sees %+v", v)
	}
	silent := serverFor(t, Options{Fleet: testFleet(func() (fleet.Status, error) { return fleet.Status{}, errors.New("nats://secret@10.0.0.1 is gone") })})
	if v := read[FleetView](t, ask(t, silent, "GET", "/api/fleet?lang=es", nil)); !v.There || !strings.HasPrefix(v.Error, "el intermediario de la flota no responde") || v.Status != nil {
		t.Errorf("of a broker that is gone one sees %+v", v)
	}
}

// TestFleetStream: what the broker tells is asked for once a second, however many look.
func TestFleetStream(t *testing.T) {
	asked := 0
	s := serverFor(t, Options{Fleet: testFleet(func() (fleet.Status, error) { asked++; return aStatus() })})
	begin := time.Now()
	list := runEventsOf(t, s, "/api/fleet/events", "fleet", func(v FleetView) bool { return time.Since(begin) > 1500*time.Millisecond })
	if len(list) < 2 || !list[0].There || list[0].At.Equal(list[len(list)-1].At) {
		t.Errorf("%d events: %+v", len(list), list)
	}
	for range 20 {
		ask(t, s, "GET", "/api/fleet", nil)
	}
	if asked > len(list)+2 {
		t.Errorf("the broker was asked %d times", asked)
	}
}

// TestRunByFleet: a run that the fleet plays has the bytes of one that this machine plays,
// and the queue remembers who plays it.
func TestRunByFleet(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	local, far := serverFor(t, Options{Data: here}), serverFor(t, Options{Data: there, Fleet: testFleet(aStatus)})
	text := runYAML("same", 4)
	if said := refused(t, ask(t, local, "POST", "/api/runs", object{"yaml": text, "fleet": true}), 409); !strings.Contains(said, "has no fleet: start gambito serve with --fleet") {
		t.Error(said)
	}
	ask(t, local, "POST", "/api/runs", object{"yaml": text})
	if line := read[RunLine](t, ask(t, far, "POST", "/api/runs", object{"yaml": text, "fleet": true})); !line.Fleet && line.State != runFinished {
		t.Errorf("begun is %+v", line)
	}
	if task, _ := far.queue.Find(runKindName, "same"); !byFleet(task) || task.Jobs != 1 {
		t.Errorf("the queue has %+v", task)
	}
	for _, s := range []*Server{local, far} {
		runUntil(t, s, "same", func(l RunLine) bool { return l.State == runFinished })
	}
	plain := func(data string) string { // without who has played
		var kept []string
		for line := range strings.Lines(exported(t, data, "same")) {
			before, _, _ := strings.Cut(line, `,"build":`)
			kept = append(kept, before)
		}
		return strings.Join(kept, "\n")
	}
	if plain(here) != plain(there) {
		t.Error("the fleet plays other games")
	}
}

// TestFleetGone: a run that the fleet was to play waits for somebody to decide.
func TestFleetGone(t *testing.T) {
	data := t.TempDir()
	text := runYAML("left", 4000)
	s := serverFor(t, Options{Data: data, Fleet: testFleet(aStatus)})
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": text, "fleet": true}))
	s.Close()
	s = serverFor(t, Options{Data: data})
	line := runUntil(t, s, "left", func(l RunLine) bool { return l.State == runFailed })
	if !strings.Contains(line.Error, "the fleet was to play it") {
		t.Errorf("%+v", line)
	}
	refused(t, ask(t, s, "POST", "/api/runs/left/go-on", object{"fleet": true}), 409)
	read[RunLine](t, ask(t, s, "POST", "/api/runs/left/go-on", object{"fleet": false}))
	runUntil(t, s, "left", func(l RunLine) bool { return l.State == runRunning && !l.Fleet })
}

// liar is a fleet of which one machine is found out after a game was taken from it.
type liar struct{ crew.Fleet }

type errLie struct{ error }

func (errLie) InDoubt() []string { return []string{"worker1"} }

func (f liar) Do(ctx context.Context, j crew.Job, units iter.Seq[int], deliver func([]crew.Done) error) error {
	err := f.Fleet.Do(ctx, j, func(yield func(int) bool) {
		n := 0
		for u := range units {
			if n++; n > 9 || !yield(u) {
				return
			}
		}
	}, deliver)
	if err == nil {
		err = errLie{errors.New("one of two lies")}
	}
	return err
}

// TestFleetLies: games of a machine that is in doubt are taken back, and the run can go on.
func TestFleetLies(t *testing.T) {
	f := testFleet(aStatus)
	honest := f.Crew
	f.Crew = func() (crew.Fleet, error) {
		fleet, err := honest()
		return liar{fleet}, err
	}
	s := serverFor(t, Options{Data: t.TempDir(), Fleet: f})
	read[RunLine](t, ask(t, s, "POST", "/api/runs", object{"yaml": runYAML("lies", 4), "fleet": true}))
	line := runUntil(t, s, "lies", func(l RunLine) bool { return l.State == runFailed })
	if !strings.Contains(line.Error, "so that the games of worker1 were taken back") || line.Played != 5 {
		t.Errorf("%+v", line)
	}
	f.Crew = honest
	read[RunLine](t, ask(t, s, "POST", "/api/runs/lies/go-on", nil))
	if line := runUntil(t, s, "lies", func(l RunLine) bool { return l.State == runFinished }); line.Played != 24 {
		t.Errorf("%+v", line)
	}
}
