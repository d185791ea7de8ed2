package folder

import (
	"errors"
	"path/filepath"
	"sync"
	"testing"
)

// TestTake lets two ask for a new folder at the same moment, again and again.
func TestTake(t *testing.T) {
	for range 50 {
		dir := filepath.Join(t.TempDir(), "new")
		var leave [2]func() error
		var errs [2]error
		var both sync.WaitGroup
		for i := range leave {
			both.Go(func() { leave[i], errs[i] = Begin(dir, struct{ A int }{1}) })
		}
		both.Wait()
		taken := 0
		for i, err := range errs {
			switch {
			case err == nil:
				taken++
				defer leave[i]()
			case !errors.As(err, new(ErrBusy)):
				t.Fatal(err)
			}
		}
		if taken != 1 {
			t.Fatalf("%d have the folder", taken)
		}
	}
}
