// Package ggp speaks the protocol of General Game Playing: a game server sends
// rules and moves to players over HTTP, one request a connection, and each
// answers with its move before its clock runs out.
//
//	message.go   what is said, as text
//	http.go      how it travels: bounded in time and memory, whoever sends
//	player.go    the side that plays: an agent behind the protocol
//	match.go     the side that knows the rules: a game server
//	scramble.go  rules in which names mean nothing
//	remote.go    a player somewhere else as an agent here
package ggp

import "time"

// DefaultPort is where players listen by convention.
const DefaultPort = 9147

// How long a server waits for a connection, and for answers beyond the clock.
const (
	connectTime = 5 * time.Second
	playGrace   = time.Second
	shortTime   = time.Second // for ABORT
)
