package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// spoken is what a process has said so far.
type spoken struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (s *spoken) Write(p []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(p)
}

func (s *spoken) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

// TestWorker: the line that a broker prints joins a worker, which ends well when it is
// interrupted. A stranger is not let in.
func TestWorker(t *testing.T) {
	folder := t.TempDir()
	broker := startBroker(t, "-q", "--data", folder)
	args := strings.Fields(broker.line)
	var said spoken
	worker := exec.Command(args[0], append(args[1:], "--name", "attic", "--data", folder)...)
	worker.Stderr = &said
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { worker.Process.Kill() })
	for begun := time.Now(); !strings.Contains(said.String(), "attic works for the fleet"); time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > 20*time.Second {
			t.Fatalf("it says %q", said.String())
		}
	}
	if err := worker.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := worker.Wait(); err != nil || !strings.Contains(said.String(), "attic has left: 0 done") || strings.Contains(said.String(), "lost") {
		t.Errorf("%v: %s", err, said.String())
	}

	stranger := exec.Command("gambito", "worker", "nats://sesame@"+args[2][strings.Index(args[2], "@")+1:], "--data", folder)
	out, err := stranger.CombinedOutput()
	if stranger.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "lets nobody in with this token") || strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v: %s", err, out)
	}
	broker.stop(t)
}
