package game

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
)

// EvaluationDigest identifies an evaluation by what it says: two that agree on the
// positions of some random games, always the same ones, are taken to be equal. So a
// name that means something else one day is noticed.
func EvaluationDigest(g Evaluated, name string) (string, error) {
	evaluate, err := g.Evaluation(name)
	if err != nil {
		return "", err
	}
	const walks, plies = 8, 60
	var values []byte
	buf := make([]Move, 0, g.Info().MaxMoves)
	for walk := range uint64(walks) {
		r := rand.New(rand.NewPCG(walk, 0))
		s := g.New()
		for range plies {
			m, ok := RandomMove(s, r, buf)
			if !ok {
				break
			}
			if s.Play(m); s.Turn() >= 0 {
				values = binary.AppendVarint(values, int64(evaluate(s)))
			}
		}
	}
	sum := sha256.Sum256(values)
	return hex.EncodeToString(sum[:]), nil
}
