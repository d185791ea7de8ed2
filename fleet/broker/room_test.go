package broker

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestFullDisk fills the disk of a broker: what was acknowledged stays, and as soon as
// there is room the same connection goes on.
func TestFullDisk(t *testing.T) {
	disk := smallDisk(t)
	var mutex sync.Mutex
	var told []string
	b := start(t, Options{Store: filepath.Join(disk, "store"), Log: func(text string) {
		mutex.Lock()
		defer mutex.Unlock()
		told = append(told, text)
	}})
	js, ctx := open(t, b.URL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "it", Subjects: []string{"it"}})
	if err != nil {
		t.Fatal(err)
	}
	good := uint64(0)
	put := func() bool {
		ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		ack, err := js.Publish(ctx, "it", make([]byte, 100_000))
		if err == nil {
			good = ack.Sequence
		}
		return err == nil
	}
	for range 3 {
		if !put() {
			t.Fatal("nothing is stored")
		}
	}
	filler := filepath.Join(disk, "filler")
	if err := fill(filler); err == nil {
		t.Fatal("the disk is not full")
	}
	for put() {
	}
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) { // until it has noticed
		mutex.Lock()
		noticed := strings.Contains(strings.Join(told, "\n"), "the broker rests")
		mutex.Unlock()
		if noticed {
			break
		} else if time.Since(begin) > 10*time.Second {
			t.Fatal("it does not notice that the disk is full")
		}
	}
	before := good
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); !put(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("it does not go on")
		}
	}
	for n := uint64(1); n <= before; n++ {
		if m, err := stream.GetMsg(ctx, n); err != nil || len(m.Data) != 100_000 {
			t.Errorf("message %d was acknowledged and is not there: %v", n, err)
		}
	}
}

// smallDisk is a disk of a few megabytes, where one can be made.
func smallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be made here: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", folder).Run() })
	return folder
}

// fill takes all the room of a disk.
func fill(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, size := range []int{1 << 16, 1} {
		for range 1 << 16 {
			if _, err = f.Write(make([]byte, size)); err != nil {
				break
			}
		}
	}
	return err
}

// TestGivenUp: a server that has given up is started again at the same place, with what
// it had.
func TestGivenUp(t *testing.T) {
	b := start(t, Options{})
	js, ctx := open(t, b.URL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "it", Subjects: []string{"it"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(ctx, "it", []byte("x")); err != nil {
		t.Fatal(err)
	}
	old := b.present()
	b.journal.Errorf("[%s] Critical write error: %v", "it", "input/output error")
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		soon, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		m, err := stream.GetMsg(soon, 1)
		cancel()
		if err == nil && string(m.Data) == "x" && b.present() != old {
			break
		} else if time.Since(begin) > 10*time.Second {
			t.Fatalf("it does not go on: %v", err)
		}
	}
}
