// Package broker is the embedded JetStream server: a fleet without a server to set up.
package broker

import "github.com/nats-io/nats-server/v2/server"

// Broker is a running server.
type Broker struct{ server *server.Server }
