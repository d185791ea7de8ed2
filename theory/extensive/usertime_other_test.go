//go:build !unix

package extensive

import "time"

var begun = time.Now()

// userTime is time that passes, where nobody tells how much of it was this process.
func userTime() int64 { return time.Since(begun).Nanoseconds() }
