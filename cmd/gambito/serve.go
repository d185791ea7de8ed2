package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"

	"github.com/charmbracelet/x/term"

	"gambito/build"
	"gambito/files"
	"gambito/web"
)

type serveCmd struct {
	Addr    string   `default:"127.0.0.1:7777" placeholder:"HOST:PORT" env:"GAMBITO_ADDR" help:"Address to listen on; port 0 takes any that is free (default: ${default})."`
	Open    bool     `help:"Open the page in the browser."`
	Token   string   `placeholder:"TEXT" env:"GAMBITO_TOKEN" help:"Let in only who has this token (default: a new one on every address but the machine's own)."`
	TLSCert string   `name:"tls-cert" type:"existingfile" placeholder:"FILE" help:"Serve over TLS with this certificate, PEM."`
	TLSKey  string   `name:"tls-key" type:"existingfile" placeholder:"FILE" help:"The key of that certificate, PEM."`
	Host    []string `placeholder:"NAME" help:"Names by which the page is asked for, beside addresses and localhost."`
	Rate    float64  `default:"50" placeholder:"N" help:"Requests a second that a client elsewhere may send for long, 0 for any number (default: ${default})."`
	Trust   bool     `help:"Let whoever uses the page seat agents that start programs, connect elsewhere or read files."`
	Check   bool     `help:"Ask a server that runs at --addr whether it is well, and stop: the exit code says so."`
	Openapi bool     `hidden:"" name:"openapi" help:"Print the OpenAPI document and stop."`
	serveFleetFlags
	logFlags
	dataFlag
	quietFlag
	idleFlags
}

// Help is shown by --help.
func (serveCmd) Help() string {
	return `Serves one page on which to play any game, to watch searches think, to review games,
to step through algorithms, to write rulesheets and to run experiments, until Ctrl-C.
The API behind the page is described at /api/docs.

Only this machine reaches it, and nothing leaves it. On another address, such as
0.0.0.0:7777, it lets in only who has the token in the address that it prints;
--tls-cert and --tls-key keep that from being read on the way.

Ctrl-C or SIGTERM ends it well: streams end, games are kept, and long work waits until
the server is started again. Another Ctrl-C ends it at once. /healthz tells whether it is
well, /metrics what it does, in numbers.

Examples:

  gambito serve
  gambito serve --open
  gambito serve --addr 127.0.0.1:8080 --data mine
  gambito serve --addr 0.0.0.0:7777 --tls-cert cert.pem --tls-key key.pem --host games.example.org
  gambito serve --fleet --fleet-addr 0.0.0.0:4222
  gambito serve --log json --log-level info
  gambito serve --check`
}

// shortestToken is how many letters a token of one's own needs.
const shortestToken = 12

// Validate is called by the command-line parser.
func (c serveCmd) Validate() error {
	switch {
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return errors.New("--tls-cert and --tls-key: one needs the other")
	case c.Token != "" && len(c.Token) < shortestToken:
		return fmt.Errorf("--token: it must have at least %d letters, or others guess it", shortestToken)
	case !(c.Rate >= 0):
		return fmt.Errorf("--rate %g: it must be 0 or more", c.Rate)
	}
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("--addr %s: it must be an address and a port, such as 127.0.0.1:7777", c.Addr)
	}
	return c.serveFleetFlags.check()
}

// Run serves until it is interrupted.
func (c serveCmd) Run(s *session) error {
	if c.Check {
		return c.check(s.ctx)
	}
	host, _, _ := net.SplitHostPort(c.Addr) // it was read before
	made := !ownAddress(host) && c.Token == ""
	if made {
		c.Token = web.NewToken()
	}
	if net.ParseIP(host) == nil && host != "" {
		c.Host = append(c.Host, host)
	}
	folder, _ := c.folder() // without one nothing is kept
	if folder != "" && !c.Openapi {
		if err := files.Writable(folder); err != nil {
			return fmt.Errorf("--data %s: nothing can be kept there (%w): name a folder that can be written to", folder, err)
		}
	}
	logger := c.logger(os.Stderr, c.Token)
	slog.SetDefault(logger) // of what goes on beside requests, too
	options := web.Options{Agents: s.agents, Data: folder, Trust: c.Trust, Token: c.Token, Hosts: c.Host, Rate: c.Rate, Log: logger}
	if c.Openapi {
		return printDocument(s.stdout, options)
	}
	secure, err := c.secured()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("--addr %s: %w", c.Addr, plainListen(err))
	}
	defer listener.Close() // which serve does too
	machines, leave, err := c.joinFleet(s.ctx, folder)
	if err != nil {
		return err
	}
	defer leave()
	options.Fleet = machines
	server, err := web.New(options)
	if err != nil {
		return failure{err}
	}
	page := c.page(listener.Addr())
	c.greet(logger, page, made)
	if c.Open {
		if err := openPage(page.String()); err != nil {
			notice("no browser could be opened: " + err.Error())
		}
	}
	return serve(s.ctx, server, listener, secure, logger)
}

// printDocument prints what the API is.
func printDocument(w io.Writer, o web.Options) error {
	server, err := web.New(o)
	if err != nil {
		return failure{err}
	}
	defer server.Close()
	document, err := server.Document()
	if err != nil {
		return failure{err}
	}
	_, err = w.Write(document)
	return err
}

// greet tells where the page is. A token that somebody has chosen is shown at a terminal
// only: what services print is kept in logs. One that was made now nobody else can tell.
func (c serveCmd) greet(logger *slog.Logger, page url.URL, made bool) {
	open := page
	open.RawQuery = ""
	logger.Info("serving", "page", open.String(), "build", build.This().Version)
	if !made && !term.IsTerminal(os.Stderr.Fd()) {
		if page = open; c.Log == logJSON {
			return
		}
	}
	if !c.Quiet {
		notice("the page is at " + page.String() + " (Ctrl-C ends it)")
	}
}

// ownAddress reports whether only this machine reaches an address.
func ownAddress(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// secured reads what TLS needs; nil if that is not wanted.
func (c serveCmd) secured() (*tls.Config, error) {
	if c.TLSCert == "" {
		return nil, nil
	}
	certificate, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert %s --tls-key %s: %w", c.TLSCert, c.TLSKey, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{certificate}}, nil
}

// page is the URL to open. Where the server listens on all addresses it is one by
// which others reach this machine.
func (c serveCmd) page(at net.Addr) url.URL {
	u := url.URL{Scheme: "http", Host: at.String(), Path: "/"}
	if c.TLSCert != "" {
		u.Scheme = "https"
	}
	host, _, _ := net.SplitHostPort(c.Addr)
	_, port, _ := net.SplitHostPort(at.String())
	switch ip := net.ParseIP(host); {
	case len(c.Host) > 0:
		u.Host = net.JoinHostPort(c.Host[0], port)
	case host == "" || ip != nil && ip.IsUnspecified():
		u.Host = net.JoinHostPort(outerAddress(), port)
	}
	if c.Token != "" {
		u.RawQuery = url.Values{"token": {c.Token}}.Encode()
	}
	return u
}

// outerAddress is one by which others may reach this machine.
func outerAddress() string {
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}

// plainListen leaves out of an error what the user wrote.
func plainListen(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// openPage opens a URL in the browser of who sits at the machine.
func openPage(url string) error {
	program, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		program = "open"
	case "windows":
		program, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	command := exec.Command(program, args...)
	command.Stdout, command.Stderr = nil, os.Stderr
	if err := command.Start(); err != nil {
		return err
	}
	go command.Wait() // nobody waits for a browser
	return nil
}
