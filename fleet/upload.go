package fleet

import (
	"context"
	"time"

	"gambito/crew"
	"gambito/fleet/message"
)

// fileTime is how long a file that no job needs any more is kept: the next job may need
// it again. Learning leaves networks behind all the time.
const fileTime = time.Hour

// upload puts the spec and the files of a job into the store, unless they are there,
// and returns them as its header names them.
func (l *Link) upload(ctx context.Context, j crew.Job) (spec string, list []message.File, err error) {
	if spec, err = l.putFile(ctx, j.Spec); err != nil {
		return "", nil, err
	}
	for _, f := range j.Files {
		d, err := l.putFile(ctx, f.Content)
		if err != nil {
			return "", nil, err
		}
		list = append(list, message.File{Name: f.Name, Digest: d, Size: int64(len(f.Content))})
	}
	return spec, list, nil
}
