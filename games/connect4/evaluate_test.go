package connect4

import (
	"math/rand/v2"
	"testing"

	"gambito/game"
)

// slowH1 and slowH2 follow the words of the heuristics cell by cell.

func slowLine(g *Game, column, row, dc, dr, n int) []int {
	var cells []int
	for i := range n {
		c, r := column+i*dc, row+i*dr
		if c < 0 || c >= g.columns || r < 0 || r >= g.rows {
			return nil
		}
		cells = append(cells, r*g.columns+c)
	}
	return cells
}

func slowWeights(g *Game, text string, own, other byte) (sum int) {
	weights := map[int]int{3: 5, 2: 3, 4: 3, 1: 1, 5: 1}
	for cell := range g.grid.Size() {
		switch text[cell+cell/g.columns] {
		case own:
			sum += weights[cell%g.columns]
		case other:
			sum -= weights[cell%g.columns]
		}
	}
	return sum
}

func slowH1(g *Game, text string, own, other byte, pair, triple int) (sum int) {
	at := func(c, r int) byte {
		if c < 0 || c >= g.columns || r < 0 || r >= g.rows {
			return 0
		}
		return text[r*(g.columns+1)+c]
	}
	for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for c := range g.columns {
			for r := range g.rows {
				for who, sign := range map[byte]int{own: 1, other: -1} {
					if at(c, r) != who || at(c-step[0], r-step[1]) == who {
						continue
					}
					n := 0
					for at(c+n*step[0], r+n*step[1]) == who {
						n++
					}
					sum += sign * []int{0, 0, pair, triple, 10_000, 10_000, 10_000, 10_000}[n]
				}
			}
		}
	}
	return sum + slowWeights(g, text, own, other)
}

func slowH2(g *Game, text string, own, other byte) (sum int) {
	at := func(cell int) byte { return text[cell+cell/g.columns] }
	top := g.rows // counted from the top
	for cell := g.grid.Size() - 1; cell >= 0; cell-- {
		if at(cell) != '.' {
			top = cell / g.columns
		}
	}
	for cell := range g.grid.Size() {
		if cell/g.columns < top {
			continue
		}
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			for enemy, sign := range map[byte]int{other: 1, own: -1} {
				open := false
				for back := range g.run {
					line := slowLine(g, cell%g.columns-back*step[0], cell/g.columns-back*step[1], step[0], step[1], g.run)
					free := line != nil
					for _, c := range line {
						free = free && at(c) != enemy
					}
					open = open || free
				}
				if open {
					sum += sign
				}
			}
		}
	}
	return sum + slowWeights(g, text, own, other)
}

// TestWeightedLines: every kind of line and column counts by its weight.
func TestWeightedLines(t *testing.T) {
	g := must(New(7, 6, 4))
	whole, err := g.Evaluation("h2:2/3/5/50/30/10")
	if err != nil {
		t.Fatal(err)
	}
	var parts []func(game.State) int
	for _, name := range []string{"h2:1/0/0/0/0/0", "h2:0/1/0/0/0/0", "h2:0/0/1/0/0/0", "h2:0/0/0/5/3/1"} {
		part, err := g.Evaluation(name)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	r := rand.New(rand.NewPCG(2, 1))
	for range 50 {
		s := g.New()
		for moves := s.Moves(nil); len(moves) > 0; moves = s.Moves(nil) {
			s.Play(moves[r.IntN(len(moves))])
			if got, want := whole(s), 2*parts[0](s)+3*parts[1](s)+5*parts[2](s)+10*parts[3](s); got != want {
				t.Fatalf("%s is %d, not %d", g.FormatPosition(s), got, want)
			}
		}
	}
}

func TestEvaluations(t *testing.T) {
	g := must(New(7, 6, 4))
	r := rand.New(rand.NewPCG(1, 1))
	h1, err := g.Evaluation("h1:10/100")
	if err != nil {
		t.Fatal(err)
	}
	h2, err := g.Evaluation("")
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		s := g.New()
		for moves := s.Moves(nil); len(moves) > 0; moves = s.Moves(nil) {
			s.Play(moves[r.IntN(len(moves))])
			text, own, other := g.FormatPosition(s), byte('X'), byte('O')
			if s.(*state).plies%2 == 1 {
				own, other = other, own
			}
			if got, want := h1(s), slowH1(g, text, own, other, 10, 100); got != want {
				t.Fatalf("H1 of %s is %d, not %d", text, got, want)
			}
			if got, want := h2(s), slowH2(g, text, own, other); got != want {
				t.Fatalf("H2 of %s is %d, not %d", text, got, want)
			}
		}
	}
	if other, err := g.Evaluation("h1:10/100/5/3/1"); err != nil || other(g.New()) != h1(g.New()) {
		t.Errorf("with the columns: %v", err)
	}
	for _, name := range []string{"h3", "h3:1/2", ":1/2", "h1:1/2/3", "h2:1/1/1/5/3/1000", "h2:1/1/1/5/3/1/1", "h1:", "h1:5", "h1:5/", "h1:-1/5", "h1:5/99999", "h2:1/2", "h1:a/b"} {
		if _, err := g.Evaluation(name); err == nil {
			t.Errorf("there is an evaluation %q", name)
		}
	}
	if n := testing.AllocsPerRun(100, func() { h2(g.New()) }); n > 1 { // the new position itself
		t.Errorf("an evaluation allocates %g times", n)
	}
}

var _ game.Weighted = (*Game)(nil)
