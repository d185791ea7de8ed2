package broker

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// authority signs certificates.
type authority struct {
	file        string
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// newAuthority makes an authority that nobody knows yet.
func newAuthority(t *testing.T) authority {
	t.Helper()
	a := authority{file: filepath.Join(t.TempDir(), "ca.pem")}
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	a.certificate = &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	a.write(t, a.file, a.certificate, &a.key.PublicKey)
	return a
}

func (a authority) write(t *testing.T, name string, c *x509.Certificate, public *ecdsa.PublicKey) {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, c, a.certificate, public, a.key)
	if err != nil {
		t.Fatal(err)
	}
	writePEM(t, name, "CERTIFICATE", der)
}

func writePEM(t *testing.T, name, kind string, der []byte) {
	t.Helper()
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sign makes a certificate for a host.
func (a authority) sign(t *testing.T, host string) (cert, key string) {
	t.Helper()
	pair, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "a broker"}, NotAfter: time.Now().Add(time.Hour)}
	if ip := net.ParseIP(host); ip != nil {
		c.IPAddresses = []net.IP{ip}
	} else {
		c.DNSNames = []string{host}
	}
	folder := t.TempDir()
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	a.write(t, cert, c, &pair.PublicKey)
	der, err := x509.MarshalPKCS8PrivateKey(pair)
	if err != nil {
		t.Fatal(err)
	}
	writePEM(t, key, "PRIVATE KEY", der)
	return cert, key
}

// TestTLS: with a certificate nothing is said in the clear, and who does not trust the
// certificate says nothing at all.
func TestTLS(t *testing.T) {
	a := newAuthority(t)
	cert, key := a.sign(t, "127.0.0.1")
	b := start(t, Options{TLSCert: cert, TLSKey: key})
	if !strings.HasPrefix(b.URL(), "tls://") {
		t.Errorf("the URL is %s", b.URL())
	}
	js, ctx := open(t, b.URL(), nats.RootCAs(a.file))
	if _, err := js.AccountInfo(ctx); err != nil {
		t.Error(err)
	}
	if state, err := js.Conn().TLSConnectionState(); err != nil || !state.HandshakeComplete {
		t.Errorf("no TLS: %v", err)
	}
	js, ctx = open(t, b.Inside(), nats.InProcessServer(b))
	if _, err := js.AccountInfo(ctx); err != nil {
		t.Errorf("within the process: %v", err)
	}
	if c, err := nats.Connect(b.URL()); err == nil {
		c.Close()
		t.Error("an unknown authority is trusted")
	}
	if c, err := nats.Connect(b.URL(), nats.RootCAs(newAuthority(t).file)); err == nil {
		c.Close()
		t.Error("another authority is trusted")
	}
	plain, err := net.Dial("tcp", b.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	plain.SetDeadline(time.Now().Add(2 * time.Second))
	plain.Write([]byte("CONNECT {\"auth_token\":\"" + b.keep.Token + "\"}\r\nPING\r\n"))
	answer := make([]byte, 1<<12)
	n, _ := plain.Read(answer)
	for n < len(answer) {
		m, err := plain.Read(answer[n:])
		if n += m; err != nil {
			break
		}
	}
	if strings.Contains(string(answer[:n]), "PONG") {
		t.Error("it talks in the clear")
	}
}

// TestClusterTLS: brokers with certificates of an authority of one's own find each other.
func TestClusterTLS(t *testing.T) {
	a := newAuthority(t)
	options := clusterOf(t, 2)
	brokers := make([]*Broker, len(options))
	for i := range options {
		o := &options[i]
		o.TLSCA = a.file
		o.TLSCert, o.TLSKey = a.sign(t, "127.0.0.1")
		brokers[i] = start(t, *o)
	}
	for begin := time.Now(); brokers[0].server.NumRoutes() == 0; time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("they do not find each other")
		}
	}
}
