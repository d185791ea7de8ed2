package backgammon

import (
	"math/rand/v2"
	"testing"

	"gambito/game"
)

// walk plays random games and writes and reads their positions. All other laws are those
// of the usual game, which passes them all.
func walk(t *testing.T, g *Game) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 10 {
		plies := 0
		for s := g.New(); s.Turn() != game.Over; plies++ {
			again, err := g.ParsePosition(g.FormatPosition(s))
			if err != nil || again.Hash() != s.Hash() || plies > g.Info().MaxPlies {
				t.Fatalf("%s: %s: %v", g.Info().ID, g.FormatPosition(s), err)
			}
			m, _ := game.RandomMove(s, r, nil)
			if moves := s.Moves(nil); len(moves) > g.Info().MaxMoves {
				t.Fatalf("%s: %d moves", g.Info().ID, len(moves))
			}
			s.Play(m)
		}
	}
}

// TestVariants plays every set-up, with as many men as there are.
func TestVariants(t *testing.T) {
	for _, setup := range Setups() {
		for _, scoring := range Scorings() {
			g, err := Variant{Setup(setup), Scoring(scoring)}.Game()
			if err != nil {
				t.Fatal(err)
			}
			board := g.New().(*State).Board()
			if _, err := NewBoard(*board); err != nil {
				t.Errorf("%s: %v", setup, err)
			}
			for p := range board {
				men := 0
				for _, n := range board[p] {
					men += int(n)
				}
				if men != Men {
					t.Errorf("%s: %d men", setup, men)
				}
			}
			if scoring == string(Games) {
				walk(t, g)
			}
		}
	}
}

// TestScorings plays random games: what they count is what the scoring says of the board
// in the end.
func TestScorings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	seen := map[float64]int{}
	for _, scoring := range scorings {
		g, err := Variant{Scoring: scoring}.Game()
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			s := g.New().(*State)
			s.Playout(r)
			winner := s.Board().Winner()
			want := float64(min(s.Board().Points(winner), scoring.most()))
			if s.Score(winner) != want || s.Score(winner^1) != -want || want > g.Info().MaxScore {
				t.Fatalf("%s: %g is won", scoring, s.Score(winner))
			}
			if copied := s.Clone(); copied.Score(winner) != want {
				t.Fatal("a copy counts otherwise")
			}
			seen[want]++
		}
	}
	if seen[1] == 0 || seen[2] == 0 || seen[3] == 0 {
		t.Errorf("%v were seen", seen)
	}
}

func TestNoVariant(t *testing.T) {
	if _, err := (Variant{Setup: "acey-deucey"}).Game(); err == nil {
		t.Error("there is a set-up acey-deucey")
	}
	if _, err := (Variant{Scoring: "doubled"}).Game(); err == nil {
		t.Error("there is a scoring doubled")
	}
	g, _ := Variant{Setup: Usual, Scoring: Backgammons}.Game()
	if g.Info().ID != New().Info().ID {
		t.Errorf("the usual game is %s", g.Info().ID)
	}
	long, _ := Variant{Setup: Longgammon}.Game()
	if _, err := long.ParsePosition(New().FormatPosition(New().New())); err == nil {
		t.Error("the first roll may be made from another set-up")
	}
	if s, err := long.ParsePosition(long.FormatPosition(long.New())); err != nil || s.Turn() != game.Chance {
		t.Errorf("the start is read as %v, %v", s, err)
	}
}
