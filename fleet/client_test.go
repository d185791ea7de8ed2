package fleet

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/crew"
	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// nothingLeft checks that a job has left nothing in the broker.
func nothingLeft(t *testing.T, l *Link) {
	t.Helper()
	ctx := context.Background()
	if jobs, err := entriesOf(ctx, l.jobs, jetstream.AllKeys); err != nil || len(jobs) > 0 {
		t.Errorf("jobs %v, %v", jobs, err)
	}
	work, err := l.work.Info(ctx)
	if err != nil || work.State.Msgs != 0 || work.State.Consumers != 0 {
		t.Errorf("pieces %+v, %v", work.State, err)
	}
	results, err := l.results.Info(ctx)
	if err != nil || results.State.Consumers != 0 {
		t.Errorf("results %+v, %v", results.State, err)
	}
}

// TestDo: whoever works, every unit is handed over once.
func TestDo(t *testing.T) {
	for _, workers := range []int{1, 2, 4, 16} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			t.Parallel()
			url := urlOf(startServer(t, nil))
			for i := range workers {
				f := fake{name: fmt.Sprint("w", i), twice: i%2 == 1}
				f.start(t, url)
			}
			c, _ := testClient(t, url, "")
			const n = 3000
			var got ledger
			if err := c.Do(within(t, 30*time.Second), sumJob("a sum", 7, 0), upTo(n), got.deliver(7)); err != nil {
				t.Fatal(err)
			}
			got.check(t, n)
			nothingLeft(t, c.link)
			if told, err := entriesOf(context.Background(), c.link.progress, jetstream.AllKeys); err != nil || len(told) > 0 {
				t.Errorf("progress %v is left, %v", told, err)
			}
		})
	}
}

// TestOnBoth: the same on another server.
func TestOnBoth(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		for i := range 2 {
			f := fake{name: fmt.Sprint("w", i)}
			f.start(t, url)
		}
		c, _ := testClient(t, url, "")
		var got ledger
		if err := c.Do(within(t, 30*time.Second), sumJob("a sum", 7, 0), upTo(500), got.deliver(7)); err != nil {
			t.Fatal(err)
		}
		got.check(t, 500)
		nothingLeft(t, c.link)
	})
}

// TestStopsByDeliver: who has enough says so by an error, and gets it back.
func TestStopsByDeliver(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	f := fake{name: "w"}
	f.start(t, url)
	c, _ := testClient(t, url, "")
	enough, n := errors.New("enough"), 0
	err := c.Do(within(t, 20*time.Second), sumJob("a sum", 7, time.Millisecond), upTo(100_000), func(batch []crew.Done) error {
		if n += len(batch); n > 50 {
			return enough
		}
		return nil
	})
	if err != enough {
		t.Fatal(err)
	}
	nothingLeft(t, c.link)
}

// TestRounds: the same job can be asked for again and again, for other units.
func TestRounds(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	for i := range 2 {
		f := fake{name: fmt.Sprint("w", i)}
		f.start(t, url)
	}
	c, _ := testClient(t, url, "salt of this test")
	var got ledger
	for round := range 4 {
		err := c.Do(within(t, 20*time.Second), sumJob("swiss", 3, 0), func(yield func(int) bool) {
			for u := round * 10; u < (round+1)*10 && yield(u); u++ {
			}
		}, got.deliver(3))
		if err != nil {
			t.Fatal(err)
		}
	}
	got.check(t, 40)
	if err := c.Do(within(t, 20*time.Second), sumJob("swiss", 3, 0), upTo(0), got.deliver(3)); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}

// TestTwoJobs: two coordinators share a fleet.
func TestTwoJobs(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	for i := range 2 {
		f := fake{name: fmt.Sprint("w", i)}
		f.start(t, url)
	}
	ends := make(chan error, 2)
	var got [2]ledger
	for i := range 2 {
		c, _ := testClient(t, url, "")
		go func() {
			ends <- c.Do(within(t, 30*time.Second), sumJob("a sum", i+2, time.Millisecond), upTo(300), got[i].deliver(i+2))
		}()
	}
	for range 2 {
		if err := <-ends; err != nil {
			t.Fatal(err)
		}
	}
	got[0].check(t, 300)
	got[1].check(t, 300)
}

// TestLiar: a worker that comes to something else is found out before anything of it is
// handed over.
func TestLiar(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	liar := fake{name: "liar", change: func(a *message.Answer) {
		for i := range a.Done {
			a.Done[i].Data = []byte("13")
		}
	}}
	liar.start(t, url)
	for i := range 2 {
		f := fake{name: fmt.Sprint("w", i)}
		f.start(t, url)
	}
	c, lines := testClient(t, url, "")
	var got ledger
	if err := c.Do(within(t, 30*time.Second), sumJob("a sum", 7, 2*time.Millisecond), upTo(400), got.deliver(7)); err != nil {
		t.Fatal(err)
	}
	got.check(t, 400)
	s, err := c.link.Status(context.Background())
	if err != nil || len(s.Banned) != 1 || s.Banned[0].Worker != "liar" || lines.count("worker liar is banned") != 1 {
		t.Errorf("banned %v, %v; told %q", s.Banned, err, lines.lines)
	}
	if err := c.link.Pardon(context.Background(), "liar"); err != nil {
		t.Error(err)
	}
	if err := c.link.Pardon(context.Background(), "liar"); !errors.Is(err, ErrUnknown) {
		t.Errorf("pardoned twice: %v", err)
	}
}

// TestLonelyLiar: a worker that nobody can be asked about is compared with this machine.
func TestLonelyLiar(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	liar := fake{name: "liar", change: func(a *message.Answer) {
		for i := range a.Done {
			a.Done[i].Data = []byte("13")
		}
	}}
	stop := liar.start(t, url)
	c, lines := testClient(t, url, "")
	var got ledger
	end := make(chan error, 1)
	go func() {
		end <- c.Do(within(t, 30*time.Second), sumJob("a sum", 7, time.Millisecond), upTo(20), got.deliver(7))
	}()
	for lines.count("worker liar is banned") == 0 {
		select {
		case err := <-end:
			t.Fatal(err, lines.lines)
		case <-time.After(10 * time.Millisecond):
		}
	}
	stop()
	f := fake{name: "w"}
	f.start(t, url)
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	got.check(t, 20)
}

// TestLateLiar: what a worker did before it was found out is in doubt, which is an error
// that names it; after that the rest is done without it.
func TestLateLiar(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	got := &ledger{}
	for i := range 2 {
		f := fake{name: fmt.Sprint("w", i)}
		if i == 1 {
			f.change = func(a *message.Answer) {
				if !got.has("w1") {
					return
				}
				for i := range a.Done {
					a.Done[i].Data = []byte("13")
				}
			}
		}
		f.start(t, url)
	}
	c, _ := testClient(t, url, "salt of this test")
	c.policy.Audit = 4
	c.policy.Piece = 20 * time.Millisecond
	const n = 2000
	job := sumJob("a sum", 7, time.Millisecond)
	err := c.Do(within(t, 30*time.Second), job, upTo(n), got.deliver(7))
	var found ErrContradiction
	if !errors.As(err, &found) || len(found.Wrong) != 1 || found.Wrong[0] != "w1" || found.Workers[0] == found.Workers[1] {
		t.Fatalf("%v", err)
	}
	left := []int{}
	for u := range n {
		if by := got.by[u]; by == "" || by == "w1" {
			delete(got.by, u)
			left = append(left, u)
		}
	}
	got.twice, got.wrong = nil, nil
	again, _ := testClient(t, url, "salt of this test")
	err = again.Do(within(t, 30*time.Second), job, func(yield func(int) bool) {
		for _, u := range left {
			if !yield(u) {
				return
			}
		}
	}, got.deliver(7))
	if err != nil {
		t.Fatal(err)
	}
	got.check(t, n)
}

// TestGarbage: a worker that answers what cannot be is banned, and nothing of it counts.
func TestGarbage(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	broken := fake{name: "broken", change: func(a *message.Answer) { a.Done[0].Data = []byte("no number") }}
	broken.start(t, url)
	mad := fake{name: "mad", change: func(a *message.Answer) { a.Done[0].Data = []byte("panic") }}
	mad.start(t, url)
	f := fake{name: "w"}
	f.start(t, url)
	c, lines := testClient(t, url, "")
	if err := c.link.publish(context.Background(), resultSubject(identity(c.salt, sumJob("a sum", 7, 0))), "x", []byte("nonsense")); err != nil {
		t.Fatal(err)
	}
	var got ledger
	if err := c.Do(within(t, 30*time.Second), sumJob("a sum", 7, time.Millisecond), upTo(200), got.deliver(7)); err != nil {
		t.Fatal(err)
	}
	got.check(t, 200)
	if lines.count("worker broken is banned") != 1 || lines.count("worker mad is banned") != 1 {
		t.Errorf("told %q", lines.lines)
	}
}

// TestPoison: a unit that kills every worker that is given it is set aside, and named;
// all others are done.
func TestPoison(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	for i := range 2 {
		f := fake{name: fmt.Sprint("w", i), poison: 17}
		f.start(t, url)
	}
	c, lines := testClient(t, url, "")
	var got ledger
	err := c.Do(within(t, 60*time.Second), sumJob("a sum", 7, 0), upTo(40), got.deliver(7))
	var aside ErrAside
	if !errors.As(err, &aside) || len(aside.Units) != 1 || aside.Units[0] != 17 || got.len() != 39 {
		t.Fatalf("%v; %d units", err, got.len())
	}
	if lines.count("unit 17 is set aside") != 1 {
		t.Errorf("told %q", lines.lines)
	}
}

// TestFailed: a unit that can be done nowhere ends the job.
func TestFailed(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	f := fake{name: "w", change: func(a *message.Answer) {
		if a.Done[0].Number == 5 {
			a.Done, a.Failed = nil, &message.Failure{Unit: 5, Why: "no such opening"}
		}
	}}
	f.start(t, url)
	c, _ := testClient(t, url, "")
	var got ledger
	err := c.Do(within(t, 20*time.Second), sumJob("a sum", 7, 0), upTo(6), got.deliver(7))
	if err == nil || err.Error() != "a sum: unit 5 cannot be done: no such opening (worker w)" {
		t.Fatal(err)
	}
	nothingLeft(t, c.link)
}

// TestTold: people are told once that nobody is there, who is of another build, and who
// refuses.
func TestTold(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	other := fake{name: "other", build: "another"}
	other.start(t, url)
	c, lines := testClient(t, url, "")
	var got ledger
	end := make(chan error, 1)
	go func() {
		end <- c.Do(within(t, 20*time.Second), sumJob("a sum", 7, 5*time.Millisecond), upTo(500), got.deliver(7))
	}()
	for lines.count("no worker has joined: gambito worker nats://…@127.0.0.1:") == 0 {
		select {
		case err := <-end:
			t.Fatal(err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	refusing := fake{name: "refusing"}
	refusing.change = func(a *message.Answer) {
		if refusing.pieces.Load() < 4 {
			a.Done, a.Split, a.Delivery, a.Refused = nil, true, 0, "it needs --trust"
		}
	}
	refusing.start(t, url)
	f := fake{name: "w"}
	f.start(t, url)
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	got.check(t, 500)
	for _, text := range []string{"no worker has joined", " there", "1 worker is of another build, v1 ", "worker refusing does nothing of a sum: it needs --trust"} {
		if lines.count(text) != 1 {
			t.Errorf("%q is told %d times: %q", text, lines.count(text), lines.lines)
		}
	}
}

// TestOtherBuild: a coordinator of another gambito than the fleet's is refused.
func TestOtherBuild(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	c, _ := testClient(t, url, "")
	if _, err := c.link.settings.Put(context.Background(), buildKey, []byte(`{"fingerprint": "another", "version": "v7", "fixed": true}`)); err != nil {
		t.Fatal(err)
	}
	var other ErrBuild
	if err := c.Do(within(t, 20*time.Second), sumJob("a sum", 7, 0), upTo(10), (&ledger{}).deliver(7)); !errors.As(err, &other) {
		t.Error(err)
	}
	if err := c.Join(context.Background()); !errors.As(err, &other) {
		t.Error(err)
	}
}

// TestShy: people are told why nobody works for a job that starts programs.
func TestShy(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	f := fake{name: "w"}
	f.start(t, url)
	c, lines := testClient(t, url, "")
	ctx, cancel := context.WithCancel(within(t, 20*time.Second))
	job := sumJob("a sum", 7, time.Hour)
	job.Outside = true
	end := make(chan error, 1)
	go func() { end <- c.Do(ctx, job, upTo(10), (&ledger{}).deliver(7)) }()
	for lines.count("only with --trust; 1 worker is there without") == 0 && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	if err := <-end; !errors.Is(err, context.Canceled) || lines.count("no worker has joined") > 0 {
		t.Errorf("%v; told %q", err, lines.lines)
	}
}

// TestTrialIsHandedOver: what this machine has done to compare a worker is not lost when
// the worker's own result was dropped meanwhile.
func TestTrialIsHandedOver(t *testing.T) {
	units := newUnits(upTo(3))
	defer units.stop()
	d := &desk{run: &run{id: "job", client: &Client{}}, units: units, trials: map[string]tryState{}}
	d.dispatcher = dispatch.New(dispatch.Job{ID: "job", Units: units.all, First: 10}, dispatch.Usual())
	defer d.dispatcher.Close()
	d.dispatcher.Tick(0, dispatch.Fleet{Slots: 4})
	d.trying = 1
	d.compare(trial{worker: "w", unit: 1, result: crew.Result{Data: []byte("7")}})
	if p := d.shelf.take(); len(p.done) != 1 || p.done[0].Unit != 1 || d.trying != 0 {
		t.Errorf("%+v", p)
	}
}
