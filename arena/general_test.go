package arena

import (
	"context"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/gdl"
)

// TestBothMayWin checks that two agents of a game without a fixed sum have points
// of their own, and that experiments, which count wins, refuse it.
func TestBothMayWin(t *testing.T) {
	g, err := gdl.Open("prisoners", gdl.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	table := NewTableTally(2)
	table.Add(Record{Seats: []int{0, 1}, Result: []float64{0.2, 0.2}, Moves: "a"}) // both cooperate all the time
	table.Add(Record{Seats: []int{1, 0}, Result: []float64{1, -1}, Moves: "b"})    // the second alone defects
	if table.Points[0] != 0.6 || table.Points[1] != 1.6 || table.Draws != 1 || table.Wins[1] != 1 {
		t.Errorf("the table is %+v", table)
	}
	m := Match{Game: g, Agents: []agent.Spec{parse(t, "random"), parse(t, "random")}, Games: 20, Jobs: 2, Seed: 1}
	played := NewTableTally(2)
	if err := m.Run(context.Background(), func(r Record) error {
		played.Add(r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if sum := played.Points[0] + played.Points[1]; played.Games != 20 || sum < 12 || sum > 22 { // 18 expected; a fixed sum would be 20 exactly
		t.Errorf("the points of %d games sum to %g", played.Games, sum)
	}
	e := small(t)
	e.Venues = []Venue{{Game: g}}
	if err := e.Check(); err == nil || !strings.Contains(err.Error(), "one may win without the other losing") {
		t.Errorf("an experiment: %v", err)
	}
}
