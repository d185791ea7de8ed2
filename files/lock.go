package files

import (
	"errors"
	"os"
	"time"
)

// ErrLocked says that another has taken hold of a file, see Lock.
var ErrLocked = errors.New("another process works with it")

// errNoLocks says that the system or the file system knows no locks.
var errNoLocks = errors.New("there are no locks")

// lockPatience is how long Lock tries: as long as somebody may look, see Locked.
const lockPatience = 100 * time.Millisecond

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
	err = lock(f, true)
	for end := time.Now().Add(lockPatience); errors.Is(err, ErrLocked) && time.Now().Before(end); err = lock(f, true) {
		time.Sleep(time.Millisecond)
	}
	switch {
	case err == nil, errors.Is(err, errNoLocks):
		return f.Close, nil
	case errors.Is(err, ErrLocked):
		return nil, errors.Join(ErrLocked, f.Close())
	default:
		f.Close()
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
}

// Locked reports whether somebody, be it this process, has taken hold of a file by
// Lock. It makes no file.
func Locked(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close() // which lets go of it, if it was free
	return errors.Is(lock(f, false), ErrLocked)
}
