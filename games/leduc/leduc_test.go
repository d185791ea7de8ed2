package leduc

import (
	"testing"

	"gambito/game/gametest"
)

var facts = gametest.Facts{
	Perft:            []uint64{1, 3, 9, 18},
	BadMoves:         []string{"pass", "A", "J Q"},
	BadPositions:     []string{"J J J", "J pass", "J  Q", "begin J"},
	NoTranspositions: true,
	NoWinningMoves:   true,
}

func TestLaws(t *testing.T) { gametest.Run(t, New(), facts) }

func FuzzParse(f *testing.F) { gametest.Fuzz(f, New(), facts) }
