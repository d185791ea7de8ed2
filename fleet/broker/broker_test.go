package broker

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// start runs a broker until the test ends.
func start(t *testing.T, o Options) *Broker {
	t.Helper()
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Store == "" {
		o.Store = filepath.Join(t.TempDir(), "store")
	}
	b, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// open connects to a broker.
func open(t *testing.T, url string, options ...nats.Option) (jetstream.JetStream, context.Context) {
	t.Helper()
	c, err := nats.Connect(url, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	js, err := jetstream.New(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return js, ctx
}

// TestAgain starts a broker twice on the same folder: what was acknowledged is there,
// and the same token lets in.
func TestAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "store")
	first := start(t, Options{Store: folder})
	js, ctx := open(t, first.URL())
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "it", Subjects: []string{"it"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(ctx, "it", []byte("a thing")); err != nil {
		t.Fatal(err)
	}
	token := strings.Split(first.URL(), "@")[0]
	first.Close()
	first.Close() // which does nothing
	second := start(t, Options{Store: folder})
	if got := strings.Split(second.URL(), "@")[0]; got != token {
		t.Errorf("the token is another one: %s, before %s", got, token)
	}
	js, ctx = open(t, second.URL())
	stream, err := js.Stream(ctx, "it")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := stream.GetMsg(ctx, 1); err != nil || string(m.Data) != "a thing" {
		t.Errorf("%v, %v", m, err)
	}
	for name, most := range map[string]os.FileMode{keepFile: 0o600, ".": 0o700} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm() != most {
			t.Errorf("%s is for others too: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestStrangers: without the token nobody reads or writes, also who speaks to the
// server byte by byte and does not wait for answers.
func TestStrangers(t *testing.T) {
	b := start(t, Options{Token: "the-right-token"})
	js, ctx := open(t, b.URL())
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "it", Subjects: []string{"it.>"}}); err != nil {
		t.Fatal(err)
	}
	heard, err := js.Conn().SubscribeSync("it.>")
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"nats://%s", "nats://wrong@%s", "nats://the-right-toke@%s", "nats://u:the-right-token@%s", "nats://inside:x@%s"} {
		if c, err := nats.Connect(fmt.Sprintf(url, b.Addr())); err == nil {
			c.Close()
			t.Errorf("%s was let in", url)
		}
	}
	for _, hello := range []string{
		"", "CONNECT {}\r\n", "CONNECT {\"auth_token\":\"wrong\"}\r\n",
		"CONNECT {\"auth_token\":\"\"}\r\n", "CONNECT {\"verbose\":true,\"user\":\"the-right-token\"}\r\n",
	} {
		stranger(t, b.Addr().String(), hello)
	}
	if m, err := heard.NextMsg(50 * time.Millisecond); err == nil {
		t.Errorf("a stranger was heard: %s %s", m.Subject, m.Data)
	}
	stream, err := js.Stream(ctx, "it")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := stream.Info(ctx); err != nil || info.State.Msgs != 0 {
		t.Errorf("a stranger has written: %+v, %v", info, err)
	}
}

// stranger says hello, writes, and listens; nothing but the server's greeting and
// refusal may come back.
func stranger(t *testing.T, addr, hello string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "%sSUB > 1\r\nPUB it.x 3\r\nbad\r\nPUB $JS.API.STREAM.NAMES answer 0\r\n\r\nPING\r\n", hello)
	c.SetDeadline(time.Now().Add(time.Second))
	refused := false
	for lines := bufio.NewScanner(c); lines.Scan(); {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "INFO "):
		case strings.HasPrefix(line, "-ERR 'Authorization Violation'"), strings.HasPrefix(line, "-ERR 'Parser Error'"):
			refused = true
		default:
			t.Errorf("%q is answered by %q", hello, line)
		}
	}
	if !refused {
		t.Errorf("%q is not refused", hello)
	}
}

// TestNowhereElse: a broker listens on one port of the machine alone.
func TestNowhereElse(t *testing.T) {
	b := start(t, Options{})
	if !b.Addr().IP.IsLoopback() {
		t.Errorf("it listens on %v", b.Addr())
	}
	if b.server.MonitorAddr() != nil || b.server.ClusterAddr() != nil || b.server.ProfilerAddr() != nil {
		t.Error("it listens on a second port")
	}
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		n, ok := a.(*net.IPNet)
		if !ok || n.IP.IsLoopback() || n.IP.To4() == nil {
			continue
		}
		if c, err := net.DialTimeout("tcp", net.JoinHostPort(n.IP.String(), fmt.Sprint(b.Addr().Port)), 200*time.Millisecond); err == nil {
			c.Close()
			t.Errorf("it is reached at %v", n.IP)
		}
	}
}

// TestWrong: what is wrong is said in one line.
func TestWrong(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	used := start(t, Options{Store: filepath.Join(folder, "used")})
	plain, other := file("plain", "x"), filepath.Dir(file("other/thesis.tex", "x"))
	damaged := filepath.Dir(file("damaged/"+keepFile, "{"))
	empty := filepath.Join(folder, "new")
	for _, c := range []struct {
		options Options
		want    string
	}{
		{Options{Store: empty, Addr: used.Addr().String()}, "the address " + used.Addr().String() + " cannot be used: bind: address already in use"},
		{Options{Store: empty, Addr: "here"}, "here: it must be an address and a port, such as 127.0.0.1:4222"},
		{Options{Store: empty, Addr: "127.0.0.1:99999"}, "127.0.0.1:99999: it must be an address and a port, such as 127.0.0.1:4222"},
		{Options{Store: filepath.Join(folder, "used")}, "another broker uses the folder " + filepath.Join(folder, "used")},
		{Options{Store: plain}, "nothing can be kept in " + plain + ": not a directory"},
		{Options{Store: other}, "the folder " + other + " holds something else than a fleet: name one that is empty or not there"},
		{Options{Store: damaged}, filepath.Join(damaged, keepFile) + " is damaged: delete it, and workers will need a new token"},
		{Options{Store: empty, TLSCert: plain, TLSKey: plain}, plain + " and " + plain + " are no certificate with its key: tls: failed to find any PEM data in certificate input"},
		{Options{Store: empty, Cluster: "there"}, "there: it must be an address and a port, such as 10.0.0.1:6222"},
		{Options{Store: empty, Cluster: used.Addr().String()}, "the address for the cluster " + used.Addr().String() + " cannot be used: bind: address already in use"},
		{Options{Store: empty, Cluster: "127.0.0.1:0", Routes: []string{"nobody"}}, "the route nobody: it must be an address and a port, such as 10.0.0.2:6222"},
	} {
		if c.options.Addr == "" {
			c.options.Addr = "127.0.0.1:0"
		}
		b, err := Start(c.options)
		if err == nil {
			b.Close()
			t.Errorf("no error: %s", c.want)
		} else if err.Error() != c.want {
			t.Errorf("%s\nwant %s", err, c.want)
		}
	}
	start(t, Options{Store: empty}) // of which nobody has kept hold
}
