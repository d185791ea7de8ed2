package truth

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"gambito/game"
	"gambito/games"
)

// TestExam: who plays a move that keeps the outcome has all of it right, who plays
// another nothing, and who plays at random something.
func TestExam(t *testing.T) {
	for _, spec := range []string{"tictactoe", "connect4:5x4"} {
		g, err := games.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		e, err := NewExam(context.Background(), g, 40, 1, 2, nil)
		if err != nil || len(e.Questions) != 40 {
			t.Fatalf("%s: %v", spec, err)
		}
		again, err := NewExam(context.Background(), g, 40, 1, 1, nil)
		if err != nil || !reflect.DeepEqual(e.Questions, again.Questions) {
			t.Errorf("%s: another exam for other jobs, %v", spec, err)
		}
		at := map[game.State]Question{}
		for _, q := range e.Questions {
			at[q.State] = q
			if n := len(q.Keep); n == 0 || n == len(q.State.Moves(nil)) {
				t.Errorf("%s: %d moves keep the outcome of %s", spec, n, g.FormatPosition(q.State))
			}
		}
		right := func(s game.State) (game.Move, float64) { return at[s].Keep[0], at[s].Outcome }
		if grade, err := e.Grade(context.Background(), right); err != nil || grade != (Grade{40, 40, 0}) || grade.Share() != 1 {
			t.Errorf("%s: %+v, %v for who knows all", spec, grade, err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		random := func(s game.State) (game.Move, float64) { m, _ := game.RandomMove(s, r, nil); return m, 0 }
		if grade, err := e.Grade(context.Background(), random); err != nil || grade.Kept == 0 || grade.Kept == 40 {
			t.Errorf("%s: %+v, %v at random", spec, grade, err)
		}
	}
	large, err := games.Parse("breakthrough")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewExam(context.Background(), large, 10, 1, 1, nil); err == nil {
		t.Error("breakthrough is solved")
	}
}
