package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// workerTime is after how long a worker that tells nothing is gone.
const workerTime = 30 * time.Second

// setUp finds the streams of the fleet or makes them. Any number may do it at a time.
func (l *Link) setUp(ctx context.Context) (h holdings, err error) {
	if err := l.jetStreamThere(ctx); err != nil {
		return h, err
	}
	replicas := max(l.options.Replicas, 1)
	if h.work, err = l.stream(ctx, workStream, workSubject(">"), replicas); err != nil {
		return h, err
	}
	if h.results, err = l.stream(ctx, resultStream, resultSubject(">"), replicas); err != nil {
		return h, err
	}
	for _, b := range []struct {
		bucket *jetstream.KeyValue
		config jetstream.KeyValueConfig
	}{
		{&h.jobs, jetstream.KeyValueConfig{Bucket: jobBucket, Storage: jetstream.FileStorage}},
		{&h.settings, jetstream.KeyValueConfig{Bucket: settingBucket, Storage: jetstream.FileStorage}},
		{&h.progress, jetstream.KeyValueConfig{Bucket: progressBucket, Storage: jetstream.FileStorage}},
		// What every worker tells every few seconds need not last.
		{&h.workers, jetstream.KeyValueConfig{Bucket: workerBucket, Storage: jetstream.MemoryStorage, TTL: workerTime}},
	} {
		b.config.Replicas = replicas
		if *b.bucket, err = l.bucket(ctx, b.config); err != nil {
			return h, err
		}
	}
	if h.files, err = l.store(ctx, replicas); err != nil {
		return h, err
	}
	if l.options.Replicas > 0 {
		if err := l.replicate(ctx); err != nil {
			return h, err
		}
	}
	if l.options.Patience > 0 {
		err = keepSetting(ctx, h.settings, patienceKey, []byte(l.options.Patience.String()))
	}
	return h, err
}

// jetStreamThere waits until JetStream answers: one that has just begun needs a moment.
func (l *Link) jetStreamThere(ctx context.Context) error {
	for {
		_, err := l.js.AccountInfo(ctx)
		if err == nil {
			return nil
		}
		var api *jetstream.APIError
		starting := errors.As(err, &api) && (api.ErrorCode == 10008 || api.ErrorCode == 10009) // a cluster without a leader yet
		if !starting && !errors.Is(err, nats.ErrTimeout) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// stream finds a queue of work or makes it.
func (l *Link) stream(ctx context.Context, name, subject string, replicas int) (jetstream.Stream, error) {
	s, err := l.js.Stream(ctx, name)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return s, err
	}
	s, err = l.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: name, Subjects: []string{subject}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, Replicas: replicas,
	})
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another was faster
		return l.js.Stream(ctx, name)
	}
	return s, err
}

// bucket finds a bucket or makes it.
func (l *Link) bucket(ctx context.Context, c jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	b, err := l.js.KeyValue(ctx, c.Bucket)
	if !errors.Is(err, jetstream.ErrBucketNotFound) {
		return b, err
	}
	b, err = l.js.CreateKeyValue(ctx, c)
	if errors.Is(err, jetstream.ErrBucketExists) {
		return l.js.KeyValue(ctx, c.Bucket)
	}
	return b, err
}

// store finds the store of files or makes it.
func (l *Link) store(ctx context.Context, replicas int) (jetstream.ObjectStore, error) {
	s, err := l.js.ObjectStore(ctx, fileStore)
	if !errors.Is(err, jetstream.ErrBucketNotFound) && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return s, err
	}
	s, err = l.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: fileStore, Storage: jetstream.FileStorage, Replicas: replicas})
	if errors.Is(err, jetstream.ErrBucketExists) {
		return l.js.ObjectStore(ctx, fileStore)
	}
	return s, err
}

// replicate has as many nodes keep everything as this link was told.
func (l *Link) replicate(ctx context.Context) error {
	for _, name := range []string{workStream, resultStream, "KV_" + jobBucket, "KV_" + settingBucket,
		"KV_" + progressBucket, "KV_" + workerBucket, "OBJ_" + fileStore} {
		s, err := l.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		c := s.CachedInfo().Config
		if c.Replicas == l.options.Replicas {
			continue
		}
		c.Replicas = l.options.Replicas
		if _, err := l.js.UpdateStream(ctx, c); err != nil {
			return faultf("%s cannot keep everything on %d nodes: %w", l.where, l.options.Replicas, err)
		}
	}
	return nil
}

// publish stores a message in a stream; it is there for good when publish returns nil.
// One with an id that came in the last two minutes is not stored again.
func (l *Link) publish(ctx context.Context, subject, id string, body []byte) error {
	m := &nats.Msg{Subject: subject, Data: body, Header: nats.Header{}}
	m.Header.Set(jetstream.MsgIDHeader, id)
	_, err := l.js.PublishMsg(ctx, m)
	if errors.Is(err, jetstream.ErrNoStreamResponse) { // a broker that lost everything
		if _, err := l.setUp(ctx); err != nil {
			return err
		}
		_, err = l.js.PublishMsg(ctx, m)
	}
	if full(err) {
		return errors.Join(ErrFull, err)
	}
	return err
}
