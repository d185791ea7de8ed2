package fleet

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/crew"
	"gambito/fleet/broker"
)

// threeBrokers says how to start three brokers that know each other.
func threeBrokers(t *testing.T) []broker.Options {
	t.Helper()
	folder := t.TempDir()
	var routes []string
	for range 3 { // all held until all are known, so that no two are the same
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		routes = append(routes, l.Addr().String())
	}
	options := make([]broker.Options, len(routes))
	for i := range options {
		name := fmt.Sprint("node", i+1)
		options[i] = broker.Options{
			Addr: "127.0.0.1:0", Store: filepath.Join(folder, name), Token: "token-of-a-cluster",
			Cluster: routes[i], Routes: routes, Name: name,
		}
	}
	return options
}

// TestCluster: a job goes on, and every unit of it is handed over once, while each of
// three brokers is lost and comes back in turn.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	t.Parallel()
	options := threeBrokers(t)
	brokers := make([]*broker.Broker, len(options))
	start := func(i int) {
		t.Helper()
		var err error
		if brokers[i], err = broker.Start(options[i]); err != nil {
			t.Fatal(err)
		}
		options[i].Addr = brokers[i].Addr().String() // the same when it comes again
	}
	var urls []string
	for i := range options {
		start(i)
		defer func() { brokers[i].Close() }()
		urls = append(urls, brokers[i].URL())
	}
	url := strings.Join(urls, ",")
	join := func(name string) *Link {
		t.Helper()
		for begin := time.Now(); ; {
			l, err := Connect(context.Background(), Options{URL: url, Name: name, Replicas: 3, Patience: 2 * time.Second})
			if err == nil {
				t.Cleanup(l.Close)
				return l
			} else if time.Since(begin) > 30*time.Second {
				t.Fatal(err)
			}
		}
	}
	coordinator := join("coordinator")
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	for i := range 2 {
		name := fmt.Sprint("w", i+1)
		w := NewWorker(join(name), []crew.Kind{sumKind}, WorkerOptions{Name: name, Jobs: 1})
		ended := make(chan error, 1)
		go func() { ended <- w.Run(ctx) }()
		t.Cleanup(func() { cancel(); <-ended })
	}
	c := NewClient(coordinator, []crew.Kind{sumKind}, ClientOptions{})
	const n = 700
	var got ledger
	done := make(chan error, 1)
	go func() {
		done <- c.Do(within(t, 90*time.Second), sumJob("a sum", 7, 15*time.Millisecond), upTo(n), got.deliver(7))
	}()
	for i := range brokers { // a part of the work with two of three each time
		got.reach(t, min(n, got.len()+50))
		brokers[i].Close()
		got.reach(t, min(n, got.len()+50))
		start(i)
		whole(t, coordinator)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	got.check(t, n)
}

// reach waits until so many units were handed over.
func (l *ledger) reach(t *testing.T, count int) {
	t.Helper()
	for begin := time.Now(); l.len() < count; time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > 30*time.Second {
			t.Fatalf("it stands still at %d units, before %d", l.len(), count)
		}
	}
}

// whole waits until all brokers have all that was stored again: only then may the next
// one go.
func whole(t *testing.T, l *Link) {
	t.Helper()
	behind := func() error {
		for _, name := range []string{workStream, resultStream, "KV_" + jobBucket, "KV_" + workerBucket} {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			s, err := l.js.Stream(ctx, name)
			cancel()
			if err != nil {
				return err
			}
			c := s.CachedInfo().Cluster
			if c == nil || c.Leader == "" || len(c.Replicas) != 2 {
				return fmt.Errorf("%s has %+v", name, c)
			}
			for _, r := range c.Replicas {
				if !r.Current || r.Offline {
					return fmt.Errorf("%s of %s is behind", name, r.Name)
				}
			}
		}
		return nil
	}
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		err := behind()
		if err == nil {
			return
		} else if time.Since(begin) > 30*time.Second {
			t.Fatal(err)
		}
	}
}
