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
)

// sweepEvery is how often a client that has things done tidies the broker up.
const sweepEvery = 20 * time.Minute

// known is what is known of a job.
type known struct {
	open    bool // it has a header
	durable bool
	seen    time.Time // when its coordinator told of it last
	files   []string  // digests
}

// sweep removes what nobody will ask for any more: jobs whose coordinators are gone,
// results without a job, files that no job needs. Times are those of the broker, of
// which now is one.
func (l *Link) sweep(ctx context.Context, now time.Time) error {
	jobs, err := l.knownJobs(ctx)
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	for id, k := range jobs {
		age := now.Sub(k.seen)
		switch {
		case age > keepTime || age > goneTime && k.open && !k.durable:
			err = errors.Join(err, l.recall(ctx, id, false, false))
			delete(jobs, id)
			continue
		case age > goneTime && k.open:
			err = errors.Join(err, l.recall(ctx, id, true, true))
		}
		for _, d := range k.files {
			needed[d] = true
		}
	}
	err = errors.Join(err, l.sweepResults(ctx, jobs, now), l.sweepWork(ctx, jobs))
	return errors.Join(err, l.sweepFiles(ctx, needed, now))
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
		jobs[e.key] = k
	}
	return jobs, nil
}

// sweepResults removes results of jobs that nobody knows.
func (l *Link) sweepResults(ctx context.Context, jobs map[string]known, now time.Time) error {
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
		if e == nil && now.Sub(last.Time) > straggler {
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

// sweepFiles removes files that no job needs and none has needed for long.
func (l *Link) sweepFiles(ctx context.Context, needed map[string]bool, now time.Time) error {
	list, err := l.files.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, f := range list {
		if !needed[f.Name] && now.Sub(f.ModTime) > fileTime {
			if e := l.files.Delete(ctx, f.Name); !missing(e) {
				err = errors.Join(err, e)
			}
		}
	}
	return err
}
