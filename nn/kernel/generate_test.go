package kernel

import (
	"testing"

	"gambito/build/asmtest"
)

// TestAssemblyIsCurrent writes the kernels in assembly again and compares.
func TestAssemblyIsCurrent(t *testing.T) {
	asmtest.Current(t, "kernel", "kernels_amd64.s", "kernels_amd64.go")
}
