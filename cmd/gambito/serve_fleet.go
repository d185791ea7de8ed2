package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/charmbracelet/x/term"

	"gambito/crew"
	"gambito/fleet"
	"gambito/fleet/broker"
	"gambito/web"
)

// serveFleetFlags say which fleet a server has.
type serveFleetFlags struct {
	Fleet      bool   `xor:"fleet" help:"Have the broker of a fleet inside, to which gambito worker lends machines."`
	FleetAddr  string `default:"127.0.0.1:4222" placeholder:"HOST:PORT" help:"--fleet: address to listen on for workers (default: ${default})."`
	FleetStore string `type:"path" placeholder:"FOLDER" help:"--fleet: folder where it keeps work and results (default: fleet in the data folder)."`
	FleetToken string `placeholder:"TEXT" env:"GAMBITO_FLEET_TOKEN" help:"--fleet: let in only workers that have this token, 12 to 200 letters, digits, - and _ (default: one of its own, which stays the same); --fleet-url: the token, if the URL has none."`
	FleetURL   string `name:"fleet-url" xor:"fleet" placeholder:"URL" help:"Use the fleet of another broker instead of --fleet, such as nats://TOKEN@10.0.0.1:4222."`
	FleetNKey  string `name:"fleet-nkey" type:"existingfile" placeholder:"FILE" help:"--fleet-url: the secret key that lets in, an NKey."`
	FleetCA    string `name:"fleet-tls-ca" type:"existingfile" placeholder:"FILE" help:"--fleet-url: certificate of who has signed the broker's, PEM."`
}

// check finds what does not belong together.
func (f serveFleetFlags) check() error {
	switch {
	case !f.Fleet && f.FleetStore != "":
		return errors.New("--fleet-store: it is of no use without --fleet")
	case f.FleetURL == "" && f.FleetNKey+f.FleetCA != "":
		return errors.New("--fleet-nkey and --fleet-tls-ca are of no use without --fleet-url")
	case f.FleetToken != "" && broker.GoodToken(f.FleetToken) != nil:
		return fmt.Errorf("--fleet-token: %w", broker.GoodToken(f.FleetToken))
	}
	return nil
}

// joinFleet begins the fleet of a server that keeps its runs in a folder, or joins that of
// another; nil if it has none. Whoever calls it calls leave.
func (c serveCmd) joinFleet(ctx context.Context, folder string) (*web.Fleet, func(), error) {
	switch {
	case c.FleetURL != "":
		link, err := fleet.Connect(ctx, fleet.Options{
			URL: c.FleetURL, Name: "page", NKey: c.FleetNKey, CA: c.FleetCA, Token: c.FleetToken, Log: notice,
		})
		if err != nil {
			return nil, nil, fleetError(err)
		}
		return pageFleet(link, "", folder), link.Close, nil
	case !c.Fleet:
		return nil, func() {}, nil
	}
	inside := fleetServeCmd{
		Addr: c.FleetAddr, Store: c.FleetStore, Token: c.FleetToken, TLSCert: c.TLSCert, TLSKey: c.TLSKey,
		Patience: fleet.DefaultPatience, MaxStore: usualMaxStore, dataFlag: c.dataFlag,
	}
	if len(c.Host) > 0 {
		inside.Host = c.Host[0]
	}
	b, err := inside.start()
	if err != nil {
		return nil, nil, err
	}
	link, err := foundLink(ctx, b, 1, inside.Patience)
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	if !c.Quiet {
		notice("lend a machine by " + c.shownLine(inside.workerLine(b)))
	}
	return pageFleet(link, inside.workerLine(b), folder), func() { link.Close(); b.Close() }, nil
}

// pageFleet is a fleet as the page knows it. Runs have the salt of the folder where they
// are stored, so that a server that ended in the middle of one takes up what was done.
func pageFleet(link *fleet.Link, join, folder string) *web.Fleet {
	return &web.Fleet{Status: link.Status, Join: join, Crew: func() (crew.Fleet, error) {
		salt, err := fleet.Salt(folder)
		if err != nil {
			return nil, err
		}
		return fleet.NewClient(link, fleetKinds(), fleet.ClientOptions{Salt: salt, Folder: folder, Tell: notice}), nil
	}}
}

// shownLine is how workers join, with a token that somebody has chosen at a terminal
// only, as with the address of the page.
func (c serveCmd) shownLine(line string) string {
	if c.FleetToken == "" || term.IsTerminal(os.Stderr.Fd()) {
		return line
	}
	const before = "gambito worker "
	u, err := url.Parse(line[len(before):])
	if err != nil {
		return before + "URL"
	}
	u.User = url.User("TOKEN")
	return before + u.String()
}
