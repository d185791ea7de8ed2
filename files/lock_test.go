package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestLock takes hold of a file twice, and reads and writes it meanwhile.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "it.lock")
	unlock, err := Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(name); !errors.Is(err, ErrLocked) {
		t.Errorf("two have it: %v", err)
	}
	if err := os.WriteFile(name, []byte("text"), 0o644); err != nil {
		t.Error(err)
	}
	if content, err := Read(name); err != nil || string(content) != "text" {
		t.Errorf("%q, %v", content, err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := Lock(name)
	if err != nil {
		t.Fatalf("it is still held: %v", err)
	}
	if err := again(); err != nil {
		t.Error(err)
	}
	if _, err := Lock(filepath.Join(t.TempDir(), "no", "such")); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("a file in no folder: %v", err)
	}
}

// TestLocked: who looks sees who has it, and never keeps anybody from taking it.
func TestLocked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "it.lock")
	if Locked(name) {
		t.Error("a file that is not there is held")
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("looking has made a file")
	}
	unlock, err := Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	if !Locked(name) {
		t.Error("it is not held")
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				Locked(name)
			}
		}
	}()
	for range 200 {
		unlock, err := Lock(name)
		if err != nil {
			t.Fatalf("somebody who looked was in the way: %v", err)
		}
		unlock()
	}
	close(stop)
	<-done
}
