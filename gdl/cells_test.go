package gdl

import (
	"testing"

	"gambito/game"
)

// TestCellsOfHex: the sheet of Hex says that its cells are hexagons, and stones stand
// where they were placed; whose turn it is need not be said below; a sheet that does not say so has squares.
func TestCellsOfHex(t *testing.T) {
	g, err := Open("hex", DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "(place 2 1) (place 7 7)"); err != nil {
		t.Fatal(err)
	}
	b, ok := s.(game.CellDrawer).DrawCells()
	if !ok || !b.Hexagons || b.Columns != 7 || b.Rows != 7 || b.RowLabels[0] != "7" || b.Caption != "" {
		t.Fatalf("the board is %+v, %v", b, ok)
	}
	for cell, c := range b.Cells {
		want := game.Cell{}
		switch cell {
		case 6:
			want = game.Cell{Symbol: 'B', Glyph: 'B', Owner: 1}
		case 6*7 + 1:
			want = game.Cell{Symbol: 'R', Glyph: 'R', Owner: 0}
		}
		if c != want {
			t.Errorf("cell %d is %+v, not %+v", cell, c, want)
		}
	}
	if mark, ok := game.MarkOf(g, 1); !ok || mark.Symbol != 'B' || mark.Ink != b.Pieces[1] || mark.Ink != game.Blue || b.Pieces[0] != game.Red {
		t.Errorf("the mark of blue is %+v", mark)
	}
	g, err = Open("tictactoe", DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if b, ok := g.New().(game.CellDrawer).DrawCells(); !ok || b.Hexagons || len(b.Cells) != 9 || b.Caption != "" {
		t.Errorf("the board is %+v, %v", b, ok)
	}
}

// TestInks: who is called by a colour has it, and nobody else; white is no paper.
func TestInks(t *testing.T) {
	for _, c := range []struct {
		roles []string
		want  []game.Colour
	}{
		{[]string{"red", "blue"}, []game.Colour{game.Red, game.Blue}},
		{[]string{"white", "black"}, []game.Colour{game.White, game.Black}},
		{[]string{"ann", "black", "bob"}, []game.Colour{game.Red, game.Black, game.Blue}},
		{[]string{"ann", "bob", "cat"}, []game.Colour{game.Black, game.Red, game.Blue}},
		{[]string{"black", "red", "blue", "green", "white"}, []game.Colour{game.Black, game.Red, game.Blue, game.Green, game.White}},
	} {
		for role, want := range c.want {
			if got := inkOf(c.roles, role); got != want {
				t.Errorf("%v: %s has %s, not %s", c.roles, c.roles[role], got, want)
			}
		}
	}
	if surface, faint := surfaceOf([]string{"white", "black"}); surface != game.Wood || faint != game.Paper {
		t.Errorf("white and black play on %s with %s", surface, faint)
	}
}
