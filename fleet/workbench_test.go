package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/build"
	"gambito/crew"
	"gambito/fleet/message"
)

// testSpec is a job of the kind "test": a unit takes some time, and comes to a text
// that tells it and the file.
type testSpec struct {
	Each  time.Duration
	Fail  int // this unit has an error
	Panic int // this one panics
	Hang  int // this one does not end before its context
	Large int // this one is too large for a message
	Broke bool
	Wide  int // units a core
}

// workbench counts what the kind "test" does.
type workbench struct {
	open, done, cancelled, closed atomic.Int32
}

func (b *workbench) kind() crew.Kind {
	return crew.Kind{Name: "test", Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
		var s testSpec
		if err := json.Unmarshal(j.Spec, &s); err != nil {
			return nil, err
		}
		if s.Broke {
			return nil, errors.New("nothing fits")
		}
		var text []byte
		for _, f := range j.Files {
			text = append(text, f.Content...)
		}
		b.open.Add(1)
		return &testDoer{b, s, p.Jobs, string(text)}, nil
	}}
}

type testDoer struct {
	bench *workbench
	spec  testSpec
	jobs  int
	text  string
}

func (d *testDoer) Width() int                    { return d.jobs * max(d.spec.Wide, 1) }
func (d *testDoer) Check(int, crew.Result) error  { return nil }
func (d *testDoer) Close() error                  { d.bench.closed.Add(1); return nil }
func (d *testDoer) result(unit int) (data []byte) { return fmt.Appendf(nil, "%d%s", unit, d.text) }
func (d *testDoer) Do(ctx context.Context, unit int) (crew.Result, error) {
	switch unit {
	case d.spec.Fail:
		return crew.Result{}, errors.New("no such position")
	case d.spec.Panic:
		panic("out of range")
	case d.spec.Large:
		return crew.Result{Data: make([]byte, message.MaxMessage)}, nil
	case d.spec.Hang:
		<-ctx.Done()
	}
	rest(ctx, d.spec.Each)
	if ctx.Err() != nil {
		d.bench.cancelled.Add(1)
		return crew.Result{}, ctx.Err()
	}
	d.bench.done.Add(1)
	return crew.Result{Data: d.result(unit), Notes: []byte("n")}, nil
}

var noUnits = testSpec{Fail: -1, Panic: -1, Hang: -1, Large: -1}

// giver is a coordinator that gives out what a test says.
type giver struct {
	t    *testing.T
	link *Link
	id   string
	read jetstream.Consumer
}

// newGiver puts a job into the fleet.
func newGiver(t *testing.T, l *Link, id string, s testSpec, patience time.Duration, change func(*message.Header), contents ...string) *giver {
	t.Helper()
	ctx := context.Background()
	spec, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	h := message.Header{ID: id, Kind: "test", Name: "job " + id, Build: build.Fingerprint(), Spec: Digest(spec)}
	for i, c := range append(contents, string(spec)) {
		digest, err := l.putFile(ctx, []byte(c))
		if err != nil {
			t.Fatal(err)
		}
		if i < len(contents) {
			h.Files = append(h.Files, message.File{Name: fmt.Sprint("file", i), Digest: digest, Size: int64(len(c))})
		}
	}
	if change != nil {
		change(&h)
	}
	g := &giver{t: t, link: l, id: id}
	if _, err = l.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: id, FilterSubject: workSubject(id),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: patience, MaxDeliver: -1, MaxAckPending: -1}); err != nil {
		t.Fatal(err)
	}
	if g.read, err = l.results.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: id, FilterSubject: resultSubject(id),
		AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: -1, MaxAckPending: -1}); err != nil {
		t.Fatal(err)
	}
	value, err := message.JSON(h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.jobs.Put(ctx, id, value); err != nil {
		t.Fatal(err)
	}
	return g
}

// give gives out a piece.
func (g *giver) give(number uint64, first, count int, not string) {
	g.t.Helper()
	p := message.Piece{Job: g.id, Number: number, Units: []message.Span{{First: first, Count: count}}, Not: not}
	b, err := message.JSON(p)
	if err == nil {
		err = g.link.publish(context.Background(), workSubject(g.id), fmt.Sprint(g.id, "-", number), b)
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

// answer waits for the next answer, or a part of one.
func (g *giver) answer() message.Answer {
	g.t.Helper()
	for range 40 {
		m, err := g.read.Next(jetstream.FetchMaxWait(500 * time.Millisecond))
		if err != nil {
			continue
		}
		a, err := message.ParseAnswer(m.Data())
		if err != nil {
			g.t.Fatal(err)
		}
		m.Ack()
		return a
	}
	g.t.Fatal("no answer comes")
	return message.Answer{}
}

// collect waits until some units are done, and says by whom.
func (g *giver) collect(units int) (by map[int]string) {
	g.t.Helper()
	by = map[int]string{}
	for len(by) < units {
		a := g.answer()
		if a.Failed != nil || a.Refused != "" || a.Split || a.Aside {
			g.t.Fatalf("%+v", a)
		}
		for _, u := range a.Done {
			by[u.Number] = a.Worker
		}
	}
	return by
}

// queued is how many pieces are out or wait.
func (g *giver) queued() int {
	g.t.Helper()
	c, err := g.link.work.Consumer(context.Background(), g.id)
	if err != nil {
		g.t.Fatal(err)
	}
	return int(c.CachedInfo().NumPending) + c.CachedInfo().NumAckPending
}

// startWorker runs a worker until the test ends or stop is called, which waits for it.
func startWorker(t *testing.T, url string, b *workbench, o WorkerOptions) (w *Worker, stop func()) {
	t.Helper()
	l := connect(t, Options{URL: url})
	if o.Tell == nil {
		o.Tell = func(line string) { t.Log(line) }
	}
	w = NewWorker(l, []crew.Kind{b.kind()}, o)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return w, stop
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < 10*time.Second; time.Sleep(5 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatal("it never happens that " + what)
}
