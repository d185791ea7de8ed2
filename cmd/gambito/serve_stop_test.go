package main

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// service is a server as those run it who look after services: it logs to a file, and
// its token is in the environment.
type service struct {
	*exec.Cmd
	log  string
	addr string
}

const serviceToken = "a-token-of-the-service"

// startService starts one and waits until it is well.
func startService(t *testing.T, args ...string) service {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	s := service{log: filepath.Join(folder, "log"), addr: free.Addr().String()}
	free.Close()
	s.Cmd = exec.Command("gambito", append([]string{"serve", "--data", folder}, args...)...)
	s.Env = append(os.Environ(), "GAMBITO_TOKEN="+serviceToken, "GAMBITO_ADDR="+s.addr)
	out, err := os.Create(s.log)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s.Stderr = out
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	for begin := time.Now(); s.check() != nil; time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatalf("it is never well: %s", s.logged(t))
		}
	}
	return s
}

// check asks whether it is well, as a container's health check does.
func (s service) check() error {
	c := exec.Command("gambito", "serve", "--check")
	c.Env = append(os.Environ(), "GAMBITO_ADDR="+s.addr)
	return c.Run()
}

func (s service) logged(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestService checks that a server logs lines of JSON without its token, and that
// SIGTERM ends it well though somebody listens.
func TestService(t *testing.T) {
	s := startService(t, "--log", "json", "--log-level", "info")
	r, err := http.NewRequest("GET", "http://"+s.addr+"/api/analysis?game=othello&agent=mcts&time=60", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+serviceToken)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := answer.Body.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil {
		t.Errorf("told to end: %v", err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v to end", took)
	}
	text := s.logged(t)
	if strings.Contains(text, serviceToken) {
		t.Errorf("the token is in the log: %s", text)
	}
	var said []string
	for line := range strings.Lines(text) {
		var told struct{ Msg, Path string }
		if err := json.Unmarshal([]byte(line), &told); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		said = append(said, told.Msg+told.Path)
	}
	if got := strings.Join(said, ", "); got != "serving, stopping, request/api/analysis, stopped" {
		t.Errorf("it logs %s", got)
	}
	if s.check() == nil {
		t.Error("it is well after its end")
	}
}

// TestCheck checks what is said of servers that are not well, or not there.
func TestCheck(t *testing.T) {
	ill, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go http.Serve(ill, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		w.Write([]byte("out of\n  order\n"))
	}))
	cert, key := certificate(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--addr", ill.Addr().String()}, "is not well: out of order"},
		{[]string{"--addr", ill.Addr().String(), "--tls-cert", cert, "--tls-key", key}, "no server answers"},
		{[]string{"--addr", "127.0.0.1:1"}, "no server answers"},
	} {
		var out bytes.Buffer
		command := exec.Command("gambito", append([]string{"serve", "--check"}, c.args...)...)
		command.Stderr = &out
		if err := command.Run(); command.ProcessState.ExitCode() != 1 || strings.Count(out.String(), "\n") != 1 || !strings.Contains(out.String(), c.want) {
			t.Errorf("%v: %v: %s", c.args, err, out.String())
		}
	}
	ill.Close()
	s := startServe(t, "--addr", "0.0.0.0:0", "--tls-cert", cert, "--tls-key", key, "--host", "localhost")
	_, port, _ := strings.Cut(strings.TrimPrefix(s.url, "https://"), ":")
	port, _, _ = strings.Cut(port, "/")
	if out, err := exec.Command("gambito", "serve", "--check", "--addr", "0.0.0.0:"+port, "--tls-cert", cert, "--tls-key", key).CombinedOutput(); err != nil {
		t.Errorf("a server with TLS: %v: %s", err, out)
	}
	other, otherKey := certificate(t)
	if out, err := exec.Command("gambito", "serve", "--check", "--addr", "0.0.0.0:"+port, "--tls-cert", other, "--tls-key", otherKey).CombinedOutput(); err == nil || !strings.Contains(string(out), "certificate") {
		t.Errorf("a server with another certificate: %v: %s", err, out)
	}
	s.stop(t)
}
