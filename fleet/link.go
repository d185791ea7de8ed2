// Package fleet carries work to other machines and results back, over NATS JetStream:
// Client has jobs done, Worker does them, Status tells who is there.
package fleet

import (
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Link is a connection to the broker of a fleet.
type Link struct {
	conn *nats.Conn
	js   jetstream.JetStream
}
