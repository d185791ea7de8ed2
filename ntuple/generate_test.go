package ntuple

import (
	"testing"

	"gambito/build/asmtest"
)

// TestAssemblyIsCurrent writes the loops in assembly again and compares.
func TestAssemblyIsCurrent(t *testing.T) {
	asmtest.Current(t, "ntuple", "kernels_amd64.s", "kernels_amd64.go")
}
