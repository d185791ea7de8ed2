package agent

import (
	"errors"
	"sync"
	"testing"
)

// TestShare: what many ask for at once is made once, what failed is tried again,
// and what was not asked for lately is not kept.
func TestShare(t *testing.T) {
	e := NewEnvironment("somewhere")
	if e.Folder() != "somewhere" {
		t.Error(e.Folder())
	}
	type key struct{ number int }
	made := 0
	ask := func(number int) int {
		value, err := Share(e, key{number}, func() (int, error) { made++; return 10 * number, nil })
		if err != nil || value != 10*number {
			t.Errorf("key %d gives %d, %v", number, value, err)
		}
		return made
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { ask(1) })
	}
	all.Wait()
	if ask(1) != 1 {
		t.Errorf("it was made %d times", made)
	}
	for number := range mostShared + 5 {
		ask(number + 100)
		ask(1) // it stays because it is asked for
	}
	if got := ask(1); got != 1+mostShared+5 {
		t.Errorf("%d things were made", got)
	}
	if before := made; ask(100) != before+1 {
		t.Error("what was not asked for lately is kept")
	}
	for range 2 {
		if _, err := Share(e, "panic", func() (int, error) { panic("boom") }); err == nil || err.Error() != "panic: boom" {
			t.Errorf("a panic gives %v", err)
		}
	}
	tries := 0
	for range 3 {
		if _, err := Share(e, "bad", func() (int, error) { tries++; return 0, errors.New("no") }); err == nil {
			t.Error("the error is lost")
		}
	}
	if tries != 3 {
		t.Errorf("what failed was tried %d times", tries)
	}
}
