package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"gambito/crew"
	"gambito/fleet/message"
)

// TestKilled: a coordinator that is gone without a word is followed by another one of
// the same command, which takes what workers did meanwhile.
func TestKilled(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	f := fake{name: "w"}
	stop := f.start(t, url)
	const n = 400
	job := sumJob("a sum", 7, 2*time.Millisecond)
	job.Whole = n + 1000 // as if that many had been done before
	var got ledger
	killed, _ := testClient(t, url, "salt of this test")
	some := make(chan struct{})
	end := make(chan error, 1)
	go func() {
		end <- killed.Do(within(t, 20*time.Second), job, upTo(n), func(batch []crew.Done) error {
			if got.len() < 50 {
				return got.deliver(7)(batch)
			}
			close(some)
			killed.link.conn.Close() // before anything more is stored or acknowledged
			return errors.New("killed")
		})
	}()
	<-some
	if err := <-end; err == nil {
		t.Fatal("a killed coordinator succeeds")
	}
	before := got.len()
	time.Sleep(300 * time.Millisecond) // the worker goes on with what is queued
	stop()
	l := connect(t, Options{URL: url})
	info, err := l.results.Info(context.Background(), jetstream.WithSubjectFilter(resultSubject(">")))
	if err != nil || info.State.Msgs == 0 {
		t.Fatalf("nothing waits: %v, %v", info.State, err)
	}
	if s, err := l.Status(context.Background()); err != nil || len(s.Jobs) != 1 || s.Jobs[0].Waiting == 0 || s.Jobs[0].Total != n+1000 {
		t.Errorf("status %+v, %v", s.Jobs, err)
	}
	again, lines := testClient(t, url, "salt of this test")
	ctx, cancel := context.WithCancel(within(t, 20*time.Second))
	left := func(yield func(int) bool) {
		for u := range n {
			if got.by[u] == "" && !yield(u) {
				return
			}
		}
	}
	err = again.Do(ctx, job, left, func(batch []crew.Done) error {
		defer cancel()
		return got.deliver(7)(batch)
	})
	if !errors.Is(err, context.Canceled) || got.len() <= before {
		t.Fatalf("without a worker: %v, %d units, %d before; told %q", err, got.len(), before, lines.lines)
	}
	g := fake{name: "v"}
	g.start(t, url)
	if err := again.Do(within(t, 20*time.Second), job, left, got.deliver(7)); err != nil {
		t.Fatal(err)
	}
	got.check(t, n)
	nothingLeft(t, again.link)
}

// TestInterrupted: what comes after Ctrl-C is kept for the same command if it is one that
// goes on, and for nobody else.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	for _, salt := range []string{"", "salt of this test"} {
		c, _ := testClient(t, url, salt)
		ctx, cancel := context.WithCancel(within(t, 20*time.Second))
		job := sumJob("a sum", 7, 0)
		go func() {
			for {
				if s, err := c.link.Status(ctx); err != nil || len(s.Jobs) > 0 && s.Jobs[0].Queued > 0 {
					cancel()
					return
				}
			}
		}()
		if err := c.Do(ctx, job, upTo(10), (&ledger{}).deliver(7)); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		nothingLeft(t, c.link)
		s, err := c.link.Status(context.Background())
		if err != nil || len(s.Jobs) != 0 {
			t.Errorf("salt %q: jobs %+v, %v", salt, s.Jobs, err)
		}
		f := fake{name: "late", build: "x"}
		a := message.Answer{Job: identity(c.salt, job), Worker: f.name, Done: []message.Unit{{Number: 1, Data: []byte("7"), Notes: []byte("n")}}}
		if err := c.link.publish(context.Background(), resultSubject(a.Job), a.Job, message.AppendAnswer(nil, &a)); err != nil {
			t.Fatal(err)
		}
		s, err = c.link.Status(context.Background())
		if kept := len(s.Jobs) == 1 && s.Jobs[0].Waiting == 1 && !s.Jobs[0].Open; err != nil || kept != (salt != "") {
			t.Errorf("salt %q: jobs %+v, %v", salt, s.Jobs, err)
		}
		if salt != "" {
			if _, err := c.link.Forget(context.Background(), a.Job); err != nil {
				t.Error(err)
			}
			if _, err := c.link.Forget(context.Background(), a.Job); !errors.Is(err, ErrUnknown) {
				t.Errorf("forgotten twice: %v", err)
			}
		}
	}
}

// TestBrokerRestarts: a broker that comes back, with its data or without, finds everybody
// waiting.
func TestBrokerRestarts(t *testing.T) {
	for _, lost := range []bool{false, true} {
		t.Run(fmt.Sprint("lost ", lost), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			s := startServer(t, func(o *server.Options) { o.StoreDir = folder })
			url := urlOf(s)
			for i := range 2 {
				f := fake{name: fmt.Sprint("w", i)}
				f.start(t, url)
			}
			c, lines := testClient(t, url, "salt of this test")
			var got ledger
			const n = 600
			end, some, down := make(chan error, 1), make(chan struct{}), make(chan struct{})
			go func() {
				end <- c.Do(within(t, 60*time.Second), sumJob("a sum", 7, 2*time.Millisecond), upTo(n), func(batch []crew.Done) error {
					if before := got.len(); before < 50 && before+len(batch) >= 50 {
						close(some)
						<-down // so that the job is not done before
					}
					return got.deliver(7)(batch)
				})
			}()
			<-some
			port := s.Addr().String()
			s.Shutdown()
			s.WaitForShutdown()
			close(down)
			if lost {
				if err := os.RemoveAll(filepath.Join(folder, "jetstream")); err != nil {
					t.Fatal(err)
				}
			}
			for late := time.After(30 * time.Second); !lost && lines.count("does not answer: waiting") == 0; {
				select {
				case <-late:
					t.Fatalf("nobody is told that the broker is away: %q", lines.lines)
				case <-time.After(20 * time.Millisecond):
				}
			}
			startServer(t, func(o *server.Options) {
				o.StoreDir = folder
				fmt.Sscanf(port, "127.0.0.1:%d", &o.Port)
			})
			if err := <-end; err != nil {
				t.Fatal(err)
			}
			got.check(t, n)
			if !lost && (lines.count("does not answer: waiting") != 1 || lines.count("answers again") != 1) {
				t.Errorf("told %q", lines.lines)
			}
		})
	}
}

// TestFull: a broker without room is waited for.
func TestFull(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, nil))
	c, lines := testClient(t, url, "")
	ctx := within(t, 20*time.Second)
	config := c.link.work.CachedInfo().Config
	config.MaxMsgs = 1
	if _, err := c.link.js.UpdateStream(ctx, config); err != nil {
		t.Fatal(err)
	}
	var got ledger
	end := make(chan error, 1)
	go func() { end <- c.Do(ctx, sumJob("a sum", 7, 0), upTo(20), got.deliver(7)) }()
	for lines.count("has no room left: waiting") == 0 && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	f := fake{name: "w"}
	f.start(t, url)
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	got.check(t, 20)
}

// TestSweep: what nobody asks for any more goes, and what somebody may stays.
func TestSweep(t *testing.T) {
	t.Parallel()
	l := connect(t, Options{URL: urlOf(startServer(t, nil))})
	ctx := within(t, 20*time.Second)
	put := func(id string, durable, open bool) {
		t.Helper()
		if open {
			d, err := l.putFile(ctx, []byte("spec of "+id))
			if err != nil {
				t.Fatal(err)
			}
			h, err := message.JSON(message.Header{ID: id, Kind: "sum", Spec: d, Durable: durable})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.jobs.Put(ctx, id, h); err != nil {
				t.Fatal(err)
			}
		}
		if durable {
			p, err := message.JSON(message.Progress{ID: id})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.progress.Put(ctx, id, p); err != nil {
				t.Fatal(err)
			}
		}
		for _, subject := range []string{workSubject(id), resultSubject(id)} {
			if err := l.publish(ctx, subject, subject, []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
	}
	put("match", false, true)
	put("run", true, true)
	put("paused", true, false)
	put("nobody", false, false)
	look := func(after time.Duration, jobs, work, results, files int) {
		t.Helper()
		if err := l.sweep(ctx, time.Now().Add(after), false); err != nil {
			t.Fatal(err)
		}
		headers, _ := entriesOf(ctx, l.jobs, jetstream.AllKeys)
		w, _ := l.work.Info(ctx)
		r, _ := l.results.Info(ctx)
		f, _ := l.files.List(ctx)
		if len(headers) != jobs || int(w.State.Msgs) != work || int(r.State.Msgs) != results || len(f) != files {
			t.Errorf("after %v: %d jobs, %d pieces, %d results, %d files", after, len(headers), w.State.Msgs, r.State.Msgs, len(f))
		}
	}
	look(0, 2, 3, 4, 2)
	look(goneTime+time.Second, 0, 1, 3, 2)   // the match is gone, the run waits
	look(straggler+time.Second, 0, 1, 2, 2)  // what nobody knows is gone
	look(fileTime+time.Second, 0, 1, 2, 0)   // the run brings its files again
	look(keepTime+2*time.Second, 0, 0, 0, 0) // nobody has come
	look(2*keepTime, 0, 0, 0, 0)
}

// TestFilesGo: job after job with files of their own do not fill the broker.
func TestFilesGo(t *testing.T) {
	t.Parallel()
	url := urlOf(startServer(t, func(o *server.Options) { o.JetStreamMaxStore = 1 << 20 }))
	f := fake{name: "w"}
	f.start(t, url)
	c, lines := testClient(t, url, "salt of this test")
	for round := range 12 {
		job := sumJob("learning", round+1, 0)
		network := make([]byte, 150_000)
		rand.Read(network)
		job.Files = append(job.Files, crew.File{Name: "network", Content: network})
		var got ledger
		if err := c.Do(within(t, 20*time.Second), job, upTo(5), got.deliver(round+1)); err != nil {
			t.Fatal(err, lines.lines)
		}
		got.check(t, 5)
	}
	left, err := c.link.files.List(context.Background())
	if err != nil || len(left) > 3*keepJobs || lines.count("no room") > 0 {
		t.Errorf("%d files are left, %v; told %q", len(left), err, lines.lines)
	}
	now, err := c.link.brokerTime(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.link.sweep(context.Background(), now.Add(makeTime+time.Second), true); err != nil {
		t.Fatal(err)
	}
	if left, err := c.link.files.List(context.Background()); !errors.Is(err, jetstream.ErrNoObjectsFound) {
		t.Errorf("%d files are left in a full broker, %v", len(left), err)
	}
}
