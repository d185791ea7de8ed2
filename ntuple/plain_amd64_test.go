package ntuple

import "testing"

// TestPlain runs the same tests without the loops in assembly, as on processors that lack
// what they need.
func TestPlain(t *testing.T) {
	if !fast {
		t.Skip("the tests above ran without them already")
	}
	fast = false
	defer func() { fast = true }()
	t.Run("sums", TestSumsAgreeWithTheSlow)
	t.Run("turners", TestTurnersFollow)
}
