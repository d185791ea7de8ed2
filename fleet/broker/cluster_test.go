package broker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// clusterOf says how to start so many brokers that know each other.
func clusterOf(t *testing.T, count int) []Options {
	t.Helper()
	folder := t.TempDir()
	var routes []string
	for range count { // all held until all are known, so that no two are the same
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		routes = append(routes, l.Addr().String())
	}
	options := make([]Options, count)
	for i := range options {
		name := fmt.Sprint("node", i+1)
		options[i] = Options{
			Addr: "127.0.0.1:0", Store: filepath.Join(folder, name), Token: "token-of-a-cluster",
			Cluster: routes[i], Routes: routes, Name: name,
		}
	}
	return options
}

// TestCluster stops and starts each of three brokers while messages are put into a
// queue and taken out: every one that was acknowledged is taken out, and both go on
// whoever is missing.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	options := clusterOf(t, 3)
	brokers := make([]*Broker, len(options))
	var urls []string
	for i := range options {
		brokers[i] = start(t, options[i])
		options[i].Addr = brokers[i].Addr().String() // the same when it comes again
		urls = append(urls, brokers[i].URL())
	}
	js, ctx := open(t, strings.Join(urls, ","), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	patiently(t, ctx, "make a stream", func(ctx context.Context) error {
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{
			Name: "it", Subjects: []string{"it"}, Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, Replicas: 3,
		})
		return err
	})
	patiently(t, ctx, "make a consumer", func(ctx context.Context) error {
		_, err := js.CreateConsumer(ctx, "it", jetstream.ConsumerConfig{Durable: "who", AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Second, MaxDeliver: -1})
		return err
	})
	q := &queueTest{t: t, js: js, ctx: ctx, taken: map[string]int{}}
	q.work(20)
	for i := range brokers {
		brokers[i].Close()
		q.work(20) // with two of three
		brokers[i] = start(t, options[i])
		q.work(20)
		q.whole()
	}
	for n := range q.put {
		if q.taken[fmt.Sprint(n)] == 0 {
			t.Errorf("message %d was acknowledged and is lost", n)
		}
	}
}

// queueTest puts numbered messages into a queue and takes them out.
type queueTest struct {
	t     *testing.T
	js    jetstream.JetStream
	ctx   context.Context
	put   int
	taken map[string]int
}

// work puts so many messages in, and then takes out all that are there.
func (q *queueTest) work(count int) {
	q.t.Helper()
	for range count {
		patiently(q.t, q.ctx, "put in", func(ctx context.Context) error {
			_, err := q.js.Publish(ctx, "it", fmt.Append(nil, q.put), jetstream.WithMsgID(fmt.Sprint(q.put)))
			return err
		})
		q.put++
	}
	patiently(q.t, q.ctx, "take out", func(ctx context.Context) error {
		for len(q.taken) < q.put {
			consumer, err := q.js.Consumer(ctx, "it", "who")
			if err != nil {
				return err
			}
			batch, err := consumer.Fetch(50, jetstream.FetchMaxWait(500*time.Millisecond))
			if err != nil {
				return err
			}
			for m := range batch.Messages() {
				if err := m.DoubleAck(ctx); err != nil {
					return err
				}
				q.taken[string(m.Data())]++
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}

// whole waits until all three have everything again: only then may the next one go.
func (q *queueTest) whole() {
	q.t.Helper()
	patiently(q.t, q.ctx, "be whole again", func(ctx context.Context) error {
		stream, err := q.js.Stream(ctx, "it")
		if err != nil {
			return err
		}
		c := stream.CachedInfo().Cluster
		if c == nil || c.Leader == "" || len(c.Replicas) != 2 {
			return errors.New("somebody is missing")
		}
		for _, r := range c.Replicas {
			if !r.Current || r.Offline {
				return errors.New(r.Name + " is behind")
			}
		}
		return nil
	})
}

// patiently does something until it goes well, for at most half a minute.
func patiently(t *testing.T, ctx context.Context, what string, do func(context.Context) error) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		soon, cancel := context.WithTimeout(ctx, 2*time.Second)
		err := do(soon)
		cancel()
		if err == nil {
			return
		}
		if time.Since(begin) > 30*time.Second {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

// TestClusterStrangers: a server without the token is not taken into a cluster.
func TestClusterStrangers(t *testing.T) {
	options := clusterOf(t, 2)
	good := start(t, options[0])
	options[1].Token = "another-token-it-is"
	start(t, options[1])
	time.Sleep(300 * time.Millisecond)
	if n := good.server.NumRoutes(); n != 0 {
		t.Errorf("a stranger has %d routes", n)
	}
	stranger(t, good.server.ClusterAddr().String(), `CONNECT {"user":"cluster","pass":"wrong"}`+"\r\n")
}
