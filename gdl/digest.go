package gdl

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest implements game.Digested. Comments and blanks do not matter.
func (g *Game) Digest() string {
	sum := sha256.Sum256([]byte(g.text))
	return hex.EncodeToString(sum[:])
}
