package main

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"gambito/web"
)

const (
	// stopTime is how long work may take to end when the server does. Those who manage
	// services wait ten seconds and more before they kill.
	stopTime = 8 * time.Second

	// lastAnswers is how long answers may take after that.
	lastAnswers = time.Second

	// tellAfter is after how much waiting whoever sits at the terminal is told of it.
	tellAfter = time.Second
)

// serve answers requests until ctx ends, and then has everything end well: nobody new is
// let in, streams end, what is played is kept, and long work is put back where it goes
// on from later.
func serve(ctx context.Context, server *web.Server, listener net.Listener, secure *tls.Config, logger *slog.Logger) error {
	h := &http.Server{
		Handler: server.Handler(), ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug), // what clients do wrong is theirs
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		TLSConfig: secure,
	}
	failed := make(chan error, 1)
	go func() {
		if secure != nil {
			failed <- h.ServeTLS(listener, "", "")
			return
		}
		failed <- h.Serve(listener)
	}()
	select {
	case err := <-failed:
		server.Close()
		return failure{err}
	case <-ctx.Done():
	}
	return stop(server, h, logger)
}

// stop ends a server, within a time.
func stop(server *web.Server, h *http.Server, logger *slog.Logger) error {
	begin := time.Now()
	logger.Info("stopping")
	soon, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	slow := time.AfterFunc(tellAfter, func() { notice("waiting for work to end (Ctrl-C again ends it at once)") })
	defer slow.Stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server.Close() // with it streams end, and then their requests do
		slow.Stop()
		time.AfterFunc(lastAnswers, cancel)
	}()
	if err := h.Shutdown(soon); err != nil { // which lets nobody in from now on
		h.Close()
	}
	select {
	case <-ended:
	case <-soon.Done():
		logger.Warn("work has not ended in time", "seconds", stopTime.Seconds())
		return failure{errors.New("some work has not ended in time: it goes on from where it was kept last")}
	}
	logger.Info("stopped", "seconds", time.Since(begin).Round(time.Millisecond).Seconds())
	return nil
}
