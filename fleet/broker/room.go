package broker

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// A disk that is full, or fails, makes the server give up its stores for good, though it
// goes on talking. Then it is ended, and started again on the same address once something
// can be written: all that was acknowledged is on the disk, and those who are connected
// wait.
const (
	lookEvery   = 200 * time.Millisecond
	longestRest = 10 * time.Second // between starts that come to nothing
	room        = 1 << 20          // bytes that must be free
)

// watch starts the server again whenever it has given up.
func (b *Broker) watch() {
	rest := lookEvery
	begun := time.Now()
	for b.pause(lookEvery) {
		if !b.journal.stuck() && b.present().JetStreamEnabled() {
			continue
		}
		if time.Since(begun) > longestRest {
			rest = lookEvery
		}
		b.tell("nothing more can be written to " + b.keep.folder + ": the broker rests until that is possible again")
		b.halt()
		for {
			if !b.pause(rest) {
				return
			}
			rest = min(2*rest, longestRest)
			if b.roomy() != nil {
				rest = min(rest, time.Second) // looking costs little
				continue
			}
			err := b.run()
			if err == nil {
				break
			}
			b.tell(err.Error())
			b.halt()
		}
		begun = time.Now()
		b.tell("the broker is back")
	}
}

// pause waits; it is false if the broker is to end.
func (b *Broker) pause(d time.Duration) bool {
	select {
	case <-b.end:
		return false
	case <-time.After(d):
		return true
	}
}

func (b *Broker) tell(text string) {
	if b.journal.tell != nil {
		b.journal.tell(text)
	}
}

// roomy sees whether something can be written.
func (b *Broker) roomy() error {
	name := filepath.Join(b.keep.folder, "gambito-fleet.room")
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	_, err = f.Write(make([]byte, room))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
