package kernel

import "testing"

// TestPlain runs the same tests without the kernels in assembly, as on processors
// that lack what they need.
func TestPlain(t *testing.T) {
	if !fast {
		t.Skip("the tests above ran without them already")
	}
	fast = false
	defer func() { fast = true }()
	t.Run("dot and axpy", TestDotAndAxpy)
	t.Run("relu", TestReLU)
	t.Run("rows", TestRows)
	t.Run("multiply", TestMultiply)
	t.Run("convolution", TestWinogradIsConvolution)
	t.Run("transforms", TestTransforms)
	t.Run("sparse", TestSparseRows)
	t.Run("logistic", TestLogistic)
}
