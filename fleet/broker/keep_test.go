package broker

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"
)

// TestUnusable: whoever names a folder that cannot be written made a mistake, but not if
// only the disk is full.
func TestUnusable(t *testing.T) {
	for err, failure := range map[error]bool{
		syscall.ENOSPC: true, &fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}: true, syscall.EACCES: false,
	} {
		said := unusable("/store", err)
		if errors.As(said, new(Failure)) != failure {
			t.Errorf("%v: %v", err, said)
		}
	}
}
