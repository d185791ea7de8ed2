package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// checkTime is how long a server may take to say that it is well.
const checkTime = 5 * time.Second

// check asks the server at --addr whether it is well. It is for who looks after
// containers, where there may be no other program to ask with.
func (c serveCmd) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	secure, err := c.secured()
	if err != nil {
		return err
	}
	scheme, transport := "http", &http.Transport{DisableKeepAlives: true}
	if secure != nil {
		scheme, transport.TLSClientConfig = "https", onlyOf(secure.Certificates[0])
	}
	host, port, _ := net.SplitHostPort(c.Addr) // it was read before
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // which is among all addresses
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return fmt.Errorf("--addr %s: %w", c.Addr, err)
	}
	client := http.Client{Transport: transport}
	answer, err := client.Do(r)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return failure{fmt.Errorf("the server at %s does not answer", c.Addr)}
	case err != nil:
		return failure{fmt.Errorf("no server answers at %s: %w", c.Addr, errors.Unwrap(err))}
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 200)) // what has come is told
	if answer.StatusCode != http.StatusOK {
		return failure{fmt.Errorf("the server at %s is not well: %s", c.Addr, strings.Join(strings.Fields(string(text)), " "))}
	}
	return nil
}

// onlyOf is TLS with the server of that certificate and no other, whatever names it has.
func onlyOf(certificate tls.Certificate) *tls.Config {
	return &tls.Config{InsecureSkipVerify: true, VerifyConnection: func(s tls.ConnectionState) error {
		if !bytes.Equal(s.PeerCertificates[0].Raw, certificate.Certificate[0]) {
			return errors.New("its certificate is another one")
		}
		return nil
	}}
}
