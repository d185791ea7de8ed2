package ggp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gambito/gdl"
)

// The bounds of a request and of an answer.
const (
	maxHead        = 64 << 10
	maxMessage     = gdl.MaxBytes + 64<<10
	maxAnswer      = 64 << 10
	maxConnections = 64
	writeTime      = 5 * time.Second
)

// Listener answers requests, each over a connection of its own.
type Listener struct {
	// Answer returns what to answer to a message that came at that time. An
	// error is told to whoever sent it, as a bad request.
	Answer func(ctx context.Context, text string, received time.Time) (string, error)

	// Patience is how long a request may take to come.
	Patience time.Duration

	// Allowed are names of this machine by which it may be called, beside addresses and
	// localhost, and origins of pages that may send messages from a browser, such as
	// https://example.org; no other page may. So a page that somebody looks at cannot
	// make the player work, nor one whose name is made to lead here.
	Allowed []string

	mu      sync.Mutex
	waiting []net.Conn // whose request has not come in full, the longest first
}

// Serve answers until ctx ends, and returns when all is answered.
func (l *Listener) Serve(ctx context.Context, in net.Listener) error {
	stop := context.AfterFunc(ctx, func() { in.Close() })
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	places := make(chan struct{}, maxConnections)
	for {
		conn, err := in.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // such as too many open files, which passes
			time.Sleep(10 * time.Millisecond)
			continue
		}
		select {
		case places <- struct{}{}:
		default:
			if !l.dropLongest() { // all are being answered
				conn.Close()
				continue
			}
			places <- struct{}{} // which it leaves at once
		}
		l.wait(conn)
		all.Go(func() {
			defer func() { <-places }()
			l.serve(ctx, conn)
		})
	}
}

// wait notes that the request of a connection is awaited, come that it has come.
func (l *Listener) wait(conn net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, conn)
}

func (l *Listener) come(conn net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = slices.DeleteFunc(l.waiting, func(c net.Conn) bool { return c == conn })
}

// dropLongest hangs up on who has taken longest to send a request: servers send theirs at
// once, and many who send none must keep nobody out.
func (l *Listener) dropLongest() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		return false
	}
	l.waiting[0].Close()
	l.waiting = l.waiting[1:]
	return true
}

// serve answers one request.
func (l *Listener) serve(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	received := time.Now()
	conn.SetReadDeadline(received.Add(l.Patience))
	stop := context.AfterFunc(ctx, func() { conn.SetReadDeadline(time.Unix(1, 0)) }) // wait for nobody then
	defer stop()
	text, origin, status, err := l.readRequest(conn)
	l.come(conn)
	if err == nil && status == 0 {
		var answer string
		if answer, err = l.answer(ctx, text, received); err == nil {
			writeAnswer(conn, http.StatusOK, origin, answer)
			return
		}
		status = http.StatusBadRequest
	}
	message := ""
	if err != nil {
		message = err.Error()
	}
	writeAnswer(conn, status, origin, message)
	// What is still under way would make the system drop the answer.
	if half, ok := conn.(interface{ CloseWrite() error }); ok && status != http.StatusOK {
		half.CloseWrite()
		if ctx.Err() == nil {
			conn.SetReadDeadline(time.Now().Add(time.Second))
		}
		io.CopyN(io.Discard, conn, maxMessage)
	}
}

// answer is Answer, whose panic is an error: one request must not end all.
func (l *Listener) answer(ctx context.Context, text string, received time.Time) (answer string, err error) {
	defer recovered(&err)
	return l.Answer(ctx, text, received)
}

// readRequest returns the message of a POST or a GET, and the page that sent it, if it
// was one. A status other than 0 answers the request without one.
func (l *Listener) readRequest(conn io.Reader) (text, origin string, status int, err error) {
	limited := &io.LimitedReader{R: conn, N: maxHead}
	in := bufio.NewReader(limited)
	request, err := http.ReadRequest(in)
	if err != nil {
		return "", "", http.StatusBadRequest, errors.New("that is not HTTP")
	}
	origin = request.Header.Get("Origin")
	switch {
	case origin != "" && !slices.Contains(l.Allowed, origin):
		return "", "", http.StatusForbidden, fmt.Errorf("pages of %.100q may not send messages here", origin)
	case !l.called(request.Host):
		return "", "", http.StatusForbidden, fmt.Errorf("the Host %.100q is no address of this machine", request.Host)
	}
	text, status, err = readMessage(request, in, limited)
	return text, origin, status, err
}

// called reports whether a request's Host is one by which this machine may be called.
func (l *Listener) called(host string) bool {
	name := host
	if only, _, err := net.SplitHostPort(host); err == nil {
		name = only
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	return net.ParseIP(name) != nil || strings.EqualFold(name, "localhost") ||
		slices.ContainsFunc(l.Allowed, func(a string) bool { return name != "" && strings.EqualFold(a, name) })
}

// readMessage reads what a request says.
func readMessage(request *http.Request, in *bufio.Reader, limited *io.LimitedReader) (text string, status int, err error) {
	switch request.Method {
	case http.MethodOptions:
		return "", http.StatusOK, nil
	case http.MethodGet:
		text, err := url.QueryUnescape(strings.TrimPrefix(request.RequestURI, "/"))
		if err != nil {
			return "", http.StatusBadRequest, errors.New("the message is not encoded as a URL")
		}
		return text, 0, nil
	case http.MethodPost:
	default:
		return "", http.StatusMethodNotAllowed, errors.New("send messages with POST or GET")
	}
	if request.ContentLength > maxMessage {
		return "", http.StatusRequestEntityTooLarge, fmt.Errorf("the message has %d bytes; at most %d are read", request.ContentLength, maxMessage)
	}
	limited.N = maxMessage + 1
	var body []byte
	if request.Header.Get("Content-Length") != "" || request.TransferEncoding != nil {
		body, err = io.ReadAll(request.Body)
	} else {
		body, err = readList(in)
	}
	switch {
	case len(body) > maxMessage || limited.N == 0:
		return "", http.StatusRequestEntityTooLarge, fmt.Errorf("at most %d bytes of a message are read", maxMessage)
	case err != nil:
		return "", http.StatusBadRequest, errors.New("the message did not come in full")
	}
	return string(body), 0, nil
}

// readList reads to the end or to the end of the list, whichever is first: a
// message without a length may come over a connection that stays open.
func readList(in *bufio.Reader) (text []byte, err error) {
	for depth := 0; ; {
		c, err := in.ReadByte()
		if errors.Is(err, io.EOF) {
			return text, nil
		}
		if err != nil {
			return text, err
		}
		text = append(text, c)
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth <= 0 {
				return text, nil
			}
		}
	}
}

// writeAnswer answers a request. A page that may send messages may read the answer.
func writeAnswer(conn net.Conn, status int, origin, answer string) {
	conn.SetWriteDeadline(time.Now().Add(writeTime))
	shared := ""
	if origin != "" {
		shared = "Access-Control-Allow-Origin: " + origin + "\r\nVary: Origin\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n" +
			"Access-Control-Allow-Headers: Content-Type, Accept, Sender, Receiver\r\nAccess-Control-Max-Age: 86400\r\n"
	}
	fmt.Fprintf(conn, "HTTP/1.0 %d %s\r\nContent-type: text/acl\r\nContent-length: %d\r\n%s\r\n%s",
		status, http.StatusText(status), len(answer), shared, answer)
}

// Address is where a player listens.
type Address struct {
	HostPort string
	text     string
}

func (a Address) String() string { return a.text }

// ParseAddress reads http://HOST:PORT or HOST:PORT; without a port it is the
// usual one.
func ParseAddress(text string) (Address, error) {
	wrong := fmt.Errorf("%q is no address of a player, such as http://127.0.0.1:%d", text, DefaultPort)
	rest := text
	if scheme, after, ok := strings.Cut(text, "://"); ok {
		if !strings.EqualFold(scheme, "http") {
			return Address{}, wrong
		}
		rest = after
	}
	u, err := url.Parse("http://" + strings.TrimSuffix(rest, "/"))
	if err != nil || u.Hostname() == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return Address{}, wrong
	}
	port := u.Port()
	if port == "" {
		port = strconv.Itoa(DefaultPort)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return Address{}, wrong
	}
	return Address{HostPort: net.JoinHostPort(u.Hostname(), port), text: text}, nil
}

// Ask sends a message to a player and returns its answer, which must come within
// that time, the connection apart.
func (a Address) Ask(ctx context.Context, m Message, patience time.Duration) (string, error) {
	dialer := net.Dialer{Timeout: connectTime}
	conn, err := dialer.DialContext(ctx, "tcp", a.HostPort)
	if err != nil {
		return "", notReached{plainError(err)}
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	conn.SetDeadline(time.Now().Add(patience))
	body := m.String()
	_, err = fmt.Fprintf(conn, "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: %s\r\nSender: GAMESERVER\r\nReceiver: %s\r\nContent-Type: text/acl\r\nContent-Length: %d\r\n\r\n%s",
		a.HostPort, a.HostPort, len(body), body)
	if err != nil {
		return "", plainError(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(io.LimitReader(conn, maxAnswer)), nil)
	if err != nil {
		return "", plainError(err)
	}
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return "", plainError(err)
	}
	if response.StatusCode != http.StatusOK {
		return "", refused{fmt.Errorf("it answers %.60q: %.200q", response.Status, answer)}
	}
	return strings.TrimSpace(string(answer)), nil
}

// notReached is the error of a message that could not be sent, as nobody listens.
type notReached struct{ error }

func (e notReached) Unwrap() error { return e.error }

// refused is the error of a message that was answered, but not as it should be.
type refused struct{ error }

// plainError leaves out the addresses that network errors repeat.
func plainError(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// late reports whether an error is that time ran out.
func late(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.As(err, &timeout) && timeout.Timeout()
}
