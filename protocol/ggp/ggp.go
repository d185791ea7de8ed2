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

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// DefaultPort is where players listen by convention.
const DefaultPort = 9147

// How long a server waits for a connection, and for answers beyond the clock.
const (
	connectTime = 5 * time.Second
	playGrace   = time.Second
	shortTime   = time.Second // for ABORT
)

// oneLine writes what cannot be printed, such as the ends of lines and the sequences that
// move a terminal's cursor, as Go does within quotes: others have written parts of it.
func oneLine(text string) string {
	if strings.IndexFunc(text, hidden) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }
