// Package fleet carries work to other machines and results back, over NATS JetStream:
// Client has jobs done, Worker does them, Status tells who is there.
package fleet

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What a fleet has in its broker. Pieces and answers stand in their streams until
// somebody has acknowledged them.
const (
	workStream     = "gambito-work"
	resultStream   = "gambito-results"
	jobBucket      = "gambito-jobs"     // JOB: message.Header
	progressBucket = "gambito-progress" // JOB: message.Progress
	workerBucket   = "gambito-workers"  // name: message.Worker
	settingBucket  = "gambito-fleet"    // build, patience, banned.NAME
	fileStore      = "gambito-files"    // contents by digest
)

// workSubject is where the pieces of a job stand.
func workSubject(job string) string { return "gambito.work." + job }

// resultSubject is where the answers to a job stand.
func resultSubject(job string) string { return "gambito.results." + job }

// Link is a connection to the broker of a fleet. It is made again whenever it is lost.
type Link struct {
	options Options
	where   string // for people: the hosts, without what is secret
	bare    bool   // nothing is given that lets in
	conn    *nats.Conn
	js      jetstream.JetStream

	holdings

	closed atomic.Bool

	mutex sync.Mutex
	again chan struct{} // closed when the connection is there again
}

// holdings are what a fleet has in its broker. They go by name: those of streams that
// were lost and made again stay good.
type holdings struct {
	work     jetstream.Stream
	results  jetstream.Stream
	jobs     jetstream.KeyValue
	progress jetstream.KeyValue
	workers  jetstream.KeyValue
	settings jetstream.KeyValue
	files    jetstream.ObjectStore
}

// Close ends the connection. What was not acknowledged is not lost: others get it.
func (l *Link) Close() {
	l.closed.Store(true)
	l.conn.Close()
}

// Where is the broker for people, without what is secret.
func (l *Link) Where() string { return l.where }

// reconnected is closed at the next time that a lost connection is there again.
func (l *Link) reconnected() <-chan struct{} {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.again
}

// attempt is a context for one request: it ends after some time, and when a connection
// that was lost meanwhile is there again, for what was asked before is not answered.
func (l *Link) attempt(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	again := l.reconnected()
	ctx, cancel := context.WithTimeout(ctx, d)
	go func() {
		select {
		case <-again:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

func (l *Link) noteReconnected() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	close(l.again)
	l.again = make(chan struct{})
}

// log tells what happens to the link, if anybody listens.
func (l *Link) log(line string) {
	if l.options.Log != nil {
		l.options.Log(line)
	}
}
