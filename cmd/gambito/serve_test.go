package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// served is a process that serves the page.
type served struct {
	*exec.Cmd
	url string // that it prints
}

// startServe starts a server and waits until it tells its URL.
func startServe(t *testing.T, args ...string) served {
	t.Helper()
	s := served{Cmd: exec.Command("gambito", append([]string{"serve", "--data", t.TempDir()}, args...)...)}
	out, err := s.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	lines := bufio.NewScanner(out)
	for s.url == "" && lines.Scan() {
		if _, after, ok := strings.Cut(lines.Text(), "the page is at "); ok {
			s.url, _, _ = strings.Cut(after, " ")
		}
	}
	if s.url == "" {
		t.Fatal("the server tells no URL")
	}
	go io.Copy(io.Discard, out)
	return s
}

// stop interrupts the server, which must end soon and well.
func (s served) stop(t *testing.T) {
	t.Helper()
	begin := time.Now()
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil {
		t.Errorf("interrupted: %v", err)
	}
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("it took %v to end", took)
	}
}

// get is the status and the content of a URL.
func get(t *testing.T, c *http.Client, url string) (int, string) {
	t.Helper()
	r, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	return r.StatusCode, string(text)
}

// TestServe checks that Ctrl-C ends the server at once, though a search is running and
// somebody listens.
func TestServe(t *testing.T) {
	s := startServe(t, "--addr", "127.0.0.1:0")
	client := &http.Client{}
	if status, text := get(t, client, s.url); status != 200 || !strings.Contains(text, "<html") {
		t.Errorf("the page: %d %.200s", status, text)
	}
	r, err := client.Get(s.url + "api/analysis?game=othello&agent=mcts&time=60")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if line, err := bufio.NewReader(r.Body).ReadString('\n'); err != nil || !strings.HasPrefix(line, "event: analysis") {
		t.Errorf("the first line of a search: %q, %v", line, err)
	}
	s.stop(t)
}

// TestServeOthers checks that on other addresses a token is needed, and that TLS works.
func TestServeOthers(t *testing.T) {
	cert, key := certificate(t)
	s := startServe(t, "--addr", "0.0.0.0:0", "--tls-cert", cert, "--tls-key", key, "--host", "localhost")
	if !strings.HasPrefix(s.url, "https://localhost:") || !strings.Contains(s.url, "/?token=") {
		t.Fatalf("the URL is %s", s.url)
	}
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	page, _, _ := strings.Cut(s.url, "?")
	if status, _ := get(t, client, page+"api/catalogue"); status != 401 {
		t.Errorf("without the token: status %d", status)
	}
	if status, _ := get(t, client, s.url); status != 200 {
		t.Errorf("with the token: status %d", status)
	}
	if status, _ := get(t, client, page+"api/rulesheets"); status != 200 {
		t.Errorf("after that: status %d", status)
	}
	s.stop(t)
}

// certificate writes one that is its own authority, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: encoded}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestServeUnusableData: a data folder that is none ends the server at the start.
func TestServeUnusableData(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{file, filepath.Join(file, "below")} {
		c := exec.Command("gambito", "serve", "--addr", "127.0.0.1:0", "--data", data)
		out, _ := c.CombinedOutput()
		if c.ProcessState.ExitCode() != 2 || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "--data") {
			t.Errorf("%s: exit code %d: %s", data, c.ProcessState.ExitCode(), out)
		}
	}
}
