package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// freeAddress is one where nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// otherServer starts the nats-server of this machine, with the token "secret"; "" if
// there is none.
func otherServer(t *testing.T, args ...string) (address string) {
	t.Helper()
	program, err := exec.LookPath("nats-server")
	if err != nil {
		return ""
	}
	address = freeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	c := exec.Command(program, append([]string{"-a", host, "-p", port, "--auth", "secret"}, args...)...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			break
		}
	}
	return address
}

// wrongFleet is a URL of which nothing comes.
type wrongFleet struct {
	url  string
	code int
	want string
}

// TestFleetWrong: whatever is wrong with a fleet, every verb that joins one says it in
// one line without the token, and the exit code tells whose fault it is.
func TestFleetWrong(t *testing.T) {
	if raceDetector {
		t.Skip("too slow with the race detector")
	}
	at := func(b brokerProcess) string { return b.line[strings.Index(b.line, "@")+1:] }
	good := at(startBroker(t, "-q", "--data", t.TempDir()))
	cert, key := certificate(t)
	secured := at(startBroker(t, "-q", "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key, "--token", "SECRET-that-is"))
	nobody := freeAddress(t)
	cases := []wrongFleet{
		{"http://SECRET@" + good, 2, "is not the URL of a fleet"},
		{"nats://SECRET@" + nobody, 1, "nobody listens at " + nobody},
		{"nats://SECRET@" + good, 1, good + " lets nobody in with this token"},
		{"nats://" + good, 1, good + " lets nobody in without a token or key"},
		{"nats://SECRET@127.0.0.1:99999", 2, "its port must be from 1 to 65535"},
		{"tls://SECRET@" + good, 1, good + " does not speak TLS"},
		{"tls://SECRET-that-is@" + secured, 1, secured + " has a certificate that is not trusted"},
	}
	if without := otherServer(t); without != "" {
		cases = append(cases, wrongFleet{"nats://secret@" + without, 1, without + " is a NATS server without JetStream"})
	}
	data := t.TempDir()
	for _, verb := range []string{
		"worker %s --data " + data,
		"fleet status %s",
		"match tictactoe random random -n 2 --quiet --fleet %s",
		"serve --addr 127.0.0.1:0 --data " + data + " --fleet-url %s",
	} {
		t.Run(strings.Fields(verb)[0], func(t *testing.T) {
			t.Parallel()
			for _, c := range cases {
				command := exec.Command("gambito", strings.Fields(fmt.Sprintf(verb, c.url))...)
				out, _ := command.CombinedOutput()
				text := string(out)
				if code := command.ProcessState.ExitCode(); code != c.code || !strings.Contains(text, c.want) ||
					strings.Count(text, "\n") != 1 || strings.Contains(strings.ToUpper(text), "SECRET") {
					t.Errorf("%s: exit code %d, not %d: %swant %s", command, code, c.code, text, c.want)
				}
			}
		})
	}
}

// TestFleetOfAnotherBuild: whoever joins a fleet of another gambito gave a wrong command,
// and is told of both by names that differ.
func TestFleetOfAnotherBuild(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "gambito")
	if err := os.WriteFile(other, append(text, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	b := startBrokerOf(t, other, "-q", "--data", t.TempDir())
	url := strings.Fields(b.line)[2]
	both := regexp.MustCompile(`^gambito: this gambito is .* ([0-9a-f]{8}), that of the fleet .* ([0-9a-f]{8}): results might differ \(--any-build joins all the same\)\n$`)
	for _, args := range []string{
		"worker " + url + " --data " + t.TempDir(),
		"match tictactoe random random -n 2 --quiet --fleet " + url,
	} {
		command := exec.Command("gambito", strings.Fields(args)...)
		out, _ := command.CombinedOutput()
		if names := both.FindSubmatch(out); names == nil || string(names[1]) == string(names[2]) || command.ProcessState.ExitCode() != 2 {
			t.Errorf("%s: exit code %d: %s", args, command.ProcessState.ExitCode(), out)
		}
	}
}

// TestOtherServer: a nats-server that somebody else looks after is as good as the broker
// inside gambito.
func TestOtherServer(t *testing.T) {
	address := otherServer(t, "-js", "-sd", t.TempDir())
	if address == "" {
		t.Skip("no nats-server on this machine")
	}
	url := "nats://secret@" + address
	startWorker(t, url, "attic")
	folder := t.TempDir()
	played := func(name string, more ...string) string {
		t.Helper()
		file := filepath.Join(folder, name)
		command(t, append([]string{"match", "tictactoe", "mcts:sims=20", "random", "-n", "40", "--quiet", "--records", file}, more...)...)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if here, there := played("here.jsonl"), played("there.jsonl", "--fleet", url); here != there {
		t.Errorf("here %s\nthere %s", here, there)
	}
}
