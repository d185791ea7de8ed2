package fleet

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gambito/files"
)

// Options say how a fleet is reached.
type Options struct {
	URL  string // nats://TOKEN@HOST:PORT or tls://…, several with commas between
	Name string // what the broker calls this connection
	NKey string // a file with the seed of an NKey, or ""
	CA   string // a file with the certificates of who vouches for the broker, or ""

	Token string // that lets in where neither the URL nor a key does, or ""

	AnyBuild bool          // join whatever gambito the others are
	Patience time.Duration // after which a silent worker's piece is given to another; 0 leaves it
	Replicas int           // how many nodes of a cluster keep everything; 0 leaves it

	// Inside is the broker if it is in this process: the URL says how it lets in, but
	// nothing goes over the network.
	Inside interface{ InProcessConn() (net.Conn, error) }

	Log func(line string) // told when the connection is lost and made again, or nil
}

// connectTime is how long the first connection may take.
const connectTime = 5 * time.Second

// DefaultPatience is how long a worker may be silent unless the fleet was told
// otherwise.
const DefaultPatience = 20 * time.Second

// Fault is an error of the other side or of the way there. All others that Connect
// returns are about what it was given.
type Fault struct{ error }

func (f Fault) Unwrap() error { return f.error }

func faultf(format string, values ...any) error { return Fault{fmt.Errorf(format, values...)} }

// ErrFull is when the broker has no room left.
var ErrFull = errors.New("the broker has no room left for work or results (fleet serve --max-store gives it more)")

// Connect joins the broker of a fleet and makes there what is missing of its streams.
// The first connection is there within seconds or an error says in one line what is
// wrong; after that it is made again for ever whenever it is lost.
func Connect(ctx context.Context, o Options) (*Link, error) {
	a, err := parseURL(o.URL)
	if err != nil {
		return nil, err
	}
	if a.token+a.user+o.NKey == "" {
		a.token = o.Token
	}
	l := &Link{options: o, where: strings.Join(a.hosts, ","), bare: a.token+a.user+o.NKey == "", again: make(chan struct{})}
	settings, err := l.connection(a)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	if l.conn, err = dial(ctx, strings.Join(a.servers, ","), settings); err != nil {
		return nil, l.explain(err)
	}
	if l.js, err = jetstream.New(l.conn, jetstream.WithDefaultTimeout(connectTime)); err == nil {
		l.holdings, err = l.setUp(ctx)
	}
	if err != nil {
		l.Close()
		return nil, l.explain(err)
	}
	return l, nil
}

// dial connects, and returns early when ctx ends.
func dial(ctx context.Context, servers string, settings []nats.Option) (*nats.Conn, error) {
	type made struct {
		conn *nats.Conn
		err  error
	}
	result := make(chan made, 1)
	go func() {
		conn, err := nats.Connect(servers, settings...)
		result <- made{conn, err}
	}()
	select {
	case r := <-result:
		return r.conn, r.err
	case <-ctx.Done():
		go func() {
			if r := <-result; r.conn != nil {
				r.conn.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// address is what a URL says.
type address struct {
	servers []string // URLs without what is secret
	hosts   []string
	token   string
	user    string
	secret  string // of the user
}

// parseURL reads the URL of a broker, or several of the nodes of one. Its errors do not
// tell the token.
func parseURL(text string) (address, error) {
	var a address
	if text == "" {
		return a, errors.New("a fleet is named by its URL, such as nats://TOKEN@127.0.0.1:4222")
	}
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		if !strings.Contains(one, "://") && len(a.servers) > 0 { // nats://one:4222,two:4222
			scheme, _, _ := strings.Cut(a.servers[0], "://")
			one = scheme + "://" + one
		}
		u, err := url.Parse(one)
		bare := err == nil && strings.Contains(u.Hostname(), ":") && !strings.HasPrefix(u.Host, "[") // such belong in brackets
		if err != nil || bare || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			return a, fmt.Errorf("%q is not the URL of a fleet: that looks like nats://TOKEN@127.0.0.1:4222, or tls://… where it has a certificate", hideSecret(one))
		}
		if port, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || port == 0) {
			return a, fmt.Errorf("%q is not the URL of a fleet: its port must be from 1 to 65535", hideSecret(one))
		}
		if u.Port() == "" {
			u.Host = net.JoinHostPort(u.Hostname(), "4222")
		}
		if u.User != nil {
			if secret, ok := u.User.Password(); ok {
				a.user, a.secret, a.token = u.User.Username(), secret, ""
			} else {
				a.token, a.user, a.secret = u.User.Username(), "", ""
			}
		}
		a.servers = append(a.servers, u.Scheme+"://"+u.Host)
		a.hosts = append(a.hosts, u.Host)
	}
	return a, nil
}

// hideSecret is a URL, or what was to be one, without what stands before "@".
func hideSecret(text string) string {
	i := strings.LastIndex(text, "@")
	if i < 0 {
		return text
	}
	scheme, _, ok := strings.Cut(text, "://")
	if !ok || len(scheme) > i {
		return "…" + text[i:]
	}
	return scheme + "://…" + text[i:]
}

// connection is how nats connects.
func (l *Link) connection(a address) ([]nats.Option, error) {
	settings := []nats.Option{
		nats.Name(l.options.Name),
		nats.Timeout(3 * time.Second),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(), // a broker that comes back with other tokens may get ours yet
		nats.CustomReconnectDelay(func(attempts int) time.Duration {
			most := min(100*time.Millisecond<<min(attempts, 5), 2*time.Second)
			return most/2 + rand.N(most/2)
		}),
		nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(*nats.Conn, error) {
			if !l.closed.Load() {
				l.log("the connection to " + l.where + " is lost; trying again")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			l.log("connected to " + l.where + " again")
			l.noteReconnected()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				l.log(err.Error())
			}
		}),
	}
	if l.options.Inside != nil {
		settings = append(settings, nats.InProcessServer(l.options.Inside))
	}
	if a.token != "" {
		settings = append(settings, nats.Token(a.token))
	}
	if a.user != "" {
		settings = append(settings, nats.UserInfo(a.user, a.secret))
	}
	if l.options.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(l.options.NKey)
		if err != nil {
			return nil, fmt.Errorf("%s holds no seed of an NKey: %w", l.options.NKey, err)
		}
		settings = append(settings, key)
	}
	if l.options.CA != "" {
		text, err := files.Read(l.options.CA)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s holds no certificate (PEM)", l.options.CA)
		}
		settings = append(settings, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	return settings, nil
}

// explain says in one line why the fleet is not reached.
func (l *Link) explain(err error) error {
	var (
		fault  Fault
		lookup *net.DNSError
		op     *net.OpError
	)
	switch {
	case errors.As(err, &fault):
		return err
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, nats.ErrAuthorization) && l.bare:
		return faultf("%s lets nobody in without a token or key, and none is given: the line that fleet serve prints has it, as nats://TOKEN@…", l.where)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrNkeysNotSupported):
		return faultf("%s lets nobody in with this token or key: the line that fleet serve prints has the right one", l.where)
	case distrust(err) != "":
		return faultf("%s has a certificate that is not trusted: %s", l.where, distrust(err))
	case errors.As(err, new(tls.RecordHeaderError)):
		return faultf("%s does not speak TLS as it should: does its URL begin with nats://?", l.where)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return faultf("%s does not speak TLS: its URL begins with nats://, and no certificate is needed", l.where)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return faultf("%s is a NATS server without JetStream, which a fleet needs (nats-server -js)", l.where)
	case full(err):
		return faultf("%s: %w", l.where, ErrFull)
	case errors.As(err, &lookup):
		return faultf("no machine is known by the name %s", lookup.Name)
	case errors.Is(err, nats.ErrNoServers), errors.As(err, &op) && op.Op == "dial":
		return faultf("nobody listens at %s: is the fleet served there (gambito fleet serve)?", l.where)
	case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded),
		errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, nats.ErrNoInfoReceived):
		return faultf("%s does not answer as a fleet does", l.where)
	}
	return faultf("%s: %w", l.where, err)
}

// distrust says why a certificate is not trusted, or "" if an error is about something
// else.
func distrust(err error) string {
	var (
		authority x509.UnknownAuthorityError
		hostname  x509.HostnameError
		invalid   x509.CertificateInvalidError
	)
	switch {
	case errors.As(err, &authority):
		return "nobody who is known has signed it (--tls-ca names a file that vouches for it)"
	case errors.As(err, &hostname):
		return strings.TrimPrefix(hostname.Error(), "x509: ")
	case errors.As(err, &invalid):
		return strings.TrimPrefix(invalid.Error(), "x509: ")
	}
	return ""
}

// full reports whether an error is that of a broker without room.
func full(err error) bool {
	if errors.Is(err, ErrFull) {
		return true
	}
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.ErrorCode {
	case 10002, // resource limits exceeded for account
		10023, // insufficient resources
		10028, // insufficient memory resources available
		10047, // insufficient storage resources available
		10077: // stream store failed: maximum bytes exceeded, no space left on device
		return true
	}
	return false
}
