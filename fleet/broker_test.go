package fleet

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// startServer starts a server in this process that asks for the token "secret".
func startServer(t testing.TB, change func(*server.Options)) *server.Server {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), Authorization: "secret", NoSigs: true, NoLog: true}
	if change != nil {
		change(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not begin")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

func urlOf(s *server.Server) string { return "nats://secret@" + s.Addr().String() }

// startExternal starts the nats-server of this machine, if there is one.
func startExternal(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("nats-server")
	if err != nil {
		t.Skip("no nats-server on this machine")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	command := exec.Command(program, "-js", "-sd", t.TempDir(), "-a", "127.0.0.1", "-p", fmt.Sprint(port), "--auth", "secret")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill(); command.Wait() })
	for range 100 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			c.Close()
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Sprintf("nats://secret@127.0.0.1:%d", port)
}

func connect(t *testing.T, o Options) *Link {
	t.Helper()
	l, err := Connect(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// onBoth runs a test on the server in this process and on that of the machine.
func onBoth(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("embedded", func(t *testing.T) { test(t, urlOf(startServer(t, nil))) })
	t.Run("external", func(t *testing.T) { test(t, startExternal(t)) })
}
