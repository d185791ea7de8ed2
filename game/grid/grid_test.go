package grid

import "testing"

func TestCellNames(t *testing.T) {
	othello := Grid{Columns: 8, Rows: 8, TopRowIsOne: true}
	chess := Grid{Columns: 8, Rows: 8}
	wide := Grid{Columns: 12, Rows: 20}
	goban := Grid{Columns: 9, Rows: 9, NoColumnI: true}
	for _, c := range []struct {
		g    Grid
		cell int
		name string
	}{
		{othello, 0, "a1"}, {othello, 19, "d3"}, {othello, 63, "h8"},
		{chess, 0, "a8"}, {chess, 56, "a1"}, {chess, 63, "h1"},
		{wide, 0, "a20"}, {wide, 239, "l1"},
		{goban, 7, "h9"}, {goban, 8, "j9"},
	} {
		if got := c.g.FormatCell(c.cell); got != c.name {
			t.Errorf("cell %d of %+v is %s, not %s", c.cell, c.g, got, c.name)
		}
	}
	for _, g := range []Grid{othello, chess, wide, goban, {Columns: 1, Rows: 1}} {
		for cell := range g.Size() {
			if back, err := g.ParseCell(g.FormatCell(cell)); back != cell || err != nil {
				t.Errorf("cell %d of %+v is read back as %d, %v", cell, g, back, err)
			}
		}
	}
	if cell, err := othello.ParseCell("D3"); cell != 19 || err != nil {
		t.Errorf("D3 is read as %d, %v", cell, err)
	}
	for _, text := range []string{"", "a", "1", "a0", "a9", "i1", "a01", "a+1", "a-1", "a1 ", "aa1", "é1", "@1", "a256"} {
		if cell, err := othello.ParseCell(text); err == nil {
			t.Errorf("%q is read as cell %d", text, cell)
		}
	}
}

func TestSteps(t *testing.T) {
	g := Grid{Columns: 6, Rows: 12}
	for _, text := range []string{"b2-c12", "B2-C12", "b2c12", "b2xc12", "b2Xc12"} {
		from, to, err := g.ParseStep(text)
		if err != nil || g.FormatStep(from, to) != "b2-c12" {
			t.Errorf("%q is read as %d, %d, %v", text, from, to, err)
		}
	}
	for _, text := range []string{"", "b", "b2", "b2-", "b2--c3", "-b2-c3", "b2-c13", "g1-a1", "b2-c3 ", "22-33", "x", "b2\xffc3", "b999999999999c1"} {
		if from, to, err := g.ParseStep(text); err == nil {
			t.Errorf("%q is read as %d, %d", text, from, to)
		}
	}
}

func TestNoColumnI(t *testing.T) {
	goban := Grid{Columns: 9, Rows: 9, NoColumnI: true}
	for _, text := range []string{"i1", "I9", "k1"} {
		if cell, err := goban.ParseCell(text); err == nil {
			t.Errorf("%q is read as cell %d", text, cell)
		}
	}
	if labels := goban.ColumnLetters(); labels[7] != "h" || labels[8] != "j" {
		t.Errorf("the columns are %v", labels)
	}
}

func TestRows(t *testing.T) {
	g := Grid{Columns: 3, Rows: 2}
	for _, text := range []string{"XO./..X", "......"} {
		sep := ""
		if len(text) == 7 {
			sep = "/"
		}
		cells, err := g.ParseRows(text, ".XO", sep)
		if err != nil {
			t.Fatal(err)
		}
		if back := g.FormatRows(func(cell int) byte { return ".XO"[cells[cell]] }, sep); back != text {
			t.Errorf("%q is written back as %q", text, back)
		}
	}
	for text, want := range map[string]string{
		"XO.":         `it has 1 rows separated by "/", not 2`,
		"XO./..":      "row 2 from the top has 2 cells, not 3",
		"XO./..x":     `row 2 from the top, column 3 is 'x', not one of ".XO"`,
		"XO./..X/":    `it has 3 rows separated by "/", not 2`,
		"XO./..X/...": `it has 3 rows separated by "/", not 2`,
	} {
		if _, err := g.ParseRows(text, ".XO", "/"); err == nil || err.Error() != want {
			t.Errorf("%q: the error is %v, not %s", text, err, want)
		}
	}
	if _, err := g.ParseRows("XO.X", ".XO", ""); err == nil || err.Error() != "it has 4 cells, not 6" {
		t.Errorf("the error is %v", err)
	}
}

func TestLabels(t *testing.T) {
	g := Grid{Columns: 2, Rows: 2}
	if c, r := g.ColumnLetters(), g.RowNumbers(); c[0] != "a" || c[1] != "b" || r[0] != "2" || r[1] != "1" {
		t.Errorf("labels %v, %v", c, r)
	}
}
