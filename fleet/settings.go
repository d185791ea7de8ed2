package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/build"
)

// Keys of the settings of a fleet.
const (
	buildKey    = "build"
	patienceKey = "patience"
	bannedKey   = "banned." // and the name of a worker
)

// fleetBuild is which gambito a fleet is.
type fleetBuild struct {
	Fingerprint string `json:"fingerprint"`
	Version     string `json:"version"` // for people
	Fixed       bool   `json:"fixed"`   // by who serves it
}

// name is which one it is for people.
func (b fleetBuild) name() string { return build.Name(b.Version, b.Fingerprint) }

// Found makes this gambito the one that the fleet is. Who serves a fleet does so.
func (l *Link) Found(ctx context.Context) error {
	value, err := json.Marshal(fleetBuild{build.Fingerprint(), build.This().Version, true})
	if err == nil {
		err = keepSetting(ctx, l.settings, buildKey, value)
	}
	if err != nil {
		return l.explain(err)
	}
	return nil
}

// keepSetting writes a setting unless it is there: a broker without room must start.
func keepSetting(ctx context.Context, settings jetstream.KeyValue, key string, value []byte) error {
	if entry, err := settings.Get(ctx, key); err == nil && bytes.Equal(entry.Value(), value) {
		return nil
	}
	_, err := settings.Put(ctx, key, value)
	return err
}

// Build is which gambito the fleet is, by fingerprint and for people. They are empty
// if nobody has come yet.
func (l *Link) Build(ctx context.Context) (fingerprint, version string, err error) {
	b, _, err := l.build(ctx)
	return b.Fingerprint, b.Version, err
}

func (l *Link) build(ctx context.Context) (b fleetBuild, revision uint64, err error) {
	entry, err := l.settings.Get(ctx, buildKey)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return b, 0, nil
	}
	if err != nil {
		return b, 0, err
	}
	if err := json.Unmarshal(entry.Value(), &b); err != nil {
		return fleetBuild{}, entry.Revision(), nil // nobody's
	}
	return b, entry.Revision(), nil
}

// Agree says at once, by ErrBuild, that this gambito is not the one that the fleet is.
// What else may be wrong is found, or waited for, once there is work.
func (l *Link) Agree(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	if err := l.join(ctx); errors.As(err, new(ErrBuild)) {
		return err
	}
	return nil
}

// join checks that this gambito is the one that the fleet is, unless any may join. A
// fleet that nobody serves is what the first is who comes; once all have left, and no
// job is there, another may take it.
func (l *Link) join(ctx context.Context) error {
	if l.options.AnyBuild {
		return nil
	}
	own := fleetBuild{Fingerprint: build.Fingerprint(), Version: build.This().Version}
	for range 5 {
		b, revision, err := l.build(ctx)
		if err != nil {
			return l.explain(err)
		}
		if b.Fingerprint == own.Fingerprint {
			return nil
		}
		if b.Fingerprint != "" {
			empty := false
			if !b.Fixed {
				if empty, err = l.empty(ctx); err != nil {
					return l.explain(err)
				}
			}
			if !empty {
				return ErrBuild{Fleet: b.name(), Own: own.name()}
			}
		}
		value, err := json.Marshal(own)
		if err != nil {
			return err
		}
		if revision == 0 {
			_, err = l.settings.Create(ctx, buildKey, value)
		} else {
			_, err = l.settings.Update(ctx, buildKey, value, revision)
		}
		if err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
			return l.explain(err)
		}
	}
	return faultf("%s: others change which gambito the fleet is all the time", l.where)
}

// empty reports whether nobody is in the fleet and nothing is to be done.
func (l *Link) empty(ctx context.Context) (bool, error) {
	for _, bucket := range []jetstream.KeyValue{l.workers, l.jobs} {
		if keys, err := bucket.Keys(ctx); err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) || len(keys) > 0 {
			return false, err
		}
	}
	return true, nil
}

// ErrBuild is when this gambito is not the one that the fleet is.
type ErrBuild struct {
	Fleet, Own string // which they are, for people
}

func (e ErrBuild) Error() string {
	return fmt.Sprintf("this gambito is %s, that of the fleet %s: results might differ (--any-build joins all the same)", e.Own, e.Fleet)
}

// patience is how long a worker may be silent before its pieces are given to others.
func (l *Link) patience(ctx context.Context) (time.Duration, error) {
	entry, err := l.settings.Get(ctx, patienceKey)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return DefaultPatience, nil
	}
	if err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(string(entry.Value()))
	if err != nil || d < 100*time.Millisecond || d > time.Hour {
		return DefaultPatience, nil
	}
	return d, nil
}

// banned is why a worker may do nothing any more, or "".
func (l *Link) banned(ctx context.Context, worker string) (string, error) {
	entry, err := l.settings.Get(ctx, bannedKey+worker)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return string(entry.Value()), nil
}
