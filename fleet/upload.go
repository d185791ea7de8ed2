package fleet

import (
	"context"
	"encoding/base64"
	"slices"
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

// dropFile removes a content. Nothing is written for that, so that a broker without room
// can do it too.
func (l *Link) dropFile(ctx context.Context, digest string) error {
	info, err := l.files.GetInfo(ctx, digest)
	if err != nil {
		return ignoreMissing(err)
	}
	s, err := l.js.Stream(ctx, "OBJ_"+fileStore)
	if err != nil {
		return err
	}
	name := base64.URLEncoding.EncodeToString([]byte(digest))
	if err := s.Purge(ctx, purged("$O."+fileStore+".M."+name)); err != nil {
		return err
	}
	return s.Purge(ctx, purged("$O."+fileStore+".C."+info.NUID))
}

// keepJobs is of how many jobs that a client has ended the files are kept: what learns
// uses a network in some jobs one after the other.
const keepJobs = 3

// outdated notes that a job has ended, and returns the files of jobs long before it.
func (c *Client) outdated(files []string) (old []string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.files = append(c.files, files)
	if len(c.files) <= keepJobs {
		return nil
	}
	first := c.files[0]
	c.files = slices.Delete(c.files, 0, 1)
	for _, d := range first {
		if !slices.ContainsFunc(c.files, func(list []string) bool { return slices.Contains(list, d) }) {
			old = append(old, d)
		}
	}
	return old
}

// dropOutdated removes files that this client will not need again, unless another job
// does.
func (r *run) dropOutdated(ctx context.Context) {
	old := r.client.outdated(r.files)
	if len(old) == 0 {
		return
	}
	jobs, err := r.link.knownJobs(ctx)
	if err != nil {
		return // they are swept some time
	}
	needed := neededBy(jobs)
	for _, d := range old {
		if !needed[d] {
			r.link.dropFile(ctx, d)
		}
	}
}
