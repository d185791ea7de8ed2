package files

import (
	"errors"
	"os"
)

// ErrLocked says that another has taken hold of a file, see Lock.
var ErrLocked = errors.New("another process works with it")

// errNoLocks says that the system or the file system knows no locks.
var errNoLocks = errors.New("there are no locks")

// Lock takes hold of a file, which it makes if it is not there, until unlock is
// called or the process ends, however it ends; the file stays and means nothing. The
// error is ErrLocked if another has it, be it this process. Reading and writing the
// file is not hindered.
//
// Where the file system knows no locks, as with some network folders, nothing is
// held and nothing is refused: that no two work there at a time is up to the user.
func Lock(name string) (unlock func() error, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	switch err := lock(f); {
	case err == nil, errors.Is(err, errNoLocks):
		return f.Close, nil
	case errors.Is(err, ErrLocked):
		return nil, errors.Join(ErrLocked, f.Close())
	default:
		f.Close()
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
}
