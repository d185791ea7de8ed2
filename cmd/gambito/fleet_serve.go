package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gambito/files"
	"gambito/fleet/broker"
)

type fleetServeCmd struct {
	Addr     string        `default:"127.0.0.1:4222" placeholder:"HOST:PORT" help:"Address to listen on; port 0 takes any that is free (default: ${default})."`
	Store    string        `type:"path" placeholder:"FOLDER" help:"Folder where it keeps work and results (default: fleet in the data folder)."`
	Host     string        `placeholder:"NAME" help:"Name by which workers reach this machine (default: its address)."`
	Token    string        `placeholder:"TEXT" env:"GAMBITO_FLEET_TOKEN" help:"Let in only who has this token, 12 to 200 letters, digits, - and _ (default: one of its own, which stays the same); brokers of a cluster let each other in by it."`
	NKeys    string        `name:"nkeys" type:"existingfile" placeholder:"FILE" help:"Let in only who has one of these keys: a file with a public NKey a line."`
	TLSCert  string        `name:"tls-cert" type:"existingfile" placeholder:"FILE" help:"Use TLS with this certificate, PEM."`
	TLSKey   string        `name:"tls-key" type:"existingfile" placeholder:"FILE" help:"The key of that certificate, PEM."`
	TLSCA    string        `name:"tls-ca" type:"existingfile" placeholder:"FILE" help:"Certificate of who has signed it, if systems do not know that one, PEM."`
	Cluster  string        `placeholder:"HOST:PORT" help:"Be one of several brokers: address to listen on for the others."`
	Routes   []string      `placeholder:"HOST:PORT" help:"Such addresses of all the brokers, separated by commas."`
	Name     string        `placeholder:"TEXT" help:"Name of this broker among them (default: one of its own)."`
	Replicas int           `placeholder:"N" help:"How many brokers keep each thing: 1, or 3 or 5 of a cluster (default: 1, in a cluster 3)."`
	Patience time.Duration `default:"20s" help:"How long a worker may be silent before others are given its work (default: ${default})."`
	MaxStore byteSize      `default:"10GB" placeholder:"SIZE" help:"What it may keep on the disk, such as 500MB (default: ${default})."`
	dataFlag
	quietFlag
	idleFlags
}

// Help is shown by --help.
func (fleetServeCmd) Help() string {
	return `Keeps the work and the results of a fleet, until Ctrl-C, and prints the command that lends
a machine to it, with the token that lets it in. What it has taken is on the disk: it may be
killed, and goes on where it was.

Only this machine reaches it unless --addr says otherwise. Whoever has the token may give
out work, and does; on a network that others read, use TLS.

Any NATS server with JetStream does the same: give its URL to workers and to --fleet.

Examples:

  gambito fleet serve
  gambito fleet serve --addr 0.0.0.0:4222
  gambito fleet serve --addr 0.0.0.0:4222 --tls-cert cert.pem --tls-key key.pem --host fleet.example.org
  gambito fleet serve --nkeys workers.txt
  gambito fleet serve --addr 10.0.0.1:4222 --token TOKEN --cluster 10.0.0.1:6222 --routes 10.0.0.1:6222,10.0.0.2:6222,10.0.0.3:6222`
}

// Validate is called by the command-line parser.
func (c fleetServeCmd) Validate() error {
	switch {
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return errors.New("--tls-cert and --tls-key: one needs the other")
	case c.TLSCA != "" && c.TLSCert == "":
		return errors.New("--tls-ca: it is of no use without --tls-cert and --tls-key")
	case c.Replicas != 0 && c.Replicas != 1 && c.Replicas != 3 && c.Replicas != 5:
		return fmt.Errorf("--replicas %d: it must be 1, 3 or 5", c.Replicas)
	case c.Replicas > 1 && c.Cluster == "":
		return fmt.Errorf("--replicas %d: one broker keeps things once; several need --cluster and --routes", c.Replicas)
	case c.Cluster == "" && (len(c.Routes) > 0 || c.Name != ""):
		return errors.New("--routes and --name are for a cluster: --cluster is missing")
	case c.Cluster != "" && len(c.Routes) < 2:
		return errors.New("--cluster: --routes must name the addresses of all brokers")
	case c.Cluster != "" && c.Token == "":
		return errors.New("--cluster: the brokers need the same --token, by which they let each other in")
	case c.NKeys != "" && c.Token != "" && c.Cluster == "":
		return errors.New("--token and --nkeys: it is one or the other that lets workers in")
	case c.Patience < time.Second || c.Patience > time.Hour:
		return fmt.Errorf("--patience %v: it must be from 1s to 1h", c.Patience)
	case strings.ContainsAny(c.Name, " \t\n.*>"):
		return fmt.Errorf("--name %q: it must be one word without dots", c.Name)
	}
	if c.Token != "" {
		if err := broker.GoodToken(c.Token); err != nil {
			return fmt.Errorf("--token: %w", err)
		}
	}
	return nil
}

// Run runs the broker until it is interrupted.
func (c fleetServeCmd) Run(s *session) error {
	b, err := c.start()
	if err != nil {
		return err
	}
	defer b.Close()
	found := func() error {
		l, err := foundLink(s.ctx, b, c.Replicas, c.Patience)
		if err == nil {
			l.Close()
		}
		return err
	}
	failed := make(chan error, 1)
	if c.Cluster == "" {
		if err := found(); err != nil {
			return err
		}
	} else {
		go func() { failed <- found() }() // others may join it before
	}
	if !c.Quiet {
		notice(fmt.Sprintf("the broker of the fleet listens on %s and keeps its data in %s (Ctrl-C ends it)", c.at(b), c.Store))
	}
	fmt.Fprintln(s.stdout, c.workerLine(b))
	if err := s.stdout.Err(); err != nil {
		return failure{err}
	}
	for {
		select {
		case err := <-failed:
			if err != nil && s.ctx.Err() == nil {
				return err
			}
			failed = nil
		case <-s.ctx.Done():
			return nil
		}
	}
}

// usualMaxStore is what a broker may keep on the disk unless told otherwise.
const usualMaxStore = 10e9

// at is where the broker listens.
func (c fleetServeCmd) at(b *broker.Broker) string {
	host, _, _ := net.SplitHostPort(c.Addr)
	return net.JoinHostPort(host, strconv.Itoa(b.Addr().Port))
}

// start starts the broker.
func (c *fleetServeCmd) start() (*broker.Broker, error) {
	if c.Store == "" {
		folder, err := c.folder()
		if err != nil {
			return nil, fmt.Errorf("--store is missing: %w", err)
		}
		c.Store = filepath.Join(folder, "fleet")
	}
	if c.Replicas == 0 {
		if c.Replicas = 1; c.Cluster != "" {
			c.Replicas = 3
		}
	}
	o := broker.Options{
		Addr: c.Addr, Store: c.Store, Host: c.reached(), Token: c.Token,
		TLSCert: c.TLSCert, TLSKey: c.TLSKey, TLSCA: c.TLSCA,
		Cluster: c.Cluster, Routes: c.Routes, Name: c.Name, MaxStore: int64(c.MaxStore),
		Log: func(text string) { notice("the broker says: " + text) },
	}
	if c.NKeys != "" {
		text, err := files.Read(c.NKeys)
		if err != nil {
			return nil, err
		}
		if o.Keys, err = broker.ReadKeys(string(text)); err != nil {
			return nil, fmt.Errorf("--nkeys %s: %w", c.NKeys, err)
		}
	}
	b, err := broker.Start(o)
	if errors.As(err, new(broker.Failure)) {
		return nil, failure{err}
	}
	return b, err
}

// reached is the name by which workers reach this machine; "" for the address where the
// broker listens.
func (c fleetServeCmd) reached() string {
	if c.Host != "" {
		return c.Host
	}
	host, _, _ := net.SplitHostPort(c.Addr)
	ip := net.ParseIP(host)
	if host == "" || ip != nil && ip.IsUnspecified() {
		host = outerAddress()
	}
	if name := c.certified(host); name != "" {
		return name
	}
	if ip == nil || ip.IsUnspecified() {
		return host
	}
	return ""
}

// certified is the name that the certificate is for, if it is not for a host.
func (c fleetServeCmd) certified(host string) string {
	if c.TLSCert == "" {
		return ""
	}
	pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return ""
	}
	leaf, err := x509.ParseCertificate(pair.Certificate[0])
	if err != nil || leaf.VerifyHostname(host) == nil || len(leaf.DNSNames) == 0 {
		return ""
	}
	return leaf.DNSNames[0]
}

// workerLine is the command that lends a machine.
func (c fleetServeCmd) workerLine(b *broker.Broker) string {
	line := "gambito worker " + b.URL()
	if c.NKeys != "" {
		line += " --nkey FILE"
	}
	if c.TLSCA != "" {
		line += " --tls-ca " + c.TLSCA
	}
	return line
}

// byteSize is a number of bytes, written such as 500MB.
type byteSize int64

// byteUnits are how sizes end.
var byteUnits = []struct {
	name  string
	bytes int64
}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}

// UnmarshalText is called by the command-line parser.
func (b *byteSize) UnmarshalText(text []byte) error {
	number, unit := string(text), int64(1)
	for _, u := range byteUnits {
		if rest, ok := strings.CutSuffix(strings.ToLower(number), strings.ToLower(u.name)); ok {
			number, unit = rest, u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(n*float64(unit) >= 1e6 && n*float64(unit) <= 1e15) {
		return fmt.Errorf("it must be a size of at least 1MB, such as 500MB or 10GB, not %q", text)
	}
	*b = byteSize(n * float64(unit))
	return nil
}

type fleetKeyCmd struct {
	File string `arg:"" type:"output" help:"File to write the secret key to."`
	idleFlags
}

// Help is shown by --help.
func (fleetKeyCmd) Help() string {
	return `Writes a new secret key, an NKey, to a file that only you can read, and prints the public
part of it: a line for the file that gambito fleet serve --nkeys is given. The secret stays
on the machine of the worker.

Examples:

  gambito fleet key laptop.nk >> workers.txt
  gambito fleet serve --nkeys workers.txt
  gambito worker nats://10.0.0.1:4222 --nkey laptop.nk`
}

// Run makes a key.
func (c fleetKeyCmd) Run(s *session) error {
	secret, public, err := broker.NewKey()
	if err != nil {
		return failure{err}
	}
	f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already: keys are not replaced", c.File)
	} else if err != nil {
		return err
	}
	_, err = f.WriteString(secret + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return failure{err}
	}
	fmt.Fprintln(s.stdout, public)
	return nil
}
