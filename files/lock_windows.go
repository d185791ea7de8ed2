package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is far beyond the end of any file. On this system what is locked
// cannot be read or written by others, and all of the file should be.
const lockedByte = 1 << 30 // in units of 4 GiB

// lock takes hold of a file alone, or together with others who only look.
func lock(f *os.File, alone bool) error {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if alone {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	at := windows.Overlapped{OffsetHigh: lockedByte}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &at)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return ErrLocked
	case errors.Is(err, windows.ERROR_NOT_SUPPORTED), errors.Is(err, windows.ERROR_INVALID_FUNCTION), errors.Is(err, windows.ERROR_CALL_NOT_IMPLEMENTED):
		return errNoLocks
	}
	return err
}
