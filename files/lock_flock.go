//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package files

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock takes hold of a file that is there, until unlock is called or the process
// ends, however it ends. Who holds it can still read and write it; another who
// asks for it meanwhile gets an error.
func Lock(name string) (unlock func() error, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = errors.New("another process works with it")
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f.Close, nil
}
