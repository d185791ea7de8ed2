package value

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/progress"
)

func parse(t testing.TB, spec string) game.Encoded {
	t.Helper()
	g, err := games.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	e, err := neural.Encoded(g)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func small(t testing.TB, g game.Game) Settings {
	t.Helper()
	s, err := Preset("better", g)
	if err != nil {
		t.Fatal(err)
	}
	s.Seed, s.Games, s.Simulations, s.Opening, s.Epochs, s.Batch, s.Measure, s.PlaySims, s.Keep = 1, 12, 8, 2, 2, 32, 2, 8, 20
	return s
}

// TestGoesOn compares a run in one go with one that is stopped while games are
// played.
func TestGoesOn(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	run := func(dir string, jobs, stages int) {
		t.Helper()
		r, err := Open(dir, s, g, jobs)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for len(r.Stages) < stages {
			if _, err := r.Next(context.Background(), nil); err != nil {
				t.Fatal(err)
			}
		}
		if len(r.games) > s.Keep+s.Games {
			t.Errorf("%d games are kept", len(r.games))
		}
	}
	whole, parts := t.TempDir(), t.TempDir()
	run(whole, 1, 3)
	run(parts, 2, 1)
	r, err := Open(parts, s, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = r.Next(ctx, func(s progress.Step) {
		if s.What == "games" && s.Done == 5 {
			cancel()
		}
	})
	if r.Close(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	run(parts, 2, 3)
	for _, name := range []string{folder.ModelFile, folder.CurvesFile} {
		a, errA := os.ReadFile(filepath.Join(whole, name))
		b, errB := os.ReadFile(filepath.Join(parts, name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs, %v, %v", name, errA, errB)
		}
	}
	s.Batch++
	if _, err := Open(whole, s, g, 1); !errors.As(err, new(folder.ErrOther)) {
		t.Errorf("other settings: %v", err)
	}
}

// TestSplits checks that games are held out as a whole, and positions alone.
func TestSplits(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	s.Games, s.Simulations = 40, 2
	played, err := s.FirstGames(context.Background(), g, 2, nil, nil)
	if err != nil || len(played) != 40 {
		t.Fatal(len(played), err)
	}
	for _, split := range []string{ByGame, ByPosition} {
		s.Split = split
		all := Positions(g, played)
		learn, held := s.split(all)
		in := map[int]bool{}
		for _, i := range learn {
			in[all[i].Game] = true
		}
		both := 0
		for _, i := range held {
			if in[all[i].Game] {
				both++
			}
		}
		if len(held) == 0 || (both == 0) != (split == ByGame) {
			t.Errorf("by %s: %d positions held out, %d of games that are learnt from", split, len(held), both)
		}
	}
}

// TestFit fits games of weak players, whose results the board shows in part.
func TestFit(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	s.Games, s.Simulations, s.Epochs, s.Batch, s.Patience = 150, 2, 6, 32, 6
	played, err := s.FirstGames(context.Background(), g, 2, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	epochs := 0
	f, err := s.Fit(context.Background(), g, Positions(g, played), nil, 2, nil, func(Epoch) { epochs++ })
	if err != nil {
		t.Fatal(err)
	}
	if q := f.Quality(); epochs != 6 || *q.R2 < 0.05 || q.MSE > 0.9 {
		t.Errorf("%d epochs, R² %g, MSE %g", epochs, *q.R2, q.MSE)
	}
	// Its best epoch is what is returned.
	_, held := s.split(Positions(g, played))
	again := newReader(g, Positions(g, played), 1).measure(neural.Of(f.Model), held)
	if math.Abs(again.MSE-f.Quality().MSE) > 1e-6 {
		t.Errorf("the model has an error of %g, not %g", again.MSE, f.Quality().MSE)
	}
	if _, err := replay.Parse(g, played[0].Append(nil)); err != nil {
		t.Error(err)
	}
}

// TestNothingToMeasure checks that without positions held out there is no quality,
// that R² needs results that differ, and that positions to learn from are needed.
func TestNothingToMeasure(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	played, err := s.FirstGames(context.Background(), g, 2, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	fit := func() (Fitted, error) {
		return s.Fit(context.Background(), g, Positions(g, played), nil, 2, nil, func(Epoch) {})
	}
	s.HeldOut = 0
	f, err := fit()
	if err != nil || f.HeldOut != 0 || f.Quality() != nil || f.Model == nil {
		t.Errorf("%v, %d positions held out, quality %+v", err, f.HeldOut, f.Quality())
	}
	if c := Curves([]Stage{{Epochs: f.Epochs}})[0].Chart; len(c.Series) != 1 {
		t.Errorf("%d curves instead of that of learning alone", len(c.Series))
	}
	q := newReader(g, Positions(g, played), 1).measure(neural.Of(f.Model), []int{0})
	if q == nil || q.R2 != nil || math.IsNaN(q.MSE) {
		t.Errorf("quality on one position: %+v", q)
	}
	s.HeldOut = 1
	if f, err := fit(); err == nil || f.Model != nil {
		t.Error("a network learns from nothing")
	}
}

// TestPaperNetworkLearns fits the paper's network, which must not end where all
// positions are worth the same.
func TestPaperNetworkLearns(t *testing.T) {
	g := parse(t, "othello")
	s, err := Preset("paper", g)
	if err != nil {
		t.Fatal(err)
	}
	s.Games, s.Simulations, s.Epochs = 24, 2, 3
	played, err := s.FirstGames(context.Background(), g, 2, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(context.Background(), g, Positions(g, played), nil, 2, nil, func(Epoch) {})
	if err != nil {
		t.Fatal(err)
	}
	if q := f.Quality(); *q.R2 < 0.02 {
		t.Errorf("R² is %.3f, MSE %.3f", *q.R2, q.MSE)
	}
}

func TestSettings(t *testing.T) {
	g := parse(t, "othello")
	for _, spoil := range []func(*Settings){
		func(s *Settings) { s.Network = "large" }, func(s *Settings) { s.Split = "day" }, func(s *Settings) { s.Epochs = 0 },
	} {
		s := small(t, g)
		spoil(&s)
		if err := s.Check(); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v", s, err)
		}
	}
	for name, make := range Networks {
		if err := make(g.Encoding()).Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Preset("best", g); err == nil {
		t.Error("any name is a preset")
	}
}

// TestOpponents: whom the network version meets is chosen, and with what noise.
func TestOpponents(t *testing.T) {
	plain := "uct:sims=7"
	for _, c := range []struct {
		s    Settings
		want [4][2]string
	}{
		{Settings{}, [4][2]string{{plain, plain}, {withNetwork, "random"}, {withNetwork, plain}, {withNetwork, withNoise}}},
		{Settings{Opponent: Staged, BothNoisy: true}, [4][2]string{{plain, plain}, {withNetwork, "random"}, {withNetwork, plain}, {withNoise, withNoise}}},
		{Settings{Opponent: MeetsSelf, BothNoisy: true}, [4][2]string{{plain, plain}, {withNoise, withNoise}, {withNoise, withNoise}, {withNoise, withNoise}}},
		{Settings{Opponent: MeetsRand}, [4][2]string{{plain, plain}, {withNetwork, "random"}, {withNetwork, "random"}, {withNetwork, "random"}}},
		{Settings{Opponent: MeetsUCT}, [4][2]string{{plain, plain}, {withNetwork, plain}, {withNetwork, plain}, {withNetwork, plain}}},
	} {
		c.s.Simulations = 7
		for stage, want := range c.want {
			if got := c.s.opponents(stage); got != want {
				t.Errorf("%q, stage %d: %v meet, not %v", c.s.Opponent, stage, got, want)
			}
		}
	}
}

// TestOnce: games are played once, and every stage learns on from what the one before
// has learnt, to its last epoch.
func TestOnce(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	s.Once, s.Last, s.Epochs, s.Patience, s.Games = true, true, 3, 1, 40
	r, err := Open(t.TempDir(), s, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for range 3 {
		if _, err := r.Next(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, stage := range r.Stages {
		if last := stage.Epochs[len(stage.Epochs)-1]; len(stage.Epochs) != 3 || stage.Quality == nil || *stage.Quality.R2 != *last.HeldOut.R2 {
			t.Errorf("stage %d has %d epochs, its quality is not that of the last", i, len(stage.Epochs))
		}
		if stage.Games != min(s.Games, s.Keep) {
			t.Errorf("stage %d learns from %d games", i, stage.Games)
		}
	}
	if first, last := r.Stages[0].Epochs[0].Loss, r.Stages[2].Epochs[0].Loss; last >= first {
		t.Errorf("the loss begins with %g in the first stage, with %g in the last", first, last)
	}
}

// TestFirstGamesGoOn: games that are in the file are not played again, and all are as in one
// go.
func TestFirstGamesGoOn(t *testing.T) {
	rules, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	g, err := neural.Encoded(rules)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Preset("paper", g)
	if err != nil {
		t.Fatal(err)
	}
	s.Seed, s.Games, s.Simulations = 1, 8, 2
	want, err := s.FirstGames(context.Background(), g, 2, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "games")
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := s.FirstGamesIn(ctx, name, g, 1, nil, func(step progress.Step) {
		if step.Done == 3 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped with %v", err)
	}
	var steps []int
	for range 2 {
		got, err := s.FirstGamesIn(context.Background(), name, g, 2, nil, func(step progress.Step) { steps = append(steps, step.Done) })
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: %+v, in one go %+v", err, got, want)
		}
	}
	if played := len(slices.DeleteFunc(steps, func(done int) bool { return done == 0 })); played == 0 || played > 5 {
		t.Errorf("%d of 8 games are played after 3", played)
	}
}
