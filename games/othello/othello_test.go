package othello

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gambito/game"
	"gambito/game/gametest"
)

const startText = "---------------------------OX------XO--------------------------- X"

var facts = gametest.Facts{
	Perft:    []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288},
	BadMoves: []string{"pass", "a1", "d4", "i3", "d9", "d0", "d33", "33"},
	BadPositions: []string{
		startText[:64],
		startText[:65],
		startText[:65] + "-",
		startText[:65] + "x",
		startText[1:],
		"-" + startText,
		strings.Replace(startText, "OX", "ox", 1),
	},
}

func TestConformance(t *testing.T) { gametest.Run(t, New(), facts) }

func FuzzParse(f *testing.F) { gametest.Fuzz(f, New(), facts) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, New()) }

func TestStart(t *testing.T) {
	s := New().New()
	if got := New().FormatPosition(s); got != startText {
		t.Errorf("the start is %q", got)
	}
	texts := ""
	for _, m := range s.Moves(nil) {
		texts += New().FormatMove(s, m) + " "
	}
	if texts != "d3 c4 f5 e6 " {
		t.Errorf("black's first moves are %s", texts)
	}
}

// slowFlips walks from the cell in every direction.
func slowFlips(cells string, cell int, own, opp byte) (flipped []int) {
	if cells[cell] != '-' {
		return nil
	}
	for columnStep := -1; columnStep <= 1; columnStep++ {
		for rowStep := -1; rowStep <= 1; rowStep++ {
			var line []int
			column, row := cell%8, cell/8
			for columnStep != 0 || rowStep != 0 {
				column, row = column+columnStep, row+rowStep
				if column < 0 || column > 7 || row < 0 || row > 7 {
					break
				}
				here := row*8 + column
				if cells[here] == opp {
					line = append(line, here)
					continue
				}
				if cells[here] == own {
					flipped = append(flipped, line...)
				}
				break
			}
		}
	}
	return flipped
}

// TestAgainstSlowBoard compares moves and results of moves on arbitrary
// boards, not only on those of real games.
func TestAgainstSlowBoard(t *testing.T) {
	g := New()
	rapid.Check(t, func(t *rapid.T) {
		density := rapid.SampledFrom([]string{"-XO", "-----XO", "-XXXOOOOO", "-XXXXXXOO"}).Draw(t, "density")
		text := ""
		for range 64 {
			text += string(rapid.SampledFrom([]byte(density)).Draw(t, "cell"))
		}
		side := rapid.SampledFrom([]string{"XO", "OX"}).Draw(t, "side")
		own, opp := side[0], side[1]
		s, err := g.ParsePosition(text + " " + side[:1])
		if err != nil {
			t.Fatal(err)
		}
		var legal []game.Move
		otherCanMove := false
		for cell := range 64 {
			if len(slowFlips(text, cell, own, opp)) > 0 {
				legal = append(legal, game.Move(cell))
			}
			otherCanMove = otherCanMove || len(slowFlips(text, cell, opp, own)) > 0
		}
		if legal == nil && otherCanMove {
			legal = []game.Move{Pass}
		}
		if got, want := fmt.Sprint(s.Moves(nil)), fmt.Sprint(legal); got != want {
			t.Fatalf("%s %s: moves %s, slow board %s", text, side[:1], got, want)
		}
		if legal == nil {
			discs := strings.Count(text, "X") - strings.Count(text, "O")
			if got := s.Score(0); got != float64(min(max(discs, -1), 1)) {
				t.Fatalf("%s: score %g at a difference of %d", text, got, discs)
			}
		}
		for _, m := range legal {
			after := []byte(text)
			if m != Pass {
				after[m] = own
				for _, cell := range slowFlips(text, int(m), own, opp) {
					after[cell] = own
				}
			}
			next := s.Clone()
			next.Play(m)
			if got := g.FormatPosition(next)[:64]; got != string(after) {
				t.Fatalf("%s %s: %s leads to %s, slow board %s", text, side[:1], g.FormatMove(s, m), got, after)
			}
		}
	})
}

func TestPass(t *testing.T) {
	g := New()
	s, err := g.ParsePosition("XO-----O" + strings.Repeat("-", 48) + "-------- O")
	if err != nil {
		t.Fatal(err)
	}
	if moves := fmt.Sprint(s.Moves(nil)); moves != "[64]" {
		t.Fatalf("white is stuck and black is not, but white's moves are %s", moves)
	}
	if _, err := g.ParseMove(s, "PASS"); err != nil {
		t.Error(err)
	}
	s.Play(Pass)
	if s.Turn() != 0 {
		t.Fatalf("after white's pass it is the turn of %d", s.Turn())
	}
	if moves := fmt.Sprint(s.Moves(nil)); moves != "[2]" {
		t.Fatalf("black's moves are %s", moves)
	}
}

// TestReferencePositions reads the FFO endgame suite, where every line names
// best moves: they must be legal.
func TestReferencePositions(t *testing.T) {
	file, err := os.Open(gametest.Reference(t, "othello/ffo40-59.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := 0
	for scanner := bufio.NewScanner(file); scanner.Scan(); lines++ {
		fields := strings.Fields(scanner.Text())
		text := fields[0] + " " + fields[1]
		s, err := New().ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := New().FormatPosition(s); got != text {
			t.Errorf("%q is written as %q", text, got)
		}
		for _, move := range fields[3:] {
			if _, err := New().ParseMove(s, move); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
	if lines != 20 {
		t.Errorf("%d positions, not 20", lines)
	}
}
