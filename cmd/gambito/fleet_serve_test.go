package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// brokerProcess is a process that is the broker of a fleet.
type brokerProcess struct {
	*exec.Cmd
	line string // that it prints
	rest io.Reader
}

// startBroker starts a broker and waits until it prints how to join it.
func startBroker(t *testing.T, args ...string) brokerProcess {
	t.Helper()
	return startBrokerOf(t, "gambito", args...)
}

// startBrokerOf is startBroker with some executable.
func startBrokerOf(t *testing.T, gambito string, args ...string) brokerProcess {
	t.Helper()
	b := brokerProcess{Cmd: exec.Command(gambito, append([]string{"fleet", "serve", "--addr", "127.0.0.1:0"}, args...)...)}
	b.Stderr = os.Stderr
	out, err := b.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Process.Kill() })
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	b.line, b.rest = strings.TrimSpace(line), lines
	return b
}

// stop interrupts the broker, which must end soon and well, without another word.
func (b brokerProcess) stop(t *testing.T) {
	t.Helper()
	begin := time.Now()
	if err := b.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if more, _ := io.ReadAll(b.rest); len(more) > 0 {
		t.Errorf("it prints more: %q", more)
	}
	if err := b.Wait(); err != nil {
		t.Errorf("interrupted: %v", err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v to end", took)
	}
}

// TestFleetServe: one line on standard output tells how to join, the same after a start
// on the same folder.
func TestFleetServe(t *testing.T) {
	folder := t.TempDir()
	first := startBroker(t, "-q", "--data", folder)
	found := regexp.MustCompile(`^gambito worker nats://([A-Z0-9]{26})@127\.0\.0\.1:\d+$`).FindStringSubmatch(first.line)
	if found == nil {
		t.Fatalf("%q", first.line)
	}
	if _, err := os.Stat(filepath.Join(folder, "fleet")); err != nil {
		t.Error(err)
	}
	status := exec.Command("gambito", "fleet", "status", "nats://"+first.line[strings.Index(first.line, "@")+1:])
	status.Env = append(os.Environ(), "GAMBITO_FLEET_TOKEN="+found[1])
	if out, err := status.CombinedOutput(); err != nil {
		t.Errorf("the token in the environment: %v, %s", err, out)
	}
	first.stop(t)
	second := startBroker(t, "-q", "--data", folder)
	if !strings.Contains(second.line, found[1]+"@") {
		t.Errorf("another token: %q, before %q", second.line, first.line)
	}
	second.stop(t)
}

// TestServeFleet: a server of the page with a broker inside tells how to join it, and
// another server joins it by its URL.
func TestServeFleet(t *testing.T) {
	page := exec.Command("gambito", "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--fleet", "--fleet-addr", "127.0.0.1:0")
	out, err := page.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := page.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { page.Process.Kill() })
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, url, ok := strings.Cut(strings.TrimSpace(line), "gambito: lend a machine by gambito worker ")
	if !ok {
		t.Fatalf("%q", line)
	}
	go io.Copy(io.Discard, lines)
	startServe(t, "--addr", "127.0.0.1:0", "--fleet-url", url).stop(t)
	wrong := strings.Replace(url, "nats://", "nats://x", 1)
	text, err := exec.Command("gambito", "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--fleet-url", wrong).CombinedOutput()
	if err == nil || !strings.Contains(string(text), "lets nobody in with this token") {
		t.Errorf("a wrong token: %s, %v", text, err)
	}
	if err := page.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := page.Wait(); err != nil {
		t.Errorf("interrupted: %v", err)
	}
}
