// Package load plays against a server of the workbench over HTTP as many people at once
// do, analyses and listens, and measures how it bears that. The server is a process of
// its own, so that what is measured is the server's: see Process. Begin with Players,
// Analyses and Streams.
package load

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// client asks a server.
type client struct {
	url  string
	http *http.Client
}

func newClient(url string) *client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	return &client{url, &http.Client{Transport: &http.Transport{
		DialContext: dialer.DialContext, MaxIdleConnsPerHost: 10_000, IdleConnTimeout: time.Minute,
		DisableCompression: true, ReadBufferSize: 4 << 10, WriteBufferSize: 2 << 10,
	}}}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// ask sends a request and reads the answer, unless it is nil.
func (c *client) ask(ctx context.Context, method, path string, body, answer any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.url+path, content)
	if err != nil {
		return err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	got, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	switch {
	case err != nil:
		return fmt.Errorf("%s %s: %w", method, path, err)
	case got.StatusCode != http.StatusOK:
		return refusal(method, path, got.StatusCode, text)
	case answer == nil:
		return nil
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// refusal is the error of an answer that tells one.
func refusal(method, path string, status int, text []byte) error {
	var told struct{ Detail string }
	if json.Unmarshal(text, &told) != nil || told.Detail == "" {
		told.Detail = "it says nothing"
	}
	return fmt.Errorf("%s %s: status %d: %s", method, path, status, told.Detail)
}

// listen opens a stream of events, and hears each until the stream ends or hear returns
// false. What hear is given is its own only until it returns. It is told when the stream
// is open.
func (c *client) listen(ctx context.Context, path string, open func(), hear func(event string, data []byte) bool) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+path, nil)
	if err != nil {
		return err
	}
	got, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(got.Body)
		return refusal(http.MethodGet, path, got.StatusCode, text)
	}
	open()
	lines := bufio.NewReaderSize(got.Body, 4<<10)
	var line []byte
	event := ""
	for {
		part, err := lines.ReadSlice('\n')
		line = append(line, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			return err
		}
		text := bytes.TrimRight(line, "\n")
		line = line[:0]
		if name, ok := bytes.CutPrefix(text, []byte("event: ")); ok {
			event = string(name)
		} else if data, ok := bytes.CutPrefix(text, []byte("data: ")); ok && !hear(event, data) {
			return nil
		}
	}
}

// troubles counts what goes wrong, and remembers what went wrong first.
type troubles struct {
	mutex sync.Mutex
	count int
	first string
}

// add notes an error, if it is one and not the end of the measurement.
func (t *troubles) add(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.count++; t.first == "" {
		t.first = err.Error()
	}
}
