package arena

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Seeds come from a hash of all that identifies a game, so that they depend
// neither on the number of workers nor on the order in which games are played.

// pairSeed is for openings and dice, which both games of a pair share.
func pairSeed(run uint64, gameID string, pairing, pair int) uint64 {
	return hash("pair", run, gameID, pairing, pair)
}

// AgentSeed is for the agent at one seat of one game.
func AgentSeed(run uint64, gameID string, pairing, number, seat int) uint64 {
	return hash("agent", run, gameID, pairing, number, seat)
}

func hash(parts ...any) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", parts))
	return binary.LittleEndian.Uint64(sum[:8])
}
