package tuples

import (
	"slices"
	"strings"
	"testing"

	"gambito/ntuple"
)

func TestGrownSets(t *testing.T) {
	g := celled(t, "tictactoe")
	s := preset(g, TD)
	s.Sets = "grown:4x3+cells:0"
	sets, err := s.sets(g)
	if err != nil || len(sets) != 5 || slices.ContainsFunc(sets[:4], func(set []uint8) bool { return len(set) != 3 }) {
		t.Fatalf("%v, %v", sets, err)
	}
	again, err := s.sets(g)
	if err != nil || ntuple.FormatSets(again) != ntuple.FormatSets(sets) {
		t.Errorf("%v, then %v, %v", sets, again, err)
	}
	lines := 0 // rows, columns and diagonals decide games, and should be found
	for _, set := range sets {
		set := slices.Sorted(slices.Values(set))
		for _, line := range []string{"\x00\x01\x02", "\x03\x04\x05", "\x06\x07\x08", "\x00\x03\x06", "\x01\x04\x07", "\x02\x05\x08", "\x00\x04\x08", "\x02\x04\x06"} {
			if string(set) == line {
				lines++
			}
		}
	}
	if lines < 2 {
		t.Errorf("no lines among %v", sets)
	}
	for _, wrong := range []string{"grown:", "grown:3", "grown:0x3", "grown:2x99"} {
		s.Sets = wrong
		if _, err := s.sets(g); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
