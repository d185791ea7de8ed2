package arena

import (
	"testing"

	"gambito/agent"
	"gambito/games"
	"gambito/stats"
)

// TestScore: two who share a fixed sum are counted as such, others at a table.
func TestScore(t *testing.T) {
	play := func(spec string, agents int, results ...[]float64) *Score {
		g, err := games.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		s := NewScore(Match{Game: g, Agents: make([]agent.Spec, agents), Unpaired: true})
		for i, result := range results {
			seats := []int{0, 1, 2}[:agents]
			s.Add(Record{Seats: seats, Result: result, Number: i, Moves: string(rune('a' + i))})
		}
		return s
	}
	s := play("connect4", 2, []float64{1, -1}, []float64{0, 0}, nil)
	if s.Two == nil || s.Two.Points != [2]float64{1.5, 0.5} || s.Table.Games != 2 || s.OfPoints() != nil {
		t.Errorf("two: %+v", s)
	}
	if got := s.WinShare(); len(got) != 2 || got[0] != stats.Wilson(1, 2) || got[1] != stats.Wilson(0, 2) {
		t.Errorf("shares of two: %v", got)
	}
	s = play("backgammon", 2, []float64{2, -2}, []float64{-1, 1})
	if p := s.OfPoints(); p == nil || p.Gammons != [2]int{1, 0} || p.Share.Estimate != 2.0/3 {
		t.Errorf("points: %+v", p)
	}
	s = play("gdl:three-in-line", 3, []float64{1, -1, -1}, []float64{0.5, 0.5, -1})
	if s.Two != nil || s.OfPoints() != nil || len(s.WinShare()) != 3 || s.Table.Wins[0] != 1 || s.Table.Draws != 1 {
		t.Errorf("three: %+v", s)
	}
	if s = play("gdl:prisoners", 2, []float64{0.2, 0.2}); s.Two != nil || s.Table.Points[0] != 0.6 {
		t.Errorf("both may win: %+v", s)
	}
}
