package arena

import (
	"crypto/sha256"
	"encoding/binary"
)

// Seeds come from a hash of all that identifies a game, so that they depend
// neither on the number of workers nor on the order in which games are played.

// pairSeed is for openings, which both games of a pair share.
func pairSeed(run uint64, gameID string, pairing, pair int) uint64 {
	return hash("pair", gameID, run, uint64(pairing), uint64(pair))
}

// diceSeed is for dice, which both games of a pair share too.
func diceSeed(run uint64, gameID string, pairing, pair int) uint64 {
	return hash("dice", gameID, run, uint64(pairing), uint64(pair))
}

// AgentSeed is for the agent at one seat of one game.
func AgentSeed(run uint64, gameID string, pairing, number, seat int) uint64 {
	return hash("agent", gameID, run, uint64(pairing), uint64(number), uint64(seat))
}

func hash(purpose, gameID string, numbers ...uint64) uint64 {
	key := []byte(purpose + "\x00" + gameID + "\x00") // neither holds a zero byte
	for _, n := range numbers {
		key = binary.LittleEndian.AppendUint64(key, n)
	}
	sum := sha256.Sum256(key)
	return binary.LittleEndian.Uint64(sum[:8])
}
