package td

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
)

var small = Settings{Games: 96, Hidden: 64, Lambda: 0.5, Rate: 0.1, FinalRate: 0.05, Batch: 8, Stage: 4, Seed: 3, Explore: 0.3}

// looking learns by Adam from targets by looking ahead.
var looking = Settings{
	Games: 24, Hidden: 64, Lambda: 0.5, Rate: 0.001, FinalRate: 0.0005, Batch: 3, Stage: 4, Seed: 3, Explore: 0.3,
	Plies: 1, Replies: 3, Skip: 0.8, Others: 0.5, Minibatch: 4, Passes: 2, Average: 0.2,
}

func tables() *bearoff.Tables {
	t, _ := bearoff.In("")
	return t
}

func encoded(t *testing.T, r *Run) []byte {
	t.Helper()
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func finish(t *testing.T, r *Run, jobs int) []byte {
	t.Helper()
	for !r.Finished() {
		if err := r.Stage(context.Background(), jobs, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Measure(context.Background(), 2, jobs); err != nil {
			t.Fatal(err)
		}
	}
	return encoded(t, r)
}

// TestSettingsDecide checks that the number of jobs, and being stopped and read
// again, make no difference.
func TestSettingsDecide(t *testing.T) {
	for name, s := range map[string]Settings{"plain": small, "looking ahead": looking, "as printed": printed(), "odd sizes": odd()} {
		t.Run(name, func(t *testing.T) { settingsDecide(t, s) })
	}
}

// printed is networks of the thesis, smaller.
func printed() Settings {
	s := small
	s.Thesis, s.Hidden, s.Race, s.Lambda = true, 30, 20, 0
	return s
}

// odd learns by Adam with numbers of hidden units that fill no rows.
func odd() Settings {
	s := looking
	s.Hidden, s.Race = 50, 7
	return s
}

func settingsDecide(t *testing.T, small Settings) {
	want := finish(t, NewRun(small, nil, tables()), 1)
	if got := finish(t, NewRun(small, nil, tables()), 3); !bytes.Equal(got, want) {
		t.Error("three jobs come to another result than one")
	}
	r := NewRun(small, nil, tables())
	for !r.Finished() {
		ctx, stop := context.WithCancel(context.Background())
		done := r.Done
		err := r.Stage(ctx, 2, func() error {
			if r.Done == done+2*small.Batch {
				stop()
			}
			return nil
		})
		stop()
		if !errors.Is(err, context.Canceled) || r.Done != done+2*small.Batch {
			t.Fatalf("a stage that was stopped ends after %d games with %v", r.Done, err)
		}
		again, err := Decode(encoded(t, r), tables())
		if err != nil {
			t.Fatal(err)
		}
		r = again
		if err := r.Stage(context.Background(), 2, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Measure(context.Background(), 2, 2); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(encoded(t, r), want) {
		t.Error("a run that was stopped comes to another result than one that was not")
	}
	other := small
	other.Seed++
	if bytes.Equal(finish(t, NewRun(other, nil, tables()), 2), want) {
		t.Error("the seed makes no difference")
	}
}

// TestExtend checks that a run goes on to more games as if it had had them from the
// beginning, or not at all.
func TestExtend(t *testing.T) {
	s := small
	s.FinalRate = s.Rate
	want := finish(t, NewRun(s, nil, tables()), 2)
	s.Games = 64
	r := NewRun(s, nil, tables())
	finish(t, r, 2)
	if err := r.Extend(small.Games); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(finish(t, r, 2), want) {
		t.Error("a run that was extended comes to another result")
	}
	for what, change := range map[string]func(*Run){
		"falls from 0.1 to 0.05": func(r *Run) { r.Settings.FinalRate = 0.05 },
		"it is of 200 games":     func(r *Run) { r.Settings.Games = 200 },
		"end within a stage":     func(r *Run) { r.Settings.Games, r.Done = 40, 40 },
	} {
		bad := *r
		change(&bad)
		if err := bad.Extend(120); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("the error is %v, without %q", err, what)
		}
	}
}

// TestTargets checks the mixture of what networks say of later positions.
func TestTargets(t *testing.T) {
	m := networks.NewModel(64, 64, 1)
	for _, lambda := range []float32{0, 0.6, 1} {
		pl := newPlayer(m, tables(), 0)
		var g selfGame
		pl.play(&g, rand.New(rand.NewPCG(5, 5)), Settings{Lambda: float64(lambda), Explore: 0.5})
		for i := range g.count {
			// Forward: λ-weighted means of what follows, seen by who rolls at i.
			want, weight := [5]float64{}, 1.0
			for k := i; k < g.count; k++ {
				c := g.values[k].Other()
				if (k-i)%2 == 1 {
					c = g.values[k]
				}
				share := weight * float64(1-lambda)
				if k == g.count-1 {
					share = weight
				}
				for o, v := range networks.ToOutputs(c) {
					want[o] += share * float64(v)
				}
				weight *= float64(lambda)
			}
			for o, v := range g.lessons[i].target {
				if math.Abs(float64(v)-want[o]) > 1e-4 {
					t.Fatalf("λ %g: target %d of position %d is %g, not %g", lambda, o, i, v, want[o])
				}
			}
		}
	}
}

// TestLearns sees that a few hundred games make a player of networks that know
// nothing.
func TestLearns(t *testing.T) {
	if raceDetector || testing.Short() {
		t.Skip("it takes long, and the other tests use all goroutines there are")
	}
	asPrinted := AsPrinted
	asPrinted.Games, asPrinted.FinalRate, asPrinted.Batch, asPrinted.Stage = 512, 0.1, 32, 16
	for name, s := range map[string]Settings{
		"default":    {Games: 384, Hidden: 64, Lambda: 0.7, Rate: 0.1, FinalRate: 0.1, Batch: 32, Stage: 12, Seed: 1},
		"as printed": asPrinted,
	} {
		t.Run(name, func(t *testing.T) { learns(t, s) })
	}
}

func learns(t *testing.T, s Settings) {
	r := NewRun(s, nil, tables())
	before, err := r.Measure(context.Background(), 50, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Stage(context.Background(), 2, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	after, err := r.Measure(context.Background(), 50, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v, then %+v", before, after)
	if after.Points < before.Points+0.7 {
		t.Errorf("%+.2f points a game against Pubeval, %+.2f after learning", before.Points, after.Points)
	}
}

func TestDecodeRefuses(t *testing.T) {
	r := NewRun(small, nil, tables())
	for what, change := range map[string]func(*Run){
		"no point to go on from": func(r *Run) { r.Done = 5 },
		"32 games of 96 are no":  func(r *Run) { r.Done, r.before = 32, r.Model }, // a stage ends here
		"8 games of 96 are no":   func(r *Run) { r.Done = 8 },
		"lambda 2: it must be a": func(r *Run) { r.Settings.Lambda = 2 },
		"has 64 hidden units":    func(r *Run) { r.Settings.Hidden = 128 },
		"and the run has 65":     func(r *Run) { r.Settings.Race = 65 },
		"and the run has 0":      func(r *Run) { r.Settings.Thesis = true },
		"must be 0":              func(r *Run) { r.Settings.Thesis, r.Settings.Plies = true, 1 },
	} {
		bad := *r
		change(&bad)
		if _, err := Decode(encoded(t, &bad), nil); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("the error is %v, without %q", err, what)
		}
	}
	data, err := r.Model.Encode(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(data, nil); err == nil {
		t.Error("a model that no run made is gone on with")
	}
}

// FuzzCheckpoint reads what a file may say about its run.
func FuzzCheckpoint(f *testing.F) {
	f.Add(`{"method":"td","settings":{"games":96,"hidden":64,"lambda":0.5,"rate":0.1,"final_rate":0.05,"batch":8,"stage":4,"seed":3},"done":32,"history":[]}`)
	f.Add(`{"method":"td","settings":{"games":96,"hidden":64,"rate":0.1,"final_rate":0.05,"batch":4294967296,"stage":4294967296},"done":32}`)
	f.Add(`{`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parseCheckpoint(text)
		if err == nil && (p.Settings.Check() != nil || p.Done > p.Settings.Games) {
			t.Errorf("%+v is read", p)
		}
	})
}

// TestStudy checks targets against the definition of looking ahead, of positions
// before turns and of such that other turns would have led to.
func TestStudy(t *testing.T) {
	m := networks.NewModel(64, 64, 1)
	e := networks.NewEstimator(m, tables())
	for _, others := range []float64{0, 1} {
		pl := newPlayer(m, tables(), 0)
		var g selfGame
		pl.play(&g, rand.New(rand.NewPCG(5, 5)), Settings{Plies: 1, Skip: 0.9, Others: others})
		if g.count == 0 || g.count > maxTurns/4 {
			t.Fatalf("%d lessons with nine of ten left out", g.count)
		}
		for i := range min(g.count, 5) {
			l := &g.lessons[i]
			want := [5]float64{}
			for a := uint8(1); a <= 6; a++ {
				for b := uint8(1); b <= 6; b++ {
					best := pl.choose(&l.board, l.player, backgammon.Dice{max(a, b), min(a, b)})
					if again := e.Evaluate(&best.after, l.player^1); again != best.chances {
						t.Fatalf("a turn is worth %v, not %v", best.chances, again)
					}
					for o, x := range networks.ToOutputs(best.chances.Other()) {
						want[o] += float64(x) / 36
					}
				}
			}
			for o, x := range l.target {
				if math.Abs(float64(x)-want[o]) > 1e-5 {
					t.Fatalf("others %g, lesson %d: target %d is %g, not %g", others, i, o, x, want[o])
				}
			}
		}
	}
}

// TestOthers checks that a lesson of another turn is of the position that it leads
// to.
func TestOthers(t *testing.T) {
	pl := newPlayer(networks.NewModel(64, 64, 1), tables(), 0)
	var g selfGame
	pl.study(&g, &backgammon.Start, 0, pl.choose(&backgammon.Start, 0, backgammon.Dice{3, 1}), rand.New(rand.NewPCG(1, 1)), Settings{Plies: 1, Others: 1})
	if g.count != 1 || g.lessons[0].board == backgammon.Start || g.lessons[0].player != 1 {
		t.Errorf("the lesson is of %+v", g.lessons[0].board)
	}
	if best := pl.choose(&backgammon.Start, 0, backgammon.Dice{3, 1}); g.lessons[0].board == best.after {
		t.Error("the lesson is of the best turn")
	}
}
