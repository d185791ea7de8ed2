package drill

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// noise is somebody with the token who sends nonsense wherever the fleet listens: among
// the pieces and the answers of jobs, as a job, as a worker.
func (t *stage) noise(r *rand.Rand) fault {
	d, seed := t.between(r, 0.3, 1), r.Uint64()
	return fault{fmt.Sprintf("somebody sends nonsense for %v", d), func(ctx context.Context) bool {
		conn, err := nats.Connect(wireURL(t.guest), nats.Timeout(time.Second), nats.MaxReconnects(-1))
		if err != nil {
			return false // the broker is away
		}
		defer conn.Close()
		js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(time.Second))
		if err != nil {
			return false
		}
		n := nonsense{js, rand.New(rand.NewPCG(seed, 1)), fmt.Sprintf("noise%d", seed%1000), 0}
		for until := time.Now().Add(d); time.Now().Before(until) && sleep(ctx, 50*time.Millisecond); {
			n.send(ctx)
		}
		n.tidy()
		return n.sent > 0
	}}
}

// nonsense is what somebody sends who is not understood.
type nonsense struct {
	js   jetstream.JetStream
	r    *rand.Rand
	name string
	sent int
}

func (n *nonsense) send(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	jobs, err := n.js.KeyValue(ctx, "gambito-jobs")
	if err != nil {
		return
	}
	names, _ := jobs.Keys(ctx)
	for _, job := range append(names, "NOBODY0ASKED0FOR0THIS00000") {
		subject := pick(n.r, []string{"gambito.results.", "gambito.work."}) + job
		if _, err := n.js.Publish(ctx, subject, n.text()); err == nil {
			n.sent++
		}
	}
	jobs.Put(ctx, n.name, n.text())
	if workers, err := n.js.KeyValue(ctx, "gambito-workers"); err == nil {
		workers.Put(ctx, n.name, n.text())
	}
}

// tidy takes back the job that is none; workers are forgotten by themselves.
func (n *nonsense) tidy() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if jobs, err := n.js.KeyValue(ctx, "gambito-jobs"); err == nil {
		jobs.Delete(ctx, n.name)
	}
}

// text is noise, or looks like something at first.
func (n *nonsense) text() []byte {
	noise := make([]byte, n.r.IntN(300))
	for i := range noise {
		noise[i] = byte(n.r.Uint32())
	}
	return pick(n.r, [][]byte{noise, nil, []byte("{"), []byte("null"), []byte(`{"job":"x","number":1,"units":[{"first":-1,"count":1000000000}]}`),
		[]byte(`{"id":"x","name":"","kind":"games","spec":"0"}`), append([]byte{1, 0, 0}, noise...)})
}
