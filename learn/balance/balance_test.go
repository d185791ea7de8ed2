package balance

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
	"gambito/search/mcts"
)

func settings(t testing.TB, id string) Settings {
	t.Helper()
	g, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return Settings{Game: g, Low: 1, High: 4, Positions: 100, Judged: 400, Steps: 200, Batch: 8, Playouts: 20, Rate: 1, Seed: 1, Jobs: 2}
}

// TestLearn: playouts come nearer to what positions are worth that were not learned from,
// the same for any number of jobs; a solver and an agent that solves teach the same.
func TestLearn(t *testing.T) {
	s := settings(t, "tictactoe")
	r, err := s.Learn(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Gain.Low <= 0 || r.After.Estimate >= r.Before.Estimate {
		t.Errorf("errors of %+v become %+v: %s", r.Before, r.After, r.Weights)
	}
	if corner, centre := r.Weights.Odds(0), r.Weights.Odds(4); corner != r.Weights.Odds(8) || centre == corner {
		t.Errorf("%s: corners are alike and the centre is not", r.Weights)
	}
	s.Jobs = 1
	again, err := s.Learn(context.Background(), nil)
	if err != nil || again.Weights.String() != r.Weights.String() || again.After != r.After {
		t.Errorf("one job learns %s, two %s, %v", again.Weights, r.Weights, err)
	}
	teacher, err := agents.New(agent.NewEnvironment("")).Parse("perfect")
	if err != nil {
		t.Fatal(err)
	}
	s.Teacher = &teacher
	if taught, err := s.Learn(context.Background(), nil); err != nil || taught.Weights.String() != r.Weights.String() {
		t.Errorf("the teacher teaches %s, the solver %s, %v", taught.Weights, r.Weights, err)
	}
}

// TestSlope: in the mean over many playouts the slope is that of half of the squared
// error, as differences tell it.
func TestSlope(t *testing.T) {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	from := g.New()
	for _, m := range []game.Move{0, 1, 8, 2} { // the centre wins at once
		from.Play(m)
	}
	p := &player{game: g, state: g.New(), named: map[game.Move]game.Move{}, r: rand.New(rand.NewPCG(1, 1))}
	mean := func(weight float64) float64 {
		return p.mean(from, mcts.NewMoveWeights(g, map[game.Move]float64{4: weight}), 200_000)
	}
	const half = 0.25
	rise := (mean(half) - mean(-half)) / (2 * half)
	slope := p.slope(position{from, -1}, mcts.NewMoveWeights(g, nil), 100_000)[4]
	if want := (-1 - mean(0)) * rise; math.Abs(slope-want) > 0.02 || math.Abs(want) < 0.04 {
		t.Errorf("the slope is %v, not %v", slope, want)
	}
}

// TestRefused: what cannot be balanced.
func TestRefused(t *testing.T) {
	for _, id := range []string{"backgammon", "tron", "kuhn"} {
		if _, err := settings(t, id).Learn(context.Background(), nil); err == nil {
			t.Errorf("%s is balanced", id)
		}
	}
}

// TestWeights: texts and weights are inverse, what is wrong is refused, and moves are
// drawn as often as they should be.
func TestWeights(t *testing.T) {
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	w, err := mcts.ParseMoveWeights(g, "0:1.500|9:-2.000")
	if err != nil || w.String() != "0:1.500|9:-2.000" || w.Odds(63) != math.Exp(1.5) || w.Odds(5) != 1 {
		t.Fatalf("%v, %v", w, err)
	}
	for _, wrong := range []string{"", "0", "0:x", "a:1", "63:1", "0:1|0:2", "0:11", "0:NaN", "5000:1", "0:1|"} {
		if _, err := mcts.ParseMoveWeights(g, wrong); err == nil {
			t.Errorf("%q is taken for weights", wrong)
		}
	}
	r, counts := rand.New(rand.NewPCG(1, 2)), make([]int, 3)
	for range 30_000 {
		counts[w.Draw([]game.Move{0, 5, 9}, r)]++
	}
	sum := math.Exp(1.5) + 1 + math.Exp(-2)
	for i, odds := range []float64{math.Exp(1.5), 1, math.Exp(-2)} {
		if want := 30_000 * odds / sum; math.Abs(float64(counts[i])-want) > 5*math.Sqrt(want) {
			t.Errorf("%v, not %v at %d", counts, want, i)
		}
	}
	if n := testing.AllocsPerRun(100, func() { w.Draw([]game.Move{0, 5, 9}, r) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if !reflect.DeepEqual(mcts.NewMoveWeights(g, map[game.Move]float64{0: 1.5, 9: -2}), w) {
		t.Error("weights from numbers are others than from texts")
	}
}
