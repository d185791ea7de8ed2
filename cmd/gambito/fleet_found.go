package main

import (
	"context"
	"errors"
	"os"
	"time"

	"gambito/fleet"
	"gambito/fleet/broker"
)

// foundEvery is how long is waited before a cluster is asked again.
const foundEvery = 2 * time.Second

// foundLink connects to a broker of this process and makes there what a fleet needs. One
// of a cluster can do nothing before most of the others are there: it waits for them.
func foundLink(ctx context.Context, b *broker.Broker, replicas int, patience time.Duration) (*fleet.Link, error) {
	o := fleet.Options{URL: b.Inside(), Inside: b, Name: "broker", Replicas: replicas, Patience: patience}
	for told := false; ; told = true {
		l, err := fleet.Connect(ctx, o)
		if err == nil {
			if err = l.Found(ctx); err == nil {
				if told {
					notice("most brokers of the cluster are there")
				}
				return l, nil
			}
			l.Close()
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case replicas == 1:
			return nil, fleetError(err)
		case !told:
			notice("waiting for the other brokers of the cluster")
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(foundEvery):
		}
	}
}

// fleetToken lets in where the URL of a fleet has no token: lists of processes show what
// stands on command lines.
func fleetToken() string { return os.Getenv("GAMBITO_FLEET_TOKEN") }

// fleetError is an error of package fleet with its exit code.
func fleetError(err error) error {
	if errors.As(err, new(fleet.Fault)) {
		return failure{err}
	}
	return err
}
