package ntuple

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestGrowFindsWhatDecides makes results that three cells in the middle of a board decide
// together, and one cell of the edge a little: sets that begin beside them must find them.
func TestGrowFindsWhatDecides(t *testing.T) {
	cells := square(4, 3, 1)
	r := rand.New(rand.NewPCG(1, 2))
	var s Sample
	for range 4000 {
		view := make([]uint8, cells.Count())
		for c := range view {
			view[c] = uint8(r.IntN(3))
		}
		result := r.NormFloat64()
		if view[5] == 2 && view[6] == 2 {
			result += 2
		}
		if view[9] == 0 {
			result -= 2
		}
		s.Views, s.Results = append(s.Views, view), append(s.Results, result)
	}
	sets := Grow(cells, s, 3, 3, rand.New(rand.NewPCG(1, 1)))
	if len(sets) != 3 {
		t.Fatalf("%d sets", len(sets))
	}
	found := 0
	for _, set := range sets {
		if len(set) != 3 {
			t.Errorf("set %v", set)
		}
		for _, c := range []uint8{5, 6, 9} {
			if slices.Contains(set, c) {
				found++
			}
		}
	}
	if found < 5 {
		t.Errorf("sets %v hardly know what decides", sets)
	}
	if again := Grow(cells, s, 3, 3, rand.New(rand.NewPCG(1, 1))); !slices.EqualFunc(again, sets, slices.Equal[[]uint8]) {
		t.Error("other sets for the same seed")
	}
}

// TestGrowTellsNoiseFromPatterns: results that nothing explains are not explained, though
// long patterns hardly ever occur twice.
func TestGrowTellsNoiseFromPatterns(t *testing.T) {
	cells := square(4, 3, 1)
	r := rand.New(rand.NewPCG(3, 2))
	var s Sample
	for range 2000 {
		view := make([]uint8, cells.Count())
		for c := range view {
			view[c] = uint8(r.IntN(3))
		}
		s.Views, s.Results = append(s.Views, view), append(s.Results, r.NormFloat64())
	}
	g := newGrower(cells, s, 8)
	g.length--
	g.grow(0)
	if told := g.told(15) / 2000; told > 0.05 {
		t.Errorf("patterns tell %g of noise", told)
	}
}

func TestSetsByTheirCells(t *testing.T) {
	cells := square(4, 3, 8)
	sets, err := ParseSets(cells, "cells:0.1.5+cells:7", 1)
	if err != nil || !slices.EqualFunc(sets, [][]uint8{{0, 1, 5}, {7}}, slices.Equal[[]uint8]) {
		t.Errorf("%v, %v", sets, err)
	}
	again, err := ParseSets(cells, FormatSets(sets), 1)
	if err != nil || !slices.EqualFunc(sets, again, slices.Equal[[]uint8]) {
		t.Errorf("%v, %v", again, err)
	}
	for _, text := range []string{"cells", "cells:", "cells:16", "cells:1.1", "cells:-1", "cells:1.x"} {
		if _, err := ParseSets(cells, text, 1); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

// FuzzParseSets: whatever a text names is refused, or lies on the board and can
// be written and read again.
func FuzzParseSets(f *testing.F) {
	for _, text := range []string{"all", "cells:0.1.5+cells:7", "walks:3x4", "lines:3+corners:2x2", "cells:", "blocks:0x1", "+", "edges+othello", "angles"} {
		f.Add(text)
	}
	cells := square(4, 3, 8)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 60 {
			return
		}
		sets, err := ParseSets(cells, text, 1)
		if err != nil {
			return
		}
		for _, set := range sets {
			for _, c := range set {
				if int(c) >= cells.Count() {
					t.Fatalf("%q: cell %d", text, c)
				}
			}
		}
		again, err := ParseSets(cells, FormatSets(sets), 1)
		if err != nil || !slices.EqualFunc(sets, again, slices.Equal[[]uint8]) {
			t.Errorf("%q: %v, again %v, %v", text, sets, again, err)
		}
	})
}
