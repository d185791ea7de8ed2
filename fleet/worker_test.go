package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"gambito/build"
	"gambito/crew"
	"gambito/fleet/message"
)

// Two workers do the units of a job, each once, on both kinds of server.
func TestWorkersDoWork(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		l := connect(t, Options{URL: url})
		b := &workbench{}
		folder := t.TempDir()
		_, stop1 := startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 2, Cache: folder})
		_, stop2 := startWorker(t, url, b, WorkerOptions{Name: "two", Jobs: 1, Cache: folder})
		s := noUnits
		s.Each = 2 * time.Millisecond
		g := newGiver(t, l, "jobA", s, time.Second, nil, " of", " a file")
		for i := range 30 {
			g.give(uint64(i), 10*i, 10, "")
		}
		seen := map[int]int{}
		workers := map[string]bool{}
		for len(seen) < 300 {
			a := g.answer()
			workers[a.Worker] = true
			if !a.Last || a.Delivery != 1 || a.Seconds <= 0 || a.Build != build.Fingerprint() {
				t.Errorf("%+v", a)
			}
			for _, u := range a.Done {
				if seen[u.Number]++; seen[u.Number] > 1 || string(u.Data) != fmt.Sprintf("%d of a file", u.Number) || string(u.Notes) != "n" {
					t.Errorf("unit %d, %d times: %q", u.Number, seen[u.Number], u.Data)
				}
			}
		}
		if !workers["one"] || !workers["two"] {
			t.Errorf("only %v worked", workers)
		}
		until(t, "all is acknowledged", func() bool { return g.queued() == 0 })
		if err := l.jobs.Purge(context.Background(), "jobA"); err != nil {
			t.Fatal(err)
		}
		until(t, "the job is closed", func() bool { return b.closed.Load() == 2 })
		stop1()
		stop2()
		if _, err := l.workers.Get(context.Background(), "one"); !errors.Is(err, jetstream.ErrKeyNotFound) {
			t.Errorf("a worker that left is still there: %v", err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 5 { // and two identities
			t.Errorf("%d files in the cache, %v", len(entries), err)
		}
	})
}

// A piece of a worker that is gone goes to another, which has it split; so does one that
// comes too often.
func TestWorkerLost(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	g := newGiver(t, l, "jobA", noUnits, 200*time.Millisecond, nil)
	g.give(1, 0, 5, "")
	g.give(2, 5, 1, "")
	c, err := l.work.Consumer(context.Background(), "jobA")
	if err != nil {
		t.Fatal(err)
	}
	for range 5 { // workers that take both pieces and are never seen again
		batch, err := c.Fetch(2, jetstream.FetchMaxWait(2*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		for m := range batch.Messages() {
			m.Nak()
		}
	}
	startWorker(t, url, &workbench{}, WorkerOptions{Name: "one", Jobs: 1})
	for range 2 {
		switch a := g.answer(); a.Piece {
		case 1:
			if !a.Split || a.Delivery != 6 || len(a.Done) > 0 || !a.Last {
				t.Errorf("%+v", a)
			}
		case 2:
			if !a.Aside || a.Delivery != 6 || len(a.Done) > 0 || !a.Last {
				t.Errorf("%+v", a)
			}
		}
	}
	until(t, "both are acknowledged", func() bool { return g.queued() == 0 })
}

// A unit that takes longer than the patience of the broker is not given to others as
// long as its worker lives.
func TestWorkerBeats(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	b := &workbench{}
	s := noUnits
	s.Each = 600 * time.Millisecond
	g := newGiver(t, l, "jobA", s, 200*time.Millisecond, nil)
	startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	startWorker(t, url, b, WorkerOptions{Name: "two", Jobs: 1})
	g.give(1, 0, 1, "")
	if a := g.answer(); a.Delivery != 1 || len(a.Done) != 1 {
		t.Errorf("%+v", a)
	}
	if n := b.done.Load(); n != 1 {
		t.Errorf("it was done %d times", n)
	}
}

// What is recalled ends at once.
func TestRecall(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	b := &workbench{}
	s := noUnits
	s.Hang = 0
	g := newGiver(t, l, "jobA", s, time.Second, nil)
	w, _ := startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	g.give(1, 0, 1, "")
	until(t, "the unit is begun", func() bool { return strings.Contains(w.State(), "1 of 1 busy, job jobA") })
	if err := l.jobs.Delete(context.Background(), "jobA"); err != nil {
		t.Fatal(err)
	}
	until(t, "the unit is cancelled", func() bool { return b.cancelled.Load() == 1 && b.closed.Load() == 1 })
	until(t, "the worker waits", func() bool { return strings.Contains(w.State(), "0 of 1 busy, waiting for work") })
	if again := newGiver(t, l, "jobB", noUnits, time.Second, nil); again != nil {
		again.give(1, 0, 1, "")
		again.collect(1)
	}
}

// Units that cannot be done, and jobs that cannot be opened.
func TestWorkerFailures(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	b := &workbench{}
	startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	s := testSpec{Fail: 10, Panic: 20, Large: 30, Hang: -1}
	g := newGiver(t, l, "jobA", s, time.Second, nil)
	for i, want := range []string{"no such position", "panic: out of range", "a message holds"} {
		g.give(uint64(i), 10*i+10, 1, "")
		if a := g.answer(); a.Failed == nil || a.Failed.Unit != 10*i+10 || !strings.Contains(a.Failed.Why, want) || len(a.Done) > 0 {
			t.Errorf("%+v: %+v", a, a.Failed)
		}
	}
	g.give(7, 0, 3, "one")
	if a := g.answer(); !a.Split || a.Delivery != 0 || len(a.Done) > 0 {
		t.Errorf("its own work given for comparison: %+v", a)
	}
	s = noUnits
	s.Broke = true
	g = newGiver(t, l, "jobB", s, time.Second, nil)
	g.give(1, 0, 1, "")
	if a := g.answer(); a.Refused != "nothing fits" || !a.Split || a.Delivery != 0 {
		t.Errorf("%+v", a)
	}
	until(t, "the piece is acknowledged", func() bool { return g.queued() == 0 })
	g.give(2, 1, 1, "")
	time.Sleep(100 * time.Millisecond)
	if n := g.queued(); n != 1 {
		t.Errorf("a job that was refused is taken again: %d pieces wait", n)
	}
}

// A worker leaves alone what it may not do, and tells why.
func TestUnfitJobs(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	b := &workbench{}
	plain, _ := startWorker(t, url, b, WorkerOptions{Name: "plain", Jobs: 1})
	for name, c := range map[string]struct {
		change func(*message.Header)
		why    string
	}{
		"build":   {func(h *message.Header) { h.Build, h.Version = "other", "commit 1" }, "is for another gambito, commit 1 d9298a10"},
		"outside": {func(h *message.Header) { h.Outside = true }, "takes --trust"},
		"kind":    {func(h *message.Header) { h.Kind = "knitting" }, "of the kind knitting"},
	} {
		g := newGiver(t, l, name, noUnits, time.Second, c.change)
		g.give(1, 0, 1, "")
		until(t, "it tells why", func() bool { return strings.Contains(plain.State(), c.why) })
		if err := l.jobs.Delete(context.Background(), name); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.open.Load(); n != 0 {
		t.Errorf("%d jobs were opened", n)
	}
	g := newGiver(t, l, "outside", noUnits, time.Second, func(h *message.Header) { h.Outside = true })
	startWorker(t, url, b, WorkerOptions{Name: "trusting", Jobs: 1, Trust: true})
	if by := g.collect(1); by[0] != "trusting" {
		t.Errorf("done by %v", by)
	}
}

// Two workers never have one name, and one that was banned is not let in.
func TestNamesAndBans(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	b := &workbench{}
	one, stop := startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	until(t, "it is there", func() bool { _, err := l.workers.Get(ctx, "one"); return err == nil })
	other, _ := startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	until(t, "the other is there", func() bool { name := other.Name(); return strings.HasPrefix(name, "one-") && len(name) == 8 })
	g := newGiver(t, l, "jobA", noUnits, time.Second, nil)
	if _, err := l.settings.Put(ctx, bannedKey+"one", []byte("it lies")); err != nil {
		t.Fatal(err)
	}
	until(t, "it knows that it is banned", func() bool { return strings.Contains(one.State(), "it lies") })
	for i := range 10 {
		g.give(uint64(i), i, 1, "")
	}
	for unit, worker := range g.collect(10) {
		if worker == "one" {
			t.Errorf("unit %d was done by one that is banned", unit)
		}
	}
	stop()
	var fault Fault
	err := NewWorker(l, nil, WorkerOptions{Name: "one"}).Run(ctx)
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "it lies") {
		t.Errorf("one that is banned: %v", err)
	}
	if err := NewWorker(l, nil, WorkerOptions{Name: "a.b"}).Run(ctx); err == nil || errors.As(err, &fault) {
		t.Errorf("a strange name: %v", err)
	}
}

// A folder is an identity: a worker that was killed has its name again, two at a time
// have two.
func TestNameComesBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	folder, elsewhere := t.TempDir(), t.TempDir()
	enter := func(folder string) (string, func() error) {
		t.Helper()
		w := NewWorker(l, nil, WorkerOptions{Name: "one", Cache: folder})
		leave, err := w.enter(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return w.Name(), leave
	}
	name, killed := enter(folder)
	second, leave := enter(folder)
	if name != "one" || second != "one-2" {
		t.Errorf("they are called %s and %s", name, second)
	}
	killed() // its entry is still there
	leave()
	if name, leave := enter(folder); name != "one" {
		t.Errorf("the one that was killed is called %s", name)
	} else {
		leave()
	}
	third, leave := enter(elsewhere)
	leave()
	if again, leave := enter(elsewhere); !strings.HasPrefix(third, "one-") || len(third) != 8 || again != third {
		t.Errorf("one of another folder is called %s, and then %s", third, again)
	} else {
		leave()
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := NewWorker(l, nil, WorkerOptions{Cache: filepath.Join(file, "x")}).Run(ctx); err == nil || !strings.Contains(err.Error(), "--cache") {
		t.Errorf("a folder that cannot be: %v", err)
	}
}

// What is no piece is thrown away, and does not flood whoever reads what is told.
func TestGarbagePieces(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	g := newGiver(t, l, "jobA", noUnits, time.Second, nil)
	for i := range 15 {
		if err := l.publish(context.Background(), workSubject("jobA"), fmt.Sprint("garbage", i), []byte("{nonsense")); err != nil {
			t.Fatal(err)
		}
	}
	g.give(1, 0, 1, "")
	var told atomic.Int32
	startWorker(t, url, &workbench{}, WorkerOptions{Name: "one", Jobs: 1, Tell: func(string) { told.Add(1) }})
	g.collect(1)
	until(t, "all is thrown away", func() bool { return g.queued() == 0 })
	if n := told.Load(); n != 2 {
		t.Errorf("it told %d times", n)
	}
}

// A worker that joins whatever gambito the others are does work of another build only if
// who wants it says that any may.
func TestAnyBuild(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url, AnyBuild: true})
	b := &workbench{}
	w := NewWorker(l, []crew.Kind{b.kind()}, WorkerOptions{Name: "one", Jobs: 1})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	defer func() { cancel(); <-ended }()
	strict := newGiver(t, l, "strict", noUnits, time.Second, func(h *message.Header) { h.Build, h.Version = "other", "commit 1" })
	strict.give(1, 0, 1, "")
	until(t, "it tells why", func() bool { return strings.Contains(w.State(), "not begun with --any-build") })
	open := newGiver(t, l, "open", noUnits, time.Second, func(h *message.Header) { h.Build, h.Any = "other", true })
	open.give(1, 0, 1, "")
	open.collect(1)
	if n := strict.queued(); n != 1 || b.done.Load() != 1 {
		t.Errorf("%d pieces of the strict job wait, %d units were done", n, b.done.Load())
	}
}

// A worker that is banned gives back what it has in hand: nobody waits for it.
func TestBannedGivesBack(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	s := noUnits
	s.Hang = 0
	g := newGiver(t, l, "jobA", s, time.Minute, nil)
	g.give(1, 0, 1, "")
	b := &workbench{}
	w, _ := startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	until(t, "it is busy", func() bool { return strings.Contains(w.State(), "1 of 1 busy") })
	if _, err := l.settings.Put(context.Background(), bannedKey+"one", []byte("it lies")); err != nil {
		t.Fatal(err)
	}
	if a := g.answer(); !a.Split || a.Delivery != 0 || len(a.Done) > 0 {
		t.Errorf("%+v", a)
	}
	until(t, "nothing is out", func() bool { return g.queued() == 0 && b.closed.Load() == 1 })
}

// A broker that has no room is told of once, and what was done is delivered when it has.
func TestFullBroker(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	info, err := l.results.Info(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c := info.Config
	c.MaxMsgs = 1
	if _, err := l.js.UpdateStream(ctx, c); err != nil {
		t.Fatal(err)
	}
	g := newGiver(t, l, "jobA", noUnits, time.Second, nil)
	for i := range 3 {
		g.give(uint64(i), i, 1, "")
	}
	var told atomic.Int32
	startWorker(t, url, &workbench{}, WorkerOptions{Name: "one", Jobs: 1, Tell: func(string) { told.Add(1) }})
	until(t, "the worker tells", func() bool { return told.Load() > 0 })
	g.collect(3)
	if n := told.Load(); n != 1 {
		t.Errorf("it told %d times", n)
	}
}

// A file is fetched once, a broken one again.
func TestCache(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := connect(t, Options{URL: urlOf(startServer(t, nil))})
	folder := filepath.Join(t.TempDir(), "cache")
	c, err := newCache(l, folder)
	if err != nil {
		t.Fatal(err)
	}
	content := []byte("a network")
	digest, err := l.putFile(ctx, content)
	if err != nil {
		t.Fatal(err)
	}
	get := func() {
		t.Helper()
		if got, err := c.get(ctx, digest, 100); err != nil || string(got) != string(content) {
			t.Errorf("%q, %v", got, err)
		}
	}
	name := filepath.Join(folder, digest)
	get()
	if err := os.WriteFile(name, []byte("a netw0rk"), 0o644); err != nil {
		t.Fatal(err)
	}
	get()
	if got, err := os.ReadFile(name); err != nil || string(got) != string(content) {
		t.Errorf("the broken file is still there: %q, %v", got, err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o755); err != nil {
		t.Fatal(err)
	}
	get()
	if err := l.files.Delete(ctx, digest); err != nil {
		t.Fatal(err)
	}
	get() // from the folder
	half, old := name+".123", time.Now().Add(-2*time.Hour)
	if err := os.WriteFile(half, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(half, old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := newCache(l, folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(half); err == nil {
		t.Error("half a file stays for ever")
	}
	if _, err := c.get(ctx, Digest([]byte("nowhere")), 100); !errors.Is(err, errNoFile) {
		t.Errorf("a file that nobody has: %v", err)
	}
}

// The broker goes away in the middle of a unit and comes back: nothing is lost, and
// work goes on.
func TestBrokerComesBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s1 := startServer(t, func(o *server.Options) { o.StoreDir = dir })
	url := urlOf(s1)
	b := &workbench{}
	l := connect(t, Options{URL: url})
	s := noUnits
	s.Each = 300 * time.Millisecond
	g := newGiver(t, l, "jobA", s, time.Second, nil)
	startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	g.give(1, 0, 1, "")
	until(t, "the unit is begun", func() bool { return b.open.Load() == 1 })
	address := s1.Addr().String()
	s1.Shutdown()
	s1.WaitForShutdown()
	time.Sleep(400 * time.Millisecond)
	startServer(t, func(o *server.Options) {
		o.StoreDir = dir
		fmt.Sscanf(address[strings.LastIndex(address, ":")+1:], "%d", &o.Port)
	})
	if by := g.collect(1); by[0] != "one" {
		t.Error(by)
	}
	until(t, "another piece is given", func() bool {
		p, _ := message.JSON(message.Piece{Job: "jobA", Number: 2, Units: []message.Span{{First: 1, Count: 1}}})
		return l.publish(context.Background(), workSubject("jobA"), "jobA-2", p) == nil
	})
	g.collect(1)
	if n := b.done.Load(); n != 2 {
		t.Errorf("%d units were done", n)
	}
}

// A worker that is told to stop finishes what is short and returns the rest.
func TestCleanStop(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	b := &workbench{}
	s := noUnits
	s.Each = 300 * time.Millisecond
	g := newGiver(t, l, "jobA", s, 30*time.Second, nil)
	w, stop := startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 1})
	g.give(1, 0, 10, "")
	until(t, "the first unit is begun", func() bool { return strings.Contains(w.State(), "1 of 1 busy") })
	begun := time.Now()
	stop()
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	if a := g.answer(); !a.Split || a.Delivery != 0 || len(a.Done) != 1 || a.Done[0].Number != 0 {
		t.Errorf("%+v", a)
	}
	if n := g.queued(); n != 0 {
		t.Errorf("%d pieces are still out", n)
	}
	if n := b.done.Load(); n != 1 || b.closed.Load() != 1 {
		t.Errorf("%d units were done", n)
	}
}

// Units that wait for each other are begun as many at a time as their kind says, and
// count as the part of a core that each has.
func TestWideJob(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	s := noUnits
	s.Wide, s.Each = 16, 200*time.Millisecond
	g := newGiver(t, l, "jobA", s, time.Second, nil)
	for i := range 65 {
		g.give(uint64(i), i, 1, "")
	}
	startWorker(t, url, &workbench{}, WorkerOptions{Name: "one", Jobs: 2})
	begun, seconds := time.Now(), 0.0
	for range 65 {
		seconds += g.answer().Seconds
	}
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("65 units of 0.2 s, 32 at a time, took %v", took)
	}
	if seconds < 0.8 || seconds > 2 { // 65 · 0.2 / 16
		t.Errorf("they took %g seconds of a core", seconds)
	}
}

// Two jobs share a machine: one that comes later gets its part.
func TestJobsShareMachine(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	l := connect(t, Options{URL: url})
	s := noUnits
	s.Each = 5 * time.Millisecond
	first := newGiver(t, l, "jobA", s, time.Second, nil)
	for i := range 100 {
		first.give(uint64(i), 10*i, 10, "")
	}
	b := &workbench{}
	startWorker(t, url, b, WorkerOptions{Name: "one", Jobs: 2})
	first.answer()
	before := b.done.Load()
	second := newGiver(t, l, "jobB", s, time.Second, nil)
	for i := range 5 {
		second.give(uint64(i), 10*i, 10, "")
	}
	second.collect(50)
	if n := b.done.Load() - before; n > 300 {
		t.Errorf("%d units were done until the 50 of the second job were", n)
	}
}
