package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/crew"
	"gambito/fleet/message"
)

// fileTime is how long a file that no job needs any more is kept: the next job may need
// it again.
const fileTime = 24 * time.Hour

// upload puts the spec and the files of a job into the store, unless they are there,
// and returns them as its header names them.
func (l *Link) upload(ctx context.Context, j crew.Job) (spec string, list []message.File, err error) {
	if spec, err = l.uploadOne(ctx, j.Spec); err != nil {
		return "", nil, err
	}
	for _, f := range j.Files {
		d, err := l.uploadOne(ctx, f.Content)
		if err != nil {
			return "", nil, err
		}
		list = append(list, message.File{Name: f.Name, Digest: d, Size: int64(len(f.Content))})
	}
	return spec, list, nil
}

// uploadOne puts a content under its digest. One that is about to be swept is put again.
func (l *Link) uploadOne(ctx context.Context, content []byte) (string, error) {
	d := Digest(content)
	info, err := l.files.GetInfo(ctx, d)
	if err == nil && int(info.Size) == len(content) && time.Since(info.ModTime) < fileTime/2 {
		return d, nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return "", err
	}
	_, err = l.files.PutBytes(ctx, d, content)
	return d, err
}
