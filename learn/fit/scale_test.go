package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games"
)

func TestFitScale(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, want := range []float64{3, 47, 3000} {
		points := make([]point, 40_000)
		for i := range points {
			points[i].evaluation = math.Round(r.NormFloat64() * want)
			points[i].score = -1
			if r.Float64() < (1+math.Tanh(points[i].evaluation/want))/2 {
				points[i].score = 1
			}
		}
		got, err := fitScale(points)
		if err != nil || math.Abs(got.Scale/want-1) > 0.05 || got.Error >= got.Zero {
			t.Errorf("scale %v: %+v, %v", want, got, err)
		}
	}
	if _, err := fitScale(make([]point, 5)); err == nil {
		t.Error("an evaluation that is always 0: no error")
	}
}

func TestScaleIsTheSameForAnyJobs(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	evaluate, err := g.(game.Evaluated).Evaluation("h2")
	if err != nil {
		t.Fatal(err)
	}
	var got [2]Scaled
	for i := range got {
		got[i], err = Scale(context.Background(), g, evaluate, Settings{Games: 30, Seed: 2, Jobs: 1 + 2*i}, nil)
		if err != nil {
			t.Fatal(err)
		}
	}
	if got[0] != got[1] || got[0].Scale < 10 || got[0].Scale > 300 {
		t.Errorf("%+v and %+v", got[0], got[1])
	}
}
