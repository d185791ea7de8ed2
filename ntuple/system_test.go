package ntuple

import (
	"strings"
	"testing"

	"gambito/game"
)

func TestStages(t *testing.T) {
	shape := Shape{Cells: square(3, 3, 8), Sets: [][]uint8{{0}}, Stages: []int{9, 5, 2}}
	s, err := New(shape)
	if err != nil {
		t.Fatal(err)
	}
	for vacant, want := range []int{2, 2, 2, 1, 1, 1, 0, 0, 0, 0} {
		if s.Stage(vacant) != want {
			t.Errorf("%d vacant cells are of stage %d, not %d", vacant, s.Stage(vacant), want)
		}
	}
	shape.Parity = true
	if s, err = New(shape); err != nil {
		t.Fatal(err)
	}
	for vacant, want := range []int{4, 5, 4, 3, 2, 3, 0, 1, 0, 1} {
		if s.Stage(vacant) != want {
			t.Errorf("by parity %d vacant cells are of stage %d, not %d", vacant, s.Stage(vacant), want)
		}
	}
	if s.Stages() != 6 {
		t.Errorf("%d stages, not 6", s.Stages())
	}
}

func TestWhatCannotBeASystem(t *testing.T) {
	cells := square(4, 3, 8)
	twice := square(4, 3, 2)
	twice.Images[1] = make([]uint8, 16)
	short := square(4, 3, 2)
	short.Images[1] = short.Images[1][:15]
	wide := make([][]uint8, 0)
	for range 2000 {
		wide = append(wide, []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	}
	for want, shape := range map[string]Shape{
		"needs":                    {Cells: cells},
		"255 cells":                {Cells: game.Cells{Columns: 16, Rows: 16, Values: 3}, Sets: [][]uint8{{0}}},
		"no cell 16":               {Cells: cells, Sets: [][]uint8{{0}, {16}}},
		"twice":                    {Cells: cells, Sets: [][]uint8{{3, 1, 3}}},
		"has no cells":             {Cells: cells, Sets: [][]uint8{{}}},
		"more than 65536 patterns": {Cells: cells, Sets: [][]uint8{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}},
		"set 1 is an image":        {Cells: cells, Sets: [][]uint8{{0, 1}, {15, 11}}},
		"stages begin":             {Cells: cells, Sets: [][]uint8{{0}}, Stages: []int{15, 3}},
		"image 1 of":               {Cells: twice, Sets: [][]uint8{{0}}},
		"image 1 has 15":           {Cells: short, Sets: [][]uint8{{0}}},
		"more than 67108864":       {Cells: cells, Sets: wide},
		"are more than 255":        {Cells: cells, Sets: [][]uint8{{0}}, Stages: make([]int, 128), Parity: true},
	} {
		if _, err := New(shape); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not one that says %q", err, want)
		}
	}
	s, err := New(Shape{Cells: square(4, 4, 1), Sets: [][]uint8{{0}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewTurner(s); err == nil {
		t.Error("pieces are turned over where cells show four numbers")
	}
}
