package fleet

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// resultPatience is after how long the broker sends an answer again that the coordinator
// has not acknowledged. If handing over takes longer they come twice, which is noticed.
const resultPatience = 10 * time.Second

// openWork makes the queue from which workers take the pieces of a job, unless it is
// there.
func (l *Link) openWork(ctx context.Context, job string) (jetstream.Consumer, error) {
	patience, err := l.patience(ctx)
	if err != nil {
		return nil, err
	}
	return l.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: job, FilterSubject: workSubject(job), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: patience, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 16,
	})
}

// openResults makes the queue from which the coordinator takes the answers to a job,
// unless it is there.
func (l *Link) openResults(ctx context.Context, job string) (jetstream.Consumer, error) {
	return l.results.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: job, FilterSubject: resultSubject(job), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: resultPatience, MaxDeliver: -1, MaxAckPending: -1,
	})
}

// closeQueue removes a queue with what is in it, or the queue alone.
func closeQueue(ctx context.Context, s jetstream.Stream, subject, job string, purge bool) error {
	var err error
	if purge {
		err = s.Purge(ctx, purged(subject))
	}
	if gone := s.DeleteConsumer(ctx, job); !missing(gone) {
		err = errors.Join(err, gone)
	}
	if missing(err) {
		return nil
	}
	return err
}

// purged is the option that empties a subject alone.
func purged(subject string) jetstream.StreamPurgeOpt { return jetstream.WithPurgeSubject(subject) }

// recall takes a job off the fleet: workers stop, and what is queued goes. Results that
// wait, or come yet, stay if they are to be kept; so does what is remembered of it.
func (l *Link) recall(ctx context.Context, job string, results, memory bool) error {
	err := l.jobs.Purge(ctx, job)
	err = errors.Join(err, closeQueue(ctx, l.work, workSubject(job), job, true))
	err = errors.Join(err, closeQueue(ctx, l.results, resultSubject(job), job, !results))
	if full(err) { // there is room now: what goes leaves a mark, which takes some
		err = l.jobs.Purge(ctx, job)
	}
	if !memory {
		err = errors.Join(err, l.progress.Purge(ctx, job))
	}
	return err
}

// queues are the two of a job, as they were made last, and when the broker was heard.
type queues struct {
	mutex         sync.Mutex
	work, results jetstream.Consumer
	last          time.Time
}

func (q *queues) set(work, results jetstream.Consumer) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.work, q.results = work, results
}

func (q *queues) get() (work, results jetstream.Consumer) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.work, q.results
}

func (q *queues) heard() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.last = time.Now()
}

// silent is how long the broker has not answered.
func (q *queues) silent() time.Duration {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.last.IsZero() {
		q.last = time.Now()
	}
	return time.Since(q.last)
}
