package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/build"
	"gambito/crew"
	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// sumKind is work of which everybody knows what comes of it: unit n with the spec's
// number k gives "n·k". Units may take a while.
var sumKind = crew.Kind{Name: "sum", Open: func(j crew.Job, _ crew.Place) (crew.Doer, error) {
	s := &sum{}
	return s, json.Unmarshal(j.Spec, s)
}}

type sum struct {
	K    int           `json:"k"`
	Each time.Duration `json:"each"`
}

func (s *sum) result(unit int) []byte { return fmt.Appendf(nil, "%d", unit*s.K) }
func (s *sum) Width() int             { return 1 }
func (s *sum) Close() error           { return nil }

func (s *sum) Do(ctx context.Context, unit int) (crew.Result, error) {
	if s.Each > 0 {
		rest(ctx, s.Each)
	}
	return crew.Result{Data: s.result(unit), Notes: []byte("n")}, ctx.Err()
}

// Check knows a number when it sees one.
func (s *sum) Check(_ int, r crew.Result) error {
	if string(r.Data) == "panic" {
		panic(r.Data)
	}
	if len(r.Data) == 0 || strings.Trim(string(r.Data), "0123456789") != "" {
		return fmt.Errorf("%.20q is no number", r.Data)
	}
	return nil
}

func sumJob(name string, k int, each time.Duration) crew.Job {
	spec, err := json.Marshal(sum{k, each})
	if err != nil {
		panic(err)
	}
	return crew.Job{Kind: "sum", Name: name, Spec: spec, Files: []crew.File{{Name: "a", Content: []byte("a file")}}}
}

// fake is a worker that does as it is told, be it wrong.
type fake struct {
	name   string
	build  string
	silent bool // it takes pieces and never answers
	twice  bool // it answers everything twice
	poison int  // it takes pieces with this unit, unless it is 0, and never answers these

	// change makes something else of an answer; nil leaves it.
	change func(*message.Answer)

	pieces atomic.Int64
}

// start lets it work until the test is over, or the returned function is called.
func (f *fake) start(t *testing.T, url string) (stop func()) {
	t.Helper()
	l, err := Connect(context.Background(), Options{URL: url, Name: f.name})
	if err != nil {
		t.Fatal(err)
	}
	if f.build == "" {
		f.build = build.Fingerprint()
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { f.beat(ctx, l) })
	all.Go(func() { f.work(ctx, l) })
	var once sync.Once
	stop = func() { once.Do(func() { cancel(); all.Wait(); l.Close() }) }
	t.Cleanup(stop)
	return stop
}

func (f *fake) beat(ctx context.Context, l *Link) {
	for ctx.Err() == nil {
		text, _ := message.JSON(message.Worker{Name: f.name, Build: f.build, Version: "v1", Jobs: 1, Seen: time.Now()})
		once, cancel := context.WithTimeout(ctx, time.Second)
		l.workers.Put(once, f.name, text)
		cancel()
		rest(ctx, 200*time.Millisecond)
	}
	once, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	l.workers.Purge(once, f.name)
}

func (f *fake) work(ctx context.Context, l *Link) {
	for whole := ctx; whole.Err() == nil; {
		ctx, cancel := context.WithTimeout(whole, time.Second)
		jobs, err := entriesOf(ctx, l.jobs, jetstream.AllKeys)
		did := false
		for _, e := range jobs {
			h, err := message.Read[message.Header](e.value)
			if why, _ := l.banned(ctx, f.name); err == nil && why == "" && h.Build == f.build {
				did = f.some(ctx, l, h) || did
			}
		}
		if err != nil || !did {
			rest(ctx, 10*time.Millisecond)
		}
		cancel()
	}
}

// some does a few pieces of a job.
func (f *fake) some(ctx context.Context, l *Link, h message.Header) bool {
	c, err := l.work.Consumer(ctx, h.ID)
	if err != nil {
		return false
	}
	batch, err := c.Fetch(1, jetstream.FetchMaxWait(100*time.Millisecond))
	if err != nil {
		return false
	}
	did := false
	for m := range batch.Messages() {
		did = true
		f.piece(ctx, l, h, m)
	}
	return did
}

func (f *fake) piece(ctx context.Context, l *Link, h message.Header, m jetstream.Msg) {
	f.pieces.Add(1)
	if f.silent {
		return
	}
	p, err := message.Read[message.Piece](m.Data())
	if err != nil {
		return
	}
	spec, err := l.getFile(ctx, h.Spec, 1000)
	if err != nil {
		return
	}
	doer, err := crew.Open([]crew.Kind{sumKind}, crew.Job{Kind: h.Kind, Spec: spec}, crew.Place{})
	if err != nil {
		return
	}
	meta, _ := m.Metadata()
	a := message.Answer{Job: h.ID, Piece: p.Number, Worker: f.name, Build: f.build, Version: "v1", Delivery: int(meta.NumDelivered), Last: true}
	began := time.Now()
	switch {
	case p.Not == f.name:
		a.Split, a.Delivery = true, 0
	case a.Delivery > 1 && p.Len() > 1:
		a.Split = true
	case a.Delivery > dispatch.Usual().Deliveries:
		a.Aside = true
	default:
		for u := range p.All() {
			if u == f.poison && u > 0 {
				return
			}
			r, err := doer.Do(ctx, u)
			if err != nil {
				return
			}
			a.Done = append(a.Done, message.Unit{Number: u, Data: r.Data, Notes: r.Notes})
		}
		if f.change != nil {
			f.change(&a)
		}
	}
	a.Seconds = time.Since(began).Seconds()
	for i := range 1 + btoi(f.twice) {
		if err := l.publish(ctx, resultSubject(h.ID), fmt.Sprint(h.ID, p.Number, f.name, i), message.AppendAnswer(nil, &a)); err != nil {
			return
		}
	}
	m.Ack()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ledger notes what is handed over.
type ledger struct {
	mutex sync.Mutex
	by    map[int]string
	twice []int
	wrong []int
}

// deliver takes results of a sum with k.
func (l *ledger) deliver(k int) func([]crew.Done) error {
	return func(batch []crew.Done) error {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		if l.by == nil {
			l.by = map[int]string{}
		}
		for _, d := range batch {
			if l.by[d.Unit] != "" {
				l.twice = append(l.twice, d.Unit)
			}
			if string(d.Data) != fmt.Sprint(d.Unit*k) || string(d.Notes) != "n" {
				l.wrong = append(l.wrong, d.Unit)
			}
			l.by[d.Unit] = d.Worker
		}
		return nil
	}
}

func (l *ledger) len() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return len(l.by)
}

// has reports whether something of a worker was handed over.
func (l *ledger) has(worker string) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, by := range l.by {
		if by == worker {
			return true
		}
	}
	return false
}

// check looks whether units 0 to n−1 were handed over, each once and right.
func (l *ledger) check(t *testing.T, n int) {
	t.Helper()
	if len(l.by) != n || len(l.twice) > 0 || len(l.wrong) > 0 {
		t.Errorf("%d of %d units are there; twice %v, wrong %v", len(l.by), n, l.twice, l.wrong)
	}
	for u := range l.by {
		if u < 0 || u >= n {
			t.Errorf("unit %d was not asked for", u)
		}
	}
}

// told notes what a client tells.
type told struct {
	mutex sync.Mutex
	lines []string
}

func (t *told) tell(line string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.lines = append(t.lines, line)
}

// count is how many lines have a text in them.
func (t *told) count(text string) (n int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, line := range t.lines {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

// upTo are units 0 to n−1.
func upTo(n int) func(func(int) bool) {
	return slices.Values(slices.Collect(func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}))
}

// testClient is a client with little patience.
func testClient(t *testing.T, url, salt string) (*Client, *told) {
	t.Helper()
	l := connect(t, Options{URL: url, Name: "client", Patience: 300 * time.Millisecond})
	var lines told
	c := NewClient(l, []crew.Kind{sumKind}, ClientOptions{Salt: salt, Tell: lines.tell})
	c.hold = 500 * time.Millisecond
	c.policy.Piece = 100 * time.Millisecond
	c.policy.Lost, c.policy.Pause, c.policy.Stuck = 200*time.Millisecond, 100*time.Millisecond, 2*time.Second
	return c, &lines
}

// within is a context that ends before anybody loses patience.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeoutCause(context.Background(), d, errors.New("the test takes too long"))
	t.Cleanup(cancel)
	return ctx
}
