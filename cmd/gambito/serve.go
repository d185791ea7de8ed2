package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"time"

	"gambito/web"
)

type serveCmd struct {
	Addr    string `default:"127.0.0.1:7777" placeholder:"HOST:PORT" help:"Address to listen on; port 0 takes any that is free (default: ${default})."`
	Open    bool   `help:"Open the page in the browser."`
	Trust   bool   `help:"Let whoever uses the page seat agents that start programs, connect elsewhere or read files."`
	Openapi bool   `hidden:"" name:"openapi" help:"Print the OpenAPI document and stop."`
	dataFlag
	quietFlag
	idleFlags
}

// Help is shown by --help.
func (serveCmd) Help() string {
	return `Serves one page on which to play any game, to watch searches think, to review games,
to step through algorithms and to write rulesheets, until Ctrl-C. Nothing leaves the
machine. The API behind the page is described at /api/docs.

Examples:

  gambito serve
  gambito serve --open
  gambito serve --addr 127.0.0.1:8080 --data mine`
}

// Run serves until it is interrupted.
func (c serveCmd) Run(s *session) error {
	folder, _ := c.folder() // without one nothing is kept
	server, err := web.New(web.Options{Agents: s.agents, Data: folder, Trust: c.Trust})
	if err != nil {
		return failure{err}
	}
	defer server.Close()
	if c.Openapi {
		document, err := server.Document()
		if err != nil {
			return failure{err}
		}
		_, err = s.stdout.Write(document)
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("--addr %s: %w", c.Addr, plainListen(err))
	}
	url := "http://" + listener.Addr().String() + "/"
	if !c.Quiet {
		notice("the page is at " + url + " (Ctrl-C ends it)")
	}
	if c.Open {
		if err := openPage(url); err != nil {
			notice("no browser could be opened: " + err.Error())
		}
	}
	return c.serve(s.ctx, server, listener)
}

// serve answers requests until ctx ends. Streams end first, so that nobody is waited for.
func (c serveCmd) serve(ctx context.Context, server *web.Server, listener net.Listener) error {
	h := &http.Server{Handler: server.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	select {
	case err := <-failed:
		return failure{err}
	case <-ctx.Done():
	}
	server.Close()
	soon, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := h.Shutdown(soon); err != nil {
		h.Close()
	}
	return nil
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
