package exact

import (
	"strings"
	"testing"

	"gambito/games/connect4"
)

// TestLargeBoardsAreRefused before they are searched for minutes in vain.
func TestLargeBoardsAreRefused(t *testing.T) {
	for _, run := range []int{4, 5} {
		g, err := connect4.Make(10, 10, run)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(g.New()); err == nil || !strings.Contains(err.Error(), "here are 100") {
			t.Errorf("a run of %d: %v", run, err)
		}
		if ply := QuickFrom(g); ply != 82 {
			t.Errorf("a run of %d is solved from ply %d", run, ply)
		}
	}
}
