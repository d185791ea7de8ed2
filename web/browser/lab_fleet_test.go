package browser

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/fleet"
	"gambito/games"
	"gambito/web"
)

// fakeFleet is a fleet in this process. What is told of it is what a test says.
type fakeFleet struct{ status atomic.Pointer[fleet.Status] }

// page is the fleet as the page knows it.
func (f *fakeFleet) page() *web.Fleet {
	kinds := []crew.Kind{arena.Games(func(e *agent.Environment) *agent.Registry { return agents.New(e) }, games.ParseSealed)}
	return &web.Fleet{
		Status: func(context.Context) (fleet.Status, error) { return *f.status.Load(), nil },
		Join:   "gambito worker nats://S4cr3tS4cr3tS4cr3tS4cr3t@fleet.example.org:4222",
		Crew:   func() (crew.Fleet, error) { return crewtest.Fleet{Kinds: kinds, Workers: 3}, nil },
	}
}

// show says how the fleet is.
func (f *fakeFleet) show(workers, jobs, done int) {
	s := fleet.Status{
		Broker: "fleet.example.org:4222", Server: "2.15.2", Version: "v1.2.3-0.20261116120000-0123456789ab", Bytes: 123456789,
		Workers: []fleet.WorkerStatus{}, Jobs: []fleet.JobStatus{}, Banned: []fleet.Ban{},
	}
	now := time.Now()
	for i := range workers {
		s.Workers = append(s.Workers, fleet.WorkerStatus{
			Name: fmt.Sprintf("machine-with-a-long-name-%d", i+1), Host: "somewhere.example.org", Version: s.Version, Machine: "linux/amd64",
			Cores: 8, Jobs: 6, Doing: []string{"round-robin"}, Busy: 0.97, Units: 12345 * i, Speed: 12.34, Seen: now.Add(-time.Duration(i) * 9 * time.Second),
			Leaving: i == 1, Other: i == 2, Banned: i == 3, Trust: i == 4,
		})
	}
	for i := range jobs {
		s.Jobs = append(s.Jobs, fleet.JobStatus{
			ID: fmt.Sprint(i), Name: fmt.Sprintf("round-robin-of-many-agents-%d", i+1), Kind: "games", Coordinator: "desk", Open: i != 1,
			Done: done, Total: 1000, Queued: 12, Held: 24, Waiting: i, Speed: 55.5, Left: 77, Twice: 3 * i, Aside: i, Refused: []string{},
		})
	}
	if workers > 3 {
		s.Banned = append(s.Banned, fleet.Ban{Worker: "machine-with-a-long-name-4", Why: "it came to something else than two others"})
	}
	f.status.Store(&s)
}

// serveFleet is a server with a fleet.
func serveFleet(t *testing.T) (*Server, *fakeFleet) {
	t.Helper()
	f := &fakeFleet{}
	f.show(0, 0, 0)
	s := &Server{data: t.TempDir(), fleet: f.page()}
	if err := s.start("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s, f
}

// TestLabFleet: the page tells how to begin, then who is there and how far they are, as it
// changes; and a run goes to the fleet that is chosen in its form.
func TestLabFleet(t *testing.T) {
	t.Parallel()
	plain := serve(t)
	s, f := serveFleet(t)
	tab := visit(t, desk)
	tab.Go(plain.Address + "/lab")
	tab.Click("nav a", "Fleet")
	tab.See("h2", "No fleet yet")
	tab.See("pre", "gambito serve --fleet")
	tab.accessible(t, "no fleet")

	tab.Go(s.Address + "/lab/fleet")
	tab.See("h2", "No machine has joined")
	tab.See("code", "gambito worker nats://S4cr3t.*")
	f.show(2, 1, 250)
	tab.See("td", "machine-with-a-long-name-2 is leaving.*")
	tab.See("td", "250 of 1,000")
	f.show(2, 1, 500)
	tab.See("td", "500 of 1,000")
	f.show(5, 2, 600)
	tab.See("h2", "Banned machines")

	tab.Go(s.Address + "/lab/new")
	tab.fill("input", "Name of the run", "on-the-fleet")
	tab.fill("input", "Games a pair", "20")
	tab.Wait("[...document.querySelectorAll('option')].some((o) => o.innerText === 'the fleet (3 machines)')")
	tab.choose("select", "Played by.*", "fleet")
	tab.See("code", "gambito tournament on-the-fleet.yaml --fleet URL")
	tab.Click("button", "Start")
	tab.Wait("location.pathname === '/lab/runs/on-the-fleet'")
	tab.long(t, "/finished/.test("+runState+")")

	const moved = "name: moved\ngames: [tictactoe]\nagents: [random, \"mcts:sims=20\"]\ngames-per-pair: 20000\n"
	Value[any](tab, fmt.Sprintf("fetch('/api/runs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ yaml: %q, jobs: 1 }) }).then((r) => r.status)", moved))
	tab.Go(s.Address + "/lab/runs/moved")
	tab.Click(".acts button", "Stop")
	tab.Wait("/stopped/.test(" + runState + ")")
	tab.Click(".acts button", "Go on by the fleet")
	tab.See(".title a", "by the fleet")
	tab.long(t, "/finished/.test("+runState+")")
}

// TestLabFleetLooks: the page is good for both widths, both colours and both languages.
func TestLabFleetLooks(t *testing.T) {
	t.Parallel()
	s, f := serveFleet(t)
	tab := visit(t, desk)
	for _, shown := range []struct{ workers, jobs int }{{0, 0}, {1, 0}, {5, 3}} {
		f.show(shown.workers, shown.jobs, 300)
		for _, look := range looks {
			what := fmt.Sprintf("%d machines, %s", shown.workers, name(look))
			tab.become(look)
			tab.Go(s.Address + "/lab/fleet")
			tab.Wait(fmt.Sprintf("document.querySelector('main dl') && document.querySelectorAll('main tbody tr').length === %d", shown.workers+shown.jobs))
			tab.fits(t, what)
			tab.accessible(t, what)
			if text := Value[string](tab, "document.querySelector('main').innerText"); strings.Contains(text, "undefined") || strings.Contains(text, "{") {
				t.Errorf("%s: the page says %s", what, text)
			}
		}
	}
}
