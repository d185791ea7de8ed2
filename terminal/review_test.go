package terminal

import (
	"testing"

	"gambito/words"
)

// TestShortLine: the moves of a best line are in the language of the rest, and no more
// than there is room for.
func TestShortLine(t *testing.T) {
	s := &Screen{Words: words.For(words.Spanish)}
	for want, texts := range map[string][]string{"": {"a1"}, "a1 pasar": {"a1", "pass"}, "a1 pasar b2 …": {"a1", "pass", "b2", "c3"}} {
		if got := s.shortLine(texts, 3); got != want {
			t.Errorf("%v is %q, not %q", texts, got, want)
		}
	}
}
