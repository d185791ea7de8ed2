// Package broker is the embedded JetStream server: a fleet without a server to set up.
// It lets in only who has its token or one of its keys, listens where it is told and
// nowhere else, and what it has acknowledged is on the disk.
package broker

import (
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Options are what a server is made from.
type Options struct {
	Addr  string // where it listens, such as 127.0.0.1:4222; port 0 takes any that is free
	Store string // the folder where it keeps everything
	Host  string // the name by which others reach it; "" for the address where it listens

	Token string   // lets in who has it; "" for one of its own, which stays the same
	Keys  []string // public NKeys that are let in instead; see ReadKeys

	TLSCert, TLSKey string // files, PEM; "" for no TLS
	TLSCA           string // file of those who sign the certificates of the cluster; "" for the system's

	Cluster string   // where it listens for the other servers of a cluster; "" for none
	Routes  []string // where these listen, all of them; this one may be among them
	Name    string   // of this server in the cluster; "" for one of its own

	MaxStore int64             // bytes on the disk; 0 for three quarters of what is free
	Log      func(text string) // what goes wrong, line by line; nil for nobody
}

// What others may take.
const (
	greeting  = 10 * time.Second // until they have said who they are
	heartbeat = 10 * time.Second // between questions whether they are still there
	unheard   = 2                // such questions without an answer
	startTime = 20 * time.Second // until the server is ready
)

// Broker is a running server.
type Broker struct {
	keep     *keep
	settings *server.Options
	journal  *journal
	scheme   string
	host     string // by which others reach it
	user     *url.Userinfo
	inside   *url.Userinfo
	at       *net.TCPAddr

	mutex  sync.Mutex
	server *server.Server // the present one; see watch

	closed sync.Once
	end    chan struct{}
	work   sync.WaitGroup
}

// Start starts a server. An error is one line, of what the user gave unless it is a
// Failure.
func Start(o Options) (*Broker, error) {
	settings, err := o.settings()
	if err != nil {
		return nil, err
	}
	k, err := openKeep(o.Store)
	if err != nil {
		return nil, err
	}
	b := &Broker{keep: k, settings: settings, journal: &journal{tell: o.Log}, scheme: "nats", host: o.Host, end: make(chan struct{})}
	if err := b.begin(o); err != nil {
		b.Close()
		return nil, err
	}
	b.work.Go(b.watch)
	return b, nil
}

// Failure is an error of the server itself.
type Failure struct{ error }

func (f Failure) Unwrap() error { return f.error }

// begin completes the settings and starts the server.
func (b *Broker) begin(o Options) error {
	b.settings.StoreDir = b.keep.folder
	if b.settings.ServerName = o.Name; o.Name == "" {
		b.settings.ServerName = b.keep.Name
	}
	token := o.Token
	if token == "" {
		token = b.keep.Token
	}
	b.letIn(token, o.Keys)
	if err := o.cluster(b.settings, token); err != nil {
		return err
	}
	if b.settings.TLSConfig != nil {
		b.scheme = "tls"
	}
	if err := free(o.Addr, "address"); err != nil { // the server would only write that somewhere
		return err
	}
	if err := b.run(); err != nil {
		return err
	}
	b.at = b.server.Addr().(*net.TCPAddr)
	b.settings.Port = b.at.Port // whenever it starts again
	return nil
}

// run starts the server.
func (b *Broker) run() error {
	s, err := server.NewServer(b.settings.Clone())
	if err != nil {
		return Failure{fmt.Errorf("the broker cannot be started: %w", err)}
	}
	b.journal.forget()
	s.SetLoggerV2(b.journal, false, false, false)
	s.Start()
	b.mutex.Lock()
	b.server = s
	b.mutex.Unlock()
	ready := s.ReadyForConnections(startTime)
	if why := b.journal.fatal(); why != "" {
		return Failure{errors.New("the broker cannot be started: " + why)}
	} else if !ready {
		return Failure{fmt.Errorf("the broker was not ready within %v", startTime)}
	}
	return nil
}

// halt ends the server, and returns once it has ended.
func (b *Broker) halt() {
	if s := b.present(); s != nil {
		s.Shutdown()
		s.WaitForShutdown()
	}
}

func (b *Broker) present() *server.Server {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.server
}

// settings are those of the server that depend on nothing but the options.
func (o Options) settings() (*server.Options, error) {
	host, port, err := address(o.Addr)
	if err != nil {
		return nil, fmt.Errorf("%s: it must be an address and a port, such as 127.0.0.1:4222", o.Addr)
	}
	s := &server.Options{
		Host: host, Port: port, NoSigs: true, NoLog: true, DisableJetStreamBanner: true,
		JetStream: true, JetStreamMaxStore: o.MaxStore,
		SyncAlways:  true, // what is acknowledged is on the disk
		AuthTimeout: greeting.Seconds(), TLSTimeout: greeting.Seconds(),
		PingInterval: heartbeat, MaxPingsOut: unheard,
	}
	if o.TLSCert != "" {
		certificate, err := tls.LoadX509KeyPair(o.TLSCert, o.TLSKey)
		if err != nil {
			return nil, fmt.Errorf("%s and %s are no certificate with its key: %w", o.TLSCert, o.TLSKey, err)
		}
		s.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	}
	return s, nil
}

// insideUser is who this process is to a server that lets in keys.
const insideUser = "inside"

// letIn says who is let in: there is no server that anybody may use.
func (b *Broker) letIn(token string, keys []string) {
	if len(keys) == 0 {
		b.settings.Authorization = token
		b.user = url.User(token)
		b.inside = b.user
		return
	}
	for _, key := range keys {
		b.settings.Nkeys = append(b.settings.Nkeys, &server.NkeyUser{Nkey: key})
	}
	secret := rand.Text()
	b.settings.Users = []*server.User{{Username: insideUser, Password: secret}}
	b.inside = url.UserPassword(insideUser, secret)
}

// address takes an address apart; port 0 becomes the server's word for any.
func address(text string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(text)
	if err != nil {
		return "", 0, err
	}
	number, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", 0, err
	}
	if host == "" {
		host = server.DEFAULT_HOST
	}
	if number == 0 {
		return host, server.RANDOM_PORT, nil
	}
	return host, int(number), nil
}

// free sees whether somebody else listens at an address.
func free(addr, what string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return fmt.Errorf("the %s %s cannot be used: %w", what, addr, err)
	}
	return l.Close()
}

// Addr is where it listens.
func (b *Broker) Addr() *net.TCPAddr { return b.at }

// URL is how others reach it, with the token, if that is what lets them in.
func (b *Broker) URL() string { return b.url(b.scheme, b.user) }

// Inside is how this process reaches it, by InProcessConn.
func (b *Broker) Inside() string { return b.url("nats", b.inside) }

func (b *Broker) url(scheme string, user *url.Userinfo) string {
	host := b.host
	if host == "" {
		host = b.at.IP.String()
	}
	u := url.URL{Scheme: scheme, User: user, Host: net.JoinHostPort(host, strconv.Itoa(b.at.Port))}
	return u.String()
}

// InProcessConn connects within this process, without the network and TLS; who is let
// in is the same.
func (b *Broker) InProcessConn() (net.Conn, error) { return b.present().InProcessConn() }

// Close ends the server, and returns once it has ended and all is on the disk.
func (b *Broker) Close() {
	b.closed.Do(func() {
		close(b.end)
		b.work.Wait()
		b.halt()
		b.keep.close()
	})
}
