package exact

import (
	"testing"

	"gambito/build/asmtest"
)

// TestAssemblyIsCurrent writes the list of moves in assembly again and compares.
func TestAssemblyIsCurrent(t *testing.T) {
	asmtest.Current(t, "exact", "othello_moves_amd64.s", "othello_moves_amd64.go")
}
