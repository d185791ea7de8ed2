package fleet

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/fleet/message"
)

// After these times nobody is expected to come back for a job.
const (
	goneTime  = 5 * time.Minute    // since its coordinator told of it last: it is recalled
	keepTime  = 7 * 24 * time.Hour // results of a job that can be taken up are kept that long
	straggler = 10 * time.Minute   // results of a job that nobody knows
	endedTime = time.Hour          // what is remembered of a job that is done
	makeTime  = 10 * time.Second   // from files to the header of their job
)

// sweepEvery is how often a client that has things done tidies the broker up.
const sweepEvery = 20 * time.Minute

// known is what is known of a job.
type known struct {
	open    bool // it has a header
	durable bool
	ended   bool      // all of it was done when its coordinator told of it last
	seen    time.Time // when that was
	files   []string  // digests
}

// sweep removes what nobody will ask for any more: jobs whose coordinators are gone,
// results without a job, files that no job needs. If the broker has no room left, that
// which might be asked for once more goes too.
func (l *Link) sweep(ctx context.Context, now time.Time, full bool) error {
	jobs, err := l.knownJobs(ctx)
	if err != nil {
		return err
	}
	for id, k := range jobs {
		age := now.Sub(k.seen)
		switch {
		case age > keepTime || age > goneTime && k.open && !k.durable || age > endedTime && k.ended && !k.open:
			err = errors.Join(err, l.recall(ctx, id, false, false))
			delete(jobs, id)
		case age > goneTime && k.open:
			err = errors.Join(err, l.recall(ctx, id, true, true))
		}
	}
	late, old := straggler, fileTime
	if full {
		late, old = makeTime, makeTime
	}
	err = errors.Join(err, l.sweepResults(ctx, jobs, now, late), l.sweepWork(ctx, jobs), l.sweepFiles(ctx, neededBy(jobs), now, old))
	for _, bucket := range []jetstream.KeyValue{l.jobs, l.progress} {
		err = errors.Join(err, bucket.PurgeDeletes(ctx)) // marks of what was removed
	}
	return err
}

// neededBy are the digests of files that jobs need.
func neededBy(jobs map[string]known) map[string]bool {
	needed := map[string]bool{}
	for _, k := range jobs {
		for _, d := range k.files {
			needed[d] = true
		}
	}
	return needed
}

// brokerTime is what the clock of the broker says, or that of this machine if the broker
// does not tell.
func (l *Link) brokerTime(ctx context.Context) (time.Time, error) {
	info, err := l.results.Info(ctx)
	if err != nil {
		return time.Time{}, err
	}
	if info.TimeStamp.IsZero() { // servers before 2.10
		return time.Now(), nil
	}
	return info.TimeStamp, nil
}

// knownJobs are the jobs that have a header or of which progress was told.
func (l *Link) knownJobs(ctx context.Context) (map[string]known, error) {
	headers, err := entriesOf(ctx, l.jobs, jetstream.AllKeys)
	if err != nil {
		return nil, err
	}
	told, err := entriesOf(ctx, l.progress, jetstream.AllKeys)
	if err != nil {
		return nil, err
	}
	jobs := map[string]known{}
	for _, e := range headers {
		k := known{open: true, seen: e.time}
		if h, err := message.Read[message.Header](e.value); err == nil {
			k.durable, k.files = h.Durable, append(k.files, h.Spec)
			for _, f := range h.Files {
				k.files = append(k.files, f.Digest)
			}
		}
		jobs[e.key] = k
	}
	for _, e := range told {
		k := jobs[e.key]
		if e.time.After(k.seen) {
			k.seen = e.time
		}
		if p, err := message.Read[message.Progress](e.value); err == nil {
			k.ended = p.Total > 0 && p.Done >= p.Total
		}
		jobs[e.key] = k
	}
	return jobs, nil
}

// sweepResults removes results of jobs that nobody knows.
func (l *Link) sweepResults(ctx context.Context, jobs map[string]known, now time.Time, late time.Duration) error {
	info, err := l.results.Info(ctx, jetstream.WithSubjectFilter(resultSubject(">")))
	if err != nil {
		return err
	}
	for subject := range info.State.Subjects {
		id := strings.TrimPrefix(subject, resultSubject(""))
		if _, ok := jobs[id]; ok || l.begun(ctx, id) {
			continue
		}
		last, e := l.results.GetLastMsgForSubject(ctx, subject)
		if e == nil && now.Sub(last.Time) > late {
			e = closeQueue(ctx, l.results, subject, id, true)
		}
		if !errors.Is(e, jetstream.ErrMsgNotFound) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// sweepWork removes pieces of jobs that nobody knows.
func (l *Link) sweepWork(ctx context.Context, jobs map[string]known) error {
	info, err := l.work.Info(ctx, jetstream.WithSubjectFilter(workSubject(">")))
	if err != nil {
		return err
	}
	for subject := range info.State.Subjects {
		id := strings.TrimPrefix(subject, workSubject(""))
		if _, ok := jobs[id]; !ok && !l.begun(ctx, id) {
			err = errors.Join(err, closeQueue(ctx, l.work, subject, id, true))
		}
	}
	return err
}

// begun reports whether a job has a header by now, or nobody can tell.
func (l *Link) begun(ctx context.Context, id string) bool {
	_, err := l.jobs.Get(ctx, id)
	return !missing(err)
}

// sweepFiles removes files that no job needs and that were put long ago.
func (l *Link) sweepFiles(ctx context.Context, needed map[string]bool, now time.Time, old time.Duration) error {
	list, err := l.files.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, f := range list {
		if !needed[f.Name] && now.Sub(f.ModTime) > old {
			err = errors.Join(err, l.dropFile(ctx, f.Name))
		}
	}
	return err
}
