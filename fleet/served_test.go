package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/fleet/broker"
)

// serve starts a broker as gambito fleet serve does.
func serve(t *testing.T, o broker.Options) *broker.Broker {
	t.Helper()
	o.Addr, o.Store = "127.0.0.1:0", filepath.Join(t.TempDir(), "store")
	b, err := broker.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// wrong connects, which must fail because of the other side, with one line.
func wrong(t *testing.T, o Options, want string) {
	t.Helper()
	l, err := Connect(context.Background(), o)
	if err == nil {
		l.Close()
		t.Errorf("no error: %s", want)
	} else if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || !errors.As(err, new(Fault)) {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// A broker with keys lets in who has one, and this process.
func TestKeys(t *testing.T) {
	t.Parallel()
	key := func() (file, public string) {
		secret, public, err := broker.NewKey()
		if err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(t.TempDir(), "key.nk")
		if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return file, public
	}
	file, public := key()
	other, _ := key()
	b := serve(t, broker.Options{Keys: []string{public}})
	connect(t, Options{URL: b.URL(), NKey: file})
	connect(t, Options{URL: b.Inside(), Inside: b})
	wrong(t, Options{URL: b.URL(), NKey: other}, "lets nobody in with this token or key")
	wrong(t, Options{URL: b.URL()}, "lets nobody in without a token or key")
	wrong(t, Options{URL: "nats://sesame@" + b.Addr().String()}, "lets nobody in with this token or key")
	withToken := serve(t, broker.Options{})
	wrong(t, Options{URL: "nats://" + withToken.Addr().String(), NKey: file}, "lets nobody in with this token or key")
}

// A broker that may keep no more says so, loses nothing, and takes more when something
// was taken away.
func TestBrokerWithoutRoom(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := connect(t, Options{URL: serve(t, broker.Options{MaxStore: 2e6}).URL()})
	stored := 0
	var err error
	for ; err == nil && stored < 100; stored++ {
		err = l.publish(ctx, resultSubject("j"), fmt.Sprint("j-", stored), make([]byte, 100_000))
	}
	if stored--; !errors.Is(err, ErrFull) || stored < 10 {
		t.Fatalf("after %d: %v", stored, err)
	}
	if info, err := l.results.Info(ctx); err != nil || int(info.State.Msgs) != stored {
		t.Errorf("%d of %d are there: %v", info.State.Msgs, stored, err)
	}
	if err := l.results.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	if err := l.publish(ctx, resultSubject("j"), "j-last", make([]byte, 100_000)); err != nil {
		t.Errorf("after there is room again: %v", err)
	}
}

// A nats-server without JetStream is of no use, and says so.
func TestExternalWithoutJetStream(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("nats-server")
	if err != nil {
		t.Skip("no nats-server on this machine")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := listener.Addr().(*net.TCPAddr)
	listener.Close()
	command := exec.Command(program, "-a", "127.0.0.1", "-p", fmt.Sprint(at.Port), "--auth", "secret")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill(); command.Wait() })
	for begin := time.Now(); time.Since(begin) < 5*time.Second; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", at.String()); err == nil {
			c.Close()
			break
		}
	}
	wrong(t, Options{URL: "nats://secret@" + at.String()}, "is a NATS server without JetStream, which a fleet needs")
	wrong(t, Options{URL: "nats://sesame@" + at.String()}, "lets nobody in with this token or key")
}

// A broker that is full can be started again: what a fleet is told at the start stands
// there already.
func TestFullBrokerStartsAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	o := broker.Options{Addr: "127.0.0.1:0", Store: filepath.Join(t.TempDir(), "store"), MaxStore: 1e6}
	told := make(chan string, 100)
	o.Log = func(text string) { told <- text }
	begin := func(patience time.Duration) (*broker.Broker, *Link, error) {
		b, err := broker.Start(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		l, err := Connect(ctx, Options{URL: b.Inside(), Inside: b, Replicas: 1, Patience: patience})
		if err == nil {
			t.Cleanup(l.Close)
			err = l.Found(ctx)
		}
		return b, l, err
	}
	b, l, err := begin(DefaultPatience)
	for i, size := 0, 100_000; err == nil || size > 1; i++ { // to the last byte
		if err = l.publish(ctx, resultSubject("j"), fmt.Sprint("j-", i), make([]byte, size)); err != nil {
			size /= 4
		}
	}
	if !errors.Is(err, ErrFull) {
		t.Fatal(err)
	}
	l.Close()
	b.Close()
	if text := <-told; !strings.Contains(text, "--max-store") {
		t.Errorf("told %q", text)
	}
	if b, _, err = begin(DefaultPatience); err != nil {
		t.Errorf("the second start: %v", err)
	}
	b.Close()
	if _, _, err = begin(time.Minute); !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "--max-store") {
		t.Errorf("a start with something to write: %v", err)
	}
}
