//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package files

import "os"

func lock(*os.File, bool) error { return errNoLocks }
