package fleet

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Everything that can be wrong has its own line, which does not tell the token.
func TestConnectSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certificate, ca := selfSigned(t, dir)
	good := startServer(t, nil)
	without := startServer(t, func(o *server.Options) { o.JetStream = false })
	secured := startServer(t, func(o *server.Options) {
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
		o.TLSTimeout = 2
	})
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	closing := answers(t, "")
	strange := answers(t, "HTTP/1.1 400 Bad Request\r\n\r\n")
	empty := filepath.Join(dir, "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		o     Options
		fault bool
		want  string
	}{
		{"nothing", Options{}, false, "a fleet is named by its URL"},
		{"no URL", Options{URL: "secret@127.0.0.1:4222"}, false, `"…@127.0.0.1:4222" is not the URL of a fleet`},
		{"another scheme", Options{URL: "http://secret@127.0.0.1:4222"}, false, `"http://…@127.0.0.1:4222" is not the URL`},
		{"no host", Options{URL: "nats://secret@:4222"}, false, "is not the URL"},
		{"strange port", Options{URL: "nats://secret@127.0.0.1:x"}, false, "is not the URL"},
		{"port beyond all", Options{URL: "nats://secret@127.0.0.1:99999"}, false, "its port must be from 1 to 65535"},
		{"nobody", Options{URL: "nats://secret@" + closed.Addr().String()}, true, "nobody listens at " + closed.Addr().String()},
		{"silence", Options{URL: "nats://secret@" + silent.Addr().String()}, true, "does not answer as a fleet does"},
		{"closed at once", Options{URL: "nats://secret@" + closing}, true, "does not answer as a fleet does"},
		{"another server", Options{URL: "nats://secret@" + strange}, true, "does not answer as a fleet does"},
		{"wrong token", Options{URL: "nats://sesame@" + good.Addr().String()}, true, "lets nobody in with this token"},
		{"no token", Options{URL: "nats://" + good.Addr().String()}, true, "lets nobody in without a token or key, and none is given"},
		{"wrong token beside the URL", Options{URL: "nats://" + good.Addr().String(), Token: "sesame"}, true, "lets nobody in with this token"},
		{"the URL's token counts", Options{URL: "nats://sesame@" + good.Addr().String(), Token: "secret"}, true, "lets nobody in with this token"},
		{"no JetStream", Options{URL: urlOf(without)}, true, "without JetStream"},
		{"unknown certificate", Options{URL: strings.Replace(urlOf(secured), "nats:", "tls:", 1)}, true, "certificate that is not trusted: nobody who is known has signed it (--tls-ca"},
		{"certificate for another", Options{URL: strings.Replace(strings.Replace(urlOf(secured), "nats:", "tls:", 1), "127.0.0.1", "localhost", 1), CA: ca}, true, "not trusted: certificate is not valid for any names, but wanted to match localhost"},
		{"no TLS there", Options{URL: urlOf(good), CA: ca}, true, "does not speak TLS"},
		{"no certificate file", Options{URL: urlOf(secured), CA: filepath.Join(dir, "none.pem")}, false, "none.pem"},
		{"empty certificate file", Options{URL: urlOf(secured), CA: empty}, false, "holds no certificate"},
		{"no key", Options{URL: urlOf(good), NKey: empty}, false, "holds no seed of an NKey"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			l, err := Connect(context.Background(), c.o)
			if err == nil {
				l.Close()
				t.Fatal("no error")
			}
			var fault Fault
			if text := err.Error(); !strings.Contains(text, c.want) || errors.As(err, &fault) != c.fault ||
				strings.ContainsAny(text, "\n") || strings.Contains(text, "secret") || strings.Contains(text, "sesame") {
				t.Errorf("%v (%T)", err, err)
			}
			if took := time.Since(begun); took > connectTime+time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	t.Run("token beside the URL", func(t *testing.T) {
		connect(t, Options{URL: "nats://" + good.Addr().String(), Token: "secret"})
	})
	t.Run("trusted", func(t *testing.T) {
		connect(t, Options{URL: strings.Replace(urlOf(secured), "nats:", "tls:", 1), CA: ca})
		connect(t, Options{URL: urlOf(secured), CA: ca})
	})
}

// answers is the address of a server that says something and closes.
func answers(t *testing.T, text string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			c.Write([]byte(text))
			c.Close()
		}
	}()
	return listener.Addr().String()
}

// selfSigned makes a certificate for 127.0.0.1 and writes it to a file too.
func selfSigned(t *testing.T, dir string) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "ca.pem")
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, name
}

// Several may come at the same time to a server that knows nothing of a fleet yet.
func TestSetUpTogether(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		var group sync.WaitGroup
		for i := range 6 {
			group.Go(func() {
				o := Options{URL: url}
				if i == 3 {
					o.Patience = 7 * time.Second
				}
				l, err := Connect(context.Background(), o)
				if err != nil {
					t.Error(err)
					return
				}
				defer l.Close()
				if err := l.join(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		l := connect(t, Options{URL: url})
		if d, err := l.patience(context.Background()); err != nil || d != 7*time.Second {
			t.Errorf("patience %v, %v", d, err)
		}
	})
}

// A message is stored once, and a stream that is full says so.
func TestPublish(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		ctx := context.Background()
		l := connect(t, Options{URL: url})
		for range 2 {
			if err := l.publish(ctx, workSubject("j"), "j-1", []byte("piece")); err != nil {
				t.Fatal(err)
			}
		}
		info, err := l.work.Info(ctx)
		if err != nil || info.State.Msgs != 1 {
			t.Fatalf("%v messages, %v", info.State.Msgs, err)
		}
		c := info.Config
		c.MaxMsgs = 1
		if _, err := l.js.UpdateStream(ctx, c); err != nil {
			t.Fatal(err)
		}
		if err := l.publish(ctx, workSubject("j"), "j-2", []byte("piece")); !errors.Is(err, ErrFull) {
			t.Errorf("a full stream: %v", err)
		}
		if err := l.js.DeleteStream(ctx, workStream); err != nil { // as a broker does that lost its disk
			t.Fatal(err)
		}
		if err := l.publish(ctx, workSubject("j"), "j-3", []byte("piece")); err != nil {
			t.Errorf("a stream that was lost: %v", err)
		}
	})
}

// A fleet is the gambito of who serves it, or of the first who comes; one that all have
// left may become another.
func TestBuildOfFleet(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := connect(t, Options{URL: urlOf(startServer(t, nil))})
	put := func(fixed string) {
		t.Helper()
		if _, err := l.settings.Put(ctx, buildKey, []byte(`{"fingerprint":"x","version":"commit 77","fixed":`+fixed+`}`)); err != nil {
			t.Fatal(err)
		}
	}
	put("true")
	var wrong ErrBuild
	if err := l.join(ctx); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "commit 77") || !strings.Contains(err.Error(), "--any-build") {
		t.Errorf("another build: %v", err)
	}
	put("false")
	if _, err := l.workers.Put(ctx, "w", nil); err != nil {
		t.Fatal(err)
	}
	if err := l.join(ctx); !errors.As(err, &wrong) {
		t.Errorf("another build where somebody works: %v", err)
	}
	if err := l.workers.Delete(ctx, "w"); err != nil {
		t.Fatal(err)
	}
	if err := l.join(ctx); err != nil {
		t.Errorf("an empty fleet: %v", err)
	}
	if b, _, err := l.build(ctx); err != nil || b.Fingerprint == "x" {
		t.Errorf("the build was not changed: %+v, %v", b, err)
	}
	put("true")
	if err := l.Found(ctx); err != nil {
		t.Error(err)
	}
	if err := l.join(ctx); err != nil {
		t.Error(err)
	}
	put("true")
	l.options.AnyBuild = true
	if err := l.join(ctx); err != nil {
		t.Error(err)
	}
}

// Whatever is given as a URL, what is secret in it is told nobody.
func FuzzURL(f *testing.F) {
	f.Add("sesame", "127.0.0.1:4222")
	f.Add("user:sesame", "a:1,tls://b:2/,c")
	f.Add("sesame", "[::1]:x@y,")
	f.Fuzz(func(t *testing.T, secret, rest string) {
		a, err := parseURL("nats://" + secret + "@" + rest)
		if err != nil {
			if len(secret) > 5 && !strings.Contains(rest, secret) && !strings.Contains("nats://TOKEN@127.0.0.1:4222 is not the URL of a fleet", secret) &&
				!strings.ContainsAny(secret, ",@") && strings.Contains(err.Error(), secret) {
				t.Errorf("%q: %v", secret, err)
			}
			return
		}
		if len(a.servers) != len(a.hosts) || len(a.servers) == 0 {
			t.Errorf("%+v", a)
		}
		for _, s := range a.servers {
			if u, err := url.Parse(s); err != nil || u.User != nil || u.Port() == "" {
				t.Errorf("%q is a server: %v", s, err)
			}
		}
	})
}
